import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES, type MetadataField, type Surface, type SurfaceChange } from '../../api-change.ts';
import { nameText, parametersOf } from '../../syntax.ts';
import { foundIn } from '../../tree.ts';
import { METHOD_TYPES } from './update-calls.ts';
import { SURFACES_BY_METHOD } from './method-calls.ts';
import { membersOfType } from '../params/type-members.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluateProperty, evaluateType } from '../evaluator/evaluator.ts';

/**
 * A type of the code base's own that declares one of the SDK's general updates again, with metadata among its params.
 */
export interface MethodDeclaration {
  readonly surface: Surface;
  readonly node: MethodMember;
  readonly fields: readonly MetadataField[];
}

type MethodMember = ts.MethodSignature | ts.PropertySignature;

/** `interface ClerkLike { users: { updateUser(id: string, params: { publicMetadata?: … }): … } }`, in source order. */
export function findMethodDeclarations(unit: Unit, dependsOnSdk: () => boolean): MethodDeclaration[] {
  const found = foundIn(unit.source, (node): MethodDeclaration | undefined => {
    if (!ts.isMethodSignature(node) && !ts.isPropertySignature(node)) return undefined;
    const surface = SURFACES_BY_METHOD.get(nameText(node.name) ?? '');
    if (surface === undefined) return undefined;
    const fields = fieldsDeclared(node, surface, unit);
    const isLacking =
      fields.length > 0 &&
      !hasMetadataMethod(node, surface) &&
      !extendsSdk(node.parent, SURFACES[surface].method, unit);
    return isLacking && standsForSdk(node, surface) ? { surface, node, fields } : undefined;
  });
  return found.length > 0 && dependsOnSdk() ? found : [];
}

/** The metadata fields that the declared params list. */
function fieldsDeclared(node: MethodMember, surface: Surface, unit: Unit): MetadataField[] {
  const signature = ts.isMethodSignature(node) ? node : node.type;
  if (signature === undefined || !(ts.isMethodSignature(signature) || ts.isFunctionTypeNode(signature))) return [];
  const params = parametersOf(signature)[SURFACES[surface].takesId ? 1 : 0]?.type;
  const members = params === undefined ? undefined : membersOfType(params, unit);
  return METADATA_FIELDS.filter(
    (field) =>
      members?.names.has(field) === true && (SURFACES[surface].fields as readonly MetadataField[]).includes(field),
  );
}

/** Whether the same type declares a method for metadata, too: somebody has seen to it. */
function hasMetadataMethod(node: MethodMember, surface: Surface): boolean {
  const { merge, replace }: SurfaceChange = SURFACES[surface];
  const siblings =
    ts.isInterfaceDeclaration(node.parent) || ts.isTypeLiteralNode(node.parent) ? node.parent.members : [];
  return siblings.some((member) => [merge, replace].includes(nameText(member.name) ?? ''));
}

/** Names that a type of one's own for the SDK's client or user goes by. */
const CLERK_NAME = /clerk|^User(?:API|Resource)|^OrganizationAPI/i;

/**
 * Whether a declaration is one of the SDK's method: the type is named after the SDK's, or has the API's `users` or
 * `organizations` around it.
 * The frontend's field is only Clerk's, so there a type that is named a user will do.
 */
function standsForSdk(node: MethodMember, surface: Surface): boolean {
  const { parent } = node;
  const around = ts.isTypeLiteralNode(parent) ? parent.parent : undefined;
  const property = around !== undefined && ts.isPropertySignature(around) ? nameText(around.name) : undefined;
  if (surface !== 'frontend' && property === surface) return true;
  const named = enclosingName(node);
  if (named !== undefined && (CLERK_NAME.test(named) || (surface === 'frontend' && /user/i.test(named)))) return true;
  return surface === 'frontend' && property !== undefined && /user$/i.test(property);
}

function enclosingName(node: ts.Node): string | undefined {
  const isNamed = (around: ts.Node): around is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
    ts.isInterfaceDeclaration(around) || ts.isTypeAliasDeclaration(around);
  return ts.findAncestor(node, isNamed)?.name.text;
}

/**
 * `interface X extends UserResource { … }`, `type X = Omit<UserResource, 'update'> & { … }`: the method for metadata is
 * there, since the SDK's type has it.
 */
function extendsSdk(type: ts.Node, name: string, unit: Unit): boolean {
  return basesOf(type)
    .map(withoutOmit)
    .some((base) => {
      const value = evaluateType(base, unit);
      const method = value.kind === 'sdk' ? evaluateProperty(value, name, base, unit) : value;
      return method.kind === 'sdk' && METHOD_TYPES[method.type] !== undefined;
    });
}

function basesOf(type: ts.Node): ts.TypeNode[] {
  if (ts.isInterfaceDeclaration(type)) return type.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  return ts.isIntersectionTypeNode(type.parent) ? type.parent.types.filter((part) => part !== type) : [];
}

function withoutOmit(type: ts.TypeNode): ts.TypeNode {
  const name = ts.isTypeReferenceNode(type)
    ? type.typeName
    : ts.isExpressionWithTypeArguments(type)
      ? type.expression
      : undefined;
  const [first] =
    ts.isTypeReferenceNode(type) || ts.isExpressionWithTypeArguments(type) ? (type.typeArguments ?? []) : [];
  return first !== undefined &&
    name !== undefined &&
    ts.isIdentifier(name) &&
    /^(?:Omit|Partial|Pick|Required)$/.test(name.text)
    ? first
    : type;
}
