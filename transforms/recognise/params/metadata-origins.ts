import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { nameText } from '../../syntax.ts';
import { membersOf } from './listed-members.ts';
import { namesOfComputed } from './keys.ts';
import type { Put, Source, TypeOnTheWay } from './source.ts';
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
  /** Those of them at which something is put on it past its type. */
  readonly put: readonly (Origin & { readonly what: Put })[];
  /** Whether there are others: of what comes in there, its type speaks. */
  readonly isTypedWhereUnseen: boolean;
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
  const found = collect(followSources(node, unit), fields, unit);
  // Code that names variables when it runs may do anything to them. A component's markup is read as code; when it runs,
  // between what else, isn't known.
  const hasHiddenWrites = unit.scope.hasHiddenWrites() || (unit.component !== undefined && found.carried.length > 0);
  return hasHiddenWrites
    ? { ...found, unseen: [...found.unseen, { node, fields }], isTypedWhereUnseen: true, mayBeMissing: true }
    : found;
}

/** Where what is put on an object past its type may be metadata, as far as its own type leaves room for that. */
export function mayBePut({ put }: Origins): readonly Origin[] {
  return put.filter(({ what: { of, unit }, fields }) => of === undefined || mayList(fields, of, unit));
}

/** Whether the type of an object leaves room for one of the fields. */
export function mayList(fields: readonly MetadataField[], of: ts.Expression, unit: Unit): boolean {
  const members = membersOf(of, unit);
  return members === undefined || members.mayHaveOthers || fields.some((field) => members.names.has(field));
}

/** What sources say of `fields`. */
function collect(sources: readonly Source[], fields: readonly MetadataField[], unit: Unit): Origins {
  const carried: Places = new Map();
  const unseen: Places = new Map();
  const raw: Places = new Map();
  const put: Origins['put'][number][] = [];
  let isTypedWhereUnseen = false;
  const types: TypeOnTheWay[] = [];
  let hasGeneral = false;
  let isCertain = sources.some(({ kind }) => kind !== 'typed');
  let mayLack = false;
  let mayBeMissing = false;
  for (const source of sources) {
    const { isPart, without, put: what } = source;
    const left = fields.filter((field) => without?.has(field) !== true);
    const add = (name: string | undefined, node: ts.Node): boolean => {
      if (name !== undefined && without?.has(name) === true) return false;
      const field = left.find((candidate) => candidate === name);
      const sent = fieldOnTheWire(name);
      if (sent !== undefined) note(raw, node, [sent]);
      if (name === undefined) hide(node);
      else if (field === undefined) hasGeneral = true;
      else note(carried, node, [field]);
      return field !== undefined;
    };
    const addProperty = (property: ts.ObjectLiteralElementLike): boolean => {
      const names = namesOfComputed(property.name, unit);
      if (names === undefined) return add(nameText(property.name), property);
      const isField = names.map((name) => add(name, property));
      return isField.every(Boolean) && isField.length > 0;
    };
    const hide = (node: ts.Node): void => {
      if (left.length === 0) return;
      note(unseen, node, left);
      if (what === undefined) isTypedWhereUnseen = true;
      else put.push({ node, fields: left, what });
    };
    switch (source.kind) {
      case 'literal': {
        const found = source.literal.properties
          .filter((property) => !ts.isSpreadAssignment(property))
          .map((property) => addProperty(property));
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
    put,
    isTypedWhereUnseen,
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

function note(places: Places, node: ts.Node, fields: readonly MetadataField[]): void {
  places.set(node, [...new Set([...(places.get(node) ?? []), ...fields])]);
}

function originsIn(places: Places): Origin[] {
  return [...places].map(([node, fields]) => ({ node, fields }));
}
