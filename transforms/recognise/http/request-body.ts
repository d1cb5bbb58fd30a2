import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { accessOf, hasWrittenType, isNothing, nameText, unwrap, wrapped } from '../../syntax.ts';
import { declaredBy, valueOfMember } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import type { Placed } from './http-clients.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import { onlyReadsArguments } from '../trace/readers.ts';
import { isWriteTarget, type Binding } from '../../language/scope.ts';
import { membersOfType } from '../params/type-members.ts';
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

/** What is found on the way to knowing a body. */
interface Contents {
  readonly fields: readonly MetadataField[];
  readonly hasGeneral: boolean;
  readonly isOpen: boolean;
}

const NOTHING: Contents = { fields: [], hasGeneral: false, isOpen: false };
const OPEN: Contents = { fields: [], hasGeneral: false, isOpen: true };
const evaluatorOf = createEvaluators<Contents | undefined>({ none: undefined, unknown: OPEN, same: isSame });

/**
 * Reads a body.
 *
 * @param takes whether an object is sent as JSON, or has to be made a text first
 */
export function readBody({ node, unit }: Placed, takes: 'text' | 'json', graph: ModuleGraph): RequestBody {
  const definition = definitionOf(node, unit, graph);
  const text = definition.kind === 'expression' && definition.isSure ? originOf(definition.node) : undefined;
  if (text?.kind === 'nothing') return { kind: 'none' };
  if (text?.kind === 'data' && 'node' in definition && ts.isStringLiteralLike(definition.node))
    return byName(contentsOfJson(definition.node.text), definition.node);
  if (text?.kind === 'result' && isStringify(text.call, definition.unit)) {
    const [object, replacer] = text.call.arguments;
    if (object === undefined || (replacer !== undefined && !isNothing(unwrap(replacer))))
      return { kind: 'hidden', node: text.call, fields: [] };
    return readObject({ node: object, unit: definition.unit }, definition.isOwn && definition.unit === unit, graph);
  }
  if (text?.kind === 'instance' && isGlobal(text.call.expression, 'URLSearchParams', definition.unit)) {
    const [form, ...others] = text.call.arguments ?? [];
    // A form says what its values are, but not whether the metadata's endpoint takes one.
    if (form !== undefined && others.length === 0)
      return {
        kind: 'hidden',
        node: text.call,
        fields: contentsOf({ node: form, unit: definition.unit }, graph).fields,
      };
  }
  return takes === 'json' ? readObject({ node, unit }, true, graph) : { kind: 'hidden', node, fields: [] };
}

export function isStringify(call: ts.CallExpression, unit: Unit): boolean {
  return globalFunctionName(call.expression, unit) === 'JSON.stringify';
}

function readObject(object: Placed, mayChange: boolean, graph: ModuleGraph): RequestBody {
  const definition = definitionOf(object.node, object.unit, graph);
  const isLiteral = definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node);
  if (isLiteral && mayChange && definition.isOwn && definition.isSure && definition.unit === object.unit) {
    const literal = definition.node;
    const elements = literal.properties.map(readField);
    if (elements.length > 0 && elements.every((element) => element !== undefined))
      return { kind: 'metadata', node: literal, fields: [...new Set(elements.map(({ field }) => field))], elements };
  }
  return byName(contentsOf(object, graph), object.node);
}

function byName({ fields, hasGeneral, isOpen }: Contents, node: ts.Expression): RequestBody {
  if (isOpen) return { kind: 'hidden', node, fields };
  return fields.length === 0 ? { kind: 'none' } : { kind: 'fields', node, fields, hasGeneral };
}

function readField(node: ts.ObjectLiteralElementLike): BodyField | undefined {
  const field = fieldOnTheWire(nameText(node.name));
  return field === undefined ? undefined : { field, node, value: valueOfMember(node) };
}

function contentsOfJson(text: string): Contents {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? merge(Object.keys(value).map(contentsUnder))
      : NOTHING;
  } catch {
    return OPEN;
  }
}

function contentsUnder(name: string | undefined): Contents {
  if (name === undefined) return OPEN;
  const field = fieldOnTheWire(name);
  return field === undefined ? { ...NOTHING, hasGeneral: true } : { ...NOTHING, fields: [field] };
}

function merge(parts: readonly Contents[]): Contents {
  return {
    fields: [...new Set(parts.flatMap(({ fields }) => fields))],
    hasGeneral: parts.some(({ hasGeneral }) => hasGeneral),
    isOpen: parts.some(({ isOpen }) => isOpen),
  };
}

/** What an object may hold, by name. */
function contentsOf(object: Placed, graph: ModuleGraph): Contents {
  return evaluatorOf(graph).once(object.node, 'contents', () => findContents(object, graph)) ?? OPEN;
}

function isSame(a: Contents | undefined, b: Contents | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.hasGeneral === b.hasGeneral && a.isOpen === b.isOpen && a.fields.join() === b.fields.join();
}

function findContents({ node, unit }: Placed, graph: ModuleGraph): Contents {
  const on = (inner: ts.Expression): Contents => contentsOf({ node: inner, unit }, graph);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'same':
      return on(origin.of);
    case 'choice':
      return merge(origin.of.map(on));
    case 'fallback':
      return merge([on(origin.first), on(origin.other)]);
    case 'guarded':
      return on(origin.then);
    case 'nothing':
      return NOTHING;
    case 'object':
      return contentsOfLiteral(origin.literal, unit, graph);
    case 'name':
      return contentsOfName(origin.name, unit, graph);
    default:
      return contentsDefined(node, undefined, unit, graph);
  }
}

function contentsOfName(name: ts.Identifier, unit: Unit, graph: ModuleGraph): Contents {
  const binding = unit.scope.bindingOf(name);
  const written = binding === undefined ? NOTHING : contentsWritten(binding, name, unit);
  return merge([written, contentsDefined(name, binding, unit, graph)]);
}

/** What is in the object that an expression names. */
function contentsDefined(node: ts.Expression, binding: Binding | undefined, unit: Unit, graph: ModuleGraph): Contents {
  const definition = definitionOf(node, unit, graph);
  const origin = definition.kind === 'expression' ? originOf(definition.node) : undefined;
  if (origin?.kind === 'nothing' && definition.isSure) return NOTHING;
  if (origin?.kind !== 'object' || !definition.isSure) return contentsByType(binding?.declaration, unit);
  const { literal } = origin;
  const declared = declaredBy(binding?.declaration);
  const isHeldHere = declared.kind === 'value' && unwrap(declared.of) === literal;
  // What others do to it under its other names isn't looked for.
  const isAnyoneElses =
    (!definition.isOwn && !isHeldHere) || mayChangeElsewhere(wrapped(literal).parent, definition.unit);
  return merge([isAnyoneElses ? OPEN : NOTHING, contentsOfLiteral(literal, definition.unit, graph)]);
}

function contentsOfLiteral({ properties }: ts.ObjectLiteralExpression, unit: Unit, graph: ModuleGraph): Contents {
  return merge(
    properties.map((property) =>
      ts.isSpreadAssignment(property)
        ? contentsOf({ node: property.expression, unit }, graph)
        : contentsUnder(nameText(property.name)),
    ),
  );
}

/** What an object's type lists, where it is written. */
function contentsByType(declaration: ts.Declaration | undefined, unit: Unit): Contents {
  const members =
    declaration !== undefined && hasWrittenType(declaration) ? membersOfType(declaration.type, unit) : undefined;
  return members === undefined || members.isOpen ? OPEN : merge([...members.names].map(contentsUnder));
}

/** What the mentions of a variable put into the object that it holds. */
function contentsWritten(binding: Binding, sent: ts.Expression, unit: Unit): Contents {
  return merge(
    binding.references.map((mention): Contents => {
      const use = useOf(mention);
      if (mention === sent) return NOTHING;
      switch (use.kind) {
        case 'asked':
        case 'spread':
          return NOTHING;
        case 'method':
          return accessOf(use.access) === undefined ? OPEN : NOTHING;
        case 'part':
          return isWriteTarget(use.access) ? contentsUnder(accessOf(use.access)?.name) : NOTHING;
        case 'argument':
          return ts.isCallExpression(use.call) && onlyReadsArguments(use.call, unit) ? NOTHING : OPEN;
        default:
          return OPEN;
      }
    }),
  );
}
