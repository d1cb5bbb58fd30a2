import { ts } from 'ts-morph';
import { filesWriting, isNeverPut, mentionsOf } from '../../language/files-writing.ts';
import { PUTTING_INTO_FIRST } from '../../knowledge/builtins.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, valueOfMember } from '../../syntax.ts';
import type { Value } from '../sdk/value.ts';
import { descentOf } from './inheritance.ts';
import { isOnlyRead } from './literal-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

type Made = Extract<Value, { kind: 'object' | 'instance' | 'class' }>;

/** Whether the repository may put something under a name of an object of its own, which isn't proved to be foreign. */
export function mayBeReplaced(whole: Value, name: string, evaluation: Evaluation): boolean {
  if (whole.kind !== 'object' && whole.kind !== 'instance' && whole.kind !== 'class') return false;
  return unitsReaching(whole, name).some((unit) => mayPutInto(whole, name, evaluation.in(unit)));
}

/** The files in which something can be put under a name of an object, as far as they can be read. */
function unitsReaching({ node, unit }: Made, name: string): readonly Unit[] {
  if (ts.isObjectLiteralExpression(node) && isOnlyRead(node, unit)) return [];
  return [...new Set([unit, ...(filesWriting(name, unit, isNeverPut)?.units ?? [])])];
}

function mayPutInto(whole: Made, name: string, evaluation: Evaluation): boolean {
  const { unit } = evaluation;
  const isForeign = (value: ts.Expression): boolean => FOREIGN.has(evaluation.valueOf(value).kind);
  const mayBe = (object: ts.Expression | undefined): boolean =>
    object !== undefined && mayBeOne(evaluation.valueOf(object), whole, evaluation);
  const { writes, members, elements, given } = mentionsOf(name, unit);
  return (
    writes.some(
      (write) =>
        mayBe(accessOf(write)?.object) && !(ts.isBinaryExpression(write.parent) && isForeign(write.parent.right)),
    ) ||
    members.some((member) => {
      const by = member.parent;
      const isOwn =
        ts.isPropertyDeclaration(member) && member.initializer !== undefined && isForeign(member.initializer);
      if (isOwn || !ts.isClassLike(by) || by === whole.node) return false;
      return descentOf({ kind: 'class', node: by, unit }, whole.node, evaluation) !== 'excluded';
    }) ||
    elements.some((element) => {
      const copying = element.parent.parent;
      const value = valueOfMember(element);
      const isPut = ts.isCallExpression(copying) && isPutting(copying, unit) && mayBe(copying.arguments[0]);
      return isPut && !(value !== undefined && isForeign(value));
    }) ||
    given.some((call) => ts.isCallExpression(call) && isPutting(call, unit) && mayBe(call.arguments[0]))
  );
}

/** What is nothing of the SDK's, and hands out nothing of it. */
const FOREIGN: ReadonlySet<Value['kind']> = new Set(['foreign', 'nullish', 'function', 'instance', 'object', 'array']);

function isPutting(call: ts.CallExpression, unit: Unit): boolean {
  return PUTTING_INTO_FIRST.has(globalFunctionName(call.expression, unit) ?? '');
}

/** Whether an object that something is put into may be the one that is asked about. */
function mayBeOne(object: Value, whole: Made, evaluation: Evaluation): boolean {
  switch (object.kind) {
    case 'sdk':
    case 'array':
    case 'ref':
    case 'nullish':
    case 'module':
    case 'foreign':
      return false;
    case 'object':
      return object.node === whole.node;
    case 'instance':
    case 'class':
      return (
        object.kind === whole.kind &&
        (descentOf(object, whole.node, evaluation) !== 'excluded' ||
          descentOf(whole, object.node, evaluation) !== 'excluded')
      );
    default:
      return true;
  }
}
