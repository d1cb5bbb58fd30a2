import { describe, expect, it } from 'vitest';

import { analyze, type ProjectView } from '../../transforms/index.ts';
import { countWork } from './count-work.ts';
import { NESTS, WRITERS, type Program } from './programs.ts';
import { chain, KNOTS } from './shapes.ts';

/** The files of a program, beside each other; everything else that they import is a package. */
function projectOf({ files }: Program): ProjectView {
  const texts = new Map(files);
  return {
    dependsOnSdk: () => true,
    resolveModule: (specifier) => (specifier.startsWith('./') ? { kind: 'file', fileName: `/app/${specifier.slice(2)}.ts` } : { kind: 'package' }),
    readModule: (fileName) => texts.get(fileName),
    sourceFiles: () => [],
  };
}

/** More than any of the programs takes that is gone through once, and less than one takes that isn't. */
const AT_MOST = 1_500_000;

/** What still asks of each definition about all that it leads to. */
const FOR_EACH_DEFINITION: ReadonlySet<string> = new Set([
  'answers of requests', 'functions given the metadata', 'functions given the user', 'functions that run in between', 'params deeper each time', 'values from functions', 'values from parameters',
]);

/** What analysing a program takes. */
function workOf(program: Program): number {
  const [[name, text] = ['', '']] = program.files;
  const project = projectOf(program);
  return countWork(() => {
    expect(analyze(text, name, { project }).kind, text).toBe('analyzed');
  }, AT_MOST);
}

// Every question that the engine asks recursively, about definitions that mention each other in every way.
describe.each(Object.entries(WRITERS))('an analysis of %s ends', (name, write) => {
  it.each(Object.entries(KNOTS))('%s', (_name, shape) => {
    expect(workOf(write(shape))).toBeGreaterThan(0);
  });

  it('a chain that is twice as long takes twice as long', () => {
    const [none, short, long] = [1, 40, 80].map((length) => workOf(write(chain(length)))) as [number, number, number];
    expect((long - none) / (short - none)).toBeLessThan(FOR_EACH_DEFINITION.has(name) ? 5 : 3);
  });
});

describe.each(Object.entries(NESTS))('an analysis of %s ends', (_, write) => {
  it('however deep they are', () => {
    const [none, short, long] = [1, 40, 80].map((depth) => workOf(write(depth))) as [number, number, number];
    expect((long - none) / (short - none)).toBeLessThan(3);
  });
});

it('a client with 5,000 names is known by the last of them', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `const c${String(index + 1)} = c${String(index)};`);
  const text = `import { clerkClient as c0 } from '@clerk/nextjs/server';\n${names.join('\n')}\nawait c5000.users.updateUser(id, { publicMetadata: {} });\n`;
  const analysis = analyze(text, '/app/a.ts');
  expect(analysis.kind === 'analyzed' && analysis.findings.map(({ verdict, target }) => `${verdict} ${String(target)}`)).toEqual(['exact replaceUserMetadata']);
});
