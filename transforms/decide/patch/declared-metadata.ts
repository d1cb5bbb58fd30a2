import { ts } from 'ts-morph';
import type { MetadataField, Surface } from '../../api-change.ts';
import { additionsTo } from '../../language/augmented-types.ts';
import type { Unit } from '../../language/unit.ts';
import {
  entryType,
  isLibraryType,
  isNullishType,
  listedBy,
  memberType,
  saysNothing,
  type WrittenType,
} from '../../language/written-type.ts';
import { nameText } from '../../syntax.ts';
import type { Keys } from './keys-around.ts';

/** A metadata field of the SDK's types, which a repository may say more of. */
export interface TypedField {
  readonly field: MetadataField;
  readonly surface: Surface;
}

/** The name of the type that the SDK has for a metadata field, which is known everywhere. */
export function nameOfDeclared({ field, surface }: TypedField): string {
  const owner = surface === 'organizations' ? 'Organization' : 'User';
  return `${owner}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/** What a repository says of the keys of a metadata field; undefined where it can't all be read. */
export type DeclaredKeys = Declared | undefined;

/** The type of each key of which something is said. */
export type Declared = ReadonlyMap<string, WrittenType>;

/** `declare global { interface UserPublicMetadata { … } }`: what the SDK's methods take is of these types. */
export function declaredKeys(of: TypedField, unit: Unit): DeclaredKeys {
  if (!unit.isTypeScript) return new Map();
  const additions = additionsTo(nameOfDeclared(of), unit);
  if (additions?.some(({ isExtending }) => isExtending) !== false) return undefined;
  const keys = new Map<string, WrittenType>();
  for (const { members, unit: home } of additions) {
    for (const member of members) {
      if (ts.isIndexSignatureDeclaration(member)) continue;
      const name = nameText(member.name);
      if (!ts.isPropertySignature(member) || member.type === undefined || name === undefined) return undefined;
      keys.set(name, { node: member.type, unit: home, optional: isOptional(member) });
    }
  }
  return keys;
}

/** The type of an object of which nothing is said. */
export const ANY_KEYS = 'Record<string, unknown>';

/** The type of metadata whose keys are assigned one by one. */
export function typeOfAnyKeys(of: TypedField, unit: Unit): string {
  return declaredKeys(of, unit)?.size === 0 ? ANY_KEYS : nameOfDeclared(of);
}

/** Whether the repository says of a metadata field that it is never without some key, or may say so. */
export function demandsKeys(of: TypedField, unit: Unit): boolean {
  const declared = declaredKeys(of, unit);
  return declared === undefined || ![...declared.values()].every(mayBeMissing);
}

/** What the repository says of a part of the metadata; undefined where that can't be read. */
export type Said = WrittenType | 'anything' | undefined;

/** What is said of the part that some keys lead to. */
export function typeBehind([first, ...others]: Keys, declared: Declared): Said {
  if (first === undefined) return undefined;
  let type = declared.get(first);
  if (type === undefined) return 'anything';
  for (const key of others) {
    if (saysNothing(type.node)) return 'anything';
    type = (key === undefined ? undefined : memberType(type.node, key, type.unit)) ?? entryType(type);
    if (type === undefined) return undefined;
  }
  return type;
}

export function mayBeMissing(said: Said): boolean {
  return said === 'anything' || said?.optional === true;
}

export function mayBeNull(said: Said): boolean {
  if (said === undefined || said === 'anything') return said !== undefined;
  return (ts.isUnionTypeNode(said.node) ? said.node.types : [said.node]).some(
    (part) =>
      part.kind === ts.SyntaxKind.AnyKeyword ||
      part.kind === ts.SyntaxKind.UnknownKeyword ||
      (ts.isLiteralTypeNode(part) && part.literal.kind === ts.SyntaxKind.NullKeyword),
  );
}

/** Whether what has some keys, and maybe others, is what is said of it. */
export function mayHaveOnly(keys: readonly string[], said: Said): boolean {
  if (said === undefined || said === 'anything') return said !== undefined;
  const { node, unit } = said;
  if (saysNothing(node) || isLibraryType(node, 'Partial', unit)) return true;
  if (ts.isParenthesizedTypeNode(node)) return mayHaveOnly(keys, { ...said, node: node.type });
  if (ts.isUnionTypeNode(node)) {
    const [present, ...others] = node.types.filter((part) => !isNullishType(part));
    return present !== undefined && others.length === 0 && mayHaveOnly(keys, { ...said, node: present });
  }
  if (isLibraryType(node, 'Record', unit))
    return ts.isTypeReferenceNode(node) && node.typeArguments?.[0]?.kind === ts.SyntaxKind.StringKeyword;
  const listed = listedBy(node, unit);
  if (listed === undefined || listed.isExtending) return false;
  return listed.members.every(
    (member) =>
      ts.isIndexSignatureDeclaration(member) || isOptional(member) || keys.includes(nameText(member.name) ?? ''),
  );
}

function isOptional({ questionToken }: ts.TypeElement): boolean {
  return questionToken !== undefined;
}
