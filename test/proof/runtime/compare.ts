/**
 * Two outcomes held against each other: what must be the same, and what a reason lets be different.
 */
import { isDeepStrictEqual } from 'node:util';

import type { ReasonCode } from '../../../transforms/index.ts';
import {
  isMetadataField,
  type Json,
  type JsonObject,
  mergePatch,
  type Subject,
  type SubjectKind,
} from '../../service/store.ts';
import type { Effect, Request } from './journal.ts';
import type { Outcome } from './run-fixture.ts';

/** What somebody else could notice of a run; two of them are compared deeply. */
export interface Seen {
  readonly results: Json;
  readonly effects: Json;
  /** By subject, writes in a row as one. */
  readonly requests: Json;
  readonly stored: Json;
  readonly unhandled: Json;
}

/**
 * @param droppedReads how many reads the rewrite may save: those inside spreads that it took away
 */
export function seenOf(outcome: Outcome, other: Outcome, droppedReads: boolean): Seen {
  const { journal, stored } = outcome;
  return {
    results: Object.fromEntries(journal.results),
    effects: journal.effects.map((effect, index) => comparable(effect, other.journal.effects[index])),
    requests: bySubject(journal.requests.filter(({ kind }) => !droppedReads || kind === 'write')),
    stored,
    unhandled: journal.unhandled,
  };
}

/** What was stored meanwhile is only compared where it was certain in both runs. */
function comparable({ name, args, stored }: Effect, other: Effect | undefined): Json {
  return { name, args, stored: other?.stored === undefined || stored === undefined ? 'uncertain' : stored };
}

function bySubject(requests: readonly Request[]): JsonObject {
  const found = new Map<string, string[]>();
  for (const { kind, door, id } of requests) {
    const subject = `${door === 'organizations' ? 'organization' : 'user'} ${id}`;
    const kinds = found.get(subject) ?? [];
    if (kind !== 'write' || kinds.at(-1) !== 'write') kinds.push(kind);
    found.set(subject, kinds);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}

/** A way in which what is stored under a key may differ. */
type Difference = 'kept' | 'merged' | 'null-removed' | 'stored-at-last' | 'not-sent';

/** What each reason of a reviewed rewrite says may be different. A reason that isn't here explains nothing. */
const EXPLAINED: Partial<Record<ReasonCode, readonly Difference[]>> = {
  'value-may-merge': ['kept', 'merged', 'null-removed'],
  'replace-becomes-merge': ['kept', 'merged', 'null-removed'],
  'object-now-merges': ['merged', 'null-removed'],
  'null-now-removes': ['null-removed'],
  'empty-clears-nothing': ['kept'],
  'removal-needs-null': ['kept'],
  'stored-may-change': ['not-sent'],
  'refused-until-now': ['stored-at-last', 'null-removed'],
};

/** What is stored differently and not explained by the reasons, one line each. */
export function unexplained(old: Outcome, now: Outcome, reasons: ReadonlySet<ReasonCode>): string[] {
  const allowed = new Set([...reasons].flatMap((reason) => EXPLAINED[reason] ?? []));
  const found: string[] = [];
  for (const [subject, field, [replaced, merged, ...earlier]] of metadataOf([old.stored, now.stored, ...now.history])) {
    const difference = differenceOf(earlier, replaced, merged);
    if (typeof difference === 'string') found.push(`${subject} ${field}: ${difference}`);
    else
      for (const [key, kind] of difference)
        if (kind === 'other' || !allowed.has(kind)) found.push(`${subject} ${field}.${key}: ${kind}`);
  }
  return found;
}

type Stored = Json | undefined;

/** @param earlier what the later run met there, one after the other */
function differenceOf(earlier: readonly Stored[], old: Stored, now: Stored): string | [string, Difference | 'other'][] {
  if (same(old, now)) return [];
  const [replaced, merged] = [asObject(old), asObject(now)];
  if (replaced === undefined || merged === undefined)
    return wasLeft(earlier, old) === 'other' ? 'stored as no object' : [['', wasLeft(earlier, old)]];
  return [...new Set([...Object.keys(replaced), ...Object.keys(merged)])].flatMap((key) => {
    const kind = differenceOfKey(
      earlier.map((value) => own(asObject(value), key)),
      own(replaced, key),
      own(merged, key),
    );
    return kind === undefined ? [] : [[key, kind]];
  });
}

/** What is left of a value that is merged into nothing. */
function withoutNulls(value: Json): Stored {
  return value === null ? undefined : mergePatch(undefined, value);
}

function differenceOfKey(earlier: readonly Stored[], old: Stored, now: Stored): Difference | 'other' | undefined {
  if (same(old, now)) return undefined;
  if (old === undefined) return earlier.some((value) => same(now, value)) ? 'kept' : wasLeft(earlier, old);
  if (same(now, withoutNulls(old))) return 'null-removed';
  if (earlier.some((value) => same(now, mergePatch(value, old)))) return 'merged';
  const left = wasLeft(earlier, old);
  // Something was changed in the stored object itself, and the object isn't sent any more.
  return left === 'other' && earlier.some((value) => same(now, value)) ? 'not-sent' : left;
}

/** Whether the old run left what was there, so that only the new one has stored anything. */
function wasLeft(earlier: readonly Stored[], old: Stored): Difference | 'other' {
  return earlier.some((value) => same(value, old)) ? 'stored-at-last' : 'other';
}

/** Metadata field by field, of every subject, as each of the stores has it. */
function* metadataOf(stores: readonly Json[]): Generator<[subject: string, field: string, values: Stored[]]> {
  const subjects = stores.map((store) => store as unknown as Readonly<Record<SubjectKind, readonly Subject[]>>);
  for (const kind of ['users', 'organizations'] as const) {
    for (const [index, { id }] of (subjects[0]?.[kind] ?? []).entries()) {
      const metadata = subjects.map((store) => store[kind][index]?.metadata ?? {});
      for (const field of METADATA_FIELDS) yield [`${kind} ${id}`, field, metadata.map((fields) => fields[field])];
    }
  }
}

const METADATA_FIELDS = ['publicMetadata', 'privateMetadata', 'unsafeMetadata'] as const;

/** The same thing with the metadata taken out: what is returned shows what is stored, and differs where that does. */
export function withoutMetadata(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutMetadata);
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(value as JsonObject).filter(([key]) => !isMetadataField(key) && key !== 'metadata');
  return Object.fromEntries(others.map(([key, item]) => [key, withoutMetadata(item)]));
}

function own(value: JsonObject | undefined, key: string): Json | undefined {
  return value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** JSON objects have no order. */
function same(a: Json | undefined, b: Json | undefined): boolean {
  return isDeepStrictEqual(a, b);
}
