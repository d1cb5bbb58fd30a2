/**
 * What a run of a program does that somebody else could notice, in order: the program's own effects, what it asked of
 * the service, what came of its functions.
 */
import type { Asked } from '../../service/exchange.ts';
import type { Door, Json, Store } from '../../service/store.ts';
import { describeValue } from './values-as-json.ts';

/**
 * Something that the program did to the world outside the SDK: a call of a function that isn't the SDK's, a line
 * printed.
 */
export interface Effect {
  readonly name: string;
  readonly args: Json;
  /** What was stored when it happened; undefined while a request was under way, when that is up to chance. */
  readonly stored: Json | undefined;
}

/** A request, or several writes to one subject in a row: the rewrite makes two of what was one. */
export interface Request {
  readonly kind: 'read' | 'write';
  readonly door: Door;
  readonly id: string;
}

export interface Journal {
  readonly effects: readonly Effect[];
  readonly requests: readonly Request[];
  /** By where it came from, `save()`, `save().onClick()`. */
  readonly results: ReadonlyMap<string, Json>;
  /** Rejected promises that nobody handled. */
  readonly unhandled: readonly Json[];
  effect(name: string, args: readonly unknown[]): void;
  request(asked: Asked): void;
  result(path: string, value: Json): void;
  reject(reason: unknown): void;
}

/**
 * @param store what is stored at the moment
 * @param isBusy whether a request is under way
 */
export function openJournal(store: () => Store, isBusy: () => boolean): Journal {
  const effects: Effect[] = [];
  const requests: Request[] = [];
  const results = new Map<string, Json>();
  const unhandled: Json[] = [];
  return {
    effects,
    requests,
    results,
    unhandled,
    effect: (name, args) => {
      effects.push({ name, args: args.map(describeValue), stored: isBusy() ? undefined : describeStore(store()) });
    },
    request: ({ kind, door, id }) => {
      requests.push({ kind: kind === 'read' || kind === 'list' ? 'read' : 'write', door, id });
    },
    result: (path, value) => results.set(path, value),
    reject: (reason) => unhandled.push(describeValue(reason)),
  };
}

/**
 * All that is stored, as JSON. The store never changes a subject, it puts a new one in its place, so that this is a
 * picture that stays.
 */
export function describeStore({ users, organizations }: Store): Json {
  return { users: [...users.values()], organizations: [...organizations.values()] } as unknown as Json;
}
