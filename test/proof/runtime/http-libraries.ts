/**
 * What fixtures send requests with when they don't use an SDK: `fetch`, and the real libraries over it, with the
 * service in the API's place.
 */
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import { createFetch } from 'ofetch';
import { Agent, request, RetryAgent } from 'undici';

import type { Journal } from './journal.ts';
import { SIGNED_IN, type Sdk } from './sdk-modules.ts';

type Fetch = (input: unknown, init?: RequestInit) => Promise<Response>;

const BACKEND = /^https:\/\/api\.clerk\.(?:com|dev)(\/.*)$/;
const FRONTEND = /^https:\/\/(?:clerk\.example\.com|[\w-]+\.clerk\.accounts\.dev)(\/.*)$/;

/**
 * A path at the service for an address of the API; undefined for all other addresses. The browser's requests say whose
 * session it is.
 */
function pathAtService(url: string): string | undefined {
  const frontend = FRONTEND.exec(url)?.[1];
  if (frontend !== undefined)
    return `${frontend}${frontend.includes('?') ? '&' : '?'}_clerk_session_id=sess_${SIGNED_IN}`;
  return BACKEND.exec(url)?.[1];
}

/** `fetch` as fixtures find it: other addresses than the API's are written down, and answer with nothing. */
export function makeFetch(journal: Journal, { fetchApi }: Sdk): Fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const url = request?.url ?? String(input);
    const path = pathAtService(url);
    if (path === undefined) {
      journal.effect('fetch', [url, init]);
      return new Response('{}');
    }
    if (request === undefined) return fetchApi(path, init);
    const body = request.method === 'GET' ? undefined : await request.text();
    return fetchApi(path, {
      method: request.method,
      headers: request.headers,
      ...(body === undefined ? {} : { body }),
      ...init,
    });
  };
}

/** The libraries that send requests, by the package's name, all of them by way of `fetch`. */
export function makeHttpLibraries(fetch: Fetch, address: Sdk['address']): Record<string, Record<string, unknown>> {
  const overKy = ky.create({ fetch: fetch, retry: 0 });
  const overFetch = createFetch({ fetch: fetch, Headers, AbortController });
  return {
    axios: module(axios.create({ adapter: 'fetch', env: { fetch: fetch } })),
    // What `create` makes forgets where requests go.
    ky: module(
      new Proxy(overKy, { get: (target, key) => Reflect.get(target, key === 'create' ? 'extend' : key) as unknown }),
    ),
    ofetch: { __esModule: true, $fetch: overFetch, ofetch: overFetch },
    'node-fetch': module(fetch),
    got: module(
      got.extend({
        retry: { limit: 0 },
        hooks: {
          beforeRequest: [
            (options) => {
              const path = pathAtService(String(options.url));
              if (path === undefined) throw new Error(`${String(options.url)} is not the API's`);
              const { url, headers } = address(path);
              options.url = new URL(url);
              Object.assign(options.headers, {
                ...headers,
                ...options.headers,
                authorization: headers['authorization'],
              });
            },
          ],
        },
      }),
    ),
    undici: makeUndici(fetch, address),
  };
}

interface UndiciOptions extends Record<string, unknown> {
  readonly headers?: Readonly<Record<string, string>>;
}

function makeUndici(fetch: Fetch, address: Sdk['address']): Record<string, unknown> {
  const send = (to: string | URL, options: UndiciOptions = {}): unknown => {
    const path = pathAtService(String(to));
    if (path === undefined) throw new Error(`${String(to)} is not the API's`);
    const { url, headers } = address(path);
    return request(url, { ...options, headers: { ...options.headers, ...headers } });
  };
  class Pool {
    readonly origin: string;
    constructor(origin: string) {
      this.origin = origin;
    }
    request({ path, ...options }: UndiciOptions & { readonly path: string }): unknown {
      return send(`${this.origin}${path}`, options);
    }
  }
  return { __esModule: true, Agent, fetch, Pool, request: send, RetryAgent };
}

function module(value: unknown): Record<string, unknown> {
  return { __esModule: true, default: value };
}
