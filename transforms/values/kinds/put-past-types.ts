import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { alternativesOf, stepInto } from '../../flow/origins.ts';
import { isFunctionInSight } from '../../language/functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { COMPUTED, isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { memberOfWritten, saysNothing, writtenTypeOf } from '../../language/written-type.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { accessOf, nameText, parametersOf, propertyTaken, unwrap, valueOfMember } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';
import { memoize } from '../../memoize.ts';
import { isOnlyHere, isWriteElsewhere } from '../paths/computed-writes.ts';
import { originalPath, pathOf, pathTaken, sameNames, type Path } from '../paths/property-paths.ts';
import type { Asking } from './asking.ts';
import { NOTHING, UNKNOWN, type Kinds } from './kinds.ts';
import { isPlainRead } from './literal-in-sight.ts';
import { isUntyped, listGoneThrough } from './untyped.ts';

/**
 * What gets into a property past its type: nobody holds `any` to that, `Object.assign` doesn't look at it, and what a
 * function is given together with the object it may put there.
 */
export function kindsPastType(node: ts.Expression | ts.BindingElement, asking: Asking): Kinds {
  const { unit } = asking;
  const [name, path] = ts.isBindingElement(node)
    ? [propertyTaken(node), pathTaken(node, unit)]
    : [accessOf(node)?.name, pathOf(node, unit)];
  if (name === undefined) return NOTHING;
  const original = path === undefined ? undefined : originalPath(path, unit);
  if (unit.scope.propertyWrites(name).some((target) => mayAssignAny(target, unit)) || isKeyed(original, unit))
    return UNKNOWN;
  const object = {
    path: original,
    roots: rootsOf(ts.isBindingElement(node) ? [node] : [accessOf(node)?.object ?? node], unit),
  };
  return callsOf(unit).reduce((kinds, call) => kinds | kindsByCall(call, name, object, asking), NOTHING);
}

/** The object that has the property that is asked about. */
interface Asked {
  /** The way to the property, where it has fixed names. */
  readonly path: Path | undefined;
  /** The variables that the object is read from. */
  readonly roots: readonly Path['root'][];
}

/** What a pattern or the head of a loop assigns is of no type in sight. */
function mayAssignAny({ parent }: ts.Expression, unit: Unit): boolean {
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

type Call = ts.CallExpression | ts.NewExpression;

/** All calls of a file. */
const callsOf = memoize(
  ({ source }: Unit): readonly Call[] =>
    nodesIn(source, (node): node is Call => ts.isCallExpression(node) || ts.isNewExpression(node)),
  ({ source }) => source,
);

/** What a call may put under a name of an object. */
function kindsByCall(call: Call, name: string, object: Asked, asking: Asking): Kinds {
  const { unit } = asking;
  const given: readonly ts.Expression[] = call.arguments ?? [];
  if (ts.isCallExpression(call) && onlyReadsArguments(call, unit)) return NOTHING;
  const [target, ...others] = given;
  const by = globalFunctionName(call.expression, unit);
  if (by !== undefined && PUTTING.test(by)) {
    if (target === undefined || isAnother(target, call, object, unit)) return NOTHING;
    const kinds = ts.isSpreadElement(target) ? UNKNOWN : kindsPut(others, name, asking);
    // The others are given what describes a property, and not what it has.
    return by === 'Object.assign' || kinds === NOTHING ? kinds : UNKNOWN;
  }
  return given.some((value) => mayBeAny(value, name, unit)) &&
    given.some((value, index) => isOnTheWay(value, object, unit) && mayBeFilledBy(call, index, unit))
    ? UNKNOWN
    : NOTHING;
}

/** `Object.assign`, `Reflect.set` and the like, which put anything into anything, whatever its type. */
const PUTTING = /^(?:Object|Reflect)\./;

/** Whether an object is made right there, or one of two is by a literal that nothing else has by then. */
function isAnother(target: ts.Expression, call: Call, { path, roots }: Asked, unit: Unit): boolean {
  if (MADE.has(stepInto(unwrap(target)).kind)) return true;
  if (path === undefined) return false;
  const binding = unit.scope.bindingOf(unwrap(target));
  if (binding !== undefined && binding !== path.root && isOnlyHere(binding, call)) return true;
  const { root, names } = path;
  if (root === 'this' || names.length > 1 || !isOnlyHere(root, call)) return false;
  return !rootsOf([target], unit).some((one) => roots.includes(one));
}

const MADE: ReadonlySet<string> = new Set(['object', 'list', 'instance', 'function', 'class', 'data', 'nothing']);

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

/** Whether nothing in sight says what a value is, what it is made of, or what it has under a name. */
function mayBeAny(value: ts.Expression, name: string, unit: Unit): boolean {
  return heldBy(unwrap(value)).some((node) => {
    const type = writtenTypeOf(node, unit);
    const member = type === undefined ? undefined : memberOfWritten(type, name);
    return isUntyped(node, unit) || (member !== undefined && saysNothing(member.node));
  });
}

/** Whether a value is what has the last property of a path, holds it, or is held by the same. */
function isOnTheWay(value: ts.Expression, { path, roots }: Asked, unit: Unit): boolean {
  const given = pathOf(value, unit);
  const { root, names } = given === undefined ? { root: undefined, names: [] } : originalPath(given, unit);
  return path !== undefined && root === path.root
    ? names.length < path.names.length && sameNames(names, path.names.slice(0, names.length))
    : rootsOf([value], unit).some((one) => roots.includes(one));
}

/** The variables that an object is read from, is an element of, or is put into a literal from. */
function rootsOf(nodes: readonly ts.Node[], unit: Unit): readonly Path['root'][] {
  const found = new Set<Path['root']>();
  const seen = new Set<ts.Node>();
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (ts.isParameter(node)) open.push(...listGoneThrough(node));
    else if (!ts.isExpression(node)) open.push(...sourcesOf(node as ts.Declaration));
    else open.push(...stepsBack(unwrap(node)));
  }
  return [...found];

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
        return [accessOf(unwrap(origin.call.expression))?.object ?? []].flat();
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
function mayBeFilledBy(call: Call, index: number, unit: Unit): boolean {
  const { expression, arguments: all } = call;
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
