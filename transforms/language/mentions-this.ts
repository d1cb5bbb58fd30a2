import { ts } from 'ts-morph';
import { memoize } from '../memoize.ts';
import { walk } from '../syntax.ts';

/** Whether a function mentions the object that it is called on. */
export const mentionsThis = memoize((fn: ts.Node): boolean => {
  let found = false;
  walk(fn, (node) => {
    found ||= node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword;
    return found ? 'skip' : undefined;
  });
  return found;
});
