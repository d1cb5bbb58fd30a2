/**
 * The closed set of reasons. The command, the reports, the editor, TODO comments and the docs read the same words from
 * here.
 */

interface ReasonRow {
  /** The verdict that this reason leads to; `note` never changes a verdict. */
  readonly weight: 'note' | 'review' | 'manual';
  /**
   * What is the matter, and what to do next. Words in braces are filled in for each place by `reason-words.ts`:
   * `{update}`, `{merge}`, `{replace}` and `{target}` are methods of the surface, `{metadataRequest}` and
   * `{generalRequest}` its requests, `{field}` is the metadata field, and most other words are the code that caused the
   * reason.
   */
  readonly template: string;
}

const ROWS = {
  'value-may-merge': {
    weight: 'review',
    template: 'If {value} is an object, its keys are now merged with the stored ones; null removes the key.',
  },
  'replace-becomes-merge': {
    weight: 'review',
    template: "{value} replaced all of {field}. Now keys that aren't in it stay, and null removes a key.",
  },
  'object-now-merges': {
    weight: 'review',
    template: "{object} replaced the stored object. Now keys that aren't listed stay, and null removes a key.",
  },
  'null-now-removes': {
    weight: 'review',
    template: '{value} was stored as null. Now it removes the key: check the code that reads it.',
  },
  'stored-may-change': {
    weight: 'review',
    template: 'Check what uses {code}: if it changes the stored {field}, that change is no longer sent.',
  },
  'empty-clears-nothing': {
    weight: 'review',
    template: 'If {value} is empty, {field} was cleared and now stays. To clear it, set each key to null.',
  },
  'removal-needs-null': {
    weight: 'review',
    template: 'Removing {value} takes null now, which the type refuses. Let it take null, and send that.',
  },
  'split-at-run-time': {
    weight: 'review',
    template: 'Only metadata fields in the type of {params} are moved. Check that it lists all: others are refused.',
  },
  'double-follows-call': {
    weight: 'review',
    template: '{mock} is renamed with the call in the tested code. Check that nothing tested still calls {update}.',
  },
  'double-without-stored': {
    weight: 'review',
    template: "The tested code no longer sends the stored keys. Check that {expectation} doesn't expect them.",
  },
  'double-needs-both': {
    weight: 'review',
    template: 'The tested code calls {update} and a metadata method now. Check which one {mock} means.',
  },
  'receiver-unproven': {
    weight: 'manual',
    template: "{object} can't be traced to a Clerk {role}. If it is one, declare its type; if not, silence this line.",
  },
  'not-writable-from-browser': {
    weight: 'manual',
    template: "{field} can't be written from the browser. Set it on the server, with `updateUserMetadata()`.",
  },
  'may-carry-metadata': {
    weight: 'manual',
    template: "{params} can't be traced and may contain metadata. Send metadata with {merge}, the rest with {update}.",
  },
  'method-taken-off': {
    weight: 'manual',
    template: "Calls of {method} can't be traced. If they send metadata, pass on a function that calls {merge}.",
  },
  'double-unresolved': {
    weight: 'manual',
    template: '{mock} may no longer be called: metadata has its own methods. If so, mock {target}.',
  },
  'expectation-names-metadata': {
    weight: 'manual',
    template:
      '{expectation} expects metadata of {update}, which refuses it. Expect it of the method that sends it now.',
  },
  'declared-with-metadata': {
    weight: 'manual',
    template: '{type} lets {update} take metadata, which it refuses. Declare {replace} there.',
  },
  'in-template': {
    weight: 'manual',
    template: "{call} is in the markup, which isn't rewritten. Move it into a function in the script.",
  },
  'cannot-split': {
    weight: 'manual',
    template: "Split {call} into {update} and {replace} by hand: an automatic split isn't safe here.",
  },
  'headers-hidden': {
    weight: 'review',
    template: "The headers or query of {request} can't be read. If they pin an older API version, update the pin.",
  },
  'request-hooked': {
    weight: 'review',
    template: '{request} may be changed by a hook or interceptor. Check that it accepts the new path and method.',
  },
  'put-is-retried': {
    weight: 'review',
    template: 'This client retries a PUT that fails, but not a PATCH. Check that {request} may be sent twice.',
  },
  'refused-until-now': {
    weight: 'review',
    template: '{request} was refused: it asks for 2026-05-12 or later. Now it stores metadata: check that it should.',
  },
  'read-unchecked': {
    weight: 'review',
    template: 'If {request} failed, the stored metadata was dropped. Now it stays: check that it should.',
  },
  'request-needs-two': {
    weight: 'manual',
    template:
      '{body} mixes metadata with other fields. Send metadata with {metadataRequest}, the rest with {generalRequest}.',
  },
  'request-hidden': {
    weight: 'manual',
    template:
      "{request} can't be traced and may contain metadata. Send metadata with {metadataRequest}, the rest with {generalRequest}.",
  },
  'request-described': {
    weight: 'manual',
    template:
      '{request} is used by other code, too. Send metadata with {metadataRequest}, the rest with {generalRequest}.',
  },
  'request-unproven': {
    weight: 'manual',
    template:
      "{request} can't be traced to Clerk's API. If it goes there, send metadata with {metadataRequest}; if not, silence this line.",
  },
  pinned: {
    weight: 'manual',
    template:
      '{request} may ask for an API version before 2026-05-12. Update that, and send metadata with {metadataRequest}.',
  },
  'sdk-lacks-method': {
    weight: 'manual',
    template: 'The installed SDK has no {newMethod}, so this call fails. {upgrade} first.',
  },
  'fetch-now-unused': { weight: 'note', template: "{variable} isn't used any more. Delete it." },
  'sdk-too-old': { weight: 'note', template: 'The installed SDK has no {newMethod}. {upgrade} first.' },
} as const satisfies Record<string, ReasonRow>;

export type ReasonCode = keyof typeof ROWS;

export interface ReasonText extends ReasonRow {
  /** The sentences without a place: in general words, as the docs and `--explain` have them. */
  readonly message: string;
}

/** What is said where no place is known. Every other word stands for code: `<value>`. */
const GENERAL_WORDS: Readonly<Record<string, string>> = {
  newMethod: 'metadata method',
  role: 'client or user',
  update: 'the general update',
  merge: 'the metadata method',
  replace: 'the metadata method',
  target: 'the metadata method',
  metadataRequest: '`PUT …/metadata`',
  generalRequest: '`PATCH`',
  upgrade: 'upgrade it',
};

/** Puts words in the place of a template's braces, with a capital letter where a sentence begins. */
export function fillTemplate(template: string, wordFor: (placeholder: string) => string): string {
  return template
    .replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => wordFor(placeholder))
    .replaceAll(/(?:^|\. )[a-z]/g, (start) => start.toUpperCase());
}

/** The reasons, with their sentences in general words. */
export const REASONS = Object.fromEntries(
  Object.entries(ROWS).map(([code, row]): [string, ReasonText] => [
    code,
    {
      ...row,
      // Most runs show none.
      get message() {
        return fillTemplate(row.template, (placeholder) => GENERAL_WORDS[placeholder] ?? `\`<${placeholder}>\``);
      },
    },
  ]),
) as Readonly<Record<ReasonCode, ReasonText>>;
