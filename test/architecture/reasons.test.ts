/**
 * Holds the table of reasons against its page in the docs, whose examples are run, and against the fixtures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { analyze, applyEdits, type Finding } from '../../transforms/index.ts';
import { LONE_FILE } from '../../transforms/project.ts';
import { type ReasonCode, REASONS, type ReasonText } from '../../transforms/reasons.ts';
import { projectInMemory } from '../fixtures/project-in-memory.ts';
import { ROOT } from './imports.ts';

const PAGE = 'docs/reasons.md';

/** The role of an example, written behind the language of its fence. */
type Role = 'before' | 'after' | 'by-hand';

interface Example {
  readonly language: string;
  readonly text: string;
}

interface Section {
  readonly code: string;
  /** The first quotation. */
  readonly message: string;
  /** What the line `Weight: …` says. */
  readonly weight: string;
  readonly examples: ReadonlyMap<Role, Example>;
  /** The text of the package.json around the examples, where that matters. */
  readonly manifest: string | undefined;
}

const sections = readSections(readFileSync(join(ROOT, PAGE), 'utf8'));
const codes = Object.keys(REASONS) as ReasonCode[];

describe(PAGE, () => {
  it('has a section for each reason, in the order of the table, and none besides', () => {
    expect(sections.map(({ code }) => code)).toEqual(codes);
  });

  for (const code of codes) {
    it(`says of ${code} what the table says, and its examples are true`, () => {
      const section = sections.find((found) => found.code === code);
      if (section === undefined) throw new Error(`${PAGE} has no section "## ${code}"`);
      const { message, weight }: ReasonText = REASONS[code];
      expect({ message: section.message, weight: section.weight }).toEqual({ message, weight });
      checkExamples(section, weight);
    });
  }
});

describe('fixtures', () => {
  let emitted: ReadonlySet<string>;

  beforeAll(() => {
    emitted = readEmittedCodes();
  });

  for (const code of codes) {
    it(`at least one emits ${code}`, () => {
      expect([...emitted]).toContain(code);
    });
  }

  it("emit no reason that isn't in the table", () => {
    expect([...emitted].filter((code) => !Object.hasOwn(REASONS, code))).toEqual([]);
  });
});

function checkExamples(section: Section, weight: ReasonText['weight']): void {
  const before = section.examples.get('before');
  const after = section.examples.get('after');
  const byHand = section.examples.get('by-hand');
  if (before === undefined)
    throw new Error(`"## ${section.code}" has no example (a fence with "ts before" or "js before")`);

  const findings = findIn(before, section);
  const found = findings.find(({ reasons }) => reasons.some(({ code }) => code === section.code));
  expect(found, 'a finding of the example has this reason').toBeDefined();
  if (weight !== 'note') expect(found?.verdict).toBe(weight);

  expect(after === undefined, 'only what is rewritten has an example "after"').toBe(weight === 'manual');
  if (after !== undefined)
    expect(
      applyEdits(
        before.text,
        findings.flatMap(({ edits }) => edits),
      ),
    ).toBe(after.text);
  if (byHand !== undefined) expect(findIn(byHand, section).filter(({ verdict }) => verdict === 'manual')).toEqual([]);
}

function findIn({ text, language }: Example, { manifest }: Section): readonly Finding[] {
  const project = manifest === undefined ? LONE_FILE : projectInMemory(new Map([['/app/package.json', manifest]]));
  const analysis = analyze(text, `/app/example.${language}`, { project, newMethods: true });
  if (analysis.kind === 'syntax-error') throw new Error(`${analysis.problem.message} in the example\n${text}`);
  return analysis.findings;
}

function readSections(page: string): Section[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const examples = [...section.matchAll(/^```(\w+) (before|after|by-hand)\n(.*?)^```$/gms)].map(
        ([, language = '', role, text = '']): [Role, Example] => [role as Role, { language, text }],
      );
      return {
        code: section.split('\n', 1)[0] ?? '',
        message: /^> (.*)$/m.exec(section)?.[1] ?? '',
        weight: /^Weight: (.*)$/m.exec(section)?.[1] ?? '',
        examples: new Map(examples),
        manifest: /^```json package\.json\n(.*?)^```$/ms.exec(section)?.[1],
      };
    });
}

function readEmittedCodes(): Set<string> {
  const folder = join(ROOT, 'fixtures');
  const codesOf = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(codesOf);
    if (typeof value !== 'object' || value === null) return [];
    return 'reasons' in value && Array.isArray(value.reasons)
      ? value.reasons.map(String)
      : Object.values(value).flatMap(codesOf);
  };
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|[\\/])findings\.json$/.test(path),
  );
  return new Set(files.flatMap((path) => codesOf(JSON.parse(readFileSync(join(folder, path), 'utf8')))));
}
