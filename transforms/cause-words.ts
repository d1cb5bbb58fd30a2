import { ts } from 'ts-morph';
import { SURFACES, type MetadataField, type Surface } from './api-change.ts';
import type { Cause } from './decide/decision/decision.ts';
import { nameOf } from './expression-name.ts';
import type { Finding } from './finding.ts';
import { fieldWords, type ReasonWords } from './reason-words.ts';
import { accessOf, isUndefinedLiteral, isWrapper, nameText, unwrap } from './syntax.ts';

/** What the sentences about a cause name. */
export function wordsOf(
  { code, node, removed }: Cause,
  base: Pick<Finding, 'kind' | 'surface' | 'fields'>,
): ReasonWords {
  switch (code) {
    case 'receiver-unproven':
      return { ...base, name: nameOf(clientOf(node, base.surface)) };
    case 'not-writable-from-browser':
      return { ...base, name: nameOf(node), own: { field: readOnlyWords(node, base) } };
    case 'value-may-merge':
      return { ...base, ...nameOfValue(node) };
    case 'null-now-removes':
      return { ...base, ...nameOfNull(node) };
    case 'removal-needs-null':
      return { ...base, name: nameOf(node), own: { value: wordsOfRemoved(node, removed) } };
    case 'empty-clears-nothing':
      return { ...base, name: nameOf(node), ...(isField(node) ? {} : ownWord('value', 'the metadata in', node)) };
    case 'declared-with-metadata':
      return { ...base, name: nameOfType(node), ...(isDeclared(node) ? {} : ownWord('type', 'the type of', node)) };
    default:
      return { ...base, name: nameOf(node) };
  }
}

/** `client`, where the method is one of `client.users`. */
function clientOf(node: ts.Node, surface: Surface): ts.Node {
  return ts.isPropertyAccessExpression(node) &&
    node.name.text === surface &&
    node.expression.kind !== ts.SyntaxKind.ThisKeyword
    ? unwrap(node.expression)
    : node;
}

/** What is null, or may be. */
function nameOfNull(node: ts.Node): Pick<ReasonWords, 'name' | 'own'> {
  const name = nameOf(node);
  const value = ts.isPropertyAssignment(node) ? node.initializer : node;
  const isNull = ts.isExpression(value) && unwrap(value).kind === ts.SyntaxKind.NullKeyword;
  return isNull || name === undefined ? { name } : { name, own: { value: `\`${name}\`, if it is null,` } };
}

/** The keys that are removed, or the one that may be. */
function wordsOfRemoved(node: ts.Node, keys: readonly string[] | undefined): string {
  if (keys !== undefined) return keys.map((key) => `\`${key}\``).join(', ');
  const key = keyWritten(node);
  const name = key === undefined ? 'a key' : `\`${key}\``;
  const isCertain = ts.isDeleteExpression(node) || (ts.isExpression(node) && isUndefinedLiteral(unwrap(node)));
  return isCertain ? name : `${name} (if undefined)`;
}

/** The key that a value is written for, or that is deleted. */
function keyWritten(node: ts.Node): string | undefined {
  if (ts.isDeleteExpression(node)) return accessOf(unwrap(node.expression))?.name;
  for (let around = node; !ts.isStatement(around); around = around.parent) {
    if (ts.isObjectLiteralElement(around)) return nameText(around.name);
    if (ts.isBinaryExpression(around.parent) && around.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return accessOf(unwrap(around.parent.left))?.name;
  }
  return undefined;
}

/** What is spread in isn't itself what may merge. */
function nameOfValue(node: ts.Node): Pick<ReasonWords, 'name' | 'own'> {
  const spread = spreadAround(node);
  if (spread === undefined) return { name: nameOf(node) };
  return { name: nameOf(node), ...ownWord('value', 'part of', spread === node ? spread.expression : node) };
}

/** The spread that a node is, or is all of in one of its branches. */
function spreadAround(node: ts.Node): ts.SpreadAssignment | ts.SpreadElement | undefined {
  let outer = node;
  while (isWrapper(outer.parent) || isBranchOf(outer.parent, outer)) outer = outer.parent;
  return [node, outer.parent].find((one) => ts.isSpreadAssignment(one) || ts.isSpreadElement(one));
}

function isBranchOf(parent: ts.Node, node: ts.Node): boolean {
  return ts.isConditionalExpression(parent)
    ? parent.condition !== node
    : ts.isBinaryExpression(parent) && LOGICAL.has(parent.operatorToken.kind);
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Words for a placeholder that stand before a name; none where there is no name. */
function ownWord(placeholder: string, words: string, node: ts.Node): Pick<ReasonWords, 'own'> {
  const name = nameOf(node);
  return name === undefined ? {} : { own: { [placeholder]: `${words} \`${name}\`` } };
}

/** Whether a value is that of a metadata field, and not all that is sent. */
function isField(node: ts.Node): boolean {
  let value = node;
  while (ts.isAsExpression(value.parent) || ts.isParenthesizedExpression(value.parent)) value = value.parent;
  const { parent } = value;
  return ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isBinaryExpression(parent);
}

function isDeclared(node: ts.Node): boolean {
  return ts.isTypeElement(node) || ts.isClassElement(node);
}

/** The name of the type that a member is declared in; of a type without a name, that of the member. */
function nameOfType(node: ts.Node): string | undefined {
  const type = isDeclared(node)
    ? ts.findAncestor(
        node,
        (outer) => ts.isInterfaceDeclaration(outer) || ts.isTypeAliasDeclaration(outer) || ts.isClassLike(outer),
      )
    : undefined;
  return nameOf(type ?? node);
}

/** The fields that the browser can't write: the one that the cause names, or all that the call has. */
function readOnlyWords(node: ts.Node, { kind, surface, fields }: Pick<Finding, 'kind' | 'surface' | 'fields'>): string {
  const taken: readonly MetadataField[] = SURFACES[surface].fields;
  const readOnly = fields.filter((field) => !taken.includes(field));
  const name = ts.isObjectLiteralElement(node) && node.name !== undefined ? nameText(node.name) : undefined;
  const named = readOnly.filter((field) => name === field);
  return fieldWords(named.length > 0 ? named : readOnly, kind);
}
