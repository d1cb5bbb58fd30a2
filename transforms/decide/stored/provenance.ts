import { ts } from 'ts-morph';
import { createEvaluator, type Evaluator } from '../../evaluate.ts';
import { returnedBy } from '../../returned.ts';
import { COLLECTION_METHODS, LIST_METHODS, methodsThat, PROMISE_METHODS } from '../../knowledge/builtins.ts';
import { isNeverReassigned, type Binding } from '../../recognise/source/scope.ts';
import { isComponent, reactFunction } from '../../recognise/source/react.ts';
import type { Unit } from '../../recognise/source/unit.ts';
import type { Shape } from '../../recognise/sdk/shapes.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import {
  accessOf,
  containerOf,
  contains,
  isContainer,
  isUndefinedLiteral,
  nameText,
  unwrap,
  wrapped,
  type CodeContainer,
} from '../../syntax.ts';
import type { Context } from '../context.ts';
import type { Sending } from './happens-before.ts';
import { leadsToSubject } from './can-reach-subject.ts';
import type { StoredRead } from './stored-read.ts';

/** Where the object that a field is read from came from, as far back as the function shows. */
export interface Fetch {
  /**
   * The first of what led to it: the call that fetched it, the parameter that brought it, the function whose `this` has
   * it. What is written later isn't in it.
   */
  readonly at: ts.Node;
  /** The loops and callbacks that it came through on the way, one by one where there are many. */
  readonly through: ReadonlySet<ts.Node>;
  /** Every expression on the way. */
  readonly way: ReadonlySet<ts.Node>;
  /** The variables on the way. */
  readonly bindings: ReadonlySet<Binding>;
}

/**
 * A value on its way to the read, and the names of what is yet to be taken out of it: properties, indexes, {@link ANY}
 * element.
 */
interface Place {
  readonly node: ts.Node;
  readonly names: readonly string[];
}

/** Where a value was before. */
interface Step {
  readonly from: readonly Place[];
  readonly through?: ts.Node | undefined;
}

const ANY = '*';

/** The frontend's user is kept up to date: whenever it is read, it was just fetched. */
export function fetchOf(stored: StoredRead, { surface, call }: Sending, context: Context): Fetch {
  const { read } = stored;
  if (surface === 'frontend')
    return {
      at: isReadWhileRendering(stored, call, context) ? containerOf(call) : read,
      through: new Set(),
      way: new Set(),
      bindings: new Set(),
    };
  const [way, through, bindings] = [new Set<ts.Node>(), new Set<ts.Node>(), new Set<Binding>()];
  const origins: ts.Node[] = [];
  const open: Place[] = [
    { node: ts.isBindingElement(read) ? read.parent.parent : (accessOf(read)?.object ?? read), names: [] },
  ];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const node = ts.isExpression(place.node) ? unwrap(place.node) : place.node;
    if (way.has(node) || (ts.isExpression(node) && isUndefinedLiteral(node))) continue;
    way.add(node);
    const binding = ts.isIdentifier(node) ? context.unit.scope.bindingOf(node) : undefined;
    if (binding !== undefined) bindings.add(binding);
    const step =
      binding === undefined ? stepBack({ node, names: place.names }, context) : stepOfBinding(binding, place.names);
    if (step === undefined) origins.push(originOf(node, binding, context));
    else open.push(...step.from);
    if (step?.through !== undefined) through.add(step.through);
  }
  return {
    at: origins.reduce((first, origin) => (origin.pos < first.pos ? origin : first), origins[0] ?? read),
    through,
    way,
    bindings,
  };
}

const HOOKS: ReadonlySet<Shape> = new Set(['use-user', 'use-session', 'use-clerk']);

/**
 * Whether a component of React's reads the value while it renders, and the call is in a handler of its own: when that
 * runs, the component has rendered what is stored.
 */
function isReadWhileRendering(
  { read, subject, aliases, holders }: StoredRead,
  call: ts.Node,
  { unit }: Context,
): boolean {
  const component = containerOf(read);
  const handler = containerOf(call);
  if (
    handler === component ||
    !ts.isFunctionLike(component) ||
    !contains(component, handler) ||
    !isComponent(component)
  )
    return false;
  let root: SdkValue = subject;
  while (root.from !== undefined) root = root.from;
  if (!HOOKS.has(root.shape)) return false;
  // A handler that React keeps has what it was made with, unless it is made anew with the value.
  const names = [...aliases, ...holders];
  for (let fn: ts.Node = handler; fn !== component; fn = containerOf(fn)) {
    const { parent } = wrapped(fn as ts.Expression);
    if (!ts.isCallExpression(parent)) continue;
    const [, depends] = parent.arguments;
    const isRenewed =
      depends !== undefined &&
      ts.isArrayLiteralExpression(depends) &&
      depends.elements.some((element) =>
        names.some(({ references }) => references.some((one) => contains(element, one))),
      );
    if (!isRenewed || reactFunction(parent, unit) === undefined) return false;
  }
  return true;
}

/**
 * Where following ends: a name that something else gives its value, a `this` that is there as long as its function
 * runs.
 */
function originOf(node: ts.Node, binding: Binding | undefined, context: Context): ts.Node {
  if (node.kind === ts.SyntaxKind.ThisKeyword) return functionOfThis(node);
  if (ts.isIdentifier(node)) return binding?.declaration ?? node.getSourceFile();
  // What another function hands out may have been fetched long before, as a parameter may: it counts from the start of
  // the function.
  return ts.isCallExpression(node) && !isFetch(node, context.unit, context) ? containerOf(node) : node;
}

const fetching = new WeakMap<Context['tracer'], Evaluator<boolean | undefined>>();

/** Whether a call fetches each time: one of the SDK's, or a function in sight that returns what such a call gives. */
function isFetch(call: ts.CallExpression, unit: Unit, context: Context): boolean {
  const { tracer } = context;
  const evaluator =
    fetching.get(tracer) ??
    createEvaluator<boolean | undefined>({ none: undefined, unknown: false, same: (a, b) => a === b });
  fetching.set(tracer, evaluator);
  const callee = tracer.valueOf(unwrap(call.expression), unit);
  if (callee.kind === 'sdk') return true;
  if (callee.kind !== 'function' || !('body' in callee.node) || callee.node.asteriskToken !== undefined) return false;
  const { node: fn, unit: at } = callee;
  const isFetched = (expression: ts.Expression): boolean =>
    evaluator.once(unwrap(expression), 'fetched', () => isMadeByFetch(unwrap(expression))) ?? false;
  const isMadeByFetch = (node: ts.Expression): boolean => {
    if (ts.isAwaitExpression(node)) return isFetched(node.expression);
    if (ts.isConditionalExpression(node)) return isFetched(node.whenTrue) && isFetched(node.whenFalse);
    if (node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node)) return true;
    if (ts.isCallExpression(node)) return isFetch(node, at, context);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return isFetched(node.expression);
    const binding = ts.isIdentifier(node) ? at.scope.bindingOf(node) : undefined;
    const declaration = binding?.declaration;
    if (binding === undefined || declaration === undefined || !isNeverReassigned(binding) || !contains(fn, declaration))
      return false;
    const root = ts.isBindingElement(declaration) ? ts.walkUpBindingElementsAndPatterns(declaration) : declaration;
    return ts.isVariableDeclaration(root) && root.initializer !== undefined && isFetched(root.initializer);
  };
  const { values } = returnedBy(fn);
  return values.length > 0 && values.every(isFetched);
}

/**
 * The function that `this` belongs to. A field's arrow function has the `this` of all the instance's life, and runs
 * each time anew.
 */
function functionOfThis(node: ts.Node): CodeContainer {
  let arrow: ts.ArrowFunction | undefined;
  for (let current = node.parent; ; current = current.parent) {
    if (ts.isArrowFunction(current)) arrow = current;
    else if (isContainer(current)) return arrow !== undefined && !ts.isFunctionLike(current) ? arrow : current;
  }
}

function stepOfBinding({ declaration, writes }: Binding, names: readonly string[]): Step | undefined {
  if (declaration === undefined || writes.some(({ value }) => value === undefined)) return undefined;
  const assigned = writes.flatMap(({ value }) => (value === undefined ? [] : [{ node: value, names }]));
  const isAssignedOnly =
    assigned.length > 0 && ts.isVariableDeclaration(declaration) && declaration.initializer === undefined;
  return { from: isAssignedOnly ? assigned : [{ node: declaration, names }, ...assigned] };
}

function stepBack({ node, names }: Place, context: Context): Step | undefined {
  const from = (...nodes: readonly ts.Node[]): Step => ({ from: nodes.map((inner) => ({ node: inner, names })) });
  const read = (object: ts.Node, name: string): Step => ({ from: [{ node: object, names: [name, ...names] }] });
  if (ts.isVariableDeclaration(node)) {
    const loop = node.parent.parent;
    if (ts.isForOfStatement(loop)) return { ...read(loop.expression, ANY), through: loop };
    return node.initializer === undefined ? undefined : from(node.initializer);
  }
  if (ts.isBindingElement(node)) return read(node.parent.parent, nameInPattern(node));
  if (ts.isParameter(node)) return stepOfParameter(node, names, context);
  if (ts.isAwaitExpression(node) || ts.isSpreadElement(node)) return from(node.expression);
  if (ts.isConditionalExpression(node)) return from(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) return from(node.left, node.right);
  if (ts.isCallExpression(node)) return stepOfCall(node, names, context);
  if (ts.isNewExpression(node)) return node.arguments?.length ? from(...node.arguments) : undefined;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return stepIntoLiteral(node, names);
  const access = accessOf(node);
  if (access !== undefined) return read(access.object, access.name);
  return ts.isElementAccessExpression(node)
    ? read(node.expression, nameText(unwrap(node.argumentExpression)) ?? ANY)
    : undefined;
}

function nameInPattern(element: ts.BindingElement): string {
  const { parent } = element;
  if (ts.isArrayBindingPattern(parent)) return String(parent.elements.indexOf(element));
  return nameText(element.propertyName ?? element.name) ?? ANY;
}

/** To the element or property that is named, or to all that may be it. */
function stepIntoLiteral(
  node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  [name = ANY, ...names]: readonly string[],
): Step | undefined {
  const parts = ts.isArrayLiteralExpression(node) ? partsOfArray(node, name) : partsOfObject(node, name);
  return parts.length === 0 ? undefined : { from: parts.map((part) => ({ node: part, names })) };
}

function partsOfArray({ elements }: ts.ArrayLiteralExpression, name: string): readonly ts.Node[] {
  const named = elements.some(ts.isSpreadElement) ? undefined : elements[Number(name)];
  return named === undefined ? elements : [named];
}

function partsOfObject({ properties }: ts.ObjectLiteralExpression, name: string): ts.Node[] {
  return properties.flatMap((property): ts.Node[] => {
    if (ts.isSpreadAssignment(property)) return [property.expression];
    if (name !== ANY && (nameText(property.name) ?? name) !== name) return [];
    return ts.isPropertyAssignment(property)
      ? [property.initializer]
      : [ts.isShorthandPropertyAssignment(property) ? property.name : property];
  });
}

/** Methods of lists and promises that call a function with what they hold. */
const CALLING: ReadonlySet<string> = new Set([
  'then',
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'reduceRight',
  'some',
  'toSorted',
]);

/** A callback's parameter is what the method's list or promise holds, or what else the call was given. */
function stepOfParameter(
  parameter: ts.ParameterDeclaration,
  names: readonly string[],
  context: Context,
): Step | undefined {
  const callback = parameter.parent;
  if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return undefined;
  const { parent: call } = wrapped(callback);
  if (!ts.isCallExpression(call) || contains(call.expression, callback)) return undefined;
  const method = accessOf(unwrap(call.expression));
  if (method === undefined || !CALLING.has(method.name)) return ofSubjects(call, callback, context);
  return {
    from: [{ node: method.object, names: method.name === 'then' ? names : [ANY, ...names] }],
    through: callback,
  };
}

/** Methods of lists, maps and promises that give what they hold. `reduce` gives what it was given by its callback. */
const GIVING = new Set([
  ...methodsThat(
    ({ gives }) => gives !== 'results' && gives !== 'nothing',
    LIST_METHODS,
    COLLECTION_METHODS,
    PROMISE_METHODS,
  ),
  'reduce',
  'reduceRight',
]);

/** Those that give what their callback returns for an element. */
const GIVING_RESULTS = methodsThat(
  ({ gives, handsOut }) => gives === 'results' && handsOut[0] === 0,
  LIST_METHODS,
  PROMISE_METHODS,
);

/** What a call gives may have been there before it: in its list or promise, or among its arguments. */
function stepOfCall(call: ts.CallExpression, names: readonly string[], context: Context): Step | undefined {
  const callee = unwrap(call.expression);
  if (context.tracer.valueOf(callee, context.unit).kind === 'sdk') return undefined;
  const method = accessOf(callee);
  if (method !== undefined && GIVING_RESULTS.has(method.name)) {
    const [callback] = call.arguments;
    const through = callback === undefined ? undefined : unwrap(callback);
    const results = through !== undefined && ts.isFunctionLike(through) ? returnedBy(through).values : [];
    const inside = method.name === 'map' ? names.slice(1) : names;
    return results.length === 0
      ? { from: [{ node: method.object, names }] }
      : { from: results.map((node) => ({ node, names: inside })), through };
  }
  if (method !== undefined && GIVING.has(method.name)) return { from: [{ node: method.object, names }] };
  const root = unwrap(method?.object ?? callee);
  const isGlobal =
    ts.isIdentifier(root) && context.unit.scope.bindingOf(root) === undefined && call.arguments.length > 0;
  return isGlobal ? { from: call.arguments.map((node) => ({ node, names })) } : ofSubjects(call, undefined, context);
}

/** What a function that isn't known gives, or gives on to its callback, may be what it was given. */
function ofSubjects(call: ts.CallExpression, through: ts.Node | undefined, context: Context): Step | undefined {
  const given = call.arguments.filter((argument) => leadsToSubject(argument, context));
  if (given.length === 0) return undefined;
  return { from: given.map((node) => ({ node, names: [] })), through };
}
