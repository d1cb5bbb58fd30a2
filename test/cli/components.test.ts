/** The built command on a small application of each framework. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../cli/report.ts';
import type { Framework } from '../../transforms/components/script-blocks.ts';
import { componentErrors } from '../fixtures/component-syntax.ts';
import { ROOT } from '../architecture/imports.ts';
import { makeRepository, readText } from './harness.ts';

const CLI = join(ROOT, 'dist/cli.cjs');

interface Application {
  readonly framework: Framework;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly path: string;
  readonly before: string;
  /** The changes, as texts that take the place of others. */
  readonly changes: readonly (readonly [before: string, after: string])[];
  /** What every call begins with, and what the command says of it. */
  readonly calls: readonly (readonly [text: string, verdict: string, reasons: readonly string[]])[];
}

const APPLICATIONS: readonly Application[] = [
  {
    framework: 'vue',
    dependencies: { '@clerk/vue': '^2.4.2', vue: '^3.5.0' },
    path: 'src/Settings.vue',
    before: `<script lang="ts">
export const TITLE = 'Einstellungen – 設定 😀';
</script>

<script setup lang="ts">
import { useUser } from '@clerk/vue';
import { ref } from 'vue';

const { user } = useUser();
const name = ref('');

async function save(theme: string) {
  await user.value!.update({ firstName: name.value, unsafeMetadata: { ...user.value!.unsafeMetadata, theme } });
}
</script>

<template>
  <h1 title='It&apos;s "here"'>{{ TITLE }}</h1>
  <input v-model="name" /><button @click="save('dark')">Dark</button>
  <button
    @click="user?.update({ unsafeMetadata: {} })"
  >Reset</button>
</template>

<style scoped>
/* user.update({ unsafeMetadata: {} }) */
h1 { color: v-bind(name); }
</style>
`,
    changes: [
      [
        'await user.value!.update({ firstName: name.value, unsafeMetadata: { ...user.value!.unsafeMetadata, theme } });',
        'const user2 = user.value!;\n  await user2.update({ firstName: name.value });\n  await user2.updateMetadata({ unsafeMetadata: { theme } });',
      ],
    ],
    calls: [
      ['user.value!.update({ firstName', 'exact', []],
      ['user?.update({ unsafeMetadata: {} })', 'manual', ['in-template']],
    ],
  },
  {
    framework: 'svelte',
    dependencies: { 'svelte-clerk': '^1.2.0', svelte: '^5.0.0' },
    path: 'src/routes/+page.svelte',
    before: `<svelte:head><title>Settings</title></svelte:head>

<script lang="ts">
  import { useClerkContext } from 'svelte-clerk';

  const ctx = useClerkContext();
  const user = $derived(ctx.user);

  async function save(theme: string) {
    await user?.update({ unsafeMetadata: { ...user.unsafeMetadata, theme } });
  }
</script>

{#if user}
  <p>{"It's <script>"}</p>
  <button onclick={() => save('dark')}>Dark</button>
  <button onclick={() => user.update({ unsafeMetadata: { theme: null } })}>Reset</button>
{/if}

<style>
  p { content: "user.update({ unsafeMetadata: {} })"; }
</style>
`,
    changes: [
      [
        'user?.update({ unsafeMetadata: { ...user.unsafeMetadata, theme } })',
        'user?.updateMetadata({ unsafeMetadata: { theme } })',
      ],
    ],
    calls: [
      ['user?.update({ unsafeMetadata: { ...user', 'exact', []],
      ['user.update({ unsafeMetadata: { theme: null } })', 'manual', ['in-template']],
    ],
  },
  {
    framework: 'astro',
    dependencies: { '@clerk/astro': '^3.4.2', astro: '^5.0.0' },
    path: 'src/pages/settings.astro',
    before: `---
import { clerkClient } from '@clerk/astro/server';

const { userId } = Astro.locals.auth();
if (!userId) return Astro.redirect('/sign-in');
await clerkClient(Astro).users.updateUser(userId, { publicMetadata: { seen: true } });
---
<h1 class=\`title \${userId}\`>It's here</h1>
<button id="dark">Dark</button>

<script>
  document.getElementById('dark')!.addEventListener('click', async () => {
    await window.Clerk!.user!.update({ unsafeMetadata: { theme: 'dark' } });
  });
</script>

<style>
  h1 { content: "users.updateUser(id, { publicMetadata })"; }
</style>
`,
    changes: [
      ['users.updateUser(', 'users.replaceUserMetadata('],
      ['window.Clerk!.user!.update(', 'window.Clerk!.user!.updateMetadata('],
    ],
    calls: [
      ['clerkClient(Astro).users.updateUser(', 'exact', []],
      ['window.Clerk!.user!.update(', 'review', ['replace-becomes-merge']],
    ],
  },
  {
    framework: 'html',
    dependencies: {},
    path: 'public/settings.html',
    before: `<!DOCTYPE html>
<html>
<head>
<title>Einstellungen – 設定 😀 <script></title>
<script async data-clerk-publishable-key=pk_test_x src="https://clerk.example.com/npm/@clerk/clerk-js@6/dist/clerk.browser.js"></script>
</head>
<body>
<p title='It&apos;s "here"'>Clerk.user.update({ unsafeMetadata: {} })
<button onclick="save('dark')">Dark</button>
<SCRIPT>
  async function save(theme) {
    await Clerk.user.update({ firstName: 'Ada', unsafeMetadata: { seen: true } });
  }
</SCRIPT>
<script type="text/template">Clerk.user.update({ unsafeMetadata: {} })</script>
<script type=module>
  await window.Clerk.load();
  await window.Clerk.user.update({ unsafeMetadata: { ...window.Clerk.user.unsafeMetadata, theme: 'dark' } });
</script>
</body>
`,
    changes: [
      [
        "await Clerk.user.update({ firstName: 'Ada', unsafeMetadata: { seen: true } });",
        "const user = Clerk.user;\n    await user.update({ firstName: 'Ada' });\n    await user.updateMetadata({ unsafeMetadata: { seen: true } });",
      ],
      [
        "update({ unsafeMetadata: { ...window.Clerk.user.unsafeMetadata, theme: 'dark' } })",
        "updateMetadata({ unsafeMetadata: { theme: 'dark' } })",
      ],
    ],
    calls: [
      ["Clerk.user.update({ firstName: 'Ada'", 'review', ['replace-becomes-merge']],
      ['window.Clerk.user.update({ unsafeMetadata: { ...window', 'exact', []],
    ],
  },
];

/** How a file may be written down; the name is that of the folder where it is. */
const STYLES = [
  { name: 'unix', newline: '\n', mark: '' },
  { name: 'windows', newline: '\r\n', mark: '' },
  { name: 'windows-with-a-mark', newline: '\r\n', mark: '\uFEFF' },
];

function inStyle(text: string, { newline, mark }: (typeof STYLES)[number]): string {
  return mark + text.replaceAll('\n', newline);
}

describe.each(APPLICATIONS)(
  'an application of $framework',
  ({ framework, dependencies, path, before, changes, calls }) => {
    const manifest = JSON.stringify({ name: 'app', dependencies });

    it('is rewritten where it stands, every other byte stays', () => {
      const after = changes.reduce((text, [old, changed]) => text.replace(old, () => changed), before);
      const folder = makeRepository({
        'package.json': manifest,
        ...Object.fromEntries(STYLES.map((style) => [`${style.name}/${path}`, inStyle(before, style)])),
      });
      const report = run(folder);
      expect(report.files.map((file) => file.path).sort()).toEqual(STYLES.map(({ name }) => `${name}/${path}`).sort());
      for (const style of STYLES) {
        const shown = `${style.name}/${path}`;
        expect(readText(folder, shown)).toBe(inStyle(after, style));
        expect(componentErrors(inStyle(after, style), framework), 'its own compiler takes it').toEqual([]);
        const { findings = [] } = report.files.find((file) => file.path === shown) ?? {};
        expect(
          findings.map(({ verdict, reasons }) => [verdict, reasons.map(({ code }) => code)]),
          shown,
        ).toEqual(calls.map(([, verdict, reasons]) => [verdict, reasons]));
        const lines = before.split('\n');
        for (const [index, { line, column }] of findings.entries())
          expect(lines[line - 1]?.indexOf(calls[index]?.[0] ?? ''), shown).toBe(column - 1);
      }
      expect(run(folder).summary.filesChanged, 'a second run changes nothing').toBe(0);
    });
  },
);

it('a script of a page that does not parse is named, and the others are rewritten', () => {
  const page = `<script>
  const id = {{ user.id }};
  Clerk.user.update({ unsafeMetadata: { id } });
</script>
<script>Clerk.user.update({ unsafeMetadata: { seen: true } });</script>
`;
  const folder = makeRepository({ 'page.htm': page });
  const report = run(folder);
  expect(report.skipped).toEqual([{ path: 'page.htm', why: "may hold calls: a script in it doesn't parse" }]);
  expect(readText(folder, 'page.htm')).toBe(
    page.replace('update({ unsafeMetadata: { seen', 'updateMetadata({ unsafeMetadata: { seen'),
  );
});

function run(folder: string): Report {
  const args = [CLI, '--force', '--reporter', 'json'];
  try {
    return JSON.parse(
      execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    ) as Report;
  } catch (error) {
    // What is left to a person shows in the exit code.
    return JSON.parse((error as { readonly stdout: string }).stdout) as Report;
  }
}
