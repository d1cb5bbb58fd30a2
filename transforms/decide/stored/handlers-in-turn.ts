import { ts } from 'ts-morph';
import { packageGiving } from '../../flow/giving-package.ts';
import { mayPrecede } from '../../flow/order.ts';
import { useOf, type Use } from '../../flow/uses.ts';
import { mentionsOfFunction } from '../../language/functions.ts';
import { isComponent, isDependencyList, reactFunction } from '../../language/react.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, elementsOf, takenName } from '../../syntax.ts';
import { containerOf, loopsAround } from '../../tree.ts';
import { componentNamed } from '../../values/usage-in-component.ts';

/**
 * Whether a component in sight may call a function that it is given behind another one, in one go: what the one around
 * it was rendered with may be old by then. Of elements of the page and of components of packages, events are what calls
 * it, each once.
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
  const asked = [unit.fileName, tag.pos, property].join();
  if (typeof component !== 'object' || seen.has(asked)) return false;
  seen.add(asked);
  const [parameter] = component.fn.parameters;
  const all = parameter === undefined ? [] : propertiesOf(parameter.name, component.unit);
  const leading = (from: readonly Property[]): Leading =>
    leadingTo(
      from.flatMap(({ read }) => callOf(read) ?? []),
      (place) => isForEvents(place, property, component.unit, seen),
      component.unit,
    );
  const own = all.filter(({ name }) => name === undefined || name === property);
  if (own.some(({ read }) => callOf(read) === undefined && !isForEvents(read, property, component.unit, seen)))
    return true;
  const { calls, isKnown } = leading(own);
  const others = [...leading(all).calls];
  return (
    !isKnown ||
    [...calls].some(
      (call) => loopsAround(call).length > 0 || others.some((other) => other !== call && comesBefore(other, call)),
    )
  );
}

interface Leading {
  readonly calls: ReadonlySet<ts.Node>;
  /** Whether it is known of each function on the way who calls it. */
  readonly isKnown: boolean;
}

/** Calls, those of the functions that these stand in, and so on, up to the functions that events call. */
function leadingTo(from: readonly ts.Node[], isOfEvents: (place: ts.Expression) => boolean, unit: Unit): Leading {
  const calls = new Set(from);
  let isKnown = true;
  for (const call of calls) {
    const places = placesOf(containerOf(call), unit);
    isKnown &&= places !== undefined;
    for (const place of places ?? []) {
      const by = callOf(place);
      if (by !== undefined) calls.add(by);
      else isKnown &&= isOfEvents(place);
    }
  }
  return { calls, isKnown };
}

function comesBefore(other: ts.Node, call: ts.Node): boolean {
  return containerOf(other) === containerOf(call) && mayPrecede(other, call);
}

function callOf(read: ts.Expression): ts.Node | undefined {
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

/** Whether a function is only asked about where it is mentioned, or given to what calls it for events. */
function isForEvents(mention: ts.Expression, property: string, unit: Unit, seen: Set<string>): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
      return true;
    case 'member':
      return ts.isArrayLiteralExpression(use.of) && isComparedOnly(useOf(use.of), use.of, unit);
    case 'argument':
      // `onSubmit={handleSubmit(onSave)}`
      return (
        ts.isCallExpression(use.call) &&
        reactFunction(use.call, unit) === undefined &&
        packageGiving(use.call, unit) !== undefined &&
        useOf(use.call).kind === 'markup'
      );
    case 'markup': {
      const at = ts.isJsxExpression(use.at) ? use.at.parent : use.at;
      if (!ts.isJsxAttributeLike(at)) return false;
      return !isCalledInTurn(
        at.parent.parent.tagName,
        ts.isJsxAttribute(at) ? at.name.getText() : property,
        unit,
        seen,
      );
    }
    default:
      return false;
  }
}

function isComparedOnly(use: Use, list: ts.ArrayLiteralExpression, unit: Unit): boolean {
  return use.kind === 'argument' && isDependencyList(list, use.call, unit);
}

/** A property that is read; by no name of its own where all of them are handed on. */
interface Property {
  readonly name: string | undefined;
  readonly read: ts.Expression;
}

/** Where the properties of a component are read: by their own names, or off what has all of them. */
function propertiesOf(name: ts.BindingName, unit: Unit): readonly Property[] {
  if (!ts.isIdentifier(name))
    return elementsOf(name).flatMap((element) => {
      if (element.dotDotDotToken !== undefined) return propertiesOf(element.name, unit);
      const references = unit.scope.bindingOf(element.name)?.references ?? [];
      return references.map((read) => ({ name: takenName(element), read }));
    });
  const references = unit.scope.bindingOf(name)?.references ?? [];
  return references.flatMap((mention): readonly Property[] => {
    const use = useOf(mention);
    if (use.kind === 'name' && !ts.isIdentifier(use.name)) return propertiesOf(use.name, unit);
    const isPart = use.kind === 'part' || use.kind === 'method';
    return [isPart ? { name: accessOf(use.access)?.name, read: use.access } : { name: undefined, read: mention }];
  });
}
