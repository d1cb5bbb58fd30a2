import { METADATA_FIELDS, type MetadataField, type Surface } from './api-change.ts';

/**
 * The same change as in `api-change.ts`, for code that speaks to the API without the SDK, as data: hosts, paths, names
 * on the wire, and the libraries that send requests. Source: the service's versioning page and its API reference; the
 * libraries' own documentation.
 */

/** The hosts of the Backend API. */
export const BACKEND_HOSTS: readonly string[] = ['api.clerk.com', 'api.clerk.dev'];

/** What paths of the API begin with. */
export const API_PREFIX = 'v1';

/**
 * Hosts of the Frontend API: the development instances', a domain's own, and the path of a proxy on the application's
 * host.
 */
export const FRONTEND_HOST = /^(?:clerk\.[^/]+|[^/]+\.clerk\.accounts\.[^/]+|(?:.*\/)?__clerk)$/;

/** What pins a request to a version: a header, or a query parameter. */
export const VERSION_HEADER = 'clerk-api-version';
export const VERSION_PARAMETER = '__clerk_api_version';

/**
 * The HTTP method of the general updates, as a word of its own, or at the start or the end of a name that has others:
 * `patchUser`, `httpPatch`.
 */
export const PATCH_NAME = /\b[pP][aA][tT][cC][hH]|_patch|Patch|PATCH/;

/** The methods of HTTP that frameworks name their handlers after. */
export const HTTP_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What has a request count as one of another HTTP method: a header, or a query parameter. */
export const METHOD_OVERRIDE = /\bx-http-method-override\b|\b_method\b/i;

/** Properties of clients, and a function, that change every request, or have code run on it. */
export const INTERCEPTORS = 'interceptors';
export const DEFAULTS = 'defaults';
export const GLOBAL_DISPATCHER = 'setGlobalDispatcher';

/** The names of the metadata fields in a request's body. */
export const WIRE_NAMES: Readonly<Record<MetadataField, string>> = {
  publicMetadata: 'public_metadata',
  privateMetadata: 'private_metadata',
  unsafeMetadata: 'unsafe_metadata',
};

/** The metadata field that a name in a request's body stands for. */
export function fieldOnTheWire(name: string | undefined): MetadataField | undefined {
  return METADATA_FIELDS.find((field) => WIRE_NAMES[field] === name);
}

export interface Endpoint {
  /** The path of the general update, as the reference writes it. */
  readonly path: string;
  /** The segment behind the version, which is followed by an id; the Frontend API's has none. */
  readonly segment: string;
  readonly takesId: boolean;
  /** The HTTP method that replaces metadata; null where there is only merging, by `PATCH`. */
  readonly replace: 'PUT' | null;
}

export const ENDPOINTS: Readonly<Record<Surface, Endpoint>> = {
  users: { path: '/v1/users/{user_id}', segment: 'users', takesId: true, replace: 'PUT' },
  organizations: {
    path: '/v1/organizations/{organization_id}',
    segment: 'organizations',
    takesId: true,
    replace: 'PUT',
  },
  frontend: { path: '/v1/me', segment: 'me', takesId: false, replace: null },
};

/** What an argument of a call that sends a request is. */
export type ArgumentRole = 'url' | 'body' | 'options';

/** How a library's requests are written. */
export interface Dialect {
  /**
   * The arguments of the client itself, called; null where it can't be. An object in the place of the URL holds
   * everything.
   */
  readonly call: readonly ArgumentRole[] | null;
  /** Methods with the arguments of the client itself. */
  readonly aliases: readonly string[];
  /** The arguments of the methods that are named for the HTTP method; null where there are none. */
  readonly verbs: readonly ArgumentRole[] | null;
  /** Methods that make a client with options of its own. */
  readonly makers: readonly string[];
  /** The names that options have. `text`: a body that is sent as it is; `json`: an object. */
  readonly options: Readonly<
    Record<'url' | 'base' | 'method' | 'text' | 'json' | 'headers' | 'query', readonly string[]>
  >;
  /** Whether `patch` is sent as `PATCH`. */
  readonly normalizesMethod: boolean;
  /** How the parsed answer is reached from the response: by methods and properties of it. */
  readonly answer: readonly string[];
  /** Whether an answer that isn't a success is thrown. */
  readonly throws: boolean;
  /** Options that change that. */
  readonly lenient: readonly string[];
  /** Options that put another body in the place of the given one. */
  readonly transforms: readonly string[];
  /** Options whose code sees each request before it is sent, and may change it. */
  readonly hooks: readonly string[];
  /**
   * Words of the files that may give such code, or headers for one HTTP method, to a client that is there already; none
   * where that can't be done.
   */
  readonly hookedBy: readonly string[];
  /** Whether a `PUT` that fails is sent again, where a `PATCH` isn't, unless the option `retry` says otherwise. */
  readonly retriesPut: boolean;
}

const FETCH: Dialect = {
  call: ['url', 'options'],
  aliases: [],
  verbs: null,
  makers: [],
  options: { url: [], base: [], method: ['method'], text: ['body'], json: [], headers: ['headers'], query: [] },
  normalizesMethod: false,
  answer: ['json()'],
  throws: false,
  lenient: [],
  transforms: [],
  hooks: ['dispatcher'],
  hookedBy: [],
  retriesPut: false,
};

const AXIOS: Dialect = {
  call: ['url', 'options'],
  aliases: ['request'],
  verbs: ['url', 'body', 'options'],
  makers: ['create'],
  options: {
    url: ['url'],
    base: ['baseURL'],
    method: ['method'],
    text: ['data'],
    json: ['data'],
    headers: ['headers'],
    query: ['params'],
  },
  normalizesMethod: true,
  answer: ['data'],
  throws: true,
  lenient: ['validateStatus', 'adapter'],
  transforms: ['transformRequest', 'adapter'],
  hooks: ['raxConfig', 'axios-retry'],
  hookedBy: [INTERCEPTORS, DEFAULTS, 'axios'],
  retriesPut: false,
};

const KY: Dialect = {
  call: ['url', 'options'],
  aliases: [],
  verbs: ['url', 'options'],
  makers: ['create', 'extend'],
  options: {
    url: [],
    base: ['prefixUrl', 'prefix'],
    method: ['method'],
    text: ['body'],
    json: ['json'],
    headers: ['headers'],
    query: ['searchParams'],
  },
  normalizesMethod: true,
  answer: ['json()'],
  throws: true,
  lenient: ['throwHttpErrors'],
  transforms: ['fetch', 'stringifyJson'],
  hooks: ['hooks', 'handlers'],
  hookedBy: [],
  retriesPut: true,
};

const OFETCH: Dialect = {
  call: ['url', 'options'],
  aliases: ['raw', 'native'],
  verbs: null,
  makers: ['create'],
  options: {
    url: [],
    base: ['baseURL'],
    method: ['method'],
    text: ['body'],
    json: ['body'],
    headers: ['headers'],
    query: ['query', 'params'],
  },
  normalizesMethod: false,
  answer: [],
  throws: true,
  lenient: ['ignoreResponseError', 'onResponseError'],
  transforms: ['fetch'],
  hooks: ['onRequest', 'dispatcher'],
  hookedBy: [],
  retriesPut: false,
};

export const DIALECTS = {
  fetch: FETCH,
  axios: AXIOS,
  ky: KY,
  got: { ...KY, aliases: ['stream'], options: { ...KY.options, url: ['url'] } },
  ofetch: OFETCH,
  undici: { ...FETCH, options: { ...FETCH.options, query: ['query'] }, answer: ['body', 'json()'] },
  undiciClient: {
    ...FETCH,
    aliases: ['request'],
    makers: ['compose'],
    options: { ...FETCH.options, url: ['path'], base: ['origin'], query: ['query'] },
    answer: ['body', 'json()'],
  },
  /** Node's own client sends the body later, where it can't be seen from the request. */
  node: {
    ...FETCH,
    aliases: ['request'],
    options: { ...FETCH.options, url: ['path'], base: ['hostname', 'host'], text: [] },
  },
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof DIALECTS;

/** What packages export that sends requests. */
export const HTTP_EXPORTS: Readonly<Record<string, Readonly<Record<string, DialectName>>>> = {
  '@whatwg-node/fetch': { fetch: 'fetch' },
  axios: { default: 'axios', axios: 'axios' },
  'cross-fetch': { default: 'fetch', fetch: 'fetch' },
  got: { default: 'got', got: 'got' },
  https: { default: 'node', request: 'node' },
  'isomorphic-fetch': { default: 'fetch' },
  'isomorphic-unfetch': { default: 'fetch' },
  ky: { default: 'ky' },
  'ky-universal': { default: 'ky' },
  'node-fetch': { default: 'fetch' },
  'node-fetch-native': { default: 'fetch', fetch: 'fetch' },
  'node:https': { default: 'node', request: 'node' },
  ofetch: { $fetch: 'ofetch', ofetch: 'ofetch' },
  undici: { fetch: 'fetch', request: 'undici' },
};

/** Classes whose instances send requests to the address that they are made with. */
export const HTTP_CLASSES: Readonly<Record<string, Readonly<Record<string, DialectName>>>> = {
  undici: { Agent: 'undiciClient', Client: 'undiciClient', Pool: 'undiciClient', RetryAgent: 'undiciClient' },
};

/** The types of clients, by the package that exports them. */
export const HTTP_TYPES: Readonly<Record<string, Readonly<Record<string, DialectName>>>> = {
  '@nestjs/axios': { HttpService: 'axios' },
  axios: { Axios: 'axios', AxiosInstance: 'axios', AxiosStatic: 'axios' },
  got: { Got: 'got' },
  ky: { KyInstance: 'ky' },
  ofetch: { $Fetch: 'ofetch' },
  undici: { Client: 'undiciClient', Dispatcher: 'undiciClient', Pool: 'undiciClient' },
};

/** Functions that are there without an import. */
export const HTTP_GLOBALS: Readonly<Record<string, DialectName>> = { fetch: 'fetch', $fetch: 'ofetch' };

/** Objects that the global functions are on, too. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'window', 'self', 'global']);
