import { SURFACES, type MetadataField } from '../transforms/api-change.ts';
import type { Finding } from '../transforms/finding.ts';

/** `publicMetadata and privateMetadata`; `metadata` where the fields can't be seen. */
export function fieldWords(fields: readonly MetadataField[]): string {
  return fields.length === 0 ? 'metadata' : joinWords(fields, 'and');
}

/** A method as called, `updateUser()`; what isn't called by a name, like a request, is as it is. */
export function methodWords(method: string): string {
  return /^[\w$]+$/.test(method) ? `${method}()` : method;
}

/** What takes the metadata of a finding that nothing can be written for. */
export function targetWords({ surface }: Finding): string {
  const { merge, replace } = SURFACES[surface];
  return replace === null ? `${merge}(), which merges` : `${merge}(), which merges, or ${replace}(), which replaces`;
}

/** Why a finding has its verdict, with the codes that the docs explain. */
export function reasonWords({ reasons }: Finding): string {
  return reasons.map(({ code, message }) => `${message} [${code}]`).join(' ');
}

function joinWords(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}
