import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCases, loadCase, type Case, type ExpectedFinding } from '../../test/fixtures/cases.ts';
import type { CaseFile, CaseFinding, CaseRow, ShownCase } from '../playground/case.ts';
import { isSource } from '../engine/source-names.ts';
import { ROOT } from './site-pages.ts';

/** The page whose rows name fixtures. */
export const RULES_PAGE = 'docs/how-it-decides.md';

/** The rows of how-it-decides, in the order of the page. */
export function listRows(): CaseRow[] {
  const rows: CaseRow[] = [];
  let section = '';
  for (const line of readFileSync(join(ROOT, RULES_PAGE), 'utf8').split('\n')) {
    section = /^##+ (.*)$/.exec(line)?.[1] ?? section;
    const [what = '', gives = '', fixture = '', nearMiss = ''] = cellsOf(line);
    const names = [fixture, nearMiss].map((cell) => /^`([^`]+)`$/.exec(cell)?.[1]);
    if (names[0] === undefined || names[1] === undefined) continue;
    rows.push({ section, what: plain(what), gives: plain(gives), fixture: names[0], nearMiss: names[1] });
  }
  return rows;
}

/** The fixtures that the site shows: those that a row names, and whatever else is asked for. */
export function namedCases(others: readonly string[]): ReadonlySet<string> {
  const there = new Set(listCases());
  const named = new Set([...listRows().flatMap(({ fixture, nearMiss }) => [fixture, nearMiss]), ...others]);
  const missing = [...named].filter((name) => !there.has(name));
  if (missing.length > 0) throw new Error(`there is no fixture ${missing.join(', ')}`);
  return named;
}

/** @throws Error where there is no such fixture */
export function readShownCase(name: string): ShownCase {
  const fixture = loadCase(name);
  const { options } = fixture;
  const inputs = fixture.texts('input');
  const outputs = fixture.texts('output');
  const files = [...inputs].map(([path, text]): CaseFile => {
    const output = outputs.get(path);
    const found = fixture.files.find((file) => file.path === path)?.findings ?? [];
    return {
      path: path.replace(/^input\./, `${name.split('/').at(-1) ?? 'input'}.`),
      text,
      ...(output === undefined || output === text ? {} : { output }),
      ...(found.length === 0 ? {} : { findings: found.map(shownFinding) }),
    };
  });
  return {
    name,
    files: options.dependsOnSdk === false && files.length === 1 ? [...files, WITHOUT_SDK] : files,
    active: Math.max(0, activeFile(fixture, [...inputs.keys()])),
    options: {
      ...(options.exact === true ? { exact: true } : {}),
      ...(options.skipReview === true ? { skipReview: true } : {}),
      ...(options.removeUnused === true ? { removeUnused: true } : {}),
      ...(options.todo === undefined ? {} : { todo: options.todo }),
      ...(options.frontendReplace === undefined ? {} : { frontendReplace: options.frontendReplace }),
      ...(options.only === undefined ? {} : { only: options.only }),
    },
    withTypes: options.types === true,
  };
}

/** A package that doesn't depend on the SDK. */
const WITHOUT_SDK: CaseFile = { path: 'package.json', text: '{ "dependencies": {} }\n' };

/** The first file with a finding, or else the first with code. */
function activeFile(fixture: Case, paths: readonly string[]): number {
  const found = fixture.files.find(({ findings }) => findings.length > 0)?.path;
  return found === undefined ? paths.findIndex(isSource) : paths.indexOf(found);
}

function shownFinding({ line, column, method, target, verdict, reasons }: ExpectedFinding): CaseFinding {
  return {
    line: line ?? 1,
    column: column ?? 1,
    method: method ?? '',
    target: target ?? null,
    verdict: verdict ?? 'manual',
    reasons: reasons ?? [],
  };
}

/** The cells of a table's line; `\|` is a bar inside one. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Without the signs of Markdown. */
function plain(cell: string): string {
  return cell.replaceAll('`', '');
}
