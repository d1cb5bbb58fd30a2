import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig, type Rolldown } from 'tsdown';
import type { ts } from 'ts-morph';

const require = createRequire(import.meta.url);

/** Modules that are built as CommonJS files of their own, and what is taken from them. Such a file can be loaded at any moment, and its compiled code can be kept. */
const APART: Readonly<Record<string, readonly string[]>> = {
  'transforms/engine.ts': ['analyze', 'createCheckerOracle', 'findSyntaxProblem'],
  'cli/command.ts': ['command'],
};

/** Loads the modules of {@link APART} where they are asked for. */
function loadApart(thisFile: string): Rolldown.Plugin {
  const moduleOf = (path: string | undefined): string | undefined => Object.keys(APART).find((module) => path === join(import.meta.dirname, module));
  return {
    name: 'load-apart',
    resolveId: {
      order: 'pre',
      filter: { id: /\/(?:engine|command)\.ts$/ },
      handler: (specifier, importer) => {
        const module = importer === undefined ? undefined : moduleOf(resolve(dirname(importer), specifier));
        return module === undefined ? null : `\0apart:${module}`;
      },
    },
    load: {
      filter: { id: /^\0apart:/ },
      handler: (id) => {
        const module = id.slice('\0apart:'.length);
        return `
          import { createRequire } from 'node:module';
          export const { ${(APART[module] ?? []).join(', ')} } = createRequire(${thisFile})('./${basename(module, '.ts')}.cjs');`;
      },
    },
  };
}

/**
 * The engine uses only the compiler that ts-morph brings along. Taken from where ts-morph takes it, it is there in half the time: nothing wraps
 * its nodes, and nobody looks through its nine megabytes for the names that it exports. In a linter it is the one that the parser has loaded, where that
 * is of the same version: a second takes a fifth of a second and 60 MB.
 *
 * Each of its names is a constant of the engine's own: behind `ts.` there are two getters for each, and the engine asks for them a million times.
 */
function compilerOnly(): Rolldown.Plugin {
  const compiler = '\0compiler';
  const names = '\0compiler-names';
  const { ts: own } = createRequire(require.resolve('ts-morph'))('@ts-morph/common') as { readonly ts: typeof ts };
  return {
    name: 'compiler-only',
    resolveId: { order: 'pre', filter: { id: [/^ts-morph$/, /^\0compiler-names$/] }, handler: (specifier) => (specifier === names ? names : compiler) },
    load: {
      filter: { id: /^\0compiler/ },
      handler: (id) => {
        if (id === compiler) return `export * as ts from '${names}';`;
        return `
        import { createRequire } from 'node:module';
        import { dirname, join } from 'node:path';
        const require = createRequire(__filename);
        const isLoaded = ([path, { loaded, exports }]) => /[\\\\/]typescript[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && loaded && exports.versionMajorMinor === '${own.versionMajorMinor}';
        const loadOwn = () => require(join(dirname(createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common')), 'typescript.js'));
        const compiler = Object.entries(require.cache).find(isLoaded)?.[1].exports ?? loadOwn();
        ${Object.keys(own).filter((name) => name !== 'default').map((name) => `export const ${name} = compiler.${name};`).join('\n')}`;
      },
    },
  };
}

/** Most runs look for no files by a pattern, so what does (and looks through its own modules first) is loaded by the first call. */
function globOnCall(thisFile: string): Rolldown.Plugin {
  const id = '\0glob';
  const names = ['glob', 'globSync', 'isDynamicPattern'];
  return {
    name: 'glob-on-call',
    resolveId: { order: 'pre', filter: { id: /^tinyglobby$/ }, handler: () => id },
    load: {
      filter: { id: /^\0glob$/ },
      handler: () => `
        import { createRequire } from 'node:module';
        const load = () => createRequire(${thisFile})('tinyglobby');
        ${names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`).join('\n')}`,
    },
  };
}

const common = { platform: 'node', target: 'node20.19', fixedExtension: false } as const;

export default defineConfig([
  {
    ...common,
    entry: { index: 'transforms/index.ts', cli: 'cli/main.ts', 'eslint-plugin': 'eslint-plugin/index.ts' },
    format: 'esm',
    plugins: [loadApart('import.meta.url'), globOnCall('import.meta.url')],
    dts: { entry: ['transforms/index.ts', 'eslint-plugin/index.ts'] },
    deps: { onlyBundle: ['@typescript-eslint/utils'] },
  },
  {
    ...common,
    entry: { command: 'cli/command.ts', 'look-ahead-worker': 'cli/look-ahead-worker.ts' },
    format: 'cjs',
    plugins: [loadApart('__filename'), globOnCall('__filename')],
    dts: false,
    clean: false,
  },
  {
    // jscodeshift loads its transforms with `require`.
    ...common,
    entry: { jscodeshift: 'integrations/jscodeshift/transform.ts' },
    format: 'cjs',
    plugins: [loadApart('__filename'), globOnCall('__filename')],
    dts: true,
    clean: false,
  },
  {
    ...common,
    entry: { engine: 'transforms/engine.ts' },
    format: 'cjs',
    plugins: [compilerOnly()],
    treeshake: { propertyReadSideEffects: false },
    dts: false,
    clean: false,
  },
  {
    // What runs in the browser of whoever reads the HTML report; its style is copied beside it.
    entry: { 'report-page': 'cli/reporters/html/client/main.ts' },
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'cli/reporters/html/client/tsconfig.json',
    minify: true,
    dts: false,
    clean: false,
    outputOptions: { entryFileNames: '[name].js' },
    deps: { alwaysBundle: ['diff', 'sugar-high/lang/typescript'] },
    copy: [{ from: 'cli/reporters/html/page.css', to: 'dist', rename: 'report-page.css' }],
  },
]);
