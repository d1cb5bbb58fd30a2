import { ts } from 'ts-morph';
import type { Path } from '../../../values/paths/property-paths.ts';
import { homeOf, isUnassignedPath, pathOf, samePath } from '../../../values/paths/property-paths.ts';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { isExported } from '../../../language/exported.ts';
import { importOf } from '../../../language/modules.ts';
import { accessOf, unwrap, givenAt, isAccess } from '../../../syntax.ts';
import { fetchedId } from '../../../recognise/sdk/fetched-id.ts';
import { fetchedBy, type Fetched } from './fetching-functions.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';

/** Which user or Organization an id, or an object that the SDK returned, stands for. */
export type Subject =
  /**
   * Whoever made the request; `request` is what `getAuth()` and its like were given, undefined where the framework
   * knows.
   */
  | { readonly kind: 'signed-in'; readonly request: Path | undefined }
  | { readonly kind: 'literal'; readonly text: string }
  /** Whoever a never assigned variable or property path names. */
  | { readonly kind: 'path'; readonly path: Path }
  /** The one that was made at a place and has no other name. */
  | { readonly kind: 'object'; readonly origin: ts.Node };

export function sameSubject(a: Subject, b: Subject, unit: Unit): boolean {
  switch (a.kind) {
    case 'signed-in':
      if (b.kind !== 'signed-in') return false;
      return a.request === undefined || b.request === undefined
        ? a.request === b.request
        : samePath(a.request, b.request);
    case 'literal':
      return b.kind === 'literal' && a.text === b.text;
    case 'path':
      return b.kind === 'path' && samePath(a.path, b.path);
    case 'object':
      return b.kind === 'object' && sameOrigin(a.origin, b.origin, unit);
  }
}

/**
 * The subject that an id expression names, followed through `const` aliases and `X.id`; undefined where it can't be
 * told.
 *
 * @param asked the expressions that led here: what is being typed may name itself (`const user = await
 *   …getUser(user.id)`)
 */
export function subjectOfId(
  expression: ts.Expression,
  unit: Unit,
  asked: ReadonlySet<ts.Node> = new Set(),
): Subject | undefined {
  const node = unwrap(expression);
  if (asked.has(node)) return undefined;
  const led = new Set([...asked, node]);
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', text: node.text };
  const value = evaluate(node, unit);
  if (value.kind === 'sdk') {
    if (value.type === 'own-id') return value.from === undefined ? undefined : signedIn(value.from, unit);
    if (value.type === 'user-id' || value.type === 'organization-id')
      return value.from === undefined ? undefined : subjectOfObject(value.from, unit, led);
  }
  const path = pathOf(node, unit);
  if (path === undefined || !isUnassignedPath(path, unit) || isPartOfShared(path, unit)) return undefined;
  const alias = path.names.length === 0 && path.root !== 'this' ? aliased(path.root.declaration) : undefined;
  return (alias === undefined ? undefined : subjectOfId(alias, unit, led)) ?? { kind: 'path', path };
}

/** Whether any file may assign a property on a path: it is a matter of what runs in between (steady-id.ts). */
function isPartOfShared({ root, names }: Path, unit: Unit): boolean {
  if (root === 'this' || root.declaration === undefined || names.length === 0) return false;
  return importOf(root.declaration) !== undefined || isExported(root.declaration) || homeOf(root, unit) !== unit;
}

/** The user of the request that `auth()`, `getAuth(request)` or `currentUser()` was called for. */
function signedIn({ origin }: SdkValue, unit: Unit): Subject | undefined {
  const [argument] = ts.isCallExpression(origin) ? origin.arguments : [];
  if (argument === undefined) return { kind: 'signed-in', request: undefined };
  const request = pathOf(argument, unit);
  return request === undefined || !isUnassignedPath(request, unit) ? undefined : { kind: 'signed-in', request };
}

/** Whether two objects were made at the same place, or read from the same never assigned path. */
function sameOrigin(a: ts.Node, b: ts.Node, unit: Unit): boolean {
  if (a === b) return !ts.isSourceFile(a);
  // `this` belongs to a class.
  const [classOfA, classOfB] = [a, b].map((node) => ts.findAncestor(node, ts.isClassLike));
  if (accessOf(a) === undefined || accessOf(b) === undefined || classOfA !== classOfB) return false;
  const [first, second] = [pathOf(a as ts.Expression, unit), pathOf(b as ts.Expression, unit)];
  return first !== undefined && second !== undefined && samePath(first, second) && isUnassignedPath(first, unit);
}

/**
 * What a `const` holds, where that is itself a name, a path or a literal: evaluating a call again might give another
 * id.
 */
function aliased(declaration: ts.Declaration | undefined): ts.Expression | undefined {
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined)
    return undefined;
  const node = unwrap(declaration.initializer);
  return ts.isIdentifier(node) || isAccess(node) || ts.isStringLiteralLike(node) ? node : undefined;
}

/** The subject of a user or an Organization that the SDK returned. */
export function subjectOfObject(
  value: SdkValue,
  unit: Unit,
  asked: ReadonlySet<ts.Node> = new Set(),
): Subject | undefined {
  const { origin, from } = value;
  if (value.unit !== unit) return undefined;
  if (from?.type === 'current-user') return signedIn(value, unit);
  if (fetchedElsewhere(value)?.who === 'signed-in') return { kind: 'signed-in', request: undefined };
  const id = idOfFetch(value, unit);
  const named = id === undefined ? undefined : subjectOfId(id, unit, asked);
  if (named !== undefined) return named;
  return ts.isSourceFile(origin) ? undefined : { kind: 'object', origin };
}

/** The id that a user or an Organization was fetched by, where the call, or that of a function in sight, is in the file. */
export function idOfFetch(value: SdkValue, unit: Unit): ts.Expression | undefined {
  const { origin, from } = value;
  if (value.unit !== unit || !ts.isCallExpression(origin)) return undefined;
  if (from !== undefined) return fetchedId(origin, from.type);
  const who = fetchedElsewhere(value)?.who;
  return who === undefined || who === 'signed-in' ? undefined : givenAt(who, origin.arguments);
}

/** What the function that made a value fetched for it, where that is one in sight. */
function fetchedElsewhere({ origin, from, unit }: SdkValue): Fetched | undefined {
  return from === undefined && ts.isCallExpression(origin) ? fetchedBy(origin, unit) : undefined;
}

/** Hooks and stores that give the one signed-in user of the page, whichever read it is. */
const SINGLETONS: ReadonlySet<SdkType> = new Set([
  'use-user',
  'use-session',
  'use-clerk',
  'use-user-vue',
  'use-session-vue',
  'use-clerk-vue',
  'use-user-solid',
  'use-session-solid',
  'use-clerk-solid',
  'use-svelte-context',
  'user-store',
  'session-store',
  'auth-store',
  'clerk-store',
  'browser-global',
]);

/**
 * Whether two values of the frontend are the same object: read at the same place, or in the same way from the same
 * hook.
 */
export function sameSource(first: SdkValue, second: SdkValue, unit: Unit): boolean {
  const [a, b] = [beforeUpdates(first), beforeUpdates(second)];
  if (sameOrigin(a.origin, b.origin, unit)) return true;
  if (a.type !== b.type) return false;
  if (SINGLETONS.has(a.type)) return true;
  if (isMadeFor(a) || isMadeFor(b)) return false;
  if (a.from === undefined || b.from === undefined)
    return (
      ts.isIdentifier(a.origin) && ts.isIdentifier(b.origin) && a.origin.text === b.origin.text && a.type === 'clerk-js'
    );
  return sameSource(a.from, b.from, unit);
}

/** Whether a client of the browser was made with options, which may name another instance of the service each time. */
function isMadeFor({ from, origin }: SdkValue): boolean {
  return from?.type === 'clerk-js-class' && ts.isCallExpression(origin) && origin.arguments.length > 0;
}

/** `update()` returns the user that it was called on. */
function beforeUpdates(value: SdkValue): SdkValue {
  let current = value;
  while (current.type === 'frontend-user' && current.from?.from?.type === 'frontend-user') current = current.from.from;
  return current;
}

/** Whether two backend values come from the same client. Ids are looked up in one instance of the service. */
export function sameClient(a: SdkValue, b: SdkValue, unit: Unit): boolean {
  const [first, second] = [clientOf(a), clientOf(b)];
  if (first === undefined || second === undefined) return true;
  if (first === 'default' || second === 'default') return first === second;
  return sameOrigin(first, second, unit);
}

/**
 * What tells a client from another: where it was made, or `default` for the one that the framework's package provides.
 */
export function clientOf(value: SdkValue, asked: ReadonlySet<ts.Node> = new Set()): ts.Node | 'default' | undefined {
  const fetched = fetchedElsewhere(value);
  if (fetched?.client !== undefined) return clientGiven(fetched.client, value, asked);
  const made = fetched?.by ?? value;
  for (let current: SdkValue | undefined = made; current !== undefined; current = current.from) {
    // `currentUser()` asks the client that the framework's package has.
    if (current.type === 'client-accessor' || current.type === 'current-user') return 'default';
    if (current.type === 'client' && current.from?.type !== 'client-accessor') return current.origin;
    if (current.from === undefined && (current.type === 'users' || current.type === 'organizations')) {
      return ts.isImportSpecifier(current.origin) ? 'default' : current.origin;
    }
  }
  return undefined;
}

/** The client that the function which fetched a value was given. */
function clientGiven(index: number, { origin, unit }: SdkValue, asked: ReadonlySet<ts.Node>): ts.Node | 'default' {
  // What was fetched by itself is nobody's.
  if (asked.has(origin)) return origin;
  const given = ts.isCallExpression(origin) ? givenAt(index, origin.arguments) : undefined;
  const client = given === undefined ? undefined : evaluate(unwrap(given), unit);
  // What can't be followed is another one.
  return (client?.kind === 'sdk' ? clientOf(client, new Set([...asked, origin])) : undefined) ?? origin;
}
