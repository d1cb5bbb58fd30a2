import { ts } from 'ts-morph';
import type { Unit } from '../language/unit.ts';
import { memoize } from '../memoize.ts';
import { accessOf, unwrap, isAccess, takenName } from '../syntax.ts';
import { declaredBy } from '../flow/declared.ts';
import { accessorsAt } from './implicit-calls.ts';
import { containerOf } from '../tree.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { returnedBy } from '../returned.ts';
import { Worklist } from '../worklist.ts';
import { assigned } from './assigned.ts';
import type { Code } from './place.ts';

interface CallAt {
  readonly callee: ts.Expression;
  readonly given: readonly ts.Expression[];
}

/** What a node calls, if it is syntax that calls something. */
export function callsAt(node: ts.Node): CallAt[] {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [{ callee: node, given: [] }];
  if (ts.isCallExpression(node)) return [{ callee: calleeOf(node.expression), given: node.arguments }];
  if (ts.isNewExpression(node)) return [{ callee: node.expression, given: node.arguments ?? [] }];
  if (ts.isTaggedTemplateExpression(node)) {
    const given = ts.isTemplateExpression(node.template)
      ? node.template.templateSpans.map(({ expression }) => expression)
      : [];
    return [{ callee: node.tag, given }];
  }
  return ts.isDecorator(node) ? [{ callee: node.expression, given: [] }] : [];
}

/** What is called, by way of `.call()`, `.apply()` and `.bind()`, too. */
function calleeOf(expression: ts.Expression): ts.Expression {
  const access = accessOf(unwrap(expression));
  return access !== undefined && /^(?:call|apply|bind)$/.test(access.name) ? access.object : expression;
}

/** Values whose functions a node may run without a call that is written: names, what is waited for, rendered. */
export function holdersIn(node: ts.Node, unit: Unit): Code[] {
  return ts.isAwaitExpression(node)
    ? keptIn(unwrap(node.expression), unit)
    : valuesRunBy(node, unit).map((value) => ({ node: value, unit }));
}

function valuesRunBy(node: ts.Node, unit: Unit): ts.Node[] {
  if (ts.isIdentifier(node)) return isFunctionName(node, unit) ? [node] : [];
  if (ts.isSpreadAssignment(node)) return [node.expression];
  if (ts.isYieldExpression(node)) return node.expression === undefined ? [] : [node.expression];
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
    return ts.isIdentifier(node.tagName) ? [node.tagName] : [];
  if (!mentionsProxy(unit)) return [];
  if (ts.isForInStatement(node)) return [node.expression];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) return [node.right];
  return isAccess(node) ? [node.expression] : [];
}

/**
 * What a promise was given that is kept outside of the function that waits for it: it may run by then. A function in
 * sight may hand it out, or a variable of its own have it.
 */
function keptIn(promise: ts.Expression, unit: Unit): Code[] {
  const found: Code[] = [];
  const open = new Worklist<Code>([{ node: promise, unit }], ({ node }) => [node]);
  for (const { node, unit } of open) {
    const name = ts.isBindingElement(node) ? takenName(node) : accessOf(node)?.name;
    if (name !== undefined)
      for (const write of unit.scope.propertyWrites(name))
        found.push(...assigned(write, { node: write, unit, sight: 'open' }));
    else if (ts.isElementAccessExpression(node)) found.push({ node, unit });
    for (const getter of accessorsAt(node, unit)) open.add(returnedHere(getter));
    if (ts.isCallExpression(node)) {
      const callee = evaluate(unwrap(node.expression), unit);
      if (callee.kind === 'function') open.add(returnedHere(callee));
    }
    const binding = ts.isExpression(node) ? unit.scope.bindingOf(node) : undefined;
    if (binding?.declaration === undefined) continue;
    if (containerOf(binding.declaration) !== containerOf(node)) found.push({ node, unit });
    else open.add(heldHere(binding.declaration).map((value) => ({ node: value, unit })));
  }
  return found;
}

function returnedHere({ node, unit }: Code): readonly Code[] {
  return ts.isFunctionLike(node) ? returnedBy(node).values.map((value) => ({ node: unwrap(value), unit })) : [];
}

/** What a variable of the function has from its declaration: a value, or a part of one. */
function heldHere(declaration: ts.Declaration): readonly ts.Node[] {
  if (ts.isBindingElement(declaration)) return [declaration];
  const declared = declaredBy(declaration);
  return declared.kind === 'value' ? [unwrap(declared.of)] : [];
}

/** Whether an identifier is the name of a function or a class, where it is mentioned. */
function isFunctionName(node: ts.Identifier, unit: Unit): boolean {
  const declarations = unit.scope.bindingOf(node)?.symbol.declarations ?? [];
  if (declarations.some((declaration) => ts.getNameOfDeclaration(declaration) === node)) return false;
  return declarations.some((declaration) => {
    if (
      ts.isFunctionDeclaration(declaration) ||
      ts.isClassDeclaration(declaration) ||
      ts.isImportSpecifier(declaration) ||
      ts.isImportClause(declaration)
    )
      return true;
    const value =
      ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
        ? unwrap(declaration.initializer)
        : undefined;
    return value !== undefined && ts.isFunctionLike(value);
  });
}

const mentionsProxy = memoize(
  ({ text }: Unit) => text.includes('Proxy'),
  ({ source }) => source,
);
