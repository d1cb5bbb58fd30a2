import { ts } from 'ts-morph';
import type { Place } from './place.ts';

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
