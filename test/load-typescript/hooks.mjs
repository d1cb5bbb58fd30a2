import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import blankOutTypes from 'ts-blank-space';

/**
 * Types become blanks, so that lines and columns stay as they are. Vitest marks the files of tests by a query.
 *
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, nextLoad) {
  const [file = url] = url.split('?');
  if (!file.endsWith('.ts')) return nextLoad(url, context);
  const source = blankOutTypes(await readFile(fileURLToPath(file), 'utf8'), () => {
    throw new SyntaxError(`${file}: only TypeScript whose types can be left out is loaded`);
  });
  return { format: 'module', shortCircuit: true, source: `${source}\n//# sourceURL=${file}` };
}
