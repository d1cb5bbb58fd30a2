import { ts } from 'ts-morph';
import { filesWriting } from '../../language/files-writing.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';
import { accessOf, givenAt, hasModifier, nameText, unwrap, wrapped } from '../../syntax.ts';
import { contains, nodesIn, someIn } from '../../tree.ts';
import { WRAPPERS } from '../../knowledge/relays.ts';
import { heldIn, leadingTo } from '../sdk/joined-values.ts';
import { UNKNOWN, type Element, type Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** A function that is looked for: its name, and whether importers may give it another. */
interface Called {
  readonly fn: ts.SignatureDeclaration;
  readonly name: string | undefined;
  readonly isDefault: boolean;
}

type Caller = ts.CallExpression | ts.NewExpression | Element['node'];

/**
 * What the calls, the elements and the `new`s in sight give a parameter that has no type, in whichever file they are: it
 * may be that.
 */
export function heldByCallers(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  const { parent: fn } = node;
  const name = nameOf(fn);
  const called = { fn, name, isDefault: isDefaultExport(fn, name) };
  if (node.dotDotDotToken !== undefined || (name === undefined && !called.isDefault)) return UNKNOWN;
  const index = fn.parameters.indexOf(node);
  const values: Value[] = [];
  const elements: Element[] = [];
  for (const unit of unitsNaming(called, evaluation.unit)) {
    const inside = evaluation.in(unit);
    for (const caller of callersIn(called, evaluation.unit, inside)) {
      if (isElement(caller)) elements.push({ node: caller, unit });
      else {
        const given = givenAt(index, caller.arguments ?? []);
        if (given !== undefined) values.push(evaluation.soFar(() => inside.valueOf(given)));
      }
    }
  }
  const held = leadingTo(values);
  return index === 0 && elements.length > 0 ? { kind: 'unknown', holds: heldIn(held), elements } : held;
}

/** What elements give a component under a name. */
export function givenByElements(elements: readonly Element[], name: string, evaluation: Evaluation): Value {
  const values = elements.flatMap(({ node, unit }) =>
    node.attributes.properties.map((attribute) => {
      const inside = evaluation.in(unit);
      if (ts.isJsxSpreadAttribute(attribute))
        return inside.property(
          inside.soFar(() => inside.valueOf(attribute.expression)),
          name,
          attribute,
        );
      const { initializer } = attribute;
      const value = initializer !== undefined && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
      return value === undefined || attribute.name.getText(unit.source) !== name
        ? UNKNOWN
        : inside.soFar(() => inside.valueOf(value));
    }),
  );
  return leadingTo(values);
}

function isElement(caller: Caller): caller is Element['node'] {
  return ts.isJsxOpeningElement(caller) || ts.isJsxSelfClosingElement(caller);
}

function isCaller(node: ts.Node): node is Caller {
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isJsxOpeningElement(node) ||
    ts.isJsxSelfClosingElement(node)
  );
}

/** What calls a function in a file, by its name or by the one that the file gives it. */
function callersIn(called: Called, home: Unit, { unit, soFar, valueOf }: Evaluation): readonly Caller[] {
  const { fn, name, isDefault } = called;
  const target = ts.isConstructorDeclaration(fn) ? fn.parent : fn;
  const { byName, byVariable } = callersOf(unit.source);
  const named = name === undefined ? [] : (byName.get(name) ?? []);
  return [...new Set([...named, ...(isDefault ? byVariable : [])])].filter((caller) => {
    if (ts.isNewExpression(caller) !== ts.isConstructorDeclaration(fn)) return false;
    const value = soFar(() => valueOf(calleeOf(caller)));
    if ('node' in value) return value.node === target;
    return value.kind === 'unknown' && named.includes(caller) && isWrapped(fn, home);
  });
}

/** The calls and elements of a file, by the last name of what they call; those of them that call a variable or a module. */
const callersOf = memoize((source: ts.SourceFile) => {
  const byName = new Map<string, Caller[]>();
  const byVariable: Caller[] = [];
  for (const caller of nodesIn(source, isCaller)) {
    const callee = calleeOf(caller);
    const access = accessOf(callee);
    const name = ts.isIdentifier(callee) ? callee.text : access?.name;
    if (name !== undefined) {
      const named = byName.get(name) ?? [];
      byName.set(name, named);
      named.push(caller);
    }
    if (access === undefined && (ts.isIdentifier(callee) || ts.isCallExpression(callee))) byVariable.push(caller);
  }
  return { byName, byVariable };
});

function calleeOf(caller: Caller): ts.Expression {
  return isElement(caller) ? (caller.tagName as ts.Expression) : unwrap(caller.expression);
}

/** Whether a function is handed to one that gives it back: `memo(function Form() { … })`, `export default memo(Form)`. */
function isWrapped(fn: ts.SignatureDeclaration, { scope }: Unit): boolean {
  return wrapperAround(fn) !== undefined || (scope.bindingOf(fn.name)?.references.some(wrapperAround) ?? false);
}

function wrapperAround(node: ts.Node): ts.CallExpression | undefined {
  const { parent } = ts.isExpression(node) ? wrapped(node) : node;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return undefined;
  const callee = unwrap(parent.expression);
  return WRAPPERS.has(ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? '')) ? parent : undefined;
}

/** The files that may call a function: its own, and those that have its name, or its module's. */
function unitsNaming({ name, isDefault }: Called, unit: Unit): readonly Unit[] {
  const [file = '', folder = ''] = unit.fileName.split('/').reverse();
  const base = file.replace(/\.[^.]*$/, '');
  const words = [name, isDefault ? (base === 'index' ? folder : base) : undefined];
  const found = words.flatMap((word) =>
    word === undefined || word === '' ? [] : (filesWriting(word, unit, () => false)?.units ?? []),
  );
  return [...new Map([unit, ...found].map((one) => [one.fileName, one])).values()];
}

/** The name that a function is called by, or a constructor's class; undefined where it has none. */
function nameOf(fn: ts.SignatureDeclaration): string | undefined {
  if (ts.isConstructorDeclaration(fn)) return nameOfExpression(fn.parent);
  return nameText(fn.name) ?? (ts.isExpression(fn) ? nameOfExpression(fn) : undefined);
}

function nameOfExpression(node: ts.ClassLikeDeclaration | ts.Expression): string | undefined {
  if (ts.isClassLike(node) && node.name !== undefined) return node.name.text;
  const { parent } = ts.isExpression(node) ? wrapped(wrapperAround(node) ?? node) : node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))
    return nameText(parent.name);
  const target = ts.isBinaryExpression(parent) ? accessOf(parent.left) : undefined;
  return target?.name === 'exports' ? undefined : target?.name;
}

/** Whether a function is what a module exports as its default, or all of it: importers give it a name of their own. */
function isDefaultExport(fn: ts.SignatureDeclaration, name: string | undefined): boolean {
  const isIt = (value: ts.Expression): boolean =>
    contains(value, fn) ||
    (name !== undefined && someIn(value, (inner) => ts.isIdentifier(inner) && inner.text === name));
  return fn.getSourceFile().statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return isIt(statement.expression);
    if (ts.isFunctionDeclaration(statement))
      return statement === fn && hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
    const assigned = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : statement;
    return (
      ts.isBinaryExpression(assigned) && accessOf(assigned.left)?.name === 'exports' && isIt(unwrap(assigned.right))
    );
  });
}
