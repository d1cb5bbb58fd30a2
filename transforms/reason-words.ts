import type { MetadataField } from './api-change.ts';
import type { Position, Reason, ReasonOrigin } from './finding.ts';
import { REASONS, type ReasonCode } from './reasons.ts';

/** The reason `code` at a place, in words. */
export function reasonAt(code: ReasonCode, { line, column }: Position, origins: readonly ReasonOrigin[] = []): Reason {
  const { message } = REASONS[code];
  return {
    code,
    message: origins.length === 0 ? message : `${message} ${describeOrigins(origins)}`,
    line,
    column,
    ...(origins.length === 0 ? {} : { origins }),
  };
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
