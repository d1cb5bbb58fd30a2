/**
 * `npm run case <fixture …>`: shows what the engine makes of fixtures, without a build. It bundles the tests' own
 * reader of fixtures with the engine's sources, which takes less time than loading them one by one, and runs that.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Inside of node_modules, so that what isn't bundled is found from there.
const folder = join(root, 'node_modules', '.cache', 'clerk-metadata-codemod-case', String(process.pid));
mkdirSync(folder, { recursive: true });

const bundle = await rolldown({
  input: join(root, 'test/case/show-cases.ts'),
  platform: 'node',
  external: /^[^./\\]/,
  cwd: root,
  logLevel: 'silent',
  plugins: [
    {
      name: 'keep-import-meta-url',
      transform: (code, id) =>
        code.includes('import.meta.url')
          ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          : null,
    },
  ],
});
await bundle.write({ file: join(folder, 'show-cases.mjs'), format: 'esm', codeSplitting: false });
/** @type {unknown} */
const loaded = await import(pathToFileURL(join(folder, 'show-cases.mjs')).href);
const { showCases } = /** @type {{ showCases: (args: string[]) => number }} */ (loaded);
process.exitCode = showCases(process.argv.slice(2));
