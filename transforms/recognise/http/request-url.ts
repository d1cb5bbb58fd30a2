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
  const base = readOption([...given, ...client.defaults], dialect.options.base);
  switch (base.kind) {
    case 'given':
      return behindBase(withScheme(readText(base.value.node, base.value.unit)), url);
    case 'hidden':
      return start?.kind === 'text' ? { ...url, isSure: false } : url;
    case 'absent': {
      const later = baseSetLater(dialect, unit);
      if (start?.kind !== 'text') return url;
      if (later !== undefined) return { ...behindBase(readText(later, parts.unit), url), isSure: false };
      const { argument: node } = parts;
      // A client of which only the type is known may have any base.
      const isMadeElsewhere = client.which === undefined && dialect.options.base.length > 0;
      return isMadeElsewhere && node !== undefined
        ? behindBase({ pieces: [{ kind: 'unknown', node, unit }], isSure: false }, url)
        : url;
    }
  }
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
function baseSetLater(dialect: Dialect, unit: Unit): ts.Expression | undefined {
  const writes = dialect.options.base.flatMap((name) => unit.scope.propertyWrites(name));
  const write = writes.find((target) => accessOf(accessOf(target)?.object ?? target)?.name === 'defaults') ?? writes[0];
  return write !== undefined && ts.isBinaryExpression(write.parent) ? write.parent.right : undefined;
}
