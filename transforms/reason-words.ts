import { SURFACES, type MetadataField, type Surface } from './api-change.ts';
import { ENDPOINTS, WIRE_NAMES } from './http-api.ts';
import type { Finding, Position, Reason, ReasonOrigin } from './finding.ts';
import { fillTemplate, REASONS, type ReasonCode } from './reasons.ts';

/** What a reason's sentences name. */
export interface ReasonWords extends Pick<Finding, 'kind' | 'surface' | 'fields'> {
  /** The code that caused the reason, in a few words; undefined where it has no short name. */
  readonly name: string | undefined;
  /** Words that only this reason has, by their placeholders. */
  readonly own?: Readonly<Record<string, string>>;
}

/** The reason `code` at a place, in words. */
export function reasonAt(
  code: ReasonCode,
  place: Position,
  words: ReasonWords,
  origins: readonly ReasonOrigin[] = [],
): Reason {
  const message = fillTemplate(REASONS[code].template, (placeholder) => wordFor(placeholder, words));
  return withOrigins({ code, message, line: place.line, column: place.column }, origins);
}

/** A reason in other coordinates. Where lines are named, the sentence changes with them. */
export function moveReason(reason: Reason, move: (place: Position) => Position): Reason {
  const { code, origins = [] } = reason;
  return withOrigins(
    { code, message: withoutOrigins(reason), ...move(reason) },
    origins.map(({ fields, ...place }) => ({ fields, ...move(place) })),
  );
}

/** The message without the sentence that says where the metadata comes from. */
export function withoutOrigins({ message, origins = [] }: Reason): string {
  return origins.length === 0 ? message : message.slice(0, -describeOrigins(origins).length).trimEnd();
}

function withOrigins(reason: Reason, origins: readonly ReasonOrigin[]): Reason {
  return origins.length === 0
    ? reason
    : { ...reason, message: `${reason.message} ${describeOrigins(origins)}`, origins };
}

function wordFor(placeholder: string, words: ReasonWords): string {
  const { kind, name, own } = words;
  const word = own?.[placeholder] ?? (kind === 'http' ? requestWords(words) : methodWords(words))[placeholder];
  if (word !== undefined) return word;
  if (name !== undefined) return code(name);
  return placeholder === 'params' ? 'these params' : `this ${placeholder}`;
}

type Words = Readonly<Record<string, string | undefined>>;

function methodWords({ surface, fields, kind }: ReasonWords): Words {
  const { method, merge, replace } = SURFACES[surface];
  return {
    field: fieldWords(takenOf(surface, fields), kind),
    role: ROLES[surface],
    update: call(method),
    merge: call(merge),
    replace: call(replace ?? merge),
    target: replace === null ? call(merge) : `${call(merge)} or ${call(replace)}`,
  };
}

function requestWords({ surface, fields, kind }: ReasonWords): Words {
  const { path, replace } = ENDPOINTS[surface];
  return {
    field: fieldWords(takenOf(surface, fields), kind),
    generalRequest: code(replace === null ? `PATCH ${path}` : 'PATCH'),
    metadataRequest: code(replace === null ? `PATCH ${path}/metadata` : `${replace} …/metadata`),
  };
}

/** What an object is that has the general update. */
const ROLES: Readonly<Record<Surface, string>> = { users: 'client', organizations: 'client', frontend: 'user' };

/** Of the fields that a finding has, those that the general update took; where there are none, all that it took. */
function takenOf(surface: Surface, fields: Finding['fields']): readonly MetadataField[] {
  const taken: readonly MetadataField[] = SURFACES[surface].fields;
  const named = fields.filter((field) => taken.includes(field));
  return named.length > 0 ? named : taken;
}

/** `publicMetadata` and `unsafeMetadata`, as the finding's code spells them, each as code. */
export function fieldWords(fields: readonly MetadataField[], kind: Finding['kind']): string {
  return joinWords(fields.map((field) => code(kind === 'http' ? WIRE_NAMES[field] : field)));
}

function call(method: string): string {
  return code(`${method}()`);
}

function code(text: string): string {
  return `\`${text}\``;
}

/** `It can hold publicMetadata (from lines 3, 9), privateMetadata and unsafeMetadata (from line 3).` */
function describeOrigins(origins: readonly ReasonOrigin[]): string {
  const parts = fieldsByPlace(origins, ({ line }) => String(line)).map(
    ({ fields, places }) => `${joinWords(fields)} (from line${places.length === 1 ? '' : 's'} ${places.join(', ')})`,
  );
  return `It can hold ${parts.length > 2 ? parts.join('; ') : parts.join(' and ')}.`;
}

/** The fields that come from the same places, each once, and those places in words. */
export function fieldsByPlace(
  origins: readonly ReasonOrigin[],
  wordsOf: (origin: ReasonOrigin) => string,
): { readonly fields: readonly MetadataField[]; readonly places: readonly string[] }[] {
  const fields = [...new Set(origins.flatMap((origin) => origin.fields))];
  const placesOf = (field: MetadataField): string[] => [
    ...new Set(origins.filter((origin) => origin.fields.includes(field)).map(wordsOf)),
  ];
  const groups = new Map<string, MetadataField[]>();
  for (const field of fields)
    groups.set(placesOf(field).join(), [...(groups.get(placesOf(field).join()) ?? []), field]);
  return [...groups.values()].map((group) => ({
    fields: group,
    places: group[0] === undefined ? [] : placesOf(group[0]),
  }));
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
