import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES, type MetadataField, type Surface } from '../api-change.ts';
import { nameText, unwrap } from '../syntax.ts';
import { isNeverReassigned } from './scope.ts';
import type { Unit } from './unit.ts';

/** An element of a params literal. */
export type ParamElement =
  | { readonly kind: 'metadata'; readonly field: MetadataField; readonly node: ts.ObjectLiteralElementLike; /** Undefined for methods and accessors. */ readonly value: ts.Expression | undefined }
  | { readonly kind: 'general'; readonly node: ts.ObjectLiteralElementLike }
  /** May hold metadata, and may hold general fields. */
  | { readonly kind: 'hidden'; readonly node: ts.ObjectLiteralElementLike };

/** What is passed as the params of a general update. */
export type Params =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression; readonly elements: readonly ParamElement[] }
  /** Provably without metadata. */
  | { readonly kind: 'none' }
  | { readonly kind: 'hidden'; readonly node: ts.Expression };

/** Reads the params of a call on `surface`, as far as the file shows them. */
export function readParams(expression: ts.Expression, surface: Surface, unit: Unit): Params {
  const node = unwrap(expression);
  // The browser's update never took the other two, which is worth saying where somebody tries.
  const fields = surface === 'frontend' ? METADATA_FIELDS : SURFACES[surface].fields;
  if (ts.isObjectLiteralExpression(node)) return readLiteral(node, fields, unit);
  return mayCarryMetadata(node, unit) ? { kind: 'hidden', node } : { kind: 'none' };
}

function readLiteral(literal: ts.ObjectLiteralExpression, fields: readonly MetadataField[], unit: Unit): Params {
  const elements = literal.properties.map((node) => readElement(node, fields, unit));
  return elements.every((element) => element.kind === 'general') ? { kind: 'none' } : { kind: 'literal', literal, elements };
}

function readElement(node: ts.ObjectLiteralElementLike, fields: readonly MetadataField[], unit: Unit): ParamElement {
  if (ts.isSpreadAssignment(node)) return mayCarryMetadata(node.expression, unit) ? { kind: 'hidden', node } : { kind: 'general', node };
  const name = nameText(node.name);
  if (name === undefined) return { kind: 'hidden', node };
  const field = fields.find((candidate) => candidate === name);
  return field === undefined ? { kind: 'general', node } : { kind: 'metadata', field, node, value: valueOfElement(node) };
}

function valueOfElement(node: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) return node.initializer;
  return ts.isShorthandPropertyAssignment(node) ? node.name : undefined;
}

/** Whether an object may have one of the metadata fields, as far as the file shows. */
function mayCarryMetadata(expression: ts.Expression, unit: Unit): boolean {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return readLiteral(node, METADATA_FIELDS, unit).kind !== 'none';
  if (ts.isConditionalExpression(node)) return mayCarryMetadata(node.whenTrue, unit) || mayCarryMetadata(node.whenFalse, unit);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return mayCarryMetadata(node.right, unit);
  if (ts.isIdentifier(node)) return identifierMayCarry(node, unit);
  return !(node.kind === ts.SyntaxKind.NullKeyword || ts.isLiteralExpression(node));
}

function identifierMayCarry(node: ts.Identifier, unit: Unit): boolean {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return node.text !== 'undefined';
  const { declaration } = binding;
  if (declaration === undefined || !isNeverReassigned(binding)) return true;
  if (ts.isBindingElement(declaration) && declaration.dotDotDotToken !== undefined) return !restWithoutMetadata(declaration);
  if ((ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && declaration.type !== undefined) {
    return !isTypeWithoutMetadata(declaration.type, unit);
  }
  if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
    return mayCarryMetadata(declaration.initializer, unit) || METADATA_FIELDS.some((field) => unit.scope.propertyWrites(field).length > 0) || isExposed(binding.references, node);
  }
  return true;
}

/** Whether an object is mentioned anywhere where more properties may be put on it. */
function isExposed(references: readonly ts.Identifier[], use: ts.Identifier): boolean {
  return references.some((reference) => reference !== use && ts.isCallExpression(reference.parent) && reference.parent.arguments.includes(reference));
}

/** The rest of a destructuring that takes every metadata field out. */
function restWithoutMetadata(declaration: ts.BindingElement): boolean {
  const names = new Set(declaration.parent.elements.map((element) => (ts.isBindingElement(element) ? nameText(element.propertyName ?? element.name) : undefined)));
  return METADATA_FIELDS.every((field) => names.has(field));
}

/** Whether a written type lists its properties, and none of them is a metadata field. */
function isTypeWithoutMetadata(type: ts.TypeNode, unit: Unit): boolean {
  if (ts.isTypeLiteralNode(type)) return membersWithoutMetadata(type.members);
  if (ts.isParenthesizedTypeNode(type)) return isTypeWithoutMetadata(type.type, unit);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.every((part) => isTypeWithoutMetadata(part, unit));
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) {
    const { text } = type.typeName;
    const declaration = unit.scope.bindingOf(type.typeName)?.declaration;
    const [argument] = type.typeArguments ?? [];
    if (declaration === undefined) return (text === 'Partial' || text === 'Readonly') && argument !== undefined && isTypeWithoutMetadata(argument, unit);
    if (ts.isTypeAliasDeclaration(declaration)) return isTypeWithoutMetadata(declaration.type, unit);
    if (ts.isInterfaceDeclaration(declaration)) return declaration.heritageClauses === undefined && membersWithoutMetadata(declaration.members);
  }
  return false;
}

function membersWithoutMetadata(members: readonly ts.TypeElement[]): boolean {
  return members.every((member) => {
    const name = nameText(member.name);
    return name !== undefined && !METADATA_FIELDS.some((field) => field === name);
  });
}
