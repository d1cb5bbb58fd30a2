/**
 * What the SDK's objects are made of, as far as the API change is concerned: a small graph of types, and which package
 * exports which.
 * Promises are not told apart from their values here: `await` and `.then()` never change a type.
 * Source: the reference pages of the SDKs and their declarations.
 */
import type { Surface } from '../api-change.ts';

export type SdkType =
  | 'browser-global'
  | 'clerk-js'
  | 'clerk-js-client'
  | 'clerk-js-class'
  | 'client'
  | 'client-accessor'
  | 'client-factory'
  | 'auth'
  | 'auth-function'
  | 'own-id'
  | 'current-user'
  | 'users'
  | 'organizations'
  | 'user'
  | 'user-list'
  | 'users-of-list'
  | 'organization'
  | 'organization-list'
  | 'organizations-of-list'
  | 'user-id'
  | 'organization-id'
  | 'metadata'
  | 'get-user'
  | 'get-user-list'
  | 'get-organization'
  | 'get-organization-list'
  | 'write-user'
  | 'write-organization'
  | 'general-update-user'
  | 'general-update-organization'
  | 'frontend-user'
  | 'frontend-users-ref'
  | 'general-update-frontend'
  | 'write-frontend'
  | 'session'
  | 'with-user'
  | 'with-user-props'
  | 'with-user-element'
  | 'with-session'
  | 'with-session-props'
  | 'with-session-element'
  | 'with-clerk'
  | 'with-clerk-props'
  | 'with-clerk-element'
  | 'use-user'
  | 'use-user-result'
  | 'use-session'
  | 'use-session-result'
  | 'use-clerk'
  | 'use-user-vue'
  | 'use-user-vue-result'
  | 'use-session-vue'
  | 'use-session-vue-result'
  | 'session-ref'
  | 'use-clerk-vue'
  | 'clerk-js-ref'
  | 'use-user-solid'
  | 'use-user-solid-result'
  | 'user-accessor'
  | 'use-session-solid'
  | 'use-session-solid-result'
  | 'session-accessor'
  | 'use-clerk-solid'
  | 'user-store'
  | 'session-store'
  | 'auth-store'
  | 'auth-accessor'
  | 'clerk-store'
  | 'clerk-accessor'
  | 'svelte-context'
  | 'use-svelte-context';

export interface SdkTypeMembers {
  readonly properties?: Readonly<Record<string, SdkType>>;
  /** The type of what a call returns. */
  readonly call?: SdkType;
  /** The type of what `new` makes. */
  readonly construct?: SdkType;
  /** The type of what a component is given that it wraps, or a function inside of it. */
  readonly given?: SdkType;
  /** The type of an array's elements. */
  readonly element?: SdkType;
}

export const SDK_TYPES: Readonly<Record<SdkType, SdkTypeMembers>> = {
  // Backend
  'client-accessor': { call: 'client', properties: { users: 'users', organizations: 'organizations' } },
  // Older SDKs have a class of that name: `new Clerk({ … })`.
  'client-factory': { call: 'client', construct: 'client' },
  client: { properties: { users: 'users', organizations: 'organizations' } },
  users: {
    properties: {
      updateUser: 'general-update-user',
      updateUserMetadata: 'write-user',
      replaceUserMetadata: 'write-user',
      getUser: 'get-user',
      getUserList: 'get-user-list',
    },
  },
  organizations: {
    properties: {
      updateOrganization: 'general-update-organization',
      updateOrganizationMetadata: 'write-organization',
      replaceOrganizationMetadata: 'write-organization',
      getOrganization: 'get-organization',
      getOrganizationList: 'get-organization-list',
    },
  },
  'general-update-user': { call: 'user' },
  'general-update-organization': { call: 'organization' },
  'write-user': { call: 'user' },
  'write-organization': { call: 'organization' },
  'get-user': { call: 'user' },
  'get-user-list': { call: 'user-list' },
  'get-organization': { call: 'organization' },
  'get-organization-list': { call: 'organization-list' },
  // Older SDKs return the array itself.
  'user-list': { properties: { data: 'users-of-list' }, element: 'user' },
  'users-of-list': { element: 'user' },
  'organization-list': { properties: { data: 'organizations-of-list' }, element: 'organization' },
  'organizations-of-list': { element: 'organization' },
  user: {
    properties: { id: 'user-id', publicMetadata: 'metadata', privateMetadata: 'metadata', unsafeMetadata: 'metadata' },
  },
  organization: { properties: { id: 'organization-id', publicMetadata: 'metadata', privateMetadata: 'metadata' } },
  'user-id': {},
  'organization-id': {},
  metadata: {},
  'current-user': { call: 'user' },
  'auth-function': { call: 'auth' },
  auth: { properties: { userId: 'own-id' } },
  'own-id': {},

  // Frontend
  'frontend-user': {
    properties: {
      update: 'general-update-frontend',
      updateMetadata: 'write-frontend',
      reload: 'write-frontend',
      id: 'user-id',
      publicMetadata: 'metadata',
      unsafeMetadata: 'metadata',
    },
  },
  'general-update-frontend': { call: 'frontend-user' },
  'write-frontend': { call: 'frontend-user' },
  session: { properties: { user: 'frontend-user' } },
  'clerk-js-class': { construct: 'clerk-js', call: 'clerk-js' },
  'clerk-js': { properties: { user: 'frontend-user', session: 'session', client: 'clerk-js-client' } },
  // Which of its sessions somebody takes, and so whose user, isn't told apart.
  'clerk-js-client': {},
  'browser-global': { properties: { Clerk: 'clerk-js', window: 'browser-global', globalThis: 'browser-global' } },
  // Up to version 4 of the SDK for React.
  'with-user': { given: 'with-user-props' },
  'with-user-props': { properties: { user: 'frontend-user' } },
  'with-user-element': { given: 'frontend-user' },
  'with-session': { given: 'with-session-props' },
  'with-session-props': { properties: { session: 'session' } },
  'with-session-element': { given: 'session' },
  'with-clerk': { given: 'with-clerk-props' },
  'with-clerk-props': { properties: { clerk: 'clerk-js' } },
  'with-clerk-element': { given: 'clerk-js' },
  'use-user': { call: 'use-user-result' },
  'use-user-result': { properties: { user: 'frontend-user' } },
  'use-session': { call: 'use-session-result' },
  'use-session-result': { properties: { session: 'session' } },
  'use-clerk': { call: 'clerk-js' },
  'use-user-vue': { call: 'use-user-vue-result' },
  'use-user-vue-result': { properties: { user: 'frontend-users-ref' } },
  'frontend-users-ref': { properties: { value: 'frontend-user' } },
  'use-session-vue': { call: 'use-session-vue-result' },
  'use-session-vue-result': { properties: { session: 'session-ref' } },
  'session-ref': { properties: { value: 'session' } },
  'use-clerk-vue': { call: 'clerk-js-ref' },
  // A ref in newer versions, the object itself in older ones.
  'clerk-js-ref': {
    properties: { value: 'clerk-js', user: 'frontend-user', session: 'session', client: 'clerk-js-client' },
  },
  'use-user-solid': { call: 'use-user-solid-result' },
  'use-user-solid-result': { properties: { user: 'user-accessor' } },
  'user-accessor': { call: 'frontend-user' },
  'use-session-solid': { call: 'use-session-solid-result' },
  'use-session-solid-result': { properties: { session: 'session-accessor' } },
  'session-accessor': { call: 'session' },
  'use-clerk-solid': { call: 'clerk-accessor' },
  'user-store': { properties: { get: 'user-accessor', value: 'frontend-user' } },
  'session-store': { properties: { get: 'session-accessor', value: 'session' } },
  'auth-store': { properties: { get: 'auth-accessor', value: 'svelte-context' } },
  'auth-accessor': { call: 'svelte-context' },
  'clerk-store': { properties: { get: 'clerk-accessor', value: 'clerk-js' } },
  'clerk-accessor': { call: 'clerk-js' },
  'use-svelte-context': { call: 'svelte-context' },
  'svelte-context': { properties: { user: 'frontend-user', session: 'session', clerk: 'clerk-js' } },
};

/** The types from which steps lead to a general update: a member, a call, an element. */
const LEADING: ReadonlySet<SdkType> = (() => {
  const leading = new Set<SdkType>(['general-update-user', 'general-update-organization', 'general-update-frontend']);
  const types = Object.entries(SDK_TYPES) as [SdkType, SdkTypeMembers][];
  const stepsOf = ({ properties = {}, call, construct, given, element }: SdkTypeMembers): (SdkType | undefined)[] => [
    ...Object.values(properties),
    ...[call, construct, given, element],
  ];
  for (let size = 0; size < leading.size;) {
    size = leading.size;
    for (const [type, members] of types)
      if (stepsOf(members).some((step) => step !== undefined && leading.has(step))) leading.add(type);
  }
  return leading;
})();

/** Whether something of the SDK leads to a general update. */
export function leadsToUpdate(type: SdkType): boolean {
  return LEADING.has(type);
}

type Exports = Readonly<Record<string, SdkType>>;

const BACKEND: Exports = {
  clerkClient: 'client-accessor',
  createClerkClient: 'client-factory',
  Clerk: 'client-factory',
  users: 'users',
  organizations: 'organizations',
  currentUser: 'current-user',
  auth: 'auth-function',
  getAuth: 'auth-function',
};

const REACT: Exports = {
  useUser: 'use-user',
  useSession: 'use-session',
  useClerk: 'use-clerk',
  withUser: 'with-user',
  withSession: 'with-session',
  withClerk: 'with-clerk',
  WithUser: 'with-user-element',
  WithSession: 'with-session-element',
  WithClerk: 'with-clerk-element',
};
const VUE: Exports = { useUser: 'use-user-vue', useSession: 'use-session-vue', useClerk: 'use-clerk-vue' };

/** What each of the SDK's packages exports, whatever the sub-path. */
export const EXPORTS: Readonly<Record<string, Exports>> = {
  '@clerk/astro': {
    ...BACKEND,
    $userStore: 'user-store',
    $sessionStore: 'session-store',
    $authStore: 'auth-store',
    $clerkStore: 'clerk-store',
  },
  '@clerk/backend': BACKEND,
  '@clerk/chrome-extension': { ...REACT, createClerkClient: 'clerk-js-class' },
  '@clerk/clerk-expo': { ...REACT, getClerkInstance: 'clerk-js-class' },
  '@clerk/clerk-js': { Clerk: 'clerk-js-class', default: 'clerk-js-class' },
  '@clerk/clerk-react': REACT,
  '@clerk/clerk-sdk-node': { ...BACKEND, default: 'client' },
  '@clerk/expo': { ...REACT, getClerkInstance: 'clerk-js-class' },
  '@clerk/express': BACKEND,
  '@clerk/fastify': BACKEND,
  '@clerk/hono': BACKEND,
  '@clerk/nextjs': { ...BACKEND, ...REACT },
  '@clerk/nuxt': { ...BACKEND, ...VUE },
  '@clerk/react': REACT,
  '@clerk/react-router': { ...BACKEND, ...REACT },
  '@clerk/remix': { ...BACKEND, ...REACT },
  '@clerk/shared': REACT,
  '@clerk/tanstack-react-start': { ...BACKEND, ...REACT },
  '@clerk/types': {},
  '@clerk/vue': VUE,
  '@hono/clerk-auth': { getAuth: 'auth-function' },
  'clerk-solidjs': {
    ...BACKEND,
    useUser: 'use-user-solid',
    useSession: 'use-session-solid',
    useClerk: 'use-clerk-solid',
  },
  'svelte-clerk': { ...BACKEND, useClerkContext: 'use-svelte-context' },
  'vue-clerk': { ...BACKEND, ...VUE },
};

/**
 * The types that packages export, by name; only `User` and `Clerk` mean different things on the two sides, and only the
 * backend's `User` is exported.
 */
export const TYPES: Exports = {
  ClerkClient: 'client',
  UserAPI: 'users',
  OrganizationAPI: 'organizations',
  User: 'user',
  Organization: 'organization',
  UserResource: 'frontend-user',
  SessionResource: 'session',
  ActiveSessionResource: 'session',
  SignedInSessionResource: 'session',
  Clerk: 'clerk-js',
  LoadedClerk: 'clerk-js',
  BrowserClerk: 'clerk-js',
  ClientResource: 'clerk-js-client',
  WithUserProp: 'with-user-props',
  WithSessionProp: 'with-session-props',
  WithClerkProp: 'with-clerk-props',
};

/** Types that are something else in one package than in the others. */
export const TYPES_BY_PACKAGE: Readonly<Record<string, Exports>> = {
  '@clerk/clerk-js': { User: 'frontend-user', Session: 'session' },
};

/** The interfaces and classes that declare the general update methods; `only`: in this package. */
export const METHOD_OWNERS: Readonly<Record<string, { readonly surface: Surface; readonly only?: string }>> = {
  UserAPI: { surface: 'users' },
  UserApi: { surface: 'users' },
  OrganizationAPI: { surface: 'organizations' },
  OrganizationApi: { surface: 'organizations' },
  UserResource: { surface: 'frontend' },
  User: { surface: 'frontend', only: '@clerk/clerk-js' },
};

/** Names that the SDK has for what leads to no user: sign-ups and sign-ins, their hooks, types and components. */
export const LEADS_ELSEWHERE = /sign(?:up|in)/i;

/** What a sign-up or a sign-in is called, whose update takes metadata and keeps doing so. */
export const SIGN_UP = /^\$?sign_?(?:up|in)(?:attempt|resource)?$/i;

/** What leads to the methods in the SDK, by its names there. */
export const NAMED_AS_IN_API = /^(?:users?|organizations)$|clerk/i;

/** Names that are there without an import. */
export const GLOBALS: Exports = { window: 'browser-global', globalThis: 'browser-global', Clerk: 'clerk-js' };

/** The package that a module specifier names, without its sub-path. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether a module specifier names one of the SDK's packages. */
export function isSdkModule(specifier: string): boolean {
  return Object.hasOwn(EXPORTS, packageOf(specifier));
}

/**
 * Whether a package is Clerk's, or has its name as a part of its own, as those do that hand out its objects:
 * `ngx-clerk`, `elysia-clerk`, `gatsby-plugin-clerk`.
 */
export function mayBeOfClerk(specifier: string): boolean {
  const name = packageOf(specifier);
  return name !== 'clerk' && /(?:^@?|[-/])clerk(?:$|[-/])/i.test(name);
}

/** The methods that write. */
export const WRITING_TYPES: ReadonlySet<SdkType> = new Set([
  'general-update-user',
  'general-update-organization',
  'general-update-frontend',
  'write-user',
  'write-organization',
  'write-frontend',
]);

/** What these are called. */
export const WRITING_METHODS: ReadonlySet<string> = new Set(
  Object.values(SDK_TYPES).flatMap(({ properties = {} }: SdkTypeMembers) =>
    Object.entries(properties).flatMap(([name, type]) => (WRITING_TYPES.has(type) ? [name] : [])),
  ),
);

/** The methods that send what they are given, and call none of it. */
export const REQUEST_TYPES: ReadonlySet<SdkType> = new Set([
  ...WRITING_TYPES,
  'get-user',
  'get-user-list',
  'get-organization',
  'get-organization-list',
]);
