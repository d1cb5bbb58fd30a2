import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES, type MetadataField, type Surface } from '../api-change.ts';
import { accessOf, hasWrittenType, isUndefinedLiteral, nameText, unwrap, wrapped } from '../syntax.ts';
import { spanOf } from './by-type.ts';
import { mayChangeElsewhere } from './exported.ts';
import { isGlobal } from './globals.ts';
import { onlyReadsArguments } from './readers.ts';
import { isNeverReassigned, type Binding } from './scope.ts';
import { membersOfType } from './type-members.ts';
import type { Unit } from './unit.ts';

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
  | { readonly kind: 'metadata-spread'; readonly node: ts.SpreadAssignment; readonly elements: readonly MetadataElement[] }
  | { readonly kind: 'general'; readonly node: ts.ObjectLiteralElementLike }
  /** May hold both. `fields` are the metadata fields that it may hold; undefined where that isn't in sight. `isLiteral`: they are written there, not in a type. */
  | { readonly kind: 'mixed'; readonly node: ts.ObjectLiteralElementLike; readonly fields: readonly MetadataField[] | undefined; readonly isLiteral: boolean };

/** What is passed as the params of a general update. */
export type Params =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression; readonly elements: readonly ParamElement[] }
  /** A variable that holds a literal, and what is done with it on the way to the call. */
  | { readonly kind: 'variable'; readonly binding: Binding; readonly declaration: ts.VariableDeclaration; readonly literal: ts.ObjectLiteralExpression; readonly elements: readonly ParamElement[] }
  /** An object whose type names the metadata fields that it may have; `isOpen`: it says that it may have others, `isCertain`: one of them is there. */
  | {
      readonly kind: 'typed';
      readonly node: ts.Expression;
      readonly fields: readonly MetadataField[];
      readonly hasGeneral: boolean;
      readonly isOpen: boolean;
      readonly isCertain: boolean;
    }
  /** Provably without metadata. */
  | { readonly kind: 'none' }
  | { readonly kind: 'hidden'; readonly node: ts.Expression };

/** The fields that count as metadata on a surface. The browser's update never took two of them, which is worth saying where somebody tries. */
export function metadataFieldsOf(surface: Surface): readonly MetadataField[] {
  return surface === 'frontend' ? METADATA_FIELDS : SURFACES[surface].fields;
}

/** Reads the params of a call on `surface`, as far as the file shows them. */
export function readParams(expression: ts.Expression, surface: Surface, unit: Unit): Params {
  const node = unwrap(expression);
  const fields = metadataFieldsOf(surface);
  if (ts.isObjectLiteralExpression(node)) {
    const elements = readElements(node, fields, unit);
    return elements.every(({ kind }) => kind === 'general') ? { kind: 'none' } : { kind: 'literal', literal: node, elements };
  }
  if (!mayCarryMetadata(node, fields, unit)) return { kind: 'none' };
  return (ts.isIdentifier(node) ? readVariable(node, fields, unit) : undefined) ?? readTyped(node, fields, unit) ?? { kind: 'hidden', node };
}

function readVariable(node: ts.Identifier, fields: readonly MetadataField[], unit: Unit): Params | undefined {
  const binding = unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || !isNeverReassigned(binding) || !ts.isVariableDeclaration(declaration)) return undefined;
  if (mayChangeElsewhere(declaration, unit)) return undefined;
  const literal = declaration.initializer === undefined ? undefined : unwrap(declaration.initializer);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
  return { kind: 'variable', binding, declaration, literal, elements: readElements(literal, fields, unit) };
}

function readTyped(node: ts.Expression, fields: readonly MetadataField[], unit: Unit): Params | undefined {
  const members = membersOf(node, unit);
  if (members === undefined) return undefined;
  const { names, isOpen, certain } = members;
  const named = fields.filter((field) => names.has(field));
  return { kind: 'typed', node, fields: named, hasGeneral: isOpen || [...names].some((name) => !fields.some((field) => field === name)), isOpen, isCertain: named.some((field) => certain.has(field)) };
}

/** What a type says of an object: the properties that it lists, those of them that are always there, and whether it says that there may be others. */
interface ListedMembers {
  readonly names: ReadonlySet<string>;
  readonly certain: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/** What the type of an object lists, as written in the file or else as the checker has it; undefined where that says nothing of metadata. */
function membersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const written = writtenMembersOf(node, unit);
  return written === undefined ? checkedMembersOf(node, unit) : { names: written, certain: new Set(), isOpen: false };
}

function checkedMembersOf(node: ts.Expression, unit: Unit): ListedMembers | undefined {
  const shape = unit.types?.propertiesAt(spanOf(node, unit));
  if (shape === undefined) return undefined;
  const { properties, isOpen } = shape;
  const names = new Set(properties.map(({ name }) => name));
  if (isOpen && !METADATA_FIELDS.some((field) => names.has(field))) return undefined;
  const certain = properties.filter(({ isOptional, kinds }) => !isOptional && kinds?.includes('undefined') === false);
  return { names, certain: new Set(certain.map(({ name }) => name)), isOpen };
}

/** The properties that the type written for a never reassigned variable or parameter lists. */
function writtenMembersOf(node: ts.Expression, unit: Unit): ReadonlySet<string> | undefined {
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const declaration = binding?.declaration;
  return declaration !== undefined && hasWrittenType(declaration) ? membersOfType(declaration.type, unit) : undefined;
}

function readElements(literal: ts.ObjectLiteralExpression, fields: readonly MetadataField[], unit: Unit): ParamElement[] {
  return literal.properties.map((node) => readElement(node, fields, unit));
}

function readElement(node: ts.ObjectLiteralElementLike, fields: readonly MetadataField[], unit: Unit): ParamElement {
  if (ts.isSpreadAssignment(node)) return readSpread(node, fields, unit);
  const name = nameText(node.name);
  if (name === undefined) return { kind: 'mixed', node, fields: undefined, isLiteral: false };
  const field = fields.find((candidate) => candidate === name);
  return field === undefined ? { kind: 'general', node } : { kind: 'metadata', field, node, value: valueOfElement(node) };
}

function valueOfElement(node: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) return node.initializer;
  return ts.isShorthandPropertyAssignment(node) ? node.name : undefined;
}

function readSpread(node: ts.SpreadAssignment, fields: readonly MetadataField[], unit: Unit): ParamElement {
  if (!mayCarryMetadata(node.expression, fields, unit)) return { kind: 'general', node };
  const literals = literalBranches(node.expression);
  const elements = literals?.flatMap((literal) => readElements(literal, fields, unit));
  if (elements === undefined) {
    const members = membersOf(unwrap(node.expression), unit);
    return { kind: 'mixed', node, fields: members === undefined || members.isOpen ? undefined : fields.filter((field) => members.names.has(field)), isLiteral: false };
  }
  const metadata = elements.filter((element) => element.kind === 'metadata');
  if (metadata.length === elements.length) return { kind: 'metadata-spread', node, elements: metadata };
  return { kind: 'mixed', node, fields: fieldsIn(elements), isLiteral: elements.every((element) => element.kind !== 'mixed' || element.isLiteral) };
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

/** The literals that `a && { … }` and `a ? { … } : { … }` may give; undefined where a branch is something else. */
function literalBranches(expression: ts.Expression): ts.ObjectLiteralExpression[] | undefined {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return [node];
  if (isNothing(node)) return [];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return literalBranches(node.right);
  if (!ts.isConditionalExpression(node)) return undefined;
  const branches = [literalBranches(node.whenTrue), literalBranches(node.whenFalse)];
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node);
}

/** Whether an object may have one of the metadata fields, as far as the file shows. */
function mayCarryMetadata(expression: ts.Expression, fields: readonly MetadataField[], unit: Unit): boolean {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return readElements(node, fields, unit).some(({ kind }) => kind !== 'general');
  if (ts.isConditionalExpression(node)) return mayCarryMetadata(node.whenTrue, fields, unit) || mayCarryMetadata(node.whenFalse, fields, unit);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return mayCarryMetadata(node.right, fields, unit);
  if (ts.isIdentifier(node)) return identifierMayCarry(node, fields, unit);
  const original = copiedByJson(node, unit);
  if (original !== undefined) return mayCarryMetadata(original, fields, unit);
  return !isNothing(node) && !ts.isLiteralExpression(node) && typeMayCarry(node, fields, unit);
}

/** Whether the type of an object leaves room for one of the metadata fields. */
function typeMayCarry(node: ts.Expression, fields: readonly MetadataField[], unit: Unit): boolean {
  const members = membersOf(node, unit);
  return members === undefined || members.isOpen || fields.some((field) => members.names.has(field));
}

function identifierMayCarry(node: ts.Identifier, fields: readonly MetadataField[], unit: Unit): boolean {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return node.text !== 'undefined';
  const { declaration } = binding;
  if (declaration === undefined || !isNeverReassigned(binding)) return true;
  const gains = binding.references.some((reference) => mayGainMetadata(reference, node, fields, unit));
  if (ts.isBindingElement(declaration) && declaration.dotDotDotToken !== undefined) return gains ? typeMayCarry(node, fields, unit) : restMayCarry(declaration, fields, unit);
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (!gains && initializer !== undefined && !mayCarryMetadata(initializer, fields, unit)) return false;
  return typeMayCarry(node, fields, unit);
}

/** Whether a mention of an object may put a metadata field on it. */
function mayGainMetadata(reference: ts.Identifier, use: ts.Identifier, fields: readonly MetadataField[], unit: Unit): boolean {
  const { parent } = reference;
  if (reference === use || ts.isSpreadAssignment(parent) || ts.isTypeQueryNode(parent)) return false;
  if (ts.isPropertyAccessExpression(parent)) return fields.some((field) => field === parent.name.text);
  if (ts.isElementAccessExpression(parent)) {
    const name = accessOf(parent)?.name;
    return name === undefined || fields.some((field) => field === name);
  }
  return !(ts.isCallExpression(parent) && onlyReadsArguments(parent, unit));
}

/** Whether what is left over from a destructuring may hold a field that it didn't take out. */
function restMayCarry(declaration: ts.BindingElement, fields: readonly MetadataField[], unit: Unit): boolean {
  const taken = new Set(declaration.parent.elements.map((element) => (ts.isBindingElement(element) ? nameText(element.propertyName ?? element.name) : undefined)));
  const left = fields.filter((field) => !taken.has(field));
  if (left.length === 0) return false;
  const source = destructured(declaration.parent.parent);
  return source === undefined || mayCarryMetadata(source, left, unit);
}

/** The `value` of `JSON.parse(JSON.stringify(value))`. */
function copiedByJson(node: ts.Expression, unit: Unit): ts.Expression | undefined {
  const text = argumentOfJson(node, 'parse', unit);
  return text === undefined ? undefined : argumentOfJson(unwrap(text), 'stringify', unit);
}

function argumentOfJson(node: ts.Expression, name: string, unit: Unit): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length !== 1) return undefined;
  const access = accessOf(node.expression);
  return access?.name === name && isGlobal(access.object, 'JSON', unit) ? node.arguments[0] : undefined;
}

/** What a pattern takes apart: the initialiser, or the argument of a function that is called on the spot. */
function destructured(owner: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(owner)) return owner.initializer;
  // `(...[id, { … }]) => …`
  const isListed = ts.isBindingElement(owner) && ts.isArrayBindingPattern(owner.parent);
  const parameter = isListed ? owner.parent.parent : owner;
  if (!ts.isParameter(parameter) || !ts.isArrowFunction(parameter.parent) || isListed !== (parameter.dotDotDotToken !== undefined)) return undefined;
  const index = parameter.parent.parameters.indexOf(parameter) + (isListed ? owner.parent.elements.indexOf(owner) : 0);
  return calledOnTheSpot(parameter.parent)?.arguments[index];
}

/** The call of what `node` evaluates to: `(() => …)()`, `(a && (() => …))()`, `(() => () => …)()()`. */
function calledOnTheSpot(node: ts.Expression): ts.CallExpression | undefined {
  const outer = wrapped(node);
  const { parent } = outer;
  if (ts.isCallExpression(parent) && parent.expression === outer) return parent;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === outer) return calledOnTheSpot(parent);
  const call = ts.isArrowFunction(parent) && parent.body === outer ? calledOnTheSpot(parent) : undefined;
  return call === undefined ? undefined : calledOnTheSpot(call);
}
