import { ts } from 'ts-morph';
import { onlyReadsArguments } from '../../recognise/source/readers.ts';
import { isAssignmentOperator, isNeverReassigned, isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import { accessOf, contains, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';
import { NULLISH, PRIMITIVE, within } from './kinds.ts';
import { isObjectAssign } from '../stored/stored-read.ts';
import { kindsOf } from './values.ts';

/**
 * What a mention does with an object, from harmless to harmful:
 * it is only read; it goes where this file can't see what happens to it; or it (or something inside it) is changed.
 */
export type Usage = 'read' | 'escape' | 'mutation';

const HARM: readonly Usage[] = ['read', 'escape', 'mutation'];

export function worst(usages: readonly Usage[]): Usage {
  return HARM[Math.max(0, ...usages.map((usage) => HARM.indexOf(usage)))] ?? 'mutation';
}

const MAX_DEPTH = 8;

/** The object itself, or a copy of it, which shares what is inside. */
type Share = 'object' | 'copy';

/**
 * What happens to the object that `node` evaluates to, or to what is read from it.
 * What goes into `sent`, the params of the call, is serialised and no more.
 */
export function usageOf(node: ts.Expression, sent: ts.Node, context: Context, depth = 0, share: Share = 'object'): Usage {
  const usage = usageOfValue(node, sent, context, depth, share);
  // A primitive can't be changed, wherever it goes.
  return usage === 'escape' && within(kindsOf(node, context), PRIMITIVE | NULLISH) ? 'read' : usage;
}

function usageOfValue(node: ts.Expression, sent: ts.Node, context: Context, depth: number, share: Share): Usage {
  if (depth > MAX_DEPTH) return 'escape';
  if (isWriteTarget(node)) return 'mutation';
  const { parent } = node;
  const on = (outer: ts.Expression, as: Share = share): Usage => usageOf(outer, sent, context, depth, as);
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression !== node) return 'read';
    return share === 'copy' && isWriteTarget(parent) ? 'read' : usageOfAccess(parent, sent, context, depth);
  }
  if (
    ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) ||
    ts.isTypeAssertionExpression(parent) || ts.isAwaitExpression(parent)
  ) {
    return on(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'read' : on(parent);
  if (ts.isBinaryExpression(parent)) return usageInOperator(parent, node, on);
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node ? usageOfName(parent.name, sent, context, depth, share) : 'read';
  if (ts.isCallExpression(parent)) {
    if (parent.expression === node) return 'read';
    return isCopiedFrom(parent, node, context) ? on(parent, 'copy') : usageAsArgument(parent, node, share, context);
  }
  if (ts.isSpreadAssignment(parent) || ts.isSpreadElement(parent) || ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    // A copy shares what is inside, so it must not be changed either.
    return contains(sent, parent) ? 'read' : usageOfLiteral(parent.parent, (outer) => on(outer, 'copy'));
  }
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent) || ts.isArrayLiteralExpression(parent) || ts.isNewExpression(parent)) return 'escape';
  if (ts.isJsxSpreadAttribute(parent)) return 'escape';
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? 'escape' : 'read';
  if (ts.isTemplateSpan(parent)) return ts.isTaggedTemplateExpression(parent.parent.parent) ? 'escape' : 'read';
  if (ts.isWithStatement(parent)) return 'mutation';
  if (ts.isThrowStatement(parent) || ts.isExportAssignment(parent)) return 'escape';
  if (ts.isForOfStatement(parent) || ts.isYieldExpression(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent)) return 'escape';
  return 'read';
}

function usageOfLiteral(literal: ts.Node, on: (outer: ts.Expression) => Usage): Usage {
  return ts.isObjectLiteralExpression(literal) || ts.isArrayLiteralExpression(literal) ? on(literal) : 'escape';
}

function usageInOperator(parent: ts.BinaryExpression, node: ts.Expression, on: (outer: ts.Expression) => Usage): Usage {
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken:
      return on(parent);
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.CommaToken:
      return parent.right === node ? on(parent) : 'read';
    default:
      // The right side of an assignment gets another name.
      return parent.right === node && isAssignmentOperator(parent.operatorToken.kind)
        ? 'escape'
        : 'read';
  }
}

/** Methods that neither change what they are called on nor hand it to a function. */
const HARMLESS_METHODS: ReadonlySet<string> = new Set([
  'charAt', 'endsWith', 'includes', 'indexOf', 'join', 'lastIndexOf', 'padEnd', 'padStart', 'replace', 'split', 'startsWith',
  'substring', 'toFixed', 'toISOString', 'toLocaleString', 'toLowerCase', 'toString', 'toUpperCase', 'trim', 'valueOf', 'hasOwnProperty',
]);

const MUTATING_METHODS: ReadonlySet<string> = new Set([
  'add', 'clear', 'copyWithin', 'delete', 'fill', 'pop', 'push', 'reverse', 'set', 'shift', 'sort', 'splice', 'unshift',
]);

function usageOfAccess(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, sent: ts.Node, context: Context, depth: number): Usage {
  const { parent } = access;
  if (ts.isCallExpression(parent) && parent.expression === access) {
    const name = accessOf(access)?.name ?? '';
    const owner = context.tracer.valueOf(access.expression, context.unit);
    // The SDK's own methods keep its objects in order.
    if (owner.kind === 'sdk' && owner.shape !== 'metadata') return 'read';
    if (MUTATING_METHODS.has(name)) return 'mutation';
    return HARMLESS_METHODS.has(name) ? 'read' : 'escape';
  }
  return usageOf(access, sent, context, depth);
}

/** Whether a call is `Object.assign({ … }, …, node, …)`. */
function isCopiedFrom(call: ts.CallExpression, node: ts.Expression, context: Context): boolean {
  const [target] = call.arguments;
  return isObjectAssign(call, context) && target !== undefined && target !== node && ts.isObjectLiteralExpression(unwrap(target));
}

function usageAsArgument(call: ts.CallExpression, node: ts.Expression, share: Share, context: Context): Usage {
  // The SDK serialises what it is given.
  if (context.tracer.valueOf(unwrap(call.expression), context.unit).kind === 'sdk' || onlyReadsArguments(call, context.unit)) return 'read';
  const access = accessOf(call.expression);
  const isTarget = access?.name === 'assign' && ts.isIdentifier(access.object) && access.object.text === 'Object' && call.arguments[0] === node;
  if (!isTarget) return 'escape';
  return share === 'copy' ? 'read' : 'mutation';
}

/** What happens to an object under the names that a declaration gives it or its parts. */
function usageOfName(name: ts.BindingName, sent: ts.Node, context: Context, depth: number, share: Share): Usage {
  if (!ts.isIdentifier(name)) {
    return worst(name.elements.map((element) => (ts.isBindingElement(element) ? usageOfName(element.name, sent, context, depth + 1, element.dotDotDotToken === undefined ? 'object' : 'copy') : 'read')));
  }
  const binding = context.unit.scope.bindingOf(name);
  return binding === undefined ? 'escape' : usageOfBinding(binding, sent, context, depth + 1, share);
}

export function usageOfBinding(binding: Binding, sent: ts.Node, context: Context, depth = 0, share: Share = 'object'): Usage {
  if (!isNeverReassigned(binding)) return 'escape';
  return worst(binding.references.map((reference) => (isTypeMention(reference) ? 'read' : usageOf(reference, sent, context, depth, share))));
}

/** `typeof name` in a type. */
function isTypeMention(reference: ts.Identifier): boolean {
  return ts.isTypeQueryNode(reference.parent) || ts.isExportSpecifier(reference.parent);
}
