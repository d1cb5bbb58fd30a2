import { ts } from 'ts-morph';
import { packageGiving } from '../flow/giving-package.ts';
import { alternativesOf, originOf } from '../flow/origins.ts';
import { firstIdentifier, isForeignType } from '../language/foreign-types.ts';
import { declarationNamed } from '../language/named-declarations.ts';
import type { Unit } from '../language/unit.ts';
import { writtenTypeOf } from '../language/type-written-for.ts';
import { declarationAround, rootOf, unwrap, valueOfMember } from '../syntax.ts';
import { isUsedAsData, mayBeCalled } from './used-as-data.ts';

/**
 * Whether what is handed to a function may be a function itself: a function in sight calls it, or it is a name of which
 * nothing says that it is data.
 */
export function mayBeCallable(argument: ts.Expression, unit: Unit): boolean {
  const node = unwrap(argument);
  const recurse = (inner: ts.Expression): boolean => mayBeCallable(inner, unit);
  if (ts.isSpreadElement(node)) return recurse(node.expression);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.some((property) => {
      const value = valueOfMember(property);
      return value !== undefined && recurse(value);
    });
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(recurse);
  const alternatives = alternativesOf(originOf(node));
  if (alternatives !== undefined) return alternatives.some(recurse);
  if (mayBeCalled([node], unit)) return true;
  const written = [node, rootOf(node)].flatMap((one) => writtenTypeOf(one, unit) ?? []);
  if (written.length > 0) return !written.some((type) => isForeignType(type.node, type.unit, isTakenForData));
  const binding = unit.scope.bindingOf(node);
  const root = binding?.declaration && declarationAround(binding.declaration);
  return binding !== undefined && root !== undefined && ts.isParameter(root) && root.type === undefined
    ? !unit.isTypeScript && !isUsedAsData(binding, unit)
    : false;
}

/**
 * Types of which a value is data for who is given it: what says nothing of it, what is inferred from what a package
 * makes, such as a schema, and classes, whose code is in sight.
 */
function isTakenForData(type: ts.TypeNode, unit: Unit): boolean {
  if (type.kind === ts.SyntaxKind.UnknownKeyword || type.kind === ts.SyntaxKind.ObjectKeyword) return true;
  // `typeof schema`, `typeof users.$inferSelect`
  if (ts.isTypeQueryNode(type)) return packageGiving(firstIdentifier(type.exprName), unit) !== undefined;
  const declared = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit)?.node : undefined;
  return (
    declared !== undefined &&
    ts.isClassDeclaration(declared) &&
    declared.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) !== true
  );
}
