import { ts } from 'ts-morph';
import { nameText } from '../../syntax.ts';
import { exportsNamed, importOf, type Export } from '../../language/modules.ts';
import { isSdkModule, SHAPES, type Shape } from '../../knowledge/sdk-shapes.ts';
import { sdk, sdkExport, sdkType } from '../sdk/sdk-values.ts';
import { resultOf } from './call-values.ts';
import { valueOfIdentifier } from './bindings.ts';
import { valueInModule } from './imported-values.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { firstOf, join, NULLISH, STRANGER, UNKNOWN, type Value } from '../sdk/value.ts';

/** What a value of the written type is; unknown where none is written. */
export function valueOfType(type: ts.TypeNode | undefined, unit: Unit, evaluation: Evaluation): Value {
  if (type === undefined) return UNKNOWN;
  const value = evaluation.once(type, 'type', () => valueOfWrittenType(type, unit, evaluation));
  // Two parameters of one type are two objects: what tells them apart is where each type is written.
  return value.kind === 'sdk' && !ts.isIndexedAccessTypeNode(type)
    ? { ...value, origin: type, unit, from: undefined }
    : value;
}

function valueOfWrittenType(type: ts.TypeNode, unit: Unit, evaluation: Evaluation): Value {
  const recurse = (part: ts.TypeNode): Value => valueOfType(part, unit, evaluation);
  if (ts.isParenthesizedTypeNode(type)) return recurse(type.type);
  if (ts.isUnionTypeNode(type)) return join(type.types.map((part) => evaluation.soFar(() => recurse(part))));
  if (ts.isIntersectionTypeNode(type))
    return (
      firstOf(
        type.types.map((part) => evaluation.soFar(() => recurse(part))),
        ({ kind }) => kind === 'sdk',
      ) ?? UNKNOWN
    );
  if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword ? NULLISH : STRANGER;
  if (ts.isTypeLiteralNode(type)) return { kind: 'typed', node: type, unit };
  if (ts.isArrayTypeNode(type)) return STRANGER;
  if (ts.isTypeQueryNode(type)) return valueOfEntity(type.exprName, unit, evaluation);
  if (ts.isImportTypeNode(type)) return valueOfImportType(type, unit);
  if (ts.isIndexedAccessTypeNode(type)) {
    const { indexType } = type;
    return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
      ? evaluation.property(recurse(type.objectType), indexType.literal.text, type, unit)
      : UNKNOWN;
  }
  if (ts.isTypeReferenceNode(type)) return valueOfReference(type, unit, evaluation);
  if (ts.isExpressionWithTypeArguments(type))
    return withoutArguments(typeNamed(type.expression, unit, evaluation), type);
  return KEYWORD_VALUES.get(type.kind) ?? UNKNOWN;
}

const KEYWORD_VALUES: ReadonlyMap<ts.SyntaxKind, Value> = new Map([
  [ts.SyntaxKind.UndefinedKeyword, NULLISH],
  [ts.SyntaxKind.VoidKeyword, NULLISH],
  [ts.SyntaxKind.StringKeyword, STRANGER],
  [ts.SyntaxKind.NumberKeyword, STRANGER],
  [ts.SyntaxKind.BooleanKeyword, STRANGER],
]);

/** `typeof a.b`: what the value is. */
function valueOfEntity(name: ts.EntityName, unit: Unit, evaluation: Evaluation): Value {
  if (ts.isIdentifier(name)) return valueOfIdentifier(name, unit, evaluation);
  return evaluation.property(valueOfEntity(name.left, unit, evaluation), name.right.text, name, unit);
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

function valueOfReference(type: ts.TypeReferenceNode, unit: Unit, evaluation: Evaluation): Value {
  const { typeName } = type;
  if (!ts.isIdentifier(typeName)) {
    // `a.B`, of a namespace import.
    const left = valueOfEntity(typeName.left, unit, evaluation);
    return left.kind === 'sdk-module' ? sdkType(typeName.right.text, typeName, unit) : UNKNOWN;
  }
  const argument = type.typeArguments?.[0];
  const isGlobal = argument !== undefined && unit.scope.bindingOf(typeName) === undefined;
  if (isGlobal && TRANSPARENT_TYPES.has(typeName.text)) return valueOfType(argument, unit, evaluation);
  if (isGlobal && typeName.text === 'Pick')
    return picked(valueOfType(argument, unit, evaluation), type.typeArguments?.[1]);
  if (isGlobal && typeName.text === 'ReturnType') {
    const value = valueOfType(argument, unit, evaluation);
    if (value.kind === 'function') return resultOf(value.node, value.unit, evaluation);
    return value.kind === 'sdk' ? sdk(SHAPES[value.shape].call, type, unit) : UNKNOWN;
  }
  if (isGlobal && typeName.text === 'InstanceType') {
    const value = valueOfType(argument, unit, evaluation);
    return value.kind === 'sdk' ? sdk(SHAPES[value.shape].construct, type, unit) : UNKNOWN;
  }
  return withoutArguments(typeNamed(typeName, unit, withArguments(type, unit, evaluation)), type);
}

/**
 * A package's type that is made of others may well be made of the SDK's: `Ref<UserResource>`, `PropsWithChildren<{
 * user: UserResource }>`.
 */
function withoutArguments(value: Value, { typeArguments }: ts.NodeWithTypeArguments): Value {
  return value.kind === 'stranger' && typeArguments !== undefined ? UNKNOWN : value;
}

/** A value of which its type lists a few members. */
function picked(value: Value, keys: ts.TypeNode | undefined): Value {
  const listed = keys === undefined ? [] : ts.isUnionTypeNode(keys) ? keys.types : [keys];
  const names = listed.map((key) => (ts.isLiteralTypeNode(key) ? nameText(key.literal) : undefined));
  if (value.kind !== 'sdk') return value;
  return names.every((name) => name !== undefined) ? { ...value, members: names } : UNKNOWN;
}

/** Looks into a type with the arguments that it is given: those of the type around it mean nothing there. */
function withArguments(type: ts.TypeReferenceNode, unit: Unit, evaluation: Evaluation): Evaluation {
  const declaration = unit.scope.declarationOf(type.typeName);
  if (declaration !== undefined && ts.isTypeParameterDeclaration(declaration)) return evaluation;
  const parameters =
    declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? (declaration.typeParameters ?? []) : [];
  // What an argument was read from doesn't matter in a type, and would make a longer one of a type that leads back to
  // itself.
  const given = parameters.map((parameter, index): [ts.Declaration, Value] => [
    parameter,
    withoutFrom(valueOfType(type.typeArguments?.[index], unit, evaluation)),
  ]);
  return evaluation.withArguments(new Map(given));
}

function withoutFrom(value: Value): Value {
  return value.kind === 'sdk' ? { ...value, from: undefined } : value;
}

/** What a value of the type that an identifier names is, local or imported. */
export function typeNamed(name: ts.Node, unit: Unit, evaluation: Evaluation): Value {
  const declaration = unit.scope.declarationOf(name);
  return declaration === undefined
    ? UNKNOWN
    : evaluation.once(declaration, 'type', () => valueOfTypeDeclaration(declaration, unit, evaluation));
}

function valueOfTypeDeclaration(node: ts.Declaration, unit: Unit, evaluation: Evaluation): Value {
  if (ts.isTypeAliasDeclaration(node)) return valueOfType(node.type, unit, evaluation);
  if (ts.isInterfaceDeclaration(node)) return extendedSdk(node, unit, evaluation) ?? { kind: 'typed', node, unit };
  if (ts.isClassDeclaration(node)) return { kind: 'instance', node, unit };
  if (ts.isTypeParameterDeclaration(node))
    return evaluation.typeArguments.get(node) ?? valueOfType(node.constraint, unit, evaluation);
  const source = importOf(node);
  return source?.name === undefined ? UNKNOWN : typeInModule(source.specifier, source.name, node, unit, evaluation);
}

/**
 * The SDK's type that an interface extends and leaves as it is, but for what it says of ids and metadata; undefined
 * where there is none.
 */
function extendedSdk(node: ts.InterfaceDeclaration, unit: Unit, evaluation: Evaluation): Value | undefined {
  const bases = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  const value = firstOf(
    bases.map((base) => evaluation.soFar(() => typeNamed(base.expression, unit, evaluation))),
    ({ kind }) => kind === 'sdk',
  );
  if (value?.kind === 'none') return value;
  if (value?.kind !== 'sdk') return undefined;
  const known: Readonly<Record<string, Shape>> = SHAPES[value.shape].properties ?? {};
  const isLeading = (name: string): boolean => Object.hasOwn(known, name) && !LEAVES.has(known[name]);
  return node.members.some((member) => isLeading(nameText(member.name) ?? '')) ? undefined : value;
}

/** What leads to nothing else of the SDK's. */
const LEAVES: ReadonlySet<Shape | undefined> = new Set<Shape>(['metadata', 'organization-id', 'user-id']);

function typeInModule(specifier: string, name: string, at: ts.Node, unit: Unit, evaluation: Evaluation): Value {
  if (unit.graph.sdkModule(specifier) !== undefined) return sdkType(name, at, unit);
  return valueInModule(specifier, undefined, unit, (target) => exportedType(target, name, evaluation));
}

function exportedType(target: Unit, name: string, evaluation: Evaluation): Value {
  return evaluation.once(target.source, `type ${name}`, () => typeOfExports(target, name, evaluation));
}

function typeOfExports(target: Unit, name: string, evaluation: Evaluation): Value {
  const valueOfEntry = (entry: Export): Value => {
    switch (entry.kind) {
      case 'declaration':
        return evaluation.once(entry.node, 'type', () => valueOfTypeDeclaration(entry.node, target, evaluation));
      case 'forwarded': {
        const { specifier, name: forwarded } = entry;
        return forwarded === undefined
          ? UNKNOWN
          : typeInModule(specifier, forwarded, target.source, target, evaluation);
      }
      case 'expression':
        return UNKNOWN;
    }
  };
  return (
    firstOf(
      exportsNamed(target, name).map((entry) => evaluation.soFar(() => valueOfEntry(entry))),
      ({ kind }) => kind !== 'unknown',
    ) ?? UNKNOWN
  );
}
