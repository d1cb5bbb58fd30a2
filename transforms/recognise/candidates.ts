import { ts } from 'ts-morph';
import { BACKEND_HOSTS, WIRE_NAMES } from '../http-api.ts';
import { mayHavePickedCalls, mayHaveRequests, mayHide } from '../prefilter.ts';
import { accessOf, isWrapper, nameText, unwrap } from '../syntax.ts';
import { someIn } from '../tree.ts';
import { memoize } from '../memoize.ts';
import { isPlainlyForeign } from './calls/foreign-calls.ts';
import { readMethodCall, SURFACES_BY_METHOD } from './calls/method-calls.ts';

/** A node and what is around it, the innermost first. */
type Nodes = readonly ts.Node[];

const METHODS = new RegExp(String.raw`\b(?:${[...SURFACES_BY_METHOD.keys()].join('|')})\b`, 'g');
const PATCH = /patch/gi;

/** What a request may name whose HTTP method stands elsewhere: the API's host, or a field on the wire. */
const OF_API = new RegExp([...BACKEND_HOSTS, ...Object.values(WIRE_NAMES)].join('|').replaceAll('.', '[.]'));

/**
 * Whether a parsed file may hold a general update, or something that stands for one, by its syntax alone. It is asked
 * before names are resolved, which takes as long as parsing: most methods called `update` are somebody else's.
 *
 * @param source the nodes need not know their parents
 */
export const mayHoldUpdates = memoize((source: ts.SourceFile): boolean => {
  const { text } = source;
  if (mayHide(METHODS, text) || (mayHavePickedCalls(text) && someIn(source, isPicked))) return true;
  return holdsAny(METHODS, source, (nodes, offset) => isMethod(nodes, offset, source));
});

/** Whether a parsed file may hold a request that is a general update, by its syntax alone. */
export const mayHoldRequests = memoize(
  (source: ts.SourceFile): boolean =>
    mayHaveRequests(source.text) &&
    (OF_API.test(source.text) || mayHide(PATCH, source.text) || holdsAny(PATCH, source, isSending)),
);

/** Whether one of the places where a word stands is what is looked for. Words in comments have no node of their own. */
function holdsAny(word: RegExp, source: ts.SourceFile, isIt: (nodes: Nodes, offset: number) => boolean): boolean {
  for (const { index } of source.text.matchAll(word)) {
    const nodes = nodesAt(index, source);
    const [node] = nodes;
    if (node !== undefined && node.getStart(source) <= index && isIt(nodes, index)) return true;
  }
  return false;
}

function nodesAt(offset: number, source: ts.SourceFile): Nodes {
  const nodes: ts.Node[] = [];
  const around = (child: ts.Node): ts.Node | undefined =>
    child.pos <= offset && offset < child.end ? child : undefined;
  for (let node: ts.Node | undefined = source; node !== undefined; node = ts.forEachChild(node, around))
    nodes.unshift(node);
  return nodes;
}

/**
 * Whether a method's name stands where one may be called, taken off its object, declared or mocked: neither as the name
 * of a variable or of a function, nor of an object that another one holds.
 */
function isMethod([node, parent, ...outer]: Nodes, offset: number, source: ts.SourceFile): boolean {
  if (node === undefined || parent === undefined) return false;
  if (ts.isStringLiteralLike(node)) return SURFACES_BY_METHOD.has(node.text);
  if (!ts.isIdentifier(node) || node.getStart(source) !== offset) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node && isMethodsAccess(parent, outer);
  if (ts.isParameter(parent) || ts.isVariableDeclaration(parent)) return parent.type !== undefined;
  if (ts.isPropertyAssignment(parent)) return parent.name === node && !ts.isObjectLiteralExpression(parent.initializer);
  return (
    ts.isBindingElement(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeElement(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isObjectLiteralElement(parent)
  );
}

/** Whether a method is called in a way that the SDK's may be, or isn't called. */
function isMethodsAccess(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, outer: Nodes): boolean {
  const [call, ...around] = outer.slice(outer.findIndex((node) => !isWrapper(node)));
  if (call === undefined || !ts.isCallExpression(call) || unwrap(call.expression) !== access) return true;
  const named = readMethodCall(call);
  return (
    named !== undefined &&
    !isPlainlyForeign(
      named,
      around.find((node) => !isWrapper(node)),
    )
  );
}

/** `client.users[method]`, `{ [method]: save } = client.users`, `Reflect.get(client.users, method)` */
function isPicked(node: ts.Node): boolean {
  if (ts.isElementAccessExpression(node))
    return accessOf(node) === undefined && !ts.isNumericLiteral(unwrap(node.argumentExpression));
  if (ts.isComputedPropertyName(node)) return nameText(node) === undefined;
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Reflect';
}

/**
 * Whether the HTTP method's name is part of a text, or names what may send it: not what is declared or imported, a
 * route's handler most often.
 */
function isSending([node, parent, ...outer]: Nodes): boolean {
  if (node === undefined || parent === undefined) return false;
  if (!ts.isIdentifier(node)) return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
  if (ts.isCallExpression(parent) && parent.expression === node)
    return outer[0] === undefined || !ts.isDecorator(outer[0]);
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) return true;
  const isName = (parent as ts.Node & { readonly name?: ts.Node }).name === node;
  return !(
    (isName && !ts.isPropertyAccessExpression(parent)) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isTypeNode(parent)
  );
}
