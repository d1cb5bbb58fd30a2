import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { EngineOptions } from '../engine/engine-messages.ts';
import type { Example } from '../playground/example.ts';
import { ROOT } from './site-pages.ts';

/** The folders of site/examples, in the order in which they are offered. */
const EXAMPLES: readonly {
  readonly group: string;
  readonly folder: string;
  readonly title: string;
  /** The file to look at, where it isn't the only one. */
  readonly shows?: string;
  readonly options?: EngineOptions;
}[] = [
  { group: 'Start here', folder: 'replace', title: 'Replace or merge: decided for each call' },
  { group: 'Start here', folder: 'patch', title: 'A patch: the spread goes' },
  { group: 'Start here', folder: 'split', title: 'General fields beside metadata: two calls' },
  { group: 'Start here', folder: 'left', title: 'What needs your decision' },
  {
    group: 'Start here',
    folder: 'tabs',
    title: 'Three files: a client, a call, a test with mocks',
    shows: 'src/promote.ts',
  },
  {
    group: 'Start here',
    folder: 'own-package',
    title: 'A package of your own hands out the client',
    options: { packages: { '@acme/auth': '@clerk/backend' } },
  },
  { group: 'SDKs and frameworks', folder: 'patch', title: 'Next.js, on the server' },
  { group: 'SDKs and frameworks', folder: 'next-client', title: 'Next.js, in the browser' },
  { group: 'SDKs and frameworks', folder: 'react', title: 'React' },
  { group: 'SDKs and frameworks', folder: 'react-router', title: 'React Router' },
  { group: 'SDKs and frameworks', folder: 'tanstack', title: 'TanStack Start' },
  { group: 'SDKs and frameworks', folder: 'vue', title: 'Vue' },
  { group: 'SDKs and frameworks', folder: 'nuxt', title: 'Nuxt' },
  { group: 'SDKs and frameworks', folder: 'svelte', title: 'Svelte' },
  { group: 'SDKs and frameworks', folder: 'astro', title: 'Astro' },
  { group: 'SDKs and frameworks', folder: 'solid', title: 'Solid' },
  { group: 'SDKs and frameworks', folder: 'expo', title: 'Expo' },
  { group: 'SDKs and frameworks', folder: 'extension', title: 'An extension of Chrome' },
  { group: 'SDKs and frameworks', folder: 'express', title: 'Express' },
  { group: 'SDKs and frameworks', folder: 'fastify', title: 'Fastify' },
  { group: 'SDKs and frameworks', folder: 'hono', title: 'Hono' },
  { group: 'SDKs and frameworks', folder: 'page', title: 'A page with a script' },
  { group: 'SDKs and frameworks', folder: 'http', title: 'Requests without the SDK' },
];

/** The examples that the playground offers beside those of the reasons and the rules. */
export function listExamples(): Example[] {
  return EXAMPLES.map(({ group, folder, title, shows, options = {} }) => {
    const root = join(ROOT, 'site/examples', folder);
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => ({
        path: file
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
        text: readFileSync(file, 'utf8'),
      }));
    const active = files.findIndex(({ path }) => path === shows);
    return { group, title, state: { files, active: Math.max(0, active), options } };
  });
}
