import { ts } from 'ts-morph';
import { globalFunctionName } from '../../language/is-global.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import { accessOf, nameText, unwrap, wrapped, isAccess } from '../../syntax.ts';
import { containerOf, statementOf } from '../../tree.ts';
import type { Change } from '../decision/change.ts';
import { stabilityOf } from '../../values/stability.ts';
import { STRING, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * A copy of an object without some of its keys. As a patch of that object it is those keys, set to null.
 * docs/semantics.md, "Which method: frontend", 2.
 */
export interface Removal {
  /** The object that was copied. */
  readonly source: ts.Expression;
  /** The keys as they are written in an object literal: `theme`, `'invited-by'`, `[key]`. */
  readonly keys: readonly string[];
  /** What the rewrite makes dead. */
  readonly changes: readonly Change[];
}

/** Where a copy is used. */
interface Use {
  readonly copy: ts.Expression;
  readonly call: ts.Node;
  readonly unit: Unit;
}

/**
 * Reads `expression` as a copy without keys: the rest of a destructuring, a copy with `delete`, or filtered entries.
 */
export function readRemoval(
  expression: ts.Expression,
  { call }: { readonly call: ts.Node },
  unit: Unit,
): Removal | undefined {
  const copy = unwrap(expression);
  const use: Use = { copy, call, unit };
  const removal = ts.isIdentifier(copy)
    ? readVariable(copy, use)
    : ts.isCallExpression(copy)
      ? readFilter(copy, use)
      : undefined;
  if (removal === undefined || removal.keys.length === 0) return undefined;
  // A literal has each key once.
  return { ...removal, keys: [...new Map(removal.keys.map((key) => [nameOfKey(key), key])).values()] };
}

/** The keys that are still left out where `behind` follows the copy: what is set again isn't removed. */
export function keysLeftOut({ keys }: Removal, behind: readonly ts.ObjectLiteralElementLike[]): readonly string[] {
  const set = new Set(behind.map(({ name }) => (name === undefined ? undefined : (nameText(name) ?? name.getText()))));
  return keys.filter((key) => !set.has(nameOfKey(key)));
}

/** The name of a key as it is written in an object literal. */
export function nameOfKey(key: string): string {
  return /^(['"]).*\1$/.test(key) ? key.slice(1, -1) : key;
}

function readVariable(node: ts.Identifier, use: Use): Removal | undefined {
  const binding = use.unit.scope.bindingOf(node);
  if (!isNeverReassigned(binding) || containerOf(binding.declaration) !== containerOf(use.call)) return undefined;
  const { declaration } = binding;
  if (ts.isBindingElement(declaration)) return readRest(declaration, binding, use);
  return ts.isVariableDeclaration(declaration) ? readDeletes(declaration, binding, use) : undefined;
}

/** `const { theme, ...rest } = source`, with no other use of `rest`. */
function readRest(element: ts.BindingElement, binding: Binding, use: Use): Removal | undefined {
  const declaration = element.parent.parent;
  if (element.dotDotDotToken === undefined || binding.references.length !== 1) return undefined;
  if (
    !ts.isVariableDeclaration(declaration) ||
    declaration.initializer === undefined ||
    !ts.isObjectBindingPattern(element.parent)
  )
    return undefined;
  const taken = element.parent.elements.filter((other) => other !== element);
  const keys = taken.map((other) => keyText(other.propertyName ?? other.name, use));
  if (!keys.every((key) => key !== undefined) || !taken.every(({ name }) => ts.isIdentifier(name))) return undefined;
  const isDead = taken.every(
    ({ name, initializer }) =>
      initializer === undefined && ts.isIdentifier(name) && use.unit.scope.bindingOf(name)?.references.length === 0,
  );
  const statement = singleStatement(declaration);
  const change: Change =
    isDead && statement !== undefined
      ? { kind: 'remove-statement', node: statement }
      : { kind: 'remove-binding', node: element };
  return { source: declaration.initializer, keys, changes: [change] };
}

/** `const copy = { ...source }; delete copy.theme;`, with no other use of `copy`. */
function readDeletes(declaration: ts.VariableDeclaration, binding: Binding, use: Use): Removal | undefined {
  const literal = declaration.initializer === undefined ? undefined : unwrap(declaration.initializer);
  const statement = singleStatement(declaration);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal) || statement === undefined) return undefined;
  const [spread, ...others] = literal.properties;
  if (spread === undefined || !ts.isSpreadAssignment(spread) || others.length > 0) return undefined;
  const deletes = binding.references
    .filter((reference) => reference !== use.copy)
    .map((reference) => readDelete(reference, statement, use));
  if (!deletes.every((entry) => entry !== undefined)) return undefined;
  return {
    source: spread.expression,
    keys: deletes.map(({ key }) => key),
    changes: [statement, ...deletes.map((entry) => entry.statement)].map((node) => ({
      kind: 'remove-statement',
      node,
    })),
  };
}

/** `delete copy.theme;`, `delete (copy as any).theme;` as a statement in the block of the copy's declaration, before the use. */
function readDelete(
  reference: ts.Identifier,
  declared: ts.Statement,
  use: Use,
): { readonly key: string; readonly statement: ts.Statement } | undefined {
  const copy = wrapped(reference);
  const access = copy.parent;
  if (!isAccess(access) || access.expression !== copy) return undefined;
  const { parent: deleting } = wrapped(access);
  const statement = deleting.parent;
  const isDelete =
    ts.isDeleteExpression(deleting) &&
    ts.isExpressionStatement(statement) &&
    statement.parent === declared.parent &&
    statement.end <= use.copy.pos;
  const key = ts.isPropertyAccessExpression(access) ? access.name.text : elementKeyText(access.argumentExpression, use);
  return isDelete && key !== undefined && isSafeKey(key) ? { key, statement } : undefined;
}

/** `Object.fromEntries(Object.entries(source).filter(([key]) => key !== 'theme'))`. */
function readFilter(call: ts.CallExpression, use: Use): Removal | undefined {
  const { unit } = use;
  const filter = argumentOf(call, 'fromEntries', unit);
  const access = filter !== undefined && ts.isCallExpression(filter) ? accessOf(filter.expression) : undefined;
  if (filter === undefined || !ts.isCallExpression(filter) || access?.name !== 'filter') return undefined;
  const entries = unwrap(access.object);
  const source = ts.isCallExpression(entries) ? argumentOf(entries, 'entries', unit) : undefined;
  const [callback] = filter.arguments;
  if (source === undefined || callback === undefined) return undefined;
  const keys = excludedKeys(unwrap(callback), use);
  return keys === undefined ? undefined : { source, keys, changes: [] };
}

/** The argument of `Object.<name>(…)`. */
function argumentOf(call: ts.CallExpression, name: string, unit: Unit): ts.Expression | undefined {
  const [argument, ...others] = call.arguments;
  const isMeant = globalFunctionName(call.expression, unit) === `Object.${name}`;
  return isMeant && others.length === 0 && argument !== undefined ? unwrap(argument) : undefined;
}

/** The keys that a filter's callback refuses: `([key]) => key !== 'a' && key !== b`. */
function excludedKeys(callback: ts.Expression, use: Use): string[] | undefined {
  if (!ts.isArrowFunction(callback) || ts.isBlock(callback.body) || callback.parameters.length !== 1) return undefined;
  const pattern = callback.parameters[0]?.name;
  const [first] = pattern !== undefined && ts.isArrayBindingPattern(pattern) ? pattern.elements : [];
  if (
    first === undefined ||
    !ts.isBindingElement(first) ||
    !ts.isIdentifier(first.name) ||
    first.initializer !== undefined
  )
    return undefined;
  const key = use.unit.scope.bindingOf(first.name);
  return key === undefined ? undefined : excludedBy(unwrap(callback.body), key, use);
}

function excludedBy(condition: ts.Expression, key: Binding, use: Use): string[] | undefined {
  if (!ts.isBinaryExpression(condition)) return undefined;
  const [left, right] = [unwrap(condition.left), unwrap(condition.right)];
  switch (condition.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const both = [excludedBy(left, key, use), excludedBy(right, key, use)];
      return both.every((keys) => keys !== undefined) ? both.flat() : undefined;
    }
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
      const isKey = (node: ts.Expression): boolean => ts.isIdentifier(node) && use.unit.scope.bindingOf(node) === key;
      const other = isKey(left) ? right : isKey(right) ? left : undefined;
      // An object's keys are strings: what may be something else, a number, may leave out nothing at all.
      const text =
        other === undefined || !within(kindsOf(other, use.unit), STRING) ? undefined : elementKeyText(other, use);
      return text !== undefined && isSafeKey(text) ? [text] : undefined;
    }
    default:
      return undefined;
  }
}

function keyText(name: ts.PropertyName | ts.BindingName, use: Use): string | undefined {
  if (ts.isComputedPropertyName(name)) return elementKeyText(name.expression, use);
  const text = ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.getText() : undefined;
  return text !== undefined && isSafeKey(text) ? text : undefined;
}

/**
 * A key given by an expression: a string's text where it is one, else computed, if it names the same key where the copy
 * is used and at the call.
 */
function elementKeyText(expression: ts.Expression, { copy, call, unit }: Use): string | undefined {
  const node = unwrap(expression);
  if (ts.isStringLiteral(node)) return /^[A-Za-z_$][\w$]*$/.test(node.text) ? node.text : node.getText();
  const isSame =
    ts.isIdentifier(node) &&
    stabilityOf(node, new Set(), unit) === 'constant' &&
    [copy, call].every((place) => unit.scope.keepsMeaningAt(node, place));
  return isSame ? `[${node.text}]` : undefined;
}

function isSafeKey(text: string): boolean {
  return !text.includes('__proto__');
}

/** The statement that declares nothing but this. */
function singleStatement(declaration: ts.VariableDeclaration): ts.Statement | undefined {
  const statement = statementOf(declaration);
  const isAlone =
    statement !== undefined && ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1;
  return isAlone && statement.modifiers === undefined ? statement : undefined;
}
