import { ts } from 'ts-morph';
import { builtinFunction } from '../knowledge/builtins.ts';
import type { SdkType } from '../knowledge/sdk-types.ts';
import { definitionOf } from '../flow/definitions.ts';
import { stepInto } from '../flow/origins.ts';
import { isEnumMember } from '../language/enums.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { importOf } from '../language/modules.ts';
import { isReactiveVariable, readsReactively } from '../recognise/frameworks/reactive.ts';
import { isAssignmentOperator } from '../language/scope.ts';
import { accessOf, unwrap, isAccess } from '../syntax.ts';
import { someIn } from '../tree.ts';
import { mayBeAbsent } from './absent.ts';
import { NULLISH, PRIMITIVE, UNKNOWN, within } from './kinds/kinds.ts';
import { isUnassignedPath, pathOf } from './paths/property-paths.ts';
import { isUntyped } from './kinds/untyped.ts';
import { kindsOf } from './kinds/possible-kinds.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import type { Value } from '../recognise/sdk/value.ts';
import type { Unit } from '../language/unit.ts';

/**
 * How freely an expression can be evaluated at another time, from anywhere to nowhere:
 *
 * - `constant`: literals and never reassigned variables.
 * - `path`: property paths on them that nothing in the file assigns to. Only code that runs in between could change
 *   what they give.
 * - `reactive`: what a framework keeps up to date, with what the requests change, too.
 * - `moving`: may give something else after a request, but has no effects: reassigned variables, assigned properties,
 *   getters, the frontend's user.
 * - `effect`: calls and everything else that does something.
 */
export type Stability = 'constant' | 'path' | 'reactive' | 'moving' | 'effect';

const ORDER: readonly Stability[] = ['constant', 'path', 'reactive', 'moving', 'effect'];

export function leastStable(stabilities: readonly Stability[]): Stability {
  return ORDER[Math.max(0, ...stabilities.map((stability) => ORDER.indexOf(stability)))] ?? 'effect';
}

/**
 * Whether `node` reads from what may be null or undefined, as far as no type rules that out.
 *
 * @param read the text of what a property has been read of before, so that it is there
 */
export function mayThrow(node: ts.Node, read: ReadonlySet<string>, unit: Unit): boolean {
  return someIn(
    node,
    (inner) => {
      const object = objectNeededAt(inner);
      if (object === undefined || read.has(unwrap(object).getText())) return false;
      const value = evaluate(object, unit);
      if (value.kind === 'sdk') return mayBeAbsent(object, value, unit);
      const missing = isUntyped(object, unit) ? UNKNOWN | NULLISH : NULLISH;
      return NOT_IN_SIGHT.has(value.kind) && (kindsOf(object, unit) & missing) !== 0;
    },
    ts.isFunctionLike,
  );
}

/** The values of which only a type may say that they are there. */
const NOT_IN_SIGHT: ReadonlySet<Value['kind']> = new Set(['unknown', 'typed']);

/** What must not be null or undefined: what has a property that is read, is spread into a list, or asked `in`. */
function objectNeededAt(node: ts.Node): ts.Expression | undefined {
  if (isAccess(node)) return node.questionDotToken === undefined ? node.expression : undefined;
  if (ts.isSpreadElement(node)) return node.expression;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword ? node.right : undefined;
}

/** Whether `node` waits for something, in the function it stands in: it can't be moved into another. */
export function suspends(node: ts.Node): boolean {
  return someIn(
    node,
    (inner) => ts.isAwaitExpression(inner) || ts.isYieldExpression(inner),
    (inner) => inner !== node && ts.isFunctionLike(inner),
  );
}

/**
 * How freely `node` can be evaluated later than where it stands.
 *
 * @param gone nodes that don't count: they are about to be removed, or known to be constant
 */
export function stabilityOf(node: ts.Node, gone: ReadonlySet<ts.Node>, unit: Unit): Stability {
  if (gone.has(node)) return 'constant';
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node) || ts.isTypeNode(node))
    return 'constant';
  if (ts.isIdentifier(node)) return stabilityOfIdentifier(node, unit);
  if (isAccess(node)) return stabilityOfAccess(node, gone, unit);
  if (ts.isPropertyAssignment(node)) {
    const name = ts.isComputedPropertyName(node.name) ? stabilityOf(node.name.expression, gone, unit) : 'constant';
    return leastStable([name, stabilityOf(node.initializer, gone, unit)]);
  }
  if (ts.isShorthandPropertyAssignment(node)) return stabilityOf(node.name, gone, unit);
  if (ts.isCallExpression(node) && isPure(node, unit))
    return leastStable(['path', ...node.arguments.map((argument) => stabilityOf(argument, gone, unit))]);
  if (ts.isAccessor(node) || (ts.isExpression(node) && hasEffect(node))) return 'effect';
  const parts: Stability[] = readsInside(node, unit) ? ['path'] : [];
  ts.forEachChild(node, (child) => {
    parts.push(stabilityOf(child, gone, unit));
  });
  return leastStable(parts);
}

function isPure(call: ts.CallExpression, unit: Unit): boolean {
  return builtinFunction(globalFunctionName(call.expression, unit))?.isPure === true;
}

/**
 * Whether evaluating `node` looks into an object that a variable holds: a spread copies it, operators turn it into a
 * primitive.
 */
function readsInside(node: ts.Node, unit: Unit): boolean {
  if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) return true;
  const operands = ts.isBinaryExpression(node)
    ? [node.left, node.right]
    : ts.isTemplateSpan(node)
      ? [node.expression]
      : ts.isPrefixUnaryExpression(node)
        ? [node.operand]
        : [];
  const isLogical = ts.isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind);
  return !isLogical && operands.some((operand) => !within(kindsOf(operand, unit), PRIMITIVE | NULLISH));
}

/** Operators that give one of their operands as it is, and comparisons by identity. */
const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Whether evaluating an expression itself may do something. What isn't known to do nothing may do anything. */
export function hasEffect(node: ts.Expression): boolean {
  switch (stepInto(node).kind) {
    case 'result':
    case 'instance':
    case 'tagged':
    case 'awaited':
    case 'class':
    case 'markup':
      return true;
    case 'unknown':
      return !(
        ts.isMetaProperty(node) ||
        ts.isSpreadElement(node) ||
        ts.isOmittedExpression(node) ||
        ts.isPrivateIdentifier(node)
      );
    default:
      return isCounting(node) || isAssignment(node) || ts.isDeleteExpression(node);
  }
}

function isCounting(node: ts.Expression): boolean {
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}

function isAssignment(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind);
}

function stabilityOfIdentifier(node: ts.Identifier, unit: Unit): Stability {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) {
    if (node.text === 'undefined' || node.text === 'NaN' || node.text === 'Infinity') return 'constant';
    return readsReactively(node, unit) ? 'reactive' : 'path';
  }
  if (isReactiveVariable(binding, unit)) return 'reactive';
  // Another module may have exported a variable that it goes on to assign.
  if (binding.declaration !== undefined && importOf(binding.declaration) !== undefined)
    return definitionOf(node, unit).isSure ? 'constant' : 'moving';
  const isSeveralTimesDeclared =
    binding.declaration === undefined && binding.symbol.declarations?.some(ts.isVariableDeclaration) === true;
  const isSteady =
    !unit.scope.hasHiddenWrites() ||
    (binding.declaration !== undefined &&
      ts.isVariableDeclaration(binding.declaration) &&
      ts.isVariableDeclarationList(binding.declaration.parent) &&
      (binding.declaration.parent.flags & ts.NodeFlags.Const) !== 0);
  return binding.writes.length === 0 && !binding.isHoisted && !isSeveralTimesDeclared && isSteady
    ? 'constant'
    : 'moving';
}

/** What the requests keep up to date. */
const LIVE_TYPES: ReadonlySet<SdkType> = new Set([
  'frontend-user',
  'frontend-users-ref',
  'session',
  'session-ref',
  'clerk-js',
  'clerk-js-ref',
  'svelte-context',
]);

function isLive(node: ts.Expression, unit: Unit): boolean {
  const value = evaluate(node, unit);
  return value.kind === 'sdk' && LIVE_TYPES.has(value.type);
}

function stabilityOfAccess(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  gone: ReadonlySet<ts.Node>,
  unit: Unit,
): Stability {
  if (isEnumMember(node, unit)) return 'constant';
  const access = accessOf(node);
  const index =
    ts.isElementAccessExpression(node) && access === undefined
      ? stabilityOf(node.argumentExpression, gone, unit)
      : 'constant';
  const object = stabilityOf(node.expression, gone, unit);
  if (object === 'effect' || index === 'effect') return 'effect';
  const owner = evaluate(unwrap(node.expression), unit);
  // The first request refreshes the frontend's user, and what says who that is; the objects themselves stay.
  if (owner.kind === 'sdk' && LIVE_TYPES.has(owner.type) && !isLive(node, unit)) return 'moving';
  const path = pathOf(node, unit);
  const isAssigned =
    path === undefined ? access === undefined || unit.scope.hasGetter(access.name) : !isUnassignedPath(path, unit);
  return isAssigned ? 'moving' : leastStable([readsReactively(node, unit) ? 'reactive' : 'path', object, index]);
}
