/**
 * Values as JSON, for comparing what two runs came to: objects of the SDK by what they say of their subject, errors by
 * what a program can tell them apart by.
 */
import { type Json, toJson } from '../../service/store.ts';

/** What the SDKs' users and Organizations are compared by. */
const SUBJECT = [
  'id',
  'firstName',
  'lastName',
  'username',
  'name',
  'slug',
  'publicMetadata',
  'privateMetadata',
  'unsafeMetadata',
];
const DEEPEST = 8;

/** Total: whatever it is, there is a description, and it ends. */
export function describeValue(value: unknown, depth = 0): Json {
  if (value === undefined) return '(undefined)';
  if (typeof value === 'function') return String(value).startsWith(STRANGER) ? String(value) : '(function)';
  if (typeof value === 'symbol' || typeof value === 'bigint') return `(${String(value)})`;
  if (typeof value === 'number' && !Number.isFinite(value)) return `(${String(value)})`;
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depth > DEEPEST) return '(deep)';
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return `(Date ${String(value.getTime())})`;
  if (value instanceof Promise) return '(promise)';
  if (value instanceof Response) return { response: value.status };
  if (value instanceof Map || value instanceof Set) return [...value].map((item) => describeValue(item, depth + 1));
  if (Array.isArray(value)) return value.map((item) => describeValue(item, depth + 1));
  if ('users' in value && 'organizations' in value) return '(client)';
  if ('session' in value && 'load' in value) return '(clerk)';
  const entries = isSubject(value)
    ? SUBJECT.filter((key) => key in value).map((key) => [key, value[key]] as const)
    : Object.entries(value);
  return describeEntries(entries, depth);
}

/** What strangers (see `strangers.ts`) call themselves begins with this. */
export const STRANGER = '§';

/**
 * The SDK's own errors by status and code, the program's own by their words; the engine's (`TypeError`) only by their
 * kind, since they quote code.
 */
function describeError(error: Error): Json {
  const { status, errors } = error as Error & { status?: number; errors?: readonly { code?: string }[] };
  if (errors !== undefined)
    return { error: error.name, status: status ?? null, codes: toJson(errors.map(({ code }) => code)) ?? null };
  return error.constructor === Error ? { error: 'Error', message: error.message } : { error: error.constructor.name };
}

function describeEntries(entries: readonly (readonly [string, unknown])[], depth: number): Json {
  return Object.fromEntries(entries.map(([key, item]) => [key, describeValue(item, depth + 1)]));
}

/** The SDKs' objects have a class of their own; what a program made of them by spreading is compared as it stands. */
function isSubject(value: object): value is Record<string, unknown> {
  return 'id' in value && 'publicMetadata' in value && Object.getPrototypeOf(value) !== Object.prototype;
}
