import { ts } from 'ts-morph';
import { accessOf, hasWrittenType, nameText, unwrap } from '../syntax.ts';
import { isNeverReassigned } from './scope.ts';
import type { Unit } from './unit.ts';

/** A type as it is written in the file, and whether it was marked optional where it stands. */
export interface WrittenType {
  readonly node: ts.TypeNode;
  readonly optional: boolean;
}

const knownMembers = new WeakMap<Unit, Map<ts.TypeNode, Map<string, WrittenType | undefined>>>();

/** The type of the member `name` of a written type; none for a type that leads back to itself. */
export function memberType(type: ts.TypeNode, name: string, unit: Unit): WrittenType | undefined {
  const ofUnit = knownMembers.get(unit) ?? new Map<ts.TypeNode, Map<string, WrittenType | undefined>>();
  knownMembers.set(unit, ofUnit);
  const members = ofUnit.get(type) ?? new Map<string, WrittenType | undefined>();
  ofUnit.set(type, members);
  if (!members.has(name)) {
    members.set(name, undefined);
    members.set(name, findMemberType(type, name, unit));
  }
  return members.get(name);
}

function findMemberType(type: ts.TypeNode, name: string, unit: Unit): WrittenType | undefined {
  if (ts.isParenthesizedTypeNode(type)) return memberType(type.type, name, unit);
  if (ts.isTypeLiteralNode(type)) return memberOf(type.members, name);
  if (ts.isUnionTypeNode(type)) {
    // Nobody reads what only one of the parts has before it is known to be that one.
    const [present, ...others] = type.types.filter((part) => !isNullishType(part) && !isPlainlyWithout(part, name));
    return present !== undefined && others.length === 0 ? memberType(present, name, unit) : undefined;
  }
  if (ts.isIntersectionTypeNode(type))
    return type.types.map((part) => memberType(part, name, unit)).find((member) => member !== undefined);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const binding = unit.scope.bindingOf(type.typeName);
  if (binding === undefined) return memberOfLibraryType(type.typeName.text, type.typeArguments ?? [], name, unit);
  const { declaration } = binding;
  if (declaration === undefined) return undefined;
  if (ts.isTypeAliasDeclaration(declaration))
    return declaration.typeParameters === undefined ? memberType(declaration.type, name, unit) : undefined;
  return ts.isInterfaceDeclaration(declaration) ? memberOf(declaration.members, name) : undefined;
}

function isPlainlyWithout(type: ts.TypeNode, name: string): boolean {
  return (
    ts.isTypeLiteralNode(type) && type.members.every((member) => ![name, undefined].includes(nameText(member.name)))
  );
}

/** The member `name` of what has a written type; undefined where the type doesn't list it, or can't be read. */
export function memberOfWritten({ node, optional }: WrittenType, name: string, unit: Unit): WrittenType | undefined {
  const member = memberType(node, name, unit);
  return member === undefined ? undefined : { node: member.node, optional: member.optional || optional };
}

/** Whether the compiler takes a type for anything, or it says nothing of what an object holds. */
export function saysNothing({ kind }: ts.TypeNode): boolean {
  return (
    kind === ts.SyntaxKind.AnyKeyword || kind === ts.SyntaxKind.UnknownKeyword || kind === ts.SyntaxKind.ObjectKeyword
  );
}

/** `null`, `undefined` and `void`. */
export function isNullishType(type: ts.TypeNode): boolean {
  if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword;
  return type.kind === ts.SyntaxKind.UndefinedKeyword || type.kind === ts.SyntaxKind.VoidKeyword;
}

function memberOfLibraryType(
  text: string,
  args: readonly ts.TypeNode[],
  name: string,
  unit: Unit,
): WrittenType | undefined {
  const [first, second] = args;
  // An index signature says nothing about which keys are there.
  if (text === 'Record') return second === undefined ? undefined : { node: second, optional: true };
  if (first === undefined) return undefined;
  const member = memberType(first, name, unit);
  if (member === undefined) return undefined;
  if (text === 'Readonly' || text === 'Awaited' || text === 'NonNullable') return member;
  return text === 'Partial' || text === 'Required' ? { node: member.node, optional: text === 'Partial' } : undefined;
}

function memberOf(members: readonly ts.TypeElement[], name: string): WrittenType | undefined {
  const member = members.find((candidate) => nameText(candidate.name) === name);
  if (member === undefined || !ts.isPropertySignature(member) || member.type === undefined) return undefined;
  return { node: member.type, optional: member.questionToken !== undefined };
}

export function indexedType(type: ts.IndexedAccessTypeNode, unit: Unit): WrittenType | undefined {
  const { indexType } = type;
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteralLike(indexType.literal)
    ? memberType(type.objectType, indexType.literal.text, unit)
    : undefined;
}

const knownTypes = new WeakMap<Unit, Map<ts.Node, WrittenType | undefined>>();

/** Works the type written for a node out once; none for what leads back to itself. */
function once(node: ts.Node, unit: Unit, find: () => WrittenType | undefined): WrittenType | undefined {
  const types = knownTypes.get(unit) ?? new Map<ts.Node, WrittenType | undefined>();
  knownTypes.set(unit, types);
  if (!types.has(node)) {
    types.set(node, undefined);
    types.set(node, find());
  }
  return types.get(node);
}

/** The type written for an expression: a variable's, a parameter's, a field's, or that of a property on such a path. */
export function writtenTypeOf(expression: ts.Expression, unit: Unit): WrittenType | undefined {
  return once(expression, unit, () => findWrittenType(expression, unit));
}

function findWrittenType(expression: ts.Expression, unit: Unit): WrittenType | undefined {
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression))
    return { node: expression.type, optional: false };
  const node = unwrap(expression);
  if (node !== expression)
    return writtenTypeOf(ts.isParenthesizedExpression(expression) ? expression.expression : node, unit);
  if (ts.isIdentifier(node)) {
    const binding = unit.scope.bindingOf(node);
    const declaration = binding?.declaration;
    // What the first value says of the type is nobody's word on those that are assigned later.
    if (declaration === undefined || !(isNeverReassigned(binding) || hasWrittenType(declaration))) return undefined;
    return once(declaration, unit, () => writtenTypeOfDeclaration(declaration, unit));
  }
  const access = accessOf(node);
  if (access === undefined)
    return ts.isElementAccessExpression(node) ? elementType(writtenTypeOf(node.expression, unit), unit) : undefined;
  const object = writtenTypeOf(access.object, unit);
  if (object === undefined) return undefined;
  const member = memberType(object.node, access.name, unit);
  return member === undefined
    ? undefined
    : { node: member.node, optional: member.optional || ts.isOptionalChain(node) };
}

/** Whether a type is the language's own of that name, and none that the file declares. */
function isLibraryType(node: ts.TypeNode, name: string, unit: Unit): boolean {
  return (
    ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    node.typeName.text === name &&
    unit.scope.bindingOf(node.typeName) === undefined
  );
}

/** What a promise of that type gives; undefined where it isn't the type of one. */
export function promisedType(type: ts.TypeNode, unit: Unit): ts.TypeNode | undefined {
  return isLibraryType(type, 'Promise', unit) && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
}

/** The type of an array's elements, any of which may be missing. */
export function elementType(array: WrittenType | undefined, unit: Unit): WrittenType | undefined {
  if (array === undefined) return undefined;
  const { node } = array;
  if (ts.isTypeOperatorNode(node)) return elementType({ node: node.type, optional: array.optional }, unit);
  if (ts.isArrayTypeNode(node)) return { node: node.elementType, optional: true };
  const isArray = isLibraryType(node, 'Array', unit) || isLibraryType(node, 'ReadonlyArray', unit);
  const [argument] = isArray && ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return argument === undefined ? undefined : { node: argument, optional: true };
}

function writtenTypeOfDeclaration(node: ts.Declaration, unit: Unit): WrittenType | undefined {
  if (ts.isParameter(node)) {
    return node.type === undefined
      ? undefined
      : { node: node.type, optional: node.questionToken !== undefined && node.initializer === undefined };
  }
  if (ts.isVariableDeclaration(node)) {
    if (node.type !== undefined) return { node: node.type, optional: false };
    return node.initializer === undefined ? undefined : writtenTypeOf(node.initializer, unit);
  }
  if (!ts.isBindingElement(node) || node.dotDotDotToken !== undefined || !ts.isObjectBindingPattern(node.parent))
    return undefined;
  const owner = node.parent.parent;
  const whole = writtenTypeOfDeclaration(owner, unit);
  const name = nameText(node.propertyName ?? node.name);
  if (whole === undefined || name === undefined) return undefined;
  const member = memberType(whole.node, name, unit);
  if (member === undefined) return undefined;
  return { node: member.node, optional: member.optional && node.initializer === undefined };
}
