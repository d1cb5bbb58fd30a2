import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { declaredBy } from '../../flow/declared.ts';
import { mayPrecede } from '../../flow/order.ts';
import { originOf } from '../../flow/origins.ts';
import { accessOf, unwrap, wrapped } from '../../syntax.ts';
import { containerOf, runsBefore } from '../../tree.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { isRemoval } from './object-changes.ts';
import { mayAdd } from './source.ts';
import { followChanges } from './sources.ts';

/**
 * Those of the fields that aren't taken off a variable for certain before it is used: `delete params.publicMetadata;`
 */
export function withoutRemoved(
  use: ts.Expression,
  fields: readonly MetadataField[],
  unit: Unit,
): readonly MetadataField[] {
  const node = unwrap(use);
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined || binding.writes.length > 0) return fields;
  return fields.filter(
    (field) => !binding.references.some((reference) => isRemovedAt(reference, field, node, binding, unit)),
  );
}

/** Whether a statement takes a field off, which runs whenever the use does, and nothing puts it back in between. */
function isRemovedAt(
  reference: ts.Identifier,
  field: MetadataField,
  use: ts.Expression,
  binding: Binding,
  unit: Unit,
): boolean {
  const { parent: member } = wrapped(reference);
  if (
    accessOf(member)?.name !== field ||
    accessOf(member)?.object !== wrapped(reference) ||
    !isRemoval(member as ts.Expression)
  )
    return false;
  const statement = wrapped(member as ts.Expression).parent.parent;
  if (!ts.isExpressionStatement(statement) || !runsBefore(statement, use) || !isUnderThisName(binding)) return false;
  const others = binding.references.filter(
    (other) => other !== use && (containerOf(other) !== containerOf(use) || mayPrecede(other, use, statement)),
  );
  // What is done to it before under this name is undone; another name that it is given there may put the field back
  // later.
  const between = others.filter(
    (other) =>
      statement.end <= other.pos ||
      containerOf(other) !== containerOf(use) ||
      accessOf(wrapped(other).parent)?.object !== wrapped(other),
  );
  return between.every((other) => followChanges(other, use, unit).every((source) => !mayAdd(source, [field])));
}

/** Whether the object has no other name that it was taken from: it is a parameter, or made here. */
function isUnderThisName({ declaration }: Binding): boolean {
  const declared = declaredBy(declaration);
  if (declared.kind === 'given') return true;
  return declared.kind === 'value' && ['object', 'result', 'awaited'].includes(originOf(declared.of).kind);
}
