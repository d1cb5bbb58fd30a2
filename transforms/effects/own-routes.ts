import { ts } from 'ts-morph';
import { SURFACES } from '../api-change.ts';
import { HTTP_METHODS, WIRE_NAMES } from '../http-api.ts';
import { definitionOf } from '../flow/definitions.ts';
import { exportsNamed } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import { readSent } from '../recognise/http/sent-requests.ts';
import { memoizeBy } from '../memoize.ts';
import { accessOf, nameText, unwrap, valueOfMember } from '../syntax.ts';
import type { Code } from './place.ts';

/**
 * What answers a request to the application's own server: `fetch('/api/plan', { method: 'POST' })` runs `POST` of
 * `app/api/plan/route.ts`, or `server/api/plan.post.ts`. Files are found by the paths that frameworks give them, and
 * only those that write metadata themselves. A request to the application whose path isn't told as a whole may go to any
 * of them. This only adds to what is known to run.
 */
export function answersTo(node: ts.Node, unit: Unit): readonly Code[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const routes = writingRoutes(unit);
  if (routes.length === 0) return [];
  const { paths, method } = requestAt(node, unit);
  return routes
    .filter(({ ways }) => paths === 'any' || ways.some((way) => paths.some((path) => leadsTo(path, way))))
    .flatMap(({ fileName, method: only }) => {
      const route =
        only === undefined || method === undefined || only === method ? unit.graph.load(fileName) : undefined;
      return route === undefined ? [] : handlersOf(route, method);
    });
}

type Path = readonly string[];

/** Where a call may send a request, and by which method; undefined where that can't be told. */
interface Request {
  readonly paths: readonly Path[] | 'any';
  readonly method: string | undefined;
}

function requestAt(node: ts.CallExpression | ts.NewExpression, unit: Unit): Request {
  const sent = readSent(node, unit);
  if (sent === undefined)
    return { paths: (node.arguments ?? []).flatMap((argument) => pathsIn(argument, unit)), method: methodOf(node) };
  const address = sent.url.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ANY)).join('');
  return { paths: pathsOf(address), method: sent.method };
}

/** A part of a path that is told only when the program runs. */
const ANY = '*';

/**
 * The path of an address that begins with it, or has it behind what isn't told; none where the host is another server's,
 * or nothing is told.
 */
function pathsOf(address: string): readonly Path[] | 'any' {
  const path = /^\*?(\/[^?#]+)/.exec(address)?.[1];
  if (path === undefined) return [];
  const segments = path.split('/').filter((segment) => segment !== '');
  // What is only a part of a segment may have slashes of its own.
  const isTold = segments.every((segment) => segment === ANY || !segment.includes(ANY));
  return isTold && segments.some((segment) => segment !== ANY) ? [segments] : 'any';
}

/** The path that an argument is, or has as its `url`, which is told behind what isn't: `${origin}/api/plan`. */
function pathsIn(argument: ts.Expression, unit: Unit): readonly Path[] {
  const node = unwrap(argument);
  if (ts.isObjectLiteralExpression(node)) {
    const url = node.properties.find(({ name }) => nameText(name) === 'url');
    const value = url === undefined ? undefined : valueOfMember(url);
    return value === undefined || ts.isObjectLiteralExpression(unwrap(value)) ? [] : pathsIn(value, unit);
  }
  const held = ts.isIdentifier(node) ? definitionOf(node, unit) : undefined;
  const paths = pathsOf(textOf(held?.kind === 'expression' ? held.node : node));
  // Whether it is an address at all isn't known.
  return paths === 'any' ? [] : paths;
}

/** A text, {@link ANY} where it is told only when the program runs. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(ANY);
}

/** The method of HTTP that a call names, by its own name or an option; undefined where that can't be told. */
function methodOf(call: ts.CallExpression | ts.NewExpression): string | undefined {
  const own = accessOf(unwrap(call.expression))?.name.toUpperCase();
  if (own !== undefined && HTTP_METHODS.includes(own)) return own;
  const options = (call.arguments ?? []).map(unwrap).filter((given) => textOf(given) === '');
  if (!options.every(ts.isObjectLiteralExpression)) return undefined;
  const [named, ...others] = options.flatMap(({ properties }) =>
    properties.filter(({ name }) => ['method', undefined].includes(nameText(name))),
  );
  if (named === undefined) return 'GET';
  const value = others.length === 0 ? valueOfMember(named) : undefined;
  return value === undefined ? undefined : textOf(unwrap(value)).toUpperCase() || undefined;
}

interface Route {
  readonly fileName: string;
  /** The paths by which it may be reached: what stands behind each folder that frameworks have routes in. */
  readonly ways: readonly Path[];
  /** Of a file that answers one method only. */
  readonly method: string | undefined;
}

const WRITING = [
  ...[SURFACES.users, SURFACES.organizations].flatMap(({ method, replace }) => [method, replace]),
  ...Object.values(WIRE_NAMES),
];

/** The files of the repository that write metadata and may be routes. */
const writingRoutes = memoizeBy(
  (unit: Unit) => [unit],
  ({ fileName, graph: { project } }): readonly Route[] =>
    (project.filesNaming?.(WRITING, fileName) ?? []).flatMap((file) => routeOf(file) ?? []),
);

/**
 * Whether other code may reach what a file does: any that is no route may be imported; of a route, another file has to
 * name the end of its path, to import it or to ask for it, or a part of that with something before or behind it.
 */
export function isReached(fileName: string, { graph: { project } }: Unit): boolean {
  const way = routeOf(fileName)?.ways[0] ?? [];
  const end = way.at(-1);
  if (end === undefined || end === ANY) return true;
  const before = way.slice(way.lastIndexOf(ANY) + 1, -1).slice(-2);
  const words = [
    [...before.slice(-1), end].join('/'),
    ...[...QUOTES, '}'].map((mark) => `${mark}/${end}`),
    ...(before.length === 0 ? [] : [...QUOTES, '${'].map((mark) => `${before.join('/')}/${mark}`)),
  ];
  return project.filesNaming?.(words, fileName)?.every((file) => file === fileName) !== true;
}

const QUOTES: readonly string[] = ["'", '"', '`'];

const ROOTS: ReadonlySet<string> = new Set(['app', 'pages', 'routes', 'server']);

function routeOf(fileName: string): Route | undefined {
  const [name, method] = /^(.*?)(?:\.(get|post|put|patch|delete))?\.[cm]?[jt]s$/.exec(fileName)?.slice(1) ?? [];
  if (name === undefined) return undefined;
  const segments = name.split('/');
  const ways = segments.flatMap((segment, at) => (ROOTS.has(segment) ? [pathOf(segments.slice(at + 1))] : []));
  const told = ways.filter((way) => way.length > 0);
  return told.length === 0 ? undefined : { fileName, ways: told, method: method?.toUpperCase() };
}

/** What a file below a folder of routes is reached by; a segment with a name of its own may be any. */
function pathOf(segments: readonly string[]): Path {
  const isIndex = (segment: string, at: number): boolean => at === segments.length - 1 && INDEX.has(segment);
  return segments
    .filter((segment, at) => !/^(?:\(.*\)|@.*)$/.test(segment) && !isIndex(segment, at))
    .flatMap((segment) => (segment.startsWith('[') ? [ANY] : segment.split('.')))
    .map((segment) => (segment.startsWith('$') ? ANY : segment));
}

const INDEX: ReadonlySet<string> = new Set(['route', 'index', '+server']);

/** Whether a way ends as a path does, which may be told to a client that knows the beginning. */
function leadsTo(path: Path, way: Path): boolean {
  const end = way.slice(-path.length);
  return (
    end.length === path.length && path.every((segment, at) => end[at] === ANY || segment === ANY || segment === end[at])
  );
}

/** What a module answers with: the function that has the method's name, or else all that it has. */
function handlersOf(route: Unit, method: string | undefined): readonly Code[] {
  const byMethod = HTTP_METHODS.map((name) => ({ name, exported: exportsNamed(route, name) }));
  if (byMethod.every(({ exported }) => exported.length === 0)) return [{ node: route.source, unit: route }];
  return byMethod
    .filter(({ name }) => method === undefined || name === method)
    .flatMap(({ exported }) => exported.flatMap((one) => ('node' in one ? { node: one.node, unit: route } : [])));
}
