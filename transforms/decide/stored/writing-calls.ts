import { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { accessOf, nameText, unwrap, walk } from '../../syntax.ts';

const WRITING_METHODS: ReadonlySet<string> = new Set(
  Object.values(SURFACES).flatMap(({ method, merge, replace }) => (replace === null ? [method, merge] : [method, merge, replace])),
);

/** Whether a call may write metadata, by the method's name alone: whose it is doesn't matter here. It may be taken off its object first, bound, or called through `.call()`. */
export function isWritingCall(call: ts.CallExpression): boolean {
  return isWritingName(call.expression);
}

function isWritingName(callee: ts.Expression): boolean {
  const node = unwrap(callee);
  if (ts.isIdentifier(node)) return WRITING_METHODS.has(node.text) || aliasesIn(node.getSourceFile()).has(node.text);
  const access = accessOf(node);
  // Whatever the name turns out to be.
  if (access === undefined) return ts.isElementAccessExpression(node);
  return WRITING_METHODS.has(access.name) || (/^(?:call|apply)$/.test(access.name) && isWritingName(access.object));
}

const known = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** The names that a file gives to a writing method which it takes off an object. */
function aliasesIn(source: ts.SourceFile): ReadonlySet<string> {
  const cached = known.get(source);
  if (cached !== undefined) return cached;
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && WRITING_METHODS.has(nameText(node.propertyName ?? node.name) ?? '')) names.add(node.name.text);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && takesOff(node.initializer)) names.add(node.name.text);
    return undefined;
  });
  known.set(source, names);
  return names;
}

/** `object.method`, `object.method.bind(object)`. */
function takesOff(initializer: ts.Expression): boolean {
  const node = unwrap(initializer);
  if (!ts.isCallExpression(node)) return WRITING_METHODS.has(accessOf(node)?.name ?? '');
  const access = accessOf(unwrap(node.expression));
  return access?.name === 'bind' && WRITING_METHODS.has(accessOf(unwrap(access.object))?.name ?? '');
}
