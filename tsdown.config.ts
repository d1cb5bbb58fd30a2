import { createRequire } from 'node:module';
import { defineConfig, type Rolldown } from 'tsdown';
import type { ts } from 'ts-morph';

const require = createRequire(import.meta.url);

/**
 * All but what builds a checker (cli/types) uses only the compiler that ts-morph brings along. Taken from where ts-morph takes it, and by `require`, it is there
 * in half the time: nothing wraps its nodes, and nobody looks through its nine megabytes for the names that it exports.
 */
function compilerOnly(thisFile: string, expression = OWN_COMPILER): Rolldown.Plugin {
  const id = '\0compiler';
  return {
    name: 'compiler-only',
    resolveId: { order: 'pre', filter: { id: /^ts-morph$/ }, handler: (_, importer) => (importer === undefined || !/\.d\.[cm]?ts|\/cli\/types\//.test(importer) ? id : null) },
    load: {
      filter: { id: /^\0compiler$/ },
      handler: () => `
        import { createRequire } from 'node:module';
        const require = createRequire(${thisFile});
        export const ts = ${expression};`,
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

const OWN_COMPILER = "createRequire(require.resolve('ts-morph'))('@ts-morph/common').ts";

/** In a linter, the one that its parser has loaded, where it is of the same version: a second takes a fifth of a second and 60 MB. */
function loadedOrOwnCompiler(): string {
  const { ts: own } = createRequire(require.resolve('ts-morph'))('@ts-morph/common') as { readonly ts: typeof ts };
  return `Object.entries(require.cache).find(([path, module]) => /[\\\\/]typescript[\\\\/]lib[\\\\/]typescript\\.js$/.test(path) && module.loaded && module.exports.versionMajorMinor === '${own.versionMajorMinor}')?.[1].exports ?? ${OWN_COMPILER}`;
}

const common = { platform: 'node', target: 'node20.19', fixedExtension: false } as const;

export default defineConfig([
  {
    ...common,
    entry: { index: 'transforms/index.ts', cli: 'cli/main.ts', 'eslint-plugin': 'eslint-plugin/index.ts' },
    format: 'esm',
    plugins: [compilerOnly('import.meta.url'), globOnCall('import.meta.url')],
    dts: { entry: ['transforms/index.ts', 'eslint-plugin/index.ts'] },
    deps: { onlyBundle: ['@typescript-eslint/utils'] },
  },
  {
    // jscodeshift loads its transforms with `require`.
    ...common,
    entry: { jscodeshift: 'integrations/jscodeshift/transform.ts' },
    format: 'cjs',
    plugins: [compilerOnly('__filename'), globOnCall('__filename')],
    dts: true,
    clean: false,
  },
  {
    // A lint rule and a transform load the engine when it is needed, and can't wait for an import.
    ...common,
    entry: { 'eslint-engine': 'eslint-plugin/engine.ts' },
    format: 'cjs',
    plugins: [compilerOnly('__filename', loadedOrOwnCompiler()), globOnCall('__filename')],
    dts: false,
    clean: false,
  },
  {
    ...common,
    entry: { 'jscodeshift-engine': 'integrations/jscodeshift/engine.ts' },
    format: 'cjs',
    plugins: [compilerOnly('__filename'), globOnCall('__filename')],
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
