import { ts } from 'ts-morph';
import type { Unit } from '../language/unit.ts';
import { unwrap, valueOfMember, declarationAround } from '../syntax.ts';
import { walk } from '../tree.ts';
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
  if (mayBeCalled([node], unit)) return true;
  const binding = unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined) return false;
  const root = declarationAround(declaration);
  if (!ts.isParameter(root)) return false;
  if (root.type !== undefined) return holdsFunctionType(root.type, unit);
  return !unit.isTypeScript && !isUsedAsData(binding, unit);
}

function holdsFunctionType(type: ts.TypeNode, unit: Unit): boolean {
  let holds = false;
  const asked = new Set<ts.Node>();
  const ask = (node: ts.Node): void => {
    if (asked.has(node)) return;
    asked.add(node);
    walk(node, (inner) => {
      holds ||= ts.isFunctionTypeNode(inner) || ts.isMethodSignature(inner) || inner.kind === ts.SyntaxKind.AnyKeyword;
      const declaration = ts.isTypeReferenceNode(inner) ? unit.scope.declarationOf(inner.typeName) : undefined;
      if (
        declaration !== undefined &&
        (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration))
      )
        ask(declaration);
      return holds ? 'skip' : undefined;
    });
  };
  ask(type);
  return holds;
}
