/**
 * The closed set of reasons. The command, the report, TODO comments and the docs read the same words from here.
 */

export interface ReasonText {
  /** The verdict that this reason leads to; `note` never changes a verdict. */
  readonly weight: 'note' | 'review' | 'manual';
  /** One sentence for people. */
  readonly message: string;
}

export const REASONS = {
  'value-may-merge': {
    weight: 'review',
    message: 'This value may be an object, whose keys would now merge with the stored ones, or null or undefined.',
  },
  'replace-becomes-merge': {
    weight: 'review',
    message:
      'This used to replace the whole field and is now merged into it: what it does not list used to be dropped, and now stays, and a null in it removes its key.',
  },
  'object-now-merges': {
    weight: 'review',
    message:
      'This object used to replace the stored one at its key, and now merges with it: what it does not list stays; a null, here or spread in, removes its key.',
  },
  'null-now-removes': {
    weight: 'review',
    message: 'This null used to be stored, and now removes its key, as every null that is spread in does.',
  },
  'stored-may-change': {
    weight: 'review',
    message:
      'The stored metadata is no longer sent along. If this code changes that object or updates the user, another value may be stored: check that it only reads.',
  },
  'empty-clears-nothing': {
    weight: 'review',
    message: 'Where this is an empty object at run time it used to clear the field, and now does nothing.',
  },
  'split-at-run-time': {
    weight: 'review',
    message:
      'The fields are told apart when the program runs, by the type that is written here; a metadata field that it does not list would be refused.',
  },
  'double-follows-call': {
    weight: 'review',
    message:
      'The code under test calls another method now, and its test double is renamed with it; what else the tests run could not be seen.',
  },
  'double-without-stored': {
    weight: 'review',
    message:
      'The code under test no longer sends what is stored, only what it adds: what is expected of the call may have to lose the stored keys.',
  },
  'double-needs-both': {
    weight: 'review',
    message:
      'The code under test calls the general update and a metadata method now, so the double has both: look whether each expectation means the right one.',
  },
  'receiver-unproven': {
    weight: 'manual',
    message:
      "This looks like the SDK's general update, but where the object it is called on comes from can't be proved.",
  },
  'not-writable-from-browser': {
    weight: 'manual',
    message: 'publicMetadata and privateMetadata were never writable from the browser; set them with the backend SDK.',
  },
  'may-carry-metadata': {
    weight: 'manual',
    message: "What is passed here can't be seen and may carry metadata, which the general update now refuses.",
  },
  'method-taken-off': {
    weight: 'manual',
    message:
      'The method is taken off its object here, so what it is called with cannot be followed; where that is metadata, hand on a function that calls the metadata method.',
  },
  'double-unresolved': {
    weight: 'manual',
    message:
      'Which metadata method the code under test calls cannot be told from here; give the double the one that it calls.',
  },
  'expectation-names-metadata': {
    weight: 'manual',
    message:
      'Metadata is expected of the general update, which no longer takes it: expect it of the metadata method, and general fields of the general one.',
  },
  'declared-with-metadata': {
    weight: 'manual',
    message:
      'This type declares the general update with metadata, which that no longer takes: declare the metadata method, and keep only general fields here.',
  },
  'in-template': {
    weight: 'manual',
    message: 'This call stands in the markup of a component, which is not rewritten: move it into the script.',
  },
  'cannot-split': {
    weight: 'manual',
    message:
      'General fields and metadata need two calls now, and what is evaluated here cannot be put before both without changing when or whether it runs.',
  },
  'headers-hidden': {
    weight: 'review',
    message:
      'Which headers or query parameters this request sends cannot be seen; if they pin it to an older API version, the pin must move with it.',
  },
  'request-hooked': {
    weight: 'review',
    message:
      'Something that runs on this request (an interceptor, a hook, headers for one method, a package that has the client) may change it, or treat the new path and method otherwise.',
  },
  'put-is-retried': {
    weight: 'review',
    message:
      'This client sends a PUT that fails once more, which it does not do with a PATCH: where the service fails for a moment, this used to fail and now succeeds.',
  },
  'refused-until-now': {
    weight: 'review',
    message:
      'This request is pinned to 2026-05-12 or later, where its metadata has been refused: it fails before this change, and stores after it.',
  },
  'read-unchecked': {
    weight: 'review',
    message:
      'If this request failed, its answer had no metadata, and what was stored used to be dropped; now it stays.',
  },
  'request-needs-two': {
    weight: 'manual',
    message:
      'General fields and metadata need two requests now: a PATCH of this path with the general fields, then a PUT of this path with /metadata (on /v1/me: a PATCH) with the metadata.',
  },
  'request-hidden': {
    weight: 'manual',
    message:
      'The path, the method or the body of this request cannot be seen: general fields still go by PATCH to the path itself, metadata now goes by PUT to the path with /metadata (on /v1/me: by PATCH).',
  },
  'request-described': {
    weight: 'manual',
    message:
      'What this request is made of is used or sent by other code, too: general fields still go by PATCH to this path, metadata now goes by PUT to this path with /metadata (on /v1/me: by PATCH).',
  },
  'request-unproven': {
    weight: 'manual',
    message:
      "This looks like a general update over HTTP, but that it is sent to the API can't be proved: there metadata now goes by PUT to this path with /metadata (on /v1/me: by PATCH).",
  },
  pinned: {
    weight: 'manual',
    message:
      'This request is pinned to an API version before 2026-05-12, or to one that cannot be seen: metadata now goes by PUT to this path with /metadata (on /v1/me: by PATCH), and the pin must move with it.',
  },
  'sdk-lacks-method': {
    weight: 'manual',
    message: 'The SDK of this package does not have this method yet, so the call fails when it runs.',
  },
  'fetch-now-unused': {
    weight: 'note',
    message: 'This was fetched only for the spread that is gone; nothing reads it any more.',
  },
  'sdk-too-old': { weight: 'note', message: 'The SDK of this package is too old for the new methods.' },
} as const satisfies Record<string, ReasonText>;

export type ReasonCode = keyof typeof REASONS;
