import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { hasWrittenType, declarationAround } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { saysNothing } from '../../language/written-type.ts';

/**
 * Whether a type is written for what an object is read from, whatever that type says: who can read it knows better than
 * its callers.
 */
export function hasNamedType(expression: ts.Expression, unit: Unit): boolean {
  const origin = originOf(expression);
  switch (origin.kind) {
    case 'awaited':
    case 'part':
      return hasNamedType(origin.of, unit);
    case 'result':
      return hasNamedType(origin.call.expression, unit);
    case 'name': {
      const declaration = unit.scope.declarationOf(origin.name);
      return declaration !== undefined && isDeclaredWithType(declarationAround(declaration));
    }
    default:
      return false;
  }
}

function isDeclaredWithType(node: ts.Declaration): boolean {
  if (hasWrittenType(node) && isNamed(node.type)) return true;
  const declared = declaredBy(node);
  const value = declared.kind === 'value' ? originOf(declared.of) : declared;
  return value.kind === 'function' && isNamed(value.fn.type);
}

function isNamed(type: ts.TypeNode | undefined): boolean {
  if (type === undefined || saysNothing(type)) return false;
  return !(
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    type.typeName.text === 'Record' &&
    type.typeArguments?.[1] !== undefined &&
    saysNothing(type.typeArguments[1])
  );
}
