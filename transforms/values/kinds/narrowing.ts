import { ts } from 'ts-morph';
import { mayGoOn } from '../../flow/order.ts';
import { stepInto } from '../../flow/origins.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { isAccess, unwrap } from '../../syntax.ts';
import { containerOf, contains } from '../../tree.ts';
import {
  ARRAY,
  BIGINT,
  BOOLEAN,
  DATE,
  NULL,
  NULLISH,
  NUMBER,
  OBJECT,
  STRING,
  UNDEFINED,
  UNKNOWN,
  without,
  type Kinds,
} from './kinds.ts';
import { mayHaveChangedSince } from './lost-narrowing.ts';
import { kindOfLiteral } from './operator-kinds.ts';
import { pathOf, samePath, type Path } from '../paths/property-paths.ts';
import type { Unit } from '../../language/unit.ts';

/** What a condition is held against. */
interface Narrowed {
  readonly unit: Unit;
  /** Whether an expression in a condition is what is asked about, and still the same by then. */
  readonly isOurs: (candidate: ts.Expression) => boolean;
}

/**
 * What is left of `kinds` at `node`, a read of the never assigned `path`, given the conditions around it:
 * `if`, `?:`, `&&`, `||`, and an earlier `if (…) return` in an enclosing block.
 */
export function narrow(kinds: Kinds, node: ts.Expression, path: Path, unit: Unit): Kinds {
  const narrowed: Narrowed = {
    unit,
    isOurs(candidate) {
      const other = pathOf(candidate, unit);
      return other !== undefined && samePath(other, path) && !mayHaveChangedSince(candidate, path, node, unit);
    },
  };
  let result = kinds;
  const applies = (condition: ts.Expression, holds: boolean): void => {
    const outcomes = outcomesOf(result, condition, narrowed);
    result = holds ? outcomes.holds : outcomes.fails;
  };
  let current: ts.Node = node;
  const outermost = containerOf(node);
  while (current !== outermost && !ts.isSourceFile(current)) {
    const { parent }: ts.Node = current;
    if (ts.isConditionalExpression(parent) && parent.condition !== current)
      applies(parent.condition, parent.whenTrue === current);
    else if (ts.isIfStatement(parent) && parent.expression !== current)
      applies(parent.expression, parent.thenStatement === current);
    else if (ts.isBinaryExpression(parent) && parent.right === current) {
      if (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) applies(parent.left, true);
      else if (parent.operatorToken.kind === ts.SyntaxKind.BarBarToken) applies(parent.left, false);
    } else if (ts.isBlock(parent) || ts.isSourceFile(parent)) {
      for (const statement of parent.statements) {
        if (statement === current) break;
        if (
          ts.isIfStatement(statement) &&
          statement.elseStatement === undefined &&
          !mayGoOn(statement.thenStatement) &&
          !contains(statement, node)
        ) {
          applies(statement.expression, false);
        }
      }
    }
    current = parent;
  }
  return result;
}

const TYPEOF_KINDS: ReadonlyMap<string, Kinds> = new Map([
  ['string', STRING],
  ['number', NUMBER],
  ['boolean', BOOLEAN],
  ['bigint', BIGINT],
  ['undefined', UNDEFINED],
]);

/** What is left of kinds where a condition holds, and where it doesn't. Both at once: each part is looked at once. */
interface Outcomes {
  readonly holds: Kinds;
  readonly fails: Kinds;
}

function outcomesOf(kinds: Kinds, expression: ts.Expression, narrowed: Narrowed): Outcomes {
  const condition = unwrap(expression);
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken) {
    const { holds, fails } = outcomesOf(kinds, condition.operand, narrowed);
    return { holds: fails, fails: holds };
  }
  const kind = ts.isBinaryExpression(condition) ? condition.operatorToken.kind : undefined;
  const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (!ts.isBinaryExpression(condition) || !(isAnd || kind === ts.SyntaxKind.BarBarToken))
    return outcomesOfSingle(kinds, condition, narrowed);
  const left = outcomesOf(kinds, condition.left, narrowed);
  const right = outcomesOf(isAnd ? left.holds : left.fails, condition.right, narrowed);
  return isAnd
    ? { holds: right.holds, fails: left.fails | right.fails }
    : { holds: left.holds | right.holds, fails: right.fails };
}

/** The same of a condition that isn't put together from others. */
function outcomesOfSingle(kinds: Kinds, condition: ts.Expression, { unit, isOurs }: Narrowed): Outcomes {
  if (isOurs(condition) || isReadOf(condition, isOurs)) return { holds: without(kinds, NULLISH), fails: kinds };
  if (ts.isCallExpression(condition)) {
    const [argument] = condition.arguments;
    const asksForArray = argument !== undefined && globalFunctionName(condition.expression, unit) === 'Array.isArray';
    return { holds: asksForArray && isOurs(argument) ? ARRAY : kinds, fails: kinds };
  }
  if (!ts.isBinaryExpression(condition)) return { holds: kinds, fails: kinds };
  const { left, right } = condition;
  const { kind } = condition.operatorToken;
  const equality = EQUALITIES.get(kind);
  if (equality !== undefined) {
    const { isStrict, isNegated } = equality;
    const { holds, fails } = outcomesOfEquality(kinds, condition, isStrict, isOurs);
    return isNegated ? { holds: fails, fails: holds } : { holds, fails };
  }
  const isDate = kind === ts.SyntaxKind.InstanceOfKeyword && isGlobal(right, 'Date', unit) && isOurs(left);
  return { holds: isDate ? DATE : kinds, fails: kinds };
}

/** `list?.length`, `text?.startsWith('a')`: what is true can't have been read of nothing. */
function isReadOf(condition: ts.Expression, isOurs: Narrowed['isOurs']): boolean {
  let node = condition;
  while (isAccess(node) || ts.isCallExpression(node)) {
    node = unwrap(node.expression);
    if (isOurs(node)) return true;
  }
  return false;
}

const EQUALITIES: ReadonlyMap<ts.SyntaxKind, { readonly isStrict: boolean; readonly isNegated: boolean }> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, { isStrict: true, isNegated: false }],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, { isStrict: true, isNegated: true }],
  [ts.SyntaxKind.EqualsEqualsToken, { isStrict: false, isNegated: false }],
  [ts.SyntaxKind.ExclamationEqualsToken, { isStrict: false, isNegated: true }],
]);

/** Of two things that are the same, by `===` or by `==`, and of two that aren't. */
function outcomesOfEquality(
  kinds: Kinds,
  { left, right }: ts.BinaryExpression,
  isStrict: boolean,
  isOurs: Narrowed['isOurs'],
): Outcomes {
  const [a, b] = [unwrap(left), unwrap(right)];
  const other = isOurs(a) ? b : isOurs(b) ? a : undefined;
  if (other !== undefined) return outcomesOfComparison(kinds, other, isStrict);
  const isTypeOfOurs = (node: ts.Expression): boolean => ts.isTypeOfExpression(node) && isOurs(node.expression);
  const type = isTypeOfOurs(a) ? b : isTypeOfOurs(b) ? a : undefined;
  if (type === undefined || !ts.isStringLiteralLike(type)) return { holds: kinds, fails: kinds };
  const named = TYPEOF_KINDS.get(type.text);
  if (named !== undefined) return { holds: named, fails: without(kinds, named) };
  return { holds: type.text === 'object' ? kinds & (OBJECT | NULL | ARRAY | DATE | UNKNOWN) : kinds, fails: kinds };
}

function outcomesOfComparison(kinds: Kinds, other: ts.Expression, isStrict: boolean): Outcomes {
  const origin = stepInto(other);
  if (origin.kind === 'nothing') {
    const compared = !isStrict ? NULLISH : origin.isNull ? NULL : UNDEFINED;
    return { holds: compared, fails: without(kinds, compared) };
  }
  return { holds: (isStrict && origin.kind === 'data' ? kindOfLiteral(other) : undefined) ?? kinds, fails: kinds };
}
