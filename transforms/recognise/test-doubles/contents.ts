import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { createEvaluator } from '../../evaluate.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { globalFunctionName } from '../source/is-global.ts';
import { hoistedFunction, underlyingMock } from './mocks.ts';
import type { Unit } from '../source/unit.ts';

const evaluator = createEvaluator<ts.Expression | undefined>({
  none: undefined,
  unknown: undefined,
  same: (a, b) => a === b,
});

/**
 * The expression that makes what `expression` stands for, as far as the file shows: the literal that a variable was
 * declared with or is assigned once, a literal's property, what a local function returns or `vi.hoisted(…)` gives. The
 * expression itself where that ends.
 */
export function contentOf(expression: ts.Expression, unit: Unit): ts.Expression {
  const node = underlyingMock(expression);
  // What only leads back to itself ends there.
  return evaluator.once(node, 'content', () => findContent(node, unit)) ?? node;
}

function findContent(node: ts.Expression, unit: Unit): ts.Expression {
  const recurse = (inner: ts.Expression): ts.Expression => contentOf(inner, unit);
  if (ts.isAwaitExpression(node)) return recurse(node.expression);
  if (ts.isIdentifier(node)) {
    const made = makingOf(node, unit, recurse);
    return made === undefined ? node : recurse(made);
  }
  const access = accessOf(node);
  if (access !== undefined) {
    const made = propertyIn(recurse(access.object), access.name);
    return made === undefined ? node : recurse(made);
  }
  if (ts.isCallExpression(node)) {
    const made = resultIn(node, unit, recurse);
    return made === undefined ? node : recurse(made);
  }
  return node;
}

/** What a variable was made with. */
function makingOf(
  identifier: ts.Identifier,
  unit: Unit,
  recurse: (node: ts.Expression) => ts.Expression,
): ts.Expression | undefined {
  const binding = unit.scope.bindingOf(identifier);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined) return undefined;
  if (ts.isBindingElement(declaration)) {
    const owner = declaration.parent.parent;
    const name = nameText(declaration.propertyName ?? declaration.name);
    if (
      binding.writes.length > 0 ||
      !ts.isVariableDeclaration(owner) ||
      owner.initializer === undefined ||
      name === undefined
    )
      return undefined;
    return propertyIn(recurse(owner.initializer), name);
  }
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const [write, ...others] = binding.writes;
  if (write === undefined) return declaration.initializer;
  // `let mock; beforeEach(() => { mock = … })`.
  return declaration.initializer === undefined && others.length === 0 ? write.value : undefined;
}

/** The initialiser of a literal's property; a shorthand's is its name. */
export function propertyIn(object: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property) || nameText(property.name) !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/** What a call gives: `vi.hoisted(f)`, `Promise.resolve(x)`, a local function that returns one expression. */
function resultIn(
  call: ts.CallExpression,
  unit: Unit,
  recurse: (node: ts.Expression) => ts.Expression,
): ts.Expression | undefined {
  const hoisted = hoistedFunction(call);
  if (hoisted !== undefined) return onlyReturn(unwrap(hoisted));
  if (globalFunctionName(call.expression, unit) === 'Promise.resolve') return call.arguments[0];
  if (accessOf(call.expression) !== undefined) return undefined;
  const callee = unwrap(call.expression);
  const declared = ts.isIdentifier(callee) ? unit.scope.bindingOf(callee)?.declaration : undefined;
  return onlyReturn(declared !== undefined && ts.isFunctionDeclaration(declared) ? declared : recurse(callee));
}

function onlyReturn(node: ts.Node): ts.Expression | undefined {
  const [result, ...others] = returnsOf(node);
  return others.length === 0 ? result : undefined;
}

/** The expressions that a function returns; none where `node` isn't one. */
export function returnsOf(node: ts.Node): readonly ts.Expression[] {
  const isPlain =
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isFunctionDeclaration(node);
  return isPlain ? returnedBy(node).values : [];
}
