/**
 * An identity service on the loopback interface, for the real SDKs to talk to: what each endpoint does is `store.ts`'s
 * business, what it looks like that of `backend-api.ts` and `frontend-api.ts`; here are HTTP, the API versions, and a
 * record of what was asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { answerBackend, askedOfBackend } from './backend-api.ts';
import { type Answer, type Asked, type Call, refuse, versionOf, type World } from './exchange.ts';
import { answerFrontend, answerPage, askedOfFrontend } from './frontend-api.ts';
import { type ApiVersion, createStore, type Json, type JsonObject, type Store } from './store.ts';

export interface Service {
  /** `http://127.0.0.1:<port>`, what the SDKs take for the API's address. */
  readonly url: string;
  /** What is stored now; a new one after every {@link Service.begin}. */
  readonly store: Store;
  /** Starts over, with this stored and an empty record. */
  begin(scene: Scene): void;
  /**
   * The same without the loopback interface, for programs that ask by the thousand; what is asked of others goes where
   * it would have gone.
   */
  readonly fetch: typeof fetch;
  /** Whether a request is under way. */
  readonly isBusy: () => boolean;
  /**
   * Resolves when no request has been under way for a few turns of the event loop, so that what a program left running
   * is done.
   */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Scene {
  readonly store: Store;
  /** The user of the Frontend API's session, if any. */
  readonly signedIn?: string;
  /** Whether to answer a request with 403 instead of doing it. */
  readonly refuses?: (asked: Asked, call: Call) => boolean;
  /** Told of each request before it is carried out. */
  readonly onRequest?: (asked: Asked, call: Call) => void;
}

/**
 * Starts the service on a port that the system chooses.
 *
 * @param version what an unpinned request means; the SDKs pin theirs
 */
export async function startService(version: ApiVersion): Promise<Service> {
  let scene: Scene = { store: createStore() };
  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    void readBody(request).then(
      (body) => {
        const { method = 'GET', url = '/', headers } = request;
        send(
          response,
          answer(
            takeApart({ method, url, headers: new Headers(headers as Record<string, string>), text: body }, version),
            scene,
          ),
        );
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${String(port)}`;
  const fetchElsewhere = globalThis.fetch;
  const fetchHere: typeof fetch = async (input, init) => {
    const request = requestOf(input, init);
    if (!request.url.startsWith(`${address}/`)) return fetchElsewhere(input, init);
    underWay += 1;
    try {
      const text = await request.text();
      // As on a wire, an answer comes in a later turn than the question.
      await nextTurn();
      request.signal?.throwIfAborted();
      const { method, headers, url } = request;
      const { status, body } = answer(
        takeApart({ method, headers, url: url.slice(address.length), text }, version),
        scene,
      );
      await nextTurn();
      return Response.json(body, { status });
    } finally {
      underWay -= 1;
    }
  };
  return {
    url: address,
    fetch: fetchHere,
    get store() {
      return scene.store;
    },
    begin: (next) => {
      scene = next;
    },
    isBusy: () => underWay > 0,
    settle: async () => {
      for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
        await nextTurn();
        if (underWay > 0) quiet = 0;
      }
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
        server.closeAllConnections();
      }),
  };
}

/** What is asked of a request. */
type Asking = Pick<Request, 'method' | 'url' | 'headers' | 'text'> & { readonly signal?: AbortSignal | null };

/** A plain one is told without a `Request`, which takes longer to make than to answer. */
function requestOf(...[input, init = {}]: Parameters<typeof fetch>): Asking {
  const { method = 'GET', headers: given, signal = null } = init;
  const body = init.body ?? undefined;
  const headers = new Headers(given);
  const isPlain = body === undefined || (typeof body === 'string' && headers.has('content-type') && method !== 'GET');
  if (!isPlain || (typeof input !== 'string' && !(input instanceof URL)) || !/^[A-Z]+$/.test(method))
    return new Request(input, init);
  return { method, url: new URL(input).href, headers, text: () => Promise.resolve(body ?? ''), signal };
}

/**
 * Between an answer and the next request of the same program there are a few turns: the SDK reads the body and makes
 * its objects.
 */
const QUIET_TURNS = 12;

function answer(call: Call | Answer, scene: Scene): Answer {
  if ('status' in call) return call;
  const world: World = { store: scene.store, signedIn: scene.signedIn };
  const backend = askedOfBackend(call);
  const asked = backend ?? askedOfFrontend(call);
  if (asked === undefined) return answerPage(call, world);
  scene.onRequest?.(asked, call);
  if (scene.refuses?.(asked, call) === true) {
    return refuse(403, [
      { code: 'operation_not_allowed', message: 'not allowed', long_message: 'This operation is not allowed.' },
    ]);
  }
  return backend === undefined ? answerFrontend(asked, call, world) : answerBackend(asked, call, world);
}

/** A request as HTTP has it. */
interface Question {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

function takeApart({ method, url: target, headers, text }: Question, version: ApiVersion): Call | Answer {
  const url = new URL(target, 'http://service');
  const segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const header = headers.get('clerk-api-version');
  const parameter = url.searchParams.get('__clerk_api_version');
  if (header !== null && parameter !== null)
    return badRequest('api_version_invalid', 'The API version is given by header and by query parameter.');
  const pinned = versionOf(parameter ?? header ?? undefined, version);
  if (pinned === undefined) return badRequest('api_version_invalid', 'There is no such API version.');
  if (segments[0] !== 'v1')
    return refuse(404, [{ code: 'resource_not_found', message: 'not found', long_message: url.pathname }]);
  const body = readParameters(text, headers.get('content-type') ?? undefined);
  if (body === undefined) return badRequest('request_body_invalid', 'The body is no JSON object.');
  return {
    method: url.searchParams.get('_method') ?? method,
    segments: segments.slice(1),
    query: url.searchParams,
    version: pinned,
    body,
    authorization: headers.get('authorization') ?? undefined,
  };
}

function badRequest(code: string, message: string): Answer {
  return refuse(400, [{ code, message: 'is invalid', long_message: message }]);
}

/** JSON from the backend SDK; a form from clerk-js, in which `unsafe_metadata` is JSON of its own. */
function readParameters(text: string, type: string | undefined): JsonObject | undefined {
  if (text === '') return {};
  try {
    if (type?.startsWith('application/x-www-form-urlencoded') !== true) return asObject(JSON.parse(text) as Json);
    const read = ([name, value]: [string, string]): [string, Json] => [
      name,
      name.endsWith('_metadata') ? (JSON.parse(value) as Json) : value,
    ];
    return Object.fromEntries([...new URLSearchParams(text)].map(read));
  } catch {
    return undefined;
  }
}

function asObject(value: Json): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
