import { describe, expect, it } from 'vitest';
import { createReach } from '../../transforms/flow/reach.ts';

interface Node {
  readonly name: string;
  readonly next: Node[];
}

/** Nodes of a graph, each named by a letter, and where it leads: `a: 'bc'`. */
function graphOf(edges: Readonly<Record<string, string>>): (name: string) => Node {
  const nodes = new Map(Object.keys(edges).map((name): [string, Node] => [name, { name, next: [] }]));
  const nodeOf = (name: string): Node => {
    const node = nodes.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  };
  for (const [name, next] of Object.entries(edges)) nodeOf(name).next.push(...Array.from(next, nodeOf));
  return nodeOf;
}

/** The names of all that can be reached, in order. */
function gatherNames(nodes: readonly Node[], reached: readonly string[]): string {
  return [...new Set([...nodes.map(({ name }) => name), ...reached.flatMap((names) => Array.from(names))])]
    .sort()
    .join('');
}

describe('what can be reached', () => {
  it.each([
    ['a chain', { a: 'b', b: 'c', c: '' }, { a: 'abc', b: 'bc', c: 'c' }],
    ['ways that meet', { a: 'bc', b: 'd', c: 'd', d: '' }, { a: 'abcd', b: 'bd', c: 'cd' }],
    ['a node that leads to itself', { a: 'a' }, { a: 'a' }],
    ['a circle', { a: 'b', b: 'c', c: 'ad', d: '' }, { a: 'abcd', b: 'abcd', c: 'abcd', d: 'd' }],
    ['two circles, one behind the other', { a: 'b', b: 'ac', c: 'd', d: 'c' }, { a: 'abcd', c: 'cd' }],
    ['circles that share a node', { a: 'bc', b: 'a', c: 'ad', d: '' }, { b: 'abcd', c: 'abcd' }],
  ])('%s', (_, edges, expected) => {
    // Whoever is asked first, the answers are the same.
    for (const names of [Object.keys(expected), Object.keys(expected).reverse()]) {
      const nodeOf = graphOf(edges);
      const reach = createReach(({ next }: Node) => next, gatherNames);
      expect(Object.fromEntries(names.map((name) => [name, reach(nodeOf(name))]))).toEqual(expected);
    }
  });

  it('goes through each node once', () => {
    const nodeOf = graphOf({ a: 'bc', b: 'cd', c: 'd', d: 'b' });
    const met: string[] = [];
    const reach = createReach(
      (node: Node) => {
        met.push(node.name);
        return node.next;
      },
      (nodes) => nodes.length,
    );
    reach(nodeOf('a'));
    reach(nodeOf('c'));
    expect(new Set(met).size).toBe(4);
    expect(met).toHaveLength(4);
  });

  it('goes as deep as there is code', () => {
    const nodes = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    const reach = createReach(
      ({ index }: { index: number }) => nodes.slice(index + 1, index + 2),
      (own, reached: readonly number[]) => own.length + (reached[0] ?? 0),
    );
    expect(reach({ index: -1 })).toBe(100_001);
  });

  it('knows nothing where it is asked on the way to its answer', () => {
    const nodeOf = graphOf({ a: 'b', b: '' });
    const asked: unknown[] = [];
    const reach: (node: Node) => string | undefined = createReach((node: Node) => {
      asked.push(reach(nodeOf('a')));
      return node.next;
    }, gatherNames);
    expect(reach(nodeOf('a'))).toBe('ab');
    expect(asked.slice(0, 2)).toEqual([undefined, undefined]);
  });

  it('goes on after what it was asked has failed', () => {
    const nodeOf = graphOf({ a: 'b', b: '' });
    let fails = true;
    const reach = createReach((node: Node) => {
      if (fails) throw new RangeError('too long');
      return node.next;
    }, gatherNames);
    expect(() => reach(nodeOf('a'))).toThrow('too long');
    fails = false;
    expect(reach(nodeOf('a'))).toBe('ab');
  });
});
