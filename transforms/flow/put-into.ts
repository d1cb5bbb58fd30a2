import { ts } from 'ts-morph';
import { FORGETTING_METHODS } from '../knowledge/known-globals.ts';
import { isWriteTarget, type Binding } from '../recognise/source/scope.ts';
import type { Tracer } from '../recognise/trace/trace.ts';
import { accessOf, parametersOf, unwrap, wrapped } from '../syntax.ts';
import { closed, from, joined, NOTHING, type Place, type Step } from './place.ts';

/** What an assignment gives its target: of a pattern, all that it takes apart, and the defaults on the way. */
export function assigned(target: ts.Node, { unit, isClosed }: Place): Place[] {
  const found: ts.Node[] = [];
  for (let node = target; ; node = node.parent) {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer !== undefined)
      found.push(parent.objectAssignmentInitializer);
    else if (ts.isBinaryExpression(parent) && parent.left === node) found.push(parent.right);
    else if (ts.isForOfStatement(parent)) found.push(parent.expression);
    if (ts.isStatement(parent) || ts.isFunctionLike(parent) || ts.isSourceFile(parent))
      return found.map((node) => ({ node, unit, isClosed }));
  }
}

/**
 * What code in sight may put into the object that a variable holds: by assigning to a property, by a method, or by
 * giving it to a function.
 */
export function whatIsPutInto(binding: Binding, place: Place, tracer: Tracer): Step {
  return joined(
    binding.references.map((reference): Step => {
      let outer: ts.Node = wrapped(reference);
      while (
        accessOf(outer.parent)?.object === outer ||
        (ts.isElementAccessExpression(outer.parent) && outer.parent.expression === outer)
      )
        outer = wrapped(outer.parent as ts.Expression);
      const { parent } = outer;
      const isItself = outer === wrapped(reference);
      if (!isItself && isWriteTarget(outer as ts.Expression)) return { from: assigned(outer, place) };
      if (ts.isCallExpression(parent) && parent.expression === outer)
        return isItself || FORGETTING_METHODS.has(accessOf(outer)?.name ?? '')
          ? NOTHING
          : from(place, ...parent.arguments);
      if (!isItself) return NOTHING;
      if (ts.isCallExpression(parent))
        return givenAway(parent, parent.arguments.indexOf(outer as ts.Expression), place, tracer);
      return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? from(place, parent.name) : NOTHING;
    }),
  );
}

/**
 * What a function that an object is given to may put into it: what it is given beside the object, and what it does to
 * it in sight.
 */
function givenAway(call: ts.CallExpression, index: number, place: Place, tracer: Tracer): Step {
  const beside = from(closed(place), ...call.arguments.filter((_, other) => other !== index));
  const callee = tracer.valueOf(unwrap(call.expression), place.unit);
  const parameter = callee.kind === 'function' ? parametersOf(callee.node)[index] : undefined;
  const received =
    parameter !== undefined && ts.isIdentifier(parameter.name) && callee.kind === 'function'
      ? callee.unit.scope.bindingOf(parameter.name)
      : undefined;
  if (received === undefined || parameter === undefined || callee.kind !== 'function') return beside;
  return joined([
    beside,
    { from: [{ node: parameter.name, unit: callee.unit, isClosed: place.isClosed, into: received }] },
  ]);
}
