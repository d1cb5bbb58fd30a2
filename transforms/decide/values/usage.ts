import { ts } from 'ts-morph';
import {
  builtinFunction,
  LIST_METHODS,
  type Method,
  MUTATING_METHODS,
  READING_METHODS,
} from '../../knowledge/builtins.ts';
import { globalFunctionName, isGlobal, isObjectAssign } from '../../recognise/source/is-global.ts';
import { reactFunction } from '../../recognise/source/react.ts';
import { onlyReadsArguments } from '../../recognise/source/readers.ts';
import { isAssignmentOperator, isNeverReassigned, isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import { accessOf, parametersOf, unwrap, wrapped } from '../../syntax.ts';
import type { Context } from '../context.ts';
import { NULLISH, PRIMITIVE, within } from './kinds.ts';
import { isOnlyRendered } from './rendered.ts';
import { kindsOf } from './possible-kinds.ts';

/**
 * What a mention does with an object, from harmless to harmful:
 * it is only read; it goes where this file can't see what happens to it; or it (or something inside it) is changed.
 */
export type Usage = 'read' | 'escape' | 'mutation';

const HARM: readonly Usage[] = ['read', 'escape', 'mutation'];

export function worst(usages: readonly Usage[]): Usage {
  return HARM[Math.max(0, ...usages.map((usage) => HARM.indexOf(usage)))] ?? 'mutation';
}

/** The object itself, or a copy of it, which shares what is inside. */
type Share = 'object' | 'copy';

/** What is asked in one go. */
interface Asked {
  /** The params of the call: what goes into them is serialised and no more. */
  readonly sent: ts.Node;
  readonly context: Context;
  /** The names that the object, or a copy, is known to have: each counts once. */
  readonly names: Readonly<Record<Share, Set<Binding>>>;
}

/**
 * What happens to the object that `node` evaluates to, or to what is read from it.
 * What goes into `sent`, the params of the call, is serialised and no more.
 */
export function usageOf(node: ts.Expression, sent: ts.Node, context: Context): Usage {
  return usageOfExpression(node, ask(sent, context));
}

/** What happens to the object that a variable holds, under this name. */
export function usageOfBinding(binding: Binding, sent: ts.Node, context: Context): Usage {
  return usageUnder(binding, ask(sent, context));
}

function ask(sent: ts.Node, context: Context): Asked {
  return { sent, context, names: { object: new Set(), copy: new Set() } };
}

function usageOfExpression(node: ts.Expression, asked: Asked, share: Share = 'object'): Usage {
  const usage = usageOfValue(node, asked, share);
  // A primitive can't be changed, wherever it goes.
  return usage === 'escape' && within(kindsOf(node, asked.context), PRIMITIVE | NULLISH) ? 'read' : usage;
}

function usageOfValue(node: ts.Expression, asked: Asked, share: Share): Usage {
  if (node === asked.sent) return 'read';
  if (isWriteTarget(node)) return 'mutation';
  const { parent } = node;
  const on = (outer: ts.Expression, as: Share = share): Usage => usageOfExpression(outer, asked, as);
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression !== node) return 'read';
    return share === 'copy' && isWriteTarget(parent) ? 'read' : usageOfAccess(parent, asked, share);
  }
  if (
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isAwaitExpression(parent)
  ) {
    return on(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'read' : on(parent);
  if (ts.isBinaryExpression(parent)) return usageInOperator(parent, node, asked, on);
  // A default is one of the things that a name may stand for.
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent))
    return parent.initializer === node ? usageOfName(parent.name, asked, share) : 'read';
  if (ts.isParameter(parent))
    return parent.initializer === node ? worst(['escape', usageOfName(parent.name, asked, share)]) : 'read';
  if (ts.isForOfStatement(parent)) return parent.expression === node ? usageOfEach(parent.initializer, asked) : 'read';
  if (ts.isCallExpression(parent)) {
    if (parent.expression === node) return 'read';
    return isCopiedFrom(parent, node, asked.context) ? on(parent, 'copy') : usageAsArgument(parent, node, asked, share);
  }
  if (ts.isNewExpression(parent)) return isCollectionOf(parent, node, asked.context) ? on(parent, 'copy') : 'escape';
  if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer === node) return 'escape';
  if (
    ts.isSpreadAssignment(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  ) {
    // A copy shares what is inside, so it must not be changed either.
    return usageOfLiteral(parent.parent, (outer) => on(outer, 'copy'));
  }
  // Whoever gets a property of React's may not change it, or what is inside.
  if (ts.isJsxExpression(parent))
    return (ts.isJsxAttribute(parent.parent) && asked.context.unit.component !== undefined) ||
      !isOnlyRendered(parent, asked.context.unit)
      ? 'escape'
      : 'read';
  if (ts.isArrowFunction(parent) && parent.body === node && isMemo(parent, asked))
    return usageOfExpression(parent.parent as ts.CallExpression, asked, share);
  if (ts.isTemplateSpan(parent)) return ts.isTaggedTemplateExpression(parent.parent.parent) ? 'escape' : 'read';
  if (ts.isWithStatement(parent)) return 'mutation';
  return READING_PARENTS.has(parent.kind) ? 'read' : 'escape';
}

/** Syntax that only asks something of the value of its parts. From everything else it may go anywhere. */
const READING_PARENTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.TypeOfExpression,
  ts.SyntaxKind.VoidExpression,
  ts.SyntaxKind.ComputedPropertyName,
  ts.SyntaxKind.TypeQuery,
  ts.SyntaxKind.ExportSpecifier,
  ts.SyntaxKind.QualifiedName,
]);

/** What happens to the elements of what a loop goes through. */
function usageOfEach(head: ts.ForInitializer, asked: Asked): Usage {
  return ts.isVariableDeclarationList(head)
    ? worst(head.declarations.map(({ name }) => usageOfName(name, asked, 'object')))
    : 'escape';
}

function usageOfLiteral(literal: ts.Node, on: (outer: ts.Expression) => Usage): Usage {
  return ts.isObjectLiteralExpression(literal) || ts.isArrayLiteralExpression(literal) ? on(literal) : 'escape';
}

function usageInOperator(
  parent: ts.BinaryExpression,
  node: ts.Expression,
  asked: Asked,
  on: (outer: ts.Expression) => Usage,
): Usage {
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken:
      return on(parent);
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.CommaToken:
      return parent.right === node ? on(parent) : 'read';
    default: {
      if (parent.right !== node || !isAssignmentOperator(parent.operatorToken.kind)) return 'read';
      // The right side of an assignment gets another name, and is the value of the whole.
      const binding = ts.isIdentifier(parent.left) ? asked.context.unit.scope.bindingOf(parent.left) : undefined;
      return worst(['escape', on(parent), ...(binding === undefined ? [] : [usageUnder(binding, asked)])]);
    }
  }
}

function usageOfAccess(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  asked: Asked,
  share: Share,
): Usage {
  const { parent } = access;
  if (!ts.isCallExpression(parent) || parent.expression !== access) return usageOfExpression(access, asked);
  const name = accessOf(access)?.name ?? '';
  const owner = asked.context.tracer.valueOf(access.expression, asked.context.unit);
  // The SDK's own methods keep its objects in order.
  if (owner.kind === 'sdk' && owner.shape !== 'metadata') return 'read';
  if (MUTATING_METHODS.has(name) && share === 'object') return 'mutation';
  if (READING_METHODS.has(name)) return 'read';
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  return method === undefined
    ? 'escape'
    : worst([usageInCallback(parent, method, asked), usageOfResult(parent, method, asked)]);
}

function usageOfResult(call: ts.CallExpression, { gives }: Method, asked: Asked): Usage {
  // What a callback returns of the elements is its own doing.
  return gives === 'nothing' || gives === 'results'
    ? 'read'
    : usageOfExpression(call, asked, gives === 'element' ? 'object' : 'copy');
}

/** What a method's callback does with the elements that it gets. */
function usageInCallback({ arguments: given }: ts.CallExpression, { handsOut }: Method, asked: Asked): Usage {
  const [callback, initial] = given;
  if (callback === undefined || handsOut.length === 0) return 'read';
  // Without a value to begin with, `reduce` begins with an element.
  const taken = handsOut.includes(3) && initial === undefined ? [0, ...handsOut] : handsOut;
  return worst(taken.map((index) => usageOfParameter(callback, index, asked)));
}

/** What a function of the file does with what it gets as a parameter. */
function usageOfParameter(callee: ts.Expression, index: number, asked: Asked): Usage {
  const { tracer, unit } = asked.context;
  const value = tracer.valueOf(unwrap(callee), unit);
  if (value.kind !== 'function' || value.unit !== unit) return 'escape';
  const parameters = parametersOf(value.node);
  const parameter = parameters[index];
  const inside =
    parameter === undefined
      ? 'read'
      : parameter.dotDotDotToken === undefined
        ? usageOfName(parameter.name, asked, 'object')
        : 'escape';
  // All others see what they get in `arguments`, too.
  return ts.isArrowFunction(value.node) && parameters.every(({ dotDotDotToken }) => dotDotDotToken === undefined)
    ? inside
    : worst(['escape', inside]);
}

/** Whether a call is `Object.assign({ … }, …, node, …)`, or another that copies: `Object.values(node)`. */
function isCopiedFrom(call: ts.CallExpression, node: ts.Expression, context: Context): boolean {
  const [target, ...others] = call.arguments;
  if (isObjectAssign(call, context.unit))
    return target !== undefined && target !== node && ts.isObjectLiteralExpression(unwrap(target));
  return (
    target === node &&
    others.length === 0 &&
    builtinFunction(globalFunctionName(call.expression, context.unit))?.copies === true
  );
}

/** `new Set(node)`, `new Map(node)` */
function isCollectionOf(
  { expression, arguments: given }: ts.NewExpression,
  node: ts.Expression,
  { unit }: Context,
): boolean {
  return given?.[0] === node && (isGlobal(expression, 'Set', unit) || isGlobal(expression, 'Map', unit));
}

function usageAsArgument(call: ts.CallExpression, node: ts.Expression, asked: Asked, share: Share): Usage {
  const { tracer, unit } = asked.context;
  if (reactFunction(call, unit) === 'useState') return usageOfState(call, asked, share);
  // The SDK serialises what it is given.
  if (tracer.valueOf(unwrap(call.expression), unit).kind === 'sdk' || onlyReadsArguments(call, unit)) return 'read';
  if (isObjectAssign(call, unit) && call.arguments[0] === node) return share === 'copy' ? 'read' : 'mutation';
  // Whether a function gives it to others, or back, isn't followed.
  return share === 'copy' || call.arguments.some(ts.isSpreadElement)
    ? 'escape'
    : worst(['escape', usageOfParameter(call.expression, call.arguments.indexOf(node), asked)]);
}

/** `useMemo(() => …, […])` */
function isMemo(fn: ts.ArrowFunction, { context }: Asked): boolean {
  return (
    ts.isCallExpression(fn.parent) &&
    fn.parent.arguments[0] === fn &&
    reactFunction(fn.parent, context.unit) === 'useMemo'
  );
}

/** What happens to what a component keeps: under its name, and in functions that are given to what sets it. */
function usageOfState(call: ts.CallExpression, asked: Asked, share: Share): Usage {
  const { parent } = wrapped(call);
  if (!ts.isVariableDeclaration(parent) || !ts.isArrayBindingPattern(parent.name)) return 'escape';
  const [state, setter] = parent.name.elements;
  const held = state !== undefined && ts.isBindingElement(state) ? usageOfName(state.name, asked, share) : 'read';
  const setting =
    setter !== undefined && ts.isBindingElement(setter) && ts.isIdentifier(setter.name)
      ? asked.context.unit.scope.bindingOf(setter.name)
      : undefined;
  const set = (setting?.references ?? []).map((reference): Usage => {
    const given =
      ts.isCallExpression(reference.parent) && reference.parent.expression === reference
        ? reference.parent.arguments[0]
        : undefined;
    return given !== undefined && ts.isFunctionLike(unwrap(given)) ? usageOfParameter(given, 0, asked) : 'read';
  });
  return worst([held, ...set]);
}

/** A name that a declaration gives to an object or its parts. */
export interface Naming {
  readonly binding: Binding | undefined;
  readonly share: Share;
}

/** The names in a declaration's pattern. */
export function namesIn(name: ts.BindingName, context: Context, share: Share = 'object'): Naming[] {
  if (ts.isIdentifier(name)) return [{ binding: context.unit.scope.bindingOf(name), share }];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element)
      ? namesIn(element.name, context, element.dotDotDotToken === undefined ? 'object' : 'copy')
      : [],
  );
}

/** What happens to an object under the names that a declaration gives it or its parts. */
function usageOfName(name: ts.BindingName, asked: Asked, share: Share): Usage {
  return worst(
    namesIn(name, asked.context, share).map(({ binding, share: as }) =>
      binding === undefined ? 'escape' : usageUnder(binding, asked, as),
    ),
  );
}

function usageUnder(binding: Binding, asked: Asked, share: Share = 'object'): Usage {
  if (asked.names[share].has(binding)) return 'read';
  asked.names[share].add(binding);
  const mentions = binding.references.filter(
    (reference) => !isTypeMention(reference) && !binding.writes.some(({ target }) => target === reference),
  );
  const usages = mentions.map((mention) => usageOfExpression(mention, asked, share));
  return worst(isNeverReassigned(binding) ? usages : ['escape', ...usages]);
}

/** `typeof name` in a type. */
function isTypeMention(reference: ts.Identifier): boolean {
  return ts.isTypeQueryNode(reference.parent) || ts.isExportSpecifier(reference.parent);
}
