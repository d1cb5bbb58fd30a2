import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES } from '../../api-change.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { nameText } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { isNullishType } from '../../language/written-type.ts';
import { isSdkModule } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { literalsOf } from './keys.ts';

/** What a type says of an object. */
export interface Members {
  /** The properties that it lists. */
  readonly names: ReadonlySet<string>;
  /** Those of them that are always there; a written type isn't asked. */
  readonly certain: ReadonlySet<string>;
  /** Those of them that the object has whichever part of a union it is, so that a pattern may name them. */
  readonly everywhere: ReadonlySet<string>;
  /** Whether it says that there may be others. */
  readonly mayHaveOthers: boolean;
  /** Whether the object may be undefined, where the type that is written doesn't show it. */
  readonly mayBeMissing: boolean;
  /** Whether it may be of one of several types. */
  readonly isUnion: boolean;
  /** Whether it may have none of the properties. */
  readonly isWeak: boolean;
}

/**
 * The properties of an object type, where they are written in the file or known to be the SDK's; undefined where that
 * can't be told: `{}` says nothing.
 */
export function membersOfType(type: ts.TypeNode, unit: Unit): Members | undefined {
  return unlessEmpty(readMembers(type, unit));
}

function unlessEmpty(members: Members | undefined): Members | undefined {
  return members?.names.size === 0 ? undefined : members;
}

/**
 * What a type lists; null where that can't be told, undefined where it isn't known yet: a type that only leads back to
 * itself lists nothing.
 */
type Listed = Members | null | undefined;

const evaluatorOf = createEvaluators<Listed>({ none: undefined, unknown: null });

function readMembers(type: ts.TypeNode, unit: Unit): Members | undefined {
  return evaluatorOf(unit.graph).once(type, 'members', () => findMembers(type, unit) ?? null) ?? undefined;
}

function findMembers(type: ts.TypeNode, unit: Unit): Members | undefined {
  const recurse = (node: ts.TypeNode): Members | undefined => readMembers(node, unit);
  if (ts.isParenthesizedTypeNode(type)) return recurse(type.type);
  if (ts.isTypeOperatorNode(type))
    return type.operator === ts.SyntaxKind.ReadonlyKeyword ? recurse(type.type) : undefined;
  if (ts.isTypeLiteralNode(type)) return listed(type.members);
  if (ts.isIntersectionTypeNode(type)) return together(type.types.map(recurse));
  if (ts.isUnionTypeNode(type))
    return oneOf(type.types.filter((part) => !isNullishType(part)).map((part) => unlessEmpty(recurse(part))));
  if (ts.isIndexedAccessTypeNode(type)) return paramsOfMethod(type);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  if (unit.scope.bindingOf(type.typeName) === undefined)
    return membersOfLibraryType(type.typeName.text, type.typeArguments ?? [], unit, recurse);
  return membersOfName(type.typeName, unit);
}

function membersOfName(name: ts.Identifier, from: Unit): Members | undefined {
  const named = declarationNamed(name, 'type', from);
  if (named === undefined) return undefined;
  const { node: declaration, unit } = named;
  if (ts.isTypeAliasDeclaration(declaration))
    return declaration.typeParameters === undefined ? readMembers(declaration.type, unit) : undefined;
  if (ts.isInterfaceDeclaration(declaration)) return membersOfInterface(declaration, unit);
  if (ts.isTypeParameterDeclaration(declaration))
    return opened(declaration.constraint === undefined ? undefined : readMembers(declaration.constraint, unit));
  return membersOfImport(declaration);
}

function membersOfInterface(declaration: ts.InterfaceDeclaration, unit: Unit): Members | undefined {
  const { members, heritageClauses = [], typeParameters } = declaration;
  if (typeParameters !== undefined) return undefined;
  const find = (): Members | undefined =>
    together([
      listed(members),
      ...heritageClauses.flatMap(({ types }) => types.map((base) => membersOfBase(base, unit))),
    ]);
  return evaluatorOf(unit.graph).once(declaration, 'members', () => find() ?? null) ?? undefined;
}

function membersOfBase({ expression, typeArguments }: ts.ExpressionWithTypeArguments, unit: Unit): Members | undefined {
  return ts.isIdentifier(expression) && typeArguments === undefined ? membersOfName(expression, unit) : undefined;
}

function closed(names: ReadonlySet<string>, isWeak = false): Members {
  const isUnion = false;
  return { names, certain: new Set(), everywhere: names, mayHaveOthers: false, mayBeMissing: false, isUnion, isWeak };
}

/** The same without some of the properties. */
export function without(members: Members, left: (name: string) => boolean): Members {
  const rest = (names: ReadonlySet<string>): ReadonlySet<string> => new Set([...names].filter((name) => !left(name)));
  return { ...members, names: rest(members.names), everywhere: rest(members.everywhere) };
}

/** What a type parameter stands for has its constraint's properties, and may have others. */
function opened(members: Members | undefined): Members | undefined {
  return members === undefined ? undefined : { ...members, mayHaveOthers: true };
}

function listed(elements: readonly ts.TypeElement[]): Members | undefined {
  const names = elements.map((member) => nameText(member.name));
  const isWeak = elements.every(({ questionToken }) => questionToken !== undefined);
  return names.every((name) => name !== undefined) ? closed(new Set(names), isWeak) : undefined;
}

/** What has all the parts. */
function together(parts: readonly (Members | undefined)[]): Members | undefined {
  if (!parts.every((part) => part !== undefined)) return undefined;
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    certain: new Set(),
    everywhere: new Set(parts.flatMap(({ everywhere }) => [...everywhere])),
    mayHaveOthers: parts.some(({ mayHaveOthers }) => mayHaveOthers),
    mayBeMissing: parts.some(({ mayBeMissing }) => mayBeMissing),
    isUnion: parts.some(({ isUnion }) => isUnion),
    isWeak: parts.every(({ isWeak }) => isWeak),
  };
}

/** What is one of the parts. */
function oneOf(parts: readonly (Members | undefined)[]): Members | undefined {
  const all = together(parts);
  if (all === undefined) return undefined;
  return {
    ...all,
    isUnion: all.isUnion || parts.length > 1,
    everywhere: new Set([...all.names].filter((name) => parts.every((part) => part?.everywhere.has(name) === true))),
  };
}

function membersOfLibraryType(
  name: string,
  args: readonly ts.TypeNode[],
  unit: Unit,
  recurse: (node: ts.TypeNode) => Members | undefined,
): Members | undefined {
  const [object, keys] = args;
  if (object === undefined) return undefined;
  const listedKeys = keys === undefined ? undefined : literalsOf(keys, unit);
  const changed = (change: (members: Members) => Members): Members | undefined => {
    const members = recurse(object);
    return members === undefined ? undefined : change(members);
  };
  switch (name) {
    case 'Exclude':
    case 'NonNullable':
      return changed((members) => ({ ...members, mayBeMissing: false }));
    case 'Required':
      return changed((members) => ({ ...members, mayBeMissing: false, isWeak: false }));
    case 'Partial':
      return changed((members) => ({ ...members, isWeak: true }));
    case 'Awaited':
    case 'Readonly':
      return recurse(object);
    case 'Pick':
      // Whatever the object has beside them.
      return listedKeys === undefined ? undefined : closed(new Set(listedKeys));
    case 'Omit':
      return listedKeys === undefined
        ? undefined
        : changed((members) => ({ ...without(members, (one) => listedKeys.includes(one)), mayBeMissing: false }));
    case 'Record': {
      const names = literalsOf(object, unit);
      return names === undefined ? undefined : closed(new Set(names));
    }
    default:
      return undefined;
  }
}

/** What stands for the general fields of the SDK's own types: there are some, whichever. */
const GENERAL_FIELDS = ['firstName'];

/** What the SDK's own types of params list; those of the browser's update know one kind of metadata. */
const PARAMS = paramsWith(METADATA_FIELDS);
const PARAMS_IN_BROWSER = paramsWith(SURFACES.frontend.fields);

function paramsWith(fields: readonly string[]): Members {
  return { ...closed(new Set([...GENERAL_FIELDS, ...fields]), true), isUnion: true };
}

function membersOfImport(declaration: ts.Declaration): Members | undefined {
  const source = importOf(declaration);
  const isParams = source?.name === 'UpdateUserParams' || source?.name === 'UpdateOrganizationParams';
  if (!isParams || !isSdkModule(source.specifier)) return undefined;
  // The modules of types are the browser's: the backend exports none of its own.
  return source.name === 'UpdateUserParams' && /[/]types$/.test(source.specifier) ? PARAMS_IN_BROWSER : PARAMS;
}

/**
 * `Parameters<ClerkClient['users']['updateUser']>[1]`, `Parameters<typeof client.users.updateUser>[1]`,
 * `Parameters<UserResource['update']>[0]`
 */
function paramsOfMethod({ objectType, indexType }: ts.IndexedAccessTypeNode): Members | undefined {
  if (
    !ts.isTypeReferenceNode(objectType) ||
    !ts.isIdentifier(objectType.typeName) ||
    objectType.typeName.text !== 'Parameters'
  )
    return undefined;
  const method = objectType.typeArguments?.[0]?.getText() ?? '';
  const index = indexType.getText();
  if (index === '0') return /\bUserResource\b.*\bupdate['"\]\s]*$/.test(method) ? PARAMS_IN_BROWSER : undefined;
  const name = index === '1' ? /\b(updateUser|updateOrganization)['"\]\s]*$/.exec(method)?.[1] : undefined;
  return name === undefined ? undefined : { ...PARAMS, mayBeMissing: name === 'updateUser' };
}
