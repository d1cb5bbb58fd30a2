import { ts } from 'ts-morph';
import { originOf } from '../../flow/origins.ts';
import { accessOf, castOf, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { asBranch, asPart, at, deeper, valueOf, type Step, type View } from './question.ts';
import { sourcesOfCall } from './source-of-call.ts';
import { sourcesOfName } from './source-of-name.ts';
import { MISSING, unseen } from './source.ts';
import { lookBehind } from './type-on-the-way.ts';

/** What the value of an expression may be made of. */
export function sourcesOfValue(expression: ts.Expression, view: View): readonly Step[] {
  const { types, view: behind } = lookBehind(castOf(expression), view);
  return [...sourcesOfUncast(unwrap(expression), behind), ...types];
}

function sourcesOfUncast(node: ts.Expression, view: View): readonly Step[] {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'object':
      return sourcesOfLiteral(origin.literal, view);
    case 'nothing':
    case 'data':
      return [MISSING];
    case 'same':
      return [valueOf(origin.of, view)];
    case 'choice':
      return origin.of.map((branch) => branchOf(branch, view));
    case 'fallback':
      return [branchOf(origin.first, view), branchOf(origin.other, view)];
    case 'guarded':
      return [MISSING, branchOf(origin.then, view)];
    case 'awaited':
      return isThenable(origin.of) ? unseen(node) : [valueOf(origin.of, view)];
    case 'name':
      return sourcesOfName(origin.name, view);
    case 'part':
      return sourcesOfPart(node, view);
    case 'result':
      return sourcesOfCall(origin.call, view);
    // What is assigned has another name, under which more may be put on it.
    default:
      return unseen(node);
  }
}

function branchOf(value: ts.Expression, view: View): Step {
  return valueOf(value, asBranch(value, view));
}

/** `{ then: … }`: waiting for it gives something else. */
function isThenable(expression: ts.Expression): boolean {
  const origin = originOf(expression);
  return origin.kind === 'object' && origin.literal.properties.some(({ name }) => nameText(name) === 'then');
}

/** `form.values.name`, of what a variable holds. */
function sourcesOfPart(node: ts.Expression, view: View): readonly Step[] {
  const access = accessOf(node);
  if (access === undefined) return unseen(node);
  const object = unwrap(access.object);
  const path = [access.name, ...view.path];
  const variable = view.unit.scope.bindingOf(object);
  const whole = variable === undefined ? at(path, view) : deeper(path, variable, view);
  return whole === undefined || (variable === undefined && accessOf(object) === undefined)
    ? unseen(node)
    : [valueOf(access.object, whole)];
}

function sourcesOfLiteral(literal: ts.ObjectLiteralExpression, view: View): readonly Step[] {
  const spreads = literal.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression);
  const [name, ...rest] = view.path;
  if (name === undefined)
    return [{ kind: 'literal', literal }, ...spreads.map((spread) => branchOf(spread, asPart(view)))];
  const named = literal.properties.filter((property) => !ts.isSpreadAssignment(property));
  if (named.some((property) => nameText(property.name) === undefined)) return unseen(literal);
  const property = named.findLast((candidate) => nameText(candidate.name) === name);
  const own = property === undefined ? [MISSING] : sourcesOfProperty(property, at(rest, view));
  return [...own, ...spreads.map((spread) => valueOf(spread, view))];
}

function sourcesOfProperty(property: ts.ObjectLiteralElementLike, view: View): readonly Step[] {
  const value = valueOfMember(property);
  return value === undefined ? unseen(property) : [valueOf(value, view)];
}
