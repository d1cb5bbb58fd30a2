import { ts } from 'ts-morph';
import { memberOf } from '../../flow/members.ts';
import { isGlobal } from '../../language/is-global.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import type { Asking } from './asking.ts';
import { kindsPastType } from './put-past-types.ts';
import { kindsOfField } from './event-kinds.ts';
import {
  GLOBAL_MEMBERS,
  memberByKind,
  NOTHING,
  PROPERTIES,
  STRING,
  NUMBER,
  UNDEFINED,
  UNKNOWN,
  UNTYPED,
  without,
  type Kinds,
} from './kinds.ts';
import { literalInSight } from './literal-in-sight.ts';
import { kindsOfWritten } from './written-types.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { declarationNamed } from '../../language/named-declarations.ts';

export type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** What a property, or an element in brackets, may be, conditions around it aside. */
export function kindsOfAccess(node: Access, asking: Asking): Kinds {
  const { unit } = asking;
  const written = writtenTypeOf(node, unit);
  if (written !== undefined) return kindsOfWritten(written, unit) | kindsPastType(node, asking);
  const access = accessOf(node);
  if (access === undefined) return UNKNOWN;
  const optional = ts.isOptionalChain(node) ? UNDEFINED : NOTHING;
  const object = unwrap(access.object);
  if (ts.isIdentifier(object)) {
    const binding = unit.scope.bindingOf(object);
    // A global's constants are in capitals; the rest are methods.
    if (binding === undefined)
      return /^[A-Z]/.test(access.name) ? (kindsOfGlobalMember(object.text, access.name) ?? UNKNOWN) : UNKNOWN;
    const declaration = declarationNamed(object, 'value', unit)?.node;
    // A namespace of its name may add to an enum.
    if (declaration !== undefined && ts.isEnumDeclaration(declaration))
      return declaration.members.some(({ name }) => nameText(name) === access.name) ? STRING | NUMBER : UNKNOWN;
  }
  if (isEnvironment(object, asking)) return STRING | UNDEFINED;
  const sdk = evaluate(node, unit);
  if (sdk.kind === 'sdk' && (sdk.type === 'user-id' || sdk.type === 'organization-id')) return STRING | optional;
  const member = kindsOfMember(object, access.name, asking);
  if (without(member, UNTYPED) !== UNKNOWN) return member | optional;
  return memberByKind(PROPERTIES, asking.ask(access.object), access.name, optional);
}

/** What `name` of a global is, or what it returns; undefined where that isn't known. */
export function kindsOfGlobalMember(global: string, name: string): Kinds | undefined {
  const members = Object.hasOwn(GLOBAL_MEMBERS, global) ? GLOBAL_MEMBERS[global] : undefined;
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** `process.env`. */
function isEnvironment(node: ts.Expression, { unit }: Asking): boolean {
  const access = accessOf(node);
  return access?.name === 'env' && isGlobal(access.object, 'process', unit);
}

/** A property of an object literal in sight that nothing changes, or of a form's field. */
export function kindsOfMember(object: ts.Expression, name: string, { unit, ask, elsewhere }: Asking): Kinds {
  const found = literalInSight(object, unit);
  const member = found === undefined ? undefined : memberOf(found.node, name);
  if (found === undefined || member?.kind !== 'value') return kindsOfField(unwrap(object), name, unit) ?? UNKNOWN;
  return found.unit === unit ? ask(member.of) : elsewhere(member.of, found.unit);
}
