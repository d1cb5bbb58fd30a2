import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';
import { writeForEarlyCompiling } from './write-for-early-compiling.ts';

const EXAMPLE = join(import.meta.dirname, '../examples/next-app');

/** What a run looks at, and its exit status: a file in which nothing is found, and all of the example. */
const SHORT_RUN = ['app/src/app/layout.tsx', 0] as const;
const LONG_RUN = ['app', 1] as const;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * Node keeps what V8 has compiled of a file when it is loaded (22.8 and newer), and compiles the rest anew in each run,
 * function by function. So the functions that a run over the example calls are written in a form that V8 compiles when
 * it loads them.
 *
 * @param builds how many of the configurations have this plugin; the last to be written has all files changed
 * @param isMeant whether a file of theirs is to be changed, by its name
 * @param isInShortRun whether a run in which nothing is found loads it. What only other runs call isn't compiled early
 *   there, since such a run takes no longer than to load all that is
 */
export function compileEarly(
  builds: number,
  isMeant: (name: string) => boolean,
  isInShortRun: (name: string) => boolean,
): Rolldown.Plugin {
  let written = 0;
  return {
    name: 'compile-early',
    writeBundle({ dir = '' }) {
      written++;
      if (written % builds !== 0) return;
      const inShortRun = calledIn(dir, SHORT_RUN);
      for (const [file, inLongRun] of calledIn(dir, LONG_RUN)) {
        const name = basename(file);
        if (!isMeant(name)) continue;
        const called = (isInShortRun(name) ? inShortRun.get(file) : undefined) ?? inLongRun;
        const text = readFileSync(file, 'utf8');
        writeFileSync(
          file,
          writeForEarlyCompiling(text, (start) => called.has(start)),
        );
      }
    },
  };
}

/** Where the functions begin that a run over the example calls, for each file of the built command. */
function calledIn(
  dist: string,
  [path, expected]: typeof SHORT_RUN | typeof LONG_RUN,
): ReadonlyMap<string, ReadonlySet<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-early-'));
  try {
    cpSync(EXAMPLE, join(folder, 'app'), { recursive: true, filter: (path) => !path.includes('node_modules') });
    const { status, stderr } = spawnSync(process.execPath, [join(dist, 'cli.cjs'), '--check', '--no-types', path], {
      cwd: folder,
      env: { ...process.env, NODE_V8_COVERAGE: join(folder, 'coverage') },
      encoding: 'utf8',
    });
    if (status !== expected) throw new Error(`the built command fails on its example: ${stderr}`);
    const called = new Map<string, Set<number>>();
    for (const name of readdirSync(join(folder, 'coverage'))) {
      const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')) as Coverage;
      for (const { url, functions } of result) {
        if (!url.startsWith('file:')) continue;
        const starts = functions.flatMap(({ ranges: [all] }) =>
          all !== undefined && all.count > 0 ? [all.startOffset] : [],
        );
        called.set(fileURLToPath(url), new Set(starts));
      }
    }
    return called;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
