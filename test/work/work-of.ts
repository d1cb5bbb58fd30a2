import { expect } from 'vitest';
import { analyze, type ProjectView } from '../../transforms/index.ts';
import { countWork } from './count-work.ts';
import type { Program } from './programs.ts';

/** The files of a program, beside each other; everything else that they import is a package. */
function projectOf({ files }: Program): ProjectView {
  const texts = new Map(files);
  return {
    dependsOnSdk: () => true,
    resolveModule: (specifier) =>
      specifier.startsWith('./') ? { kind: 'file', fileName: `/app/${specifier.slice(2)}.ts` } : { kind: 'package' },
    readModule: (fileName) => texts.get(fileName),
    sourceFiles: () => [],
  };
}

/** More than any of the programs takes that is gone through once, and less than one takes that isn't. */
const AT_MOST = 600_000;

/** What analysing a program takes. */
export function workOf(program: Program): number {
  const [[name, text] = ['', '']] = program.files;
  const project = projectOf(program);
  return countWork(() => {
    expect(analyze(text, name, { project }).kind, text).toBe('analyzed');
  }, AT_MOST);
}
