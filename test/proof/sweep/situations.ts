import type { Json, Subject } from '../../service/store.ts';
import type { Circumstances } from '../generated/world.ts';

/** The parameters that programs may use, with their types: types tell the truth. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'string',
  other: 'string',
  flag: 'boolean',
  text: 'string',
  count: 'number',
  key: 'string',
  maybe: 'string | undefined',
  nullable: 'string | null',
  list: 'string[]',
  rows: '{ plan: string; label?: string }[]',
  bag: '{ size: number; label?: string }',
  input: '{ plan?: string }',
  date: 'Date',
  loose: 'any',
  unsure: 'unknown',
};

/** What a program is run with, once. */
export interface Situation {
  readonly name: string;
  readonly circumstances: Omit<Circumstances, 'failsAt'>;
  readonly values: Readonly<Record<string, unknown>>;
}

const RICH = {
  role: { a: 1 },
  plan: { nested: true },
  prefs: { theme: 'light', z: 1 },
  tags: ['x', 'y'],
  size: 3,
  extra: 'keep',
};
const PLAIN = {
  role: 'admin',
  prefs: { theme: 'dark', role: { b: 2 } },
  tags: ['a'],
  size: 1,
  flag: true,
  label: { c: 3 },
  mark: { old: true },
};

function subject(
  id: string,
  metadata: Json | undefined,
  general: Readonly<Record<string, Json>> = { firstName: `First ${id}` },
): Subject {
  return {
    id,
    general,
    metadata:
      metadata === undefined ? {} : { publicMetadata: metadata, privateMetadata: metadata, unsafeMetadata: metadata },
  };
}

function circumstances(
  first: Json | undefined,
  switchesAt: Circumstances['switchesAt'] = null,
  failsFor: string | null = null,
): Situation['circumstances'] {
  return {
    users: [subject('u1', first), subject('u2', { role: 'second', mine: true })],
    organizations: [],
    me: 'u1',
    failsFor,
    failsReading: null,
    switchesAt,
  };
}

const FULL = {
  id: 'u1',
  other: 'u2',
  flag: true,
  text: 'alpha',
  count: 2,
  key: 'role',
  maybe: 'here',
  nullable: 'there',
  list: ['a', 'b'],
  rows: [{ plan: 'alpha', label: 'l' }, { plan: 'b' }, { plan: 'c' }],
  bag: { size: 1, label: 'l' },
  input: { plan: 'given' },
  date: new Date(1_000),
  loose: 'word',
  unsure: 'word',
};
const SPARSE = {
  ...FULL,
  flag: false,
  text: 'beta',
  count: -1,
  key: 'extra',
  maybe: undefined,
  nullable: null,
  list: [],
  rows: [],
  bag: { size: 0 },
  input: {},
  loose: { size: 1, role: { z: 1 }, plan: { z: 1 } },
  unsure: { size: 1 },
};
const ODD = {
  ...FULL,
  text: '',
  count: 0,
  key: 'size',
  maybe: '',
  nullable: '',
  list: ['a'],
  bag: { size: 2, label: undefined },
  input: { plan: undefined },
  loose: null,
  unsure: undefined,
};

/** What every program is run with. */
export const SITUATIONS: readonly Situation[] = [
  { name: 'all there', circumstances: circumstances(RICH), values: FULL },
  { name: 'little there', circumstances: circumstances(PLAIN), values: SPARSE },
  { name: 'odd values', circumstances: circumstances(RICH), values: ODD },
  { name: 'nothing stored', circumstances: circumstances(undefined), values: FULL },
  { name: 'somebody else signs in during the first write', circumstances: circumstances(PLAIN, 'first'), values: FULL },
  { name: 'somebody else signs in during the update', circumstances: circumstances(RICH, 'main'), values: SPARSE },
];

/** For programs that leave nothing under way, whose failure nobody would see. */
export const FAILING: Situation = {
  name: 'the update fails',
  circumstances: circumstances(RICH, null, 'u1'),
  values: FULL,
};
