import { ts } from 'ts-morph';
import type { Surface } from '../../api-change.ts';
import type { DeclaredName, Span } from '../../type-oracle.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import {
  isSdkModule,
  mayBeOfClerk,
  METHOD_OWNERS,
  packageOf,
  TYPES,
  TYPES_BY_PACKAGE,
  type SdkType,
} from '../../knowledge/sdk-types.ts';
import { sdk } from './sdk-values.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from './value.ts';
import { isAccess } from '../../syntax.ts';

/** Where an expression stands, for a question about its type. */
export function spanOf(node: ts.Node, unit: Unit): Span {
  return { start: node.getStart(unit.source), end: node.end };
}

/** What an expression is, by the name of its type alone: one of the SDK's objects, or nothing that can be said. */
export function valueByType(node: ts.Expression, unit: Unit): Value {
  if (unit.types === undefined || !isAskable(node)) return UNKNOWN;
  const types = unit.types
    .typeAt(spanOf(node, unit))
    ?.map(({ names }) => names.map(sdkTypeNamed).find((type) => type !== undefined));
  const [type, ...others] = types ?? [];
  return others.every((other) => other === type) ? sdk(type, originOf(node, unit), unit) : UNKNOWN;
}

function isAskable(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || isAccess(node) || ts.isCallExpression(node) || ts.isAwaitExpression(node);
}

/**
 * What tells two objects of one type apart: the declaration of what always names the same one, or the place where it is
 * made.
 */
function originOf(node: ts.Expression, unit: Unit): ts.Node {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return ts.isIdentifier(node) ? unit.source : node;
  return isNeverReassigned(binding) ? binding.declaration : unit.source;
}

/** Bundled declarations number the names that they have twice. */
function plainName(name: string): string {
  return name.replace(/\$\d+$/, '');
}

function sdkTypeNamed({ name, package: from }: DeclaredName): SdkType | undefined {
  if (from === null || !isSdkModule(from)) return undefined;
  const types = { ...TYPES, ...TYPES_BY_PACKAGE[packageOf(from)] };
  return Object.hasOwn(types, plainName(name)) ? types[plainName(name)] : undefined;
}

/**
 * Whose method a call's callee is, by where it is declared: a surface of the SDK, somebody else's (each object it may
 * be called on comes from a package that isn't the SDK), or undefined where that can't be told. What a repository
 * declares itself may well be given the SDK.
 */
export function ownerByType(callee: ts.Expression, unit: Unit): Surface | 'foreign' | undefined {
  const members = unit.types?.memberAt(spanOf(callee, unit));
  if (members === undefined) return undefined;
  const owners = members.map((member) => {
    if (member.owners.every(({ package: from }) => from !== null && !isSdkModule(from) && !mayBeOfClerk(from)))
      return 'foreign';
    return member.owners.map(surfaceOfOwner).find((surface) => surface !== undefined);
  });
  const [owner, ...others] = owners;
  return others.every((other) => other === owner) ? owner : undefined;
}

function surfaceOfOwner({ name, package: from }: DeclaredName): Surface | undefined {
  if (from === null || !(isSdkModule(from) || from.startsWith('@clerk/'))) return undefined;
  const owners = METHOD_OWNERS[plainName(name)];
  return owners === undefined || (owners.only !== undefined && owners.only !== from) ? undefined : owners.surface;
}
