import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import type { Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { baseOf } from '../../syntax.ts';

export type ClassValue = Extract<Value, { kind: 'class' | 'instance' }>;

/**
 * How a class comes from another: it is that one or extends it in turn, it doesn't, or it extends something that isn't
 * known.
 */
export function descentOf(
  below: ClassValue,
  above: ts.Node,
  evaluation: Evaluation,
): 'proved' | 'excluded' | 'unknown' {
  const line = lineOf(below, evaluation);
  for (let next = line.next(); ; next = line.next()) {
    if (next.done === true) return next.value;
    if (next.value.node === above) return 'proved';
  }
}

/** Whether `new` gives an instance of a class, and not what a constructor on the way returns in its place. */
export function givesInstance(made: ClassValue, evaluation: Evaluation): boolean {
  for (const { node } of lineOf(made, evaluation)) {
    if (node.members.some((member) => ts.isConstructorDeclaration(member) && returnedBy(member).values.length > 0))
      return false;
  }
  return true;
}

/** A class and those that it extends, itself first; in the end, whether there may be more. */
function* lineOf(below: ClassValue, evaluation: Evaluation): Generator<ClassValue, 'excluded' | 'unknown'> {
  const seen = new Set<ts.Node>();
  for (let at: ClassValue = below; !seen.has(at.node);) {
    seen.add(at.node);
    yield at;
    const { node, unit } = at;
    const base = baseOf(node);
    if (base === undefined) return 'excluded';
    const value = evaluation.soFar(() => evaluation.in(unit).valueOf(base.expression));
    if (value.kind !== 'class') return value.kind === 'unknown' ? 'unknown' : 'excluded';
    at = value;
  }
  return 'excluded';
}
