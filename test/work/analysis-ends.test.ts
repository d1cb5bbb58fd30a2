import { describe, expect, it } from 'vitest';

import { analyze } from '../../transforms/index.ts';
import { NESTS } from './nests.ts';
import { send } from './programs.ts';
import { chain, KNOTS } from './definition-graphs.ts';
import { workOf } from './work-of.ts';
import { WRITERS } from './writers.ts';

/**
 * Of what is about twice as long: less than this is in proportion, four times as much goes through the whole again for
 * each part of it.
 */
const IN_PROPORTION = 3.5;

/** What takes more than that, and the reason. */
const MORE: ReadonlyMap<string, number> = new Map([
  // Each call is asked which of the writes before it matter to it.
  ...['calls of users fetched each time', 'switch that writes'].map((name): [string, number] => [name, 4]),
  // The same, and what is around each call.
  ['if else if that write', 6],
  // Each use of one object is asked what all the others do to it.
  ...[
    'calls with params of one variable',
    'functions that split and call each other with a part',
    'objects handed on behind a call that splits',
    'params deeper each time',
  ].map((name): [string, number] => [name, 5]),
  // Deep enough that some questions wait for their turn, and are asked once more; longer chains are in proportion.
  ...['clients in promises', 'refs of Vue', 'refs of refs'].map((name): [string, number] => [name, 5]),
  // What becomes of each mention of each name is asked again, from all around it.
  ...['split values changed', 'objects with spreads at each path'].map((name): [string, number] => [name, 8]),
]);

function mayTake(name: string): number {
  return MORE.get(name) ?? IN_PROPORTION;
}

// Every question that the engine asks recursively, about definitions that mention each other. More of the ways in which
// they may: test/proof/work.
describe.each(Object.entries(WRITERS))('an analysis of %s ends', (name, write) => {
  it.each(Object.entries(KNOTS))('%s', (_name, shape) => {
    expect(workOf(write(shape))).toBeGreaterThan(0);
  });

  it('a chain that is twice as long takes twice as long', () => {
    const [none, short, long] = [4, 12, 24].map((length) => workOf(write(chain(length)))) as [number, number, number];
    expect((long - none) / (short - none)).toBeLessThan(mayTake(name));
  });
});

describe.each(Object.entries(NESTS))('an analysis of %s ends', (name, write) => {
  it('however deep they are', () => {
    const [none, short, long] = [4, 12, 24].map((depth) => workOf(write(depth))) as [number, number, number];
    expect((long - none) / (short - none)).toBeLessThan(mayTake(name));
  });
});

it('a client with 5,000 names is known by the last of them', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `const c${String(index + 1)} = c${String(index)};`);
  const text = `import { clerkClient as c0 } from '@clerk/nextjs/server';\n${names.join('\n')}\nawait c5000.users.updateUser(id, { publicMetadata: {} });\n`;
  const analysis = analyze(text, '/app/a.ts');
  expect(
    analysis.kind === 'analyzed' && analysis.findings.map(({ verdict, target }) => `${verdict} ${String(target)}`),
  ).toEqual(['exact replaceUserMetadata']);
});

it('an address is known through 100 functions, each of which hands on what it is given', () => {
  const functions = Array.from(
    { length: 100 },
    (_, index) => `const f${String(index + 1)} = (path) => f${String(index)}(path);`,
  );
  const text = `const f0 = (path) => \`https://api.clerk.com/v1\${path}\`;\n${functions.join('\n')}\n${send("f100('/users/u')")}`;
  const analysis = analyze(text, '/app/a.ts');
  expect(analysis.kind === 'analyzed' && analysis.findings.map(({ verdict }) => verdict)).toEqual(['exact']);
});

it('users that are fetched by each other, or by themselves, have no client that is known', () => {
  const text = `import { createClerkClient, type ClerkClient } from '@clerk/backend';
const client = createClerkClient({});
async function find(clerk: ClerkClient, id: string) { return clerk.users.getUser(id); }
export async function save(id: string) {
  const own = await find(own, id);
  await client.users.updateUser(id, { publicMetadata: { ...own.publicMetadata, a: 1 } });
  const first = await find(second, id);
  const second = await find(first, id);
  await client.users.updateUser(id, { publicMetadata: { ...first.publicMetadata, a: 1 } });
}
`;
  const analysis = analyze(text, '/app/a.ts');
  expect(analysis.kind === 'analyzed' && analysis.findings.map(({ target }) => target)).toEqual([
    'replaceUserMetadata',
    'replaceUserMetadata',
  ]);
});
