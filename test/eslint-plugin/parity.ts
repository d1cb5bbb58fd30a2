/**
 * Holds the rule against the command, over fixtures: the same findings, the fixes and first suggestions the very edits.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Linter } from 'eslint';
import * as typescript from '@typescript-eslint/parser';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManifests } from '../../project/manifests.ts';
import { createTsConfigs } from '../../project/tsconfig.ts';
import { createProjectView } from '../../project/view.ts';
import { applyEdits } from '../../transforms/edit/apply.ts';
import type { AnalyzeOptions, Finding, TypeOracle } from '../../transforms/index.ts';
import { frameworkOf } from '../../transforms/components/script-blocks.ts';
import { type Case, type CaseFile, casesIn, listCases, loadCase, type Side } from '../fixtures/cases.ts';
import { findSubjects, preparePrograms, type Subject, subjectOf } from '../fixtures/typecheck.ts';
import { ROOT } from '../architecture/imports.ts';
import { engine, eslintPlugin, type Host, hostOf } from './hosts.ts';
import { applyOnePass, applySuggestion } from './one-pass.ts';
import { PARSERS } from './parsers.ts';

/** The characters of a message, and of what it has beside names of code, which are of any length. */
const LONGEST = 170;
const PROSE = 110;

const SIDES: readonly Side[] = ['input', 'output'];

/** Where the cases of this process are written, each as a repository of its own. */
let root: string | undefined;

/** Declares the tests of the fixtures of one area on one version of ESLint, with each parser that can read them. */
export function testParity(area: string, major: Host['major'] = 10): void {
  const { Linter } = hostOf(major);
  root ??= realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-parity-')));
  const base = root;
  const linter = new Linter({ configType: 'flat', cwd: base });
  afterAll(() => {
    rmSync(join(base, area), { recursive: true, force: true });
  });

  describe(`ESLint ${Linter.version}`, () => {
    it.each(casesIn(area))('%s', (name) => {
      const fixture = loadCase(name);
      const folder = join(base, name);
      writeFiles(fixture, folder);
      for (const file of fixture.files) {
        const expected = whatTheCommandDoes(fixture, file, join(folder, file.path));
        const fileName = join(folder, file.path);
        const used = PARSERS.filter((parser) => {
          const languageOptions = parser.optionsFor(fileName);
          if (languageOptions === undefined) return false;
          const lint = (text: string): Linter.LintMessage[] =>
            linter.verify(text, configOf(languageOptions, fixture), { filename: fileName });
          // Whoever knows no types reads JavaScript.
          return compare(
            file,
            expected,
            `${fileName}, ${parser.name}`,
            lint,
            parser.mayFail && !/\.[cm]?jsx?$/.test(fileName),
          );
        });
        // ESLint has no parser for pages.
        if (frameworkOf(file.path) !== 'html') expect(used, `${name}/${file.path}: no parser reads it`).not.toEqual([]);
      }
    });
  });
}

/**
 * The same with types: those of the fixtures and of the installed SDKs, which the parser is given as a program.
 *
 * @param isMeant picks the cases; all by default
 */
export function testTypedParity(major: Host['major'], isMeant: (fixture: Case) => boolean = () => true): void {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-typed-parity-')));
  const cases = listCases()
    .map((name) => caseIn(base, loadCase(name)))
    .filter(isMeant);
  let programOf: ReturnType<typeof preparePrograms>;
  beforeAll(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(base, 'node_modules'), 'junction');
    for (const fixture of cases) for (const side of SIDES) writeFiles(fixture, join(fixture.folder, side), side);
    programOf = preparePrograms(cases.flatMap((fixture) => findSubjects(fixture)));
  }, 180_000);
  // A program of all fixtures takes over a gigabyte.
  afterAll(() => {
    programOf = preparePrograms([]);
    rmSync(base, { recursive: true, force: true });
  });

  describe(`ESLint ${String(major)}, typescript-eslint with types`, () => {
    const linter = new (hostOf(major).Linter)({ configType: 'flat', cwd: base });
    it.each(cases.map((fixture) => [fixture.name, fixture] as const))('%s', (name, fixture) => {
      const subjects = findSubjects(fixture);
      for (const file of fixture.files) {
        const sources = (['input', 'output'] as const).map((side) =>
          findSource(subjects, fixture, file, side, programOf),
        );
        const [source] = sources;
        if (source === undefined) continue;
        const types = engine.createCheckerOracle({ ts, ...source } as unknown as Parameters<
          typeof engine.createCheckerOracle
        >[0]);
        // The parser reads the program's file and no other text: a second run is one over the fixture's output.
        const lint = (text: string): Linter.LintMessage[] | undefined => {
          const read = sources.find((candidate) => candidate?.source.text === text);
          if (read === undefined) return undefined;
          const languageOptions = {
            parser: typescript,
            parserOptions: {
              programs: [read.program],
              ...(file.path.endsWith('x') ? { ecmaFeatures: { jsx: true } } : {}),
            },
          };
          return linter.verify(text, configOf(languageOptions, fixture), { filename: read.source.fileName });
        };
        compare(
          file,
          whatTheCommandDoes(fixture, file, source.source.fileName, types),
          `${name}/${file.path}`,
          lint,
          false,
        );
      }
    });
  });
}

/** A file of a case as a program has it; undefined where none does. */
function findSource(
  subjects: readonly Subject[],
  fixture: Case,
  { path }: CaseFile,
  side: Side,
  programOf: (subject: Subject) => ts.Program,
) {
  const subject = subjectOf(subjects, side);
  if (subject === undefined) return undefined;
  const program = programOf(subject);
  const source = program.getSourceFile(fixture.placeOf(subject.side, path));
  return source === undefined ? undefined : { program, source };
}

/** The case with its files in another place. */
function caseIn(base: string, fixture: Case): Case {
  const folder = join(base, fixture.name);
  return { ...fixture, folder, placeOf: (side, path) => join(folder, side, path) };
}

/** The case as a repository of its own; one without a package.json may use the SDK. */
function writeFiles(fixture: Case, folder: string, side: Side = 'input'): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(join(folder, '.git'), { recursive: true });
  if (fixture.options.dependsOnSdk === false) write('package.json', '{ "private": true }\n');
  for (const [path, text] of fixture.texts(side)) write(path, text);
}

interface Expected {
  readonly findings: readonly Finding[];
  readonly fixed: string;
  /** What each review finding becomes, by its place. */
  readonly reviewed: ReadonlyMap<string, string>;
}

const ignore = (): void => undefined;
/** Of all fixtures: what it has read of the files around is read once. */
const project = createProjectView(createManifests(ignore), createTsConfigs(null, ignore));

function whatTheCommandDoes(
  { options }: Case,
  { input, output, path }: CaseFile,
  fileName: string,
  types?: TypeOracle,
): Expected {
  const settings: AnalyzeOptions = {
    project,
    ...(options.exact === undefined ? {} : { exact: options.exact }),
    ...(options.skipReview === undefined ? {} : { skipReview: options.skipReview }),
    ...(types === undefined ? {} : { types }),
  };
  const findings = find(input, fileName, settings);
  const isPlain =
    options.frontendReplace === undefined &&
    options.newMethods !== true &&
    options.only === undefined &&
    options.todo === undefined &&
    options.removeUnused === undefined &&
    (options.types === true) === (types !== undefined);
  if (isPlain)
    expect(
      applyEdits(
        input,
        findings.flatMap(({ edits }) => edits),
      ),
      `${path}: the command's own output`,
    ).toBe(output);
  // A review edit inside a call that is rewritten is part of that rewrite, and a mock follows its call; a lint rule
  // can't make the one without having asked for the other.
  const apart = findings.some(
    ({ kind, verdict, edits }) => kind === 'test-double' || (verdict === 'review' && edits.length === 0),
  )
    ? find(input, fileName, { ...settings, isolatedFixes: true })
    : findings;
  return {
    findings: options.skipReview === true ? apart.filter(({ verdict }) => verdict !== 'review') : apart,
    fixed: applyEdits(
      input,
      apart.filter(({ verdict }) => verdict === 'exact').flatMap(({ edits }) => edits),
    ),
    reviewed: new Map(
      apart
        .filter(({ verdict }) => verdict === 'review')
        .map((finding) => [placeOf(finding), applyEdits(input, finding.edits)]),
    ),
  };
}

function find(text: string, fileName: string, options: AnalyzeOptions): readonly Finding[] {
  const analysis = engine.analyze(text, fileName, options);
  if (analysis.kind === 'syntax-error') throw new Error(`${fileName}: ${analysis.problem.message}`);
  return analysis.findings;
}

function configOf(languageOptions: Linter.Config['languageOptions'], { options }: Case): Linter.Config[] {
  const rules: Linter.RulesRecord = {
    'clerk-metadata/no-metadata-in-update': [
      'error',
      { exact: options.exact === true, skipReview: options.skipReview === true },
    ],
  };
  return [
    {
      files: ['**/*.*'],
      ...(languageOptions === undefined ? {} : { languageOptions }),
      plugins: { 'clerk-metadata': eslintPlugin },
      rules,
    },
  ];
}

/** @returns whether the parser reads the file */
function compare(
  { input }: CaseFile,
  expected: Expected,
  where: string,
  lint: (text: string) => Linter.LintMessage[] | undefined,
  mayFail: boolean,
): boolean {
  const messages = lint(input) ?? [];
  if (messages.some(({ fatal }) => fatal === true)) {
    expect(mayFail, `${where}: ${messages[0]?.message ?? ''}`).toBe(true);
    return false;
  }
  const reported = expected.findings.filter(({ verdict }) => verdict !== 'ignored');
  expect(messages.map(sayMessage), `${where}: what is reported`).toEqual(reported.map(sayFinding));
  expect(
    messages.filter(({ message }) => message.length > LONGEST || message.replaceAll(/`[^`]+`/g, '').length > PROSE),
    `${where}: messages that fit into an editor's line`,
  ).toEqual([]);
  expect(applyOnePass(input, messages), `${where}: one pass of --fix makes every exact edit`).toBe(expected.fixed);
  messages.forEach((message, index) => {
    const finding = reported[index];
    const [first] = message.suggestions ?? [];
    if (finding?.verdict !== 'review' || first === undefined) return;
    expect(applySuggestion(input, first), `${where}: the first suggestion is what the command does`).toBe(
      expected.reviewed.get(placeOf(finding)),
    );
  });
  if (expected.fixed === input) return true;
  expect(
    (lint(expected.fixed) ?? []).filter(({ fatal, fix }) => fatal === true || fix !== undefined),
    `${where}: a second run has nothing to fix`,
  ).toEqual([]);
  return true;
}

function placeOf({ from, to }: Pick<Finding, 'from' | 'to'>): string {
  return `${String(from.line)}:${String(from.column)}-${String(to.line)}:${String(to.column)}`;
}

function sayFinding(finding: Finding): string {
  return `${placeOf(finding.mark)} ${finding.verdict}`;
}

function sayMessage({ line, column, endLine, endColumn, fix, suggestions }: Linter.LintMessage): string {
  const verdict =
    fix !== undefined ? 'exact' : suggestions !== undefined && suggestions.length > 0 ? 'review' : 'manual';
  return `${String(line)}:${String(column)}-${String(endLine)}:${String(endColumn)} ${verdict}`;
}
