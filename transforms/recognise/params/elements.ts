import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { declaredBy, type Declared, type Whole } from '../../flow/declared.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { hasWrittenType, isNothing, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { namesOfComputed } from './keys.ts';
import { membersOf } from './listed-members.ts';
import type { Members } from './type-members.ts';
import { fieldsOfOrigins, mayBePut, mayList, originsOf, type Origin } from './metadata-origins.ts';
import { readMakingCall, type MakingCall } from './making-calls.ts';
import { mayAdd } from './source.ts';
import { withoutRemoved } from './removed.ts';
import { followChanges } from './sources.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';

/** A metadata field that a params object is given, and where; the value is undefined for methods and accessors. */
export interface MetadataValue {
  readonly field: MetadataField;
  readonly node: ts.Node;
  readonly value: ts.Expression | undefined;
}

export interface MetadataElement extends MetadataValue {
  readonly kind: 'metadata';
  readonly node: ts.ObjectLiteralElementLike;
}

/** An element of a params literal. */
export type ParamElement =
  | MetadataElement
  /** A conditional spread of literals with metadata and nothing else. */
  | {
      readonly kind: 'metadata-spread';
      readonly node: ts.SpreadAssignment;
      readonly elements: readonly MetadataElement[];
    }
  | { readonly kind: 'general'; readonly node: ts.ObjectLiteralElementLike }
  /**
   * May hold both. `fields` are the metadata fields that it may hold; undefined where that isn't in sight. `isLiteral`:
   * they are written there, not in a type. `origins`: where they may come from.
   */
  | {
      readonly kind: 'mixed';
      readonly node: ts.ObjectLiteralElementLike;
      readonly fields: readonly MetadataField[] | undefined;
      readonly isLiteral: boolean;
      readonly origins?: readonly Origin[];
    };

/** Reads the elements of a params literal. */
export function readElements(
  literal: ts.ObjectLiteralExpression,
  fields: readonly MetadataField[],
  unit: Unit,
): ParamElement[] {
  return literal.properties.map((node) => readElement(node, fields, unit));
}

function readElement(node: ts.ObjectLiteralElementLike, fields: readonly MetadataField[], unit: Unit): ParamElement {
  if (ts.isSpreadAssignment(node)) return readSpread(node, fields, unit);
  const name = nameText(node.name);
  if (name === undefined) {
    const names = namesOfComputed(node.name, unit);
    const mayHold = names?.some((one) => fieldOnTheWire(one) !== undefined || fields.some((field) => field === one));
    return mayHold === false ? { kind: 'general', node } : { kind: 'mixed', node, fields: undefined, isLiteral: false };
  }
  const field = fields.find((candidate) => candidate === name);
  return field === undefined
    ? { kind: 'general', node }
    : { kind: 'metadata', field, node, value: valueOfMember(node) };
}

function readSpread(node: ts.SpreadAssignment, fields: readonly MetadataField[], unit: Unit): ParamElement {
  const literals = literalBranches(node.expression);
  const elements = literals?.flatMap((literal) => readElements(literal, fields, unit));
  if (elements === undefined) {
    if (!mayCarryMetadata(node.expression, fields, unit)) return { kind: 'general', node };
    const members = membersOf(node.expression, unit);
    return members === undefined ? readHiddenSpread(node, fields, unit) : readTypedSpread(node, members, fields, unit);
  }
  if (elements.every(({ kind }) => kind === 'general')) return { kind: 'general', node };
  const metadata = elements.filter((element) => element.kind === 'metadata');
  if (metadata.length === elements.length) return { kind: 'metadata-spread', node, elements: metadata };
  return {
    kind: 'mixed',
    node,
    fields: fieldsIn(elements),
    isLiteral: elements.every((element) => element.kind !== 'mixed' || element.isLiteral),
  };
}

/** A spread holds what its type lists, and what it is given in sight beside that. */
function readTypedSpread(
  node: ts.SpreadAssignment,
  { names, mayHaveOthers }: Members,
  fields: readonly MetadataField[],
  unit: Unit,
): ParamElement {
  const given = originsOf(node.expression, fields, unit);
  const put = mayBePut(given);
  const origins = [{ node, fields: fields.filter((field) => names.has(field)) }, ...given.carried, ...put];
  return {
    kind: 'mixed',
    node,
    fields: mayHaveOthers || put.length > 0 ? undefined : fieldsOfOrigins(origins, fields),
    isLiteral: false,
    origins,
  };
}

/**
 * A spread that no type describes holds what it is made of; what can't be seen may hold every field once it holds one.
 */
function readHiddenSpread(node: ts.SpreadAssignment, fields: readonly MetadataField[], unit: Unit): ParamElement {
  const { carried, unseen } = originsOf(node.expression, fields, unit);
  const origins = [...carried, ...unseen];
  if (carried.length === 0) return { kind: 'mixed', node, fields: undefined, isLiteral: false, origins };
  return {
    kind: 'mixed',
    node,
    fields: unseen.length > 0 ? fields : fieldsOfOrigins(carried, fields),
    isLiteral: true,
    origins,
  };
}

/** The metadata fields that elements may hold; undefined where one of them isn't in sight. */
export function fieldsIn(elements: readonly ParamElement[]): MetadataField[] | undefined {
  const found = elements.map(fieldsOf);
  return found.every((fields) => fields !== undefined) ? [...new Set(found.flat())] : undefined;
}

function fieldsOf(element: ParamElement): readonly MetadataField[] | undefined {
  switch (element.kind) {
    case 'metadata':
      return [element.field];
    case 'metadata-spread':
      return element.elements.map(({ field }) => field);
    case 'general':
      return [];
    case 'mixed':
      return element.fields;
  }
}

/** The metadata that a literal's elements name. */
export function metadataIn(elements: readonly ParamElement[]): readonly MetadataElement[] {
  return elements.flatMap((element) => {
    if (element.kind === 'metadata-spread') return element.elements;
    return element.kind === 'metadata' ? [element] : [];
  });
}

/** The literals that `a && { … }` and `a ? { … } : { … }` may give; undefined where a branch is something else. */
export function literalBranches(expression: ts.Expression): readonly ts.ObjectLiteralExpression[] | undefined {
  const branches = spreadBranchesOf(expression).filter((branch) => !isNothing(branch));
  return branches.every(ts.isObjectLiteralExpression) ? branches : undefined;
}

/**
 * Whether params can be seen to hold none of the fields without looking any name up, as those of most methods called
 * `update`.
 */
export function isPlainlyWithout(fields: readonly MetadataField[], expression: ts.Expression): boolean {
  // Whether even `undefined` is the language's is a question to names.
  if (ts.isIdentifier(unwrap(expression))) return false;
  const origin = originOf(expression);
  if (origin.kind !== 'object') return origin.kind === 'data' || origin.kind === 'function';
  return origin.literal.properties.every(({ name }) => {
    const text = nameText(name);
    return text !== undefined && fieldOnTheWire(text) === undefined && !fields.some((field) => field === text);
  });
}

const evaluatorOf = createEvaluators<boolean | undefined>({ none: undefined, unknown: true });

/** Whether an object may have one of the metadata fields, as far as the file shows. What leads back to itself may. */
export function mayCarryMetadata(expression: ts.Expression, asked: readonly MetadataField[], unit: Unit): boolean {
  const find = (): boolean => findMetadata(expression, asked, unit);
  return evaluatorOf(unit).once(expression, asked.join(), find) ?? true;
}

function findMetadata(expression: ts.Expression, asked: readonly MetadataField[], unit: Unit): boolean {
  const node = unwrap(expression);
  const fields = withoutRemoved(node, asked, unit);
  if (fields.length === 0) return false;
  const mayCarry = (of: ts.Expression): boolean => mayCarryMetadata(of, fields, unit);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'object':
      return readElements(origin.literal, fields, unit).some(({ kind }) => kind !== 'general');
    case 'choice':
      return origin.of.some(mayCarry);
    case 'guarded':
      return mayCarry(origin.then);
    case 'same':
      return mayCarry(origin.of);
    case 'nothing':
    case 'data':
      return false;
    case 'name':
      return identifierMayCarry(origin.name, expression, fields, unit);
    case 'result': {
      const made = readMakingCall(origin.call, unit);
      return (made?.kind !== 'copy' || copyMayCarry(made, fields, unit)) && typeMayCarry(expression, fields, unit);
    }
    default:
      return typeMayCarry(expression, fields, unit);
  }
}

/** Whether a copy may have a field that it doesn't leave out. */
function copyMayCarry(
  { of, without }: Extract<MakingCall, { kind: 'copy' }>,
  fields: readonly MetadataField[],
  unit: Unit,
): boolean {
  const left = fields.filter((field) => !without.has(field));
  return left.length > 0 && mayCarryMetadata(of, left, unit);
}

/**
 * Whether an object is given one of the metadata fields in sight, or may be out of sight and its type leaves room for
 * it.
 */
function typeMayCarry(expression: ts.Expression, fields: readonly MetadataField[], unit: Unit): boolean {
  const origins = originsOf(expression, fields, unit);
  if (origins.carried.length > 0 || mayBePut(origins).length > 0) return true;
  return origins.isTypedWhereUnseen && mayList(fields, expression, unit);
}

/** @param expression the same with its casts */
function identifierMayCarry(
  node: ts.Identifier,
  expression: ts.Expression,
  fields: readonly MetadataField[],
  unit: Unit,
): boolean {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return true;
  const declared = isNeverReassigned(binding) ? declaredBy(binding.declaration) : undefined;
  if (declared?.kind !== 'rest') return typeMayCarry(expression, fields, unit);
  const isKept = !gains(binding, node, fields, unit);
  return (isKept ? restMayCarry(declared, fields, unit) : undefined) ?? typeMayCarry(expression, fields, unit);
}

/** Whether what a variable holds may be given one of the fields at another mention than `use`. */
function gains(binding: Binding, use: ts.Expression, fields: readonly MetadataField[], unit: Unit): boolean {
  return binding.references.some(
    (mention) => mention !== use && followChanges(mention, use, unit).some((source) => mayAdd(source, fields)),
  );
}

/**
 * Whether what is left over from a destructuring may hold a field that it didn't take out; undefined where what is taken
 * apart isn't in sight.
 */
function restMayCarry(
  { of, without }: Extract<Declared, { kind: 'rest' }>,
  fields: readonly MetadataField[],
  unit: Unit,
): boolean | undefined {
  const left = fields.filter((field) => !without.includes(field));
  if (left.length === 0) return false;
  const source = destructured(of);
  return source === undefined ? undefined : mayCarryMetadata(literalOf(source, left, unit) ?? source, left, unit);
}

/**
 * The literal that a variable holds, where nothing says more of it: it is given none of `fields`, and has no type of
 * its own. What it spreads has.
 */
function literalOf(name: ts.Expression, fields: readonly MetadataField[], unit: Unit): ts.Expression | undefined {
  const binding = unit.scope.bindingOf(name);
  if (!isNeverReassigned(binding)) return undefined;
  const { declaration } = binding;
  const declared = declaredBy(declaration);
  if (
    declared.kind !== 'value' ||
    !ts.isObjectLiteralExpression(unwrap(declared.of)) ||
    hasWrittenType(declaration) ||
    mayChangeElsewhere(declaration, unit) ||
    unit.scope.hasHiddenWrites() ||
    unit.component !== undefined
  )
    return undefined;
  return gains(binding, name, fields, unit) ? undefined : declared.of;
}

/** What a pattern takes apart: the initialiser, or the argument of a function that is called on the spot. */
function destructured(owner: Whole): ts.Expression | undefined {
  const declared = declaredBy(owner);
  if (declared.kind === 'value') return declared.of;
  // `(...[id, { … }]) => …`
  const isListed = declared.kind === 'element';
  const parameter = isListed ? declared.of : owner;
  if (
    !ts.isParameter(parameter) ||
    !ts.isArrowFunction(parameter.parent) ||
    isListed !== (parameter.dotDotDotToken !== undefined)
  )
    return undefined;
  const index = parameter.parent.parameters.indexOf(parameter) + (isListed ? declared.index : 0);
  const use = useOf(parameter.parent);
  return use.kind === 'called' && ts.isCallExpression(use.by) ? use.by.arguments[index] : undefined;
}
