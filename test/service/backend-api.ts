/**
 * The Backend API: users and Organizations, read, updated, merged into and replaced.
 */
import { type Answer, answerOutcome, type Asked, type Call, refuse, toParams, type World } from './exchange.ts';
import {
  mergeMetadata,
  type Outcome,
  readSubject,
  replaceMetadata,
  type Subject,
  type SubjectKind,
  updateSubject,
} from './store.ts';
import { organizationJson, userJson } from './subject-json.ts';

const WORDS: Readonly<Record<SubjectKind, string>> = { users: 'user', organizations: 'organization' };
const SHOWN = { users: userJson, organizations: organizationJson };

/** What a request asks for; undefined where this door has no such endpoint. */
export function askedOfBackend({ method, segments, query }: Call): Asked | undefined {
  const [door, id, rest, ...more] = segments;
  if ((door !== 'users' && door !== 'organizations') || more.length > 0) return undefined;
  if (id === undefined || (door === 'users' && id === 'count')) {
    return method === 'GET' ? { kind: 'list', door, id: query.getAll('user_id').join(',') } : undefined;
  }
  if (rest === undefined) {
    if (method === 'GET') return { kind: 'read', door, id };
    return method === 'PATCH' ? { kind: 'general', door, id } : undefined;
  }
  // What else can be done to a user changes nothing here, and answers with the user.
  if (method === 'POST' && /^(?:un)?(?:ban|lock)$/.test(rest)) return { kind: 'read', door, id };
  if (rest !== 'metadata') return undefined;
  if (method === 'PATCH') return { kind: 'merge', door, id };
  return method === 'PUT' ? { kind: 'replace', door, id } : undefined;
}

/** Does what was asked, and says what came of it. */
export function answerBackend(asked: Asked, call: Call, world: World): Answer {
  const door = asked.door as SubjectKind;
  if (call.authorization?.startsWith('Bearer sk_') !== true) {
    return refuse(401, [
      {
        code: 'authentication_invalid',
        message: 'Invalid authentication',
        long_message: 'Unable to authenticate the request.',
      },
    ]);
  }
  if (asked.kind === 'list') return answerList(door, call, world);
  return answerOutcome(
    carryOut(asked.kind, door, asked.id, call, world),
    `${WORDS[door]} with id ${asked.id}`,
    SHOWN[door],
  );
}

function carryOut(
  kind: Exclude<Asked['kind'], 'list'>,
  door: SubjectKind,
  id: string,
  call: Call,
  { store }: World,
): Outcome {
  const params = toParams(call.body);
  switch (kind) {
    case 'read':
      return readSubject(store, door, idBySlug(door, id, store.organizations) ?? id);
    case 'general':
      return updateSubject(store, call.version, door, id, params);
    case 'merge':
      return mergeMetadata(store, door, id, params);
    case 'replace':
      return replaceMetadata(store, door, id, params);
  }
}

/** An Organization is read by its slug too. */
function idBySlug(door: SubjectKind, slug: string, organizations: ReadonlyMap<string, Subject>): string | undefined {
  if (door === 'users') return undefined;
  return [...organizations.values()].find((organization) => organization.general['slug'] === slug)?.id;
}

function answerList(door: SubjectKind, { segments, query }: Call, { store }: World): Answer {
  if (door === 'organizations') {
    const organizations = [...store.organizations.values()].map(organizationJson);
    return { status: 200, body: { data: organizations, total_count: organizations.length } };
  }
  const wanted = query.getAll('user_id');
  const users = [...store.users.values()].filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const counted = segments[1] === 'count';
  return { status: 200, body: counted ? { object: 'total_count', total_count: users.length } : users.map(userJson) };
}
