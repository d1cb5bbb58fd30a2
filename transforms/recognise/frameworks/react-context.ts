import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { hasModifier, isEmptyObject, unwrap, wrapped, valueOfMember } from '../../syntax.ts';
import { join } from '../sdk/joined-values.ts';
import { alternativesOf, NULLISH, type Value } from '../sdk/value.ts';
import { isExported } from '../../language/exported.ts';
import { importedAs } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/**
 * What `useContext(Profile)` gives: by the context's type, by the provider in its file, or where its default is a
 * literal of functions, since those are the repository's own, and so is what a provider gives in their place. Undefined
 * for every other call: what a provider gives may be anything.
 */
export function valueOfContextHook(node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  if (first === undefined || !isContextHook(node, evaluation.unit)) return undefined;
  const context = evaluation.valueOf(first);
  return context.kind === 'ref' ? context.value : undefined;
}

/**
 * What `createContext({ … })` makes: it holds its default until a provider gives another, of the same type. Undefined
 * for every other call.
 */
export function valueOfContext(node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  if (!makesContext(node, evaluation.unit)) return undefined;
  const typed = evaluation.valueOfType(node.typeArguments?.[0]);
  if (typed.kind === 'sdk' || typed.kind === 'typed' || typed.kind === 'instance') return { kind: 'ref', value: typed };
  const value = providedBy(first, node, evaluation) ?? heldByDefault(first, node, evaluation);
  return value === undefined ? undefined : { kind: 'ref', value };
}

/** Whether a call is one of `createContext`. */
export function makesContext(call: ts.CallExpression, unit: Unit): boolean {
  return contextFunction(call, unit) === 'createContext';
}

function heldByDefault(
  first: ts.Expression | undefined,
  node: ts.CallExpression,
  evaluation: Evaluation,
): Value | undefined {
  // What holds a provider to the default is its inferred type: JavaScript has none, and what is written may be wider.
  if (first === undefined || node.typeArguments !== undefined || isCast(first)) return undefined;
  if (!evaluation.unit.isTypeScript) return undefined;
  const held = evaluation.valueOf(first);
  return held.kind === 'object' && isOwn(held.node) ? held : undefined;
}

/**
 * What `<Context.Provider value={…}>` gives, where that is the only one, or the default: nobody but the file's own
 * functions gets the context. Undefined otherwise.
 */
function providedBy(
  first: ts.Expression | undefined,
  node: ts.CallExpression,
  evaluation: Evaluation,
): Value | undefined {
  // A default of its own is what there is without a provider.
  const begun = first === undefined || isEmptyObject(unwrap(first)) ? NULLISH : evaluation.valueOf(first);
  if (begun.kind !== 'nullish' && begun.kind !== 'object') return undefined;
  const { parent } = wrapped(node);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name) || isExported(parent)) return undefined;
  const mentions = evaluation.unit.scope.bindingOf(parent.name)?.references ?? [];
  const [value, ...others] = mentions.flatMap((mention) => valueAttribute(mention) ?? []);
  if (value === undefined || others.length > 0 || !mentions.every((mention) => isUse(mention, evaluation.unit)))
    return undefined;
  const provided = evaluation.valueOf(value);
  if (provided.kind !== 'sdk' && !alternativesOf(provided).every(({ kind }) => kind === 'object')) return undefined;
  return begun.kind === 'nullish' ? provided : join([begun, provided]);
}

/** `useContext(…)`, and `use(…)` since React 19. */
export function isContextHook(call: ts.CallExpression, unit: Unit): boolean {
  return /^use(?:Context)?$/.test(contextFunction(call, unit) ?? '');
}

/** Packages whose contexts are made, provided and read as React's. */
const CONTEXT_PACKAGES: ReadonlySet<string> = new Set(['react', 'preact', 'preact/hooks', 'preact/compat', 'solid-js']);

/** The name of the function of such a package that a call makes; undefined for every other. */
function contextFunction({ expression }: ts.CallExpression, { scope }: Unit): string | undefined {
  const imported = importedAs(expression, scope);
  return imported !== undefined && CONTEXT_PACKAGES.has(imported.specifier) ? imported.name : undefined;
}

/** A tag, or `useContext(Context)`. */
function isUse(mention: ts.Identifier, unit: Unit): boolean {
  const { parent } = mention;
  if (ts.isCallExpression(parent)) return isContextHook(parent, unit);
  const tag = ts.isPropertyAccessExpression(parent) ? parent.parent : parent;
  return ts.isJsxOpeningElement(tag) || ts.isJsxClosingElement(tag) || ts.isJsxSelfClosingElement(tag);
}

/** `<Context.Provider value={…}>`, and `<Context value={…}>` since React 19. */
function valueAttribute(mention: ts.Identifier): ts.Expression | undefined {
  const tag = ts.isPropertyAccessExpression(mention.parent) ? mention.parent : mention;
  const element = tag.parent;
  if (!ts.isJsxOpeningElement(element) && !ts.isJsxSelfClosingElement(element)) return undefined;
  for (const attribute of element.attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'value') continue;
    const { initializer } = attribute;
    return initializer !== undefined && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  }
  return undefined;
}

function isCast(expression: ts.Expression): boolean {
  return expression !== unwrap(expression) && !ts.isParenthesizedExpression(expression);
}

/**
 * Whether a literal holds functions that the SDK's methods can't stand in for, and nothing else that says what it is:
 * they promise nothing, where the SDK's promise a user.
 */
function isOwn(literal: ts.ObjectLiteralExpression): boolean {
  return literal.properties.every((property) => {
    if (ts.isMethodDeclaration(property)) return promisesNothing(property);
    const held = valueOfMember(property);
    const value = held && unwrap(held);
    return (
      value !== undefined &&
      (((ts.isArrowFunction(value) || ts.isFunctionExpression(value)) && promisesNothing(value)) ||
        value.kind === ts.SyntaxKind.NullKeyword ||
        (ts.isIdentifier(value) && value.text === 'undefined'))
    );
  });
}

/** `async (changes) => {}`: its type is inferred as `Promise<void>`. */
function promisesNothing(fn: ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration): boolean {
  const isAsync = hasModifier(fn, ts.SyntaxKind.AsyncKeyword);
  return isAsync && fn.type === undefined && fn.asteriskToken === undefined && returnedBy(fn).values.length === 0;
}
