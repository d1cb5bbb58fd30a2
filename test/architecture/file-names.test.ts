import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

import { ROOT } from './imports.ts';

/** Folders whose files have the names that their readers look for: packages, fixtures, examples of projects. */
const FOLDERS = [
  'bundling',
  'cli',
  'eslint-plugin',
  'integrations',
  'project',
  'site/build',
  'site/engine',
  'site/playground',
  'site/test',
  'test',
  'transforms',
];
/** Names that a tool or a convention asks for. */
const CONVENTIONAL = new Set(['index.ts', 'tsdown.config.ts']);

it('no two source files have the same name, so that one can be opened by it', () => {
  const byName = new Map<string, string[]>();
  for (const path of FOLDERS.flatMap(listSources)) {
    byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path]);
  }
  const shared = [...byName].filter(([name, paths]) => paths.length > 1 && !CONVENTIONAL.has(name));
  expect(shared.map(([, paths]) => paths.join(' and '))).toEqual([]);
});

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.split(/[/\\]/).includes('node_modules'))
    .map((path) => `${folder}/${path}`);
}
