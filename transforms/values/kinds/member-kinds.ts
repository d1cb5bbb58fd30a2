import { ts } from 'ts-morph';
import { heldBy } from '../../flow/held.ts';
import { memberOf } from '../../flow/members.ts';
import { useOf } from '../../flow/uses.ts';
import { MUTATING_METHODS } from '../../knowledge/builtins.ts';
import { isGlobal } from '../../language/is-global.ts';
import { isWriteTarget } from '../../language/scope.ts';
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
  within,
  without,
  type Kinds,
} from './kinds.ts';
import { literalInSight } from './literal-in-sight.ts';
import { kindsOnPlatform } from './platform-kinds.ts';
import { kindsOfEntry, keyOf, type Key } from './tables.ts';
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
  if (access === undefined) {
    const entry = kindsOfMember(node.expression, keyOf(node), asking);
    return entry === UNKNOWN ? kindsOfElement(node.expression, asking) : entry;
  }
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

/** An element of the list that `text.split(',')` gives, which may be missing. */
export function kindsOfElement(list: ts.Expression, { unit, ask }: Asking): Kinds {
  const node = unwrap(list);
  const isKept = unit.scope.bindingOf(node)?.references.every(isUnchangedBy) === true;
  const call = isKept ? heldBy(node, unit) : node;
  const callee = call !== undefined && ts.isCallExpression(call) ? accessOf(unwrap(call.expression)) : undefined;
  return callee?.name === 'split' && within(ask(callee.object), STRING) ? STRING | UNDEFINED : UNKNOWN;
}

/** Whether a mention of a list leaves it as it is. */
function isUnchangedBy(mention: ts.Identifier): boolean {
  const use = useOf(mention);
  const name = use.kind === 'method' || use.kind === 'part' ? accessOf(use.access)?.name : undefined;
  if (use.kind === 'method') return !MUTATING_METHODS.has(name ?? '');
  return use.kind === 'each' || use.kind === 'spread' || (use.kind === 'part' && !isWriteTarget(use.access));
}

/** `process.env`. */
function isEnvironment(node: ts.Expression, { unit }: Asking): boolean {
  const access = accessOf(node);
  return access?.name === 'env' && isGlobal(access.object, 'process', unit);
}

/** A property of an object in sight that nothing changes, of a form's field, of the platform's objects, or of a table. */
export function kindsOfMember(object: ts.Expression, key: Key, asking: Asking): Kinds {
  const { unit, ask, elsewhere } = asking;
  const table = typeof key === 'string' ? literalInSight(object, unit) : undefined;
  const member = table === undefined || typeof key !== 'string' ? undefined : memberOf(table.node, key);
  if (table !== undefined && member?.kind === 'value')
    return table.unit === unit ? ask(member.of) : elsewhere(member.of, table.unit);
  const field = typeof key === 'string' ? kindsOfField(unwrap(object), key, unit) : undefined;
  if (field !== undefined) return field;
  const onPlatform = typeof key === 'string' ? kindsOnPlatform(object, 'properties', key, unit) : UNKNOWN;
  return onPlatform === UNKNOWN ? kindsOfEntry(object, key, asking) : onPlatform;
}
