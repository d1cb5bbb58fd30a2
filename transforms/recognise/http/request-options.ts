import { ts } from 'ts-morph';
import { createEvaluators } from '../../flow/evaluate.ts';
import { nameText, wrapped, valueOfMember } from '../../syntax.ts';
import { definitionOf, isOnlyUse, type Placed } from '../../flow/definitions.ts';
import { isFilledLater } from '../../flow/filled-later.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import type { Unit } from '../../language/unit.ts';

/** What an options object says under one of some names. */
export type Option =
  /** `isOwn`: nothing else uses the object. */
  | { readonly kind: 'given'; readonly value: Placed; readonly isOwn: boolean }
  | { readonly kind: 'absent' }
  /**
   * Something that is spread in, or the whole object, can't be seen. `isNamed`: it is there, but not as a value: a
   * method, an accessor.
   */
  | { readonly kind: 'hidden'; readonly isNamed: boolean };

const ABSENT: Option = { kind: 'absent' };
const HIDDEN: Option = { kind: 'hidden', isNamed: false };

/** Looks an option up in objects, the one that wins first. */
export function readOption(objects: readonly Placed[], names: readonly string[]): Option {
  if (names.length === 0) return ABSENT;
  for (const object of objects) {
    const found = lookUp(object, names);
    if (found.kind !== 'absent') return found;
  }
  return ABSENT;
}

/** Whether one of the objects says anything under one of the names. */
export function isOptionNamed(objects: readonly Placed[], names: readonly string[]): boolean {
  return objects.some((object) => {
    const option = readOption([object], names);
    return option.kind === 'given' || (option.kind === 'hidden' && option.isNamed);
  });
}

const evaluatorOf = createEvaluators<Option | undefined>({ none: undefined, unknown: HIDDEN });

function lookUp(object: Placed, names: readonly string[]): Option {
  const definition = definitionOf(object.node, object.unit);
  if (definition.kind !== 'expression' || !ts.isObjectLiteralExpression(definition.node) || !definition.isSure)
    return HIDDEN;
  const { node: literal, unit } = definition;
  // What is only spread into itself can't be seen.
  const found = evaluatorOf(unit.graph).once(literal, names.join(), () => lookUpIn(literal, names, unit)) ?? HIDDEN;
  return found.kind === 'given'
    ? { ...found, isOwn: found.isOwn && isOnlyUse(object.node, definition, object.unit) }
    : found;
}

function lookUpIn(literal: ts.ObjectLiteralExpression, names: readonly string[], unit: Unit): Option {
  if (mayChangeElsewhere(wrapped(literal).parent, unit)) return HIDDEN;
  for (const property of [...literal.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const spread = lookUp({ unit, node: property.expression }, names);
      if (spread.kind !== 'absent') return spread.kind === 'given' ? { ...spread, isOwn: false } : spread;
      continue;
    }
    const name = nameText(property.name);
    if (name === undefined) return HIDDEN;
    if (!names.includes(name)) continue;
    if (isFilledLater(literal, [name], unit)) return HIDDEN;
    const node = valueOfMember(property);
    return node === undefined
      ? { kind: 'hidden', isNamed: true }
      : { kind: 'given', value: { unit, node }, isOwn: true };
  }
  return isFilledLater(literal, names, unit) ? HIDDEN : ABSENT;
}
