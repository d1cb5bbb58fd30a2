import { ts } from 'ts-morph';
import { mayPrecede } from '../../flow/order.ts';
import { useOf } from '../../flow/uses.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, nameText } from '../../syntax.ts';
import { containerOf, loopsAround } from '../../tree.ts';
import { componentNamed } from '../../values/usage-in-component.ts';

/**
 * Whether a component in sight may call a function that it is given behind another one, in one go: what the one around
 * it was rendered with may be old by then. Of all others, events are what calls it.
 *
 * @param property what it has the function as
 */
export function isCalledInTurn(
  tag: ts.JsxTagNameExpression,
  property: string,
  unit: Unit,
  seen = new Set<ts.Node>(),
): boolean {
  const component = componentNamed(tag, unit);
  if (typeof component !== 'object' || seen.has(tag)) return false;
  seen.add(tag);
  const [parameter] = component.fn.parameters;
  const all = parameter === undefined ? [] : propertiesOf(parameter.name, component.unit);
  const calls = all.flatMap(({ read }) => callOf(read) ?? []);
  return all.some(({ name, read }) => {
    if (name !== undefined && name !== property) return false;
    const call = callOf(read);
    if (call !== undefined)
      return loopsAround(call).length > 0 || calls.some((other) => other !== call && comesBefore(other, call));
    const use = useOf(read);
    const given = use.kind === 'markup' && ts.isJsxExpression(use.at) ? use.at.parent : use.kind === 'markup' && use.at;
    if (!given || !ts.isJsxAttributeLike(given)) return false;
    const as = ts.isJsxAttribute(given) ? given.name.getText() : property;
    return isCalledInTurn(given.parent.parent.tagName, as, component.unit, seen);
  });
}

function comesBefore(other: ts.Node, call: ts.Node): boolean {
  return containerOf(other) === containerOf(call) && mayPrecede(other, call);
}

function callOf(read: ts.Expression): ts.Node | undefined {
  const use = useOf(read);
  return use.kind === 'called' ? use.by : undefined;
}

/** A property that is read; by no name of its own where all of them are handed on. */
interface Property {
  readonly name: string | undefined;
  readonly read: ts.Expression;
}

/** Where the properties of a component are read: by their own names, or off what has all of them. */
function propertiesOf(name: ts.BindingName, unit: Unit): readonly Property[] {
  if (ts.isArrayBindingPattern(name)) return [];
  if (ts.isObjectBindingPattern(name))
    return name.elements.flatMap((element) => {
      if (element.dotDotDotToken !== undefined) return propertiesOf(element.name, unit);
      const references = unit.scope.bindingOf(element.name)?.references ?? [];
      return references.map((read) => ({ name: nameText(element.propertyName ?? element.name), read }));
    });
  const references = unit.scope.bindingOf(name)?.references ?? [];
  return references.flatMap((mention): readonly Property[] => {
    const use = useOf(mention);
    if (use.kind === 'name' && !ts.isIdentifier(use.name)) return propertiesOf(use.name, unit);
    const isPart = use.kind === 'part' || use.kind === 'method';
    return [isPart ? { name: accessOf(use.access)?.name, read: use.access } : { name: undefined, read: mention }];
  });
}
