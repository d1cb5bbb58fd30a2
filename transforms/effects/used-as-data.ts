import { ts } from 'ts-morph';
import {
  builtinFunction,
  FILLING_METHODS,
  ITERATING_METHODS,
  PROMISE_METHODS,
  READING_METHODS,
} from '../knowledge/builtins.ts';
import { NOT_ITERATING, TEXT_METHODS } from '../knowledge/known-globals.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { propertiesNamed } from '../language/properties.ts';
import { isWriteTarget, type Binding } from '../language/scope.ts';
import type { Unit, ModuleGraph } from '../language/unit.ts';
import { mentionsOfFunction } from '../language/functions.ts';
import { accessOf, elementsOf, isAccess, parametersOf, rootOf, unwrap, isCall } from '../syntax.ts';
import { contains } from '../tree.ts';
import { stepInto } from '../flow/origins.ts';
import { useOf } from '../flow/uses.ts';
import { memoize } from '../memoize.ts';
import { Worklist } from '../worklist.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { isOfQuietGlobal, mayIterateArguments } from './quiet-globals.ts';

const knownTo = memoize<ModuleGraph, WeakMap<Binding, boolean>>(() => new WeakMap());

/** Whether something done with a variable, or with what it is given to, only makes sense for data. */
export function isUsedAsData(binding: Binding, unit: Unit): boolean {
  const asked = new Set<Binding>();
  const found = isDataAnywhere(binding, unit, asked);
  if (!found) for (const other of asked) knownTo(unit.graph).set(other, false);
  return found;
}

/** @param asked what has been asked about already on the way: it adds nothing once more */
function isDataAnywhere(binding: Binding, unit: Unit, asked: Set<Binding>): boolean {
  const known = knownTo(unit.graph).get(binding);
  if (known !== undefined || asked.has(binding)) return known ?? false;
  asked.add(binding);
  // What is called at one place is a function there, whatever it is elsewhere.
  const found =
    !mayBeCalled(binding.references, unit) &&
    binding.references.some((mention) => isMentionOfData(mention, unit, asked));
  if (found) knownTo(unit.graph).set(binding, true);
  return found;
}

/** Where something is, and the file that it stands in. */
interface At {
  readonly node: ts.Expression;
  readonly unit: Unit;
  /** The function that is given it, and only if that gives it back, it is there. */
  readonly givenBy?: ts.Node;
}

/**
 * Whether one of some values, or something of it, may be called where it goes, other than as strings, lists and the like
 * are. What packages are given, and what is shown, they are taken to use as data.
 */
export function mayBeCalled(values: readonly ts.Expression[], unit: Unit): boolean {
  const places = new Worklist<At>(
    values.map((node) => ({ node, unit })),
    ({ node }) => [node],
  );
  const givingBack = new Set<ts.Node>();
  const held = new Map<ts.Node, At[]>();
  for (const place of places) {
    const next = goesTo(place);
    if (next === 'called') return true;
    places.add(next.filter(({ givenBy }) => givenBy === undefined || givingBack.has(givenBy)));
    for (const at of next) if (at.givenBy !== undefined) held.set(at.givenBy, [...(held.get(at.givenBy) ?? []), at]);
    const use = useOf(place.node);
    if (use.kind !== 'returned') continue;
    if (givesOthers(use.from, place)) return true;
    givingBack.add(use.from);
    places.add(held.get(use.from) ?? []);
  }
  return false;
}

/** Whether a function that nobody can be seen to call gives what is around it, and not what its callers have given it. */
function givesOthers(fn: ts.SignatureDeclaration, { node, unit }: At): boolean {
  const declaration = unit.scope.declarationOf(rootOf(node));
  const isOwn = declaration !== undefined && contains(fn, declaration);
  return !isOwn && mentionsOfFunction(fn, unit) === undefined;
}

/** Where a value goes from where it stands; or that it is called there, for all that is known. */
function goesTo({ node, unit }: At): 'called' | readonly At[] {
  const here = (nodes: readonly ts.Expression[]): readonly At[] => nodes.map((other) => ({ node: other, unit }));
  const use = useOf(node);
  switch (use.kind) {
    case 'method':
      return TEXT_METHODS.has(accessOf(use.access)?.name ?? '') ? [] : 'called';
    case 'part':
      return here([use.access]);
    case 'same':
    case 'awaited':
      return here([use.to]);
    case 'name':
      return here(mentionsOf(use.name, unit));
    case 'assigned': {
      const kept = readsOf(use.target, unit);
      return kept === undefined ? 'called' : here([...kept, ...[use.to ?? []].flat()]);
    }
    case 'written':
      return here([use.kept ?? []].flat());
    case 'each':
      return ts.isVariableDeclarationList(use.head)
        ? here(use.head.declarations.flatMap(({ name }) => mentionsOf(name, unit)))
        : 'called';
    case 'member':
      return here([use.of]);
    case 'spread':
      return isCall(use.into) ? throughCall(use.into, undefined, unit) : here([use.into]);
    case 'argument':
      return throughCall(use.call, use.index, unit);
    case 'returned':
      return here((mentionsOfFunction(use.from, unit) ?? []).map(({ parent }) => parent).filter(ts.isCallExpression));
    case 'asked':
    case 'markup':
    case 'tag':
      return [];
    case 'called':
    case 'exported':
    case 'unknown':
      return 'called';
  }
}

/**
 * The mentions of what a value is assigned to, or put into: of a property, wherever the file reads one of that name. Undefined where
 * that may be any.
 */
function readsOf(target: ts.Expression, unit: Unit): readonly ts.Expression[] | undefined {
  const node = unwrap(target);
  if (!isAccess(node)) return mentionsOf(target, unit);
  const name = accessOf(node)?.name;
  if (name === undefined) return undefined;
  const { accesses, taken } = propertiesNamed(name, unit.source);
  return [
    ...accesses.filter((access) => !isWriteTarget(access)),
    ...taken.flatMap((element) => mentionsOf(element.name, unit)),
  ];
}

/**
 * Where a value goes by a call that is given it: to the parameter of a function in sight, whose methods by names of the
 * language's are taken for the language's.
 *
 * @param index its place; undefined where it is spread, and may have any
 */
function throughCall(
  call: ts.CallExpression | ts.NewExpression,
  index: number | undefined,
  unit: Unit,
): 'called' | readonly At[] {
  const callee = unwrap(call.expression);
  const value = evaluate(callee, unit);
  if (value.kind !== 'function') return throughOthersCall(call, index, unit);
  const all = parametersOf(value.node);
  const parameters = index === undefined ? all : [all[index] ?? []].flat();
  const mentions = parameters.flatMap(({ name }) => mentionsOf(name, value.unit));
  const inside = mentions.filter((mention) => !isRead(mention)).map((node) => ({ node, unit: value.unit }));
  return [...inside, { node: call, unit, givenBy: value.node }];
}

/**
 * The same for a call of the language's, or of a package: promises call what they are given. What isn't known to only
 * read that may give it on, as `Object.values` does.
 */
function throughOthersCall(
  call: ts.CallExpression | ts.NewExpression,
  index: number | undefined,
  unit: Unit,
): 'called' | readonly At[] {
  const access = accessOf(unwrap(call.expression));
  // `ids.map(hook)`
  if (access !== undefined && index !== 1 && ITERATING_METHODS.has(access.name)) return 'called';
  if (access !== undefined && FILLING_METHODS.has(access.name)) {
    const mentions = readsOf(access.object, unit);
    const others = mentions?.filter((mention) => !isOnlyAsked(mention)).map((node) => ({ node, unit }));
    return others === undefined ? 'called' : [{ node: call, unit }, ...others];
  }
  const name = globalFunctionName(call.expression, unit);
  if (name === undefined) return Object.hasOwn(PROMISE_METHODS, access?.name ?? '') ? 'called' : [];
  if (!isOfQuietGlobal(call.expression, unit)) return 'called';
  const isReader = builtinFunction(name)?.reads === true || NOT_ITERATING.has(name.split('.')[0] ?? '');
  return isReader ? [] : [{ node: call, unit }];
}

/** Whether a mention of a list, a map or a set only fills it, or asks something of it. */
function isOnlyAsked(mention: ts.Expression): boolean {
  const use = useOf(mention);
  if (use.kind !== 'part' && use.kind !== 'method') return false;
  const name = accessOf(use.access)?.name ?? '';
  return FILLING_METHODS.has(name) || ASKING.has(name);
}

/** What lists, maps and sets are only asked by. */
const ASKING: ReadonlySet<string> = new Set([
  'clear',
  'delete',
  'has',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'length',
  'size',
]);

function isRead(mention: ts.Expression): boolean {
  const use = useOf(mention);
  return use.kind === 'method' && READING_METHODS.has(accessOf(use.access)?.name ?? '');
}

/** The mentions of all that a name or a pattern declares. */
function mentionsOf(name: ts.Node, unit: Unit): readonly ts.Expression[] {
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name))
    return elementsOf(name).flatMap((element) => mentionsOf(element.name, unit));
  return unit.scope.bindingOf(name)?.references ?? [];
}

/** Whether a mention only makes sense for data: a part of a text, an operand, looked into, given to the SDK. */
function isMentionOfData(reference: ts.Identifier, unit: Unit, asked: Set<Binding>): boolean {
  const { parent } = reference;
  if (ts.isTemplateSpan(parent)) return useOf(reference).kind === 'asked';
  if (ts.isBinaryExpression(parent)) return isOperandOfData(reference, parent, unit);
  const access = accessOf(parent);
  if (access?.object === reference)
    return (
      !(ts.isCallExpression(parent.parent) && parent.parent.expression === parent) || TEXT_METHODS.has(access.name)
    );
  const call = ts.findAncestor(reference, (node) => ts.isCallExpression(node) || ts.isFunctionLike(node));
  if (call === undefined || !ts.isCallExpression(call)) return false;
  const callee = evaluate(unwrap(call.expression), unit);
  if (callee.kind === 'sdk') return true;
  // What is only gone through may have an iterator of its own.
  if (isOfQuietGlobal(call.expression, unit)) return !mayIterateArguments(call.expression, unit);
  // What a function in sight takes for data is data.
  const parameter =
    callee.kind === 'function' ? parametersOf(callee.node)[call.arguments.indexOf(reference)] : undefined;
  const binding =
    callee.kind === 'function' && parameter !== undefined && ts.isIdentifier(parameter.name)
      ? callee.unit.scope.bindingOf(parameter.name)
      : undefined;
  return callee.kind === 'function' && binding !== undefined && isDataAnywhere(binding, callee.unit, asked);
}

/**
 * Whether an operator says what its operands are: functions are compared, too, but not with a text, a number or a part
 * of the metadata.
 */
function isOperandOfData(operand: ts.Identifier, operation: ts.BinaryExpression, unit: Unit): boolean {
  const { left, operatorToken, right } = operation;
  const { kind } = operatorToken;
  const other = left === operand ? right : left;
  if (EQUALITIES.has(kind)) return isLiteral(other) || isPartOfMetadata(other, unit);
  // Errors hold nothing to call; an object of another class may, and so may a function be asked whether it is one.
  if (kind === ts.SyntaxKind.InstanceOfKeyword) return ts.isIdentifier(right) && right.text.endsWith('Error');
  return stepInto(operation).kind === 'data';
}

/** Metadata is JSON, and so is each of its parts. */
function isPartOfMetadata(expression: ts.Expression, unit: Unit): boolean {
  const seen = new Set<ts.Node>();
  for (let node: ts.Expression | undefined = expression; node !== undefined && !seen.has(node);) {
    seen.add(node);
    const value = evaluate(node, unit);
    if (value.kind === 'sdk') return value.type === 'metadata';
    node = accessOf(unwrap(node))?.object ?? onlyValueOf(unwrap(node), unit);
  }
  return false;
}

function onlyValueOf(node: ts.Expression, { scope }: Unit): ts.Expression | undefined {
  const binding = scope.bindingOf(node);
  const { declaration } = binding ?? {};
  return binding?.writes.length === 0 && declaration !== undefined && ts.isVariableDeclaration(declaration)
    ? declaration.initializer
    : undefined;
}

const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function isLiteral(operand: ts.Expression): boolean {
  return ts.isStringLiteralLike(operand) || ts.isNumericLiteral(operand);
}
