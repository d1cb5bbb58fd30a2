import { ts } from 'ts-morph';
import { makerOf } from '../../flow/giving-package.ts';
import { useOf } from '../../flow/uses.ts';
import { COLLECTION_METHODS, LIST_METHODS, methodsThat, MUTATING_METHODS } from '../../knowledge/builtins.ts';
import { isPackage } from '../../language/foreign-types.ts';
import { importOf } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, isAmbient, isCallee } from '../../syntax.ts';

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
  return isCallee(callee) && access !== undefined && !FLUENT_METHODS.has(access.name) && isForeign(access.object, unit);
}

/** Whether a method is called on it that adds to a collection or takes from it: `db.user.delete(…)`, `rows.set(…)`. */
export function isCollectedOn(object: ts.Expression): boolean {
  const use = useOf(object);
  return use.kind === 'method' && MUTATING_METHODS.has(accessOf(use.access)?.name ?? '');
}

/** Whether something is a package's or the language's, or nobody's code by what declares it. */
function isForeign(object: ts.Expression, from: Unit): boolean {
  const maker = makerOf(object, from);
  switch (maker?.kind) {
    case 'export':
      return isPackage(maker.specifier, maker.unit);
    case 'global':
      return true;
    case 'declaration': {
      const { node, unit } = maker;
      if (ts.isVariableDeclaration(node)) return isAmbient(node);
      return (ts.isParameter(node) || ts.isPropertyDeclaration(node)) && isForeignType(node.type, unit);
    }
    default:
      return false;
  }
}

/** Whether a type is of another file; what is of a class of this one may be anything. */
function isForeignType(type: ts.TypeNode | undefined, unit: Unit): boolean {
  const name = type !== undefined && ts.isTypeReferenceNode(type) ? type.typeName : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return false;
  const declaration = unit.scope.declarationOf(name);
  return declaration === undefined || importOf(declaration) !== undefined || ts.isInterfaceDeclaration(declaration);
}
