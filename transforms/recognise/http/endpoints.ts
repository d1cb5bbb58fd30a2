import type { Surface } from '../../api-change.ts';
import { API_PREFIX, BACKEND_HOSTS, ENDPOINTS, FRONTEND_HOST } from '../../http-api.ts';
import { firstOf, type Piece, type EditTarget } from './url-pieces.ts';

/** The address of a general update, read from the text of a URL. */
export interface EndpointUrl {
  readonly surface: Surface;
  /** Whether the host is the API's; else only the path is. */
  readonly isProven: boolean;
  /** What the id is put together of; empty where the path has none. */
  readonly id: readonly Piece[];
  /** False where what is behind the known path may go on with it. */
  readonly isWhole: boolean;
  /**
   * Where `/metadata` can be written: a target, and how many characters behind its start; undefined where others use the
   * text, too.
   */
  readonly end: { readonly target: EditTarget; readonly offset: number } | undefined;
  /** What is behind the path. */
  readonly query: readonly Piece[];
}

/** Stands for what isn't known in a URL's text: no URL has this character. */
const UNKNOWN_TEXT = '\uFFFF';

const SURFACE_BY_SEGMENT: ReadonlyMap<string, Surface> = new Map(
  (Object.keys(ENDPOINTS) as Surface[]).map((surface) => [ENDPOINTS[surface].segment, surface]),
);

/** Reads a URL as that of a general update, or one that may be; undefined where it is another. */
export function readEndpoint(pieces: readonly Piece[]): EndpointUrl | undefined {
  const whole = pieces.map((piece) => (piece.kind === 'unknown' ? UNKNOWN_TEXT : piece.text)).join('');
  const mark = whole.search(/[?#]/);
  const path = mark === -1 ? whole : whole.slice(0, mark);
  const query = piecesBetween(pieces, path.length, whole.length);
  const host = /^(?:https?:\/\/[^/]*|\uFFFF[^/]*)/.exec(path)?.[0] ?? '';
  const segments = path
    .slice(host.length)
    .split('/')
    .filter((segment) => segment !== '');
  const known = readPath(segments);
  const name = host.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  if (known === undefined) {
    // The host is the API's, and the path could be any of its paths.
    const mayBeAnyPath =
      BACKEND_HOSTS.includes(name.replaceAll(UNKNOWN_TEXT, '')) &&
      (name.includes(UNKNOWN_TEXT) || segments.slice(0, 3).some((segment) => segment.includes(UNKNOWN_TEXT)));
    return mayBeAnyPath && segments.length <= 3
      ? { surface: 'users', isProven: true, id: [], isWhole: false, end: undefined, query }
      : undefined;
  }
  const { surface, id, between, hasVersion } = known;
  const proof = proofOf(surface, name, between, hasVersion, pieces);
  if (proof === 'another') return undefined;
  const end = path.replace(/\/+$/, '').length;
  return {
    surface,
    isProven: proof === 'proven',
    id: piecesBetween(pieces, end - id.length, end),
    // Two unknown parts next to each other may be a segment each: `…/users/${id}${suffix}`.
    isWhole: !id.includes(UNKNOWN_TEXT + UNKNOWN_TEXT),
    end: targetAt(pieces, end),
    query,
  };
}

interface KnownPath {
  readonly surface: Surface;
  readonly id: string;
  /** What stands before the version. */
  readonly between: string;
  readonly hasVersion: boolean;
}

/**
 * Reads `…/v1/users/<id>`, `…/v1/organizations/<id>` and `…/v1/me`, the version possibly somewhere in what comes
 * before.
 */
function readPath(segments: readonly string[]): KnownPath | undefined {
  const [last, before] = [segments.at(-1), segments.at(-2)];
  if (last === undefined) return undefined;
  const read = (surface: Surface, id: string, length: number): KnownPath => {
    const hasVersion = segments.at(-length - 1) === API_PREFIX;
    return { surface, id, between: segments.slice(0, hasVersion ? -length - 1 : -length).join('/'), hasVersion };
  };
  if (last === ENDPOINTS.frontend.segment && before === API_PREFIX) return read('frontend', '', 1);
  const surface = before === undefined ? undefined : SURFACE_BY_SEGMENT.get(before);
  return surface !== undefined && ENDPOINTS[surface].takesId ? read(surface, last, 2) : undefined;
}

/** Whether the host and what stands between it and the version are the API's. */
function proofOf(
  surface: Surface,
  host: string,
  between: string,
  hasVersion: boolean,
  pieces: readonly Piece[],
): 'proven' | 'unproven' | 'another' {
  const isNamed = host !== '' && !host.includes(UNKNOWN_TEXT);
  if (surface !== 'frontend') {
    if (!isNamed) return namesClerk(pieces) || (between === '' && mayBeBackend(host)) ? 'unproven' : 'another';
    return BACKEND_HOSTS.includes(host) && between === '' && hasVersion ? 'proven' : 'another';
  }
  return FRONTEND_HOST.test(`${host}${between === '' ? '' : '/'}${between}`) ||
    (BACKEND_HOSTS.includes(host) && between === '')
    ? 'proven'
    : 'unproven';
}

/** Whether a host of which only parts are known may be the API's; a path alone is the sender's own. */
function mayBeBackend(host: string): boolean {
  const pattern = new RegExp(
    `^${host
      .split(UNKNOWN_TEXT)
      .map((part) => part.replace(/[^\w-]/g, '\\$&'))
      .join('.*')}$`,
  );
  return host !== '' && BACKEND_HOSTS.some((candidate) => pattern.test(candidate));
}

/** Whether something that the address begins with is called after the service. */
function namesClerk(pieces: readonly Piece[]): boolean {
  const first = firstOf(pieces);
  return first?.kind === 'unknown' && /clerk/i.test(first.node.getText(first.unit.source));
}

function piecesBetween(pieces: readonly Piece[], start: number, end: number): Piece[] {
  let at = 0;
  return pieces.flatMap((piece): Piece[] => {
    const from = at;
    at += piece.kind === 'unknown' ? 1 : piece.text.length;
    if (from >= end || at <= start) return [];
    return piece.kind === 'unknown'
      ? [piece]
      : [{ kind: 'text', text: piece.text.slice(Math.max(0, start - from), end - from), target: undefined }];
  });
}

/** The best place at an offset of the whole text: inside a literal, or else behind an expression that ends there. */
function targetAt(pieces: readonly Piece[], offset: number): EndpointUrl['end'] {
  let at = 0;
  let found: EndpointUrl['end'];
  for (const piece of pieces) {
    const from = at;
    at += piece.kind === 'unknown' ? 1 : piece.text.length;
    if (piece.kind === 'unknown' || piece.target === undefined || from > offset || at < offset) continue;
    if (piece.target.kind === 'inside' || found?.target.kind !== 'inside')
      found = { target: piece.target, offset: offset - from };
  }
  return found;
}
