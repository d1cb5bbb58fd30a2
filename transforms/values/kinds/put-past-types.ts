import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { alternativesOf, stepInto } from '../../flow/origins.ts';
import { isFunctionInSight } from '../../language/functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { COMPUTED, isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { memberOfWritten, saysNothing, type WrittenType } from '../../language/written-type.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { returnedBy } from '../../returned.ts';
import {
  accessOf,
  nameText,
  parametersOf,
  propertyTaken,
  unwrap,
  valueOfMember,
  isCall,
  type Call,
} from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';
import { memoize, memoizeBy, once } from '../../memoize.ts';
import { isOnlyHere, isWriteElsewhere } from '../paths/computed-writes.ts';
import { originalPath, pathOf, pathTaken, sameNames, type Path } from '../paths/property-paths.ts';
import type { Asking } from './asking.ts';
import { NOTHING, UNKNOWN, type Kinds } from './kinds.ts';
import { isPlainRead } from './literal-in-sight.ts';
import { isUntyped, listGoneThrough } from './untyped.ts';
import { Worklist } from '../../worklist.ts';

/**
 * What gets into a property past its type: nobody holds `any` to that, `Object.assign` doesn't look at it, and what a
 * function is given together with the object it may put there.
 */
export function kindsPastType(node: ts.Expression | ts.BindingElement, asking: Asking): Kinds {
  const name = ts.isBindingElement(node) ? propertyTaken(node) : accessOf(node)?.name;
  if (name === undefined) return NOTHING;
  const { isAny, puts } = putUnder(name, node, asking.unit);
  return isAny ? UNKNOWN : puts.reduce((kinds, call) => kinds | kindsPutBy(call, name, asking), NOTHING);
}

/** Whether anything at all may get into a property past its type. */
export function mayGetAny(node: ts.Expression, unit: Unit): boolean {
  const name = accessOf(node)?.name;
  if (name === undefined) return true;
  const { isAny, puts } = putUnder(name, node, unit);
  return isAny || puts.length > 0;
}

/** What may get into a property: anything at all, or what some calls put there. */
interface Puts {
  readonly isAny: boolean;
  readonly puts: readonly Call[];
}

/** The same for all mentions of a path. */
const putUnder = memoizeBy(
  (_, node: ts.Expression | ts.BindingElement, unit: Unit) => {
    const path = ts.isBindingElement(node) ? undefined : pathOf(node, unit);
    return path === undefined ? [unit, node] : [unit, path.root, ...path.names];
  },
  (name: string, node, unit): Puts => {
    const isElement = ts.isBindingElement(node);
    const path = isElement ? pathTaken(node, unit) : pathOf(node, unit);
    const original = path === undefined ? undefined : originalPath(path, unit);
    if (unit.scope.propertyWrites(name).some((target) => mayAssignAny(target, unit)) || isKeyed(original, unit))
      return { isAny: true, puts: [] };
    const object: Asked = {
      path: original,
      roots: rootsOf(isElement ? node : (accessOf(node)?.object ?? node), unit),
      holders: original?.names.slice(0, -1) ?? namesBefore(node),
    };
    const { putting, others } = callsOf(unit);
    const puts = putting.filter(({ call, target }) => !isAnother(target, call, object, unit));
    const isHeldByPut = object.holders.some((holder) => puts.some(({ names }) => names?.has(holder) === true));
    return {
      isAny: isHeldByPut || isReadFromAny(object, unit) || others.some((call) => mayFill(call, name, object)),
      puts: puts.filter(({ names }) => names?.has(name) !== false).map(({ call }) => call),
    };
  },
);

/** Whether what has no type in sight is assigned to what a property is read from: `s.inner = body` for `s.inner.size`. */
function isReadFromAny(object: Asked, unit: Unit): boolean {
  return (
    [...object.roots].some((root) => root !== 'this' && root.writes.some(({ target }) => mayAssignAny(target, unit))) ||
    object.holders.some((holder) => assignedAny(holder, unit).some((place) => isOnTheWay(place, object)))
  );
}

/** Where what has no type in sight is assigned to a property of that name. */
const assignedAny = memoizeBy(
  (name: string, unit: Unit) => [unit, name],
  (name, unit): readonly Placed[] =>
    unit.scope
      .propertyWrites(name)
      .filter((target) => mayAssignAny(target, unit))
      .map((target) => placeOf(target, unit)),
);

/** The names on the way to what an access reads, where what that starts from has no name. */
function namesBefore(node: ts.Node): readonly string[] {
  const object = accessOf(node)?.object;
  const access = object === undefined ? undefined : accessOf(unwrap(object));
  return object === undefined || access === undefined ? [] : [...namesBefore(unwrap(object)), access.name];
}

/** The way to the property that is asked about, and the variables that the object is read from that has it. */
interface Asked extends Placed {
  /** The names on the way. */
  readonly holders: readonly string[];
}

/** Whether what is assigned may have no type in sight. What a pattern or the head of a loop assigns has none. */
export function mayAssignAny({ parent }: ts.Expression, unit: Unit): boolean {
  if (ts.isBinaryExpression(parent)) return isUntyped(parent.right, unit);
  return !ts.isDeleteExpression(parent) && !ts.isPrefixUnaryExpression(parent) && !ts.isPostfixUnaryExpression(parent);
}

/** Whether `object[key] = value`, of no type in sight, may be an assignment to what a path leads to. */
function isKeyed(path: Path | undefined, unit: Unit): boolean {
  return unit.scope
    .propertyWrites(COMPUTED)
    .some(
      (write) =>
        mayAssignAny(write, unit) && (path === undefined || !isWriteElsewhere(write, path.root, path.names, unit)),
    );
}

/** A call of a function of the language's that puts something into its target. */
interface Putting {
  readonly call: Call;
  readonly target: ts.Expression;
  /** The names that it may put there; undefined where that may be any. */
  readonly names: ReadonlySet<string> | undefined;
}

/** A call of a function that isn't the language's, by what it is given. */
interface Filling {
  /** Whether nothing in sight says what some of that is, or what it is made of. */
  readonly isAny: boolean;
  /** What is written of the rest. */
  readonly types: readonly WrittenType[];
  readonly given: readonly Given[];
}

/** Where an object is: the way to it, and the variables that it is read from. */
interface Placed {
  readonly path: Path | undefined;
  readonly roots: ReadonlySet<Path['root']>;
}

interface Given extends Placed {
  /** Whether the call may change it. */
  readonly mayChange: () => boolean;
}

/** The calls of a file by which something may be put into an object: of the language's functions, and of others. */
const callsOf = memoize((unit: Unit) => {
  const putting: Putting[] = [];
  const others: Filling[] = [];
  for (const call of nodesIn(unit.source, isCall)) {
    const given: readonly ts.Expression[] = call.arguments ?? [];
    const [target] = given;
    if (target === undefined || (ts.isCallExpression(call) && onlyReadsArguments(call, unit))) continue;
    if (PUTTING.test(globalFunctionName(call.expression, unit) ?? '')) {
      if (!MADE.has(stepInto(unwrap(target)).kind)) putting.push({ call, target, names: namesPut(given) });
      continue;
    }
    const held = given.flatMap((value) => heldBy(unwrap(value)));
    const isAny = held.some((node) => isUntyped(node, unit));
    const types = held.flatMap((node) => writtenTypeOf(node, unit) ?? []);
    if (isAny || types.length > 0)
      others.push({ isAny, types, given: given.map((value, index) => givenAs(value, index, call, unit)) });
  }
  return { putting, others };
});

function placeOf(value: ts.Expression, unit: Unit): Placed {
  const path = pathOf(value, unit);
  return { path: path === undefined ? undefined : originalPath(path, unit), roots: rootsOf(value, unit) };
}

function givenAs(value: ts.Expression, index: number, call: Call, unit: Unit): Given {
  return { ...placeOf(value, unit), mayChange: once(() => mayBeFilledBy(call, index, unit)) };
}

/** What a function of the language's puts under a name. */
function kindsPutBy(call: Call, name: string, asking: Asking): Kinds {
  const [target, ...others] = call.arguments ?? [];
  const kinds = target === undefined || ts.isSpreadElement(target) ? UNKNOWN : kindsPut(others, name, asking);
  // The others are given what describes a property, and not what it has.
  return globalFunctionName(call.expression, asking.unit) === 'Object.assign' || kinds === NOTHING ? kinds : UNKNOWN;
}

/** Whether a call is given an object, and something of no type that it may put there. */
function mayFill({ isAny, types, given }: Filling, name: string, object: Asked): boolean {
  const saysNothingOfIt = (type: WrittenType): boolean => {
    const member = memberOfWritten(type, name);
    return member !== undefined && saysNothing(member.node);
  };
  return given.some((one) => isOnTheWay(one, object) && one.mayChange()) && (isAny || types.some(saysNothingOfIt));
}

/** `Object.assign`, `Reflect.set` and the like, which put anything into anything, whatever its type. */
const PUTTING = /^(?:Object|Reflect)\./;

/** Whether one of two objects is made by a literal that nothing else has by then. */
function isAnother(target: ts.Expression, call: Call, { path, roots }: Asked, unit: Unit): boolean {
  if (path === undefined) return false;
  const binding = unit.scope.bindingOf(unwrap(target));
  if (binding !== undefined && binding !== path.root && isOnlyHere(binding, call)) return true;
  const { root, names } = path;
  if (root === 'this' || names.length > 1 || !isOnlyHere(root, call)) return false;
  return isDisjoint(rootsOf(target, unit), roots);
}

const MADE: ReadonlySet<string> = new Set(['object', 'list', 'instance', 'function', 'class', 'data', 'nothing']);

/** The names under which something is put into the first of what a call is given; undefined where that may be any. */
function namesPut([target, ...values]: readonly ts.Expression[]): ReadonlySet<string> | undefined {
  const [key] = values;
  if (target === undefined || ts.isSpreadElement(target)) return undefined;
  if (key !== undefined && ts.isStringLiteralLike(key)) return new Set([key.text]);
  const names = new Set<string>();
  const open = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const node = unwrap(value);
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties) {
        if (ts.isSpreadAssignment(property)) open.push(property.expression);
        else {
          const name = nameText(property.name);
          if (name === undefined) return undefined;
          names.add(name);
        }
      }
    else if (!HOLDING_NOTHING.has(stepInto(node).kind)) return undefined;
  }
  return names;
}

/** What `Object.assign` puts under a name from what it is given, or `Reflect.set` under the key that it is given first. */
function kindsPut(values: readonly ts.Expression[], name: string, asking: Asking): Kinds {
  const [key] = values;
  if (key !== undefined && ts.isStringLiteralLike(key)) return key.text === name ? UNKNOWN : NOTHING;
  return values.reduce((kinds, value) => kinds | kindsFrom(value, name, asking), NOTHING);
}

function kindsFrom(value: ts.Expression, name: string, asking: Asking): Kinds {
  const node = unwrap(value);
  if (!ts.isObjectLiteralExpression(node)) return HOLDING_NOTHING.has(stepInto(node).kind) ? NOTHING : UNKNOWN;
  return node.properties.reduce((kinds, property) => {
    if (ts.isSpreadAssignment(property)) return kinds | kindsFrom(property.expression, name, asking);
    const named = nameText(property.name);
    if (named !== undefined && named !== name) return kinds;
    const put = valueOfMember(property);
    return kinds | (put === undefined ? UNKNOWN : asking.ask(put));
  }, NOTHING);
}

const HOLDING_NOTHING: ReadonlySet<string> = new Set(['data', 'function', 'nothing']);

/** Whether a value is what has the last property of a path, holds it, or is held by the same. */
function isOnTheWay(given: Placed, { path, roots }: Placed): boolean {
  return path !== undefined && given.path?.root === path.root
    ? given.path.names.length < path.names.length &&
        sameNames(given.path.names, path.names.slice(0, given.path.names.length))
    : !isDisjoint(given.roots, roots);
}

function isDisjoint<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  for (const one of a) if (b.has(one)) return false;
  return true;
}

/** The variables that an object is read from, is an element of, or is put into a literal from. */
const rootsOf = memoizeBy((start: ts.Node, unit: Unit) => [unit, start], findRoots);

function findRoots(start: ts.Node, unit: Unit): ReadonlySet<Path['root']> {
  const found = new Set<Path['root']>();
  const asked = new Worklist([start]);
  for (const node of asked) {
    if (ts.isParameter(node)) asked.add(listGoneThrough(node));
    else if (!ts.isExpression(node)) asked.add(sourcesOf(node as ts.Declaration));
    else asked.add(stepsBack(unwrap(node)));
  }
  return found;

  function stepsBack(node: ts.Expression): readonly ts.Node[] {
    const held = heldBy(node);
    if (!held.includes(node)) return held;
    const origin = stepInto(node);
    switch (origin.kind) {
      case 'this':
        found.add('this');
        return [];
      case 'part':
        return [origin.of];
      case 'result':
        return [accessOf(unwrap(origin.call.expression))?.object ?? givenBack(origin.call, unit)].flat();
      case 'name': {
        const binding = unit.scope.bindingOf(node);
        if (binding !== undefined) found.add(binding);
        return isNeverReassigned(binding) ? sourcesOf(binding.declaration) : [];
      }
      default:
        return alternativesOf(origin) ?? [];
    }
  }
}

/** What a function of the file gives back. */
function givenBack({ expression }: ts.CallExpression, unit: Unit): readonly ts.Expression[] {
  const definition = definitionOf(unwrap(expression), unit);
  const fn = 'node' in definition && definition.unit === unit ? definition.node : undefined;
  return fn !== undefined && ts.isFunctionLike(fn) && isFunctionInSight(fn) ? returnedBy(fn).values : [];
}

/** What is in literals, one in another; a value that is none of them is that itself. */
function heldBy(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isSpreadElement(node)) return heldBy(unwrap(node.expression));
  const inside = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap(
          (property) => (ts.isSpreadAssignment(property) ? property.expression : valueOfMember(property)) ?? [],
        )
      : undefined;
  return inside?.flatMap((part) => heldBy(unwrap(part))) ?? [node];
}

/** Whether a call may change what it is given: it isn't the SDK's, or a function in sight that only reads it. */
function mayBeFilledBy({ expression, arguments: all }: Call, index: number, unit: Unit): boolean {
  const callee = unwrap(expression);
  if (evaluate(callee, unit).kind === 'sdk') return false;
  const definition = definitionOf(callee, unit);
  const fn = 'node' in definition && definition.isSure ? definition.node : undefined;
  if (fn === undefined || !isFunctionInSight(fn) || mentionsArguments(fn)) return true;
  const parameter = parametersOf(fn)[index];
  if (all?.some(ts.isSpreadElement) !== false || parameter === undefined || parameter.dotDotDotToken !== undefined)
    return true;
  const binding: Binding | undefined = definition.unit.scope.bindingOf(parameter.name);
  return binding?.references.every((mention) => isPlainRead(mention, definition.unit)) !== true;
}
