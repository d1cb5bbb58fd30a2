import { ts } from 'ts-morph';
import { functionOf } from '../../recognise/source/functions.ts';
import { isAssignmentOperator, isWriteTarget, type Binding } from '../../recognise/source/scope.ts';
import type { Unit } from '../../recognise/source/unit.ts';
import { wrapped } from '../../syntax.ts';

/**
 * Whether the element of React's around `node` goes to where elements are shown, and nobody takes it apart:
 * `element.props.user` is the object itself.
 */
export function isOnlyRendered(node: ts.JsxExpression, unit: Unit): boolean {
  return isShown(elementAround(node), unit, new Set());
}

function elementAround(node: ts.JsxExpression): ts.Expression {
  let around: ts.Node = node;
  while (PARTS.has(around.parent.kind)) around = around.parent;
  return around as ts.Expression;
}

const PARTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.JsxAttribute,
  ts.SyntaxKind.JsxAttributes,
  ts.SyntaxKind.JsxElement,
  ts.SyntaxKind.JsxExpression,
  ts.SyntaxKind.JsxFragment,
  ts.SyntaxKind.JsxOpeningElement,
  ts.SyntaxKind.JsxSelfClosingElement,
  ts.SyntaxKind.JsxSpreadAttribute,
]);

/** @param seen the variables on the way, which may lead to themselves */
function isShown(element: ts.Expression, unit: Unit, seen: ReadonlySet<Binding>): boolean {
  const outer = wrapped(element);
  const { parent } = outer;
  if (PARTS.has(parent.kind) || SHOWING.has(parent.kind)) return true;
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
    return isShown(parent.parent, unit, seen);
  if (ts.isArrowFunction(parent)) return parent.body === outer && isGivenToShow(parent, unit, seen);
  if (ts.isReturnStatement(parent)) return isGivenToShow(ts.findAncestor(parent, ts.isFunctionLike), unit, seen);
  if (ts.isBinaryExpression(parent) && isAssignmentOperator(parent.operatorToken.kind))
    return ts.isIdentifier(parent.left) && isShownUnder(parent.left, unit, seen) && isShown(parent, unit, seen);
  if (ts.isConditionalExpression(parent) || ts.isBinaryExpression(parent) || ts.isArrayLiteralExpression(parent))
    return isShown(parent, unit, seen);
  if (ts.isCallExpression(parent))
    return parent.expression !== outer && functionOf(parent.expression, unit) === undefined;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && isShownUnder(parent.name, unit, seen);
}

/** Whether nobody in the file takes apart what a function gives. */
function isGivenToShow(fn: ts.SignatureDeclaration | undefined, unit: Unit, seen: ReadonlySet<Binding>): boolean {
  const own = fn === undefined || !ts.isExpression(fn) ? fn : wrapped(fn);
  if (own !== undefined && ts.isCallExpression(own.parent) && own.parent.expression === own)
    return isShown(own.parent, unit, seen);
  const named = own !== undefined && ts.isVariableDeclaration(own.parent) ? own.parent.name : fn?.name;
  const binding = named !== undefined && ts.isIdentifier(named) ? unit.scope.bindingOf(named) : undefined;
  if (binding === undefined || seen.has(binding)) return true;
  return binding.references
    .map((reference) => wrapped(reference))
    .every(({ parent }) => !ts.isCallExpression(parent) || isShown(parent, unit, new Set([...seen, binding])));
}

function isShownUnder(name: ts.Identifier, unit: Unit, seen: ReadonlySet<Binding>): boolean {
  const binding = unit.scope.bindingOf(name);
  if (binding === undefined || seen.has(binding)) return binding !== undefined;
  return binding.references.every(
    (reference) => isWriteTarget(reference) || isShown(reference, unit, new Set([...seen, binding])),
  );
}

/** Syntax that gives an element to whoever shows it. */
const SHOWING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ExportAssignment,
]);
