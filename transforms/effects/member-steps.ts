import { ts } from 'ts-morph';
import { KNOWN_GLOBALS } from '../knowledge/known-globals.ts';
import { isExported } from '../language/exported.ts';
import { reactFunction } from '../language/react.ts';
import { isGlobalObject } from '../language/is-global.ts';
import { isNeverReassigned } from '../language/scope.ts';
import { propertiesNamed } from '../language/properties.ts';
import type { Unit } from '../language/unit.ts';
import { writtenTypeOf } from '../language/type-written-for.ts';
import { accessOf, isNothing, nameText, unwrap, parameterProperty } from '../syntax.ts';
import { exportNamed } from './imported.ts';
import { isForeignType } from '../language/foreign-types.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Code, type Place, type Step } from './place.ts';
import { assigned, assignedToProperty } from './assigned.ts';
import { stepFromProviders } from './given-to-components.ts';
import { putIntoVariable } from './put-into.ts';
import { isDependency } from '../flow/dependency.ts';
import { setElsewhere, setInAnyFileForAll } from './set-elsewhere.ts';
import { heldBy } from '../flow/held.ts';
import { useOf } from '../flow/uses.ts';
import { ownerByType } from '../recognise/sdk/by-type.ts';
import { evaluate, evaluateType } from '../recognise/evaluator/evaluator.ts';
import { isData } from './data.ts';

/** `object.name`, `object[key]`: the member where it is known, and whatever else the object may hold. */
export function stepFromAccess(place: Place): Step {
  const { unit } = place;
  const node = place.node as ts.PropertyAccessExpression | ts.ElementAccessExpression;
  const value = evaluate(node, unit);
  if (value.kind === 'sdk' || (value.kind === 'foreign' && value.ofSdk) || isData(node, unit)) return NOTHING;
  const name = accessOf(node)?.name;
  const object = unwrap(node.expression);
  if (name !== undefined && object.kind === ts.SyntaxKind.ThisKeyword) return stepFromMember(name, place);
  const at = ownerByType(node, unit) === 'foreign' ? closed(place) : place;
  if (isGlobalObject(object, unit)) return name === undefined ? UNKNOWN : stepFromGlobal(name, place);
  const whole = evaluate(object, unit);
  // Whatever has the same members is of that type.
  if (isKnownByType(object, unit)) return UNKNOWN;
  if (whole.kind === 'module' && name !== undefined)
    return joined([exportNamed(name, { ...at, unit: whole.unit }), setElsewhere(name, object, unit)]);
  const written =
    name === undefined || isRefWithOneName(object, unit) ? NOTHING : assignedToProperty(name, closed(place));
  if (value.kind === 'function')
    return joined([
      { code: [value, ...overriding(name ?? '', unit)] },
      written,
      heldBeside(object, at),
      setElsewhere(name ?? '', object, unit),
    ]);
  const provided = name === undefined ? NOTHING : stepFromProviders(object, name, at);
  return joined([from(at, object), written, provided]);
}

/** Whether all that is known of an object is that its type is another one's: `typeof plans`. */
function isKnownByType(object: ts.Expression, unit: Unit): boolean {
  const written = writtenTypeOf(object, unit);
  return written !== undefined && ts.isTypeQueryNode(written.node);
}

/** What a global name stands for: what the language gives, or what the file puts in its place: `globalThis.fetch = …`. */
export function stepFromGlobal(name: string, place: Place): Step {
  if (!KNOWN_GLOBALS.has(name)) return UNKNOWN;
  const { unit } = place;
  const writes = unit.scope.propertyWrites(name).filter((write) => {
    const object = accessOf(write)?.object;
    return object !== undefined && isGlobalObject(object, unit);
  });
  return { from: writes.flatMap((write) => assigned(write, place)) };
}

/**
 * Whether an object is a ref that React has made, and every mention reads or assigns a property of it: then it has one
 * name, and what is assigned to `current` of others isn't in it. A function that is called as its method has it as
 * `this`.
 */
function isRefWithOneName(object: ts.Expression, unit: Unit): boolean {
  const binding = unit.scope.bindingOf(object);
  const made = heldBy(object, unit);
  return (
    isNeverReassigned(binding) &&
    made !== undefined &&
    ts.isCallExpression(made) &&
    reactFunction(made, unit) === 'useRef' &&
    !isExported(binding.declaration) &&
    binding.references.every((mention) => {
      const use = useOf(mention);
      return use.kind === 'part' || isDependency(use, unit);
    })
  );
}

/** What else the object of a known method may hold, its own class or literal aside. */
function heldBeside(object: ts.Expression, place: Place): Step {
  const { unit } = place;
  const binding = unit.scope.bindingOf(object);
  const value = evaluate(object, unit);
  if (!ts.isIdentifier(object) || binding === undefined || value.kind === 'class' || value.kind === 'module')
    return NOTHING;
  const { declaration } = binding;
  const made = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return joined([
    { from: [putIntoVariable(object, binding, closed(place))] },
    from(closed(place), ...givenInChain(made)),
  ]);
}

/** What the calls that end in a value were given: `createBus().on(save)`. */
function givenInChain(value: ts.Expression | undefined): readonly ts.Expression[] {
  if (value === undefined) return [];
  const node = unwrap(value);
  if (ts.isAwaitExpression(node)) return givenInChain(node.expression);
  return ts.isCallExpression(node)
    ? [...node.arguments, ...givenInChain(accessOf(unwrap(node.expression))?.object)]
    : [];
}

/** Members of that name of the classes of the file that extend another one. */
function overriding(name: string, unit: Unit): Code[] {
  const { members } = propertiesNamed(name, unit.source);
  return members.flatMap((node) =>
    ts.isClassElement(node) && ts.isClassLike(node.parent) && node.parent.heritageClauses !== undefined
      ? [{ node, unit }]
      : [],
  );
}

/**
 * `this.name`: the member of the class, what is assigned to it, and what takes its place in a class that extends this
 * one.
 */
function stepFromMember(name: string, place: Place): Step {
  const { unit } = place;
  const access = place.node as ts.PropertyAccessExpression;
  const value = evaluate(access, unit);
  const owner = evaluate(access.expression, unit);
  const written = assignedToProperty(name, place);
  const more = joined([{ code: overriding(name, unit) }, setElsewhere(name, access.expression, unit)]);
  if (owner.kind === 'object') return joined([from({ ...place, unit: owner.unit }, owner.node), written, more]);
  if (owner.kind !== 'instance' && owner.kind !== 'class') return UNKNOWN;
  const members = owner.node.members
    .map((member) => (nameText(member.name) === name ? member : parameterProperty(member, name)))
    .filter((member) => member !== undefined);
  if (members.length > 0) return joined([from({ ...place, unit: owner.unit }, ...members), written, more]);
  if (value.kind === 'function' || value.kind === 'class') return joined([{ code: [value] }, written, more]);
  if ((written.from?.length ?? 0) > 0) return joined([written, more]);
  return value.kind === 'foreign' ? more : UNKNOWN;
}

/**
 * A class, or an object of it: its code, what its fields hold, and what takes the place of its members.
 *
 * @param isMade whether the class is known, and not only the type of an object
 */
export function stepFromClass(node: ts.ClassLikeDeclaration, isMade: boolean, place: Place): Step {
  const fields = node.members.filter(ts.isPropertyDeclaration);
  const isAbstract = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true;
  return joined([
    { code: [{ node, unit: place.unit }], hasUnknown: isAbstract },
    from(place, ...fields),
    setInAnyFileForAll(node, isMade, place.unit),
  ]);
}

export function stepFromField(place: Place): Step {
  const { type, initializer } = place.node as ts.PropertyDeclaration;
  if (type !== undefined && isForeignType(type, place.unit))
    return initializer === undefined ? NOTHING : from(closed(place), initializer);
  const typed = type === undefined ? undefined : evaluateType(type, place.unit);
  if (typed?.kind === 'sdk') return NOTHING;
  if (typed?.kind === 'instance') return stepFromClass(typed.node, false, { ...place, unit: typed.unit });
  // Whoever calls what a field holds that starts with nothing has it set by somebody.
  return initializer === undefined || isNothing(unwrap(initializer)) ? UNKNOWN : from(place, initializer);
}
