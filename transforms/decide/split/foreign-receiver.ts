import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { COLLECTION_METHODS, LIST_METHODS, methodsThat, MUTATING_METHODS } from '../../knowledge/builtins.ts';
import { importOf } from '../../language/modules.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, isCallee, fieldOf } from '../../syntax.ts';
import { contains } from '../../tree.ts';

/** Methods that give the very object that they are called on. */
const FLUENT_METHODS = new Set([
  'append',
  ...methodsThat(({ gives }) => gives === 'itself', LIST_METHODS, COLLECTION_METHODS),
]);

/**
 * Whether a mention is the callee of a method of something that isn't of this file: a database, a cache, a `Map`.
 * Nobody else changes what it gave (no interference), so whatever it is told to delete or to add,
 * `db.user.findUnique(…)` has given a row that stays as it is.
 */
export function isForeignMethod(callee: ts.Expression, unit: Unit): boolean {
  const access = accessOf(callee);
  return (
    isCallee(callee) &&
    access !== undefined &&
    !FLUENT_METHODS.has(access.name) &&
    isForeign(access.object, unit, new Set())
  );
}

/** Whether a method is called on it that adds to a collection or takes from it: `db.user.delete(…)`, `rows.set(…)`. */
export function isCollectedOn(object: ts.Expression): boolean {
  const use = useOf(object);
  return use.kind === 'method' && MUTATING_METHODS.has(accessOf(use.access)?.name ?? '');
}

function isForeign(object: ts.Expression, unit: Unit, seen: ReadonlySet<Binding>): boolean {
  const origin = originOf(object);
  switch (origin.kind) {
    case 'result':
    case 'instance':
      return isForeign(origin.call.expression, unit, seen);
    case 'part':
      return originOf(origin.of).kind === 'this'
        ? isForeignMember(object, origin.name, unit, seen)
        : isForeign(origin.of, unit, seen);
    case 'name':
      return isForeignName(origin.name, unit, seen);
    default:
      return false;
  }
}

function isForeignName(name: ts.Identifier, unit: Unit, seen: ReadonlySet<Binding>): boolean {
  const binding = unit.scope.bindingOf(name);
  if (binding === undefined) return true;
  const { declaration } = binding;
  if (declaration === undefined || seen.has(binding) || binding.writes.length > 0) return false;
  const declared = declaredBy(declaration);
  switch (declared.kind) {
    case 'value':
      return isForeign(declared.of, unit, new Set([...seen, binding]));
    case 'given':
      return isForeignType(declared.parameter.type, unit);
    default:
      return declared.kind === 'ambient' || declared.kind === 'imported';
  }
}

/** `this.prisma`, by the type or the value that the class gives it. */
function isForeignMember(
  node: ts.Expression,
  name: string | undefined,
  unit: Unit,
  seen: ReadonlySet<Binding>,
): boolean {
  if (name === undefined) return false;
  const owner = ts.findAncestor(node, ts.isClassLike);
  const field = owner === undefined ? undefined : fieldOf(owner, name);
  if (field === undefined) return false;
  return field.initializer === undefined
    ? isForeignType(field.type, unit)
    : !contains(field.initializer, node) && isForeign(field.initializer, unit, seen);
}

/** Whether a type is of another file; what is of a class of this one may be anything. */
function isForeignType(type: ts.TypeNode | undefined, unit: Unit): boolean {
  const name = type !== undefined && ts.isTypeReferenceNode(type) ? type.typeName : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return false;
  const declaration = unit.scope.declarationOf(name);
  return declaration === undefined || importOf(declaration) !== undefined || ts.isInterfaceDeclaration(declaration);
}
