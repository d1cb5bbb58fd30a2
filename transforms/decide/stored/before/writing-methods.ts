import { ts } from 'ts-morph';
import { SURFACES, type SubjectKind, type Surface } from '../../../api-change.ts';
import type { Value } from '../../../recognise/sdk/value.ts';
import { memoizeBy } from '../../../memoize.ts';
import { accessOf, isCallee, nameText, unwrap, wrapped, isAccess, takenName } from '../../../syntax.ts';
import { walk } from '../../../tree.ts';

/** Whose metadata is written; `user-on-server`: without the browser's user being told. */
export type Written = SubjectKind | 'user-on-server';

/** The methods that write, by their names: whoever calls one has its name from somewhere. */
export const WRITING_METHODS: Readonly<Record<Written, ReadonlySet<string>>> = {
  user: methodsOf('users', 'frontend'),
  'user-on-server': methodsOf('users'),
  organization: methodsOf('organizations'),
};

function methodsOf(...surfaces: readonly Surface[]): ReadonlySet<string> {
  return new Set(
    surfaces
      .map((surface) => SURFACES[surface])
      .flatMap(({ method, merge, replace }) => (replace === null ? [method, merge] : [method, merge, replace])),
  );
}

/**
 * Whether a call may write metadata of users, or of Organizations, by the method's name alone: whose method it is
 * doesn't matter here. A name in brackets may turn out to be any.
 *
 * @param valueOf what an object is: what is known not to be the SDK's has none of its methods under a name in brackets
 */
export function isWritingCall(
  call: ts.CallExpression,
  kind: Written,
  valueOf?: (object: ts.Expression) => Value,
): boolean {
  const callee = calleeOf(call);
  if (isNamed(callee, WRITING_METHODS[kind])) return true;
  if (!ts.isElementAccessExpression(callee) || accessOf(callee) !== undefined) return false;
  const value = valueOf?.(callee.expression).kind;
  return value !== 'object' && value !== 'array' && value !== 'function';
}

/** Whether a method that writes is taken off its object here, for something else to call. */
export function takesOffWriter(node: ts.Node, kind: Written): boolean {
  if (!isAccess(node)) return false;
  const name = accessOf(node)?.name;
  return name !== undefined && name !== 'update' && WRITING_METHODS[kind].has(name) && !isCallee(node) && !isKept(node);
}

/**
 * Whether a method only gets another name, whose calls are seen: `const write =
 * client.users.updateUser.bind(client.users)`.
 */
function isKept(method: ts.Expression): boolean {
  const { parent } = wrapped(method);
  if (ts.isVariableDeclaration(parent)) return true;
  const bound =
    accessOf(parent)?.name === 'bind' && isCallee(parent as ts.Expression)
      ? wrapped(parent as ts.Expression).parent
      : undefined;
  return bound !== undefined && ts.isVariableDeclaration(wrapped(bound as ts.Expression).parent);
}

/** Methods of the frontend that put somebody else in the place of the signed-in user, or nobody. */
const SWITCHING_METHODS: ReadonlySet<string> = new Set([
  'setSession',
  'signOut',
  'finalize',
  'removeSessions',
  'handleEmailLinkVerification',
  'handleGoogleOneTapCallback',
  'handleRedirectCallback',
  'handleUnauthenticated',
  'authenticateWithBase',
  'authenticateWithCoinbaseWallet',
  'authenticateWithMetamask',
  'authenticateWithOKXWallet',
  'authenticateWithPopup',
  'authenticateWithSolana',
  'authenticateWithWeb3',
]);

/** The same, unless all that is given to it keeps the session: `setActive({ organization })`. */
const ACTIVATING_METHODS: ReadonlySet<string> = new Set(['setActive']);

const KEEPING_SESSION: ReadonlySet<string> = new Set(['organization', 'redirectUrl']);

/** The same, of a session or of the browser's list of them; other things have methods with such names, too. */
const ENDING_METHODS: ReadonlySet<string> = new Set(['destroy', 'end', 'remove']);

/** Whether after a call somebody else may be signed in: what was read before is another one's then. */
export function isSwitchingCall(call: ts.CallExpression): boolean {
  const callee = calleeOf(call);
  const access = accessOf(callee);
  return (
    isNamed(callee, SWITCHING_METHODS) ||
    (isNamed(callee, ACTIVATING_METHODS) && !keepsSession(call)) ||
    (access !== undefined && ENDING_METHODS.has(access.name) && /session|client/i.test(access.object.getText()))
  );
}

function keepsSession({ arguments: [given, ...others] }: ts.CallExpression): boolean {
  const literal = given === undefined ? undefined : unwrap(given);
  return (
    others.length === 0 &&
    literal !== undefined &&
    ts.isObjectLiteralExpression(literal) &&
    literal.properties.every(({ name }) => KEEPING_SESSION.has(nameText(name) ?? ''))
  );
}

/** What is called, through `.call()` and `.apply()`, too. */
function calleeOf({ expression }: ts.CallExpression): ts.Expression {
  const node = unwrap(expression);
  const access = accessOf(node);
  return access !== undefined && /^(?:call|apply)$/.test(access.name) ? unwrap(access.object) : node;
}

/** Whether a callee is one of the methods, on an object or taken off it before. */
function isNamed(callee: ts.Expression, methods: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(callee))
    return methods.has(callee.text) || aliasesIn(callee.getSourceFile(), methods).has(callee.text);
  return methods.has(accessOf(callee)?.name ?? '');
}

/** The names that a file gives to one of the methods, which it takes off an object. */
const aliasesIn = memoizeBy((source: ts.SourceFile, methods: ReadonlySet<string>) => [source, methods], findAliases);

function findAliases(source: ts.SourceFile, methods: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && methods.has(takenName(node) ?? ''))
      names.add(node.name.text);
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      takesOff(node.initializer, methods)
    )
      names.add(node.name.text);
    return undefined;
  });
  return names;
}

/** `object.method`, `object.method.bind(object)`. */
function takesOff(initializer: ts.Expression, methods: ReadonlySet<string>): boolean {
  const node = unwrap(initializer);
  if (!ts.isCallExpression(node)) return methods.has(accessOf(node)?.name ?? '');
  const access = accessOf(unwrap(node.expression));
  return access?.name === 'bind' && methods.has(accessOf(unwrap(access.object))?.name ?? '');
}
