import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { createEvaluator } from '../../flow/evaluate.ts';
import { declaredBy, takenFrom } from '../../flow/declared.ts';
import { originOf, type Origin } from '../../flow/origins.ts';
import { nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { hoistedFunction, underlyingMock } from '../frameworks/mocks.ts';
import type { Unit } from '../../language/unit.ts';

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
  if (!MADE_ELSEWHERE.has(originOf(node).kind)) return node;
  // What only leads back to itself ends there.
  return evaluator.once(node, 'content', () => findContent(node, unit)) ?? node;
}

/** What has its value from somewhere else. */
const MADE_ELSEWHERE: ReadonlySet<Origin['kind']> = new Set(['awaited', 'name', 'part', 'result', 'same']);

function findContent(node: ts.Expression, unit: Unit): ts.Expression {
  const made = makingOf(node, unit);
  return made === undefined ? node : contentOf(made, unit);
}

/** What an expression has its value from, one step back. */
function makingOf(node: ts.Expression, unit: Unit): ts.Expression | undefined {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'same':
    case 'awaited':
      return origin.of;
    case 'name':
      return heldBy(origin.name, unit);
    case 'part':
      return propertyIn(contentOf(origin.of, unit), origin.name);
    case 'result':
      return resultIn(origin.call, unit);
    default:
      return undefined;
  }
}

/** What a variable was made with. */
function heldBy(name: ts.Identifier, unit: Unit): ts.Expression | undefined {
  const binding = unit.scope.bindingOf(name);
  if (binding?.declaration === undefined) return undefined;
  const declared = declaredBy(binding.declaration);
  const [write, ...others] = binding.writes;
  // `let mock; beforeEach(() => { mock = … })`.
  if (declared.kind === 'unset') return others.length === 0 ? write?.value : undefined;
  if (write !== undefined) return undefined;
  if (declared.kind === 'value') return declared.of;
  const taken = takenFrom(declared);
  return taken && propertyIn(contentOf(taken.object, unit), taken.name);
}

/** The initialiser of a literal's property; a shorthand's is its name. */
export function propertyIn(object: ts.Expression, name: string | undefined): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object) || name === undefined) return undefined;
  const property = object.properties.find((candidate) => nameText(candidate.name) === name);
  return property === undefined ? undefined : valueOfMember(property);
}

/** What a call gives: `vi.hoisted(f)`, `Promise.resolve(x)`, a local function that returns one expression. */
function resultIn(call: ts.CallExpression, unit: Unit): ts.Expression | undefined {
  const hoisted = hoistedFunction(call);
  if (hoisted !== undefined) return onlyReturn(unwrap(hoisted));
  if (globalFunctionName(call.expression, unit) === 'Promise.resolve') return call.arguments[0];
  const callee = originOf(call.expression);
  if (callee.kind === 'part') return undefined;
  const declaration = callee.kind === 'name' ? unit.scope.declarationOf(callee.name) : undefined;
  const declared = declaredBy(declaration);
  return onlyReturn(declared.kind === 'function' ? declared.fn : contentOf(call.expression, unit));
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
