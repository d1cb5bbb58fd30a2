import type { ValueKind } from '../../type-oracle.ts';

/**
 * What a value can be, as a set of kinds. What matters in the end is how it behaves in a merge, but the methods of a
 * value can only be known where its kind is.
 */
export type Kinds = number;

export const NOTHING: Kinds = 0;
export const STRING: Kinds = 1;
export const NUMBER: Kinds = 2;
export const BOOLEAN: Kinds = 4;
export const BIGINT: Kinds = 8;
export const ARRAY: Kinds = 16;
export const DATE: Kinds = 32;
export const UNDEFINED: Kinds = 64;
export const NULL: Kinds = 128;
/** An object whose keys would merge, or a function or symbol, which JSON drops. */
export const OBJECT: Kinds = 256;
export const UNKNOWN: Kinds = 512;
/** Set together with UNKNOWN where a value got there past its type, so that no type counts which is inferred from it. */
export const UNTYPED: Kinds = 1024;

export const PRIMITIVE: Kinds = STRING | NUMBER | BOOLEAN | BIGINT;
/** What a merge stores as it stands. */
export const VALUE: Kinds = PRIMITIVE | ARRAY | DATE;
export const NULLISH: Kinds = UNDEFINED | NULL;

const NAMED: Readonly<Record<ValueKind, Kinds>> = {
  string: STRING,
  number: NUMBER,
  boolean: BOOLEAN,
  bigint: BIGINT,
  array: ARRAY,
  date: DATE,
  object: OBJECT,
  null: NULL,
  undefined: UNDEFINED,
};

/** The set of what a type oracle names; undefined where it names nothing. */
export function kindsNamed(names: readonly ValueKind[] | undefined): Kinds | undefined {
  return names === undefined || names.length === 0
    ? undefined
    : names.reduce((kinds, name) => kinds | NAMED[name], NOTHING);
}

export function within(kinds: Kinds, allowed: Kinds): boolean {
  return kinds !== NOTHING && (kinds & ~allowed) === 0;
}

export function without(kinds: Kinds, excluded: Kinds): Kinds {
  return kinds & ~excluded;
}

/** What is left of a value of `kinds` where it is falsy. An unknown value may be anything falsy. */
export function falsyPart(kinds: Kinds): Kinds {
  return kinds & (PRIMITIVE | NULLISH | UNKNOWN | UNTYPED);
}

/** What is left of a value of `kinds` where it is truthy. */
export function truthyPart(kinds: Kinds): Kinds {
  return without(kinds, NULLISH);
}

type Methods = Readonly<Record<string, Kinds>>;
type MembersByKind = readonly (readonly [Kinds, Methods])[];

/**
 * What `name` of an object is or returns, by the kinds that the object may be. Null and undefined have none: reading it
 * throws, or skips to `optional`.
 */
export function memberByKind(table: MembersByKind, object: Kinds, name: string, optional: Kinds): Kinds {
  let rest = without(object, NULLISH);
  let found = (object & NULLISH) === 0 ? NOTHING : optional;
  for (const [kinds, members] of table) {
    if ((rest & kinds) === 0) continue;
    rest = without(rest, kinds);
    found |= Object.hasOwn(members, name) ? (members[name] ?? UNKNOWN) : UNKNOWN;
  }
  return rest === NOTHING ? found : found | UNKNOWN | optional;
}

/** The same for members of several names, with spaces between them. */
export function all(kinds: Kinds, names: string): Methods {
  return Object.fromEntries(names.split(' ').map((name) => [name, kinds]));
}

/** What methods return, by the kind of value they are called on. Source: ECMA-262. */
export const METHODS: MembersByKind = [
  [
    STRING,
    {
      ...all(
        STRING,
        'charAt concat normalize padEnd padStart repeat replace replaceAll slice substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimStart valueOf',
      ),
      ...all(NUMBER, 'charCodeAt indexOf lastIndexOf localeCompare search'),
      ...all(BOOLEAN, 'endsWith includes isWellFormed startsWith'),
      ...all(ARRAY, 'split'),
      at: STRING | UNDEFINED,
      codePointAt: NUMBER | UNDEFINED,
      match: ARRAY | NULL,
    },
  ],
  [NUMBER, { ...all(STRING, 'toExponential toFixed toLocaleString toPrecision toString'), ...all(NUMBER, 'valueOf') }],
  [BOOLEAN, { ...all(STRING, 'toString'), ...all(BOOLEAN, 'valueOf') }],
  [BIGINT, { ...all(STRING, 'toLocaleString toString'), ...all(BIGINT, 'valueOf') }],
  [
    DATE,
    {
      ...all(
        STRING,
        'toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString',
      ),
      ...all(
        NUMBER,
        'getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds valueOf',
      ),
    },
  ],
  [
    ARRAY,
    {
      ...all(
        ARRAY,
        'concat copyWithin fill filter flat flatMap map reverse slice sort splice toReversed toSorted toSpliced with',
      ),
      ...all(STRING, 'join toLocaleString toString'),
      ...all(NUMBER, 'findIndex findLastIndex indexOf lastIndexOf push unshift'),
      ...all(BOOLEAN, 'every includes some'),
    },
  ],
];

/** Properties that aren't methods. */
export const PROPERTIES: MembersByKind = [[STRING | ARRAY, { length: NUMBER }]];

/** What functions that are there without an import return. */
export const GLOBAL_FUNCTIONS: Methods = {
  ...all(STRING, 'String decodeURI decodeURIComponent encodeURI encodeURIComponent atob btoa Date'),
  ...all(NUMBER, 'Number parseFloat parseInt'),
  ...all(BOOLEAN, 'Boolean isFinite isNaN'),
  ...all(BIGINT, 'BigInt'),
  ...all(OBJECT, 'Symbol'),
  ...all(ARRAY, 'Array'),
};

/** What static methods and properties of globals are. */
export const GLOBAL_MEMBERS: Readonly<Record<string, Methods>> = {
  Array: { ...all(ARRAY, 'from of'), ...all(BOOLEAN, 'isArray') },
  Date: all(NUMBER, 'UTC now parse'),
  Math: all(
    NUMBER,
    'abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2',
  ),
  Number: {
    ...all(BOOLEAN, 'isFinite isInteger isNaN isSafeInteger'),
    ...all(NUMBER, 'parseFloat parseInt EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE'),
  },
  Object: { ...all(ARRAY, 'entries getOwnPropertyNames keys values'), ...all(BOOLEAN, 'hasOwn is isFrozen') },
  String: all(STRING, 'fromCharCode fromCodePoint raw'),
  crypto: all(STRING, 'randomUUID'),
  localStorage: all(STRING | NULL, 'getItem key'),
  performance: all(NUMBER, 'now'),
  sessionStorage: all(STRING | NULL, 'getItem key'),
};
