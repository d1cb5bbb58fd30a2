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
import { accessOf, isAccess, nameText, unwrap } from '../../syntax.ts';
import { takesCastOff, type Change } from '../decision/change.ts';
import { typeSaidOf } from './annotated-type.ts';
import { nameOfKey } from './removal.ts';

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
export type DeclaredKeys = ReadonlyMap<string, WrittenType> | undefined;

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

/** What the repository says of a field, against changes to a value of it. */
interface Fit {
  /** Whether, once they are made, it still has each key that is demanded, and what is left of it is what is said. */
  readonly fits: boolean;
  /** Those that put a null where it isn't taken. */
  readonly refused: readonly Change[];
}

/**
 * Holds a value to what the repository says of its field.
 *
 * @param keys those that it has whatever it spreads
 */
export function fitDeclared(
  value: ts.Expression,
  changes: readonly Change[],
  keys: ReadonlySet<string>,
  of: TypedField,
  unit: Unit,
): Fit {
  const declared = declaredKeys(of, unit);
  if (declared === undefined) return { fits: false, refused: [] };
  const held = declared.size === 0 ? [] : changes.filter(({ node }) => !isOfAnyType(node, value, unit));
  const refused = held.filter((change) => refusesNull(change, declared, value, unit));
  const isEnough = [...declared].every(([key, said]) => mayBeMissing(said) || keys.has(key));
  return {
    fits:
      (held.length === 0 || isEnough) &&
      held.every((change) => refused.includes(change) || fits(change, declared, value, unit)),
    refused,
  };
}

type Declared = ReadonlyMap<string, WrittenType>;

/** Whether a change puts a null, or may, for a key that takes none. */
function refusesNull(change: Change, declared: Declared, value: ts.Expression, unit: Unit): boolean {
  const path = keysAround(change.node, value, unit);
  const isRefused = (keys: Keys): boolean => {
    const said = typeBehind(keys, declared);
    return said !== undefined && !mayBeNull(said);
  };
  if (path === undefined) return false;
  if (change.kind === 'nulls') return change.keys.some((key) => isRefused([...path, fixedKey(key)]));
  const isNull =
    change.kind === 'delete-to-null' ||
    ((change.kind === 'or-else' || change.kind === 'undefined-to') && change.other === 'null');
  return isNull && path.length > 0 && isRefused(path);
}

function fits(change: Change, declared: Declared, value: ts.Expression, unit: Unit): boolean {
  // Without a cast, keys that aren't fixed are held to what is declared.
  if (takesCastOff(change)) return false;
  if (change.kind === 'repeat')
    return change.changes.every((one) => !refusesNull(one, declared, value, unit) && fits(one, declared, value, unit));
  if (change.kind === 'remove-statement' || change.kind === 'remove-binding') return true;
  const path = keysAround(change.node, value, unit);
  if (path === undefined) return false;
  const isWhole = path.length === 0;
  const said = typeBehind(path, declared);
  const isLeftWith = (...left: readonly string[]): boolean => isWhole || mayHaveOnly(left, said);
  switch (change.kind) {
    case 'remove-element':
      return ts.isSpreadAssignment(change.node) ? isLeftWith(...keysBeside(change.node)) : mayBeMissing(said);
    case 'remove-argument':
    case 'replace-by':
      return isWhole;
    case 'let-any-key':
      return isWhole && [...declared.values()].every(mayBeMissing);
    case 'delete-to-null':
      return mayBeNull(said);
    case 'or-else':
    case 'undefined-to':
      if (change.other === 'null') return !isWhole && mayBeNull(said);
      return isWhole ? [...declared.values()].every(mayBeMissing) : isLeftWith();
    case 'nulls':
      return (
        change.keys.every((key) => mayBeNull(typeBehind([...path, fixedKey(key)], declared))) &&
        isLeftWith(...keysBeside(change.node), ...change.keys)
      );
    default:
      return false;
  }
}

/** A key as it is written in an object literal, by its name: none for `[key]`. */
function fixedKey(key: string): string | undefined {
  return key.startsWith('[') ? undefined : nameOfKey(key);
}

/** Whether a part of a value may be anything for the compiler, by a cast, or by what is said of the variable. */
function isOfAnyType(node: ts.Node, value: ts.Expression, unit: Unit): boolean {
  for (let around = node; ; around = around.parent) {
    if (ts.isAssertionExpression(around) && isOpen(around.type, unit)) return true;
    if (ts.isVariableDeclaration(around)) return around.type !== undefined && isOpen(around.type, unit);
    const target = targetOf(around);
    if (target !== undefined) {
      const declaration = unit.scope.bindingOf(accessOf(target)?.object)?.declaration;
      const type = declaration === undefined ? undefined : typeSaidOf(declaration);
      return type !== undefined && isOpen(type, unit);
    }
    if (around === value || ts.isStatement(around) || ts.isSourceFile(around)) return false;
  }
}

/** `any`, `Record<string, unknown>` */
function isOpen(type: ts.TypeNode, unit: Unit): boolean {
  if (type.kind === ts.SyntaxKind.AnyKeyword) return true;
  if (!isLibraryType(type, 'Record', unit) || !ts.isTypeReferenceNode(type)) return false;
  const [keys, values] = type.typeArguments ?? [];
  return keys?.kind === ts.SyntaxKind.StringKeyword && values !== undefined && saysNothing(values);
}

/** The keys that lead from the metadata to a part of it; undefined for one that isn't fixed. */
type Keys = readonly (string | undefined)[];

/** What the repository says of a part of the metadata; undefined where that can't be read. */
type Said = WrittenType | 'anything' | undefined;

/** What is said of the part that some keys lead to. */
function typeBehind([first, ...others]: Keys, declared: Declared): Said {
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

function mayBeMissing(said: Said): boolean {
  return said === 'anything' || said?.optional === true;
}

function mayBeNull(said: Said): boolean {
  if (said === undefined || said === 'anything') return said !== undefined;
  return (ts.isUnionTypeNode(said.node) ? said.node.types : [said.node]).some(
    (part) =>
      part.kind === ts.SyntaxKind.AnyKeyword ||
      part.kind === ts.SyntaxKind.UnknownKeyword ||
      (ts.isLiteralTypeNode(part) && part.literal.kind === ts.SyntaxKind.NullKeyword),
  );
}

/** Whether what has some keys, and maybe others, is what is said of it. */
function mayHaveOnly(keys: readonly string[], said: Said): boolean {
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

/** The keys that an object has whatever it spreads. */
function keysOf(object: ts.Node): readonly string[] {
  const literal = ts.isExpression(object) ? unwrap(object) : object;
  return ts.isObjectLiteralExpression(literal) ? literal.properties.flatMap(({ name }) => nameText(name) ?? []) : [];
}

/** Those of the object that a spread stands in. */
function keysBeside(spread: ts.Node): readonly string[] {
  return ts.isSpreadAssignment(spread) ? keysOf(spread.parent) : [];
}

/** The keys that lead to a node from the metadata that it is a part of; undefined where these can't be told. */
function keysAround(node: ts.Node, value: ts.Expression, unit: Unit, known: KnownKeys = new Map()): Keys | undefined {
  const keys: (string | undefined)[] = [];
  const behind = (declaration: ts.Declaration | undefined): Keys | undefined => {
    const before = declaration && keysOfVariable(declaration, value, unit, known);
    return before && [...before, ...keys];
  };
  for (let around = node; around !== value; around = around.parent) {
    if (ts.isVariableDeclaration(around)) return behind(around);
    const target = targetOf(around);
    if (target !== undefined) {
      const { object, name } = accessOf(target) ?? {};
      keys.unshift(name);
      return behind(unit.scope.bindingOf(object)?.declaration);
    }
    if (ts.isStatement(around)) return undefined;
    if (ts.isPropertyAssignment(around) || ts.isShorthandPropertyAssignment(around))
      keys.unshift(nameText(around.name));
  }
  return keys;
}

/** What is deleted by a node, or what it is assigned to. */
function targetOf(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (ts.isDeleteExpression(node)) return unwrap(node.expression);
  const isAssigned =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right === node;
  return isAssigned ? unwrap(parent.left) : undefined;
}

/** What is known of variables, each asked about once; undefined of one that leads back to itself. */
type KnownKeys = Map<ts.Declaration, Keys | undefined>;

/** The same of a variable, by the one place where it becomes a part of the metadata. */
function keysOfVariable(
  declaration: ts.Declaration,
  value: ts.Expression,
  unit: Unit,
  known: KnownKeys,
): Keys | undefined {
  if (known.has(declaration)) return known.get(declaration);
  known.set(declaration, undefined);
  const mentions = unit.scope.bindingOf(ts.getNameOfDeclaration(declaration))?.references ?? [];
  const [keys, ...others] = mentions.flatMap((mention) => {
    const found = ts.isDeleteExpression(accessAround(mention).parent)
      ? undefined
      : keysAround(mention, value, unit, known);
    return found === undefined ? [] : [found];
  });
  const only = others.length === 0 ? keys : undefined;
  known.set(declaration, only);
  return only;
}

function accessAround(mention: ts.Node): ts.Node {
  let node = mention;
  while (isAccess(node.parent) && node.parent.expression === node) node = node.parent;
  return node;
}
