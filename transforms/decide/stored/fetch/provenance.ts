import { ts } from 'ts-morph';
import { originOf } from '../../../flow/origins.ts';
import type { Binding } from '../../../language/scope.ts';
import { accessOf, isEmptyLiteral, unwrap } from '../../../syntax.ts';
import { containerOf, isContainer, type CodeContainer } from '../../../tree.ts';
import { isFetch } from './fetching-functions.ts';
import type { Sending } from '../before/happens-before.ts';
import { isReadWhileRendering } from './read-while-rendering.ts';
import { stepBack, stepOfBinding, type Place } from './steps-to-fetch.ts';
import type { StoredRead } from './stored-read.ts';
import type { Unit } from '../../../language/unit.ts';

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
  /** Where following ended: requests, parameters, and the functions in which something else gave it. */
  readonly ends: readonly ts.Node[];
}

/**
 * The frontend's user is kept up to date: whenever it is read, it was just fetched.
 *
 * @param owner what has the field
 */
export function fetchOf(stored: StoredRead, site: Sending, unit: Unit, owner = ownerOf(stored.read)): Fetch {
  const { surface, call } = site;
  const { read } = stored;
  if (surface === 'frontend')
    return {
      at: isReadWhileRendering(stored, site, unit) ? containerOf(call) : read,
      through: new Set(),
      way: new Set(),
      bindings: new Set(),
      ends: [],
    };
  const [way, through, bindings] = [new Set<ts.Node>(), new Set<ts.Node>(), new Set<Binding>()];
  const ends: ts.Node[] = [];
  const open: Place[] = [{ node: owner, names: [] }];
  const taken = new Map<ts.Node, string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const node = ts.isExpression(place.node) ? unwrap(place.node) : place.node;
    const before = taken.get(node);
    // Where something else was taken out of it before, all of it is on the way.
    const names = before === undefined || before === place.names.join() ? place.names : [];
    if (before === names.join() || (ts.isExpression(node) && isNothing(node, names))) continue;
    taken.set(node, names.join());
    way.add(node);
    const binding = unit.scope.bindingOf(node);
    if (binding !== undefined) bindings.add(binding);
    const step = binding === undefined ? stepBack({ node, names }, unit) : stepOfBinding(binding, names);
    if (step === undefined) ends.push(endAt({ node, names }, unit));
    else open.push(...step.from);
    if (step?.through !== undefined) through.add(step.through);
  }
  return {
    at: ends.reduce((first, end) => (end.pos < first.pos ? end : first), ends[0] ?? read),
    through,
    way,
    bindings,
    ends,
  };
}

function ownerOf(read: ts.Node): ts.Node {
  return ts.isBindingElement(read) ? read.parent.parent : (accessOf(read)?.object ?? read);
}

/** Null and the like, and what is empty: `users.data ?? []`. What is put into an empty object later is something. */
function isNothing(node: ts.Expression, names: Place['names']): boolean {
  if (ts.isObjectLiteralExpression(node) && names.length > 0) return false;
  return originOf(node).kind === 'nothing' || isEmptyLiteral(node);
}

/**
 * Where following ends: a request, a parameter, a `this` that is there as long as its function runs. Anything else may
 * give what was fetched long before: it counts from the start of the function.
 */
function endAt({ node, names: [name] }: Place, unit: Unit): ts.Node {
  if (node.kind === ts.SyntaxKind.ThisKeyword) return functionOfThis(node);
  if (ts.isIdentifier(node)) return unit.scope.bindingOf(node)?.declaration ?? node.getSourceFile();
  return ts.isParameter(node) || (ts.isCallExpression(node) && isFetch(node, name, unit)) ? node : containerOf(node);
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
