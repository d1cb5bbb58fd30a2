import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { nameText } from '../../syntax.ts';
import type { Source, TypeOnTheWay } from './source.ts';
import { followSources } from './sources.ts';
import type { Unit } from '../../language/unit.ts';

/** A place from which metadata comes, or may come, and which. */
export interface Origin {
  readonly node: ts.Node;
  readonly fields: readonly MetadataField[];
}

/** Those of `fields` that come from one of the places. */
export function fieldsOfOrigins(origins: readonly Origin[], fields: readonly MetadataField[]): MetadataField[] {
  return fields.filter((field) => origins.some((origin) => origin.fields.includes(field)));
}

/** What is known of an object by following it back to where it is made. */
export interface Origins {
  readonly carried: readonly Origin[];
  /** Places behind which the file can't see: there any metadata may come in. */
  readonly unseen: readonly Origin[];
  /** Metadata under the names of the wire: the SDK sends those as they are. */
  readonly raw: readonly Origin[];
  readonly hasGeneral: boolean;
  /** Whether each object that it may be has one of the fields. */
  readonly isCertain: boolean;
  /** Whether one of the objects that it may be has none of the fields. */
  readonly mayLack: boolean;
  /** The types that are written for it, on the way. */
  readonly types: readonly TypeOnTheWay[];
  /** Whether it may be null or undefined. */
  readonly mayBeMissing: boolean;
}

/**
 * Follows `node` back through variables, parameters and their callers, and functions of the file. Whatever can't be
 * followed is `unseen`.
 */
export function originsOf(node: ts.Expression, fields: readonly MetadataField[], unit: Unit): Origins {
  const found = collect(followSources(node, unit), fields);
  // Code that names variables when it runs may do anything to them. A component's markup is read as code; when it runs,
  // between what else, isn't known.
  const hasHiddenWrites = unit.scope.hasHiddenWrites() || (unit.component !== undefined && found.carried.length > 0);
  return hasHiddenWrites ? { ...found, unseen: [...found.unseen, { node, fields }], mayBeMissing: true } : found;
}

/** What sources say of `fields`. */
function collect(sources: readonly Source[], fields: readonly MetadataField[]): Origins {
  const carried: Places = new Map();
  const unseen: Places = new Map();
  const raw: Places = new Map();
  const types: TypeOnTheWay[] = [];
  let hasGeneral = false;
  let isCertain = sources.some(({ kind }) => kind !== 'typed');
  let mayLack = false;
  let mayBeMissing = false;
  for (const source of sources) {
    const { isPart, without } = source;
    const left = fields.filter((field) => without?.has(field) !== true);
    const add = (name: string | undefined, node: ts.Node): boolean => {
      if (name !== undefined && without?.has(name) === true) return false;
      const field = left.find((candidate) => candidate === name);
      const sent = fieldOnTheWire(name);
      if (sent !== undefined) put(raw, node, [sent]);
      if (name === undefined) hide(node);
      else if (field === undefined) hasGeneral = true;
      else put(carried, node, [field]);
      return field !== undefined;
    };
    const hide = (node: ts.Node): void => {
      if (left.length > 0) put(unseen, node, left);
    };
    switch (source.kind) {
      case 'literal': {
        const found = source.literal.properties
          .filter((property) => !ts.isSpreadAssignment(property))
          .map((property) => add(nameText(property.name), property));
        isCertain &&= isPart || found.includes(true);
        mayLack ||= !isPart && !found.includes(true);
        break;
      }
      case 'assigned':
        if (add(source.name, source.node)) isCertain = false;
        break;
      case 'general':
        hasGeneral = true;
        isCertain = false;
        break;
      case 'missing':
        isCertain = false;
        mayBeMissing = true;
        break;
      case 'typed':
        types.push(source.type);
        break;
      case 'unseen':
        isCertain = false;
        // What is copied from elsewhere is an object of its own.
        mayBeMissing ||= without === undefined;
        hide(source.node);
        break;
    }
  }
  return {
    carried: originsIn(carried),
    unseen: originsIn(unseen),
    raw: originsIn(raw),
    hasGeneral,
    isCertain,
    mayLack,
    types,
    mayBeMissing,
  };
}

/** The fields that come from a place, however many ways lead there. */
type Places = Map<ts.Node, readonly MetadataField[]>;

function put(places: Places, node: ts.Node, fields: readonly MetadataField[]): void {
  places.set(node, [...new Set([...(places.get(node) ?? []), ...fields])]);
}

function originsIn(places: Places): Origin[] {
  return [...places].map(([node, fields]) => ({ node, fields }));
}
