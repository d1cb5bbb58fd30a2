/**
 * The Frontend API: as much of it as clerk-js needs to load, and the signed-in user's own endpoints.
 */
import { type Answer, answerOutcome, type Asked, type Call, notFound, toParams, type World } from './exchange.ts';
import { type JsonObject, mergeMetadata, type Outcome, readSubject, updateSubject } from './store.ts';
import { browserUserJson } from './subject-json.ts';

const SESSION = 'sess_';
const NEVER = 9_000_000_000_000;

const ENVIRONMENT: JsonObject = {
  auth_config: { single_session_mode: true },
  display_config: {},
  user_settings: {},
  organization_settings: {},
  maintenance_mode: false,
};

/** What a request asks of the signed-in user; undefined where this door has no such endpoint. */
export function askedOfFrontend({ method, segments, query }: Call): Asked | undefined {
  const [me, rest, ...more] = segments;
  if (me !== 'me' || more.length > 0) return undefined;
  const id = (query.get('_clerk_session_id') ?? '').replace(SESSION, '');
  if (rest === undefined && method === 'GET') return { kind: 'read', door: 'me', id };
  if (method !== 'PATCH') return undefined;
  if (rest === undefined) return { kind: 'general', door: 'me', id };
  return rest === 'metadata' ? { kind: 'merge', door: 'me', id } : undefined;
}

/** Does what was asked, and says what came of it; as the real one does, with the whole client beside it. */
export function answerFrontend(asked: Asked, call: Call, world: World): Answer {
  const answer = answerOutcome(carryOut(asked, call, world), 'signed in user', browserUserJson);
  return answer.status === 200 ? { status: 200, body: { response: answer.body, client: clientJson(world) } } : answer;
}

/** The endpoints that ask nothing of a user: what clerk-js loads. */
export function answerPage({ segments }: Call, world: World): Answer {
  switch (segments.join('/')) {
    case 'environment':
      return { status: 200, body: ENVIRONMENT };
    case 'client':
      return { status: 200, body: { response: clientJson(world), client: null } };
    default:
      return notFound(`endpoint ${segments.join('/')}`);
  }
}

function carryOut(asked: Asked, call: Call, { store }: World): Outcome {
  const params = toParams(call.body);
  switch (asked.kind) {
    case 'general':
      return updateSubject(store, call.version, 'me', asked.id, params);
    case 'merge':
      return mergeMetadata(store, 'me', asked.id, params);
    case 'read':
    case 'list':
    case 'replace':
      return readSubject(store, 'me', asked.id);
  }
}

function clientJson({ store, signedIn }: World): JsonObject {
  const user = signedIn === undefined ? undefined : store.users.get(signedIn);
  const times = { created_at: 1, updated_at: 1 };
  const session = user && {
    object: 'session',
    id: SESSION + user.id,
    status: 'active',
    user: browserUserJson(user),
    last_active_at: 1,
    expire_at: NEVER,
    abandon_at: NEVER,
    factor_verification_age: null,
    public_user_data: {},
    ...times,
  };
  return {
    object: 'client',
    id: 'client_1',
    sessions: session === undefined ? [] : [session],
    sign_in: null,
    sign_up: null,
    last_active_session_id: session === undefined ? null : session.id,
    cookie_expires_at: null,
    captcha_bypass: false,
    ...times,
  };
}
