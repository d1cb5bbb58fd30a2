import {
  createStore,
  mergeMetadata,
  OLD,
  readSubject,
  replaceMetadata,
  toJson,
  updateSubject,
  type ApiVersion,
  type Door,
  type Json,
  type Outcome as Answer,
  type Params as Body,
  type Store,
  type Subject,
  type SubjectKind,
} from '../../service/store.ts';

/** What a program finds when it starts. */
export interface Circumstances {
  readonly users: readonly Subject[];
  readonly organizations: readonly Subject[];
  /** Who is signed in. */
  readonly me: string;
  /** The subject to whom every write fails; null where none does. */
  readonly failsFor: string | null;
  /** The subject whose reads fail. */
  readonly failsReading: string | null;
  /** The effect that throws. */
  readonly failsAt: string | null;
  /**
   * The write while which somebody else signs in: the first one, or the first that says `main` somewhere; none by
   * default.
   */
  readonly switchesAt?: 'first' | 'main' | null;
}

/** One of the program's own effects: its name, what it was given, and whether a write had been sent by then. */
export interface Happening {
  readonly effect: string;
  readonly detail: string;
  readonly afterWrite: boolean;
}

export interface Written {
  readonly id: string;
  readonly state: string;
}

export interface World {
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly browser: Readonly<Record<string, unknown>>;
  /** What programs use instead of the timers of Node: what they start counts as under way. */
  readonly timers?: Readonly<Record<string, unknown>>;
  readonly store: Store;
  readonly happenings: readonly Happening[];
  /** What was stored of the subject that each write was for. */
  readonly history: readonly Written[];
  /** Users and Organizations as the SDK hands them out, for programs that are given one. */
  readonly subject: (door: Door, id: string) => object;
  /** Resolves once no request is under way. */
  readonly settled: () => Promise<void>;
  /**
   * Whether nothing goes on once it is settled. What an SDK does before it sends a request, and with an answer, nobody
   * sees.
   */
  readonly knowsAllUnderWay: boolean;
}

type Params = Readonly<Record<string, unknown>>;
type Write = (body: Body) => Answer;

/** A request that the service refused. */
export class ServiceError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
  }
}

/** A promise that nobody has to wait for: a request sent and forgotten may fail without ending the process. */
class Request<T> extends Promise<T> {
  override then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onFail?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const next = super.then(onDone, onFail);
    void super.then.call(next, undefined, () => undefined);
    return next;
  }
}

/** Makes the world that one run takes place in. */
export type OpenWorld = (version: ApiVersion, circumstances: Circumstances) => World | Promise<World>;

/** A fresh world with a model of the SDK of one API version. */
export function createWorld(version: ApiVersion, circumstances: Circumstances): World {
  const store = createStore(circumstances);
  const happenings: Happening[] = [];
  const history: Written[] = [];
  let underWay = 0;
  let written = false;
  let signedIn = circumstances.me;
  let switchesAt = circumstances.switchesAt ?? null;
  const pending: (() => unknown)[] = [];

  const request = <T>(answer: () => T): Promise<T> => {
    underWay += 1;
    const promise = new Request<T>((resolve, reject) => {
      setImmediate(() => {
        underWay -= 1;
        try {
          resolve(answer());
        } catch (error) {
          reject(error);
        }
      });
    });
    void promise.catch(() => undefined);
    return promise;
  };

  const read = (kind: SubjectKind, id: string): Promise<object> =>
    request(() => {
      if (circumstances.failsReading === id) throw new ServiceError(500, `cannot read ${id}`);
      return sdkObject(subjectIn(readSubject(store, kind, id)));
    });
  const send = (id: string, params: Params, write: Write): Promise<Subject> => {
    written = true;
    let body: Body;
    try {
      body = (toJson(params) ?? {}) as Body;
    } catch (error) {
      return request(() => {
        throw error as Error;
      });
    }
    const switches = switchesAt === 'first' || (switchesAt === 'main' && JSON.stringify(body).includes('"main"'));
    if (switches) switchesAt = null;
    return request(() => {
      if (switches) signedIn = [...store.users.keys()].find((other) => other !== signedIn) ?? signedIn;
      if (circumstances.failsFor === id) throw new ServiceError(500, `cannot write ${id}`);
      const subject = subjectIn(write(body));
      history.push({ id, state: canonical(stateOf(subject)) });
      return subject;
    });
  };

  const api = (kind: SubjectKind, noun: string): Record<string, unknown> => {
    const methods = {
      [`get${noun}`]: (wanted: string | { readonly organizationId: string }) =>
        read(kind, typeof wanted === 'string' ? wanted : wanted.organizationId),
      [`get${noun}List`]: () => request(() => ({ data: [...store[kind].values()].map(sdkObject) })),
      [`update${noun}`]: (id: string, params: Params) =>
        send(id, params, (body) => updateSubject(store, version, kind, id, body)).then(sdkObject),
      [`update${noun}Metadata`]: (id: string, params: Params) =>
        send(id, params, (body) => mergeMetadata(store, kind, id, body)).then(sdkObject),
    };
    if (version === OLD) return methods;
    // Not enumerable, so that what a program shows of a client is the same in both versions.
    const value = (id: string, params: Params): Promise<object> =>
      send(id, params, (body) => replaceMetadata(store, kind, id, body)).then(sdkObject);
    return Object.defineProperty(methods, `replace${noun}Metadata`, { value });
  };
  const client = { users: api('users', 'User'), organizations: api('organizations', 'Organization') };

  const users = new Map<string, object>();
  const userOf = (id: string): object => {
    const known = users.get(id) ?? frontendUser(store, version, id, send);
    users.set(id, known);
    return known;
  };
  const auth = (): Promise<object> =>
    request(() => ({ userId: circumstances.me, sessionClaims: { metadata: { role: 'claimed' } } }));
  const currentUser = (): Promise<object> => read('users', circumstances.me);
  const session = {
    get user() {
      return userOf(signedIn);
    },
  };
  const clerk = {
    get user() {
      return userOf(signedIn);
    },
    session,
  };

  const hooks = {
    useUser: () => ({ user: userOf(signedIn), isLoaded: true }),
    useClerk: () => clerk,
    useSession: () => ({ session }),
  };
  const timer = (callback: (...given: unknown[]) => void, _: number, ...given: unknown[]): void => {
    void request(() => {
      callback(...given);
    });
  };
  return {
    modules: {
      '@clerk/nextjs/server': { clerkClient: () => request(() => client), auth, currentUser },
      '@clerk/express': { clerkClient: client },
      '@clerk/backend': { createClerkClient: () => client },
      '@clerk/nextjs': hooks,
      '@clerk/react': hooks,
      '@clerk/vue': {
        useUser: () => ({
          user: {
            get value() {
              return userOf(signedIn);
            },
          },
        }),
        useClerk: () => ({ value: clerk }),
      },
      '@clerk/astro/client': { $userStore: { get: () => userOf(signedIn) } },
      'svelte-clerk': { useClerkContext: () => clerk },
      './effects.js': {
        ...makeEffects(happenings, circumstances.failsAt, () => written),
        later: (callback: () => unknown): void => {
          pending.push(callback);
        },
        pause: () =>
          request(() => {
            for (const callback of pending.splice(0)) callback();
          }),
      },
    },
    browser: { Clerk: clerk },
    timers: {
      setTimeout: timer,
      setImmediate: (callback: (...given: unknown[]) => void, ...given: unknown[]) => {
        timer(callback, 0, ...given);
      },
    },
    store,
    happenings,
    history,
    subject: (door, id) =>
      door === 'me' ? userOf(circumstances.me) : sdkObject(subjectIn(readSubject(store, door, id))),
    settled: async () => {
      for (let quiet = 0; quiet < 3; quiet += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (underWay > 0) quiet = -1;
      }
    },
    knowsAllUnderWay: true,
  };
}

/** The program's own effects: each is written down, and one may fail. */
export function makeEffects(
  happenings: Happening[],
  failsAt: string | null,
  hasWritten: () => boolean,
): Readonly<Record<string, unknown>> {
  const effect = (name: string, value?: unknown): void => {
    happenings.push({ effect: name, detail: canonical(describe(value)), afterWrite: hasWritten() });
    if (failsAt === name) throw new Error(`effect ${name} failed`);
  };
  return {
    fx: (name: string, value: unknown): unknown => {
      effect(name, value);
      return value;
    },
    log: (name: string, value?: unknown): void => {
      effect(name, value);
    },
    touch: (object: unknown): unknown => {
      effect('touch');
      touch(object);
      return 'touched';
    },
    touchInside: ({ a: [object] }: { readonly a: readonly [unknown] }): void => {
      effect('touch');
      touch(object);
    },
  };
}

function subjectIn(answer: Answer): Subject {
  switch (answer.kind) {
    case 'ok':
      return answer.subject;
    case 'refused':
      throw new ServiceError(422, `${answer.fields.join(', ')}: not accepted here`);
    case 'absent':
      throw new ServiceError(404, 'no such subject');
  }
}

/** A user or an Organization as the SDK's methods return it: an object of its own each time. */
export function sdkObject({ id, general, metadata }: Subject): object {
  return {
    id,
    ...general,
    ...structuredClone({ publicMetadata: {}, privateMetadata: {}, unsafeMetadata: {}, ...metadata }),
  };
}

/** The browser's user: one object, brought up to date by each of its own requests. */
function frontendUser(
  store: Store,
  version: ApiVersion,
  id: string,
  send: (id: string, params: Params, write: Write) => Promise<Subject>,
): object {
  const user: Record<string, unknown> = { id };
  const fill = ({ general, metadata }: Subject): object => {
    const { publicMetadata = {}, unsafeMetadata = {} } = structuredClone(metadata);
    return Object.assign(user, general, { publicMetadata, unsafeMetadata });
  };
  const method = (write: Write): PropertyDescriptor => ({
    enumerable: false,
    value: (params: Params) => send(id, params, write).then(fill),
  });
  fill(subjectIn(readSubject(store, 'me', id)));
  return Object.defineProperties(user, {
    update: method((body) => updateSubject(store, version, 'me', id, body)),
    updateMetadata: method((body) => mergeMetadata(store, 'me', id, body)),
  });
}

/** Changes an object in a way that shows. */
function touch(object: unknown): void {
  if (typeof object !== 'object' || object === null) return;
  const target = object as Record<string, unknown>;
  for (const field of ['publicMetadata', 'privateMetadata', 'unsafeMetadata']) touch(target[field]);
  if (!('publicMetadata' in target)) target['touched'] = true;
}

/** The whole of what is stored, as plain data. */
export function storedState(store: Store): Json {
  return {
    users: [...store.users.values()].map(stateOf),
    organizations: [...store.organizations.values()].map(stateOf),
  };
}

/** A subject as the SDK shows it: a field that was never given reads as one without keys, and no program can tell. */
function stateOf(subject: Subject): Json {
  const metadata = { publicMetadata: {}, privateMetadata: {}, unsafeMetadata: {}, ...subject.metadata };
  return { ...subject, metadata };
}

/** A value as plain data that can be compared: what JSON would lose is spelled out. */
export function describe(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : `<${String(value)}>`;
    case 'object': {
      if (value === null) return null;
      if (value instanceof Date) return `<date ${String(value.getTime())}>`;
      if (Array.isArray(value)) return value.map(describe);
      if (isSdkObject(value))
        return Object.fromEntries(
          SUBJECT_FIELDS.filter((key) => key in value).map((key) => [
            key,
            describe((value as Readonly<Record<string, unknown>>)[key]),
          ]),
        );
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, describe(member)]));
    }
    default:
      return `<${typeof value}>`;
  }
}

/** What is compared of the real SDK's objects, which have more from version to version. */
const SUBJECT_FIELDS = [
  'id',
  'firstName',
  'lastName',
  'name',
  'slug',
  'publicMetadata',
  'privateMetadata',
  'unsafeMetadata',
] as const;

function isSdkObject(value: object): boolean {
  return 'publicMetadata' in value && Object.getPrototypeOf(value) !== Object.prototype;
}

/** JSON with sorted keys: objects are the same in whatever order their keys are. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
