import { SURFACES, type Surface } from '../../transforms/api-change.ts';
import type { AnalyzeOptions } from '../../transforms/options.ts';

type Area = Surface | 'http';

const AREAS: readonly Area[] = [...(Object.keys(SURFACES) as Surface[]), 'http'];
const FRONTEND_REPLACE = ['merge', 'null-keys'] as const;

/**
 * Picks the engine's options out of those that jscodeshift passes on, which hold its own too.
 *
 * @param options `--exact=true` comes as `true`, `--exact=1` as `1`, an option given twice as an array
 * @throws Error where one of ours has a value that means nothing; the message says which are meant
 */
export function readOptions(options: Readonly<Record<string, unknown>>): AnalyzeOptions {
  const only = options['only'];
  return {
    exact: readSwitch('exact', options['exact']),
    todo: readSwitch('todo', options['todo']),
    frontendReplace: oneOf('frontend-replace', FRONTEND_REPLACE, options['frontend-replace'] ?? options['frontendReplace'] ?? 'merge'),
    ...(only === undefined ? {} : { only: readList(only).map((area) => oneOf('only', AREAS, area)) }),
  };
}

function readSwitch(name: string, value: unknown): boolean {
  if (value === undefined || value === false || value === 0) return false;
  if (value === true || value === 1) return true;
  // jscodeshift takes what follows a bare option for its value: `--exact src`.
  throw new Error(`--${name} can't be '${sayValue(value)}': write --${name}=true`);
}

/** `users,http`, or the option given twice. */
function readList(value: unknown): unknown[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: unknown): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`--${name} can't be '${sayValue(value)}': it is one of ${allowed.join(', ')}`);
  return found;
}

function sayValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
