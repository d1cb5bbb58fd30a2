import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { stepInto } from '../../flow/origins.ts';
import { accessOf, castOf, hasWrittenType, isEmptyObject, unwrap } from '../../syntax.ts';
import { functionCalledBy } from '../evaluator/function-called.ts';
import { contextualType } from '../../language/contextual-type.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { elementType, memberType, promisedType } from '../../language/written-type.ts';

/** The type that the file declares for an object, and the properties that a pattern has taken off it. */
export interface DeclaredType {
  readonly node: ts.TypeNode;
  readonly unit: Unit;
  readonly without: ReadonlySet<string>;
}

/**
 * The type written for what an expression is read from: a variable, a parameter, a property on the way, a part of a
 * pattern, a function's result, a cast.
 *
 * @param seen the variables on the way, which may lead to themselves
 */
export function declaredTypeOf(
  expression: ts.Expression,
  unit: Unit,
  seen: ReadonlySet<ts.Node> = new Set(),
): DeclaredType | undefined {
  const on = (of: ts.Expression): DeclaredType | undefined => declaredTypeOf(of, unit, seen);
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'cast':
      return saysNothing(origin.type) ? on(origin.of) : whole(origin.type, unit);
    case 'same':
    case 'present':
      return on(origin.of);
    case 'awaited':
      return awaited(on(origin.of));
    case 'fallback':
      return isEmptyObject(unwrap(origin.other)) ? on(origin.first) : undefined;
    case 'name':
      return typeOfName(origin.name, unit, seen);
    case 'result':
      return typeOfResult(origin.call, unit);
    case 'part': {
      const name = accessOf(expression)?.name;
      return name === undefined ? elementOf(on(origin.of)) : memberOf(on(origin.of), name);
    }
    default:
      return undefined;
  }
}

/** `as const`, `as any`: what is cast is still of the type that it was declared with. */
function saysNothing(type: ts.TypeNode): boolean {
  return (
    ts.isConstTypeReference(type) ||
    type.kind === ts.SyntaxKind.AnyKeyword ||
    type.kind === ts.SyntaxKind.UnknownKeyword
  );
}

function whole(node: ts.TypeNode, unit: Unit): DeclaredType {
  return { node, unit, without: new Set() };
}

function awaited(type: DeclaredType | undefined): DeclaredType | undefined {
  return type === undefined ? undefined : { ...type, node: promisedType(type.node, type.unit) ?? type.node };
}

function memberOf(type: DeclaredType | undefined, name: string): DeclaredType | undefined {
  const member = type === undefined || type.without.has(name) ? undefined : memberType(type.node, name, type.unit);
  return type === undefined || member === undefined ? undefined : whole(member.node, member.unit);
}

function elementOf(type: DeclaredType | undefined): DeclaredType | undefined {
  const element = type && elementType({ ...type, optional: false });
  return element && whole(element.node, element.unit);
}

function typeOfName(name: ts.Identifier, unit: Unit, seen: ReadonlySet<ts.Node>): DeclaredType | undefined {
  const binding = unit.scope.bindingOf(name);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || seen.has(declaration)) return undefined;
  return typeOfDeclaration(declaration, isNeverReassigned(binding), unit, new Set([...seen, declaration]));
}

function typeOfDeclaration(
  declaration: ts.Declaration,
  isConstant: boolean,
  unit: Unit,
  seen: ReadonlySet<ts.Node>,
): DeclaredType | undefined {
  if (hasWrittenType(declaration)) return whole(declaration.type, unit);
  const declared = declaredBy(declaration);
  if (declared.kind === 'value') {
    // What a variable starts with decides its type, whatever is assigned to it later.
    const isTyped = isConstant || (unit.isTypeScript && castOf(declared.of) !== undefined);
    return isTyped ? declaredTypeOf(declared.of, unit, seen) : undefined;
  }
  if (!isConstant) return undefined;
  const expected = declared.kind === 'given' ? contextualType(declared.parameter, unit) : undefined;
  if (expected !== undefined) return whole(expected.node, expected.unit);
  const typeOf = (of: ts.Declaration): DeclaredType | undefined => typeOfDeclaration(of, isConstant, unit, seen);
  switch (declared.kind) {
    case 'each':
      return elementOf(declaredTypeOf(declared.of, unit, seen));
    case 'element':
      return elementOf(typeOf(declared.of));
    case 'part':
      return declared.name === undefined ? undefined : memberOf(typeOf(declared.of), declared.name);
    case 'rest': {
      const of = typeOf(declared.of);
      const { without } = declared;
      return of === undefined || !without.every((one) => one !== undefined)
        ? undefined
        : { ...of, without: new Set([...of.without, ...without]) };
    }
    default:
      return undefined;
  }
}

/** The type that a function of the repository says it gives. */
function typeOfResult({ expression }: ts.CallExpression, unit: Unit): DeclaredType | undefined {
  const declared = declaredFunction(expression, unit);
  const called = declared === undefined ? functionCalledBy(expression, unit) : { node: declared, unit };
  if (called === undefined || called === 'unreadable') return undefined;
  const { type } = called.node;
  return type === undefined ? undefined : whole(type, called.unit);
}

/** `declare function load(): Changes;` */
function declaredFunction(callee: ts.Expression, { scope }: Unit): ts.FunctionDeclaration | undefined {
  const node = unwrap(callee);
  const declaration = scope.declarationOf(node);
  return declaration !== undefined && ts.isFunctionDeclaration(declaration) ? declaration : undefined;
}
