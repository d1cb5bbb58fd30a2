/**
 * oxlint hands the rules only the scripts of a component: what they say has to be what the command says of the whole
 * file.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyze, type AnalyzeOptions, applyEdits } from '../../transforms/index.ts';
import { LONE_FILE } from '../../transforms/project.ts';
import { ROOT } from '../architecture/imports.ts';
import { runOxlint } from './oxlint.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-oxlint-')));
const CONFIG = {
  jsPlugins: ['clerk-metadata-codemod/eslint-plugin'],
  rules: { 'clerk-metadata/no-metadata-in-update': 'error' },
};

const SCRIPT = `
import { useUser } from '@clerk/vue';

const { user } = useUser();
const digest = { weekly: true };

async function saveTheme(theme: string) {
  await user.value!.update({ unsafeMetadata: { ...user.value!.unsafeMetadata, theme } });
}
async function saveDigest() {
  await user.value!.update({ unsafeMetadata: { ...user.value!.unsafeMetadata, ...digest } });
}
`;
const componentOf = (markup: string, script = SCRIPT): string =>
  `<template>\n  <p>It's <b>here</b></p>\n${markup}</template>\n\n<script setup lang="ts">${script}</script>\n`;
const SHOWN = componentOf('  <button :disabled="digest.weekly" @click="saveDigest">Save</button>\n');
const GIVEN = componentOf('  <DigestForm :digest="digest" @submit="saveDigest" @theme="saveTheme" />\n');

const withFile = (whole: string | undefined): AnalyzeOptions => ({
  project: { ...LONE_FILE, readModule: () => whole },
});

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/clerk-metadata-codemod'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "@clerk/vue": "*" } }\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['shown by an element', SHOWN, 2],
  ['given to a component', GIVEN, 1],
])('fixes in oxlint what the command proves: an object %s', (_, text, exact) => {
  writeFileSync(join(folder, 'Settings.vue'), text);
  const findings = analyzed(text, withFile(undefined));
  expect(findings.filter(({ verdict }) => verdict === 'exact')).toHaveLength(exact);
  expect(runOxlint(folder, CONFIG, 'Settings.vue').codes).toHaveLength(2);
  runOxlint(folder, CONFIG, '--fix', 'Settings.vue');
  expect(readFileSync(join(folder, 'Settings.vue'), 'utf8')).toBe(
    applyEdits(
      text,
      findings.filter(({ verdict }) => verdict === 'exact').flatMap(({ edits }) => edits),
    ),
  );
});

it('says the same of a script by itself as of its component, at the script’s own places', () => {
  const start = GIVEN.indexOf(SCRIPT);
  const whole = analyzed(GIVEN, withFile(undefined));
  const alone = analyzed(SCRIPT, withFile(GIVEN));
  expect(alone.map(({ verdict, target, reasons }) => [verdict, target, reasons.map(({ code }) => code)])).toEqual(
    whole.map(({ verdict, target, reasons }) => [verdict, target, reasons.map(({ code }) => code)]),
  );
  expect(alone.map((finding) => finding.start)).toEqual(whole.map((finding) => finding.start - start));
  for (const { start: at, from, reasons } of alone) {
    expect(SCRIPT.split('\n')[from.line - 1]?.slice(from.column - 1)).toBe(SCRIPT.slice(at).split('\n')[0]);
    for (const { line, column } of reasons)
      expect(SCRIPT.split('\n')[line - 1]?.slice(column - 1)).toMatch(/^\.\.\.digest|^digest/);
  }
  expect(
    applyEdits(
      SCRIPT,
      alone.flatMap(({ edits }) => edits),
    ),
  ).toBe(
    applyEdits(
      GIVEN,
      whole.flatMap(({ edits }) => edits),
    )
      .split('<script setup lang="ts">')[1]
      ?.split('</script>')[0],
  );
});

it.each([
  ['can’t be read', undefined],
  ['has another script by now', componentOf('', '\nconst other = 1;\n')],
  ['has it twice', `<script lang="ts">${SCRIPT}</script>\n${SHOWN}`],
])('proves nothing that the markup may undo, where the component %s', (_, whole) => {
  expect(analyzed(SCRIPT, withFile(whole)).map(({ verdict }) => verdict)).not.toContain('exact');
});

function analyzed(text: string, options: AnalyzeOptions): ReturnType<typeof findingsOf> {
  return findingsOf(analyze(text, join(folder, 'Settings.vue').replaceAll('\\', '/'), options));
}

function findingsOf(
  analysis: ReturnType<typeof analyze>,
): Extract<ReturnType<typeof analyze>, { kind: 'analyzed' }>['findings'] {
  if (analysis.kind === 'syntax-error') throw new Error(analysis.problem.message);
  return analysis.findings;
}
