import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { bindingOfFunction, mentionsInside, mentionsOfFunction } from '../../language/functions.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { BOOLEAN, STRING, type Kinds } from './kinds.ts';
import { isHandlerName } from '../../language/react.ts';

/** What fields of forms have. Source: HTML, the interfaces of the elements `input`, `textarea` and `select`. */
const MEMBERS: ReadonlyMap<string, Kinds> = new Map([
  ['input.value', STRING],
  ['input.checked', BOOLEAN],
  ['textarea.value', STRING],
  ['select.value', STRING],
]);

/**
 * What a property of `event.target` is where the event is one of a form's field: `<input onChange={(event) => …}>`.
 * Nothing is inside of such an element that may be the target in its place.
 */
export function kindsOfField(object: ts.Expression, name: string, unit: Unit): Kinds | undefined {
  const target = accessOf(object);
  if (target === undefined || !/^(?:target|currentTarget)$/.test(target.name)) return undefined;
  const event = unit.scope.bindingOf(unwrap(target.object));
  if (!isNeverReassigned(event) || !ts.isParameter(event.declaration) || mayBeChanged(event, target.name, unit))
    return undefined;
  const { parent: fn, dotDotDotToken } = event.declaration;
  if (fn.parameters[0] !== event.declaration || dotDotDotToken !== undefined) return undefined;
  return elementsCalling(fn, unit)
    .map((element) => MEMBERS.get(`${element ?? ''}.${name}`))
    .reduce((all, one) => (all === undefined || one === undefined ? undefined : all | one));
}

/** Whether an event may get another target: only reading it, and calling its methods, is known not to give it one. */
function mayBeChanged({ references }: Binding, name: string, { scope }: Unit): boolean {
  const isRead = (mention: ts.Identifier): boolean => /^(?:part|method)$/.test(useOf(mention).kind);
  return scope.hasHiddenWrites() || scope.propertyWrites(name).length > 0 || !references.every(isRead);
}

/** The elements whose events a function handles, at least one; undefined for whatever else may call it. */
function elementsCalling(fn: ts.SignatureDeclaration, unit: Unit): readonly (string | undefined)[] {
  const own = ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? elementCalling(fn) : undefined;
  if (own !== undefined) return [own, ...mentionsInside(fn, unit).map(elementCalling)];
  const declaration = bindingOfFunction(fn, unit)?.declaration;
  const mentions = mentionsOfFunction(fn, unit) ?? [];
  return declaration === undefined || isExported(declaration) || mentions.length === 0
    ? [undefined]
    : mentions.map(elementCalling);
}

/** The element that has a listener as its attribute. */
function elementCalling(listener: ts.Expression): string | undefined {
  const use = useOf(listener);
  const around = use.kind === 'markup' ? use.at.parent : undefined;
  if (around === undefined || !ts.isJsxAttribute(around) || !ts.isIdentifier(around.name)) return undefined;
  const { tagName } = around.parent.parent;
  const isElement = ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text);
  return isElement && isHandlerName(around.name.text) ? tagName.text : undefined;
}
