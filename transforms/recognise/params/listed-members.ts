import type { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { unwrap, withoutParentheses } from '../../syntax.ts';
import type { ObjectShape } from '../../type-oracle.ts';
import { spanOf } from '../sdk/by-type.ts';
import type { Unit } from '../../language/unit.ts';
import { declaredTypeOf } from './declared-type.ts';
import { membersOfType } from './type-members.ts';

/** What a type says of an object. */
export interface ListedMembers {
  /** The properties that it lists. */
  readonly names: ReadonlySet<string>;
  /** Those of them that are always there. */
  readonly certain: ReadonlySet<string>;
  /** Those of them that the object has whichever part of a union it is, so that a pattern may name them. */
  readonly everywhere: ReadonlySet<string>;
  /** Whether it says that there may be others. */
  readonly isOpen: boolean;
  /** Whether the object may be undefined, where the type that is written doesn't show it. */
  readonly mayBeMissing: boolean;
  /** Whether it may be of one of several types. */
  readonly isUnion: boolean;
  /** Whether it may have none of the properties. */
  readonly isWeak: boolean;
}

/**
 * What the type of an object lists, as written in the file or else as the checker has it; undefined where that says
 * nothing of metadata.
 */
export function membersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  // What is cast to `any` is still of its own type.
  const members =
    declaredMembersOf(node, unit) ??
    checkedMembersOf(withoutParentheses(node), unit) ??
    checkedMembersOf(unwrap(node), unit);
  return members === undefined || (members.isOpen && !METADATA_FIELDS.some((field) => members.names.has(field)))
    ? undefined
    : members;
}

/**
 * What the checker takes an object for, its casts included; undefined where that says nothing, and without a checker.
 */
export function shapeOf(node: ts.Expression, unit: Unit): ObjectShape | undefined {
  return unit.types?.propertiesAt(spanOf(withoutParentheses(node), unit));
}

function checkedMembersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const shape = shapeOf(node, unit);
  if (shape === undefined) return undefined;
  const { properties, isOpen } = shape;
  const names = new Set(properties.map(({ name }) => name));
  const certain = properties.filter(({ isOptional, kinds }) => !isOptional && kinds?.includes('undefined') === false);
  const everywhere = properties.filter(({ isPartial }) => isPartial !== true);
  return {
    names,
    certain: new Set(certain.map(({ name }) => name)),
    everywhere: new Set(everywhere.map(({ name }) => name)),
    isOpen,
    mayBeMissing: false,
    isUnion: true,
    isWeak: properties.every(({ isOptional }) => isOptional),
  };
}

/** The properties that the type written for an object lists. */
function declaredMembersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const declared = declaredTypeOf(node, unit);
  const members = declared === undefined ? undefined : membersOfType(declared.node, declared.unit);
  if (declared === undefined || members === undefined) return undefined;
  const left = (names: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...names].filter((name) => !declared.without.has(name)));
  return {
    names: left(members.names),
    certain: new Set(),
    everywhere: left(members.everywhere),
    isOpen: members.isOpen,
    mayBeMissing: members.mayBeMissing === true,
    isUnion: members.isUnion === true,
    isWeak: members.isWeak === true,
  };
}
