import { ts } from 'ts-morph';
import { isGlobal } from '../../recognise/source/is-global.ts';
import { writtenTypeOf } from '../../recognise/source/written-type.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import type { Asking } from './asking.ts';
import { kindsPastType } from './assigned-kinds.ts';
import {
  GLOBAL_MEMBERS,
  memberByKind,
  NOTHING,
  PROPERTIES,
  STRING,
  NUMBER,
  UNDEFINED,
  UNKNOWN,
  type Kinds,
} from './kinds.ts';
import { literalInSight } from './literal-in-sight.ts';
import { kindsOfWritten } from './written-types.ts';

/** What a property, or an element in brackets, may be, conditions around it aside. */
export function kindsOfAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, asking: Asking): Kinds {
  const { context, unit } = asking;
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
      return /^[A-Z]/.test(access.name) ? (kindsOfGlobalMember(object, access.name) ?? UNKNOWN) : UNKNOWN;
    if (binding.declaration !== undefined && ts.isEnumDeclaration(binding.declaration)) return STRING | NUMBER;
  }
  if (isEnvironment(object, asking)) return STRING | UNDEFINED;
  const sdk = context.tracer.valueOf(node, unit);
  if (sdk.kind === 'sdk' && (sdk.shape === 'user-id' || sdk.shape === 'organization-id')) return STRING | optional;
  if (literalInSight(object, context) !== undefined) {
    const member = kindsOfMember(object, access.name, asking);
    if (member !== UNKNOWN) return member | optional;
  }
  return memberByKind(PROPERTIES, asking.ask(access.object), access.name, optional);
}

/** What `name` of a global is, or what it returns; undefined where that isn't known. */
export function kindsOfGlobalMember(global: ts.Identifier, name: string): Kinds | undefined {
  const members = Object.hasOwn(GLOBAL_MEMBERS, global.text) ? GLOBAL_MEMBERS[global.text] : undefined;
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** `process.env`. */
function isEnvironment(node: ts.Expression, { unit }: Asking): boolean {
  const access = accessOf(node);
  return access?.name === 'env' && isGlobal(access.object, 'process', unit);
}

/** A property of an object literal in sight that nothing changes. */
export function kindsOfMember(object: ts.Expression, name: string, { context, ask }: Asking): Kinds {
  const properties: readonly ts.ObjectLiteralElementLike[] = literalInSight(object, context)?.properties ?? [];
  const element = properties.findLast((candidate) => nameText(candidate.name) === name);
  // What is spread in behind it, or has a computed name, may take its place.
  if (
    element === undefined ||
    properties.slice(properties.indexOf(element)).some((candidate) => nameText(candidate.name) === undefined)
  )
    return UNKNOWN;
  if (ts.isPropertyAssignment(element)) return ask(element.initializer);
  return ts.isShorthandPropertyAssignment(element) ? ask(element.name) : UNKNOWN;
}
