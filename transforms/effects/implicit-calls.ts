import { ts } from 'ts-morph';
import { accessorsOfFile, propertiesNamed } from '../language/properties.ts';
import { COMPUTED } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, isAccess, takenName } from '../syntax.ts';
import { assigned } from './assigned.ts';
import type { Code, Place } from './place.ts';

/**
 * Members that the language calls by itself: where a value becomes a string, is waited for, gone through or compared.
 */
export function implicitMembers(unit: Unit): Code[] {
  return [...IMPLICIT_MEMBERS, COMPUTED]
    .flatMap((name) => propertiesNamed(name, unit.source).members)
    .filter((node) => ts.isMethodDeclaration(node) || ts.isAccessor(node))
    .map((node) => ({ node, unit }));
}

/** What the language calls by itself, by its name. */
export const IMPLICIT_MEMBERS: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'then']);

/** The same for what is assigned, `Promise.prototype.then = …`, or is a property of an object: `{ toString: save }`. */
export function implicitValues(unit: Unit): Place[] {
  return [...IMPLICIT_MEMBERS].flatMap((name) => [
    ...propertiesNamed(name, unit.source)
      .members.filter((node) => !ts.isMethodDeclaration(node) && !ts.isAccessor(node) && !ts.isJsxAttribute(node))
      .map((node): Place => ({ node, unit, sight: 'closed' })),
    ...unit.scope.propertyWrites(name).flatMap((write) => assigned(write, { node: write, unit, sight: 'closed' })),
  ]);
}

/** The accessors of the file that reading or assigning a property of that name may run. */
export function accessorsAt(node: ts.Node, unit: Unit): Code[] {
  const isRead = isAccess(node);
  const name = isRead ? (accessOf(node)?.name ?? COMPUTED) : ts.isBindingElement(node) ? takenName(node) : undefined;
  if (name === undefined) return [];
  const accessors =
    isRead && name === COMPUTED
      ? accessorsOfFile(unit.source)
      : [name, COMPUTED].flatMap((one) => propertiesNamed(one, unit.source).members.filter(ts.isAccessor));
  return accessors.map((accessor) => ({ node: accessor, unit }));
}
