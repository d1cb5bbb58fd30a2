import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';

const ENGINE = join(import.meta.dirname, '../transforms');

/** The compiler's names that the engine's sources have behind a dot, which `ts` most often stands before. */
export function namesOfCompiler(): readonly string[] {
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const named = files.flatMap((path) => [...readFileSync(join(ENGINE, path), 'utf8').matchAll(/\.\s*(\w+)/g)]);
  const names = new Set(named.map(([, name = '']) => name));
  return [...names].filter((name) => name !== 'default' && Object.hasOwn(ts, name)).toSorted();
}
