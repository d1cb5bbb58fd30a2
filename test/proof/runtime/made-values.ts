/**
 * Values by type: the arguments that a fixture's functions are called with, and what its declared functions return. The
 * same place gets the same value before and after the rewrite, made afresh each time.
 */
import ts from 'typescript';

import type { Sdk } from './sdk-modules.ts';
import { SIGNED_IN } from './sdk-modules.ts';
import type { Journal } from './journal.ts';
import type { Mentions } from './mentioned-names.ts';
import { isIdName, makeRecorder, makeStranger } from './strangers.ts';

export interface Making {
  readonly mentions: Mentions;
  readonly sdk: Sdk;
  readonly journal: Journal;
  /** 0 is the first choice everywhere, 1 the last; each other number is a mixture of its own. */
  readonly variant: number;
  /** Does some work without its requests being written down. */
  quietly<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until all that was started is done. */
  settle(): Promise<void>;
}

const DEEPEST = 5;
const IDS = ['user_1', 'user_2', 'nobody', 'user_3'];
/** Those that exist. */
const THERE = ['user_1', 'user_2', 'user_3'];
const FIXED_TIME = Date.UTC(2026, 4, 12);

/**
 * A value of a type, as far as the type can be read without a checker.
 *
 * @param type undefined in JavaScript, and where nothing is written: the name then says what it may be
 * @param path where the value is wanted; the choice depends on it
 */
export async function makeValue(
  type: ts.TypeNode | undefined,
  name: string,
  path: string,
  making: Making,
  depth = 0,
): Promise<unknown> {
  if (type === undefined || type.kind === ts.SyntaxKind.UnknownKeyword || type.kind === ts.SyntaxKind.AnyKeyword) {
    const cast = making.mentions.casts.get(name);
    return cast === undefined || cast === type
      ? makeUnknown(name, path, making, type === undefined)
      : makeValue(cast, name, path, making, depth);
  }
  if (depth > DEEPEST) return undefined;
  const next = (inner: ts.TypeNode | undefined, part: string): Promise<unknown> =>
    makeValue(inner, part || name, `${path}.${part}`, making, depth + 1);
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return makeString(name, path, making);
    case ts.SyntaxKind.NumberKeyword:
      return choose([3, 0, -1, 1.5], path, making);
    case ts.SyntaxKind.BooleanKeyword:
      return choose([true, false], path, making);
    case ts.SyntaxKind.BigIntKeyword:
      return 3n;
    case ts.SyntaxKind.UndefinedKeyword:
    case ts.SyntaxKind.VoidKeyword:
    case ts.SyntaxKind.NeverKeyword:
      return undefined;
    case ts.SyntaxKind.ObjectKeyword:
      return makeMetadata(path, making);
    default:
  }
  const keys = keysOfConstant(type);
  if (keys.length > 0) return choose(keys, path, making);
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return next(type.type, '');
  if (ts.isUnionTypeNode(type)) return next(choose(type.types, path, making), '');
  if (ts.isLiteralTypeNode(type)) return makeLiteral(type.literal);
  if (ts.isArrayTypeNode(type)) return makeArray(type.elementType, name, path, making, depth);
  if (ts.isTupleTypeNode(type)) {
    return Promise.all(
      type.elements.map((element, index) =>
        next(ts.isNamedTupleMember(element) ? element.type : element, String(index)),
      ),
    );
  }
  if (ts.isFunctionTypeNode(type)) return makeFunction(type, name, path, making);
  if (ts.isTypeLiteralNode(type)) return makeObject(type.members, path, making, depth);
  if (ts.isConstructorTypeNode(type)) return Object;
  const receiver = makeReceiver(type.getText(), making);
  if (receiver !== undefined) return receiver;
  if (ts.isTypeQueryNode(type)) return makeStranger(name, making.journal);
  if (ts.isIndexedAccessTypeNode(type))
    return makeValue(typeOfMember(type, making.mentions), name, path, making, depth + 1);
  if (ts.isTypeReferenceNode(type)) return makeNamed(type, name, path, making, depth);
  if (ts.isIntersectionTypeNode(type))
    return makeIntersection(await Promise.all(type.types.map((part, index) => next(part, String(index)))));
  return makeUnknown(name, path, making, false);
}

/** The names in the object of the file that `keyof typeof PLANS` names. */
function keysOfConstant(type: ts.TypeNode): readonly string[] {
  if (!ts.isTypeOperatorNode(type) || type.operator !== ts.SyntaxKind.KeyOfKeyword || !ts.isTypeQueryNode(type.type))
    return [];
  const name = type.type.exprName.getText();
  const declarations = type
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const { initializer } = declarations.find((declaration) => declaration.name.getText() === name) ?? {};
  return initializer !== undefined && ts.isObjectLiteralExpression(initializer)
    ? initializer.properties.map((property) => property.name?.getText() ?? '')
    : [];
}

/** A branded string is a string. */
function makeIntersection(parts: readonly unknown[]): unknown {
  return parts.find((part) => typeof part !== 'object') ?? (Object.assign({}, ...parts) as unknown);
}

/** The arguments of a call of this function. */
export function makeArguments(signature: ts.SignatureDeclaration, path: string, making: Making): Promise<unknown[]> {
  return Promise.all(
    signature.parameters
      .filter((parameter) => parameter.dotDotDotToken === undefined)
      .map((parameter, index) => makeParameter(parameter, `${path}(${String(index)})`, index, making)),
  );
}

async function makeParameter(
  parameter: ts.ParameterDeclaration,
  path: string,
  index: number,
  making: Making,
): Promise<unknown> {
  const optional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
  // A default is worth running first.
  if (optional && choose(parameter.initializer === undefined ? [false, true] : [true, false], `${path}?`, making))
    return undefined;
  const type = parameter.type ?? typeByPlace(parameter, index, making);
  if (type === undefined && ts.isObjectBindingPattern(parameter.name))
    return makeDestructured(parameter.name, path, making);
  if (type === undefined && parameter.initializer !== undefined) return undefined;
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : String(index);
  const value = await makeValue(type, name, path, making);
  // Several ids are several subjects, to begin with: whoever takes one for the other is found out.
  return making.variant === 0 && value === THERE[0] && isIdName(name) ? THERE[index % THERE.length] : value;
}

/** The type of a parameter that has none, by that of the variable which holds its function, or of a component's props. */
function typeByPlace({ parent: fn }: ts.ParameterDeclaration, index: number, { mentions }: Making) {
  const { parent } = fn;
  if (ts.isCallExpression(parent)) return index === 0 ? parent.typeArguments?.at(-1) : undefined;
  const type = ts.isVariableDeclaration(parent) ? parent.type : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
  const named = mentions.types.get(type.typeName.getText());
  if (named !== undefined && ts.isTypeAliasDeclaration(named) && ts.isFunctionTypeNode(named.type))
    return named.type.parameters[index]?.type;
  return index === 0 && named === undefined ? type.typeArguments?.[0] : undefined;
}

/** JavaScript that takes its parameter apart says what it wants. */
async function makeDestructured(pattern: ts.ObjectBindingPattern, path: string, making: Making): Promise<unknown> {
  const made: Record<string, unknown> = {};
  for (const { name, propertyName } of pattern.elements) {
    const key = (propertyName ?? name).getText();
    made[key] = ts.isObjectBindingPattern(name)
      ? await makeDestructured(name, `${path}.${key}`, making)
      : await makeValue(undefined, key, `${path}.${key}`, making);
  }
  return made;
}

/** The same choice for the same place and variant; the first everywhere, the last everywhere, and mixtures. */
function choose<T>(options: readonly T[], path: string, { variant }: Making): T {
  let hash = 2_166_136_261 ^ variant;
  for (const character of path) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  hash ^= hash >>> 15;
  const index = variant === 0 ? 0 : variant === 1 ? options.length - 1 : (hash >>> 0) % options.length;
  return options[index] as T;
}

function makeString(name: string, path: string, making: Making): string {
  if (isIdName(name) || /Ids\.|^\d+$/.test(name)) return choose(IDS, path, making);
  const { compared } = making.mentions;
  // Code that asks for a word gets it every other time.
  if (compared.length > 0 && making.variant > 1 && making.variant % 2 === 0)
    return compared[(making.variant / 2 - 1) % compared.length] ?? '';
  return choose(
    ['Ada', '3', ...making.mentions.words, '{"inner":null}', '', ...making.mentions.keys, '__proto__'],
    path,
    making,
  );
}

function makeUnknown(name: string, path: string, making: Making, isJavaScript: boolean): unknown {
  const { sdk, journal } = making;
  if (/^(?:org)?(?:anization)?Ids$|^(?:user)?Ids$/i.test(name))
    return choose([['user_1', 'user_2'], [], ['user_3', 'user_3']], path, making);
  if (isIdName(name)) return choose(IDS, path, making);
  if (name === 'clients') return [sdk.client, sdk.client];
  if (making.mentions.arrays.has(name)) return ['role', '', { a: { b: null } }, 0];
  if (isJavaScript && /^(?:event|e|req|res|request|context|ctx|c|args|registry|services)$/.test(name))
    return makeStranger(name, journal);
  if (/^(?:clerk|client|clerkClient)$/.test(name)) return sdk.client;
  if (isJavaScript && /^on[A-Z]|^(?:load|done|callback)$/.test(name))
    return makeRecorder(name, journal, () => 'answer');
  if (isJavaScript && /^(?:params|values|changes|data|updates?|fields)$/.test(name)) return makeParams(path, making);
  if (isJavaScript && /^(?:key|field)$/.test(name))
    return choose(['role', ...making.mentions.keys, '__proto__', 'publicMetadata'], path, making);
  if (isJavaScript && name.endsWith('s')) return choose([['role', 'theme'], []], path, making);
  return choose(ANYTHING, path, making)();
}

/** Made anew each time, since code may change what it is given. */
const ANYTHING: readonly (() => unknown)[] = [
  () => 'text',
  () => ({ a: 1, nested: { b: null } }),
  () => null,
  () => undefined,
  () => 7,
  () => [{ x: null }],
  () => true,
  () => ({}),
  () => new Date(FIXED_TIME),
  () => ['x'],
  () => ({ inner: null }),
];

function makeParams(path: string, making: Making): unknown {
  return choose(
    [{ publicMetadata: { a: { b: 1 } } }, {}, { firstName: 'Ada', privateMetadata: { given: true } }],
    path,
    making,
  );
}

function makeLiteral(literal: ts.LiteralTypeNode['literal']): unknown {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return null;
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isBigIntLiteral(literal)) return BigInt(literal.text.slice(0, -1));
  return ts.isStringLiteralLike(literal) ? literal.text : Number(literal.getText());
}

async function makeArray(
  element: ts.TypeNode | undefined,
  name: string,
  path: string,
  making: Making,
  depth: number,
): Promise<unknown[]> {
  const singular = name.replace(/s$/, '');
  const one = (index: number): Promise<unknown> =>
    makeValue(element, singular, `${path}[${String(index)}]`, making, depth + 1);
  const length = choose([2, 0, 1, 3], `${path}.length`, making);
  const items = await Promise.all(Array.from({ length }, (_, index) => one(index)));
  return making.variant === 0 && isIdName(singular) ? items.map((_, index) => THERE[index]) : items;
}

function makeFunction(type: ts.FunctionTypeNode, name: string, path: string, making: Making): unknown {
  return makeRecorder(name, making.journal, (count) => answerOf(type.type, name, `${path}#${String(count)}`, making));
}

/**
 * What a function of ours returns to the fixture's code: for a promise a promise, else the value at once.
 * Each call returns something else where the type has room for it, so that one call too many or too few shows.
 */
export function answerOf(type: ts.TypeNode | undefined, name: string, path: string, making: Making): unknown {
  if (type === undefined || type.kind === ts.SyntaxKind.VoidKeyword) return undefined;
  const cast = making.mentions.casts.get(name);
  if (type.kind === ts.SyntaxKind.AnyKeyword && cast !== undefined) return answerOf(cast, name, path, making);
  if (type.kind === ts.SyntaxKind.NumberKeyword) return Number(/\d+$/.exec(path)?.[0] ?? 1);
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Promise')
    return makeValue(type.typeArguments?.[0], name, path, making);
  const receiver = makeReceiver(type.getText(), making);
  if (receiver !== undefined) return receiver;
  if (type.kind === ts.SyntaxKind.StringKeyword)
    return isIdName(name) ? choose(IDS, path, making) : `${name} ${path.slice(path.lastIndexOf('#'))}`;
  if (ts.isTypeLiteralNode(type)) return answerOfObject(type, path, making);
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return !path.endsWith('#3') && choose([true, false], path, making);
  if (/^(?:Class|Method|Parameter|Property)Decorator$/.test(type.getText())) return () => undefined;
  if (type.getText().startsWith('Record<')) return { theme: 'dark', role: path };
  return makeUnknown(name, path, making, false);
}

function answerOfObject(type: ts.TypeLiteralNode, path: string, making: Making): unknown {
  const properties = type.members.filter(ts.isPropertySignature);
  return Object.fromEntries(
    properties.map((property) => [
      property.name.getText(),
      answerOf(property.type, property.name.getText(), path, making),
    ]),
  );
}

async function makeObject(
  members: readonly ts.TypeElement[],
  path: string,
  making: Making,
  depth: number,
): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const member of members) {
    if (ts.isIndexSignatureDeclaration(member)) Object.assign(made, await makeRecord(member.type, path, making, depth));
    if (!ts.isPropertySignature(member) && !ts.isMethodSignature(member)) continue;
    const key = ts.isStringLiteralLike(member.name) ? member.name.text : member.name.getText();
    if (member.questionToken !== undefined && choose([false, true], `${path}.${key}?`, making)) continue;
    made[key] = ts.isMethodSignature(member)
      ? makeRecorder(key, making.journal, (count) =>
          answerOf(member.type, key, `${path}.${key}#${String(count)}`, making),
        )
      : await makeValue(member.type, key, `${path}.${key}`, making, depth + 1);
  }
  return made;
}

async function makeRecord(
  type: ts.TypeNode | undefined,
  path: string,
  making: Making,
  depth: number,
): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = making.mentions.readsUserId ? { userId: SIGNED_IN } : {};
  for (const key of choose([making.mentions.keys.slice(0, 3), [], ['other'], THERE], `${path}.keys`, making)) {
    made[key] = await makeValue(type, '', `${path}.${key}`, making, depth + 1);
  }
  return made;
}

/** An object of anything, as metadata is. */
function makeMetadata(path: string, making: Making): Record<string, unknown> {
  const keys = making.mentions.keys.slice(0, 4);
  return choose<() => Record<string, unknown>>(
    [
      () => Object.fromEntries([...keys, 'given'].map((key) => [key, 'new'])),
      () => ({}),
      () => Object.fromEntries([...keys, 'given'].map((key) => [key, { inner: null, given: true }])),
      () => Object.fromEntries(keys.map((key) => [key, null])),
    ],
    path,
    making,
  )();
}

/** Clients and users, by what the type's text says: aliases, picks and intersections of the SDK's types too. */
function makeReceiver(text: string, { sdk, mentions }: Making): unknown {
  const declared = mentions.types.get(text.replace(/<.*/s, ''));
  if (declared !== undefined && ts.isInterfaceDeclaration(declared) && declared.heritageClauses === undefined)
    return undefined;
  const words = declared === undefined || ts.isEnumDeclaration(declared) ? text : declared.getText();
  if (declared !== undefined && ts.isTypeAliasDeclaration(declared) && ts.isTypeLiteralNode(declared.type))
    return undefined;
  if (words.startsWith('Promise<') || /^\s*(?:export )?(?:readonly )?\{/.test(words)) return undefined;
  if (/\['users'\]|\bUserAPI\b/.test(words)) return sdk.client.users;
  if (/\['organizations'\]|\bOrganizationAPI\b/.test(words)) return sdk.client.organizations;
  if (/\b(?:ClerkClient|createClerkClient|clerkClient|expressClient)\b/.test(words)) return sdk.client;
  if (/\bUserResource\b|useUser/.test(words)) return sdk.browser?.user;
  if (/\b(?:LoadedClerk|Clerk|Headless)\b/.test(words)) return sdk.browser;
  return undefined;
}

async function makeNamed(
  type: ts.TypeReferenceNode,
  name: string,
  path: string,
  making: Making,
  depth: number,
): Promise<unknown> {
  const { mentions, sdk, journal } = making;
  const typeName = type.typeName.getText();
  const [first, second] = type.typeArguments ?? [];
  const declared = mentions.types.get(typeName);
  if (declared !== undefined) return makeDeclared(declared, name, path, making, depth);
  const constraint = mentions.constraints.get(typeName);
  if (constraint !== undefined) return makeValue(constraint, name, path, making, depth + 1);
  switch (typeName) {
    case 'Date':
      return new Date(FIXED_TIME + choose([0, 1, 2], path, making));
    case 'Array':
    case 'ReadonlyArray':
      return makeArray(first, name, path, making, depth);
    case 'Iterable':
    case 'Generator':
    case 'AsyncIterable':
      return (await makeArray(first, name, path, making, depth)).values();
    case 'AsyncDisposable':
      return { [Symbol.asyncDispose]: makeRecorder(name, journal, () => undefined) };
    case 'Record':
      return makeRecord(second, path, making, depth);
    case 'Partial':
    case 'Required':
    case 'Readonly':
    case 'NonNullable':
    case 'Awaited':
    case 'Maybe':
      return makeValue(first, name, path, making, depth + 1);
    case 'Promise':
      return makeValue(first, name, path, making, depth + 1).then((value) => Promise.resolve(value));
    case 'Pick':
    case 'Omit':
      return makePicked(typeName, first, second, path, making, depth);
    case 'Map':
      return new Map();
    case 'Set':
      return new Set();
    case 'FormData': {
      const form = new FormData();
      for (const key of ['id', 'userId', 'organizationId']) form.set(key, SIGNED_IN);
      return form;
    }
    case 'User':
      return making.quietly(() => sdk.client.users.getUser(choose(THERE, path, making)));
    case 'Organization':
      return making.quietly(() =>
        sdk.client.organizations.getOrganization({ organizationId: choose(THERE, path, making) }),
      );
    case 'UserPublicMetadata':
    case 'UserPrivateMetadata':
    case 'UserUnsafeMetadata':
    case 'OrganizationPublicMetadata':
    case 'OrganizationPrivateMetadata':
      return makeMetadata(path, making);
    default:
      return /^(?:clerk|client)$/.test(name) ? sdk.client : makeStranger(name, journal);
  }
}

async function makeDeclared(
  declared: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration,
  name: string,
  path: string,
  making: Making,
  depth: number,
): Promise<unknown> {
  if (ts.isTypeAliasDeclaration(declared)) return makeValue(declared.type, name, path, making, depth + 1);
  if (ts.isInterfaceDeclaration(declared)) return makeObject(declared.members, path, making, depth);
  const member = choose(declared.members, path, making);
  const { initializer } = member;
  if (initializer === undefined) return declared.members.indexOf(member);
  return ts.isStringLiteralLike(initializer) ? initializer.text : Number(initializer.getText());
}

/** `Team['size']`; what may be left out counts as left out now and then. */
function typeOfMember(
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  { types }: Mentions,
): ts.TypeNode | undefined {
  const declared = types.get(objectType.getText());
  if (declared === undefined || !ts.isInterfaceDeclaration(declared)) return undefined;
  const text = indexType.getText().slice(1, -1);
  return declared.members.filter(ts.isPropertySignature).find(({ name }) => name.getText() === text)?.type;
}

async function makePicked(
  how: 'Pick' | 'Omit',
  from: ts.TypeNode | undefined,
  keys: ts.TypeNode | undefined,
  path: string,
  making: Making,
  depth: number,
): Promise<unknown> {
  const whole = (await makeValue(from, '', path, making, depth + 1)) as Record<string, unknown>;
  const listed = keys?.getText() ?? '';
  return Object.fromEntries(Object.entries(whole).filter(([key]) => listed.includes(`'${key}'`) === (how === 'Pick')));
}
