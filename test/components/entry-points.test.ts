/**
 * Every entry point of the SDK from which a client or a user comes, in a file of its own and in the components that may
 * use it.
 */
import { describe, expect, it } from 'vitest';

import { FIRST_VERSIONS } from '../../transforms/api-change.ts';
import { analyze } from '../../transforms/index.ts';
import { projectInMemory } from '../fixtures/project-in-memory.ts';

type Kind = 'ts' | 'tsx' | 'vue' | 'svelte' | 'astro';

interface EntryPoint {
  readonly specifiers: readonly string[];
  /** What is imported. */
  readonly names: string;
  /** What gives the client's users, or the signed-in user. */
  readonly value: string;
  readonly files: readonly Kind[];
}

const SERVERS = [
  '@clerk/astro/server',
  '@clerk/nuxt/server',
  'vue-clerk/server',
  '@clerk/react-router/server',
  '@clerk/react-router/api.server',
  '@clerk/remix/api.server',
  '@clerk/tanstack-react-start/server',
  '@clerk/nextjs',
  '@clerk/nextjs/server',
  '@clerk/nextjs/api',
  'clerk-solidjs/server',
  'clerk-solidjs/start/server',
];
const OBJECTS = [
  '@clerk/clerk-sdk-node',
  '@clerk/express',
  '@clerk/fastify',
  '@clerk/hono',
  'svelte-clerk/server',
  '@clerk/nextjs',
];
const FACTORIES = [
  '@clerk/backend',
  '@clerk/clerk-sdk-node',
  '@clerk/express',
  '@clerk/fastify',
  '@clerk/nextjs/server',
  '@clerk/remix/api.server',
  '@clerk/tanstack-react-start/server',
  '@clerk/hono',
  'svelte-clerk/server',
  'vue-clerk/server',
];
const REACT = [
  '@clerk/nextjs',
  '@clerk/react',
  '@clerk/clerk-react',
  '@clerk/expo',
  '@clerk/clerk-expo',
  '@clerk/remix',
  '@clerk/react-router',
  '@clerk/tanstack-react-start',
  '@clerk/chrome-extension',
];
const VUE = ['@clerk/vue', '@clerk/nuxt/composables', 'vue-clerk'];

const ENTRY_POINTS: readonly EntryPoint[] = [
  { specifiers: SERVERS, names: '{ clerkClient }', value: '(await clerkClient(event)).users', files: ['ts', 'astro'] },
  { specifiers: OBJECTS, names: '{ clerkClient }', value: 'clerkClient.users', files: ['ts'] },
  {
    specifiers: FACTORIES,
    names: '{ createClerkClient }',
    value: 'createClerkClient({ secretKey }).users',
    files: ['ts', 'astro'],
  },
  { specifiers: ['@clerk/clerk-sdk-node'], names: '{ users }', value: 'users', files: ['ts'] },
  { specifiers: ['@clerk/clerk-sdk-node'], names: 'clerk', value: 'clerk.users', files: ['ts'] },
  {
    specifiers: ['@clerk/backend', '@clerk/clerk-sdk-node'],
    names: '{ Clerk }',
    value: 'Clerk({ secretKey }).users',
    files: ['ts'],
  },
  {
    specifiers: ['@clerk/hono', '@hono/clerk-auth'],
    names: '{ clerkMiddleware }',
    value: "c.get('clerk').users",
    files: ['ts'],
  },
  { specifiers: REACT, names: '{ useUser }', value: 'useUser().user', files: ['tsx'] },
  { specifiers: REACT, names: '{ useClerk }', value: 'useClerk().user', files: ['tsx'] },
  { specifiers: REACT, names: '{ useSession }', value: 'useSession().session.user', files: ['tsx'] },
  { specifiers: VUE, names: '{ useUser }', value: 'useUser().user.value', files: ['ts', 'vue'] },
  { specifiers: VUE, names: '{ useSession }', value: 'useSession().session.value.user', files: ['ts', 'vue'] },
  {
    specifiers: ['@clerk/vue', '@clerk/nuxt/composables'],
    names: '{ useClerk }',
    value: 'useClerk().value.user',
    files: ['ts', 'vue'],
  },
  { specifiers: ['vue-clerk'], names: '{ useClerk }', value: 'useClerk().user', files: ['ts', 'vue'] },
  {
    specifiers: ['@clerk/clerk-js', '@clerk/clerk-js/headless', '@clerk/clerk-js/no-rhc'],
    names: '{ Clerk }',
    value: 'new Clerk(key).user',
    files: ['ts', 'vue', 'svelte', 'astro'],
  },
  { specifiers: ['@clerk/clerk-js'], names: 'Clerk', value: 'new Clerk(key).user', files: ['ts'] },
  {
    specifiers: ['@clerk/expo', '@clerk/clerk-expo'],
    names: '{ getClerkInstance }',
    value: 'getClerkInstance().user',
    files: ['tsx'],
  },
  {
    specifiers: ['@clerk/chrome-extension/client', '@clerk/chrome-extension/background'],
    names: '{ createClerkClient }',
    value: '(await createClerkClient({ key })).user',
    files: ['ts'],
  },
  {
    specifiers: ['@clerk/astro/client'],
    names: '{ $userStore as users }',
    value: 'users.get()',
    files: ['ts', 'svelte', 'vue'],
  },
  {
    specifiers: ['@clerk/astro/client'],
    names: '{ $sessionStore as sessions }',
    value: 'sessions.get().user',
    files: ['ts'],
  },
  {
    specifiers: ['@clerk/astro/client'],
    names: '{ $clerkStore as clerks }',
    value: 'clerks.get().user',
    files: ['ts'],
  },
  { specifiers: ['@clerk/astro/client'], names: '{ $authStore as auths }', value: 'auths.get().user', files: ['ts'] },
  { specifiers: ['@clerk/astro/client'], names: '{ $userStore as users }', value: '$users', files: ['svelte'] },
  {
    specifiers: ['svelte-clerk', 'svelte-clerk/client'],
    names: '{ useClerkContext }',
    value: 'useClerkContext().user',
    files: ['ts', 'svelte'],
  },
  {
    specifiers: ['svelte-clerk'],
    names: '{ useClerkContext }',
    value: 'useClerkContext().session.user',
    files: ['svelte'],
  },
  {
    specifiers: ['svelte-clerk'],
    names: '{ useClerkContext }',
    value: 'useClerkContext().clerk.user',
    files: ['svelte'],
  },
  { specifiers: ['clerk-solidjs'], names: '{ useUser }', value: 'useUser().user()', files: ['tsx'] },
  { specifiers: ['clerk-solidjs'], names: '{ useSession }', value: 'useSession().session().user', files: ['tsx'] },
  { specifiers: ['clerk-solidjs'], names: '{ useClerk }', value: 'useClerk()().user', files: ['tsx'] },
];

/** The hooks of nanostores, beside the SDK's store. */
const STORE_HOOKS: readonly (readonly [specifier: string, value: string, file: Kind])[] = [
  ['@nanostores/react', 'useStore($userStore)', 'tsx'],
  ['@nanostores/preact', 'useStore($userStore)', 'tsx'],
  ['@nanostores/vue', 'useStore($userStore).value', 'vue'],
  ['@nanostores/solid', 'useStore($userStore)()', 'tsx'],
];

const PACKAGES = Object.keys(FIRST_VERSIONS);
const MANIFEST = JSON.stringify({
  dependencies: Object.fromEntries(
    [...PACKAGES, 'other-auth', '@nanostores/react', '@nanostores/preact', '@nanostores/vue', '@nanostores/solid'].map(
      (name) => [name, '*'],
    ),
  ),
});
const project = projectInMemory(new Map([['/case/package.json', MANIFEST]]));

function fileOf(kind: Kind, lines: readonly string[]): string {
  const script = lines.join('\n');
  switch (kind) {
    case 'ts':
    case 'tsx':
      return script;
    case 'vue':
      return `<template>\n  <button @click="save">Save</button>\n</template>\n\n<script setup lang="ts">\n${script}\n</script>\n`;
    case 'svelte':
      return `<script lang="ts">\n${script}\n</script>\n\n<button onclick={save}>Save</button>\n`;
    case 'astro':
      return `---\n${script}\n---\n<p>Saved</p>\n`;
  }
}

function outcome(kind: Kind, imports: readonly string[], value: string): string[] {
  const call =
    /users$/i.test(value) && !value.startsWith('$')
      ? `${value}.updateUser(id, { publicMetadata: { a: 1 } })`
      : `${value}.update({ unsafeMetadata: { a: 1 } })`;
  const text = fileOf(kind, [
    ...imports,
    `async function save(event, c, id, key, secretKey) {`,
    `  await ${call};`,
    '}',
  ]);
  const analysis = analyze(text, `/case/src/file.${kind}`, { project });
  return analysis.kind === 'analyzed'
    ? analysis.findings.map(({ target, verdict }) => `${String(target)} ${verdict}`)
    : [analysis.problem.message];
}

function expected(value: string): string {
  return /users$/i.test(value) && !value.startsWith('$') ? 'replaceUserMetadata exact' : 'updateMetadata review';
}

describe.each(
  ENTRY_POINTS.flatMap(({ specifiers, ...rest }) => specifiers.map((specifier) => ({ specifier, ...rest }))),
)('$names of $specifier, as $value', ({ specifier, names, value, files }) => {
  it.each(files)('in a .%s file', (kind) => {
    expect(outcome(kind, [`import ${names} from '${specifier}';`], value)).toEqual([expected(value)]);
  });

  it('is nobody’s business where another package has it', () => {
    const [kind] = files;
    const found = outcome(kind ?? 'ts', [`import ${names} from 'other-auth';`], value);
    expect(
      found.filter((line) => !line.includes('manual')),
      'nothing is rewritten',
    ).toEqual([]);
  });
});

it.each(STORE_HOOKS)('%s gives what the store of Astro’s SDK holds', (specifier, value, kind) => {
  const store = "import { $userStore } from '@clerk/astro/client';";
  expect(outcome(kind, [`import { useStore } from '${specifier}';`, store], value)).toEqual(['updateMetadata review']);
  expect(outcome(kind, [`import { useStore } from 'other-auth';`, store], value)).toEqual(['null manual']);
});

it('no package of the SDK is left out', () => {
  const packageOf = (specifier: string): string =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  const named = new Set(ENTRY_POINTS.flatMap(({ specifiers }) => specifiers.map(packageOf)));
  expect(PACKAGES.filter((name) => !named.has(name))).toEqual([]);
});
