import { ts } from 'ts-morph';
import { packageGiving } from '../../../flow/giving-package.ts';
import { mayPrecede } from '../../../flow/order.ts';
import { useOf, type Use } from '../../../flow/uses.ts';
import { LIST_METHODS } from '../../../knowledge/builtins.ts';
import { mentionsArguments } from '../../../language/mentions-arguments.ts';
import { mentionsOfFunction } from '../../../language/functions.ts';
import { isComponent, isDependencyList, reactFunction } from '../../../language/react.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, unwrap } from '../../../syntax.ts';
import { containerOf, contains, loopsAround } from '../../../tree.ts';
import { componentNamed, type FunctionInSight } from '../../../values/usage/named-components.ts';
import { pathOf, sameNames, type Path } from '../../../values/paths/property-paths.ts';
import { propertiesIn, type Property } from './properties-read.ts';

/**
 * Whether a component may call a function that it is given behind another one, in one go: what the one around it was
 * rendered with may be old by then. Or whether it may keep one that is old already. Of elements of the
 * page and of components of packages, events are what calls it, each once.
 *
 * @param property what it has the function as
 */
export function isCalledInTurn(
  tag: ts.JsxTagNameExpression,
  property: string,
  unit: Unit,
  seen = new Set<string>(),
): boolean {
  const component = componentNamed(tag, unit);
  if (component === 'of-the-page' || component === 'of-a-package') return false;
  if (component === undefined || component.mayBeOld === true || hasAnotherWay(component.fn)) return true;
  const asked = [unit.fileName, tag.pos, property].join();
  if (seen.has(asked)) return false;
  seen.add(asked);
  const home = component.unit;
  const own = leadingTo(propertiesOf(component, property), home);
  const others = [...leadingTo(propertiesOf(component), home).calls];
  return (
    !own.isKnown ||
    [...own.places].some(
      (place) =>
        isKeptFromBefore(place, own.places, home) ||
        (callOf(place) === undefined && !isForEvents(place, { property, others: own.places, unit: home, seen })),
    ) ||
    [...own.calls].some(
      (call) => loopsAround(call).length > 0 || others.some((other) => other !== call && comesBefore(other, call)),
    )
  );
}

/** Whether a component may read its properties by another way than its parameter. */
function hasAnotherWay(fn: ts.SignatureDeclaration): boolean {
  return mentionsArguments(fn) || fn.parameters[0]?.dotDotDotToken !== undefined;
}

/** The calls in components of a function that one of them is given, up to the functions that events call. */
export function callsByComponents(
  tag: ts.JsxTagNameExpression,
  property: string,
  unit: Unit,
  seen = new Set<string>(),
): readonly PlacedCall[] {
  const component = componentNamed(tag, unit);
  const asked = [unit.fileName, tag.pos, property].join();
  if (typeof component !== 'object' || seen.has(asked)) return [];
  seen.add(asked);
  const home = component.unit;
  const { calls, places } = leadingTo(propertiesOf(component, property), home);
  const further = [...places].flatMap((place) => {
    const given = givenBy(useOf(place), property);
    return given === undefined ? [] : callsByComponents(given.tag, given.property, home, seen);
  });
  return [...[...calls].map((call) => ({ call, unit: home })), ...further];
}

export interface PlacedCall {
  readonly call: Call;
  readonly unit: Unit;
}

/** The component that an attribute gives something, and what it has it as; of a spread what it was before. */
function givenBy(
  use: Use,
  property: string,
): { readonly tag: ts.JsxTagNameExpression; readonly property: string } | undefined {
  if (use.kind !== 'markup') return undefined;
  const at = ts.isJsxExpression(use.at) ? use.at.parent : use.at;
  if (!ts.isJsxAttributeLike(at)) return undefined;
  return { tag: at.parent.parent.tagName, property: ts.isJsxAttribute(at) ? at.name.getText() : property };
}

/** What leads to a function that a component is given. */
interface Leading {
  /** Calls of it, those of the functions that these stand in, and so on, up to the functions that events call. */
  readonly calls: ReadonlySet<Call>;
  /** Where one of these functions is mentioned, or stands. */
  readonly places: ReadonlySet<ts.Expression>;
  /** Whether it is known of each function on the way where it is mentioned. */
  readonly isKnown: boolean;
}

function leadingTo(properties: readonly Property[], unit: Unit): Leading {
  const places = new Set(properties.map(({ read }) => read));
  const calls = new Set<Call>();
  let isKnown = true;
  for (const place of places) {
    const call = callOf(place);
    if (call === undefined || calls.has(call)) continue;
    calls.add(call);
    const around = placesOf(containerOf(call), unit);
    isKnown &&= around !== undefined;
    for (const one of around ?? []) places.add(one);
  }
  return { calls, places, isKnown };
}

function comesBefore(other: ts.Node, call: ts.Node): boolean {
  return containerOf(other) === containerOf(call) && mayPrecede(other, call);
}

/** Whether a hook around a mention may keep a function that was made with an older value of what is mentioned. */
function isKeptFromBefore(place: ts.Expression, places: ReadonlySet<ts.Node>, unit: Unit): boolean {
  const path = pathOf(place, unit);
  const declaration = path === undefined || path.root === 'this' ? undefined : path.root.declaration;
  if (path === undefined || declaration === undefined) return false;
  const home = containerOf(declaration);
  for (let fn = containerOf(place); fn !== home && ts.isFunctionLike(fn); fn = containerOf(fn.parent)) {
    const use = ts.isExpression(fn) ? useOf(fn) : undefined;
    if (use?.kind !== 'argument') continue;
    const { call } = use;
    if (!ts.isCallExpression(call)) return true;
    const isHook = reactFunction(call, unit) !== undefined;
    const [, depends] = call.arguments;
    const isRenewed = isHook
      ? isDependencyList(depends, call, unit) && depends.elements.some((element) => leadsTo(element, path, unit))
      : places.has(fn) || Object.hasOwn(LIST_METHODS, accessOf(unwrap(call.expression))?.name ?? '');
    if (!isRenewed) return true;
  }
  return false;
}

/** Whether a value is renewed whenever what stands at a path is: it is that, or what that is read from. */
function leadsTo(value: ts.Expression, { root, names }: Path, unit: Unit): boolean {
  const path = pathOf(value, unit);
  return path?.root === root && sameNames(path.names, names.slice(0, path.names.length));
}

type Call = Extract<Use, { readonly kind: 'called' }>['by'];

function callOf(read: ts.Expression): Call | undefined {
  const use = useOf(read);
  return use.kind === 'called' ? use.by : undefined;
}

/**
 * Where a component has a function that it makes: by its name, or where it stands; `useCallback()` gives the same one.
 * Undefined for what is no such function.
 */
function placesOf(fn: ts.Node, unit: Unit): readonly ts.Expression[] | undefined {
  if (!ts.isFunctionDeclaration(fn) && !ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
  if (isComponent(fn)) return undefined;
  const named = mentionsOfFunction(fn, unit);
  if (named !== undefined || ts.isFunctionDeclaration(fn)) return named;
  const use = useOf(fn);
  const isKept =
    use.kind === 'argument' && ts.isCallExpression(use.call) && reactFunction(use.call, unit) === 'useCallback';
  const kept = isKept ? useOf(use.call) : undefined;
  return kept?.kind === 'name' ? (unit.scope.bindingOf(kept.name)?.references ?? [fn]) : [fn];
}

interface Given {
  readonly property: string;
  /** Where else what leads to the function is mentioned, or stands. */
  readonly others: ReadonlySet<ts.Expression>;
  readonly unit: Unit;
  readonly seen: Set<string>;
}

/** Whether a function is only asked about where it is mentioned, or given to what calls it for events. */
function isForEvents(mention: ts.Expression, given: Given): boolean {
  const { property, unit, seen } = given;
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
      return true;
    case 'member':
      return ts.isArrayLiteralExpression(use.of) && isComparedOnly(useOf(use.of), use.of, unit);
    case 'argument':
      return ts.isCallExpression(use.call) && use.index === 0 && isMadeForEvents(use.call, given);
    case 'markup': {
      const to = givenBy(use, property);
      return to !== undefined && !isCalledInTurn(to.tag, to.property, unit, seen);
    }
    default:
      return false;
  }
}

/** `onSubmit={handleSubmit(onSave)}`: a package makes a handler of one function, and gets nothing else that leads to it. */
function isMadeForEvents(call: ts.CallExpression, { others, unit }: Given): boolean {
  const [, ...more] = call.arguments;
  return (
    reactFunction(call, unit) === undefined &&
    packageGiving(call, unit) !== undefined &&
    useOf(call).kind === 'markup' &&
    !more.some((argument) => [...others].some((other) => contains(argument, other)))
  );
}

function isComparedOnly(use: Use, list: ts.ArrayLiteralExpression, unit: Unit): boolean {
  return use.kind === 'argument' && isDependencyList(list, use.call, unit);
}

/** Where a component reads a property of its own, or whichever. */
function propertiesOf({ fn, unit }: FunctionInSight, property?: string): readonly Property[] {
  const [parameter] = fn.parameters;
  const all = parameter === undefined ? [] : propertiesIn(parameter.name, unit);
  return all.filter(({ name }) => name === undefined || property === undefined || name === property);
}
