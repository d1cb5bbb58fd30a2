import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifests } from '../../project/manifests.ts';
import { displayPath } from '../../project/paths.ts';
import { createProjectView } from '../../project/view.ts';
import { createTsConfigs } from '../../project/tsconfig.ts';
import { makeFolder, makeRepository } from './harness.ts';

function viewOf(files: Record<string, string>, folder = makeFolder(files), project: string | null = null) {
  const problems: string[] = [];
  const report = (problem: { path: string }) => problems.push(displayPath(folder, problem.path));
  const view = createProjectView(createManifests(report), createTsConfigs(project, report));
  return {
    folder,
    problems,
    view,
    /** Where a specifier leads: a path in the folder, or the kind. */
    resolve: (specifier: string, from: string) => {
      const location = view.resolveModule(specifier, join(folder, from));
      return location.kind === 'file' ? displayPath(folder, location.fileName) : `(${location.kind})`;
    },
    dependsOnSdk: (file: string) => view.dependsOnSdk(join(folder, file)),
  };
}

describe('a dependency on the SDK', () => {
  it.each(['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])(
    'may be among the %s',
    (field) => {
      expect(
        viewOf({ 'package.json': JSON.stringify({ [field]: { '@clerk/backend': '1' } }) }).dependsOnSdk('src/a.ts'),
      ).toBe(true);
    },
  );

  it.each([
    'svelte-clerk',
    'vue-clerk',
    'clerk-solidjs',
    '@hono/clerk-auth',
    '@clerk/themes',
    'ngx-clerk',
    'gatsby-plugin-clerk',
  ])('may be %s', (name) => {
    expect(viewOf({ 'package.json': JSON.stringify({ dependencies: { [name]: '1' } }) }).dependsOnSdk('a.ts')).toBe(
      true,
    );
  });

  it('may be the root’s, in a repository of many packages, and is none of a repository’s outside', () => {
    const root = { 'package.json': '{ "dependencies": { "@clerk/nextjs": "6" } }' };
    const { dependsOnSdk } = viewOf({ ...root, 'packages/a/package.json': '{}', 'packages/a/src/a.ts': '' });
    expect(dependsOnSdk('packages/a/src/a.ts')).toBe(true);
    const outer = makeFolder({
      ...root,
      'inner/package.json': '{ "dependencies": { "clerk": "1" } }',
      'inner/.git/HEAD': '',
    });
    expect(viewOf({}, outer).dependsOnSdk('inner/a.ts')).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ['npm', { 'package.json': '{ "workspaces": ["packages/*", "apps/*"] }' }],
    ['Yarn', { 'package.json': '{ "workspaces": { "packages": ["packages/*", "apps/*"], "nohoist": [] } }' }],
    ['pnpm', { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: ["packages/*", "apps/*"]\n' }],
  ])('may be that of a package of the workspace, whatever stands between, by %s', (_, root) => {
    const { dependsOnSdk } = viewOf({
      ...root,
      'packages/identity/package.json':
        '{ "name": "@acme/identity", "dependencies": { "@clerk/backend": "1", "@acme/services": "*" } }',
      'packages/services/package.json': '{ "name": "@acme/services", "dependencies": { "@acme/identity": "*" } }',
      'packages/money/package.json': '{ "name": "@acme/money", "dependencies": { "@acme/money": "*" } }',
      'apps/api/package.json': '{ "name": "api", "dependencies": { "@acme/services": "*" } }',
      'apps/shop/package.json': '{ "name": "shop", "dependencies": { "@acme/money": "*" } }',
    });
    expect([
      dependsOnSdk('apps/api/a.ts'),
      dependsOnSdk('packages/services/a.ts'),
      dependsOnSdk('apps/shop/a.ts'),
    ]).toEqual([true, true, false]);
  });

  it('may be that of an installed package, which is asked no further', () => {
    const { dependsOnSdk, problems } = viewOf({
      'package.json': '{ "dependencies": { "@acme/auth": "1" } }',
      'node_modules/@acme/auth/package.json': '{ "dependencies": { "@clerk/express": "1" } }',
      'b/package.json': '{ "dependencies": { "broken": "1" } }',
      'b/.git/HEAD': '',
      'b/node_modules/broken/package.json': '{',
      'c/package.json': '{ "dependencies": { "one": "1" } }',
      'c/.git/HEAD': '',
      'c/node_modules/one/package.json': '{ "dependencies": { "two": "1" } }',
      'c/node_modules/two/package.json': '{ "dependencies": { "@clerk/express": "1" } }',
    });
    expect([dependsOnSdk('a.ts'), dependsOnSdk('b/a.ts'), dependsOnSdk('c/a.ts')]).toEqual([true, false, false]);
    expect(problems).toEqual([]);
  });

  it('is told neither without a package.json nor by a broken one: then it may be', () => {
    expect(viewOf({}, makeRepository({ 'a.ts': '' })).dependsOnSdk('a.ts')).toBe(true);
    const { dependsOnSdk, problems } = viewOf({ 'package.json': '{' });
    expect(dependsOnSdk('a.ts')).toBe(true);
    expect(problems).toEqual(['package.json']);
  });
});

describe('null and undefined', () => {
  const STRICT = '{ "compilerOptions": { "strict": true } }';
  const LOOSE = '{ "compilerOptions": { "strict": true, "strictNullChecks": false } }';
  it.each<[string, boolean, Record<string, string>]>([
    ['without a tsconfig', true, {}],
    ['by strict', true, { 'tsconfig.json': STRICT }],
    ['by strictNullChecks, which says more', false, { 'tsconfig.json': LOOSE }],
    [
      'by what is extended',
      false,
      { 'tsconfig.json': '{ "extends": "./base.json", "compilerOptions": { "strict": true } }', 'base.json': LOOSE },
    ],
    [
      'as most do, where what is extended is not there',
      true,
      { 'tsconfig.json': '{ "extends": "@tsconfig/node22/tsconfig.json" }' },
    ],
    [
      'by the projects that are referred to',
      true,
      {
        'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
        'tsconfig.app.json': STRICT,
      },
    ],
    [
      'where only one of the projects says so',
      false,
      {
        'tsconfig.json': '{ "references": [{ "path": "./a.json" }, { "path": "./b.json" }] }',
        'a.json': STRICT,
        'b.json': LOOSE,
      },
    ],
    [
      'not by default',
      false,
      { 'tsconfig.json': '{}', 'node_modules/typescript/package.json': '{ "version": "5.9.3" }' },
    ],
    [
      'by default since TypeScript 6',
      true,
      { 'tsconfig.json': '{}', 'node_modules/typescript/package.json': '{ "version": "6.0.2" }' },
    ],
  ])('are told apart %s: %s', (_, expected, files) => {
    const { view, folder } = viewOf(files, makeRepository(files));
    expect(view.checksNull?.(join(folder, 'src/a.ts'))).toBe(expected);
  });
});

describe('a property that is missing', () => {
  const EXACT = '{ "compilerOptions": { "exactOptionalPropertyTypes": true } }';
  it.each<[string, boolean, Record<string, string>]>([
    ['not by default', false, { 'tsconfig.json': '{ "compilerOptions": { "strict": true } }' }],
    ['by the option', true, { 'tsconfig.json': EXACT }],
    ['by what is extended', true, { 'tsconfig.json': '{ "extends": "./base" }', 'base.json': EXACT }],
    [
      'by a project that is referred to',
      true,
      { 'tsconfig.json': '{ "references": [{ "path": "./a.json" }] }', 'a.json': EXACT },
    ],
  ])('is told apart %s: %s', (_, expected, files) => {
    const { view, folder } = viewOf(files, makeRepository(files));
    expect(view.tellsMissing?.(join(folder, 'src/a.ts'))).toBe(expected);
  });
});

describe('a relative import', () => {
  const FILES = {
    'src/a.ts': '\uFEFFtext of a',
    'src/b.tsx': '',
    'src/c.js': '',
    'src/d.mts': '',
    'src/e.cts': '',
    'src/only.d.ts': '',
    'src/typed.js': '',
    'src/typed.d.ts': '',
    'src/foo.service.ts': '',
    'src/folder/index.ts': '',
    'src/both.ts': '',
    'src/both/index.ts': '',
    'src/x.vue': '',
    'src/data.json': '{}',
    'index.ts': '',
  };

  it.each([
    ['./a', 'src/a.ts'],
    ['./a.js', 'src/a.ts'],
    ['./a.ts', 'src/a.ts'],
    ['./b', 'src/b.tsx'],
    ['./b.js', 'src/b.tsx'],
    ['./b.jsx', 'src/b.tsx'],
    ['./c', 'src/c.js'],
    ['./c.js', 'src/c.js'],
    ['./d.mjs', 'src/d.mts'],
    ['./e.cjs', 'src/e.cts'],
    ['./only', 'src/only.d.ts'],
    ['./typed', 'src/typed.js'],
    ['./foo.service', 'src/foo.service.ts'],
    ['./folder', 'src/folder/index.ts'],
    ['./folder/', 'src/folder/index.ts'],
    ['./both', 'src/both.ts'],
    ['../src/a', 'src/a.ts'],
    ['..', 'index.ts'],
    ['./x.vue', '(unknown)'],
    ['./data.json', '(unknown)'],
    ['./nothing', '(unknown)'],
  ])('of %s is %s', (specifier, expected) => {
    expect(viewOf(FILES).resolve(specifier, 'src/main.ts')).toBe(expected);
  });

  it('of a folder’s own index is found from inside', () => {
    expect(viewOf(FILES).resolve('.', 'src/folder/x.ts')).toBe('src/folder/index.ts');
  });

  it('can be read, without its byte order mark', () => {
    const { view, folder } = viewOf(FILES);
    expect(view.readModule(join(folder, 'src/a.ts'))).toBe('text of a');
    expect(view.readModule(join(folder, 'src/nothing.ts'))).toBeUndefined();
  });

  it('are listed with the index of each folder beside them', () => {
    const { view, folder } = viewOf(FILES);
    const listed = view.sourceFiles(join(folder, 'src')).map((file) => file.slice(folder.length + 1));
    expect(listed).toEqual(
      expect.arrayContaining([
        'src/a.ts',
        'src/b.tsx',
        'src/folder/index.ts',
        'src/both.ts',
        'src/both/index.ts',
        'src/only.d.ts',
      ]),
    );
    expect(listed).not.toContain('src/x.vue');
    expect(listed).not.toContain('src/data.json');
    expect(view.sourceFiles(join(folder, 'nowhere'))).toEqual([]);
  });
});

describe('a path alias', () => {
  it('is the nearest tsconfig’s, comments and trailing commas or not', () => {
    const { resolve, problems } = viewOf({
      'tsconfig.json': `\uFEFF{
        // comment
        "compilerOptions": { "paths": { "@/*": ["./src/*"], "@/special/*": ["./other/*"], "exact": ["./src/exact.ts"], "~*end": ["./src/*"], "@types": ["./node_modules/x"] }, },
      }`,
      'src/lib/clerk.ts': '',
      'src/exact.ts': '',
      'other/thing.ts': '',
      'node_modules/x/index.js': '',
      'packages/a/tsconfig.json': '{ /* no aliases here */ }',
    });
    expect(resolve('@/lib/clerk', 'src/app/page.tsx')).toBe('src/lib/clerk.ts');
    expect(resolve('@/lib/clerk.js', 'src/app/page.tsx')).toBe('src/lib/clerk.ts');
    expect(resolve('@/special/thing', 'src/a.ts')).toBe('other/thing.ts');
    expect(resolve('exact', 'src/a.ts')).toBe('src/exact.ts');
    expect(resolve('~exactend', 'src/a.ts')).toBe('src/exact.ts');
    expect(resolve('@types', 'src/a.ts')).toBe('(unknown)');
    expect(resolve('@/nothing', 'src/a.ts')).toBe('(unknown)');
    expect(resolve('@/lib/clerk', 'packages/a/a.ts')).toBe('(unknown)');
    expect(problems).toEqual([]);
  });

  it('may be a jsconfig’s, an extended one’s, or that of a project referred to', () => {
    const { resolve } = viewOf({
      'js/jsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["lib/*"] } } }',
      'js/lib/a.js': '',
      'ext/tsconfig.json': '{ "extends": "../config/base", "compilerOptions": { "strict": true } }',
      'config/base.json': '{ "extends": "./root.json", "compilerOptions": { "paths": { "@/*": ["../ext/src/*"] } } }',
      'config/root.json': '{ "compilerOptions": { "paths": { "never/*": ["x"] } } }',
      'ext/src/b.ts': '',
      'pkg/tsconfig.json': '{ "extends": "@acme/tsconfig/web.json" }',
      'node_modules/@acme/tsconfig/web.json': '{ "compilerOptions": { "paths": { "~/*": ["${configDir}/src/*"] } } }',
      'pkg/src/c.ts': '',
      'vite/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./node" }] }',
      'vite/tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'vite/src/d.ts': '',
      'loop/tsconfig.json': '{ "extends": "./other.json" }',
      'loop/other.json': '{ "extends": "./tsconfig.json" }',
    });
    expect(resolve('@/a', 'js/x.js')).toBe('js/lib/a.js');
    expect(resolve('@/b', 'ext/x.ts')).toBe('ext/src/b.ts');
    expect(resolve('~/c', 'pkg/x.ts')).toBe('pkg/src/c.ts');
    expect(resolve('@/d', 'vite/src/x.ts')).toBe('vite/src/d.ts');
    expect(resolve('@/e', 'loop/x.ts')).toBe('(unknown)');
  });

  it('may be what a framework would generate, where that has not been generated yet', () => {
    const { resolve, problems } = viewOf({
      'kit/tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
      'kit/src/lib/clerk.ts': '',
      'kit/src/lib/index.ts': '',
      'built/tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
      'built/.svelte-kit/tsconfig.json': '{ "compilerOptions": { "paths": { "$lib/*": ["../source/*"] } } }',
      'built/source/clerk.ts': '',
      'built/src/lib/clerk.ts': '',
      'nuxt/tsconfig.json':
        '{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.app.json" }], "extends": "./.nuxt/tsconfig.json" }',
      'nuxt/app/clerk.ts': '',
      'nuxt/server/clerk.ts': '',
      'own/tsconfig.json': '{ "extends": "./config/missing.json" }',
      'own/src/lib/clerk.ts': '',
    });
    expect(resolve('$lib/clerk', 'kit/src/routes/+page.server.ts')).toBe('kit/src/lib/clerk.ts');
    expect(resolve('$lib', 'kit/src/routes/+page.server.ts')).toBe('kit/src/lib/index.ts');
    expect(resolve('$lib/clerk', 'built/src/a.ts')).toBe('built/source/clerk.ts');
    expect(resolve('~/clerk', 'nuxt/app/x.ts')).toBe('nuxt/app/clerk.ts');
    expect(resolve('~~/server/clerk', 'nuxt/app/x.ts')).toBe('nuxt/server/clerk.ts');
    expect(resolve('$lib/clerk', 'own/src/a.ts')).toBe('(unknown)');
    expect(problems).toEqual([]);
  });

  it('is not needed below a baseUrl', () => {
    const { resolve } = viewOf({
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": "./src" } }',
      'src/lib/clerk.ts': '',
    });
    expect(resolve('lib/clerk', 'src/a.ts')).toBe('src/lib/clerk.ts');
  });

  it('is that of --project wherever a file is', () => {
    const folder = makeFolder({
      'tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'tsconfig.json': '{}',
      'src/a.ts': '',
    });
    expect(viewOf({}, folder, join(folder, 'tsconfig.app.json')).resolve('@/a', 'deep/x.ts')).toBe('src/a.ts');
  });
});

describe('a bare import', () => {
  it('is a package where it is declared, installed or built in, and unknown otherwise', () => {
    const { resolve } = viewOf({
      'package.json':
        '{ "dependencies": { "@clerk/nextjs": "6", "stripe": "^1", "alias": "npm:other@1", "cat": "catalog:" } }',
      'node_modules/hoisted/package.json': '{}',
    });
    for (const specifier of [
      '@clerk/nextjs',
      '@clerk/nextjs/server',
      'stripe',
      'alias',
      'cat',
      'hoisted/deep',
      'fs',
      'node:fs/promises',
    ]) {
      expect(resolve(specifier, 'src/a.ts'), specifier).toBe('(package)');
    }
    for (const specifier of ['unheard-of', '@clerk', 'virtual:thing', 'https://example.com/x.js'])
      expect(resolve(specifier, 'src/a.ts'), specifier).toBe('(unknown)');
  });

  it.each([
    ['npm or yarn', { 'package.json': '{ "workspaces": ["packages/*"] }' }],
    ['yarn’s long form', { 'package.json': '{ "workspaces": { "packages": ["./packages/*/"] } }' }],
    [
      'pnpm',
      {
        'package.json': '{}',
        'pnpm-workspace.yaml':
          '# here\npackages:\n  # all\n  - \'packages/*\' # too\n  - "apps/*"\n\ncatalog:\n  react: 19\n',
      },
    ],
  ])('is a package of the workspace, by %s', (_, root) => {
    const { resolve } = viewOf({
      ...root,
      'packages/a/package.json':
        '{ "name": "@acme/a", "dependencies": { "@acme/b": "workspace:*", "@acme/c": "*", "gone": "workspace:*" } }',
      'packages/b/package.json':
        '{ "name": "@acme/b", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" }, "./util/*": "./dist/util/*.js" } }',
      'packages/b/src/index.ts': '',
      'packages/b/src/util/clerk.ts': '',
      'packages/c/package.json': '{ "name": "@acme/c", "main": "lib/main.js" }',
      'packages/c/src/main.ts': '',
      'packages/c/src/deep.ts': '',
      'packages/d/package.json': '{ "name": "@acme/d" }',
      'packages/d/index.ts': '',
    });
    const from = 'packages/a/src/x.ts';
    expect(resolve('@acme/b', from)).toBe('packages/b/src/index.ts');
    expect(resolve('@acme/b/util/clerk', from)).toBe('packages/b/src/util/clerk.ts');
    expect(resolve('@acme/c', from)).toBe('packages/c/src/main.ts');
    expect(resolve('@acme/c/deep', from)).toBe('packages/c/src/deep.ts');
    expect(resolve('@acme/d', from)).toBe('packages/d/index.ts');
    expect(resolve('@acme/a', from)).toBe('(unknown)');
    expect(resolve('gone', from)).toBe('(unknown)');
  });

  it('is a folder where the range says so', () => {
    const { resolve } = viewOf({
      'app/package.json':
        '{ "dependencies": { "local": "file:../local", "linked": "link:../linked", "lost": "file:../lost" } }',
      'local/package.json': '{ "name": "local", "source": "./src/start.ts" }',
      'local/src/start.ts': '',
      'linked/package.json': '{ "name": "whatever" }',
      'linked/index.js': '',
    });
    expect(resolve('local', 'app/a.ts')).toBe('local/src/start.ts');
    expect(resolve('linked', 'app/a.ts')).toBe('linked/index.js');
    expect(resolve('lost', 'app/a.ts')).toBe('(unknown)');
  });

  it('is no package of its own where node_modules only links to the repository', () => {
    const folder = makeFolder({ 'package.json': '{}', 'tools/index.ts': '' });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync('../tools', join(folder, 'node_modules/tools'));
    expect(viewOf({}, folder).resolve('tools', 'a.ts')).toBe('(unknown)');
  });
});

describe('an import that starts with #', () => {
  it('is looked up in the imports of the nearest package.json', () => {
    const { resolve } = viewOf({
      'package.json': JSON.stringify({
        imports: {
          '#clerk': './src/lib/clerk.ts',
          '#lib/*': { types: './dist/lib/*.d.ts', default: './dist/lib/*.js' },
          '#dep': 'stripe',
          '#list': ['./nothing.js', './src/lib/clerk.js'],
        },
        dependencies: { stripe: '1' },
      }),
      'src/lib/clerk.ts': '',
    });
    expect(resolve('#clerk', 'src/a.ts')).toBe('src/lib/clerk.ts');
    expect(resolve('#lib/clerk', 'src/a.ts')).toBe('src/lib/clerk.ts');
    expect(resolve('#dep', 'src/a.ts')).toBe('(package)');
    expect(resolve('#list', 'src/a.ts')).toBe('src/lib/clerk.ts');
    expect(resolve('#nothing', 'src/a.ts')).toBe('(unknown)');
  });
});

describe('the files that hold a word', () => {
  it('are those of the whole repository, but for build output, dependencies and other kinds', () => {
    const { folder, view } = viewOf({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{ "name": "a" }',
      'packages/a/test/setup.ts': '',
      'packages/a/src/a.ts': 'client.users.updateUser(id, {});',
      'packages/b/src/b.vue': '<script>updateUser()</script>',
      'packages/b/src/c.ts': 'update()',
      'dist/a.js': 'updateUser()',
      'node_modules/b/index.js': 'updateUser()',
      '.cache/a.js': 'updateUser()',
      'notes.md': 'updateUser()',
    });
    const found = view.filesNaming?.(['updateUser'], join(folder, 'packages/a/test/setup.ts'));
    expect(found?.map((path) => displayPath(folder, path)).sort()).toEqual([
      'packages/a/src/a.ts',
      'packages/b/src/b.vue',
    ]);
  });

  it('are the same however many words are asked for', () => {
    const texts: Readonly<Record<string, string>> = {
      'empty.ts': '',
      'short.ts': 'id',
      'ends.ts': 'const a = order.shipped',
      'umlaut.ts': 'const größe = 1;',
      'long.ts': `${'const x0 = { a: 1, b: [2] };\n'.repeat(5000)}interface Contact {}`,
      'parts.ts': 'inter face Con tact order shipp ed gröss',
    };
    const { folder, view } = viewOf({ 'package.json': '{}', ...texts });
    const words = ['', 'a', 'id', 'idx', 'größe', 'shipped', 'order.shipped', 'interface Contact', 'ord', 'x1', '[2]'];
    for (const word of [...words, ...words.map((one) => `${one} `)]) {
      const found = view.filesNaming?.([word], join(folder, 'ends.ts'));
      const holding = Object.keys(texts).filter((name) => texts[name]?.includes(word));
      expect(found?.map((path) => displayPath(folder, path)).sort(), word).toEqual(holding.sort());
    }
  });

  it("can't be told without a package.json", () => {
    const { folder, view } = viewOf({ 'a.ts': 'updateUser()' });
    expect(view.filesNaming?.(['updateUser'], join(folder, 'a.ts'))).toBeUndefined();
  });
});
