/**
 * A request as the doors of the service see it, what they answer, and the shape of the real service's errors.
 */
import {
  type ApiVersion,
  type Door,
  type Json,
  type JsonObject,
  NEW,
  OLD,
  type Outcome,
  type Params,
  type Store,
  type Subject,
} from './store.ts';

/** One request, taken apart. */
export interface Call {
  /** The method that is meant: the Frontend API's clients send `POST` with `_method=PATCH`. */
  readonly method: string;
  /** Below `/v1/`, decoded. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly version: ApiVersion;
  /** The parameters under the names of the wire, `public_metadata` and so on. */
  readonly body: JsonObject;
  readonly authorization: string | undefined;
}

/** What the service knows while it answers. */
export interface World {
  readonly store: Store;
  /** The user of the Frontend API's only session; undefined where nobody is signed in. */
  readonly signedIn: string | undefined;
}

/** What was asked for, for whoever compares two programs by their requests. */
export interface Asked {
  readonly kind: 'read' | 'list' | 'general' | 'merge' | 'replace';
  readonly door: Door;
  readonly id: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly long_message: string;
  readonly meta?: JsonObject;
}

/** An answer that says what is wrong, in the real service's shape. */
export function refuse(status: number, errors: readonly ServiceError[]): Answer {
  return { status, body: { errors: errors.map((error) => ({ ...error })), clerk_trace_id: 'trace' } };
}

export function notFound(what: string): Answer {
  return refuse(404, [{ code: 'resource_not_found', message: 'not found', long_message: `No ${what} was found.` }]);
}

/** The answer to an update: the subject as it is now, or why not. */
export function answerOutcome(outcome: Outcome, what: string, show: (subject: Subject) => Json): Answer {
  switch (outcome.kind) {
    case 'ok':
      return { status: 200, body: show(outcome.subject) };
    case 'absent':
      return notFound(what);
    case 'refused':
      return refuse(422, outcome.fields.map(unknownParameter));
  }
}

function unknownParameter(field: string): ServiceError {
  const name = toWireName(field);
  const explanation = `${name} is not a valid parameter for this request.`;
  return { code: 'form_param_unknown', message: 'is unknown', long_message: explanation, meta: { param_name: name } };
}

const FIELDS: Readonly<Record<string, string>> = {
  public_metadata: 'publicMetadata',
  private_metadata: 'privateMetadata',
  unsafe_metadata: 'unsafeMetadata',
};

/** The parameters of a request's body for the store, which knows metadata fields by the SDK's names. */
export function toParams(body: JsonObject): Params {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [FIELDS[name] ?? name, value]));
}

function toWireName(field: string): string {
  return Object.keys(FIELDS).find((name) => FIELDS[name] === field) ?? field;
}

/**
 * The version that a request is pinned to, by header or by query parameter: the general update refuses metadata from
 * 2026-05-12 on.
 *
 * @param pin undefined where the request has none, which leaves it to the service's own version
 * @returns undefined where the pin is no version
 */
export function versionOf(pin: string | null | undefined, otherwise: ApiVersion): ApiVersion | undefined {
  if (pin === null || pin === undefined) return otherwise;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(pin)) return undefined;
  return pin < NEW ? OLD : NEW;
}
