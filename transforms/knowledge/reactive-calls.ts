/** What a call of one of the functions gives by which Vue and Svelte keep values that change. */
export interface ReactiveResult {
  /** Whether that is in something which holds it: a ref, a store. */
  readonly isHeld?: true;
  /** Whether a type argument says what it is: what is put there later is held to it. */
  readonly isTyped?: true;
  /** What says so where there is none: an argument, as it is or as such functions read it (`() => …`, a ref). */
  readonly from?: { readonly argument: number; readonly isRead: boolean };
}

const HELD: ReactiveResult = { isHeld: true, isTyped: true };
const STATE: ReactiveResult = { isTyped: true, from: { argument: 0, isRead: false } };
const READ: ReactiveResult = { from: { argument: 0, isRead: true } };

/** Vue's own functions, and Svelte's runes. */
export const REACTIVE_CALLS: ReadonlyMap<string, ReactiveResult> = new Map([
  ['computed', { ...HELD, ...READ }],
  ['ref', HELD],
  ['shallowRef', HELD],
  ['defineProps', { isTyped: true }],
  ['withDefaults', { from: { argument: 0, isRead: false } }],
  ['toValue', READ],
  ['unref', READ],
  ['$derived', STATE],
  ['$derived.by', READ],
  ['$state', STATE],
  ['$state.raw', STATE],
]);

/** What `svelte/store` exports. */
export const STORE_CALLS: ReadonlyMap<string, ReactiveResult> = new Map([
  ['writable', HELD],
  ['readable', HELD],
  ['derived', { isHeld: true, from: { argument: 1, isRead: true } }],
  ['get', READ],
]);

const HOOKS_OF_REACT: ReadonlyMap<string, ReactiveResult> = new Map([
  ['useCallback', { from: { argument: 0, isRead: false } }],
  ['useMemo', READ],
  ['useState', HELD],
]);

/** What React's hooks and Jotai's functions give, by the module that exports them. */
export const HOOK_CALLS: ReadonlyMap<string, ReadonlyMap<string, ReactiveResult>> = new Map([
  ['react', HOOKS_OF_REACT],
  ['preact/hooks', HOOKS_OF_REACT],
  [
    'jotai',
    new Map([
      ['atom', HELD],
      ['useAtom', { from: { argument: 0, isRead: false } }],
      ['useAtomValue', READ],
    ]),
  ],
]);

/**
 * What functions of Vue's and Svelte's do with their first argument: they give it back, hand it to the function that
 * is given beside it, or only look at it.
 */
export type ReactiveUse = 'gives' | 'hands' | 'looks';

export const REACTIVE_USES: ReadonlyMap<string, ReactiveUse> = new Map([
  ['computed', 'looks'],
  ['isRef', 'looks'],
  ['toValue', 'gives'],
  ['unref', 'gives'],
  ['watch', 'hands'],
  ['watchEffect', 'looks'],
  ['watchPostEffect', 'looks'],
  ['watchSyncEffect', 'looks'],
  ['$derived', 'gives'],
  ['$derived.by', 'looks'],
  ['$effect', 'looks'],
  ['$effect.pre', 'looks'],
  ['$inspect', 'looks'],
]);
