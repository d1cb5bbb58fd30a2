/**
 * What API version 2026-05-12 changed, as data. Everything else in this folder reads it from here.
 * Source: the service's upgrade guide for 2026-05-12 and the reference pages of the methods named below.
 */

export const API_VERSION = '2026-05-12';

export type Surface = 'users' | 'organizations' | 'frontend';
/** Whose metadata it is: the two share nothing. */
export type SubjectKind = 'user' | 'organization';
export type MetadataField = 'publicMetadata' | 'privateMetadata' | 'unsafeMetadata';

export interface SurfaceChange {
  readonly subject: SubjectKind;
  /** The general update method, which refuses metadata from {@link API_VERSION} on. */
  readonly method: string;
  /** The fields that the general update used to accept. */
  readonly fields: readonly MetadataField[];
  /** The method that deep-merges; `null` removes a key. */
  readonly merge: string;
  /** The method that replaces each given field whole; the Frontend API has none. */
  readonly replace: string | null;
  /** Whether the subject's id comes before the params. */
  readonly takesId: boolean;
}

export const SURFACES = {
  users: {
    subject: 'user',
    method: 'updateUser',
    fields: ['publicMetadata', 'privateMetadata', 'unsafeMetadata'],
    merge: 'updateUserMetadata',
    replace: 'replaceUserMetadata',
    takesId: true,
  },
  organizations: {
    subject: 'organization',
    method: 'updateOrganization',
    fields: ['publicMetadata', 'privateMetadata'],
    merge: 'updateOrganizationMetadata',
    replace: 'replaceOrganizationMetadata',
    takesId: true,
  },
  frontend: {
    subject: 'user',
    method: 'update',
    fields: ['unsafeMetadata'],
    merge: 'updateMetadata',
    replace: null,
    takesId: false,
  },
} as const satisfies Record<Surface, SurfaceChange>;

/**
 * The methods that came with {@link API_VERSION}, and their surfaces. The backend's merging methods are years older.
 */
export const NEW_METHODS: ReadonlyMap<string, Surface> = new Map([
  [SURFACES.users.replace, 'users'],
  [SURFACES.organizations.replace, 'organizations'],
  [SURFACES.frontend.merge, 'frontend'],
]);

export const METADATA_FIELDS: readonly MetadataField[] = ['publicMetadata', 'privateMetadata', 'unsafeMetadata'];

/**
 * The first version of each package whose SDK has the new methods; null where no version has them yet.
 * `updateUserMetadata()` and `updateOrganizationMetadata()` are older; what counts is the newest method.
 */
export const FIRST_VERSIONS: Readonly<Record<string, string | null>> = {
  '@clerk/astro': '3.4.2',
  '@clerk/backend': '3.7.0',
  '@clerk/chrome-extension': '3.1.35',
  '@clerk/clerk-expo': null,
  '@clerk/clerk-js': '6.16.1',
  '@clerk/clerk-react': null,
  '@clerk/clerk-sdk-node': null,
  '@clerk/expo': '3.4.2',
  '@clerk/express': '2.1.26',
  '@clerk/fastify': '3.1.36',
  '@clerk/hono': null,
  '@clerk/nextjs': '7.5.2',
  '@clerk/nuxt': '2.6.2',
  '@clerk/react': '6.9.1',
  '@clerk/react-router': '3.4.2',
  '@clerk/remix': null,
  '@clerk/tanstack-react-start': '1.4.2',
  '@clerk/vue': '2.4.2',
  '@hono/clerk-auth': null,
  'clerk-solidjs': null,
  'svelte-clerk': null,
  'vue-clerk': null,
};

/** Where a package without the new methods has been continued under another name. */
export const SUCCESSORS: Readonly<Record<string, string>> = {
  '@clerk/clerk-expo': '@clerk/expo',
  '@clerk/clerk-react': '@clerk/react',
  '@clerk/clerk-sdk-node': '@clerk/express',
  '@clerk/remix': '@clerk/react-router',
  '@hono/clerk-auth': '@clerk/hono',
  'vue-clerk': '@clerk/vue',
};

/** Where a package of the SDK is used, of those that have only one side. */
export const SDK_SIDES: Readonly<Record<string, 'server' | 'browser'>> = {
  '@clerk/backend': 'server',
  '@clerk/chrome-extension': 'browser',
  '@clerk/clerk-expo': 'browser',
  '@clerk/clerk-js': 'browser',
  '@clerk/clerk-react': 'browser',
  '@clerk/clerk-sdk-node': 'server',
  '@clerk/expo': 'browser',
  '@clerk/express': 'server',
  '@clerk/fastify': 'server',
  '@clerk/hono': 'server',
  '@clerk/react': 'browser',
  '@clerk/vue': 'browser',
  '@hono/clerk-auth': 'server',
  'clerk-solidjs': 'browser',
};
