import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { createEvaluators } from '../../evaluate.ts';
import { accessOf, isUndefinedLiteral, nameText, unwrap, wrapped } from '../../syntax.ts';
import { definitionOf } from '../source/definitions.ts';
import { mayChangeElsewhere } from '../source/exported.ts';
import { globalFunctionName, isGlobal } from '../source/is-global.ts';
import type { Placed } from './http-clients.ts';
import type { ModuleGraph } from '../source/modules.ts';
import { onlyReadsArguments } from '../source/readers.ts';
import { isWriteTarget, type Binding } from '../source/scope.ts';
import { membersOfType } from '../params/type-members.ts';
import type { Unit } from '../source/unit.ts';

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
  if (definition.kind === 'expression' && definition.isSure) {
    const text = definition.node;
    if (ts.isStringLiteralLike(text)) return byName(contentsOfJson(text.text), text);
    if (isNothing(text)) return { kind: 'none' };
    if (ts.isCallExpression(text) && isStringify(text, definition.unit)) {
      const [object, replacer] = text.arguments;
      if (object === undefined || (replacer !== undefined && !isNothing(unwrap(replacer))))
        return { kind: 'hidden', node: text, fields: [] };
      return readObject({ node: object, unit: definition.unit }, definition.isOwn && definition.unit === unit, graph);
    }
    if (
      ts.isNewExpression(text) &&
      text.arguments?.length === 1 &&
      text.arguments[0] !== undefined &&
      isGlobal(text.expression, 'URLSearchParams', definition.unit)
    ) {
      // A form says what its values are, but not whether the metadata's endpoint takes one.
      const { fields } = contentsOf({ node: text.arguments[0], unit: definition.unit }, graph);
      return { kind: 'hidden', node: text, fields };
    }
  }
  return takes === 'json' ? readObject({ node, unit }, true, graph) : { kind: 'hidden', node, fields: [] };
}

function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node);
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
  if (ts.isSpreadAssignment(node)) return undefined;
  const field = fieldOnTheWire(nameText(node.name));
  if (field === undefined) return undefined;
  return {
    field,
    node,
    value: ts.isPropertyAssignment(node)
      ? node.initializer
      : ts.isShorthandPropertyAssignment(node)
        ? node.name
        : undefined,
  };
}

function contentsOfJson(text: string): Contents {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? merge(Object.keys(value).map(contentsOfName))
      : NOTHING;
  } catch {
    return OPEN;
  }
}

function contentsOfName(name: string | undefined): Contents {
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
  const on = (inner: ts.Expression, at: Unit): Contents => contentsOf({ node: inner, unit: at }, graph);
  const expression = unwrap(node);
  if (ts.isConditionalExpression(expression))
    return merge([on(expression.whenTrue, unit), on(expression.whenFalse, unit)]);
  if (ts.isBinaryExpression(expression))
    return expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? on(expression.right, unit) : OPEN;
  const binding = ts.isIdentifier(expression) ? unit.scope.bindingOf(expression) : undefined;
  const written = binding === undefined ? NOTHING : contentsWritten(binding, expression, unit);
  const definition = definitionOf(expression, unit, graph);
  if (definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node) && definition.isSure) {
    const { properties } = definition.node;
    const { declaration } = binding ?? {};
    const isHeldHere =
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      unwrap(declaration.initializer) === definition.node;
    // What others do to it under its other names isn't looked for.
    const isAnyoneElses =
      definition.node !== expression &&
      ((!definition.isOwn && !isHeldHere) || mayChangeElsewhere(wrapped(definition.node).parent, definition.unit));
    return merge([
      written,
      isAnyoneElses ? OPEN : NOTHING,
      ...properties.map((property) =>
        ts.isSpreadAssignment(property)
          ? on(property.expression, definition.unit)
          : contentsOfName(nameText(property.name)),
      ),
    ]);
  }
  if (definition.kind === 'expression' && isNothing(definition.node)) return NOTHING;
  return merge([written, contentsByType(binding, unit)]);
}

/** What an object's type lists, where it is written. */
function contentsByType(binding: Binding | undefined, unit: Unit): Contents {
  const declaration = binding?.declaration;
  const type =
    declaration !== undefined && (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration))
      ? declaration.type
      : undefined;
  const members = type === undefined ? undefined : membersOfType(type, unit);
  return members === undefined || members.isOpen ? OPEN : merge([...members.names].map(contentsOfName));
}

/** What the mentions of a variable put into the object that it holds. */
function contentsWritten(binding: Binding, use: ts.Expression, unit: Unit): Contents {
  return merge(
    binding.references.map((reference): Contents => {
      const { parent } = reference;
      if (reference === use || ts.isTypeQueryNode(parent) || ts.isSpreadAssignment(parent)) return NOTHING;
      const access = accessOf(parent);
      if (access?.object === reference)
        return isWriteTarget(parent as ts.Expression) ? contentsOfName(access.name) : NOTHING;
      return ts.isCallExpression(parent) && onlyReadsArguments(parent, unit) ? NOTHING : OPEN;
    }),
  );
}
