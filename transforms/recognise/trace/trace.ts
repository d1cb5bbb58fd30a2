import { ts } from 'ts-morph';
import { accessOf, isEmptyObject, unwrap } from '../../syntax.ts';
import { valueByType } from '../sdk/by-type.ts';
import type { ModuleGraph } from '../source/modules.ts';
import { callOf, honoClient, resultOf, valueOfCall, valueOfNew } from './call-values.ts';
import { valueOfBinding, valueOfExport, valueOfIdentifier } from './bindings.ts';
import { valueOfElementAccess } from './array-elements.ts';
import { hasStatic, propertyOf } from './member-values.ts';
import { storeAround } from './pinia.ts';
import { valueOfType } from './typed-values.ts';
import { componentOptions, isComponentThis } from './vue.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../source/unit.ts';
import { createEvaluator } from '../../evaluate.ts';
import {
  join,
  keyOfValue,
  NONE,
  NULLISH,
  numberOf,
  partOf,
  possibly,
  sameValue,
  STRANGER,
  UNKNOWN,
  type Value,
} from '../sdk/value.ts';

/** Finds out what expressions are, by following local data flow and imports. */
export type Tracer = Pick<Tracing, 'graph' | 'valueOf' | 'property' | 'called' | 'valueOfType'>;

export function createTracer(graph: ModuleGraph): Tracer {
  const { once, soFar } = createEvaluator<Value>({ none: NONE, unknown: UNKNOWN, same: sameValue });
  const createTracing = (typeArguments: Tracing['typeArguments']): Tracing => {
    const given = [...typeArguments]
      .map(([parameter, value]) => `${String(numberOf(parameter))}=${keyOfValue(value)}`)
      .join(';');
    const tracing: Tracing = {
      graph,
      once: (node, what, evaluate) => once(node, `${what} ${given}`, evaluate),
      soFar,
      valueOf: (expression, unit) => root.once(expression, 'value', () => valueOfExpression(expression, unit, root)),
      property: (value, name, at, unit) => partOf(value, propertyOf(value, name, at, unit, root)),
      called: (value, at, unit) => callOf(value, at, unit, root),
      resultOf: (node, unit) => resultOf(node, unit, root),
      valueOfBinding: (binding, unit) => valueOfBinding(binding, unit, root),
      valueOfType: (type, unit) => valueOfType(type, unit, tracing),
      valueOfExport: (declaration, unit) => valueOfExport(declaration, unit, root),
      typeArguments,
      withArguments: (others) => (others.size === 0 ? outermost : createTracing(others)),
    };
    const root = typeArguments.size === 0 ? tracing : outermost;
    return tracing;
  };
  const outermost: Tracing = createTracing(new Map());
  const answered = (evaluate: () => Value): Value => {
    const value = soFar(evaluate);
    return value.kind === 'none' ? UNKNOWN : value;
  };
  return {
    graph,
    valueOf: (expression, unit) => answered(() => outermost.valueOf(expression, unit)),
    property: (value, name, at, unit) => answered(() => outermost.property(value, name, at, unit)),
    called: (value, at, unit) => answered(() => outermost.called(value, at, unit)),
    valueOfType: (type, unit) => answered(() => outermost.valueOfType(type, unit)),
  };
}

function valueOfExpression(expression: ts.Expression, unit: Unit, tracing: Tracing): Value {
  const node = unwrap(expression);
  if (node !== expression) return valueOfCast(expression, unit, tracing) ?? tracing.valueOf(node, unit);
  const value = valueOfUnwrapped(node, unit, tracing);
  const typed = value.kind === 'unknown' ? valueByType(node, unit) : value;
  return typed.kind === 'unknown' ? value : typed;
}

/** A cast to a type of the SDK says what the value is (types tell the truth); undefined where there is none. */
function valueOfCast(expression: ts.Expression, unit: Unit, tracing: Tracing): Value | undefined {
  for (let current = expression; ;) {
    if (ts.isAsExpression(current) || ts.isTypeAssertionExpression(current)) {
      const value = tracing.valueOfType(current.type, unit);
      if (value.kind === 'sdk') return value;
      current = current.expression;
    } else if (
      ts.isParenthesizedExpression(current) ||
      ts.isNonNullExpression(current) ||
      ts.isSatisfiesExpression(current)
    ) {
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
  if (ts.isConditionalExpression(node))
    return join([node.whenTrue, node.whenFalse].map((branch) => tracing.soFar(() => tracing.valueOf(branch, unit))));
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
      const left = tracing.soFar(() => tracing.valueOf(node.left, unit));
      // `useUser() ?? {}`: nothing of an empty object can be called.
      return left.kind === 'sdk' && isEmptyObject(unwrap(node.right))
        ? left
        : join([left, tracing.soFar(() => tracing.valueOf(node.right, unit))]);
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
    const store =
      ts.isMethodDeclaration(current) || ts.isFunctionExpression(current) ? storeAround(current, unit) : undefined;
    if (store !== undefined) return store;
    if (ts.isFunctionDeclaration(current) || ts.isFunctionExpression(current)) return UNKNOWN;
    if (ts.isClassElement(current) && ts.isClassLike(current.parent)) {
      return {
        kind: hasStatic(current) || ts.isClassStaticBlockDeclaration(current) ? 'class' : 'instance',
        node: current.parent,
        unit,
      };
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
