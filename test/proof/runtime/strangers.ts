/**
 * Stand-ins for everything in a fixture that isn't the SDK's: they answer to any name, may be called, and write down
 * each call.
 */
import { STRANGER } from './values-as-json.ts';
import type { Journal } from './journal.ts';

/** What a proxy needs underneath to be callable and constructable. */
function stranger(): void {
  // Never run: each call is the proxy's business.
}

/**
 * A value of which nothing is known. Properties of it are strangers too, except those that are named like an id, which
 * are one.
 *
 * @param name what the journal calls it
 * @param known what the program may find there, by name
 */
export function makeStranger(name: string, journal: Journal, known: Readonly<Record<string, unknown>> = {}): unknown {
  const children = new Map<string, unknown>(Object.entries(known));
  const child = (key: string): unknown => {
    if (!children.has(key)) children.set(key, isIdName(key) ? 'user_1' : makeStranger(`${name}.${key}`, journal));
    return children.get(key);
  };
  return new Proxy(stranger, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive || key === 'toString' || key === 'toJSON') return () => STRANGER + name;
      // A promise or an iterator it is not: awaiting and spreading it ends.
      return typeof key === 'symbol' || key === 'then' ? undefined : child(key);
    },
    set: (_, key, value) => {
      children.set(String(key), value);
      return true;
    },
    apply: (_, __, args: unknown[]) => {
      journal.effect(name, args);
      args.forEach(touch);
      return makeStranger(`${name}()`, journal);
    },
    construct: (_, args: unknown[]) => {
      journal.effect(`new ${name}`, args);
      args.forEach(touch);
      return makeStranger(`new ${name}()`, journal) as object;
    },
  });
}

/** What a stranger is handed it may change: the worst that it could do without breaking the program. */
export function touch(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const { publicMetadata, unsafeMetadata } = value as Record<string, unknown>;
  if (Array.isArray(value)) value.forEach(touch);
  else if (typeof publicMetadata === 'object') [publicMetadata, unsafeMetadata].forEach(touch);
  else if (Object.getPrototypeOf(value) === Object.prototype) (value as Record<string, unknown>)['touched'] = true;
}

/** @param count of the calls so far, this one included */
type Answer = (count: number, args: readonly unknown[]) => unknown;

/** A function that only writes down its calls, and returns what it is told to. */
export function makeRecorder(name: string, journal: Journal, answer: Answer): (...args: unknown[]) => unknown {
  let count = 0;
  const recorder = (...args: unknown[]): unknown => {
    journal.effect(name, args);
    count += 1;
    return answer(count, args);
  };
  RECORDERS.add(recorder);
  return recorder;
}

/** Whether it is one of ours, and not of the fixture. */
export function isOurs(callable: unknown): boolean {
  return typeof callable === 'function' && RECORDERS.has(callable);
}

const RECORDERS = new WeakSet();

export function isIdName(name: string): boolean {
  return /^id$|Id$|^(?:from|to|first|slug|a|b)$/.test(name);
}
