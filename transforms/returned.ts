import { ts } from 'ts-morph';
import { memoizeBy } from './memoize.ts';

/** What a function returns. */
export interface Returned {
  /** What stands behind its `return`s, or what an arrow function gives. */
  readonly values: readonly ts.Expression[];
  /** What it yields, where it is a generator. */
  readonly yielded: readonly ts.Expression[];
  /** Whether it may return nothing: by a `return` alone, or at its end. */
  readonly mayBeNothing: boolean;
}

/** What is asked of a compiler. */
type Compiler = Pick<
  typeof ts,
  'forEachChild' | 'isBlock' | 'isFunctionLike' | 'isReturnStatement' | 'isYieldExpression' | 'NodeFlags'
>;

/** By name: whoever hands on all of the compiler keeps a bundler from leaving out the rest. */
const OWN: Compiler = {
  forEachChild: ts.forEachChild,
  isBlock: ts.isBlock,
  isFunctionLike: ts.isFunctionLike,
  isReturnStatement: ts.isReturnStatement,
  isYieldExpression: ts.isYieldExpression,
  NodeFlags: ts.NodeFlags,
};

const NOTHING: Returned = { values: [], yielded: [], mayBeNothing: true };

/**
 * What a function returns; nothing where it has no body in sight.
 *
 * @param compiler the one that has parsed the function, if that is another one than the engine's own
 */
export const returnedBy = memoizeBy<Parameters<typeof findReturned>, Returned>((fn) => [fn], findReturned);

function findReturned(fn: ts.SignatureDeclaration, compiler: Compiler = OWN): Returned {
  const body = 'body' in fn ? fn.body : undefined;
  if (body === undefined) return NOTHING;
  if (!compiler.isBlock(body)) return { values: [body], yielded: [], mayBeNothing: false };
  const values: ts.Expression[] = [];
  const yielded: ts.Expression[] = [];
  let mayBeNothing = (fn.flags & compiler.NodeFlags.HasImplicitReturn) !== 0;
  const open: ts.Node[] = [body];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (compiler.isReturnStatement(node)) {
      if (node.expression === undefined) mayBeNothing = true;
      else values.push(node.expression);
    } else if (compiler.isYieldExpression(node) && node.expression !== undefined) yielded.push(node.expression);
    const inside: ts.Node[] = [];
    compiler.forEachChild(node, (child) => {
      if (!compiler.isFunctionLike(child)) inside.push(child);
    });
    open.push(...inside.reverse());
  }
  return { values, yielded, mayBeNothing };
}
