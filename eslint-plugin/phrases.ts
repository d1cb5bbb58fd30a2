import { SURFACES } from '../transforms/api-change.ts';
import type { Finding } from '../transforms/finding.ts';
import { ENDPOINTS } from '../transforms/http-api.ts';
import { fieldWords, withoutOrigins } from '../transforms/reason-words.ts';
import { REASONS, type ReasonText } from '../transforms/reasons.ts';

/** What a message has room for. */
const LONGEST_CODE = 40;

/** The metadata fields of a finding, as code; the word "metadata" where they can't be seen. */
export function fieldsOf({ fields, kind }: Finding): string {
  return fields.length === 0 ? 'metadata' : fieldWords(fields, kind);
}

/** A method as called, `updateUser()`, or a request, `PUT …/metadata`, as code. */
export function methodWords(method: string): string {
  return codeWords(/^[\w$]+$/.test(method) ? `${method}()` : method.replace(/ .*\}/, ' …'));
}

/** What a finding is about, where that fits into a line; "this" else. */
export function codeOf({ start, end }: Finding, text: string): string {
  const code = text.slice(start, end);
  return code.length > LONGEST_CODE || /[\n\r`]/.test(code) ? 'this' : codeWords(code);
}

/** What takes the metadata of a finding. */
export function targetWords({ kind, surface, target }: Finding): string {
  const { merge, replace } = SURFACES[surface];
  if (target !== null) return methodWords(target);
  if (kind === 'http')
    return methodWords(`${ENDPOINTS[surface].replace ?? 'PATCH'} ${ENDPOINTS[surface].path}/metadata`);
  return replace === null ? methodWords(merge) : `${methodWords(merge)} or ${methodWords(replace)}`;
}

/** The calls that a rewrite of a finding writes: its target, and the general update where that stays. */
export function writtenWords(finding: Finding): string {
  return finding.requests === 2 ? `${methodWords(finding.method)} and ${targetWords(finding)}` : targetWords(finding);
}

/** The reason that decided the verdict, or the first note; what came with it is only counted. */
export function reasonWords(finding: Finding): string {
  const reason = decidingReason(finding);
  if (reason === undefined) return '';
  const others = new Set(finding.reasons.map(({ code }) => code)).size - 1;
  return `${withoutOrigins(reason)}${others > 0 ? ` (+${String(others)} more)` : ''}`;
}

/** Whether the reason that decided leaves it to a person to write the call. */
export function isLeftToWrite(finding: Finding): boolean {
  const reason = decidingReason(finding);
  return reason !== undefined && weightOf(reason) === 'manual';
}

function decidingReason({ reasons }: Finding): Finding['reasons'][number] | undefined {
  return (
    reasons.find((reason) => weightOf(reason) === 'manual') ??
    reasons.find((reason) => weightOf(reason) === 'review') ??
    reasons[0]
  );
}

function weightOf({ code }: Finding['reasons'][number]): ReasonText['weight'] {
  return REASONS[code].weight;
}

function codeWords(text: string): string {
  return `\`${text}\``;
}
