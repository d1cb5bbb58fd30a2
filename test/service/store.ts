/**
 * What the identity service stores and what each of its endpoints does to that, as a model without HTTP, in both API
 * versions:
 * the endpoints of `service.ts` are thin covers over it, and programs can be run against it directly.
 * Nothing here mutates a value that it was given; what changes is the store, by putting a new subject in the place of
 * the old one.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type ApiVersion = '2025-11-10' | '2026-05-12';
/** The version in which a general update replaces metadata, and the one in which it refuses it. */
export const OLD: ApiVersion = '2025-11-10';
export const NEW: ApiVersion = '2026-05-12';

export type MetadataField = 'publicMetadata' | 'privateMetadata' | 'unsafeMetadata';
export type SubjectKind = 'users' | 'organizations';
/**
 * Which door a request comes through: the Backend API's users and Organizations, or the signed-in user of the Frontend
 * API.
 */
export type Door = SubjectKind | 'me';

/** The metadata fields that each door takes. */
export const ACCEPTED: Readonly<Record<Door, readonly MetadataField[]>> = {
  users: ['publicMetadata', 'privateMetadata', 'unsafeMetadata'],
  organizations: ['publicMetadata', 'privateMetadata'],
  me: ['unsafeMetadata'],
};

/** A user or an Organization. A field that is absent was never stored; reading it gives the SDK's own default. */
export interface Subject {
  readonly id: string;
  readonly metadata: Readonly<Partial<Record<MetadataField, Json>>>;
  /** Everything else that was stored, under the names it was sent with. */
  readonly general: JsonObject;
}

export interface Store {
  readonly users: Map<string, Subject>;
  readonly organizations: Map<string, Subject>;
}

export type Outcome =
  | { readonly kind: 'ok'; readonly subject: Subject }
  /** A parameter that this endpoint of this version doesn't take; nothing was stored. */
  | { readonly kind: 'refused'; readonly fields: readonly string[] }
  /** There is no such user or Organization. */
  | { readonly kind: 'absent' };

/** The parameters of an update, as the JSON of its request says them, metadata fields by their camel-case names. */
export type Params = JsonObject;

/** A store that holds these subjects. */
export function createStore(
  content: { readonly users?: readonly Subject[]; readonly organizations?: readonly Subject[] } = {},
): Store {
  const byId = (subjects: readonly Subject[] = []): Map<string, Subject> =>
    new Map(subjects.map((subject) => [subject.id, subject]));
  return { users: byId(content.users), organizations: byId(content.organizations) };
}

/** `GET`: the subject as it is stored. */
export function readSubject(store: Store, door: Door, id: string): Outcome {
  const subject = subjectsBehind(store, door).get(id);
  return subject === undefined ? { kind: 'absent' } : { kind: 'ok', subject };
}

/**
 * The general update. The old version replaces each metadata field that is given, whole (`null` stores a null); the new
 * version refuses them all, and then stores nothing. Either way the other fields are stored. A metadata field that the
 * door never took is refused in both versions.
 */
export function updateSubject(store: Store, version: ApiVersion, door: Door, id: string, params: Params): Outcome {
  const allowed = version === OLD ? ACCEPTED[door] : [];
  return change(store, door, id, (subject) => {
    const refused = Object.keys(params).filter((name) => isMetadataField(name) && !allowed.includes(name));
    if (refused.length > 0) return refused;
    const given = Object.entries(params);
    return {
      id,
      metadata: { ...subject.metadata, ...Object.fromEntries(given.filter(([name]) => isMetadataField(name))) },
      general: { ...subject.general, ...Object.fromEntries(given.filter(([name]) => !isMetadataField(name))) },
    };
  });
}

/**
 * `PATCH …/metadata`, the same in both versions: each given field is merged into what is stored, see {@link
 * mergePatch}.
 */
export function mergeMetadata(store: Store, door: Door, id: string, params: Params): Outcome {
  return change(store, door, id, (subject) => {
    const refused = strangers(door, params);
    if (refused.length > 0) return refused;
    const merged = Object.entries(params).map(([field, patch]) => [
      field,
      mergePatch(subject.metadata[field as MetadataField], patch),
    ]);
    return { ...subject, metadata: { ...subject.metadata, ...(Object.fromEntries(merged) as Subject['metadata']) } };
  });
}

/**
 * `PUT …/metadata`, the same in both versions: each given field takes the place of what is stored, whole. The Frontend
 * API has none.
 */
export function replaceMetadata(store: Store, door: SubjectKind, id: string, params: Params): Outcome {
  return change(store, door, id, (subject) => {
    const refused = strangers(door, params);
    return refused.length > 0 ? refused : { ...subject, metadata: { ...subject.metadata, ...params } };
  });
}

/** RFC 7396: objects merge at every level, `null` removes the key, anything else takes the place of what was there. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map<string, Json>(target !== undefined && isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  // By way of entries, so that a key named `__proto__` stays a key.
  return Object.fromEntries(merged);
}

/**
 * What arrives of a value that an SDK puts into a request: `undefined`, functions and symbols are dropped, numbers that
 * aren't finite and dates that aren't valid are `null`, dates are strings.
 *
 * @returns undefined where nothing arrives
 * @throws TypeError for a value that JSON can't say (a cycle, a bigint)
 */
export function toJson(value: unknown): Json | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}

export function isMetadataField(name: string): name is MetadataField {
  return name === 'publicMetadata' || name === 'privateMetadata' || name === 'unsafeMetadata';
}

function change(
  store: Store,
  door: Door,
  id: string,
  next: (subject: Subject) => Subject | readonly string[],
): Outcome {
  const subjects = subjectsBehind(store, door);
  const subject = subjects.get(id);
  if (subject === undefined) return { kind: 'absent' };
  const changed = next(subject);
  if (!isSubject(changed)) return { kind: 'refused', fields: changed };
  subjects.set(id, changed);
  return { kind: 'ok', subject: changed };
}

function isSubject(changed: Subject | readonly string[]): changed is Subject {
  return 'metadata' in changed;
}

function strangers(door: Door, params: Params): string[] {
  return Object.keys(params).filter((name) => !(ACCEPTED[door] as readonly string[]).includes(name));
}

function subjectsBehind(store: Store, door: Door): Map<string, Subject> {
  return door === 'organizations' ? store.organizations : store.users;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
