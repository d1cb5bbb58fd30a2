import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire, WIRE_NAMES } from '../../http-api.ts';
import { nameText } from '../../syntax.ts';
import type { Source, TypeOnTheWay } from './source.ts';
import { followSources } from './sources.ts';
import type { Unit } from '../source/unit.ts';

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
  const isOpen = unit.scope.isOpen() || (unit.component !== undefined && found.carried.length > 0);
  return isOpen ? { ...found, unseen: [...found.unseen, { node, fields }], mayBeMissing: true } : found;
}

/** What sources say of `fields`. */
function collect(sources: readonly Source[], fields: readonly MetadataField[]): Origins {
  const carried: Origin[] = [];
  const unseen: Origin[] = [];
  const raw: Origin[] = [];
  let hasGeneral = false;
  const types = sources.flatMap((source) => (source.kind === 'typed' ? [source.type] : []));
  let isCertain = sources.length > types.length;
  let mayLack = false;
  const add = (name: string | undefined, at: ts.Node): boolean => {
    const field = fields.find((candidate) => candidate === name);
    const sent = fieldOnTheWire(name);
    if (sent !== undefined) raw.push({ node: at, fields: [sent] });
    if (name === undefined) unseen.push({ node: at, fields });
    else if (field === undefined) hasGeneral = true;
    else carried.push({ node: at, fields: [field] });
    return field !== undefined;
  };
  for (const source of sources) {
    switch (source.kind) {
      case 'literal': {
        const found = source.literal.properties
          .filter((property) => !ts.isSpreadAssignment(property))
          .map((property) => add(nameText(property.name), property));
        isCertain &&= source.isPart || found.includes(true);
        mayLack ||= !source.isPart && !found.includes(true);
        break;
      }
      case 'assigned':
        if (add(source.name, source.node)) isCertain = false;
        break;
      case 'rest': {
        const rest = collect(
          source.sources,
          fields.filter((field) => !source.taken.has(field)),
        );
        carried.push(...rest.carried);
        unseen.push(...rest.unseen);
        raw.push(
          ...rest.raw.filter(({ fields: [field] }) => field === undefined || !source.taken.has(WIRE_NAMES[field])),
        );
        hasGeneral = true;
        isCertain = false;
        break;
      }
      case 'handed':
        hasGeneral = true;
        isCertain = false;
        break;
      case 'missing':
        isCertain = false;
        break;
      case 'typed':
        break;
      case 'unseen':
        isCertain = false;
        if (fields.length > 0) unseen.push({ node: source.node, fields });
        break;
    }
  }
  return {
    carried,
    unseen,
    raw,
    hasGeneral,
    isCertain,
    mayLack,
    types,
    mayBeMissing: sources.some(({ kind }) => kind === 'missing' || kind === 'unseen'),
  };
}
