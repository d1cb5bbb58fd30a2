import { ts } from 'ts-morph';
import { DIALECTS, HTTP_CLASSES, HTTP_EXPORTS, HTTP_GLOBALS, HTTP_TYPES, type DialectName } from '../../http-api.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { definitionOf, type Definition } from '../source/definitions.ts';
import { importOf, type ModuleGraph } from '../source/modules.ts';
import type { Unit } from '../source/unit.ts';

/** An expression and the file it stands in. */
export interface Placed {
  readonly node: ts.Expression;
  readonly unit: Unit;
}

/** Something that sends requests, proven by where it comes from. */
export interface HttpClient {
  readonly dialect: DialectName;
  /** The options that it was made with, the later ones first. */
  readonly defaults: readonly Placed[];
  /** The address that it was made with, where that is no option. */
  readonly origin: Placed | undefined;
  /** The files that it comes by: where it is used, imported and made. */
  readonly units: readonly Unit[];
}

const MAX_DEPTH = 10;

/** The client that `expression` is; undefined where it is none, or that can't be proved. */
export function clientOf(expression: ts.Expression, unit: Unit, graph: ModuleGraph, depth = 0): HttpClient | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const definition = definitionOf(expression, unit, graph);
  const client = definition.isSure ? clientIn(definition, graph, depth) : undefined;
  return client === undefined ? undefined : { ...client, units: [...new Set([unit, ...client.units])] };
}

function clientIn(definition: Definition, graph: ModuleGraph, depth: number): HttpClient | undefined {
  switch (definition.kind) {
    case 'global':
      return plain(ownValue(HTTP_GLOBALS, definition.name), definition.unit);
    case 'export':
      return plain(ownValue(ownValue(HTTP_EXPORTS, definition.specifier), definition.name ?? 'default'), definition.unit);
    case 'module':
      return undefined;
    case 'declaration':
      return plain(dialectOfType(definition.node, definition.unit), definition.unit);
    case 'expression':
      return madeBy(definition.node, definition.unit, graph, depth);
  }
}

function plain(dialect: DialectName | undefined, unit: Unit): HttpClient | undefined {
  return dialect === undefined ? undefined : { dialect, defaults: [], origin: undefined, units: [unit] };
}

/** `axios.create({ … })`, `ky.extend({ … })`, `http.axiosRef`, `new Pool('https://…')`. */
function madeBy(node: ts.Expression, unit: Unit, graph: ModuleGraph, depth: number): HttpClient | undefined {
  if (ts.isNewExpression(node)) return instanceOf(node, unit, graph);
  const access = accessOf(ts.isCallExpression(node) ? unwrap(node.expression) : node);
  const client = access === undefined ? undefined : clientOf(access.object, unit, graph, depth + 1);
  if (access === undefined || client === undefined) return undefined;
  if (!ts.isCallExpression(node)) return access.name === 'axiosRef' || access.name === 'default' ? client : undefined;
  if (!DIALECTS[client.dialect].makers.some((maker) => maker === access.name)) return undefined;
  const defaults = node.arguments.map((argument) => ({ node: argument, unit }));
  return { ...client, defaults: [...defaults.reverse(), ...client.defaults], units: [...client.units, unit] };
}

function instanceOf(node: ts.NewExpression, unit: Unit, graph: ModuleGraph): HttpClient | undefined {
  const made = definitionOf(node.expression, unit, graph);
  const dialect = made.kind === 'export' && made.isSure ? ownValue(ownValue(HTTP_CLASSES, made.specifier), made.name ?? '') : undefined;
  const [origin] = node.arguments ?? [];
  return dialect === undefined ? undefined : { dialect, defaults: [], origin: origin === undefined ? undefined : { node: origin, unit }, units: [unit] };
}

/** The client that a parameter's or field's written type says it is. */
function dialectOfType(node: ts.Declaration, unit: Unit): DialectName | undefined {
  const type = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) ? node.type : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const declaration = unit.scope.bindingOf(type.typeName)?.declaration;
  const imported = declaration === undefined ? undefined : importOf(declaration);
  return imported?.name === undefined ? undefined : ownValue(ownValue(HTTP_TYPES, imported.specifier), imported.name);
}

function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
