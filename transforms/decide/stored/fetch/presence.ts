import { declaredBy, takenFrom } from '../../../flow/declared.ts';
import { ts } from 'ts-morph';
import { accessOf } from '../../../syntax.ts';
import { NULLISH, OBJECT } from '../../../values/kinds/kinds.ts';
import { narrow } from '../../../values/kinds/narrowing.ts';
import { isUnassignedPath, pathOf } from '../../../values/paths/property-paths.ts';
import { isUntyped } from '../../../values/kinds/untyped.ts';
import type { StoredRead } from './stored-read.ts';
import type { Unit } from '../../../language/unit.ts';

/**
 * Whether the subject is there when the call is made: without it nothing was spread, and the old call stored nothing
 * but what is new.
 */
export function isPresent({ subject, read, isReadIfThere }: StoredRead, call: ts.Expression, unit: Unit): boolean {
  if (subject.mayBeMissing !== true) return true;
  const object = objectOf(read);
  if (object === undefined) return false;
  // Reading from what isn't there is an error which TypeScript finds.
  const isAsked = isReadIfThere === true || ts.isOptionalChain(read);
  if (!isAsked && unit.checksNull && !isUntyped(object, unit)) return true;
  const path = pathOf(object, unit);
  if (path === undefined || (path.names.length > 0 && !isUnassignedPath(path, unit))) return false;
  return [...(isReadIfThere === true ? [] : [object]), call].some(
    (at) => (narrow(OBJECT | NULLISH, at, path, unit) & NULLISH) === 0,
  );
}

/** What a field is read from. */
function objectOf(read: ts.Node): ts.Expression | undefined {
  return ts.isBindingElement(read) ? takenFrom(declaredBy(read))?.object : accessOf(read)?.object;
}
