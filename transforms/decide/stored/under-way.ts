import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { accessOf, callsIn, containerOf, contains, loopsAround, nameText, unwrap, walk, wrapped } from '../../syntax.ts';
import type { Context } from '../context.ts';
import type { Sending } from './before.ts';
import { functionsCalled, runs } from './called.ts';
import { isWritingCall } from './named-calls.ts';

/** The calls in the request's own function, and in those inside of it, that may be made before it. */
export function callsBefore({ call }: Sending): ts.CallExpression[] {
  const loops = loopsAround(call);
  return callsIn(containerOf(call)).filter((other) => other.end <= call.pos || loops.some((loop) => contains(loop, other)));
}

/** Whether a call writes `field`, or runs a function of the file in which one does. */
export function mayWrite(call: ts.CallExpression, field: MetadataField, context: Context): boolean {
  return runs(call, (inner) => isWritingCall(inner) && mayHold(inner, field), context);
}

/** Whether the params of a writing method hold `field`; whose method it is doesn't matter here. */
function mayHold(call: ts.CallExpression, field: MetadataField): boolean {
  const params = call.arguments.at(-1);
  const literal = params === undefined ? undefined : unwrap(params);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return true;
  return literal.properties.some((property) => ts.isSpreadAssignment(property) || (nameText(property.name) ?? field) === field);
}

/** Whether another write of the function to the field may be under way together with the request: which of the two is the last can't be told. */
export function meetsWrite(field: MetadataField, site: Sending, context: Context): boolean {
  const container = containerOf(site.call);
  const isEarlier = (call: ts.CallExpression): boolean => !(call === site.call && isOfOneTurn(site, context)) && staysUnderWay(call, field, context);
  const isLater = (call: ts.CallExpression): boolean => call.pos >= site.call.end && containerOf(call) === container && mayWrite(call, field, context);
  return (
    (runsForEach(container) && !isMadeIn(container, site, context)) ||
    callsBefore(site).some((call) => !isInOtherBranch(call, site) && isEarlier(call)) ||
    (!isWaitedFor(site.call) && callsIn(container).some((call) => !isInOtherBranch(call, site) && isLater(call)))
  );
}

/** Whether a call writes the field, or runs what does, and the code goes on meanwhile. */
function staysUnderWay(call: ts.CallExpression, field: MetadataField, context: Context, seen = new Set<ts.Node>()): boolean {
  if (!mayWrite(call, field, context)) return false;
  if (!isWaitedFor(call)) return true;
  return functionsCalled(call, context).some((called) => {
    if (seen.has(called)) return false;
    seen.add(called);
    return callsIn(called).some((inner) => staysUnderWay(inner, field, context, seen));
  });
}

/** Whether nothing of the function runs before what a call promises is there: it is awaited, or what the function ends with. */
function isWaitedFor(call: ts.Expression): boolean {
  for (let node = wrapped(call); ; ) {
    const { parent } = node;
    if (ts.isAwaitExpression(parent)) return true;
    if (ts.isReturnStatement(parent)) return !isFollowed(parent);
    if (ts.isArrowFunction(parent)) return true;
    if (isChained(parent)) node = wrapped(parent.parent);
    else if (givesOn(parent, node)) node = wrapped(parent);
    else return false;
  }
}

/** Whether a `finally` runs behind a `return`. */
function isFollowed(statement: ts.ReturnStatement): boolean {
  for (let node: ts.Node = statement; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isTryStatement(node.parent) && node.parent.finallyBlock !== undefined && node.parent.finallyBlock !== node) return true;
  }
  return false;
}

/** `promise.then` and its like, as they are called. */
function isChained(node: ts.Node): node is ts.PropertyAccessExpression & { readonly parent: ts.CallExpression } {
  return /^(?:then|catch|finally)$/.test(accessOf(node)?.name ?? '') && ts.isCallExpression(node.parent) && node.parent.expression === node;
}

/** Whether an expression has the value of the operand `node`, if that is evaluated. */
function givesOn(parent: ts.Node, node: ts.Node): parent is ts.ConditionalExpression | ts.BinaryExpression {
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return ts.isBinaryExpression(parent) && parent.right === node && [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.CommaToken].includes(parent.operatorToken.kind);
}

/** Whether of two nodes only one runs, in one turn of every loop: one is in the first branch of a condition, and one in the second. */
function isInOtherBranch(node: ts.Node, { call }: Sending): boolean {
  if (loopsAround(call).some((loop) => contains(loop, node))) return false;
  let [branch, owner] = [node, node.parent];
  while (!contains(owner, call)) [branch, owner] = [owner, owner.parent];
  if (ts.isIfStatement(owner)) return branch !== owner.expression && !contains(owner.expression, call);
  return ts.isConditionalExpression(owner) && branch !== owner.condition && !contains(owner.condition, call);
}

/** Methods that run a function for each element, none of them waiting for what it promises. */
const ITERATING_METHODS: ReadonlySet<string> = new Set(['every', 'filter', 'find', 'findIndex', 'findLast', 'flatMap', 'forEach', 'map', 'reduce', 'reduceRight', 'some']);

function runsForEach(container: ts.Node): boolean {
  const { parent: call } = container;
  return (ts.isArrowFunction(container) || ts.isFunctionExpression(container)) && ts.isCallExpression(call) && call.expression !== container && ITERATING_METHODS.has(accessOf(unwrap(call.expression))?.name ?? '');
}

/** Whether each turn of a loop has a subject of its own. */
function isOfOneTurn(site: Sending, context: Context): boolean {
  return loopsAround(site.call).every((loop) => isMadeIn(loop, site, context));
}

/** Whether the subject that the request names is one of `turn`'s own variables, or is found by one. */
function isMadeIn(turn: ts.Node, { surface, call }: Sending, { unit }: Context): boolean {
  if (!ts.isCallExpression(call)) return false;
  const named = surface === 'frontend' ? accessOf(unwrap(call.expression))?.object : call.arguments[0];
  let isOwn = false;
  if (named !== undefined) {
    walk(named, (node) => {
      const declaration = ts.isIdentifier(node) ? unit.scope.bindingOf(node)?.declaration : undefined;
      isOwn ||= declaration !== undefined && contains(turn, declaration);
      return undefined;
    });
  }
  return isOwn;
}
