/** Methods that neither change what they are called on nor hand it to a function. */
export const HARMLESS_METHODS: ReadonlySet<string> = new Set([
  'charAt', 'endsWith', 'includes', 'indexOf', 'join', 'lastIndexOf', 'padEnd', 'padStart', 'replace', 'split', 'startsWith',
  'substring', 'toFixed', 'toISOString', 'toLocaleString', 'toLowerCase', 'toString', 'toUpperCase', 'trim', 'valueOf', 'hasOwnProperty',
]);

export const MUTATING_METHODS: ReadonlySet<string> = new Set([
  'add', 'clear', 'copyWithin', 'delete', 'fill', 'pop', 'push', 'reverse', 'set', 'shift', 'sort', 'splice', 'unshift',
]);

/** What becomes of an array by its methods that give out its elements. */
export interface Giving {
  /** Which parameters of a callback are elements, or the array. */
  readonly parameters: readonly number[];
  /** What the call returns: an element, another array of the elements, or nothing of them that the callback doesn't return. */
  readonly returns: 'element' | 'copy' | 'nothing';
}

export const GIVING_METHODS: Readonly<Record<string, Giving>> = {
  ...giving('nothing', [0, 2], 'every findIndex findLastIndex flatMap forEach map some'),
  ...giving('nothing', [1, 3], 'reduce reduceRight'),
  ...giving('nothing', [], 'fill push unshift'),
  ...giving('element', [0, 2], 'find findLast'),
  ...giving('element', [], 'at pop shift'),
  ...giving('copy', [0, 2], 'filter'),
  ...giving('copy', [0, 1], 'sort toSorted'),
  ...giving('copy', [], 'concat entries flat reverse slice splice toReversed toSpliced values with'),
};

function giving(returns: Giving['returns'], parameters: readonly number[], names: string): Record<string, Giving> {
  return Object.fromEntries(names.split(' ').map((name) => [name, { parameters, returns }]));
}

/** Functions whose result has what is inside of their first argument. */
export const COPYING_FUNCTIONS: Readonly<Record<string, ReadonlySet<string>>> = { Array: new Set(['from']), Object: new Set(['entries', 'values']) };
