import { ts } from 'ts-morph';
import { memoize } from './memoize.ts';

/** What runs as one piece: a function's body, a class field's initialiser or static block, or the whole file. */
export type CodeContainer =
  ts.SignatureDeclaration | ts.PropertyDeclaration | ts.ClassStaticBlockDeclaration | ts.SourceFile;

/** The innermost {@link CodeContainer} around `node`. */
export function containerOf(node: ts.Node): CodeContainer {
  let current = node.parent;
  for (;;) {
    if (ts.isSourceFile(current) || ts.isFunctionLike(current) || ts.isClassStaticBlockDeclaration(current))
      return current;
    if (ts.isPropertyDeclaration(current) && current.initializer !== undefined && contains(current.initializer, node))
      return current;
    current = current.parent;
  }
}

/** Whether `node` is a {@link CodeContainer}. */
export function isContainer(node: ts.Node): node is CodeContainer {
  return (
    ts.isSourceFile(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassStaticBlockDeclaration(node) ||
    ts.isPropertyDeclaration(node)
  );
}

export function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

/** Whether a statement has run, whole, whenever a node does, in one run of the function around both. */
export function runsBefore(statement: ts.Node, node: ts.Node): boolean {
  return contains(statement.parent, node) && statement.end <= node.pos && containerOf(statement) === containerOf(node);
}

/** The statement that `node` is part of, not looking beyond the innermost function. */
export function statementOf(node: ts.Node): ts.Statement | undefined {
  let current: ts.Node = node;
  while (!ts.isSourceFile(current)) {
    if (ts.isStatement(current) && !ts.isBlock(current)) return current;
    if (ts.isFunctionLike(current) && current !== node) return undefined;
    current = current.parent;
  }
  return undefined;
}

export function isLoop(node: ts.Node): node is ts.IterationStatement {
  return ts.isIterationStatement(node, false);
}

/** The loops around `node` in its own function, the innermost first. */
export function loopsAround(node: ts.Node): ts.Node[] {
  return aroundUpTo(containerOf(node), node).filter(isLoop);
}

/** What is around `node` inside of `outer`, the innermost first. */
export function aroundUpTo(outer: ts.Node, node: ts.Node): ts.Node[] {
  const around: ts.Node[] = [];
  for (let { parent } = node; parent !== outer && !ts.isSourceFile(parent); { parent } = parent) around.push(parent);
  return around;
}

/** Calls `visit` for `node` and everything below it, functions included unless `visit` returns `skip`. */
export function walk(node: ts.Node, visit: (node: ts.Node) => 'skip' | undefined): void {
  const { nodes, ends } = flatOf(node);
  for (let index = 0, inner = nodes[0]; inner !== undefined; inner = nodes[index])
    index = visit(inner) === 'skip' ? (ends[index] ?? nodes.length) : index + 1;
}

/** Whether one of the nodes from `node` downwards is so. What is inside of those that `isLeftOut` isn't looked at. */
export function someIn(
  node: ts.Node,
  is: (node: ts.Node) => boolean,
  isLeftOut: (node: ts.Node) => boolean = () => false,
): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= is(inner);
    return found || isLeftOut(inner) ? 'skip' : undefined;
  });
  return found;
}

/** What is found from `node` downwards, in source order. */
export function foundIn<T>(node: ts.Node, find: (node: ts.Node) => T | undefined): T[] {
  const found: T[] = [];
  walk(node, (inner) => {
    const one = find(inner);
    if (one !== undefined) found.push(one);
    return undefined;
  });
  return found;
}

/** The nodes from `node` downwards that are so, in source order. */
export function nodesIn<Found extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is Found): Found[];
export function nodesIn(node: ts.Node, is: (node: ts.Node) => boolean): ts.Node[];
export function nodesIn(node: ts.Node, is: (node: ts.Node) => boolean): ts.Node[] {
  return foundIn(node, (inner) => (is(inner) ? inner : undefined));
}

/** A node and what is below it, each before what is inside of it; by its index, what comes behind each. */
interface Flat {
  readonly nodes: readonly ts.Node[];
  readonly ends: readonly number[];
}

/** Files and functions are walked through many times. */
const flatOf = memoize(flatten);

/** Without recursion: code may be nested more deeply than the stack is. */
function flatten(root: ts.Node): Flat {
  const nodes: ts.Node[] = [];
  const ends: number[] = [];
  /** What is to be gone to, and the index of what all that was inside of it ends with. */
  const open: (ts.Node | number)[] = [root];
  let children: ts.Node[] = [];
  const take = (child: ts.Node): void => {
    children.push(child);
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'number') {
      ends[next] = nodes.length;
      continue;
    }
    ends.push(nodes.length + 1);
    nodes.push(next);
    ts.forEachChild(next, take);
    if (children.length > 0) open.push(nodes.length - 1, ...children.reverse());
    children = [];
  }
  return { nodes, ends };
}

/** The calls in `node`, those of functions inside included, in source order. */
export const callsIn = memoize((node: ts.Node): readonly ts.CallExpression[] => nodesIn(node, ts.isCallExpression));
