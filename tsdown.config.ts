import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig, type Rolldown } from 'tsdown';
import { compilerFor } from './bundling/compiler.ts';

/** Modules that are built as CommonJS files of their own, and what is taken from them. Such a file can be loaded at any moment, and its compiled code can be kept. */
const APART: Readonly<Record<string, readonly string[]>> = {
  'transforms/engine.ts': ['analyze', 'createCheckerOracle', 'findSyntaxProblem'],
  'cli/start.ts': ['start'],
  'cli/command.ts': ['command'],
};

/** Loads the modules of {@link APART} where they are asked for. */
function loadApart(thisFile: string): Rolldown.Plugin {
  const moduleOf = (path: string | undefined): string | undefined => Object.keys(APART).find((module) => path === join(import.meta.dirname, module));
  return {
    name: 'load-apart',
    resolveId: {
      order: 'pre',
      filter: { id: /\/(?:engine|start|command)\.ts$/ },
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
          export const { ${(APART[module] ?? []).join(', ')} } = process.getBuiltinModule('node:module').createRequire(${thisFile})('./${basename(module, '.ts')}.cjs');`;
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
    // By itself, so that nothing of the rest is compiled before it looks for what was kept.
    ...common,
    entry: { start: 'cli/start.ts' },
    format: 'cjs',
    plugins: [loadApart('__filename')],
    outputOptions: { codeSplitting: false },
    dts: false,
    clean: false,
  },
  {
    ...common,
    entry: { command: 'cli/command.ts', 'look-ahead-worker': 'cli/look-ahead-worker.ts' },
    format: 'cjs',
    plugins: [loadApart('__filename'), globOnCall('__filename')],
    // One file for all that is shared: to look for a file takes longer than to read it. Compiled code that was kept can't import, so it requires.
    outputOptions: { dynamicImportInCjs: false, codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: (id: string) => !id.startsWith('\0apart:') }] } },
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
    plugins: [compilerFor('compiler.cjs')],
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
