import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { nameText } from '../../syntax.ts';
import { importOf } from '../source/modules.ts';
import { isSdkModule } from '../sdk/shapes.ts';
import type { Unit } from '../source/unit.ts';

/** The properties that a written type lists. */
export type Members = ReadonlySet<string>;

const MAX_DEPTH = 20;

/** The names of all properties of an object type, where they are written in the file or known to be the SDK's; undefined where that can't be told: `{}` says nothing. */
export function membersOfType(type: ts.TypeNode, unit: Unit): Members | undefined {
  return unlessEmpty(readMembers(type, unit, 0));
}

function unlessEmpty(members: Members | undefined): Members | undefined {
  return members?.size === 0 ? undefined : members;
}

function readMembers(type: ts.TypeNode, unit: Unit, depth: number): Members | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const recurse = (node: ts.TypeNode): Members | undefined => readMembers(node, unit, depth + 1);
  if (ts.isParenthesizedTypeNode(type)) return recurse(type.type);
  if (ts.isTypeLiteralNode(type)) return namesOf(type.members);
  if (ts.isIntersectionTypeNode(type)) return union(type.types.map(recurse));
  if (ts.isUnionTypeNode(type)) return union(type.types.filter((part) => !isNullish(part)).map((part) => unlessEmpty(recurse(part))));
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const binding = unit.scope.bindingOf(type.typeName);
  if (binding === undefined) return membersOfLibraryType(type.typeName.text, type.typeArguments ?? [], recurse);
  const { declaration } = binding;
  if (declaration === undefined) return undefined;
  if (ts.isTypeAliasDeclaration(declaration)) return declaration.typeParameters === undefined ? recurse(declaration.type) : undefined;
  if (ts.isInterfaceDeclaration(declaration)) return declaration.heritageClauses === undefined ? namesOf(declaration.members) : undefined;
  return membersOfImport(declaration);
}

function isNullish(type: ts.TypeNode): boolean {
  return type.kind === ts.SyntaxKind.UndefinedKeyword || (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword);
}

function namesOf(members: readonly ts.TypeElement[]): Members | undefined {
  const names = members.map((member) => nameText(member.name));
  return names.every((name) => name !== undefined) ? new Set(names) : undefined;
}

function union(parts: readonly (Members | undefined)[]): Members | undefined {
  return parts.every((part) => part !== undefined) ? new Set(parts.flatMap((part) => [...part])) : undefined;
}

function membersOfLibraryType(name: string, args: readonly ts.TypeNode[], recurse: (node: ts.TypeNode) => Members | undefined): Members | undefined {
  const [object, keys] = args;
  const members = object === undefined ? undefined : recurse(object);
  if (members === undefined) return undefined;
  switch (name) {
    case 'Partial':
    case 'Readonly':
    case 'Required':
    case 'NonNullable':
      return members;
    case 'Pick': {
      const picked = keys === undefined ? undefined : literalKeys(keys);
      return picked === undefined ? undefined : new Set([...members].filter((member) => picked.has(member)));
    }
    case 'Omit': {
      const omitted = keys === undefined ? undefined : literalKeys(keys);
      return omitted === undefined ? undefined : new Set([...members].filter((member) => !omitted.has(member)));
    }
    default:
      return undefined;
  }
}

function literalKeys(type: ts.TypeNode): ReadonlySet<string> | undefined {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  const keys = parts.map((part) => (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? part.literal.text : undefined));
  return keys.every((key) => key !== undefined) ? new Set(keys) : undefined;
}

/** What stands for the general fields of the SDK's own types: there are some, whichever. */
const GENERAL_FIELDS = ['firstName'];

function membersOfImport(declaration: ts.Declaration): Members | undefined {
  const source = importOf(declaration);
  const isParams = source?.name === 'UpdateUserParams' || source?.name === 'UpdateOrganizationParams';
  return isParams && isSdkModule(source.specifier) ? new Set([...GENERAL_FIELDS, ...METADATA_FIELDS]) : undefined;
}
