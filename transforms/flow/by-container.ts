import type { ts } from 'ts-morph';
import { containerOf, contains, isContainer } from '../tree.ts';
import type { Range } from './ranges.ts';
import { createShrinking, type Shrinking } from './shrinking.ts';

/** Something that is in many places of a file, such as nodes of some kind, by the functions around the places. */
export interface ByContainer<T> {
  /** What is in a function, without what is in those inside of it. */
  readonly own: (container: ts.Node, isAskedFor: (one: T) => boolean) => Generator<T, void>;
  /**
   * What is in a node, first what isn't in the functions inside of it.
   *
   * @param ranges where that begins which isn't in the functions inside
   */
  readonly inside: (node: ts.Node, isAskedFor: (one: T) => boolean, ranges?: readonly Range[]) => Generator<T, void>;
}

/** The functions of a file, the outer ones first, and what is in each. */
export type Groups<T> = ReadonlyMap<ts.Node, readonly T[]>;

/** @param all in the order of the source */
export function groupByContainer<T>(all: readonly T[], nodeOf: (one: T) => ts.Node): Groups<T> {
  const groups = new Map<ts.Node, T[]>();
  for (const one of all) {
    const container = containerOf(nodeOf(one));
    const group = groups.get(container);
    if (group === undefined) groups.set(container, [one]);
    else group.push(one);
  }
  return new Map([...groups].sort(([a], [b]) => a.pos - b.pos || b.end - a.end));
}

/** Of what is grouped, what `matters`: that is asked once. */
export function createByContainer<T>(
  groups: Groups<T>,
  nodeOf: (one: T) => ts.Node,
  matters: (one: T) => boolean,
): ByContainer<T> {
  const startOf = (one: T): number => nodeOf(one).pos;
  const lists = new Map<ts.Node, Shrinking<T>>();
  const listOf = (container: ts.Node): Shrinking<T> => {
    const list = lists.get(container) ?? createShrinking(groups.get(container) ?? [], startOf, matters);
    lists.set(container, list);
    return list;
  };
  const containers = createShrinking(
    [...groups.keys()],
    ({ pos }) => pos,
    () => true,
  );
  const isAny = (): boolean => true;
  return {
    own: (container, isAskedFor) => listOf(container).within(container.pos, container.end, isAskedFor),
    *inside(node, isAskedFor, ranges = [[node.pos, node.end]]) {
      const own = isContainer(node) ? node : containerOf(node);
      for (const [from, to] of ranges) yield* listOf(own).within(from, to, isAskedFor);
      for (const container of containers.within(node.pos, node.end, isAny)) {
        if (container !== own && contains(node, container))
          yield* listOf(container).within(container.pos, container.end, isAskedFor);
      }
    },
  };
}
