/**
 * What a fixture gets when it imports an SDK: the names of the packages, over the real clients of one era.
 */
import type { ClerkClient } from '@clerk/backend';

import type { Browser } from '../../service/sdk.ts';
import type { Journal } from './journal.ts';
import { makeStranger } from './strangers.ts';

export interface Sdk {
  readonly client: ClerkClient;
  /** Undefined where the fixture has no frontend. */
  readonly browser: Browser | undefined;
  /**
   * For code that speaks to the Backend API by itself: the service answers, in the era's version where the request pins
   * none.
   */
  readonly fetchApi: (path: string, init: RequestInit | undefined) => Promise<Response>;
  /** The same for libraries that don't go by way of `fetch`: where the service is, and the headers to send there. */
  readonly address: (path: string) => { readonly url: string; readonly headers: Record<string, string> };
}

/** Who is signed in at the backend: what `auth()` and `currentUser()` speak of. */
export const SIGNED_IN = 'user_1';

/**
 * Where `clerkClient` is a function that returns a promise, and where one that returns the client; elsewhere it is the
 * client.
 */
const PROMISES = /^@clerk\/nextjs(?:\/|$)/;
const FUNCTIONS = /^(?:@clerk\/(?:astro|nuxt|react-router|remix|tanstack-react-start)\/|#clerk$)/;
/** Where hooks return refs, accessors, stores, contexts; elsewhere they return what they name. */
const REFS = /^(?:@clerk\/vue|@clerk\/nuxt|vue-clerk)(?:\/|$)/;
const ACCESSORS = 'clerk-solidjs';
const CLERK_JS = '@clerk/clerk-js';

export function isSdkPackage(specifier: string): boolean {
  return /^(?:@clerk\/|@hono\/clerk-auth$|clerk-solidjs$|svelte-clerk$|vue-clerk$|#clerk$)/.test(specifier);
}

/** The module that an SDK's specifier names; what it has beside the clients is a stranger. */
export function makeSdkModule(specifier: string, { client, browser }: Sdk, journal: Journal): unknown {
  const known = specifier.startsWith(CLERK_JS)
    ? clerkJs(browser)
    : { ...backendNames(specifier, client), ...frontendNames(specifier, browser) };
  return new Proxy(known, {
    get: (target: Record<string, unknown>, key) => {
      // An imported module is waited for, and is no promise.
      if (key in target || typeof key === 'symbol' || key === 'then') return target[key as string];
      return makeStranger(`${specifier}.${key}`, journal);
    },
  });
}

function backendNames(specifier: string, client: ClerkClient): Record<string, unknown> {
  const signedIn = { userId: SIGNED_IN, orgId: 'org_1', sessionClaims: { metadata: { role: 'claimed' } } };
  const makesPromises = PROMISES.test(specifier);
  const getClient = (): unknown => (makesPromises ? Promise.resolve(client) : client);
  return {
    __esModule: true,
    // Older versions of the packages have the client itself where newer ones have a function: both at once.
    clerkClient:
      makesPromises || FUNCTIONS.test(specifier)
        ? Object.assign(getClient, { users: client.users, organizations: client.organizations })
        : client,
    createClerkClient: () => client,
    // Called with `new` or without, as the class of the older packages is.
    Clerk: function () {
      return client;
    },
    default: client,
    users: client.users,
    organizations: client.organizations,
    auth: () => Object.assign(Promise.resolve(signedIn), signedIn),
    getAuth: () => Object.assign(Promise.resolve(signedIn), signedIn),
    currentUser: () => client.users.getUser(SIGNED_IN),
  };
}

function frontendNames(specifier: string, browser: Browser | undefined): Record<string, unknown> {
  if (browser === undefined) return {};
  const wrap = REFS.test(specifier)
    ? (read: () => unknown): unknown => ({
        get value() {
          return read();
        },
      })
    : specifier === ACCESSORS
      ? (read: () => unknown): unknown => read
      : (read: () => unknown): unknown => read();
  const user = (): unknown => browser.user;
  const session = (): unknown => browser.session;
  const clerk = (): unknown => browser;
  return {
    useUser: () => ({ isLoaded: wrap(() => true), isSignedIn: wrap(() => Boolean(browser.user)), user: wrap(user) }),
    useSession: () => ({
      isLoaded: wrap(() => true),
      isSignedIn: wrap(() => Boolean(browser.user)),
      session: wrap(session),
    }),
    useClerk: () => wrap(clerk),
    useClerkContext: () => ({
      get clerk() {
        return browser;
      },
      get user() {
        return browser.user;
      },
      get session() {
        return browser.session;
      },
    }),
    $userStore: { get: user },
    $sessionStore: { get: session },
    $clerkStore: { get: clerk },
  };
}

/** The class is called, but what it makes is there already: see `openBrowser` on why there is one for each era. */
function clerkJs(browser: Browser | undefined): Record<string, unknown> {
  const made = makeClerkGlobal(browser);
  const Clerk = function () {
    return made;
  };
  return { __esModule: true, default: Clerk, Clerk };
}

/** What a page has as `window.Clerk`. */
export function makeClerkGlobal(browser: Browser | undefined): unknown {
  return (
    browser && {
      load: () => Promise.resolve(),
      get user() {
        return browser.user;
      },
      get session() {
        return browser.session;
      },
    }
  );
}
