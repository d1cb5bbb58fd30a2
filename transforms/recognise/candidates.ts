import { ts } from 'ts-morph';
import { mayHavePickedCalls, mayHaveRequests, mayHide } from '../prefilter.ts';
import { accessOf, isWrapper, nameText, unwrap } from '../syntax.ts';
import { someIn } from '../tree.ts';
import { memoize } from '../memoize.ts';
import { isPlainlyForeign } from './calls/foreign-calls.ts';
import { readMethodCall, SURFACES_BY_METHOD } from './calls/method-calls.ts';

/** A node and what is around it, the innermost first. */
type Nodes = readonly ts.Node[];

const METHODS = new RegExp(String.raw`\b(?:${[...SURFACES_BY_METHOD.keys()].join('|')})\b`, 'g');

/**
 * Whether a parsed file may hold a general update, or something that stands for one, by its syntax alone. It is asked
 * before names are resolved, which takes as long as parsing: most methods called `update` are somebody else's.
 *
 * @param source the nodes need not know their parents
 */
export const mayHoldUpdates = memoize((source: ts.SourceFile): boolean => {
  const { text } = source;
  if (mayHide(METHODS, text) || (mayHavePickedCalls(text) && someIn(source, isPicked))) return true;
  // Words in comments have no node of their own.
  return [...text.matchAll(METHODS)].some(({ index }) => isMethod(nodesAt(index, source), index, source));
});

/** Whether a parsed file may hold a request that is a general update. */
export const mayHoldRequests = memoize(({ text }: ts.SourceFile): boolean => mayHaveRequests(text));

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
