import fc from 'fast-check';
import type { Json, MetadataField, Subject } from '../../service/store.ts';
import type { Circumstances, World } from './world.ts';

/**
 * What a program's parameters are called, what type is written for them, and what they may be given: types tell the
 * truth.
 */
export interface Parameter {
  readonly type: string;
  readonly values: fc.Arbitrary<unknown>;
}

/** Anything that may come from outside without a type. */
const anything = fc.constantFrom<unknown>(
  'word',
  0,
  7,
  '',
  true,
  false,
  undefined,
  null,
  [],
  [1, 'two'],
  {},
  { role: 'inner', size: 1 },
  { plan: { nested: true } },
  { role: null },
  new Date(86_400_000),
);
const word = fc.constantFrom('alpha', '', 'beta');
const field = fc.constantFrom<unknown>({}, { role: 'given' }, { plan: { a: 1 } }, { role: null }, { extra: undefined });

/** Every parameter that a program may use. The ids are of the program's surface. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  flag: { type: 'boolean', values: fc.boolean() },
  text: { type: 'string', values: word },
  count: { type: 'number', values: fc.constantFrom(3, 0, -1) },
  maybe: { type: 'string | undefined', values: fc.constantFrom<unknown>('here', undefined, '') },
  nullable: { type: 'string | null', values: fc.constantFrom<unknown>('there', null, '') },
  list: { type: 'string[]', values: fc.constantFrom<unknown>(['a', 'b'], []) },
  date: { type: 'Date', values: fc.constant(new Date(1_000)) },
  obj: {
    type: '{ x: number; y?: string }',
    values: fc.constantFrom<unknown>({ x: 1 }, { x: 2, y: 'set' }, { x: 3, y: undefined }),
  },
  flat: {
    type: '{ role: string; size: number }',
    values: fc.constantFrom<unknown>({ role: 'flat', size: 2 }, { role: '', size: 0, plan: { more: 1 } }),
  },
  record: {
    type: 'Record<string, unknown>',
    values: fc.constantFrom<unknown>({}, { role: 'r' }, { role: { r: 1 } }, { plan: null }),
  },
  loose: { type: 'any', values: anything },
  unsure: { type: 'unknown', values: anything },
  key: { type: 'string', values: fc.constantFrom('role', 'plan', 'extra') },
  options: {
    type: '{ id: string; name: string; label: { text: string } }',
    values: fc.record({ name: word, label: fc.record({ text: word }) }),
  },
  input: {
    type: '{ $GENERAL?: string; $FIELD?: Record<string, unknown> }',
    values: fc.record({ $GENERAL: fc.constantFrom('Given', 'Other'), $FIELD: field }, { requiredKeys: [] }),
  },
  onlyMetadata: {
    type: '{ $FIELD?: Record<string, unknown> }',
    values: fc.record({ $FIELD: field }, { requiredKeys: [] }),
  },
  onlyGeneral: {
    type: '{ $GENERAL?: string }',
    values: fc.record({ $GENERAL: fc.constantFrom('Given', 'Other') }, { requiredKeys: [] }),
  },
  given: {
    type: 'Record<string, unknown>',
    values: fc.constantFrom<unknown>({}, { role: 'given' }, { plan: { a: 1 } }),
  },
};

/** What a program is run with, once. */
export interface Situation {
  readonly circumstances: Omit<Circumstances, 'failsAt'>;
  /** The effect that throws, counted from the program's first; null where none does. */
  readonly failingEffect: number | null;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const leaf = fc.constantFrom<Json>('old', 1, { a: 1 }, null, ['x'], { a: 1, size: { b: 2 } }, { old: true });
/** `prefs` is the key that programs spread, so it holds an object, null or nothing. */
const prefs = fc.constantFrom<Json>(
  {},
  { theme: 'light' },
  { theme: 'light', role: { a: 1 }, prefs: { theme: 'deep', z: 1 } },
  { role: 'p', prefs: null },
  null,
);
const keys = { role: leaf, plan: leaf, extra: leaf, size: leaf, maybe: leaf, loose: leaf, prefs };
const metadata = fc.oneof(
  fc.record(keys),
  fc.record(keys),
  fc.record(keys, { requiredKeys: [] }),
) as fc.Arbitrary<Json>;

const fields: Record<MetadataField, fc.Arbitrary<Json>> = {
  publicMetadata: metadata,
  privateMetadata: metadata,
  unsafeMetadata: metadata,
};
const stored = (id: string): fc.Arbitrary<Subject> =>
  fc.record({
    id: fc.constant(id),
    general: fc.constant<Record<string, Json>>(
      id.startsWith('u') ? { firstName: `First ${id}`, lastName: `Last ${id}` } : { name: `Name ${id}`, slug: id },
    ),
    metadata: fc.oneof(
      { weight: 5, arbitrary: fc.record(fields) },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    ),
  });

export const situation = (prefix: 'u' | 'o'): fc.Arbitrary<Situation> =>
  fc.record({
    circumstances: fc.record({
      users: fc.tuple(stored('u1'), stored('u2')),
      organizations: prefix === 'o' ? fc.tuple(stored('o1'), stored('o2')) : fc.constant([]),
      me: fc.constant('u1'),
      failsFor: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(`${prefix}1`, `${prefix}2`) },
      ),
      failsReading: fc.oneof(
        { weight: 9, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(`${prefix}1`, `${prefix}2`) },
      ),
    }),
    failingEffect: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(2) }),
    id: fc.constantFrom(`${prefix}1`, `${prefix}2`),
    values: fc.record(Object.fromEntries(Object.entries(PARAMETERS).map(([name, { values }]) => [name, values]))),
  });

/** The arguments for a program's parameters, made anew for each run: programs may change what they are given. */
export function argumentsFor(
  names: readonly string[],
  situation: Situation,
  surface: 'users' | 'organizations' | 'frontend',
  field: MetadataField,
): (world: World) => unknown[] {
  const general = surface === 'organizations' ? 'name' : 'firstName';
  const other = situation.id.replace(/\d/, (digit) => (digit === '1' ? '2' : '1'));
  const named = (value: unknown): unknown => {
    const copy = structuredClone(value);
    if (typeof copy !== 'object' || copy === null) return copy;
    const members = copy as Record<string, unknown>;
    for (const [from, to] of [
      ['$GENERAL', general],
      ['$FIELD', field],
    ] as const) {
      if (from in members) members[to] = members[from];
      Reflect.deleteProperty(members, from);
    }
    return copy;
  };
  return (world) =>
    names.map((name) => {
      switch (name) {
        case 'id':
          return situation.id;
        case 'other':
          return other;
        case 'ids':
          return [situation.id, other];
        case 'given_user':
          return surface === 'frontend' ? world.subject('me', 'u1') : world.subject(surface, situation.id);
        case 'client':
          return (world.modules['@clerk/express'] as { clerkClient: unknown }).clerkClient;
        case 'options':
          return { ...(structuredClone(situation.values['options']) as object), id: situation.id };
        default:
          return named(situation.values[name]);
      }
    });
}
