import type { AnalyzeOptions } from '../transforms/analyze-options.ts';
import { AREAS, FRONTEND_REPLACE } from '../transforms/settings.ts';

const ON: readonly unknown[] = [true, 1, 'true', '1'];
const OFF: readonly unknown[] = [undefined, false, 0, 'false', '0', ''];

/**
 * Picks the engine's options out of those that a host passes on, which may hold its own too.
 *
 * @param options `exact`, `skip-review`, also as `skipReview`, `todo`, `only` (one, several with commas, or an array)
 *   and `frontend-replace`, also as `frontendReplace`
 * @param prefix what the host wants in front of a name, `--` or `--param `
 * @throws Error where one of ours has a value that means nothing; the message says which are meant
 */
export function readOptions(options: Readonly<Record<string, unknown>>, prefix: string): AnalyzeOptions {
  const only = readList(options['only']);
  const replace = options['frontend-replace'] ?? options['frontendReplace'];
  return {
    skipReview: readSwitch(`${prefix}skip-review`, options['skip-review'] ?? options['skipReview']),
    removeUnused: readSwitch(`${prefix}remove-unused`, options['remove-unused'] ?? options['removeUnused']),
    exact: readSwitch(`${prefix}exact`, options['exact']),
    todo: options['todo'] === 'review' ? 'review' : readSwitch(`${prefix}todo`, options['todo']),
    ...(replace === undefined
      ? {}
      : { frontendReplace: oneOf(`${prefix}frontend-replace`, FRONTEND_REPLACE, replace) }),
    ...(only.length === 0 ? {} : { only: only.map((area) => oneOf(`${prefix}only`, AREAS, area)) }),
  };
}

function readSwitch(name: string, value: unknown): boolean {
  if (OFF.includes(value)) return false;
  if (ON.includes(value)) return true;
  // jscodeshift takes what follows a bare option for its value: `--exact src`.
  throw new Error(`${name} can't be '${sayValue(value)}': write ${name}=true`);
}

function readList(value: unknown): unknown[] {
  if (value === undefined || value === '') return [];
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'string' ? item.split(',') : [item],
  );
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: unknown): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${name} can't be '${sayValue(value)}': it is one of ${allowed.join(', ')}`);
  return found;
}

function sayValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
