import type { SweepProgram } from './sweep-program.ts';
import { combinations } from './roles.ts';

/**
 * The same part of all programs each time, spread over all of them: what is added elsewhere doesn't change which others
 * are in it.
 *
 * @param share one of so many
 * @param slice which: 0 up to `share - 1`
 */
export function choosePrograms(share: number, slice: number): readonly SweepProgram[] {
  const chosen: SweepProgram[] = [];
  for (const { name, make } of combinations()) {
    const program = hashOf(name) % share === slice ? make() : undefined;
    if (program !== undefined) chosen.push(program);
  }
  return chosen;
}

/** FNV-1a, and its high bits mixed into the low ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
