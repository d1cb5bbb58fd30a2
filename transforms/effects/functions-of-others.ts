import { ts } from 'ts-morph';
import { DISPATCHING_METHODS, givesItsOwn, isOwnFunctionType } from '../knowledge/relays.ts';
import { isForeignType, isPackage } from '../language/foreign-types.ts';
import { importOf } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import { isNullishType, writtenTypeOf } from '../language/written-type.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { isFillable } from './containers.ts';
import { callAround } from './given.ts';
import type { Knowledge } from './place.ts';

/**
 * Whether a function itself is called that a package gives, or declares the type of: `next()`. As often as not, the
 * repository has its code.
 */
export function isFunctionOfOthers(callee: ts.Expression, unit: Unit, knowledge: Knowledge): boolean {
  const node = unwrap(callee);
  const type = writtenTypeOf(node, unit)?.node;
  if (type !== undefined) return isForeignType(type, unit, knowledge.tracer.graph) && !isOwnFunction(type);
  const declaration = unit.scope.declarationOf(node);
  if (declaration === undefined) return false;
  const root = ts.isBindingElement(declaration) ? ts.walkUpBindingElementsAndPatterns(declaration) : declaration;
  const call = ts.isParameter(root) && root.type === undefined ? callAround(root.parent) : undefined;
  return call !== undefined && isOfPackage(call.expression, unit, knowledge);
}

/** Whether a method runs listeners that any file may have added: `button.click()`. Of what is made in sight, they are known. */
export function runsListeners(callee: ts.Expression, unit: Unit, { tracer }: Knowledge): boolean {
  const access = accessOf(unwrap(callee));
  if (access === undefined || !DISPATCHING_METHODS.has(access.name)) return false;
  const object = unwrap(access.object);
  const declaration = unit.scope.declarationOf(object);
  const isMade = declaration !== undefined && ts.isVariableDeclaration(declaration);
  return !(isMade && isFillable(declaration, unit, tracer)) && tracer.valueOf(unwrap(callee), unit).kind !== 'function';
}

/** Whether what is called comes from a package, or is a method of what does. */
function isOfPackage(callee: ts.Expression, unit: Unit, { tracer }: Knowledge): boolean {
  const seen = new Set<ts.Node>();
  for (let node = unwrap(callee); !seen.has(node);) {
    seen.add(node);
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isNewExpression(node)) {
      node = unwrap(node.expression);
      continue;
    }
    const declaration = unit.scope.declarationOf(node);
    const imported = importOf(declaration);
    if (imported !== undefined)
      return isPackage(imported.specifier, unit, tracer.graph) && !givesItsOwn(imported.specifier);
    const isMade = declaration !== undefined && ts.isVariableDeclaration(declaration);
    if (isMade && declaration.initializer !== undefined) node = unwrap(declaration.initializer);
  }
  return false;
}

function isOwnFunction(type: ts.TypeNode): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.every((part) => isNullishType(part) || isOwnFunction(part));
  if (!ts.isTypeReferenceNode(type)) return false;
  const { typeName } = type;
  return isOwnFunctionType(ts.isIdentifier(typeName) ? typeName.text : typeName.right.text);
}
