import { ts } from 'ts-morph';
import { memoize } from '../memoize.ts';
import { someIn } from '../tree.ts';

/** Whether a function mentions the object that it is called on. */
export const mentionsThis = memoize((fn: ts.Node): boolean =>
  someIn(fn, ({ kind }) => kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword),
);
