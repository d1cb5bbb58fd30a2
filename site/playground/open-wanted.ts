import { EXAMPLES, REASON_HELP } from './built-data.ts';
import type { ShownCase } from './case.ts';
import { readWanted, type SharedState, unpackState } from './shared-state.ts';

/** What an address asks for, and a word about it where there is one to say. */
export interface Opened {
  readonly state: SharedState;
  readonly note?: string;
}

/**
 * Opens what the text behind the `#` asks for; the first example where it asks for nothing, or for what isn't there.
 */
export async function openWanted(hash: string, base: string): Promise<Opened> {
  const wanted = readWanted(hash);
  switch (wanted.kind) {
    case 'nothing':
      return { state: firstExample() };
    case 'code': {
      const state = await unpackState(wanted.packed);
      return state === undefined
        ? { state: firstExample(), note: 'The address is cut off or broken; this is an example instead.' }
        : { state };
    }
    case 'reason': {
      const help = Object.entries(REASON_HELP).find(([code]) => code === wanted.name)?.[1];
      return help === undefined
        ? { state: firstExample(), note: `There is no reason ${wanted.name}; this is an example instead.` }
        : { state: help.example, note: `The example of the reason ${wanted.name}.` };
    }
    case 'case': {
      const found = await fetchCase(wanted.name, base);
      if (found === undefined)
        return { state: firstExample(), note: `There is no case ${wanted.name}; this is an example instead.` };
      const { files, active, options, withTypes } = found;
      return {
        state: { files, active, options },
        note: withTypes
          ? `The case ${wanted.name}. The command decides it with types, which this page has none of.`
          : `The case ${wanted.name}.`,
      };
    }
  }
}

/** @returns undefined where there is no such case */
export async function fetchCase(name: string, base: string): Promise<ShownCase | undefined> {
  try {
    const response = await fetch(`${base}cases/${name}.json`);
    return response.ok ? ((await response.json()) as ShownCase) : undefined;
  } catch {
    return undefined;
  }
}

function firstExample(): SharedState {
  const [first] = EXAMPLES;
  if (first === undefined) throw new Error('there is no example');
  return first.state;
}
