import { dirname, join, resolve } from 'node:path';
import { defineConfig, type Rolldown } from 'tsdown';
import { compileEarly } from './bundling/compile-early.ts';
import { LATE_ENTRIES, loadLate } from './bundling/load-late.ts';
import { COMPILER, takeNamesFromCompiler, useCompiler } from './bundling/use-compiler.ts';

const ENGINE = join(import.meta.dirname, 'transforms/engine.ts');

/**
 * The engine is a file of its own, which all hosts share, and CommonJS: a lint rule and a transform of jscodeshift
 * can't wait for an import. It is required from modules too, since a module that imports CommonJS has all of it
 * searched for its exports first.
 */
const requireEngine: Rolldown.Plugin = {
  name: 'require-engine',
  resolveId: {
    order: 'pre',
    filter: { id: /\/engine\.ts$/ },
    handler: (specifier, importer) =>
      importer !== undefined && resolve(dirname(importer), specifier) === ENGINE ? '\0engine' : null,
  },
  load: {
    filter: { id: /^\0engine$/ },
    handler: () => `
      import { createRequire } from 'node:module';
      export const { analyze, createCheckerOracle, findSyntaxProblem } = createRequire(import.meta.url)('./engine.cjs');`,
  },
};

/** Of the command, of its late files (it needs them to run), of the engine, and of the compiler. */
const early = compileEarly(
  4,
  (name) => /^(?:command-.*|engine|compiler)\.cjs$/.test(name),
  (name) => name.startsWith('command-'),
);

const common = { platform: 'node', target: 'node20.19', fixedExtension: false } as const;

export default defineConfig([
  {
    ...common,
    entry: { index: 'transforms/index.ts', 'eslint-plugin': 'eslint-plugin/index.ts' },
    format: 'esm',
    plugins: [requireEngine, loadLate()],
    dts: { entry: ['transforms/index.ts', 'eslint-plugin/index.ts'] },
    deps: { onlyBundle: ['@typescript-eslint/utils'] },
  },
  {
    // The command behind its first file is CommonJS: as a module, it would wait for Node's loader of modules, and for
    // a list of the exports of all that it imports.
    ...common,
    entry: { cli: 'cli/main.ts' },
    format: 'cjs',
    plugins: [requireEngine, loadLate(), early],
    // One file for all that each run needs: to look for a file takes longer than to read it.
    outputOptions: { codeSplitting: { groups: [{ name: 'command', test: /\/cli\/start\.ts$|\0rolldown\/runtime/ }] } },
    dts: false,
    clean: false,
  },
  { ...common, entry: { 'look-ahead-worker': 'cli/look-ahead-worker.ts' }, format: 'cjs', dts: false, clean: false },
  {
    ...common,
    entry: LATE_ENTRIES,
    format: 'cjs',
    plugins: [early],
    dts: false,
    clean: false,
    deps: { onlyBundle: ['js-yaml', 'semver'] },
  },
  {
    // jscodeshift loads its transforms with `require`.
    ...common,
    entry: { jscodeshift: 'integrations/jscodeshift/transform.ts' },
    format: 'cjs',
    plugins: [loadLate()],
    dts: true,
    clean: false,
  },
  {
    ...common,
    entry: { engine: 'transforms/engine.ts' },
    format: 'cjs',
    plugins: [useCompiler(), early],
    treeshake: { propertyReadSideEffects: false },
    dts: false,
    clean: false,
  },
  {
    ...common,
    entry: { compiler: COMPILER },
    format: 'cjs',
    plugins: [takeNamesFromCompiler(), early],
    banner: { js: '/*! The part of TypeScript (Apache-2.0) that is needed here: see THIRD-PARTY-NOTICES.md. */' },
    treeshake: { propertyReadSideEffects: false },
    dts: false,
    clean: false,
  },
  {
    // What runs in the browser of whoever reads the HTML report; its style is copied beside it.
    entry: { 'report-page': 'cli/reporters/html/client/start-page.ts' },
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
