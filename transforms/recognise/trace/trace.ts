import { ts } from 'ts-morph';
import { accessOf, isEmptyObject, unwrap } from '../../syntax.ts';
import { valueByType } from '../sdk/by-type.ts';
import type { ModuleGraph } from '../source/modules.ts';
import { callOf, honoClient, resultOf, valueOfCall, valueOfNew } from './calls.ts';
import { valueOfBinding, valueOfExport, valueOfIdentifier } from './declarations.ts';
import { valueOfElementAccess } from './elements.ts';
import { hasStatic, propertyOf } from './members.ts';
import { valueOfType } from './types.ts';
import { componentOptions, isComponentThis } from './vue.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../source/unit.ts';
import { join, NULLISH, partOf, possibly, STRANGER, UNKNOWN, type Value } from '../sdk/value.ts';

/** Finds out what expressions are, by following local data flow and imports. */
export type Tracer = Pick<Tracing, 'graph' | 'valueOf' | 'property' | 'called' | 'valueOfType'>;

/** Deeper than any real chain of aliases, and shallow enough for the stack. */
const MAX_DEPTH = 60;

/** Far more than tracing one expression takes, unless it follows functions that call each other along every path between them. */
const MAX_STEPS = 5000;

export function createTracer(graph: ModuleGraph): Tracer {
  const tracing: Tracing = {
    graph,
    guarded: createGuard(),
    valueOf: (expression, unit) => valueOfExpression(expression, unit, tracing),
    property: (value, name, at, unit) => partOf(value, propertyOf(value, name, at, unit, tracing)),
    called: (value, at, unit) => callOf(value, at, unit, tracing),
    resultOf: (node, unit) => resultOf(node, unit, tracing),
    valueOfBinding: (binding, unit) => valueOfBinding(binding, unit, tracing),
    valueOfType: (type, unit) => valueOfType(type, unit, tracing),
    valueOfExport: (declaration, unit) => valueOfExport(declaration, unit, tracing),
    typeArguments: new Map(),
  };
  return { ...tracing, valueOf: knownOnce(tracing.valueOf) };
}

/** What an expression is, is asked many times. What the tracer asks itself on the way isn't kept: where it goes round in a circle that is less than the whole. */
function knownOnce(valueOf: Tracer['valueOf']): Tracer['valueOf'] {
  const units = new WeakMap<Unit, WeakMap<ts.Expression, Value>>();
  return (expression, unit) => {
    const values = units.get(unit) ?? new WeakMap<ts.Expression, Value>();
    units.set(unit, values);
    const value = values.get(expression) ?? valueOf(expression, unit);
    values.set(expression, value);
    return value;
  };
}

function createGuard(): Tracing['guarded'] {
  /** What is being looked at, so that a definition by itself ends. */
  const active = new Set<ts.Node>();
  let steps = 0;
  return (node, evaluate) => {
    steps = active.size === 0 ? 1 : steps + 1;
    if (active.has(node) || active.size > MAX_DEPTH || steps > MAX_STEPS) return UNKNOWN;
    active.add(node);
    try {
      return evaluate();
    } finally {
      active.delete(node);
    }
  };
}

function valueOfExpression(expression: ts.Expression, unit: Unit, tracing: Tracing): Value {
  const node = unwrap(expression);
  return tracing.guarded(node, () => {
    const value = valueOfCast(expression, unit, tracing) ?? valueOfUnwrapped(node, unit, tracing);
    return value.kind === 'unknown' ? valueByType(node, unit) : value;
  });
}

/** A cast to a type of the SDK says what the value is (types tell the truth); undefined where there is none. */
function valueOfCast(expression: ts.Expression, unit: Unit, tracing: Tracing): Value | undefined {
  for (let current = expression; ; ) {
    if (ts.isAsExpression(current) || ts.isTypeAssertionExpression(current)) {
      const value = tracing.valueOfType(current.type, unit);
      if (value.kind === 'sdk') return value;
      current = current.expression;
    } else if (ts.isParenthesizedExpression(current) || ts.isNonNullExpression(current) || ts.isSatisfiesExpression(current)) {
      current = current.expression;
    } else {
      return undefined;
    }
  }
}

function valueOfUnwrapped(node: ts.Expression, unit: Unit, tracing: Tracing): Value {
  if (ts.isIdentifier(node)) return valueOfIdentifier(node, unit, tracing);
  const access = accessOf(node);
  if (access !== undefined) {
    const variables = access.name === 'clerk' ? accessOf(unwrap(access.object)) : undefined;
    const client = variables?.name === 'var' ? honoClient(variables.object, node, unit, tracing) : undefined;
    return client ?? tracing.property(tracing.valueOf(access.object, unit), access.name, node, unit);
  }
  if (ts.isElementAccessExpression(node)) return valueOfElementAccess(node, unit, tracing);
  if (ts.isCallExpression(node)) return valueOfCall(node, unit, tracing);
  if (ts.isNewExpression(node)) return valueOfNew(node, unit, tracing);
  if (ts.isAwaitExpression(node)) return tracing.valueOf(node.expression, unit);
  if (ts.isConditionalExpression(node)) return join([tracing.valueOf(node.whenTrue, unit), tracing.valueOf(node.whenFalse, unit)]);
  if (ts.isBinaryExpression(node)) return valueOfBinary(node, unit, tracing);
  if (ts.isObjectLiteralExpression(node)) return { kind: 'object', node, unit };
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, unit };
  if (ts.isClassExpression(node)) return { kind: 'class', node, unit };
  if (node.kind === ts.SyntaxKind.ThisKeyword) return valueOfThis(node, unit);
  if (node.kind === ts.SyntaxKind.SuperKeyword) return valueOfSuper(node, unit, tracing);
  if (node.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(node)) return NULLISH;
  if (ts.isArrayLiteralExpression(node)) return { kind: 'array', node, unit };
  if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node)) return STRANGER;
  return UNKNOWN;
}

function valueOfBinary(node: ts.BinaryExpression, unit: Unit, tracing: Tracing): Value {
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken: {
      const left = tracing.valueOf(node.left, unit);
      // `useUser() ?? {}`: nothing of an empty object can be called.
      return left.kind === 'sdk' && isEmptyObject(unwrap(node.right)) ? left : join([left, tracing.valueOf(node.right, unit)]);
    }
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return possibly(tracing.valueOf(node.right, unit));
    case ts.SyntaxKind.CommaToken:
    case ts.SyntaxKind.EqualsToken:
      return tracing.valueOf(node.right, unit);
    default:
      return STRANGER;
  }
}

function valueOfThis(node: ts.Node, unit: Unit): Value {
  const options = componentOptions(unit);
  if (options !== undefined && isComponentThis(node, options)) return { kind: 'component', node: options, unit };
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (ts.isFunctionDeclaration(current) || ts.isFunctionExpression(current)) return UNKNOWN;
    if (ts.isClassElement(current) && ts.isClassLike(current.parent)) {
      return { kind: hasStatic(current) || ts.isClassStaticBlockDeclaration(current) ? 'class' : 'instance', node: current.parent, unit };
    }
    if ((ts.isMethodDeclaration(current) || ts.isAccessor(current)) && ts.isObjectLiteralExpression(current.parent)) {
      return { kind: 'object', node: current.parent, unit };
    }
  }
  return UNKNOWN;
}

/** What the class that `this` belongs to extends, where it is in sight. */
function valueOfSuper(node: ts.Node, unit: Unit, tracing: Tracing): Value {
  const own = valueOfThis(node, unit);
  if (own.kind !== 'instance' && own.kind !== 'class') return UNKNOWN;
  const base = own.node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const value = base === undefined ? UNKNOWN : tracing.valueOf(base.expression, unit);
  return value.kind === 'class' ? { kind: own.kind, node: value.node, unit: value.unit } : UNKNOWN;
}
