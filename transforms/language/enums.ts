import { ts } from 'ts-morph';
import { accessOf, nameText, unwrap } from '../syntax.ts';
import { declarationNamed } from './named-declarations.ts';
import type { Unit } from './unit.ts';

/** Whether an expression is a member of an enum in sight. A namespace of the enum's name may add to it what is none. */
export function isEnumMember(node: ts.Expression, unit: Unit): boolean {
  const access = accessOf(unwrap(node));
  const object = access === undefined ? undefined : unwrap(access.object);
  if (access === undefined || object === undefined || !ts.isIdentifier(object)) return false;
  const declaration = declarationNamed(object, 'value', unit)?.node;
  return (
    declaration !== undefined &&
    ts.isEnumDeclaration(declaration) &&
    declaration.members.some(({ name }) => nameText(name) === access.name)
  );
}
