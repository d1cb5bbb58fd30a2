/**
 * Packages whose objects run, or hand out, what any file has given to them: event hubs, buses, containers, stores of a
 * request. Objects of other packages are taken to run nothing but what code in sight gives them.
 */
export const RELAYS: ReadonlySet<string> = new Set([
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/event-emitter',
  'async_hooks',
  'emittery',
  'eventemitter2',
  'eventemitter3',
  'events',
  'hookable',
  'mitt',
  'nanoevents',
  'node:async_hooks',
  'node:events',
  'p-queue',
  'rxjs',
  'tapable',
  'tiny-emitter',
]);

/** The functions of packages that give what other code provides: a context, a store's `dispatch`, any file. */
const PROVIDED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['@remix-run/react', new Set(['useOutletContext'])],
  ['module', new Set(['createRequire'])],
  ['node:module', new Set(['createRequire'])],
  ['react', new Set(['use', 'useContext'])],
  ['react-redux', new Set(['useDispatch', 'useStore'])],
  ['react-router', new Set(['useOutletContext'])],
  ['react-router-dom', new Set(['useOutletContext'])],
  ['svelte', new Set(['getContext'])],
  ['use-context-selector', new Set(['useContext', 'useContextSelector'])],
  ['vue', new Set(['inject'])],
]);

/** Whether a function of a package gives what any file may have provided. */
export function givesWhatIsProvided(specifier: string, name: string): boolean {
  return PROVIDED.get(specifier)?.has(name) === true;
}

/**
 * Functions of packages that give back the function they are given, or one that calls it: whoever calls that says what
 * the parameters are.
 */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'cache',
  'debounce',
  'forwardRef',
  'memo',
  'memoize',
  'observer',
  'once',
  'throttle',
  'useCallback',
  'useDebouncedCallback',
  'useEffectEvent',
  'useEvent',
  'useMemoizedFn',
  'useThrottledCallback',
]);

/** Packages that give callbacks nothing but functions of their own: `relations(users, ({ many }) => …)`. */
const GIVING_THEIR_OWN = /^(?:drizzle-orm|drizzle-zod|tailwindcss|vite|vitest|zod)(?:\/|$)/;

export function givesItsOwn(specifier: string): boolean {
  return GIVING_THEIR_OWN.test(specifier);
}

/** Types of functions that packages themselves have the code of. A function of any other type may be anybody's. */
const OWN_FUNCTIONS: ReadonlySet<string> = new Set([
  '$Fetch',
  'AxiosInstance',
  'AxiosStatic',
  'CheerioAPI',
  'Debugger',
  'Dispatch',
  'DispatchWithoutAction',
  'Got',
  'Knex',
  'KyInstance',
  'Navigate',
  'NavigateFunction',
  'SetterOrUpdater',
  'SetURLSearchParams',
  'Sql',
  'TFunction',
]);

/** Whether values of a type of that name are functions that only their package has the code of. */
export function isOwnFunctionType(name: string): boolean {
  return OWN_FUNCTIONS.has(name);
}

/** `NextFunction`, `MouseEventHandler`, `SubmitHandler`. */
const FUNCTION_NAME = /(?:Callback|Fn|Function|Handler|Listener|Next)$/;

/** Whether a type that a package declares is, by its name, one of functions that others have the code of. */
export function isFunctionTypeOfOthers(name: string): boolean {
  return FUNCTION_NAME.test(name) && !OWN_FUNCTIONS.has(name);
}

/** Methods of the DOM, of event hubs and of stores that run listeners, which any file may have added. */
export const DISPATCHING_METHODS: ReadonlySet<string> = new Set([
  'abort',
  'blur',
  'click',
  'dispatch',
  'dispatchEvent',
  'emit',
  'emitAsync',
  'focus',
  'publish',
  'requestSubmit',
]);

/** Properties in which frameworks hand around what any file has put there: `res.locals`, `c.var`, `ctx.state`. */
export const HANDED_AROUND: ReadonlySet<string> = new Set(['context', 'locals', 'state', 'var']);

/** Types of the platform of which `get` gives a text or a file, and nothing that others have put there. */
export const HOLDING_TEXTS: readonly string[] = ['FormData', 'Headers', 'URLSearchParams'];

/** Methods by which a builder makes of a function what answers requests. Source: tRPC, "Define Procedures". */
export const PROCEDURE_METHODS: ReadonlySet<string> = new Set(['mutation', 'query', 'subscription']);
