import { ts } from 'ts-morph';
import { COMPUTED } from '../language/scope.ts';
import type { Place, Step } from './place.ts';

/** What an assignment gives its target: of a pattern, all that it takes apart, and the defaults on the way. */
export function assigned(target: ts.Node, { unit, sight }: Place): Place[] {
  const found: ts.Node[] = [];
  for (let node = target; ; node = node.parent) {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer !== undefined)
      found.push(parent.objectAssignmentInitializer);
    else if (ts.isBinaryExpression(parent) && parent.left === node) found.push(parent.right);
    else if (ts.isForOfStatement(parent)) found.push(parent.expression);
    if (ts.isStatement(parent) || ts.isFunctionLike(parent) || ts.isSourceFile(parent))
      return found.map((node) => ({ node, unit, sight }));
  }
}

/** What may be assigned to a property of that name in the file: to that of any object, and by a computed name. */
export function assignedToProperty(name: string, { unit, sight }: Place): Step {
  const names = [name, COMPUTED].filter((one) => unit.scope.propertyWrites(one).length > 0);
  return { from: names.map((assignedTo) => ({ node: unit.source, unit, sight, assignedTo })) };
}

/** The values that are assigned to properties of a name. */
export function stepFromAssignments(name: string, place: Place): Step {
  return { from: place.unit.scope.propertyWrites(name).flatMap((target) => assigned(target, place)) };
}
