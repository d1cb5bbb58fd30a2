/**
 * What is stored before a fixture runs: nothing, plain values, objects and nulls under the keys that its code mentions,
 * and generated ones.
 * Every subject and every field holds something of its own, so that taking one for another shows.
 */
import fc from 'fast-check';
import ts from 'typescript';

import { createStore, type Json, type JsonObject, type Store, type Subject } from '../../service/store.ts';
import type { Mentions } from './mentioned-names.ts';

export interface State {
  readonly name: string;
  readonly store: () => Store;
  /** Nobody is signed in at the frontend. */
  readonly signedOut?: boolean;
  /** Which updates the service refuses: all of them, or those that have something other than metadata in them. */
  readonly refused?: 'all' | 'general';
}

/**
 * The ids that arguments name (see `values.ts`); each is a user's and an Organization's, so that any string may be
 * either.
 */
const IDS = ['user_1', 'user_2', 'user_3', 'user_4', 'org_1'];
const FIELDS = ['publicMetadata', 'privateMetadata', 'unsafeMetadata'] as const;
/** How many keys there are on each level below the first. */
const NESTED = 6;
const SEED = 20_260_512;

/** The states that a fixture is run from, the same ones each time. */
export function makeStates(mentions: Mentions): State[] {
  const ids = [...new Set([...IDS, ...mentions.ids])];
  const state = (name: string, metadataOf: MetadataOf, more: Partial<State> = {}): State => {
    // Made once: the two runs of a pair share what neither changes, which is then quick to compare.
    const subjects = ids.map((id) => makeSubject(id, metadataOf));
    return { name, store: () => createStore({ users: subjects, organizations: subjects }), ...more };
  };
  const flat = fill((key) => (mentions.objects.has(key) ? {} : plainValue(key, mentions)), mentions);
  const nested = fill((key) => (isTyped(key, mentions) ? plainValue(key, mentions) : nest(mentions)), mentions);
  const nulls = fill((key) => (isTyped(key, mentions) ? plainValue(key, mentions) : null), mentions);
  const mixed = fc.sample(arbitraryMetadata(mentions), { numRuns: 2, seed: SEED });
  return [
    state('empty', () => ({})),
    state('null', () => null),
    state('flat', flat),
    state('nested', nested),
    state('nulls', nulls),
    ...mixed.map((metadata, index) =>
      state(`generated ${String(index + 1)}`, (id, field) => ({ ...metadata, at: `${id} ${field}` })),
    ),
    state('writes refused', flat, { refused: 'all' }),
    state('general fields refused', flat, { refused: 'general' }),
    state('signed out', flat, { signedOut: true }),
  ];
}

type MetadataOf = (id: string, field: string) => Json;

function makeSubject(id: string, metadataOf: MetadataOf): Subject {
  return {
    id,
    metadata: Object.fromEntries(FIELDS.map((field) => [field, metadataOf(id, field)])),
    // One who is banned, for code that asks.
    general: { first_name: `First ${id}`, banned: id === 'user_2' },
  };
}

function fill(valueOf: (key: string) => Json, mentions: Mentions): (id: string, field: string) => JsonObject {
  const { keys } = mentions;
  const typed = (field: string): Json => (isTyped(field, mentions) ? plainValue(field, mentions) : {});
  const mentioned = Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
  return (id, field) => ({
    ...mentioned,
    ...(typed(field) as JsonObject),
    at: `${id} ${field}`,
    kept: null,
    list: [{ of: id }],
  });
}

/** What is under a mentioned key: mentioned keys again, and again, for code that goes down a path. */
function nest(mentions: Mentions): JsonObject {
  const keys = [...mentions.objects, ...mentions.keys].slice(0, NESTED);
  const leaves = Object.fromEntries(keys.map((key) => [key, { kept: 'deep', none: null }]));
  return { ...Object.fromEntries(keys.map((key) => [key, leaves])), kept: 'nested', none: null };
}

/** What a cast says is stored; types tell the truth. */
function isTyped(key: string, { casts }: Mentions): boolean {
  return casts.has(key);
}

function plainValue(key: string, mentions: Mentions): Json {
  if (mentions.arrays.has(key)) return [{ x: null }, { y: 1 }];
  const type = mentions.casts.get(key);
  return type === undefined ? 'stored' : (valueOfType(type, mentions) ?? null);
}

/** A value of a written type; undefined where it says nothing. */
function valueOfType(type: ts.TypeNode, mentions: Mentions): Json | undefined {
  if (ts.isUnionTypeNode(type))
    return type.types.map((part) => valueOfType(part, mentions)).find((value) => value !== undefined);
  if (ts.isParenthesizedTypeNode(type)) return valueOfType(type.type, mentions);
  if (ts.isArrayTypeNode(type)) return [valueOfType(type.elementType, mentions) ?? { x: null }];
  if (ts.isTypeLiteralNode(type)) return valueOfMembers(type.members, mentions);
  const declared = ts.isTypeReferenceNode(type) ? mentions.types.get(type.typeName.getText()) : undefined;
  if (declared !== undefined && ts.isInterfaceDeclaration(declared)) return valueOfMembers(declared.members, mentions);
  if (declared !== undefined && ts.isTypeAliasDeclaration(declared)) return valueOfType(declared.type, mentions);
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return 'stored';
    case ts.SyntaxKind.NumberKeyword:
      return 41;
    case ts.SyntaxKind.BooleanKeyword:
      return false;
    case ts.SyntaxKind.ObjectKeyword:
    case ts.SyntaxKind.TypeReference:
      return {};
    default:
      return undefined;
  }
}

function valueOfMembers(members: readonly ts.TypeElement[], mentions: Mentions): JsonObject {
  const stored: Record<string, Json> = {};
  for (const { name, type } of members.filter(ts.isPropertySignature)) {
    const value = type === undefined ? undefined : valueOfType(type, mentions);
    if (value !== undefined) stored[name.getText()] = value;
  }
  return { ...stored, kept: 'unlisted' };
}

function arbitraryMetadata(mentions: Mentions): fc.Arbitrary<JsonObject> {
  const names = fc.constantFrom(...mentions.keys, 'kept', 'other', '__proto__');
  const leaf = fc.oneof(
    fc.constantFrom<Json>('stored', '', 0, 7, true, false, null),
    fc.constant<Json>([{ x: null }, 'y']),
  );
  const inner: fc.Arbitrary<Json> = fc.dictionary(names, leaf, { maxKeys: 4, noNullPrototype: true });
  const object: fc.Arbitrary<Json> = fc.dictionary(names, fc.oneof(leaf, inner), { maxKeys: 5, noNullPrototype: true });
  const arbitraryOf = (key: string): fc.Arbitrary<Json> => {
    if (isTyped(key, mentions)) return fc.constant(plainValue(key, mentions));
    return mentions.objects.has(key) ? fc.oneof(object, fc.constant(null)) : fc.oneof(leaf, object);
  };
  return fc.record(Object.fromEntries(mentions.keys.map((key) => [key, arbitraryOf(key)])), {
    requiredKeys: [],
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonObject>;
}
