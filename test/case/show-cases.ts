import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { structuredPatch } from 'diff';

import { analyze, applyEdits, type Analysis, type AnalyzeOptions, type Finding } from '../../transforms/index.ts';
import {
  analyzeOptions,
  findCases,
  loadCase,
  type Case,
  type CaseFile,
  type ExpectedFinding,
} from '../fixtures/cases.ts';

const USAGE = `npm run case <what …> [-- --exact] [-- --write]

Shows what the engine makes of it, without a build: the diff, the findings, and what differs from what is expected.

<what>     a fixture by its area and name (patch-form/cast) or by its path, a folder of fixtures (patch-form,
           patch-form/spread), or any source file by its path
--exact    for source files: make only exact rewrites
--write    writes the output and the findings as what is expected. Read the diff before you commit it`;

/**
 * Shows fixtures and source files on standard output.
 *
 * @param args names of fixtures or of folders of fixtures, paths of source files, options
 * @returns the exit code: 0 where all is as expected, 1 where something differs, 2 where there is no such case
 */
export function showCases(args: readonly string[]): number {
  const names = args.filter((arg) => !arg.startsWith('--'));
  if (names.length === 0) {
    console.log(USAGE);
    return 2;
  }
  return Math.max(0, ...names.map((name) => showNamed(name, args)));
}

function showNamed(path: string, args: readonly string[]): number {
  const cases = findCases(path.replace(/^fixtures\//, '').replace(/\/$/, ''));
  if (cases.length > 0)
    return Math.max(...cases.map((found) => showCase(loadCase(found), cases.length > 1, args.includes('--write'))));
  const file = resolve(path);
  if (!existsSync(file)) {
    console.log(`There is no fixture and no file ${path}.`);
    return 2;
  }
  const text = readFileSync(file, 'utf8');
  show(file, text, analyze(text, file, { exact: args.includes('--exact') }));
  return 0;
}

/** @param isOneOfMany then what is as expected is only named */
function showCase(fixture: Case, isOneOfMany: boolean, writes: boolean): number {
  const results = fixture.files.map((file) => ({
    file,
    analysis: analyze(file.input, file.fileName, analyzeOptions(fixture, 'input', file)),
    options: analyzeOptions(fixture, 'output', file),
  }));
  const differences = results.flatMap(({ file, analysis, options }) => differencesOf(file, analysis, options));
  if (isOneOfMany && differences.length === 0) {
    console.log(`as expected: ${fixture.name}`);
    return 0;
  }
  console.log(`\n== ${fixture.name}`);
  for (const { file, analysis } of results) show(file.path, file.input, analysis);
  console.log(differences.length === 0 ? '\nAs expected.' : `\nNOT as expected:\n${differences.join('\n')}`);
  if (writes && differences.length > 0) writeExpected(fixture, results);
  return differences.length === 0 ? 0 : 1;
}

function show(path: string, text: string, analysis: Analysis): void {
  console.log(`-- ${path}`);
  if (analysis.kind === 'syntax-error') {
    console.log(`   doesn't parse, line ${String(analysis.problem.line)}: ${analysis.problem.message}`);
    return;
  }
  console.log(diffOf(text, rewrite(text, analysis.findings)));
  for (const finding of analysis.findings) console.log(describe(finding));
  if (analysis.findings.length === 0) console.log('   no finding');
}

function describe({ kind, verdict, method, target, fields, reasons, from }: Finding): string {
  const head = `   ${String(from.line)}:${String(from.column)} ${kind} ${verdict}: ${method} → ${target ?? 'nothing'} [${fields.join(', ')}]`;
  return [
    head,
    ...reasons.map(
      ({ code, message, line, column }) => `      ${code} at ${String(line)}:${String(column)}: ${message}`,
    ),
  ].join('\n');
}

function differencesOf(file: CaseFile, analysis: Analysis, again: AnalyzeOptions): string[] {
  if (analysis.kind === 'syntax-error') return [`${file.path} doesn't parse`];
  const output = rewrite(file.input, analysis.findings);
  const stated = analysis.findings.map((finding, index) => stateAs(finding, file.findings[index]));
  const found =
    JSON.stringify(stated) === JSON.stringify(file.findings)
      ? []
      : [`findings: ${JSON.stringify(stated)}`, `expected: ${JSON.stringify(file.findings)}`];
  const second = analyze(output, file.fileName, again);
  const rewritten =
    second.kind === 'analyzed' && second.findings.some(({ edits, verdict }) => edits.length > 0 && verdict !== 'manual')
      ? ['a second run rewrites something']
      : [];
  return [
    ...found,
    ...(output === file.output
      ? []
      : ['the output differs from the expected one (- expected, + written):', diffOf(file.output, output)]),
    ...rewritten,
  ];
}

/** A finding in the properties that the fixture states of it; the usual ones where it states none. */
function stateAs(
  finding: Finding,
  expected: ExpectedFinding = { line: 0, column: 0, method: '', target: '', fields: [], verdict: 'exact', reasons: [] },
): ExpectedFinding {
  const { from, kind, surface, method, target, fields, verdict, reasons } = finding;
  const all: Required<ExpectedFinding> = {
    line: from.line,
    column: from.column,
    kind,
    surface,
    method,
    target,
    fields,
    verdict,
    reasons: reasons.map(({ code }) => code),
  };
  return Object.fromEntries(Object.keys(expected).map((key) => [key, all[key as keyof ExpectedFinding]]));
}

function writeExpected(
  fixture: Case,
  results: readonly { readonly file: CaseFile; readonly analysis: Analysis }[],
): void {
  const isSingle = !existsSync(join(fixture.folder, 'input'));
  const findings: Record<string, ExpectedFinding[]> = {};
  for (const { file, analysis } of results) {
    if (analysis.kind === 'syntax-error') continue;
    const place = fixture.placeOf('output', file.path);
    const output = rewrite(file.input, analysis.findings);
    if (output === file.input) rmSync(place, { force: true });
    else {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, `${file.marks.input ? '\uFEFF' : ''}${output}`);
    }
    if (analysis.findings.length > 0 || isSingle)
      findings[file.path] = analysis.findings.map((finding, index) => stateAs(finding, file.findings[index]));
  }
  const files = Object.entries(findings).map(([path, list]) => `  ${JSON.stringify(path)}: ${linesOf(list, '  ')}`);
  const text = isSingle ? linesOf(Object.values(findings)[0] ?? [], '') : `{\n${files.join(',\n')}\n}`;
  writeFileSync(join(fixture.folder, 'findings.json'), `${text}\n`);
  console.log('Written. Read the diff before you commit it.');
}

/** A finding a line. */
function linesOf(list: readonly ExpectedFinding[], indent: string): string {
  const lines = list.map(
    (finding) =>
      `${indent}  ${JSON.stringify(finding, null, 1).replaceAll(/\n\s*/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']')}`,
  );
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
}

function rewrite(text: string, findings: readonly Finding[]): string {
  return applyEdits(
    text,
    findings.flatMap(({ edits }) => edits),
  );
}

function diffOf(before: string, after: string): string {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 2 });
  return hunks
    .flatMap(({ oldStart, lines }) => [`   @@ line ${String(oldStart)}`, ...lines.map((line) => `   ${line}`)])
    .join('\n');
}
