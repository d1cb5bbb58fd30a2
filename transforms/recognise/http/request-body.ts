import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { isNothing, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { definitionOf, isOnlyUse, type Placed } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { entriesOf } from './records.ts';
import type { Unit } from '../../language/unit.ts';

/** A metadata field of a request's body; the value is undefined for methods and accessors. */
export interface BodyField {
  readonly field: MetadataField;
  readonly node: ts.ObjectLiteralElementLike;
  readonly value: ts.Expression | undefined;
}

/** What a request's body may hold. */
export type RequestBody =
  /** An object literal that only this request uses, with metadata and nothing else. */
  | {
      readonly kind: 'metadata';
      readonly node: ts.Expression;
      readonly fields: readonly MetadataField[];
      readonly elements: readonly BodyField[];
    }
  /** What is there is known by name alone. */
  | {
      readonly kind: 'fields';
      readonly node: ts.Expression;
      readonly fields: readonly MetadataField[];
      readonly hasGeneral: boolean;
    }
  /** It may hold more than the fields that are in sight. */
  | { readonly kind: 'hidden'; readonly node: ts.Expression; readonly fields: readonly MetadataField[] }
  /** Provably without metadata. */
  | { readonly kind: 'none' };

/**
 * Reads a body.
 *
 * @param takes whether an object is sent as JSON, or has to be made a text first
 */
export function readBody(body: Placed, takes: 'text' | 'json'): RequestBody {
  const definition = definitionOf(body.node, body.unit);
  const text = definition.kind === 'expression' && definition.isSure ? originOf(definition.node) : undefined;
  if (text?.kind === 'nothing') return { kind: 'none' };
  if (text?.kind === 'data' && 'node' in definition && ts.isStringLiteralLike(definition.node))
    return byName(namesInJson(definition.node.text), definition.node);
  if (text?.kind === 'result' && isStringify(text.call, definition.unit)) {
    const [object, replacer] = text.call.arguments;
    if (object === undefined || (replacer !== undefined && !isNothing(unwrap(replacer))))
      return { kind: 'hidden', node: text.call, fields: [] };
    const { unit } = definition;
    return readObject({ node: object, unit }, isOnlyUse(body.node, definition, body.unit));
  }
  return takes === 'json' ? readObject(body, true) : { kind: 'hidden', node: body.node, fields: [] };
}

export function isStringify(call: ts.CallExpression, unit: Unit): boolean {
  return globalFunctionName(call.expression, unit) === 'JSON.stringify';
}

function readObject(object: Placed, mayChange: boolean): RequestBody {
  const definition = definitionOf(object.node, object.unit);
  const isLiteral = definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node);
  if (isLiteral && mayChange && definition.isSure && isOnlyUse(object.node, definition, object.unit)) {
    const literal = definition.node;
    const elements = literal.properties.map(readField);
    if (elements.length > 0 && elements.every((element) => element !== undefined))
      return { kind: 'metadata', node: literal, fields: [...new Set(elements.map(({ field }) => field))], elements };
  }
  return byName(namesOf(object), object.node);
}

function namesOf(object: Placed): (string | undefined)[] {
  return entriesOf(object, 'body').map(({ name }) => name);
}

/** @param names undefined for what may have any */
function byName(names: readonly (string | undefined)[], node: ts.Expression): RequestBody {
  const fields = fieldsIn(names);
  if (names.includes(undefined)) return { kind: 'hidden', node, fields };
  const hasGeneral = names.some((name) => fieldOnTheWire(name) === undefined);
  return fields.length === 0 ? { kind: 'none' } : { kind: 'fields', node, fields, hasGeneral };
}

function fieldsIn(names: readonly (string | undefined)[]): MetadataField[] {
  return [...new Set(names.flatMap((name) => fieldOnTheWire(name) ?? []))];
}

function readField(node: ts.ObjectLiteralElementLike): BodyField | undefined {
  const field = fieldOnTheWire(nameText(node.name));
  return field === undefined ? undefined : { field, node, value: valueOfMember(node) };
}

function namesInJson(text: string): (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [undefined];
  }
}
