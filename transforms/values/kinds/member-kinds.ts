import { ts } from 'ts-morph';
import { heldBy } from '../../flow/held.ts';
import { isKeptBy } from '../../flow/kept-lists.ts';
import { memberOf } from '../../flow/members.ts';
import { isEnumMember } from '../../language/enums.ts';
import { isGlobal } from '../../language/is-global.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { accessOf, hasModifier, nameText, unwrap } from '../../syntax.ts';
import type { Asking } from './asking.ts';
import { kindsPastType } from './put-past-types.ts';
import { mayHoldAny } from './filled-lists.ts';
import { kindsOfField } from './event-kinds.ts';
import {
  GLOBAL_MEMBERS,
  memberByKind,
  NOTHING,
  NULLISH,
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

export type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** What a property, or an element in brackets, may be, conditions around it aside. */
export function kindsOfAccess(node: Access, asking: Asking): Kinds {
  const { unit } = asking;
  const written = writtenTypeOf(node, unit);
  if (written !== undefined)
    return mayHoldAny(node, unit) ? UNKNOWN | UNTYPED : kindsOfWritten(written, unit) | kindsPastType(node, asking);
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
  }
  if (isEnumMember(node, unit)) return STRING | NUMBER;
  if (isEnvironment(object, asking)) return STRING | UNDEFINED;
  if (access.name === 'name' && isNamedByLanguage(object, asking)) return STRING;
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
  const isKept = unit.scope.bindingOf(node)?.references.every((mention) => isKeptBy(mention, unit)) === true;
  const call = isKept ? heldBy(node, unit) : node;
  const callee = call !== undefined && ts.isCallExpression(call) ? accessOf(unwrap(call.expression)) : undefined;
  if (call === undefined || callee?.name !== 'split') return UNKNOWN;
  const text = without(ask(callee.object), ts.isOptionalChain(call) ? NULLISH : NOTHING);
  return within(text, STRING) ? STRING | UNDEFINED : UNKNOWN;
}

/** `process.env`. */
function isEnvironment(node: ts.Expression, { unit }: Asking): boolean {
  const access = accessOf(node);
  return access?.name === 'env' && isGlobal(access.object, 'process', unit);
}

/** Whether `name` of a class or a function is the text that the language gives it: it can't be assigned. */
function isNamedByLanguage(object: ts.Expression, { unit }: Asking): boolean {
  const declaration = unit.scope.declarationOf(object);
  if (declaration === undefined) return false;
  if (ts.isFunctionDeclaration(declaration)) return true;
  return ts.isClassDeclaration(declaration) && !declaration.members.some(mayBeItsName);
}

function mayBeItsName(member: ts.ClassElement): boolean {
  return hasModifier(member, ts.SyntaxKind.StaticKeyword) && [undefined, 'name'].includes(nameText(member.name));
}

/** A property of an object in sight that nothing changes, of a form's field, of the platform's objects, or of a table. */
export function kindsOfMember(object: ts.Expression, key: Key, asking: Asking): Kinds {
  const named = typeof key === 'string' ? kindsOfNamed(object, key, asking) : UNKNOWN;
  return named === UNKNOWN ? kindsOfEntry(object, key, asking) : named;
}

function kindsOfNamed(object: ts.Expression, name: string, { unit, ask, elsewhere }: Asking): Kinds {
  const found = literalInSight(object, unit);
  const member = found === undefined ? undefined : memberOf(found.node, name);
  if (found === undefined || member?.kind !== 'value')
    return kindsOfField(unwrap(object), name, unit) ?? kindsOnPlatform(object, 'properties', name, unit);
  return found.unit === unit ? ask(member.of) : elsewhere(member.of, found.unit);
}
