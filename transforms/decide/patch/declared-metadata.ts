import { ts } from 'ts-morph';
import type { MetadataField, Surface } from '../../api-change.ts';
import { additionsTo } from '../../language/augmented-types.ts';
import type { Unit } from '../../language/unit.ts';
import { nameText, unwrap } from '../../syntax.ts';
import { takesCastOff, type Change } from '../decision/change.ts';

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
export type DeclaredKeys = ReadonlyMap<string, ts.PropertySignature> | undefined;

/** `declare global { interface UserPublicMetadata { … } }`: what the SDK's methods take is of these types. */
export function declaredKeys(of: TypedField, unit: Unit): DeclaredKeys {
  if (!unit.isTypeScript) return new Map();
  const additions = additionsTo(nameOfDeclared(of), unit);
  if (additions?.some(({ isExtending }) => isExtending) !== false) return undefined;
  const keys = new Map<string, ts.PropertySignature>();
  for (const member of additions.flatMap(({ members }) => members)) {
    if (ts.isIndexSignatureDeclaration(member)) continue;
    const name = nameText(member.name);
    if (!ts.isPropertySignature(member) || name === undefined) return undefined;
    keys.set(name, member);
  }
  return keys;
}

/** Whether the repository says of a metadata field that it is never without some key, or may say so. */
export function demandsKeys(of: TypedField, unit: Unit): boolean {
  const declared = declaredKeys(of, unit);
  return declared === undefined || [...declared.values()].some(isDemanded);
}

/**
 * Whether a value is what the repository says of its field once the changes are made to it: without what it spread, it
 * still has each key that is demanded, and null stands only where it may.
 *
 * @param keys those that it has whatever it spreads
 */
export function fitsDeclared(
  value: ts.Expression,
  changes: readonly Change[],
  keys: ReadonlySet<string>,
  of: TypedField,
  unit: Unit,
): boolean {
  const declared = declaredKeys(of, unit);
  if (declared === undefined) return false;
  if (declared.size === 0) return true;
  const takesNull = (key: string | undefined): boolean => {
    if (key === undefined) return false;
    const signature = declared.get(key);
    return signature === undefined || isNullable(signature);
  };
  const fits = (change: Change): boolean => {
    // Without a cast, keys that aren't fixed are held to what is declared.
    if (takesCastOff(change)) return false;
    const key = keyAround(change.node, value);
    switch (change.kind) {
      case 'remove-element':
      case 'remove-argument':
      case 'replace-by':
        return key.kind === 'none' || (key.kind === 'key' && !declared.has(key.name));
      case 'or-else':
      case 'undefined-to':
        return key.kind === 'key' && takesNull(key.name);
      case 'nulls':
        return key.kind === 'none' ? change.keys.every(takesNull) : key.kind === 'key' && !declared.has(key.name);
      case 'repeat':
        return change.changes.every(fits);
      case 'remove-statement':
      case 'remove-binding':
        return true;
      default:
        return false;
    }
  };
  return [...declared].every(([key, signature]) => !isDemanded(signature) || keys.has(key)) && changes.every(fits);
}

function isDemanded({ questionToken }: ts.PropertySignature): boolean {
  return questionToken === undefined;
}

function isNullable({ type }: ts.PropertySignature): boolean {
  const types = type !== undefined && ts.isUnionTypeNode(type) ? type.types : type === undefined ? [] : [type];
  return types.some(
    (part) =>
      part.kind === ts.SyntaxKind.AnyKeyword ||
      part.kind === ts.SyntaxKind.UnknownKeyword ||
      (ts.isLiteralTypeNode(part) && part.literal.kind === ts.SyntaxKind.NullKeyword),
  );
}

/** The key of the metadata that a node belongs to; `none` for the metadata itself. */
type KeyAround = { readonly kind: 'key'; readonly name: string } | { readonly kind: 'none' | 'unknown' };

function keyAround(node: ts.Node, value: ts.Expression): KeyAround {
  let key: KeyAround = { kind: 'none' };
  const held = unwrap(value);
  for (let around = node; around !== value; around = around.parent) {
    // Of a variable that is only part of the value, the key is elsewhere.
    if (ts.isVariableDeclaration(around))
      return ts.isIdentifier(held) && nameText(around.name) === held.text ? key : { kind: 'unknown' };
    if (ts.isStatement(around)) return { kind: 'unknown' };
    if (ts.isPropertyAssignment(around) || ts.isShorthandPropertyAssignment(around)) {
      const name = nameText(around.name);
      key = name === undefined ? { kind: 'unknown' } : { kind: 'key', name };
    }
  }
  return key;
}
