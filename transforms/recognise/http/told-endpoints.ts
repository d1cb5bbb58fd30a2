import { ts } from 'ts-morph';
import { BACKEND_HOSTS } from '../../http-api.ts';
import { type Definition, definitionOf } from '../../flow/definitions.ts';
import { accessOf, unwrap, foundIn } from '../../syntax.ts';
import { readEndpoint, type EndpointUrl } from './endpoints.ts';
import { readText } from './read-text.ts';
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
  const hosts = callee === undefined ? [] : hostsBehind(callee, unit);
  return hosts.includes('api') || (isNamed && !isForAnother(hosts) && namesHost(callee, unit));
}

function isForAnother(hosts: readonly Host[]): boolean {
  return hosts.length > 0 && hosts.every((host) => host === 'another');
}

/** Whether a file names the API's host, or the one that has what is called there. */
function namesHost(callee: ts.Expression | undefined, unit: Unit): boolean {
  const sender = callee && definitionOf(unwrap(accessOf(callee)?.object ?? callee), unit);
  const files = [unit, ...(sender !== undefined && 'unit' in sender ? [sender.unit] : [])];
  return files.some(({ source }) => BACKEND_HOSTS.some((host) => source.text.includes(host)));
}

/** Whose an address is that something is given, as far as it is known. */
type Host = 'api' | 'another' | 'unknown';

/** Where a function, or the class that it is a method of, or what made that, sends something. */
function hostsBehind(callee: ts.Expression, unit: Unit): readonly Host[] {
  const object = accessOf(callee)?.object;
  const owner = object === undefined ? undefined : ownerOf(unwrap(object), unit);
  const own = [owner, definitionOf(callee, unit)].flatMap((place) =>
    place !== undefined && 'node' in place && isFunctionOrClass(place.node)
      ? hostsIn(place.node, isCalledClerk(place) ? 'Clerk' : 'any', place.unit)
      : [],
  );
  return object === undefined ? own : [...own, ...hostsOfMade(unwrap(object), unit)];
}

/** For whom a function or a class made an object: `createClient({ baseUrl: 'https://api.clerk.com/v1' })`. */
function hostsOfMade(object: ts.Expression, unit: Unit): readonly Host[] {
  const made = definitionOf(object, unit);
  return made.kind === 'expression' && (ts.isCallExpression(made.node) || ts.isNewExpression(made.node))
    ? valuesGiven(made.node).flatMap((value) => [
        ...hostOf(value, 'base', made.unit),
        ...hostsIn(value, 'base', made.unit),
      ])
    : [];
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

/**
 * What an address is told to: something that puts paths behind it, code in which Clerk is spoken of, where it may begin
 * with something that can't be seen, or any other.
 */
type Told = 'base' | 'Clerk' | 'any';

/** The hosts of the addresses that something inside of `node` is given. */
function hostsIn(node: ts.Node, told: Told, unit: Unit): readonly Host[] {
  return foundIn(node, valuesGiven)
    .flat()
    .flatMap((value) => hostOf(value, told, unit));
}

/** What a call gets as arguments, or an object as a property. */
function valuesGiven(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node)) return [node.initializer];
  const given = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : [];
  return given.filter((argument) => !ts.isSpreadElement(argument));
}

function hostOf(expression: ts.Expression, told: Told, unit: Unit): readonly Host[] {
  const { pieces } = readText(expression, unit);
  const first = firstOf(pieces);
  if (first === undefined || (first.kind === 'unknown' && pieces.length === 1)) return [];
  if (first.kind === 'unknown') return [told === 'Clerk' ? 'api' : 'unknown'];
  if (BACKEND_HOSTS.some((host) => first.text.startsWith(`https://${host}`))) return ['api'];
  // No path is put behind a whole address.
  return /^https?:/.test(first.text) && (told === 'base' || pieces.length > 1) ? ['another'] : [];
}

export type Address = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

/** Whether a text is written, or put together, right here. */
export function isAddress(node: ts.Node): node is Address {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}
