/** The part of JSON Schema that the report's own schema is written in. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/**
 * Holds a value against a schema. Fields that the schema doesn't know are passed over: a later version may have added
 * them.
 *
 * @param at the place of the value, for the message
 * @returns the first thing that is wrong, as `files.0.path isn't a string`; undefined where nothing is
 */
export function findShapeProblem(
  value: unknown,
  schema: Schema,
  definitions: Schema['$defs'] = schema.$defs,
  at = 'it',
): string | undefined {
  const definition = schema.$ref === undefined ? undefined : definitions?.[schema.$ref.replace('#/$defs/', '')];
  if (definition !== undefined) return findShapeProblem(value, definition, definitions, at);
  if (schema.const !== undefined && value !== schema.const) return `${at} isn't ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${at} is none of ${schema.enum.join(', ')}`;
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types !== undefined && !types.some((type) => isOfType(value, type)))
    return `${at} isn't ${types.map(withArticle).join(' or ')}`;
  if (typeof value === 'number' && schema.minimum !== undefined && value < schema.minimum)
    return `${at} is below ${String(schema.minimum)}`;
  if (typeof value === 'string' && schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return `${at} isn't written as it should be`;
  if (Array.isArray(value))
    return findFirst(
      value.entries(),
      ([index, item]) => schema.items && findShapeProblem(item, schema.items, definitions, inside(at, String(index))),
    );
  if (typeof value !== 'object' || value === null) return undefined;
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${inside(at, missing)} is missing`;
  return findFirst(Object.entries(schema.properties ?? {}), ([name, child]) =>
    Object.hasOwn(value, name)
      ? findShapeProblem((value as Record<string, unknown>)[name], child, definitions, inside(at, name))
      : undefined,
  );
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function inside(at: string, name: string): string {
  return at === 'it' ? name : `${at}.${name}`;
}

function findFirst<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
