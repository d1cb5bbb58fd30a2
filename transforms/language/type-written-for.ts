import { ts } from 'ts-morph';
import { GIVING_ELEMENT, GIVING_LIST } from '../knowledge/builtins.ts';
import { memoizeBy } from '../memoize.ts';
import { accessOf, hasWrittenType, nameDeclared, takenName, unwrap } from '../syntax.ts';
import { contextualType } from './contextual-type.ts';
import { importOf } from './modules.ts';
import { declarationNamed } from './named-declarations.ts';
import { isNeverReassigned } from './scope.ts';
import type { Unit } from './unit.ts';
import {
  elementType,
  isMadeOfParameters,
  memberType,
  promisedType,
  valueType,
  type WrittenType,
} from './written-type.ts';

/**
 * The type written for an expression: a variable's, a parameter's, a field's, what a function is said to return, or that
 * of a property on such a path; none for what leads back to itself.
 */
export const writtenTypeOf = memoizeBy((expression: ts.Expression, unit: Unit) => [unit, expression], findWrittenType, {
  answer: undefined,
});

function findWrittenType(expression: ts.Expression, unit: Unit): WrittenType | undefined {
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression))
    return { node: expression.type, unit, optional: false };
  const node = unwrap(expression);
  if (node !== expression)
    return writtenTypeOf(ts.isParenthesizedExpression(expression) ? expression.expression : node, unit);
  if (ts.isIdentifier(node)) {
    const binding = unit.scope.bindingOf(node);
    const declaration = binding?.declaration;
    const elsewhere = importOf(declaration) && declarationNamed(node, 'value', unit);
    if (elsewhere !== undefined)
      return hasWrittenType(elsewhere.node) ? writtenTypeOfDeclaration(elsewhere.node, elsewhere.unit) : undefined;
    // What the first value says of the type is nobody's word on those that are assigned later.
    if (declaration === undefined || !(isNeverReassigned(binding) || hasWrittenType(declaration))) return undefined;
    // A default is of a type of its own.
    return isDefaulted(declaration) && declaration.name !== node
      ? undefined
      : writtenTypeOfDeclaration(declaration, unit);
  }
  if (ts.isCallExpression(node)) return returnType(node.expression, unit);
  if (ts.isAwaitExpression(node)) {
    const promise = writtenTypeOf(node.expression, unit);
    const promised = promise && promisedType(promise.node, promise.unit);
    return promise && promised && { ...promise, node: promised };
  }
  const access = accessOf(node);
  if (access === undefined)
    return ts.isElementAccessExpression(node) ? elementType(writtenTypeOf(node.expression, unit)) : undefined;
  const object = writtenTypeOf(access.object, unit);
  const member = object === undefined ? undefined : memberType(object.node, access.name, object.unit);
  return member && { ...member, optional: member.optional || ts.isOptionalChain(node) };
}

/**
 * What the function that a name always holds is said to return; what a method of a list, or of a map, gives that has a
 * written type itself.
 */
function returnType(callee: ts.Expression, from: Unit): WrittenType | undefined {
  const access = accessOf(unwrap(callee));
  if (access !== undefined) return typeGiven(access.name, writtenTypeOf(access.object, from));
  const named = declarationNamed(unwrap(callee), 'value', from);
  const name = nameDeclared(named?.node);
  if (named === undefined || name === undefined || !isNeverReassigned(named.unit.scope.bindingOf(name)))
    return undefined;
  const { node, unit } = named;
  const value = ts.isVariableDeclaration(node) && node.initializer !== undefined ? unwrap(node.initializer) : node;
  if (!ts.isFunctionDeclaration(value) && !ts.isArrowFunction(value) && !ts.isFunctionExpression(value))
    return undefined;
  const isChecked = from.isTypeScript || value.parameters.length === 0;
  return value.type === undefined || !isChecked || isMadeOfParameters(value.type, value, unit)
    ? undefined
    : { node: value.type, unit, optional: false };
}

function typeGiven(method: string, object: WrittenType | undefined): WrittenType | undefined {
  if (object === undefined) return undefined;
  const element = elementType(object);
  if (element !== undefined && GIVING_ELEMENT.has(method)) return element;
  if (element !== undefined && GIVING_LIST.has(method)) return object;
  return method === 'get' ? valueType(object) : undefined;
}

const writtenTypeOfDeclaration = memoizeBy(
  (declaration: ts.Declaration, unit: Unit) => [unit, declaration],
  findTypeOfDeclaration,
  { answer: undefined },
);

function findTypeOfDeclaration(node: ts.Declaration, unit: Unit): WrittenType | undefined {
  if (ts.isParameter(node)) {
    return node.type === undefined
      ? contextualType(node, unit)
      : { node: node.type, unit, optional: node.questionToken !== undefined && node.initializer === undefined };
  }
  if (ts.isVariableDeclaration(node)) {
    if (node.type !== undefined) return { node: node.type, unit, optional: false };
    return node.initializer === undefined ? undefined : writtenTypeOf(node.initializer, unit);
  }
  if (!ts.isBindingElement(node) || node.dotDotDotToken !== undefined || !ts.isObjectBindingPattern(node.parent))
    return undefined;
  const owner = node.parent.parent;
  const whole = isDefaulted(owner) ? undefined : writtenTypeOfDeclaration(owner, unit);
  const name = takenName(node);
  if (whole === undefined || name === undefined) return undefined;
  const member = memberType(whole.node, name, whole.unit);
  return member && { ...member, optional: member.optional && node.initializer === undefined };
}

/** Whether what a pattern takes out, or a part of it, may be something that the pattern puts in its place. */
function isDefaulted(node: ts.Declaration): node is ts.BindingElement {
  if (!ts.isBindingElement(node) || node.initializer === undefined) return false;
  const value = unwrap(node.initializer);
  return !ts.isArrayLiteralExpression(value) || value.elements.length > 0;
}
