import { ts } from 'ts-morph';
import { BACKEND_HOSTS } from '../../http-api.ts';
import { type Definition, definitionOf, type Placed } from '../../flow/definitions.ts';
import { accessOf, unwrap, valueOfMember, isCall } from '../../syntax.ts';
import { foundIn } from '../../tree.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import { constantText, readText } from './read-text.ts';
import { firstOf } from './url-pieces.ts';
import type { Unit } from '../../language/unit.ts';

/** The general update whose address an expression is, as a whole. */
export function endpointAt(address: ts.Expression, unit: Unit): EndpointUrl | undefined {
  const endpoint = readEndpoint(readText(address, unit).pieces);
  return endpoint?.isProven === true && endpoint.isWhole ? endpoint : undefined;
}

/**
 * A path alone, for a function of the repository that puts the API's address before it.
 *
 * @param isNamed whether metadata is sent there: then it is enough that one of the files names the API's host
 */
export function endpointBehind(
  address: ts.Expression,
  callee: ts.Expression | undefined,
  isNamed: boolean,
  unit: Unit,
): EndpointUrl | undefined {
  if (!isAddress(address)) return undefined;
  const { pieces } = readText(address, unit);
  const [first] = pieces;
  if (
    first?.kind !== 'text' ||
    !/^\/?(?:v1\/)?(?:users|organizations)\//.test(first.text) ||
    !mayBeSent(callee, isNamed, unit)
  )
    return undefined;
  const path = first.text.replace(/^\/?(?:v1\/)?/, '');
  return readEndpoint([
    { kind: 'text', text: `https://${BACKEND_HOSTS[0] ?? ''}/v1/${path}`, target: undefined },
    ...pieces.slice(1),
  ]);
}

function mayBeSent(callee: ts.Expression | undefined, isNamed: boolean, unit: Unit): boolean {
  if (callee !== undefined && speaksToApi(callee, unit)) return true;
  return isNamed && namesHost(callee, unit) && !(callee !== undefined && isMadeForAnother(callee, unit));
}

/** Whether a file names the API's host, or the one that has what is called there. */
function namesHost(callee: ts.Expression | undefined, unit: Unit): boolean {
  const sender = callee && definitionOf(unwrap(accessOf(callee)?.object ?? callee), unit);
  const files = [unit, ...(sender !== undefined && 'unit' in sender ? [sender.unit] : [])];
  return files.some(({ source }) => BACKEND_HOSTS.some((host) => source.text.includes(host)));
}

/** Whether a function, or the class that it is a method of, or what made that, sends something to the API's host. */
function speaksToApi(callee: ts.Expression, unit: Unit): boolean {
  const object = accessOf(callee)?.object;
  const owner = object === undefined ? undefined : ownerOf(unwrap(object), unit);
  const isTold = [owner, definitionOf(callee, unit)].some(
    (place) =>
      place !== undefined &&
      'node' in place &&
      isFunctionOrClass(place.node) &&
      valuesIn(place.node).some((value) => beginsWithApi(value, isCalledClerk(place), place.unit)),
  );
  const made = makerOf(callee, unit);
  return isTold || (made !== undefined && valuesIn(made.node).some((value) => beginsWithApi(value, false, made.unit)));
}

/**
 * Whether what made an object was given the address of another host, and nothing that can't be read:
 * `createClient({ baseUrl: 'https://example.com' })`.
 */
function isMadeForAnother(callee: ts.Expression, unit: Unit): boolean {
  const made = makerOf(callee, unit);
  if (made === undefined) return false;
  const given = valuesIn(made.node).filter((value) => !ts.isObjectLiteralExpression(value));
  const texts = given.map((value) => constantText({ node: value, unit: made.unit }));
  return (
    texts.some((text) => text !== undefined && /^https?:/.test(text)) &&
    texts.every((text) => text !== undefined && !isOfApi(text))
  );
}

/** The call that made the object that has the method which is called. */
function makerOf(callee: ts.Expression, unit: Unit): Placed | undefined {
  const object = accessOf(callee)?.object;
  const made = object && definitionOf(unwrap(object), unit);
  const isMade = made?.kind === 'expression' && isCall(made.node);
  return isMade ? made : undefined;
}

function isFunctionOrClass(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** The class that an object is an instance of. */
function ownerOf(
  object: ts.Expression,
  unit: Unit,
): (Pick<Definition, 'unit'> & { readonly node: ts.Node }) | undefined {
  if (object.kind === ts.SyntaxKind.ThisKeyword) {
    const node = ts.findAncestor(object, ts.isClassLike);
    return node && { unit, node };
  }
  const made = definitionOf(object, unit);
  if (made.kind !== 'expression' || !ts.isNewExpression(made.node)) return undefined;
  const owner = definitionOf(made.node.expression, made.unit);
  return 'node' in owner && ts.isClassLike(owner.node) ? owner : undefined;
}

function isCalledClerk({ node, unit }: { readonly node: ts.Node; readonly unit: Unit }): boolean {
  return /clerk/i.test(node.getText(unit.source));
}

/** All that calls inside of a node, or itself, get as arguments, and objects as properties. */
function valuesIn(node: ts.Node): readonly ts.Expression[] {
  return foundIn(node, valuesGiven).flat();
}

function valuesGiven(node: ts.Node): readonly ts.Expression[] {
  const value = valueOfMember(node);
  if (value !== undefined) return [value];
  const given = isCall(node) ? (node.arguments ?? []) : [];
  return given.filter((argument) => !ts.isSpreadElement(argument));
}

/** @param isNamed whether Clerk is spoken of: then it may begin with something that can't be seen, too */
function beginsWithApi(expression: ts.Expression, isNamed: boolean, unit: Unit): boolean {
  const { pieces } = readText(expression, unit);
  const first = firstOf(pieces);
  if (first?.kind === 'unknown') return isNamed && pieces.length > 1;
  return first !== undefined && isOfApi(first.text);
}

function isOfApi(text: string): boolean {
  return BACKEND_HOSTS.some((host) => text.startsWith(`https://${host}`));
}

export type Address = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

/** Whether a text is written, or put together, right here. */
export function isAddress(node: ts.Node): node is Address {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}
