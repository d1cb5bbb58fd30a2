import { ts } from 'ts-morph';
import { API_VERSION } from '../../api-change.ts';
import { VERSION_HEADER, VERSION_PARAMETER } from '../../http-api.ts';
import { rootOf, wrapped } from '../../syntax.ts';
import { containerOf, contains, foundIn } from '../../tree.ts';
import type { Placed } from '../../flow/definitions.ts';
import { constantText } from './read-text.ts';
import { entriesOf, entriesWritten, isUnnamed } from './records.ts';
import { readOption } from './request-options.ts';
import type { Unit } from '../../language/unit.ts';
import type { Piece } from './url-pieces.ts';

/**
 * Whether a request names its API version.
 *
 * - `none`: it doesn't.
 * - `new`: one that has the new endpoints, and refuses metadata elsewhere.
 * - `old`: one before those, or one that can't be seen.
 * - `hidden`: its headers, or its query, can't be seen.
 */
export type Pin = 'none' | 'new' | 'hidden' | 'old';

const FROM_HARMLESS: readonly Pin[] = ['none', 'new', 'hidden', 'old'];
const NAMES: ReadonlySet<string> = new Set([VERSION_HEADER, VERSION_PARAMETER]);

export function worstPin(pins: readonly Pin[]): Pin {
  return FROM_HARMLESS[Math.max(0, ...pins.map((pin) => FROM_HARMLESS.indexOf(pin)))] ?? 'none';
}

/** What options pin under some names: those of several objects are merged, so each counts. */
export function pinOfOptions(objects: readonly Placed[], names: readonly string[]): Pin {
  return worstPin(
    objects.flatMap((object) => [
      ...names.map((name): Pin => {
        const option = readOption([object], [name]);
        if (option.kind === 'given') return pinOfRecord(option.value);
        return option.kind === 'hidden' ? 'hidden' : 'none';
      }),
      entriesWritten(object, 'headers').some(isUnnamed) ? 'hidden' : 'none',
    ]),
  );
}

/** The pin in the query of a URL, which may be put together of parts that aren't in sight. */
export function pinOfQuery(pieces: readonly Piece[]): Pin {
  const parts: Pin[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    // What is behind `=` is a value.
    else if (text.endsWith('=')) text += '?';
    else parts.push(pinOfRecord(piece));
  }
  return worstPin([...parts, pinOfText(text)]);
}

function pinOfText(query: string): Pin {
  const at = query.indexOf(`${VERSION_PARAMETER}=`);
  return at === -1 ? 'none' : pinOfVersion(query.slice(at + VERSION_PARAMETER.length + 1).split('&')[0] ?? '');
}

function pinOfVersion(version: string): Pin {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION ? 'new' : 'old';
}

/** The pin in headers or query parameters. */
function pinOfRecord(record: Placed): Pin {
  return worstPin(
    entriesOf(record, 'headers').map(({ name, value }) => {
      if (name === undefined) return 'hidden';
      return NAMES.has(name.toLowerCase()) ? pinOfWritten(value) : 'none';
    }),
  );
}

/**
 * What statements of the files pin, unless they stand in another function that has a name, and in which the object is
 * declared: `headers.set('Clerk-API-Version', …)`, `headers['clerk-api-version'] = …`.
 */
export function pinSet(units: readonly Unit[], request: ts.Node): Pin {
  return worstPin(units.flatMap((unit) => pinsSetIn(unit, request)));
}

function pinsSetIn(unit: Unit, request: ts.Node): Pin[] {
  const isHere = request.getSourceFile() === unit.source;
  const mayConcern = (object: ts.Expression): boolean => {
    const container = containerOf(object);
    if (!hasName(container) || (isHere && (contains(container, request) || contains(containerOf(request), object))))
      return true;
    const declaration = unit.scope.declarationOf(rootOf(object));
    return declaration === undefined || !contains(container, declaration);
  };
  const isName = (node: ts.Expression): boolean => NAMES.has(constantText({ node, unit })?.toLowerCase() ?? '');
  return foundIn(unit.source, (node) => {
    if (ts.isCallExpression(node)) {
      const at = node.arguments.findIndex(isName);
      const value = node.arguments[at + 1];
      return at !== -1 && mayConcern(node.expression) ? pinOfWritten(value && { node: value, unit }) : undefined;
    }
    if (!ts.isElementAccessExpression(node) || !isName(node.argumentExpression) || !mayConcern(node.expression))
      return undefined;
    const { parent } = wrapped(node);
    return pinOfWritten(ts.isBinaryExpression(parent) ? { node: parent.right, unit } : undefined);
  });
}

function pinOfWritten(value: Placed | undefined): Pin {
  return pinOfVersion((value && constantText(value)) ?? '');
}

/**
 * Whether a function is run where it is called by its name; the file itself, and what is handed to others, may run
 * before a request.
 */
function hasName(container: ts.Node): boolean {
  return ts.isFunctionDeclaration(container) || (ts.isMethodDeclaration(container) && ts.isClassLike(container.parent));
}
