import type { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { unwrap, withoutParentheses } from '../../syntax.ts';
import type { ObjectShape } from '../../type-oracle.ts';
import { spanOf } from '../sdk/by-type.ts';
import type { Unit } from '../../language/unit.ts';
import { declaredTypeOf } from './declared-type.ts';
import { membersOfType, without, type Members } from './type-members.ts';

/**
 * What the type of an object lists, as written in the file or else as the checker has it; undefined where that says
 * nothing of metadata.
 */
export function membersOf(node: ts.Expression, unit: Unit): Members | undefined {
  // What is cast to `any` is still of its own type.
  const members =
    declaredMembersOf(node, unit) ??
    checkedMembersOf(withoutParentheses(node), unit) ??
    checkedMembersOf(unwrap(node), unit);
  return members === undefined || (members.mayHaveOthers && !METADATA_FIELDS.some((field) => members.names.has(field)))
    ? undefined
    : members;
}

/**
 * What the checker takes an object for, its casts included; undefined where that says nothing, and without a checker.
 */
export function shapeOf(node: ts.Expression, unit: Unit): ObjectShape | undefined {
  return unit.types?.propertiesAt(spanOf(withoutParentheses(node), unit));
}

function checkedMembersOf(node: ts.Expression, unit: Unit): Members | undefined {
  const shape = shapeOf(node, unit);
  if (shape === undefined) return undefined;
  const { properties, mayHaveOthers } = shape;
  const names = new Set(properties.map(({ name }) => name));
  const certain = properties.filter(({ isOptional, kinds }) => !isOptional && kinds?.includes('undefined') === false);
  const everywhere = properties.filter(({ isPartial }) => isPartial !== true);
  return {
    names,
    certain: new Set(certain.map(({ name }) => name)),
    everywhere: new Set(everywhere.map(({ name }) => name)),
    mayHaveOthers,
    mayBeMissing: false,
    isUnion: true,
    isWeak: properties.every(({ isOptional }) => isOptional),
  };
}

/** The properties that the type written for an object lists. */
function declaredMembersOf(node: ts.Expression, unit: Unit): Members | undefined {
  const declared = declaredTypeOf(node, unit);
  const members = declared === undefined ? undefined : membersOfType(declared.node, declared.unit);
  return declared === undefined || members === undefined
    ? undefined
    : without(members, (name) => declared.without.has(name));
}
