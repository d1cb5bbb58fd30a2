import { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { accessOf, nameText, unwrap, walk } from '../../syntax.ts';

const WRITING_METHODS: ReadonlySet<string> = new Set(
  Object.values(SURFACES).flatMap(({ method, merge, replace }) => (replace === null ? [method, merge] : [method, merge, replace])),
);

/** Whether a call may write metadata, by the method's name alone: whose it is doesn't matter here. A name in brackets may turn out to be any. */
export function isWritingCall(call: ts.CallExpression): boolean {
  const callee = calleeOf(call);
  return isNamed(callee, WRITING_METHODS) || (ts.isElementAccessExpression(callee) && accessOf(callee) === undefined);
}

/** Methods of the frontend that put somebody else in the place of the signed-in user, or nobody. */
const SWITCHING_METHODS: ReadonlySet<string> = new Set([
  'setActive', 'setSession', 'signOut', 'finalize', 'removeSessions', 'handleEmailLinkVerification', 'handleGoogleOneTapCallback', 'handleRedirectCallback', 'handleUnauthenticated',
  'authenticateWithBase', 'authenticateWithCoinbaseWallet', 'authenticateWithMetamask', 'authenticateWithOKXWallet', 'authenticateWithPopup', 'authenticateWithSolana', 'authenticateWithWeb3',
]);

/** The same, of a session or of the browser's list of them; other things have methods with such names, too. */
const ENDING_METHODS: ReadonlySet<string> = new Set(['destroy', 'end', 'remove']);

/** Whether after a call somebody else may be signed in: what was read before is another one's then. */
export function isSwitchingCall(call: ts.CallExpression): boolean {
  const callee = calleeOf(call);
  const access = accessOf(callee);
  return isNamed(callee, SWITCHING_METHODS) || (access !== undefined && ENDING_METHODS.has(access.name) && /session|client/i.test(access.object.getText()));
}

/** What is called, through `.call()` and `.apply()`, too. */
function calleeOf({ expression }: ts.CallExpression): ts.Expression {
  const node = unwrap(expression);
  const access = accessOf(node);
  return access !== undefined && /^(?:call|apply)$/.test(access.name) ? unwrap(access.object) : node;
}

/** Whether a callee is one of the methods, on an object or taken off it before. */
function isNamed(callee: ts.Expression, methods: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(callee)) return methods.has(callee.text) || aliasesIn(callee.getSourceFile(), methods).has(callee.text);
  return methods.has(accessOf(callee)?.name ?? '');
}

const known = new WeakMap<ts.SourceFile, Map<ReadonlySet<string>, ReadonlySet<string>>>();

/** The names that a file gives to one of the methods, which it takes off an object. */
function aliasesIn(source: ts.SourceFile, methods: ReadonlySet<string>): ReadonlySet<string> {
  const knownHere = known.get(source) ?? new Map<ReadonlySet<string>, ReadonlySet<string>>();
  known.set(source, knownHere);
  const cached = knownHere.get(methods);
  if (cached !== undefined) return cached;
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && methods.has(nameText(node.propertyName ?? node.name) ?? '')) names.add(node.name.text);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && takesOff(node.initializer, methods)) names.add(node.name.text);
    return undefined;
  });
  knownHere.set(methods, names);
  return names;
}

/** `object.method`, `object.method.bind(object)`. */
function takesOff(initializer: ts.Expression, methods: ReadonlySet<string>): boolean {
  const node = unwrap(initializer);
  if (!ts.isCallExpression(node)) return methods.has(accessOf(node)?.name ?? '');
  const access = accessOf(unwrap(node.expression));
  return access?.name === 'bind' && methods.has(accessOf(unwrap(access.object))?.name ?? '');
}
