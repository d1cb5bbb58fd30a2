/**
 * What the language's own methods and functions do, by their names: the one table of it. Source: ECMA-262.
 * What a call returns by the kind of value that it is called on is in values/kinds.ts.
 */

/** What becomes of a list, a map, a set or a promise, and of what is in it, by a method that is called on it. */
export interface Method {
  /** Which parameters of its callback get something of it, or all of it. */
  readonly handsOut: readonly number[];
  /**
   * What the call gives: something that is in it; a list of some of that; a list of that and of what it is given;
   * itself; a list of what its callback returns; what its callback returns in the end; or nothing of it.
   */
  readonly gives: 'element' | 'some' | 'more' | 'itself' | 'results' | 'result' | 'nothing';
  /** Whether it is changed. */
  readonly changes: boolean;
  /** Whether what the method is given is found in it afterwards. */
  readonly keeps: boolean;
}

type Methods = Readonly<Record<string, Method>>;

function each(names: string, method: Pick<Method, 'gives'> & Partial<Method>): Methods {
  return Object.fromEntries(
    names.split(' ').map((name) => [name, { handsOut: [], changes: false, keeps: false, ...method }]),
  );
}

export const LIST_METHODS: Methods = {
  ...each('every findIndex findLastIndex forEach some', { gives: 'nothing', handsOut: [0, 2] }),
  ...each('flatMap map', { gives: 'results', handsOut: [0, 2] }),
  ...each('reduce reduceRight', { gives: 'result', handsOut: [1, 3] }),
  ...each('find findLast', { gives: 'element', handsOut: [0, 2] }),
  ...each('at', { gives: 'element' }),
  ...each('pop shift', { gives: 'element', changes: true }),
  ...each('filter', { gives: 'some', handsOut: [0, 2] }),
  ...each('toSorted', { gives: 'some', handsOut: [0, 1] }),
  ...each('slice toReversed', { gives: 'some' }),
  ...each('concat entries flat toSpliced values with', { gives: 'more' }),
  ...each('sort', { gives: 'itself', handsOut: [0, 1], changes: true }),
  ...each('copyWithin reverse', { gives: 'itself', changes: true }),
  ...each('fill', { gives: 'itself', changes: true, keeps: true }),
  ...each('splice', { gives: 'some', changes: true, keeps: true }),
  ...each('push unshift', { gives: 'nothing', changes: true, keeps: true }),
};

/** Those of maps and sets that lists don't have. */
export const COLLECTION_METHODS: Methods = {
  ...each('add set', { gives: 'itself', changes: true, keeps: true }),
  ...each('clear delete', { gives: 'nothing', changes: true }),
  ...each('get', { gives: 'element' }),
  ...each('keys', { gives: 'more' }),
  ...each('has', { gives: 'nothing' }),
};

export const PROMISE_METHODS: Methods = {
  ...each('then', { gives: 'result', handsOut: [0] }),
  ...each('catch finally', { gives: 'itself' }),
};

/** The names of those that a rule is about. */
export function methodsThat(isMeant: (method: Method) => boolean, ...tables: readonly Methods[]): ReadonlySet<string> {
  return new Set(
    tables.flatMap((table) =>
      Object.entries(table)
        .filter(([, method]) => isMeant(method))
        .map(([name]) => name),
    ),
  );
}

/** Methods of lists, maps and sets that change what they are called on. */
export const MUTATING_METHODS: ReadonlySet<string> = methodsThat(
  ({ changes }) => changes,
  LIST_METHODS,
  COLLECTION_METHODS,
);

/** Functions of the language that give what they are given, when all of it is there. */
export const WAITING_FOR_ALL: ReadonlySet<string> = new Set(['Promise.all', 'Promise.allSettled']);

/** Functions of the language that put what they are given into their first argument. */
export const PUTTING_INTO_FIRST: ReadonlySet<string> = new Set([
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Reflect.defineProperty',
  'Reflect.set',
]);

/** Methods that put what they are given into a list, a map or a set. */
export const FILLING_METHODS = methodsThat(({ keeps }) => keeps, LIST_METHODS, COLLECTION_METHODS);

/** Methods that run a function for each element of a list, none of them waiting for what it promises. */
export const ITERATING_METHODS = methodsThat(({ handsOut }) => handsOut.length > 0, LIST_METHODS);

/** Methods that give one of the elements of a list. */
export const GIVING_ELEMENT = methodsThat(({ gives }) => gives === 'element', LIST_METHODS);

/** The same of a map or a set, too. */
export const GIVING_ONE = methodsThat(({ gives }) => gives === 'element', LIST_METHODS, COLLECTION_METHODS);

/** Methods that give a list of elements of a list, and of nothing else. */
export const GIVING_LIST = methodsThat(({ gives }) => gives === 'some' || gives === 'itself', LIST_METHODS);

/**
 * Methods of strings, numbers, dates and objects that neither change what they are called on nor hand it to a function.
 */
export const READING_METHODS: ReadonlySet<string> = new Set([
  'charAt',
  'endsWith',
  'hasOwnProperty',
  'includes',
  'indexOf',
  'isWellFormed',
  'join',
  'lastIndexOf',
  'padEnd',
  'padStart',
  'replace',
  'split',
  'startsWith',
  'substring',
  'toFixed',
  'toISOString',
  'toLocaleString',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'toWellFormed',
  'trim',
]);

/** What a function of the language does with what it is given. */
interface BuiltinFunction {
  /** It leaves it alone and gives nothing of it on, but for copies. */
  readonly reads: boolean;
  /** It gives the same for the same, and does nothing else. */
  readonly isPure: boolean;
  /** What it gives has what is inside of its first argument. */
  readonly copies: boolean;
  /** The argument that it calls with what is inside of the others, where that is a function. */
  readonly calls?: number;
}

function functions(names: string, does: Partial<BuiltinFunction>): Readonly<Record<string, BuiltinFunction>> {
  return Object.fromEntries(
    names.split(' ').map((name) => [name, { reads: false, isPure: false, copies: false, ...does }]),
  );
}

const FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  ...functions('Boolean Number String parseFloat parseInt', { reads: true, isPure: true }),
  ...functions('Array.isArray', { reads: true, isPure: true }),
  ...functions('Number.isFinite Number.isInteger Number.isNaN Number.parseFloat Number.parseInt', {
    reads: true,
    isPure: true,
  }),
  ...functions('Math.abs Math.ceil Math.floor Math.max Math.min Math.round Math.trunc', { reads: true, isPure: true }),
  ...functions('Object.hasOwn Object.is Object.keys encodeURIComponent structuredClone', { reads: true }),
  ...functions('JSON.stringify', { reads: true, calls: 1 }),
  ...functions('Map.groupBy Object.groupBy', { calls: 1 }),
  // They send a text of it.
  ...functions('Response.json fetch', { reads: true }),
  ...functions('Array.from', { copies: true, calls: 1 }),
  ...functions('Object.entries Object.values', { copies: true }),
};

/** Objects of which all functions only look at what they are given. */
const READING_OBJECTS: ReadonlySet<string> = new Set(['Math', 'console']);

/** @param name `Number`, `Array.isArray`. Undefined for what isn't known. */
export function builtinFunction(name: string | undefined): BuiltinFunction | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(FUNCTIONS, name)) return FUNCTIONS[name];
  const [object, member] = name.split('.');
  return object !== undefined && member !== undefined && READING_OBJECTS.has(object)
    ? { reads: true, isPure: false, copies: false }
    : undefined;
}
