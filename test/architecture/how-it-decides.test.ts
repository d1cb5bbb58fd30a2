/**
 * Holds the page that lists the rules against the fixtures: each row of its tables names what the engine gives, a
 * fixture where it does, and a near miss where it doesn't. That the engine gives what a fixture states is what
 * test/fixtures/areas holds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { SURFACES } from '../../transforms/api-change.ts';
import { ENDPOINTS } from '../../transforms/http-api.ts';
import { REASONS } from '../../transforms/reasons.ts';
import { type ExpectedFinding, listCases, loadCase } from '../fixtures/cases.ts';
import { ROOT } from './imports.ts';

const PAGE = 'docs/how-it-decides.md';
const COLUMNS = ['Gives', 'Fixture', 'Near miss'];

interface Row {
  readonly section: string;
  readonly what: string;
  readonly gives: readonly Claim[];
  readonly fixture: string;
  readonly nearMiss: string;
}

/** One of the things that a row says about what comes out. */
type Claim =
  | { readonly kind: 'target' | 'verdict' | 'reason' | 'writes'; readonly text: string }
  | { readonly kind: 'calls'; readonly shape: 'two statements' | 'one promise' }
  | { readonly kind: 'nothing' };

/** What a case states of its files. */
interface Outcome {
  readonly findings: readonly ExpectedFinding[];
  readonly input: string;
  readonly output: string;
}

const TARGETS: ReadonlySet<string> = new Set([
  ...Object.values(SURFACES).flatMap(({ merge, replace }) => (replace === null ? [merge] : [merge, replace])),
  ...Object.values(ENDPOINTS).flatMap(({ path, replace }) =>
    ['PATCH', ...(replace === null ? [] : [replace])].map((method) => `${method} ${path}/metadata`),
  ),
]);
const VERDICTS: ReadonlySet<string> = new Set(['exact', 'review', 'manual', 'ignored']);

const cases = new Set(listCases());
const rows = readRows(readFileSync(join(ROOT, PAGE), 'utf8'));

describe(PAGE, () => {
  it('has rows, and says nothing twice in one section', () => {
    expect(rows.length).toBeGreaterThan(100);
    const said = rows.map((row) => [row.section, row.what, row.fixture, row.nearMiss].join(' | '));
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  });

  it('names fixtures that exist', () => {
    const linked = rows.flatMap(({ fixture, nearMiss }) => [fixture, nearMiss]);
    expect(linked.filter((name) => !cases.has(name))).toEqual([]);
  });

  it('gives each reason a row', () => {
    const named = new Set(
      rows
        .filter(({ section }) => section === 'Reasons')
        .flatMap(({ gives }) => gives.flatMap((claim) => (claim.kind === 'reason' ? [claim.text] : []))),
    );
    expect(Object.keys(REASONS).filter((code) => !named.has(code))).toEqual([]);
  });

  for (const [section, inSection] of groupBySection(rows)) {
    describe(section, () => {
      for (const { what, gives, fixture, nearMiss } of inSection) {
        it(`${what} (${fixture}, not ${nearMiss})`, () => {
          expect(gives, 'the row says what comes out').not.toEqual([]);
          expect(broken(gives, outcomeOf(fixture)), `${fixture} gives what the row says`).toEqual([]);
          expect(
            givesAnyway(gives, outcomeOf(nearMiss)),
            `${nearMiss} gives something else, in each of its calls`,
          ).toEqual([]);
        });
      }
    });
  }
});

/** The claims that don't hold for an outcome: those about findings have to hold for each of them. */
function broken(claims: readonly Claim[], outcome: Outcome): string[] {
  const none =
    outcome.findings.length === 0 && !claims.some(({ kind }) => kind === 'nothing') ? ['there is no finding'] : [];
  return [
    ...none,
    ...claims
      .filter(
        (claim) =>
          !holdsForFile(claim, outcome) || !outcome.findings.every((finding) => holdsForFinding(claim, finding)),
      )
      .map(sayClaim),
  ];
}

/** The lines of the findings for which all claims hold. */
function givesAnyway(claims: readonly Claim[], outcome: Outcome): number[] {
  if (!claims.every((claim) => holdsForFile(claim, outcome))) return [];
  return outcome.findings
    .filter((finding) => claims.every((claim) => holdsForFinding(claim, finding)))
    .map(({ line = 0 }) => line);
}

function holdsForFile(claim: Claim, { findings, input, output }: Outcome): boolean {
  switch (claim.kind) {
    case 'target':
    case 'verdict':
    case 'reason':
      return true;
    case 'writes':
      return count(output, claim.text) > count(input, claim.text);
    case 'calls':
      return (
        keepsGeneralCalls(findings, input, output) &&
        count(output, '.then(() =>') > count(input, '.then(() =>') === (claim.shape === 'one promise')
      );
    case 'nothing':
      return findings.length === 0;
  }
}

/** Whether each general call is still there, so that the metadata's is a second one. */
function keepsGeneralCalls(findings: Outcome['findings'], input: string, output: string): boolean {
  return findings.every(({ method = '' }) => count(output, `.${method}(`) === count(input, `.${method}(`));
}

function holdsForFinding(claim: Claim, { target, verdict, reasons = [] }: ExpectedFinding): boolean {
  switch (claim.kind) {
    case 'target':
      return target === claim.text;
    case 'verdict':
      return verdict === claim.text;
    case 'reason':
      return reasons.some((code) => code === claim.text);
    case 'writes':
    case 'calls':
    case 'nothing':
      return true;
  }
}

function sayClaim(claim: Claim): string {
  switch (claim.kind) {
    case 'nothing':
      return 'nothing';
    case 'calls':
      return claim.shape;
    default:
      return `${claim.kind} ${claim.text}`;
  }
}

/**
 * The outcome of a case's files that have findings; of a case that shows what is found in tests, of those that have
 * doubles.
 */
function outcomeOf(name: string): Outcome {
  const outcomes = loadCase(name).files;
  const isAboutDoubles = name.startsWith('test-doubles/');
  const told =
    outcomes.length === 1
      ? outcomes
      : outcomes.filter(({ findings }) => findings.some(({ kind }) => !isAboutDoubles || kind === 'test-double'));
  return {
    findings: told.flatMap(({ findings }) => findings),
    input: told.map(({ input }) => input).join('\n'),
    output: told.map(({ output }) => output).join('\n'),
  };
}

/** The rows of all tables whose last columns are those that this test knows; every table of the page has to be one. */
function readRows(page: string): Row[] {
  const found: Row[] = [];
  let section = '';
  let inTable = false;
  for (const line of page.split('\n')) {
    section = /^##+ (.*)$/.exec(line)?.[1] ?? section;
    if (!line.startsWith('|')) {
      inTable = false;
      continue;
    }
    const cells = cellsOf(line);
    if (!inTable) {
      if (cells.slice(1).join() !== COLUMNS.join())
        throw new Error(`${PAGE}: a table under "${section}" has the columns ${cells.join(', ')}`);
      inTable = true;
    } else if (!/^\|(?:-+\|)+$/.test(line)) {
      const [what = '', gives = '', fixture = '', nearMiss = ''] = cells;
      found.push({
        section,
        what,
        gives: readClaims(gives),
        fixture: namedCase(fixture),
        nearMiss: namedCase(nearMiss),
      });
    }
  }
  return found;
}

/** The cells of a table's line; `\|` is a bar inside one. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readClaims(cell: string): Claim[] {
  return [...cell.matchAll(/`([^`]*)`|[^`,]+/g)].flatMap(([text, code]): Claim[] => {
    if (code !== undefined) return [readCode(code)];
    const word = text.trim();
    if (word === '') return [];
    if (VERDICTS.has(word)) return [{ kind: 'verdict', text: word }];
    if (word === 'two statements' || word === 'one promise') return [{ kind: 'calls', shape: word }];
    if (word === 'nothing') return [{ kind: 'nothing' }];
    throw new Error(`${PAGE}: "${word}" in "${cell}" says nothing that could be checked`);
  });
}

function readCode(code: string): Claim {
  if (TARGETS.has(code)) return { kind: 'target', text: code };
  return { kind: Object.hasOwn(REASONS, code) ? 'reason' : 'writes', text: code };
}

function namedCase(cell: string): string {
  const name = /^`([^`]+)`$/.exec(cell)?.[1];
  if (name === undefined) throw new Error(`${PAGE}: "${cell}" is no name of a fixture`);
  return name;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function groupBySection(all: readonly Row[]): Map<string, Row[]> {
  const sections = new Map<string, Row[]>();
  for (const row of all) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return sections;
}
