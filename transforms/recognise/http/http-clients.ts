import { ts } from 'ts-morph';
import { DIALECTS, HTTP_CLASSES, HTTP_EXPORTS, HTTP_GLOBALS, HTTP_TYPES, type DialectName } from '../../http-api.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { declaredBy } from '../../flow/declared.ts';
import { definitionOf, type Definition, type Placed } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { importOf } from '../../language/modules.ts';
import { isNullishType } from '../../language/written-type.ts';
import { resultOf } from './only-result.ts';
import type { Unit } from '../../language/unit.ts';

/** Something that sends requests, proven by where it comes from. */
export interface HttpClient {
  readonly dialect: DialectName;
  /** The options that it was made with, the later ones first. */
  readonly defaults: readonly Placed[];
  /** The address that it was made with, where that is no option. */
  readonly origin: Placed | undefined;
  /** What tells it from others: where it is made, the package's or the language's own, or undefined: any of them. */
  readonly which: ts.Node | 'default' | undefined;
  /** The files that it comes by: where it is used, imported and made. */
  readonly units: readonly Unit[];
}

/** The client that `expression` is; undefined where it is none, or that can't be proved. */
export function clientOf(expression: ts.Expression, unit: Unit): HttpClient | undefined {
  const made: Made[] = [];
  const seen = new Set<ts.Node>();
  for (let at: Placed | undefined = { node: expression, unit }; at !== undefined;) {
    const definition: Definition = definitionOf(valueKept(at), at.unit);
    const { unit: user }: Placed = at;
    if ('node' in definition && seen.has(definition.node)) return undefined;
    if ('node' in definition) seen.add(definition.node);
    const client = definition.isSure ? clientIn(definition) : clientByType(at);
    if (client !== undefined) return madeOf({ ...client, units: [user, ...client.units] }, made);
    if (!definition.isSure || definition.kind !== 'expression') return undefined;
    const given = givenBy(definition);
    const making = given === undefined ? makingOf(definition) : undefined;
    if (making !== undefined) made.push({ ...making, at: definition.node, user });
    at = given ?? making?.of;
  }
  return undefined;
}

/** What a function of the repository returns, awaited or not, and what is kept where it is asked for: `client ??= …`. */
function givenBy({ node, unit }: Placed): Placed | undefined {
  const origin = originOf(node);
  if (origin.kind === 'awaited') return { node: origin.of, unit };
  // What was kept before may be another one.
  if (origin.kind === 'assigned') return { node: origin.kept ?? origin.of, unit };
  return origin.kind === 'result' ? resultOf(origin.call.expression, unit) : undefined;
}

/** What a variable is given by its one assignment, if it begins with nothing: without a client, no request is sent. */
function valueKept({ node, unit }: Placed): ts.Expression {
  const binding = unit.scope.bindingOf(unwrap(node));
  const declared = declaredBy(binding?.declaration);
  const isEmpty = declared.kind === 'unset' || (declared.kind === 'value' && originOf(declared.of).kind === 'nothing');
  const [only, ...others] = (isEmpty ? binding?.writes : undefined) ?? [];
  return others.length === 0 ? (only?.value ?? node) : node;
}

/** Any client of the type that is written for a variable, where it isn't known which one that holds. */
function clientByType({ node, unit }: Placed): HttpClient | undefined {
  const declaration = unit.scope.declarationOf(unwrap(node));
  return declaration && plain(dialectOfType(declaration, unit), unit, 'any');
}

function clientIn(definition: Definition): HttpClient | undefined {
  switch (definition.kind) {
    case 'global':
      return plain(ownValue(HTTP_GLOBALS, definition.name), definition.unit);
    case 'export':
      return plain(
        ownValue(ownValue(HTTP_EXPORTS, definition.specifier), definition.name ?? 'default'),
        definition.unit,
      );
    case 'module':
      return undefined;
    case 'declaration':
      return plain(dialectOfType(definition.node, definition.unit), definition.unit, 'any');
    case 'expression':
      return ts.isNewExpression(definition.node) ? instanceOf(definition.node, definition.unit) : undefined;
  }
}

function plain(
  dialect: DialectName | undefined,
  unit: Unit,
  which: 'default' | 'any' = 'default',
): HttpClient | undefined {
  return dialect === undefined
    ? undefined
    : { dialect, defaults: [], origin: undefined, which: which === 'any' ? undefined : which, units: [unit] };
}

/** What makes a client of another one. */
interface Made {
  readonly of: Placed;
  readonly name: string;
  /** What it is made with; undefined where it is no call. */
  readonly given: readonly ts.Expression[] | undefined;
  /** Where it is made. */
  readonly at: ts.Node;
  /** The file that uses it. */
  readonly user: Unit;
}

/** `axios.create({ … })`, `ky.extend({ … })`, `http.axiosRef`. */
function makingOf({ node, unit }: Placed): Omit<Made, 'at' | 'user'> | undefined {
  const access = accessOf(ts.isCallExpression(node) ? unwrap(node.expression) : node);
  return access === undefined
    ? undefined
    : {
        of: { node: access.object, unit },
        name: access.name,
        given: ts.isCallExpression(node) ? [...node.arguments] : undefined,
      };
}

/** The client at the end of several that are each made of the next; undefined where one isn't made so. */
function madeOf(client: HttpClient, made: readonly Made[]): HttpClient | undefined {
  const isMaker = ({ name, given }: Made): boolean =>
    given === undefined
      ? name === 'axiosRef' || name === 'default'
      : DIALECTS[client.dialect].makers.some((maker) => maker === name);
  if (!made.every(isMaker)) return undefined;
  const defaults = made.flatMap(({ given, of }) => (given ?? []).map((node) => ({ ...of, node })).reverse());
  return {
    ...client,
    defaults: [...defaults, ...client.defaults],
    which: made.find(({ given }) => given !== undefined)?.at ?? client.which,
    units: [...new Set([...made.flatMap(({ user, of }) => [user, of.unit]), ...client.units])],
  };
}

function instanceOf(node: ts.NewExpression, unit: Unit): HttpClient | undefined {
  const made = definitionOf(node.expression, unit);
  const dialect =
    made.kind === 'export' && made.isSure
      ? ownValue(ownValue(HTTP_CLASSES, made.specifier), made.name ?? '')
      : undefined;
  const [origin] = node.arguments ?? [];
  return dialect === undefined
    ? undefined
    : {
        dialect,
        defaults: [],
        origin: origin === undefined ? undefined : { node: origin, unit },
        which: node,
        units: [unit],
      };
}

/** The client that a parameter's or field's written type says it is. */
function dialectOfType(node: ts.Declaration, unit: Unit): DialectName | undefined {
  const written =
    ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) ? node.type : undefined;
  const parts = written !== undefined && ts.isUnionTypeNode(written) ? written.types : [written];
  const [type, ...others] = parts.filter((part) => part !== undefined && !isNullishType(part));
  if (others.length > 0) return undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const imported = importOf(unit.scope.declarationOf(type.typeName));
  return imported?.name === undefined ? undefined : ownValue(ownValue(HTTP_TYPES, imported.specifier), imported.name);
}

function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
