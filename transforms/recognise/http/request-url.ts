import { ts } from 'ts-morph';
import { BACKEND_HOSTS, type Dialect } from '../../http-api.ts';
import { accessOf } from '../../syntax.ts';
import type { Placed } from '../../flow/definitions.ts';
import type { HttpClient } from './http-clients.ts';
import { readText } from './read-text.ts';
import { readOption } from './request-options.ts';
import type { Unit } from '../../language/unit.ts';
import { behindBase, firstOf, type Text } from './url-pieces.ts';

/** What a request's address is read from. */
export interface AddressParts extends Pick<Placed, 'unit'> {
  /** The argument that is the address; undefined where the options hold it. */
  readonly argument: ts.Expression | undefined;
  /** The options of this request. */
  readonly given: readonly Placed[];
  readonly client: HttpClient;
  readonly dialect: Dialect;
}

/**
 * The whole address: the one that is given, behind the client's base where it is relative; undefined where there is
 * none.
 */
export function addressOf(parts: AddressParts): Text | undefined {
  const url = givenAddress(parts);
  const start = url === undefined ? undefined : firstOf(url.pieces);
  if (url === undefined || (start?.kind === 'text' && /^https?:\/\//.test(start.text))) return url;
  const { client, dialect, given, unit } = parts;
  if (client.origin !== undefined) return behindBase(readText(client.origin.node, client.origin.unit), url);
  const objects = [...given, ...client.defaults];
  const base = readOption(objects, dialect.options.base);
  if (base.kind === 'given') return behindBase(withScheme(readText(base.value.node, base.value.unit)), url);
  if (start?.kind !== 'text') return url;
  // What can't be seen may have another base than the client.
  const made = base.kind === 'hidden' ? readOption(client.defaults, dialect.options.base) : base;
  const later = made.kind === 'given' ? made.value : baseSetLater(dialect, unit);
  if (later !== undefined) return { ...behindBase(readText(later.node, later.unit), url), isSure: false };
  const { argument: node } = parts;
  // A client of which only the type is known may have any base, too.
  const isMadeElsewhere = base.kind === 'hidden' || (client.which === undefined && dialect.options.base.length > 0);
  return isMadeElsewhere && node !== undefined
    ? behindBase({ pieces: [{ kind: 'unknown', node, unit }], isSure: false }, url)
    : url;
}

function givenAddress(parts: AddressParts): Text | undefined {
  const { argument, given, dialect, unit } = parts;
  if (argument !== undefined) return readText(argument, parts.unit, true);
  const property = readOption(given, dialect.options.url);
  return property.kind === 'given'
    ? readText(property.value.node, property.value.unit, property.isOwn && property.value.unit === unit)
    : undefined;
}

/** A host alone, as Node's own client takes it. */
function withScheme(base: Text): Text {
  const first = firstOf(base.pieces);
  const isHost = first?.kind === 'text' && BACKEND_HOSTS.includes(first.text);
  return isHost ? { ...base, pieces: [{ kind: 'text', text: 'https://', target: undefined }, ...base.pieces] } : base;
}

/**
 * The base that a statement of the file gives to requests: `axios.defaults.baseURL = …`, an interceptor's. Whether it
 * runs first can't be told.
 */
function baseSetLater(dialect: Dialect, unit: Unit): Placed | undefined {
  const writes = dialect.options.base.flatMap((name) => unit.scope.propertyWrites(name));
  const write = writes.find((target) => accessOf(accessOf(target)?.object ?? target)?.name === 'defaults') ?? writes[0];
  return write !== undefined && ts.isBinaryExpression(write.parent) ? { node: write.parent.right, unit } : undefined;
}
