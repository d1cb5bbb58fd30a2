import { ts } from 'ts-morph';
import { declaredBy } from '../../../flow/declared.ts';
import { alternativesOf, originOf } from '../../../flow/origins.ts';
import { COLLECTION_METHODS, LIST_METHODS, methodsThat, PROMISE_METHODS } from '../../../knowledge/builtins.ts';
import { globalFunctionName } from '../../../language/is-global.ts';
import type { Binding } from '../../../language/scope.ts';
import { returnedBy } from '../../../returned.ts';
import { accessOf, mayBeNamed, unwrap, wrapped } from '../../../syntax.ts';
import { contains } from '../../../tree.ts';
import { isFetch } from './fetching-functions.ts';
import type { Unit } from '../../../language/unit.ts';

/**
 * A value on its way to the read, and the names of what is yet to be taken out of it: properties, indexes, {@link ANY}
 * element.
 */
export interface Place {
  readonly node: ts.Node;
  readonly names: readonly string[];
}

/** Where a value was before. */
export interface Step {
  readonly from: readonly Place[];
  readonly through?: ts.Node | undefined;
}

const ANY = '*';

/** Where the value of a variable was before; undefined where that is out of sight. */
export function stepOfBinding({ declaration, writes }: Binding, names: readonly string[]): Step | undefined {
  if (declaration === undefined || writes.some(({ value }) => value === undefined)) return undefined;
  const assigned = writes.flatMap(({ value }) => (value === undefined ? [] : [{ node: value, names }]));
  const isAssignedOnly =
    assigned.length > 0 && ts.isVariableDeclaration(declaration) && declaration.initializer === undefined;
  return { from: isAssignedOnly ? assigned : [{ node: declaration, names }, ...assigned] };
}

/** Where a value was before; undefined where that is out of sight, or it is made there. */
export function stepBack({ node, names }: Place, unit: Unit): Step | undefined {
  return ts.isExpression(node) ? stepOfExpression(node, names, unit) : stepOfDeclaration(node, names);
}

function stepOfDeclaration(node: ts.Node, names: readonly string[]): Step | undefined {
  const declared = declaredBy(node as ts.Declaration);
  switch (declared.kind) {
    case 'value':
      return { from: [{ node: declared.of, names }] };
    case 'each':
      return { from: [{ node: declared.of, names: [ANY, ...names] }], through: declared.loop };
    case 'part':
      return { from: [{ node: declared.of, names: [declared.name ?? ANY, ...names] }] };
    case 'element':
      return { from: [{ node: declared.of, names: [String(declared.index), ...names] }] };
    case 'given':
      return stepOfParameter(declared.parameter, names);
    default:
      return undefined;
  }
}

function stepOfExpression(node: ts.Expression, names: readonly string[], unit: Unit): Step | undefined {
  const from = (nodes: readonly ts.Expression[]): Step => ({ from: nodes.map((inner) => ({ node: inner, names })) });
  const origin = originOf(node);
  switch (origin.kind) {
    case 'awaited':
      return from([origin.of]);
    case 'part':
      return { from: [{ node: origin.of, names: [origin.name ?? ANY, ...names] }] };
    case 'result':
      return stepOfCall(origin.call, names, unit);
    case 'object':
      return stepInto(origin.literal, names, partsOfObject);
    case 'list':
      return stepInto(origin.literal, names, partsOfList);
    default: {
      const alternatives = alternativesOf(origin);
      return alternatives === undefined ? undefined : from(alternatives);
    }
  }
}

/** To the element or property that is named, or to all that may be it. */
function stepInto<Literal>(
  literal: Literal,
  [name = ANY, ...inside]: readonly string[],
  partsOf: (literal: Literal, name: string, inside: readonly string[]) => readonly Place[],
): Step | undefined {
  const from = partsOf(literal, name, inside);
  return from.length === 0 ? undefined : { from };
}

function partsOfList(
  { elements }: ts.ArrayLiteralExpression,
  name: string,
  inside: readonly string[],
): readonly Place[] {
  const named = elements.some(ts.isSpreadElement) ? undefined : elements[Number(name)];
  return (named === undefined ? elements : [named]).map((node) => ({ node, names: inside }));
}

function partsOfObject(
  { properties }: ts.ObjectLiteralExpression,
  name: string,
  inside: readonly string[],
): readonly Place[] {
  return properties
    .filter((property) => name === ANY || mayBeNamed(property, name))
    .map((node) => ({ node, names: inside }));
}

/** Methods of lists and promises that call a function with what they hold. */
const CALLING = methodsThat(({ handsOut }) => handsOut.length > 0, LIST_METHODS, PROMISE_METHODS);

/** A callback's parameter is what the method's list or promise holds, or what else the call was given. */
function stepOfParameter(parameter: ts.ParameterDeclaration, names: readonly string[]): Step | undefined {
  const callback = parameter.parent;
  if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return undefined;
  const { parent: call } = wrapped(callback);
  if (!ts.isCallExpression(call) || contains(call.expression, callback)) return undefined;
  const method = accessOf(unwrap(call.expression));
  if (method === undefined || !CALLING.has(method.name)) return undefined;
  return {
    from: [{ node: method.object, names: method.name === 'then' ? names : [ANY, ...names] }],
    through: callback,
  };
}

/** Methods of lists, maps and promises that give what they hold. `reduce` gives what it was given by its callback. */
const GIVING = methodsThat(
  ({ gives }) => gives !== 'results' && gives !== 'nothing',
  LIST_METHODS,
  COLLECTION_METHODS,
  PROMISE_METHODS,
);

/** Those that give what their callback returns for an element. */
const GIVING_RESULTS = methodsThat(
  ({ gives, handsOut }) => (gives === 'results' || gives === 'result') && handsOut[0] === 0,
  LIST_METHODS,
  PROMISE_METHODS,
);

/** What a call gives may have been there before it: in its list or promise, or among the arguments of a global. */
function stepOfCall(call: ts.CallExpression, names: readonly string[], unit: Unit): Step | undefined {
  if (isFetch(call, names[0], unit)) return undefined;
  const callee = unwrap(call.expression);
  const method = accessOf(callee);
  if (method !== undefined && GIVING_RESULTS.has(method.name)) {
    const [callback] = call.arguments;
    const through = callback === undefined ? undefined : unwrap(callback);
    const results = through !== undefined && ts.isFunctionLike(through) ? returnedBy(through).values : [];
    const inside = method.name === 'map' ? names.slice(1) : names;
    return results.length === 0 ? undefined : { from: results.map((node) => ({ node, names: inside })), through };
  }
  if (method !== undefined && GIVING.has(method.name)) return { from: [{ node: method.object, names }] };
  // A text says what was stored when it was written.
  if (globalFunctionName(callee, unit) === 'JSON.parse') return undefined;
  const root = unwrap(method?.object ?? callee);
  const isGlobal = ts.isIdentifier(root) && unit.scope.bindingOf(root) === undefined && call.arguments.length > 0;
  return isGlobal ? { from: call.arguments.map((node) => ({ node, names })) } : undefined;
}
