import { ts } from 'ts-morph';
import { nameText } from '../../syntax.ts';
import { exportsNamed, importOf, type Export } from '../../language/modules.ts';
import { isSdkModule, SDK_TYPES, type SdkType } from '../../knowledge/sdk-types.ts';
import { sdk, sdkExport, sdkType } from '../sdk/sdk-values.ts';
import { valueOfIdentifier } from './bindings.ts';
import { listByType } from './held-values.ts';
import { vueFunction } from '../frameworks/reactive-functions.ts';
import { valueInModule } from '../sdk/imported-values.ts';
import type { Evaluation, TypeArguments } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { firstOf, heldIn, intersect, join, leadingTo, listOf } from '../sdk/joined-values.ts';
import { keyOfValue, NULLISH, numberOf, FOREIGN, UNKNOWN, type Value } from '../sdk/value.ts';

const NO_ARGUMENTS: TypeArguments = { values: new Map(), key: '' };

/** What a value of the written type is; unknown where none is written. */
export function valueOfType(type: ts.TypeNode | undefined, evaluation: Evaluation, given = NO_ARGUMENTS): Value {
  if (type === undefined) return UNKNOWN;
  const value = evaluation.once(type, `${given.key} type`, () => valueOfWrittenType(type, evaluation, given));
  // Two parameters of one type are two objects: what tells them apart is where each type is written.
  return value.kind === 'sdk' && !ts.isIndexedAccessTypeNode(type)
    ? { ...value, origin: type, unit: evaluation.unit, from: undefined }
    : value;
}

function valueOfWrittenType(type: ts.TypeNode, evaluation: Evaluation, given: TypeArguments): Value {
  const recurse = (part: ts.TypeNode): Value => valueOfType(part, evaluation, given);
  const eachOf = ({ types }: ts.UnionOrIntersectionTypeNode): Value[] =>
    types.map((part) => evaluation.soFar(() => recurse(part)));
  if (ts.isParenthesizedTypeNode(type) || isReadonly(type)) return recurse(type.type);
  if (ts.isUnionTypeNode(type)) return join(eachOf(type));
  if (ts.isIntersectionTypeNode(type)) return intersect(eachOf(type));
  if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword ? NULLISH : FOREIGN;
  if (ts.isTypeLiteralNode(type)) return { kind: 'typed', node: type, unit: evaluation.unit };
  if (ts.isArrayTypeNode(type))
    return listOf(recurse(type.elementType)) ?? heldOr(FOREIGN, [type.elementType], evaluation, given);
  if (ts.isTypeQueryNode(type)) return valueOfEntity(type.exprName, evaluation);
  if (ts.isImportTypeNode(type)) return valueOfImportType(type, evaluation.unit);
  if (ts.isIndexedAccessTypeNode(type)) {
    const { indexType } = type;
    return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
      ? evaluation.property(recurse(type.objectType), indexType.literal.text, type)
      : UNKNOWN;
  }
  if (ts.isTypeReferenceNode(type)) return valueOfReference(type, evaluation, given);
  if (ts.isExpressionWithTypeArguments(type))
    return withArguments(typeNamed(type.expression, evaluation), type, evaluation, given);
  return KEYWORD_VALUES.get(type.kind) ?? heldOr(UNKNOWN, typesInside(type), evaluation, given);
}

const KEYWORD_VALUES: ReadonlyMap<ts.SyntaxKind, Value> = new Map([
  [ts.SyntaxKind.UndefinedKeyword, NULLISH],
  [ts.SyntaxKind.VoidKeyword, NULLISH],
  [ts.SyntaxKind.StringKeyword, FOREIGN],
  [ts.SyntaxKind.NumberKeyword, FOREIGN],
  [ts.SyntaxKind.BooleanKeyword, FOREIGN],
]);

/** `typeof a.b`: what the value is. */
function valueOfEntity(name: ts.EntityName, evaluation: Evaluation): Value {
  if (ts.isIdentifier(name)) return valueOfIdentifier(name, evaluation);
  return evaluation.property(valueOfEntity(name.left, evaluation), name.right.text, name);
}

/** `import('…').Name`, of the SDK's modules only. */
function valueOfImportType(type: ts.ImportTypeNode, unit: Unit): Value {
  const { argument, qualifier } = type;
  if (
    !ts.isLiteralTypeNode(argument) ||
    !ts.isStringLiteral(argument.literal) ||
    qualifier === undefined ||
    !ts.isIdentifier(qualifier)
  )
    return UNKNOWN;
  if (!isSdkModule(argument.literal.text)) return UNKNOWN;
  return type.isTypeOf
    ? sdkExport(argument.literal.text, qualifier.text, type, unit)
    : sdkType(qualifier.text, type, unit);
}

/** Types that stand for their first argument. */
const TRANSPARENT_TYPES: ReadonlySet<string> = new Set([
  'Awaited',
  'Exclude',
  'NonNullable',
  'Partial',
  'Promise',
  'PromiseLike',
  'Readonly',
  'Required',
]);

function valueOfReference(type: ts.TypeReferenceNode, evaluation: Evaluation, given: TypeArguments): Value {
  const { typeName } = type;
  const { unit } = evaluation;
  if (!ts.isIdentifier(typeName)) {
    // `a.B`, of a namespace import.
    const left = valueOfEntity(typeName.left, evaluation);
    return left.kind === 'sdk-module' ? sdkType(typeName.right.text, typeName, unit) : UNKNOWN;
  }
  const [argument, keys] = type.typeArguments ?? [];
  if (argument !== undefined && unit.scope.bindingOf(typeName) === undefined) {
    const value = (): Value => valueOfType(argument, evaluation, given);
    if (TRANSPARENT_TYPES.has(typeName.text)) return value();
    if (typeName.text === 'Pick') return picked(value(), keys);
    if (typeName.text === 'ReturnType' || typeName.text === 'InstanceType') {
      const maker = value();
      const { call, construct } = maker.kind === 'sdk' ? SDK_TYPES[maker.type] : {};
      if (typeName.text === 'InstanceType') return sdk(construct, type, unit);
      return maker.kind === 'sdk' ? sdk(call, type, unit) : evaluation.resultOf(maker);
    }
  }
  const list = listByType(typeName, type.typeArguments, evaluation, given);
  if (list !== undefined) return list;
  const named = typeNamed(typeName, evaluation, argumentsOf(type, evaluation, given));
  const held = argument !== undefined && isHolder(typeName, unit) ? valueOfType(argument, evaluation, given) : UNKNOWN;
  return held.kind === 'unknown' ? withArguments(named, type, evaluation, given) : { kind: 'ref', value: held };
}

/** Vue's types of what holds a value, and of the key by which such a one or another value is injected. */
const HOLDERS: ReadonlySet<string> = new Set([
  'ComputedRef',
  'InjectionKey',
  'ModelRef',
  'Ref',
  'ShallowRef',
  'WritableComputedRef',
]);

function isHolder(name: ts.Identifier, unit: Unit): boolean {
  return HOLDERS.has(vueFunction(name, unit) ?? '');
}

/**
 * A type that is made of others may well be made of the SDK's: `Map<string, ClerkClient>`, `PropsWithChildren<{ user:
 * UserResource }>`, `Repository<ClerkClient['users']>`.
 */
function withArguments(
  value: Value,
  { typeArguments }: ts.NodeWithTypeArguments,
  evaluation: Evaluation,
  given: TypeArguments,
): Value {
  if (typeArguments === undefined) return value;
  const made = heldOr(UNKNOWN, typeArguments, evaluation, given);
  if (value.kind === 'foreign' && value.isThroughout === true) return value;
  if (value.kind === 'foreign' || value.kind === 'unknown') return made;
  return value.kind === 'typed' || value.kind === 'instance' ? { ...value, holds: heldIn(made) } : value;
}

/** What may lead to what some types name; `value` where they name nothing of the SDK's. */
function heldOr(value: Value, types: readonly ts.TypeNode[], evaluation: Evaluation, given: TypeArguments): Value {
  const values = types.map((type) => evaluation.soFar(() => valueOfType(type, evaluation, given)));
  const made = leadingTo([values.find(({ kind }) => kind === 'sdk'), ...values], true);
  return heldIn(made) === undefined ? value : made;
}

/** `readonly User[]` */
function isReadonly(type: ts.TypeNode): type is ts.TypeOperatorNode {
  return ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword;
}

/** The types that a value of a type is made of, or gives. */
function typesInside(type: ts.TypeNode): readonly ts.TypeNode[] {
  if (ts.isFunctionTypeNode(type) || ts.isRestTypeNode(type)) return [type.type];
  if (ts.isNamedTupleMember(type) || ts.isOptionalTypeNode(type)) return [type.type];
  if (ts.isTupleTypeNode(type)) return type.elements;
  return ts.isMappedTypeNode(type) && type.type !== undefined ? [type.type] : [];
}

/** A value of which its type lists a few members. */
function picked(value: Value, keys: ts.TypeNode | undefined): Value {
  const listed = keys === undefined ? [] : ts.isUnionTypeNode(keys) ? keys.types : [keys];
  const names = listed.map((key) => (ts.isLiteralTypeNode(key) ? nameText(key.literal) : undefined));
  if (value.kind !== 'sdk') return value;
  return names.every((name) => name !== undefined) ? { ...value, members: names } : UNKNOWN;
}

/** What the parameters of a generic alias stand for: those of the type around it mean nothing there. */
function argumentsOf(type: ts.TypeReferenceNode, evaluation: Evaluation, given: TypeArguments): TypeArguments {
  const declaration = evaluation.unit.scope.declarationOf(type.typeName);
  if (declaration !== undefined && ts.isTypeParameterDeclaration(declaration)) return given;
  const parameters =
    declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? (declaration.typeParameters ?? []) : [];
  // What an argument was read from doesn't matter in a type, and would make a longer one of a type that leads back to
  // itself.
  return typeArguments(parameters, (index) => withoutFrom(valueOfType(type.typeArguments?.[index], evaluation, given)));
}

/** @param valueAt what the argument at an index stands for */
export function typeArguments(
  parameters: readonly ts.TypeParameterDeclaration[],
  valueAt: (index: number) => Value,
): TypeArguments {
  const values = new Map(parameters.map((parameter, index) => [parameter, valueAt(index)]));
  const keys = [...values].map(([parameter, value]) => `${String(numberOf(parameter))}=${keyOfValue(value)}`);
  return { values, key: keys.join(';') };
}

function withoutFrom(value: Value): Value {
  return value.kind === 'sdk' ? { ...value, from: undefined } : value;
}

/** What a value of the type that an identifier names is, local or imported. */
function typeNamed(name: ts.Node, evaluation: Evaluation, given = NO_ARGUMENTS): Value {
  const declaration = evaluation.unit.scope.declarationOf(name);
  return declaration === undefined ? UNKNOWN : typeDeclared(declaration, evaluation, given);
}

function typeDeclared(node: ts.Declaration, evaluation: Evaluation, given = NO_ARGUMENTS): Value {
  return evaluation.once(node, `${given.key} type`, () => valueOfTypeDeclaration(node, evaluation, given));
}

function valueOfTypeDeclaration(node: ts.Declaration, evaluation: Evaluation, given: TypeArguments): Value {
  const { unit } = evaluation;
  if (ts.isTypeAliasDeclaration(node)) return valueOfType(node.type, evaluation, given);
  if (ts.isInterfaceDeclaration(node)) return extendedSdk(node, evaluation) ?? { kind: 'typed', node, unit };
  if (ts.isClassDeclaration(node)) return { kind: 'instance', node, unit };
  if (ts.isTypeParameterDeclaration(node))
    return given.values.get(node) ?? valueOfType(node.constraint, evaluation, given);
  const source = importOf(node);
  return source?.name === undefined ? UNKNOWN : typeInModule(source.specifier, source.name, node, evaluation);
}

/**
 * The SDK's type that an interface extends and leaves as it is, but for what it says of ids and metadata; undefined
 * where there is none.
 */
function extendedSdk(node: ts.InterfaceDeclaration, evaluation: Evaluation): Value | undefined {
  const bases = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  const value = firstOf(
    bases.map((base) => evaluation.soFar(() => typeNamed(base.expression, evaluation))),
    ({ kind }) => kind === 'sdk',
  );
  if (value?.kind === 'none') return value;
  if (value?.kind !== 'sdk') return undefined;
  const known: Readonly<Record<string, SdkType>> = SDK_TYPES[value.type].properties ?? {};
  const isLeading = (name: string): boolean => Object.hasOwn(known, name) && !LEAVES.has(known[name]);
  return node.members.some((member) => isLeading(nameText(member.name) ?? '')) ? undefined : value;
}

/** What leads to nothing else of the SDK's. */
const LEAVES: ReadonlySet<SdkType | undefined> = new Set<SdkType>(['metadata', 'organization-id', 'user-id']);

function typeInModule(specifier: string, name: string, at: ts.Node, evaluation: Evaluation): Value {
  const { unit, once } = evaluation;
  if (unit.graph.sdkModule(specifier, unit.fileName) !== undefined) return sdkType(name, at, unit);
  return valueInModule(specifier, undefined, unit, (target) =>
    once(target.source, `type ${name}`, () => typeOfExports(name, evaluation.in(target))),
  );
}

function typeOfExports(name: string, evaluation: Evaluation): Value {
  const valueOfEntry = (entry: Export): Value => {
    switch (entry.kind) {
      case 'declaration':
        return typeDeclared(entry.node, evaluation);
      case 'forwarded':
        return entry.name === undefined
          ? UNKNOWN
          : typeInModule(entry.specifier, entry.name, evaluation.unit.source, evaluation);
      case 'expression':
        return UNKNOWN;
    }
  };
  const values = exportsNamed(evaluation.unit, name).map((entry) => evaluation.soFar(() => valueOfEntry(entry)));
  return firstOf(values, ({ kind }) => kind !== 'unknown') ?? UNKNOWN;
}
