import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { hasWrittenType } from '../../syntax.ts';
import { spanOf } from '../sdk/by-type.ts';
import { membersOfType } from './type-members.ts';
import type { Unit } from '../source/unit.ts';

/** What a type says of an object: the properties that it lists, those of them that are always there, and whether it says that there may be others. */
export interface ListedMembers {
  readonly names: ReadonlySet<string>;
  readonly certain: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/** What the type of an object lists, as written in the file or else as the checker has it; undefined where that says nothing of metadata. */
export function membersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const written = writtenMembersOf(node, unit);
  return written === undefined ? checkedMembersOf(node, unit) : { names: written, certain: new Set(), isOpen: false };
}

function checkedMembersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const shape = unit.types?.propertiesAt(spanOf(node, unit));
  if (shape === undefined) return undefined;
  const { properties, isOpen } = shape;
  const names = new Set(properties.map(({ name }) => name));
  if (isOpen && !METADATA_FIELDS.some((field) => names.has(field))) return undefined;
  const certain = properties.filter(({ isOptional, kinds }) => !isOptional && kinds?.includes('undefined') === false);
  return { names, certain: new Set(certain.map(({ name }) => name)), isOpen };
}

/** The properties that the type written for a never reassigned variable or parameter lists. */
function writtenMembersOf(node: ts.Expression, unit: Unit): ReadonlySet<string> | undefined {
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const declaration = binding?.declaration;
  return declaration !== undefined && hasWrittenType(declaration) ? membersOfType(declaration.type, unit) : undefined;
}
