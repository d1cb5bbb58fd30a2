import { ts } from 'ts-morph';
import { stepInto } from '../../flow/origins.ts';
import type { Unit } from '../../language/unit.ts';
import { isUndefinedLiteral, withoutParentheses } from '../../syntax.ts';
import { NOTHING, UNDEFINED, UNKNOWN } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import type { Change, InsteadOfUndefined } from '../decision/change.ts';

/**
 * Puts something else in the place of what may be undefined in a value, with as few words as can be: `a || undefined`
 * becomes `a || null`.
 */
export function insteadOfUndefined(value: ts.Expression, other: InsteadOfUndefined, unit: Unit): Change[] {
  const node = withoutParentheses(value);
  const orElse: Change = { kind: 'or-else', node: value, other };
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent);
  if (isUndefinedLiteral(node) && !isShorthand) return [{ kind: 'undefined-to', node, other }];
  // Where null is meant, what can't be seen gets it as well.
  const asked = other === 'null' ? UNDEFINED | UNKNOWN : UNDEFINED;
  if ((kindsOf(node, unit) & asked) === NOTHING) return [];
  if (isShorthand) return [orElse];
  const origin = stepInto(node);
  if (origin.kind === 'choice') return origin.of.flatMap((branch) => insteadOfUndefined(branch, other, unit));
  if (origin.kind === 'fallback') {
    const last = withoutParentheses(origin.other);
    // What else stands on the right can't have `??` beside it without more parentheses.
    if (isUndefinedLiteral(last) || stepInto(last).kind === 'choice') return insteadOfUndefined(last, other, unit);
  }
  return [orElse];
}
