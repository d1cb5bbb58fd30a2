import { ts } from 'ts-morph';
import {
  builtinFunction,
  LIST_METHODS,
  type Method,
  MUTATING_METHODS,
  READING_METHODS,
} from '../../knowledge/builtins.ts';
import { definitionOf } from '../../recognise/source/definitions.ts';
import { isExported } from '../../recognise/source/exported.ts';
import { globalFunctionName, isGlobal, isObjectAssign } from '../../recognise/source/is-global.ts';
import { reactFunction } from '../../recognise/source/react.ts';
import { onlyReadsArguments } from '../../recognise/source/readers.ts';
import { isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import type { Unit } from '../../recognise/source/unit.ts';
import { createSolver } from '../../solve.ts';
import { accessOf, containerOf, nameText, parametersOf, unwrap, walk, wrapped } from '../../syntax.ts';
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

/**
 * What is followed: something inside of the object, or a copy of that, which shares what is inside in turn; or the
 * whole object, or a copy of it, of which some keys don't matter.
 */
type Share = 'object' | 'copy' | 'whole' | 'copy of the whole';

/** What doesn't matter to the one who asks. */
export interface Irrelevant {
  /** Keys of the object: metadata is a tree, so what becomes of what is below them reaches nothing else. */
  readonly keys: ReadonlySet<string>;
  /** Whether a mention only runs when it is all the same what it does. */
  readonly isLate: (mention: ts.Expression, does: Usage) => boolean;
}

const NOTHING_IRRELEVANT: Irrelevant = { keys: new Set(), isLate: () => false };

/** What is asked in one go. */
interface Asked {
  /** The params of the call: what goes into them is serialised and no more. */
  readonly sent: ts.Node;
  readonly context: Context;
  readonly irrelevant: Irrelevant;
  /** The names that the object, or a copy, is known to have: each counts once. */
  readonly names: Readonly<Record<Share, Set<Binding>>>;
  /** The calls of functions in sight whose result is known to have it: each counts once. */
  readonly results: Readonly<Record<Share, Set<ts.Node>>>;
  /** What functions in sight do that are given it. */
  readonly through: (passage: Passage) => Through;
  /** The function in sight that was given what is followed here, and what of it was found to be returned. */
  readonly inside?: { readonly fn: ts.Node; readonly returns: Set<Share> };
}

/** A parameter of a function in sight, and what of the object it is given. */
interface Passage {
  readonly fn: ts.SignatureDeclaration;
  readonly unit: Unit;
  readonly index: number;
  readonly share: Share;
}

/** What a function does with what it is given, and what of it it returns. */
interface Through {
  readonly usage: Usage;
  readonly returns: ReadonlySet<Share>;
}

const COPY_OF: Readonly<Record<Share, Share>> = {
  object: 'copy',
  copy: 'copy',
  whole: 'copy of the whole',
  'copy of the whole': 'copy of the whole',
};

function isCopy(share: Share): boolean {
  return COPY_OF[share] === share;
}

/**
 * What happens to the object that `node` evaluates to, or to what is read from it.
 * What goes into `sent`, the params of the call, is serialised and no more.
 */
export function usageOf(
  node: ts.Expression,
  sent: ts.Node,
  context: Context,
  irrelevant: Irrelevant = NOTHING_IRRELEVANT,
  share: Share = 'whole',
): Usage {
  return usageOfExpression(node, ask(sent, context, irrelevant), share);
}

/** What happens to the object that a variable holds, under this name. */
export function usageOfBinding(
  binding: Binding,
  sent: ts.Node,
  context: Context,
  irrelevant: Irrelevant = NOTHING_IRRELEVANT,
  share: Share = 'whole',
): Usage {
  return usageUnder(binding, ask(sent, context, irrelevant), share);
}

function ask(sent: ts.Node, context: Context, irrelevant: Irrelevant): Asked {
  return asking({ sent, context, irrelevant, through: throughFunctions(sent, context, irrelevant) });
}

function asking(about: Omit<Asked, 'names' | 'results'>): Asked {
  return { ...about, names: ofEachShare(), results: ofEachShare() };
}

function ofEachShare<T>(): Record<Share, Set<T>> {
  return { object: new Set(), copy: new Set(), whole: new Set(), 'copy of the whole': new Set() };
}

type Functions = Asked['through'];

const functionsKnown = new WeakMap<Irrelevant, WeakMap<ts.Node, Functions>>();

/** What functions in sight do is the same for whoever calls them, so it is asked once, however they call each other. */
function throughFunctions(sent: ts.Node, context: Context, irrelevant: Irrelevant): Functions {
  const ofAsker = functionsKnown.get(irrelevant) ?? new WeakMap<ts.Node, Functions>();
  functionsKnown.set(irrelevant, ofAsker);
  const known = ofAsker.get(sent);
  if (known !== undefined) return known;
  const passages = new Map<ts.Node, Map<string, Passage>>();
  const passageOf = (passage: Passage): Passage => {
    const ofFunction = passages.get(passage.fn) ?? new Map<string, Passage>();
    passages.set(passage.fn, ofFunction);
    const key = `${String(passage.index)} ${passage.share}`;
    const same = ofFunction.get(key) ?? passage;
    ofFunction.set(key, same);
    return same;
  };
  const solve = createSolver<Passage, Through>({
    none: { usage: 'read', returns: new Set() },
    join: (before, found) => ({
      usage: worst([before.usage, found.usage]),
      returns: new Set([...before.returns, ...found.returns]),
    }),
    same: (a, b) => a.usage === b.usage && a.returns.size === b.returns.size,
    answer: ({ fn, unit, index, share }, askOther) => {
      const inside = { fn, returns: new Set<Share>() };
      const through: Functions = (passage) => askOther(passageOf(passage));
      const asked = asking({ sent, context: { ...context, unit }, irrelevant, through, inside });
      return { usage: usageInside(fn, index, asked, share), returns: inside.returns };
    },
  });
  const through: Functions = (passage) => solve(passageOf(passage)) ?? { usage: 'escape', returns: new Set() };
  ofAsker.set(sent, through);
  return through;
}

function usageOfExpression(node: ts.Expression, asked: Asked, share: Share): Usage {
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
    return isCopy(share) && isWriteTarget(parent) ? 'read' : usageOfAccess(parent, asked, share);
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
  if (ts.isBinaryExpression(parent)) return usageInOperator(parent, node, asked, share, on);
  // A default is one of the things that a name may stand for.
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent))
    return parent.initializer === node ? usageOfName(parent.name, asked, share) : 'read';
  if (ts.isParameter(parent))
    return parent.initializer === node ? worst(['escape', usageOfName(parent.name, asked, share)]) : 'read';
  if (ts.isForOfStatement(parent)) return parent.expression === node ? usageOfEach(parent.initializer, asked) : 'read';
  if (ts.isCallExpression(parent)) {
    if (parent.expression === node) return 'read';
    return isCopiedFrom(parent, node, asked.context)
      ? on(parent, isObjectAssign(parent, asked.context.unit) ? COPY_OF[share] : 'copy')
      : usageAsArgument(parent, node, asked, share);
  }
  if (ts.isNewExpression(parent)) return isCollectionOf(parent, node, asked.context) ? on(parent, 'copy') : 'escape';
  if (asked.inside !== undefined && isReturnedBy(parent, node, asked.inside.fn)) {
    // What becomes of it is asked where the function is called.
    asked.inside.returns.add(share);
    return 'read';
  }
  if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer === node) return 'escape';
  if (
    ts.isSpreadAssignment(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  ) {
    // A copy shares what is inside, so it must not be changed either.
    return usageOfLiteral(parent.parent, (outer) => on(outer, ts.isSpreadAssignment(parent) ? COPY_OF[share] : 'copy'));
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
  share: Share,
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
      const { kind } = parent.operatorToken;
      if (parent.right !== node || (kind !== ts.SyntaxKind.EqualsToken && !KEEPING.has(kind))) return 'read';
      // The right side of an assignment gets another name, and is the value of the whole.
      const binding = ts.isIdentifier(parent.left) ? asked.context.unit.scope.bindingOf(parent.left) : undefined;
      // What belongs to another function may be mentioned there at any time.
      const isOwn = binding?.declaration !== undefined && containerOf(binding.declaration) === containerOf(parent);
      return worst([on(parent), isOwn ? usageUnder(binding, asked, share) : 'escape']);
    }
  }
}

function usageOfAccess(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  asked: Asked,
  share: Share,
): Usage {
  const { parent } = access;
  const name = accessOf(access)?.name ?? '';
  if (!ts.isCallExpression(parent) || parent.expression !== access)
    return isIrrelevant(name, asked, share) ? 'read' : usageOfExpression(access, asked, 'object');
  const owner = asked.context.tracer.valueOf(access.expression, asked.context.unit);
  // The SDK's own methods keep its objects in order.
  if (owner.kind === 'sdk' && owner.shape !== 'metadata') return 'read';
  if (MUTATING_METHODS.has(name) && !isCopy(share)) return 'mutation';
  if (READING_METHODS.has(name)) return 'read';
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  return method === undefined
    ? 'escape'
    : worst([usageInCallback(parent, method, asked), usageOfResult(parent, method, asked)]);
}

function isIrrelevant(key: string, { irrelevant }: Asked, share: Share): boolean {
  return (share === 'whole' || share === 'copy of the whole') && irrelevant.keys.has(key);
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
  return worst(taken.map((index) => usageOfParameter(callback, index, asked, 'object')));
}

/** What a function of the file does with what it gets as a parameter, beside what it returns. */
function usageOfParameter(callee: ts.Expression, index: number, asked: Asked, share: Share): Usage {
  const { tracer, unit } = asked.context;
  const value = tracer.valueOf(unwrap(callee), unit);
  return value.kind === 'function' && value.unit === unit ? usageInside(value.node, index, asked, share) : 'escape';
}

/** What happens to what a function gets as a parameter. */
function usageInside(fn: ts.SignatureDeclaration, index: number, asked: Asked, share: Share): Usage {
  const parameters = parametersOf(fn);
  const parameter = parameters[index];
  const rest = parameters.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  if ((rest !== -1 && rest <= index) || mentionsArguments(fn)) return 'escape';
  return parameter === undefined ? 'read' : usageOfName(parameter.name, asked, share);
}

const knownArguments = new WeakMap<ts.Node, boolean>();

/** Whether a function sees what it is given by another way than its parameters. */
function mentionsArguments(fn: ts.SignatureDeclaration): boolean {
  if (ts.isArrowFunction(fn)) return false;
  const known = knownArguments.get(fn);
  if (known !== undefined) return known;
  let found = false;
  walk(fn, (node) => {
    found ||= ts.isIdentifier(node) && node.text === 'arguments';
    return found ? 'skip' : undefined;
  });
  knownArguments.set(fn, found);
  return found;
}

function isReturnedBy(parent: ts.Node, node: ts.Node, fn: ts.Node): boolean {
  if (ts.isReturnStatement(parent)) return containerOf(parent) === fn;
  return ts.isArrowFunction(parent) && parent === fn && parent.body === node;
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
  if (isObjectAssign(call, unit) && call.arguments[0] === node) return isCopy(share) ? 'read' : 'mutation';
  return usageByFunction(call, node, asked, share) ?? 'escape';
}

/** What a function of the repository does that is called by its name; undefined for all others. */
function usageByFunction(call: ts.CallExpression, node: ts.Expression, asked: Asked, share: Share): Usage | undefined {
  const { tracer, unit } = asked.context;
  const callee = unwrap(call.expression);
  const index = call.arguments.indexOf(node);
  if (!ts.isIdentifier(callee) || index === -1 || call.arguments.slice(0, index + 1).some(ts.isSpreadElement))
    return undefined;
  const definition = definitionOf(callee, unit, tracer.graph);
  if ((definition.kind !== 'declaration' && definition.kind !== 'expression') || !definition.isSure) return undefined;
  const { node: fn, unit: home } = definition;
  if (!isFunctionInSight(fn)) return undefined;
  const { usage, returns } = asked.through({ fn, unit: home, index, share });
  const given = [...returns].filter((returned) => !asked.results[returned].has(call));
  for (const returned of given) asked.results[returned].add(call);
  return worst([usage, ...given.map((returned) => usageOfExpression(call, asked, returned))]);
}

/** A function whose body says all that happens to what it is given. */
function isFunctionInSight(node: ts.Node): node is ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction {
  return (
    (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)) &&
    node.body !== undefined &&
    node.asteriskToken === undefined
  );
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
    return given !== undefined && ts.isFunctionLike(unwrap(given)) ? usageOfParameter(given, 0, asked, share) : 'read';
  });
  return worst([held, ...set]);
}

/** A name that a declaration gives to an object or its parts. */
export interface Naming {
  readonly binding: Binding | undefined;
  readonly share: Share;
}

/** The names in a declaration's pattern. */
export function namesIn(
  name: ts.BindingName,
  context: Context,
  share: Share = 'whole',
  keys: Irrelevant['keys'] = new Set(),
): Naming[] {
  if (ts.isIdentifier(name)) return [{ binding: context.unit.scope.bindingOf(name), share }];
  const isWhole = share === 'whole' || share === 'copy of the whole';
  return name.elements.flatMap((element) => {
    if (!ts.isBindingElement(element)) return [];
    if (element.dotDotDotToken !== undefined) return namesIn(element.name, context, COPY_OF[share], keys);
    const key = ts.isObjectBindingPattern(name) ? nameText(element.propertyName ?? element.name) : undefined;
    return isWhole && key !== undefined && keys.has(key) ? [] : namesIn(element.name, context, 'object');
  });
}

/** What happens to an object under the names that a declaration gives it or its parts. */
function usageOfName(name: ts.BindingName, asked: Asked, share: Share): Usage {
  return worst(
    namesIn(name, asked.context, share, asked.irrelevant.keys).map(({ binding, share: as }) =>
      binding === undefined ? 'escape' : usageUnder(binding, asked, as),
    ),
  );
}

function usageUnder(binding: Binding, asked: Asked, share: Share): Usage {
  if (asked.names[share].has(binding)) return 'read';
  asked.names[share].add(binding);
  const { declaration, references } = binding;
  const isShared =
    (declaration !== undefined && isExported(declaration)) ||
    references.some(({ parent }) => ts.isExportSpecifier(parent));
  const usages = references
    .filter(({ parent }) => !ts.isTypeQueryNode(parent) && !ts.isExportSpecifier(parent))
    .map((mention) => usageOfMention(mention, binding, asked, share));
  return worst(isShared ? ['escape', ...usages] : usages);
}

function usageOfMention(mention: ts.Identifier, { writes }: Binding, asked: Asked, share: Share): Usage {
  const isAssigned = writes.some(({ target }) => target === mention);
  const value = isAssigned ? keptBy(mention) : mention;
  if (value === undefined) return 'read';
  const usage = usageOfExpression(value, asked, share);
  return usage !== 'read' && asked.irrelevant.isLate(mention, usage) ? 'read' : usage;
}

/** What still has what a variable held before it is assigned to: `name ??= other`. */
function keptBy(target: ts.Identifier): ts.Expression | undefined {
  const { parent } = target;
  return ts.isBinaryExpression(parent) && parent.left === target && KEEPING.has(parent.operatorToken.kind)
    ? parent
    : undefined;
}

const KEEPING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);
