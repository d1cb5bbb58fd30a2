import { ts } from 'ts-morph';
import { stepForward } from '../../../flow/uses.ts';
import { PROMISE_METHODS } from '../../../knowledge/builtins.ts';
import { accessOf } from '../../../syntax.ts';

/**
 * Whether nothing of the function runs before what a call promises is there: it is awaited, or what the function ends
 * with.
 */
export function isWaitedFor(call: ts.Expression): boolean {
  const use = stepForward(call);
  switch (use.kind) {
    case 'awaited':
      return true;
    case 'same':
      return isWaitedFor(use.to);
    case 'method':
      return CHAINING.has(accessOf(use.access)?.name ?? '') && isWaitedFor(use.call);
    case 'returned':
      return !isFollowed(call.parent);
    default:
      return false;
  }
}

/** Methods of promises that give a promise for the same and more. */
const CHAINING: ReadonlySet<string> = new Set(Object.keys(PROMISE_METHODS));

/** Whether a `finally` runs behind a `return`. */
function isFollowed(statement: ts.Node): boolean {
  for (let node = statement; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isTryStatement(node.parent) && node.parent.finallyBlock !== undefined && node.parent.finallyBlock !== node)
      return true;
  }
  return false;
}
