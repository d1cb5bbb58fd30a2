/** How the engine becomes one file for codemod's interpreter, which has no node_modules and only some of node. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import { takeCompilerSlice } from '../../bundling/take-compiler-slice.ts';

/** Modules that this folder has something else for. */
const REPLACED: Readonly<Record<string, string>> = {
  './glob.ts': 'workspace-glob.ts',
  './text.ts': 'utf8-text.ts',
  'node:fs': 'node.ts',
  fs: 'node.ts',
  'node:module': 'node.ts',
};

/** Modules that the interpreter has. */
const PROVIDED = new Set(['fs', 'path']);

/** Modules that TypeScript asks for only where it runs on node. */
const LEFT_OUT = new Set(['os', 'inspector', 'source-map-support']);

const here = (file: string): string => fileURLToPath(new URL(`source/${file}`, import.meta.url));

const common = {
  format: 'esm',
  platform: 'neutral',
  outDir: fileURLToPath(new URL('scripts', import.meta.url)),
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  clean: false,
} satisfies UserConfig;

export default defineConfig([
  { ...common, entry: { rewrite: here('rewrite.ts') } },
  {
    ...common,
    entry: { engine: here('rewrite-file.ts') },
    minify: true,
    banner: {
      js: '/*! Built in: parts of TypeScript (Apache-2.0), js-yaml (MIT), ignore (MIT) and semver (ISC). Their licences: THIRD-PARTY-NOTICES.md of clerk-metadata-codemod. */',
    },
    deps: { alwaysBundle: [/./] },
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    plugins: [
      takeCompilerSlice(),
      {
        name: 'codemod-interpreter',
        resolveId(specifier: string, importer: string | undefined) {
          const name = specifier.replace(/^node:/, '');
          const isOurs = importer !== undefined && !importer.includes('/node_modules/');
          const isReplacement = importer?.startsWith(here('')) === true;
          const replacement = REPLACED[specifier];
          if (replacement !== undefined && isOurs && !isReplacement) return here(replacement);
          return PROVIDED.has(name) || LEFT_OUT.has(name) ? { id: name, external: true } : undefined;
        },
        /** The minifier writes the character itself, which the interpreter takes for the end of the file. */
        generateBundle(_options: unknown, files: Record<string, { type: string; code?: string }>) {
          for (const file of Object.values(files)) {
            if (file.type === 'chunk') file.code = file.code?.replaceAll('\0', String.raw`\x00`) ?? '';
          }
        },
      },
    ],
  },
]);
