import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES, type MetadataField, type Surface } from '../../api-change.ts';
import { WIRE_NAMES } from '../../http-api.ts';
import { unwrap } from '../../syntax.ts';
import { mayCarryMetadata, readElements, type ParamElement } from './elements.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import { membersOf } from './listed-members.ts';
import { readMakingCall } from './making-calls.ts';
import { fieldsOfOrigins, mayBePut, originsOf, type Origin } from './metadata-origins.ts';
import { withoutRemoved } from './removed.ts';
import type { TypeOnTheWay } from './source.ts';
import { isSpreadWithout, spreadParams } from './spread-arguments.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';

/** What is passed as the params of a general update. */
export type Params =
  | {
      readonly kind: 'literal';
      readonly literal: ts.ObjectLiteralExpression;
      readonly elements: readonly ParamElement[];
    }
  /** A variable that holds a literal, and what is done with it on the way to the call. */
  | {
      readonly kind: 'variable';
      readonly binding: Binding;
      readonly declaration: ts.VariableDeclaration;
      readonly literal: ts.ObjectLiteralExpression;
      readonly elements: readonly ParamElement[];
    }
  | ListedParams
  /** Provably without metadata. */
  | { readonly kind: 'none' }
  /** `origins`: where it may come from, as far as it can be followed. */
  | { readonly kind: 'hidden'; readonly node: ts.Expression; readonly origins: readonly Origin[] };

/** An object of which its type, or what it is made of, names the metadata fields that it may have. */
export interface ListedParams {
  readonly kind: 'listed';
  readonly node: ts.Expression;
  readonly fields: readonly MetadataField[];
  readonly hasGeneral: boolean;
  /** Whether it may have other metadata fields, too. */
  readonly mayHaveOthers: boolean;
  /** Whether it has none beside `fields`: a type may not list all that an object holds. */
  readonly isClosed: boolean;
  /** Whether one of the fields is there. */
  readonly isCertain: boolean;
  /** Whether it may be null or undefined, for all that was seen. */
  readonly mayBeMissing: boolean;
  /** Whether one of the objects that it may be has none of the fields, for all that was seen. */
  readonly mayLack: boolean;
  /** The types that are written for it, on the way. */
  readonly types: readonly TypeOnTheWay[];
  readonly origins: readonly Origin[];
}

/**
 * The fields that count as metadata on a surface. The browser's update never took two of them, which is worth saying
 * where somebody tries.
 */
export function metadataFieldsOf(surface: Surface): readonly MetadataField[] {
  return surface === 'frontend' ? METADATA_FIELDS : SURFACES[surface].fields;
}

/** What is asked of every call is asked only where it can be answered. */
function holdsWireNames({ text }: Unit): boolean {
  return Object.values(WIRE_NAMES).some((name) => text.includes(name));
}

/** Reads the params of a call on `surface`, as far as the file shows them. */
export function readParams(expression: ts.Expression, surface: Surface, unit: Unit): Params {
  const node = thawed(unwrap(expression), unit);
  const fields = withoutRemoved(node, metadataFieldsOf(surface), unit);
  const spread = spreadParams(node, surface);
  if (spread !== undefined)
    return isSpreadWithout(fields, spread, unit)
      ? { kind: 'none' }
      : { kind: 'hidden', node: spread.spread, origins: [{ node: spread.spread, fields }] };
  const raw = holdsWireNames(unit) ? originsOf(node, fields, unit).raw : [];
  if (raw.length > 0) return { kind: 'hidden', node, origins: raw };
  if (ts.isObjectLiteralExpression(node)) {
    const elements = readElements(node, fields, unit);
    return elements.every(({ kind }) => kind === 'general')
      ? { kind: 'none' }
      : { kind: 'literal', literal: node, elements };
  }
  if (!mayCarryMetadata(expression, fields, unit)) return { kind: 'none' };
  return (
    (ts.isIdentifier(node) ? readVariable(node, fields, unit) : undefined) ??
    readTyped(expression, fields, unit) ??
    readOrigins(node, fields, unit)
  );
}

/** The `params` of `Object.freeze(params)`. */
function thawed(node: ts.Expression, unit: Unit): ts.Expression {
  const made = ts.isCallExpression(node) ? readMakingCall(node, unit) : undefined;
  return made?.kind === 'same' ? thawed(unwrap(made.of), unit) : node;
}

function readVariable(node: ts.Identifier, fields: readonly MetadataField[], unit: Unit): Params | undefined {
  const binding = unit.scope.bindingOf(node);
  if (!isNeverReassigned(binding) || !ts.isVariableDeclaration(binding.declaration)) return undefined;
  const { declaration } = binding;
  if (mayChangeElsewhere(declaration, unit)) return undefined;
  const literal = declaration.initializer === undefined ? undefined : thawed(unwrap(declaration.initializer), unit);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
  return { kind: 'variable', binding, declaration, literal, elements: readElements(literal, fields, unit) };
}

function readTyped(expression: ts.Expression, fields: readonly MetadataField[], unit: Unit): Params | undefined {
  const node = unwrap(expression);
  const members = membersOf(expression, unit);
  if (members === undefined) return undefined;
  const { names, certain, mayBeMissing } = members;
  // An object may be given more in sight than its type lists.
  const given = originsOf(node, fields, unit);
  const listed = fields.filter((field) => names.has(field));
  const put = mayBePut(given);
  if (listed.length === 0 && given.carried.length === 0 && put.length > 0) return undefined;
  const mayHaveOthers = members.mayHaveOthers || put.length > 0;
  const origins = [{ node, fields: listed }, ...given.carried, ...put];
  const hasGeneral =
    mayHaveOthers || given.hasGeneral || [...names].some((name) => !fields.some((field) => field === name));
  const isCertain = listed.some((field) => certain.has(field));
  return {
    kind: 'listed',
    node,
    fields: fieldsOfOrigins(origins, fields),
    hasGeneral,
    mayHaveOthers,
    isClosed: !mayHaveOthers && given.unseen.length === 0,
    isCertain,
    mayBeMissing,
    mayLack: given.mayLack,
    types: given.types,
    origins,
  };
}

/**
 * What no type describes: an object is what it is made of. Where metadata is among that, it is told apart when the
 * program runs.
 */
function readOrigins(node: ts.Expression, fields: readonly MetadataField[], unit: Unit): Params {
  const { carried, unseen, hasGeneral, isCertain, mayBeMissing, mayLack, types } = originsOf(node, fields, unit);
  const origins = [...carried, ...unseen];
  if (carried.length === 0) return { kind: 'hidden', node, origins };
  const mayHaveOthers = unseen.length > 0;
  return {
    kind: 'listed',
    node,
    fields: fieldsOfOrigins(carried, fields),
    hasGeneral: hasGeneral || mayHaveOthers,
    mayHaveOthers,
    isClosed: !mayHaveOthers,
    isCertain,
    mayBeMissing,
    mayLack,
    types,
    origins,
  };
}
