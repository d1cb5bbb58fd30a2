import { ts } from 'ts-morph';
import { declaredBy, takenFrom } from '../../flow/declared.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { importedAs } from '../../language/modules.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';
import { isLibraryType, type WrittenType } from '../../language/written-type.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { mayHoldAny } from './filled-lists.ts';
import { mayAssignAny, mayGetAny } from './put-past-types.ts';
import { all, ARRAY, BOOLEAN, DATE, NULL, NUMBER, OBJECT, STRING, UNKNOWN, type Kinds } from './kinds.ts';

/**
 * What one of the platform's objects has: kinds of values, or the name of another such object, with `?` where that may be
 * null.
 */
interface Members {
  readonly properties?: Readonly<Record<string, Kinds | string>>;
  /** What its methods give, promised or not. */
  readonly methods?: Readonly<Record<string, Kinds | string>>;
  /** The name of what it is a list of. */
  readonly elements?: string;
}

const REQUEST: Members = {
  properties: { ...all(STRING, 'method url'), headers: 'Headers' },
  methods: { formData: 'FormData' },
};

/** What a list has: its elements, by their index, or as its methods find them. */
function listOf(name: string): Members {
  return { elements: name, methods: { at: name, find: name, findLast: name } };
}

/** What the SDK says of a user on both sides. */
const USER: Members['properties'] = {
  ...all(STRING, 'id imageUrl'),
  ...all(BOOLEAN, 'backupCodeEnabled hasImage passwordEnabled totpEnabled twoFactorEnabled'),
  ...all(STRING | NULL, 'externalId firstName fullName lastName username'),
  ...all(STRING | NULL, 'primaryEmailAddressId primaryPhoneNumberId primaryWeb3WalletId'),
  emailAddresses: '@clerk EmailAddress[]',
  phoneNumbers: '@clerk PhoneNumber[]',
  primaryEmailAddress: '@clerk EmailAddress?',
  primaryPhoneNumber: '@clerk PhoneNumber?',
};

/** The SDK's own objects, under names that no type of the repository can have; sources: its declarations. */
const OF_SDK: Partial<Readonly<Record<SdkType, string>>> = {
  user: '@clerk User',
  'frontend-user': '@clerk UserResource',
  organization: '@clerk Organization',
};

/** Sources: the standards for URL, Fetch and XMLHttpRequest; ECMA-262; and the types of Next.js. */
const PLATFORM: Readonly<Record<string, Members>> = {
  URL: {
    properties: {
      ...all(STRING, 'hash host hostname href origin password pathname port protocol search username'),
      searchParams: 'URLSearchParams',
    },
    methods: all(STRING, 'toJSON toString'),
  },
  URLSearchParams: {
    properties: { size: NUMBER },
    methods: { get: STRING | NULL, getAll: ARRAY, has: BOOLEAN, toString: STRING },
  },
  Headers: { methods: { get: STRING | NULL, getSetCookie: ARRAY, has: BOOLEAN } },
  FormData: { methods: { get: 'FormDataEntryValue', getAll: ARRAY, has: BOOLEAN } },
  FormDataEntryValue: { methods: { toString: STRING } },
  Request: REQUEST,
  NextRequest: { ...REQUEST, properties: { ...REQUEST.properties, nextUrl: 'URL' } },
  Response: { properties: { ...all(STRING, 'statusText url'), headers: 'Headers', ok: BOOLEAN, status: NUMBER } },
  Buffer: { properties: all(NUMBER, 'byteLength length'), methods: all(STRING, 'toString') },
  '@clerk User': {
    properties: {
      ...USER,
      ...all(NUMBER, 'createdAt updatedAt'),
      ...all(NUMBER | NULL, 'lastActiveAt lastSignInAt'),
      ...all(BOOLEAN, 'banned locked'),
    },
  },
  '@clerk UserResource': { properties: { ...USER, ...all(DATE | NULL, 'createdAt lastSignInAt updatedAt') } },
  '@clerk Organization': {
    properties: {
      ...all(STRING, 'id imageUrl name'),
      ...all(BOOLEAN, 'adminDeleteEnabled hasImage'),
      ...all(NUMBER, 'createdAt maxAllowedMemberships updatedAt'),
    },
  },
  '@clerk EmailAddress': { properties: all(STRING, 'emailAddress id') },
  '@clerk EmailAddress[]': listOf('@clerk EmailAddress'),
  '@clerk PhoneNumber': { properties: all(STRING, 'id phoneNumber') },
  '@clerk PhoneNumber[]': listOf('@clerk PhoneNumber'),
  ...Object.fromEntries(
    ['Map', 'ReadonlyMap', 'Set', 'ReadonlySet'].map((name) => [
      name,
      { properties: { size: NUMBER }, methods: { has: BOOLEAN } },
    ]),
  ),
};

/** What functions of packages and of globals give, promised or not. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'next/headers': { headers: 'Headers' },
  Buffer: { alloc: 'Buffer', concat: 'Buffer', from: 'Buffer' },
  'next/navigation': { useSearchParams: 'URLSearchParams' },
};

/** What a property of one of the platform's objects is, or what a method of it gives; unknown for any other object. */
export function kindsOnPlatform(
  object: ts.Expression,
  kind: 'properties' | 'methods',
  name: string,
  unit: Unit,
): Kinds {
  const member = memberOf(object, kind, name, unit);
  if (typeof member === 'number') return member;
  return member?.endsWith('?') === true ? OBJECT | NULL : UNKNOWN;
}

function memberOf(
  object: ts.Expression,
  kind: 'properties' | 'methods',
  name: string,
  unit: Unit,
): Kinds | string | undefined {
  const members = PLATFORM[platformObject(object, unit) ?? '']?.[kind];
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The same where that is another such object. */
function objectOf(object: ts.Expression, kind: 'properties' | 'methods', name: string, unit: Unit): string | undefined {
  const member = memberOf(object, kind, name, unit);
  return typeof member === 'string' ? member.replace('?', '') : undefined;
}

/** Which of the platform's objects an expression is, or promises: by its type, how it is made, or what has it. */
export const platformObject = memoizeBy((expression: ts.Expression, unit: Unit) => [unit, expression], findObject, {
  answer: undefined,
});

function findObject(expression: ts.Expression, unit: Unit): string | undefined {
  const node = unwrap(expression);
  if (ts.isAwaitExpression(node)) return platformObject(node.expression, unit);
  const sdk = evaluate(node, unit);
  if (sdk.kind === 'sdk') return OF_SDK[sdk.type];
  const written = writtenTypeOf(expression, unit);
  if (written !== undefined) return isHeldToType(node, unit) ? namedBy(written) : undefined;
  if (ts.isNewExpression(node)) return Object.keys(PLATFORM).find((name) => isGlobal(node.expression, name, unit));
  if (ts.isCallExpression(node)) return givenBy(node, unit);
  const list = ts.isElementAccessExpression(node) ? platformObject(node.expression, unit) : undefined;
  if (list !== undefined) return PLATFORM[list]?.elements;
  const access = accessOf(node);
  if (access !== undefined) return objectOf(access.object, 'properties', access.name, unit);
  const binding = unit.scope.bindingOf(node);
  if (!isNeverReassigned(binding)) return undefined;
  const declared = declaredBy(binding.declaration);
  if (declared.kind === 'value') return platformObject(declared.of, unit);
  const taken = takenFrom(declared);
  return taken === undefined || taken.initial !== undefined
    ? undefined
    : objectOf(taken.object, 'properties', taken.name, unit);
}

/** Whether nothing of no type in sight is assigned to a name, or put into a property, a list or a map. */
function isHeldToType(node: ts.Expression, unit: Unit): boolean {
  if (mayHoldAny(node, unit)) return false;
  const access = accessOf(node);
  if (access !== undefined) return !mayGetAny(node, unit) && isHeldToType(unwrap(access.object), unit);
  const writes = unit.scope.bindingOf(node)?.writes ?? [];
  return writes.every(({ target }) => !mayAssignAny(target, unit));
}

function namedBy({ node, unit }: WrittenType): string | undefined {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return undefined;
  const { text } = node.typeName;
  if (Object.hasOwn(PLATFORM, text) && isLibraryType(node, text, unit)) return text;
  const imported = importedAs(node.typeName, unit.scope);
  return imported?.specifier === 'next/server' && imported.name === 'NextRequest' ? 'NextRequest' : undefined;
}

function givenBy({ expression }: ts.CallExpression, unit: Unit): string | undefined {
  if (isGlobal(expression, 'fetch', unit)) return 'Response';
  const access = accessOf(unwrap(expression));
  const given = access && objectOf(access.object, 'methods', access.name, unit);
  if (given !== undefined) return given;
  const [owner, method] = globalFunctionName(expression, unit)?.split('.') ?? [];
  if (method !== undefined) return GIVEN[owner ?? '']?.[method];
  const { specifier, name } = importedAs(expression, unit.scope) ?? {};
  return GIVEN[specifier ?? '']?.[name ?? ''];
}
