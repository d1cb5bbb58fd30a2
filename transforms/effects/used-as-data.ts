import { ts } from 'ts-morph';
import { TEXT_METHODS } from '../knowledge/known-globals.ts';
import type { Binding } from '../language/scope.ts';
import type { Unit, ModuleGraph } from '../language/unit.ts';
import { accessOf, isCallee, parametersOf, unwrap, elementsOf } from '../syntax.ts';
import { stepInto } from '../flow/origins.ts';
import { useOf } from '../flow/uses.ts';
import { memoize } from '../memoize.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { isOfQuietGlobal, mayIterateArguments } from './quiet-globals.ts';

const knownTo = memoize<ModuleGraph, WeakMap<Binding, boolean>>(() => new WeakMap());

/** Whether something done with a variable, or with what it is given to, only makes sense for data. */
export function isUsedAsData(binding: Binding, unit: Unit): boolean {
  const asked = new Set<Binding>();
  const found = isDataAnywhere(binding, unit, asked);
  if (!found) for (const other of asked) knownTo(unit.graph).set(other, false);
  return found;
}

/** @param asked what has been asked about already on the way: it adds nothing once more */
function isDataAnywhere(binding: Binding, unit: Unit, asked: Set<Binding>): boolean {
  const known = knownTo(unit.graph).get(binding);
  if (known !== undefined || asked.has(binding)) return known ?? false;
  asked.add(binding);
  // What is called at one place is a function there, whatever it is elsewhere.
  const found =
    !binding.references.some((mention) => isCallee(mention) || isOwnerOfCalled(mention, unit)) &&
    binding.references.some((mention) => isMentionOfData(mention, unit, asked));
  if (found) knownTo(unit.graph).set(binding, true);
  return found;
}

/**
 * Whether something of it is called that strings, lists and the like don't have: it may be a function of anybody. A
 * part of a part counts, too, and what has the name of a part.
 */
function isOwnerOfCalled(mention: ts.Expression, unit: Unit): boolean {
  const use = useOf(mention);
  const isCalled = (name: ts.BindingName): boolean =>
    ts.isIdentifier(name)
      ? unit.scope.bindingOf(name)?.references.some(isCallee) === true
      : elementsOf(name).some((element) => isCalled(element.name));
  if (use.kind === 'method') return !TEXT_METHODS.has(accessOf(use.access)?.name ?? '');
  if (use.kind === 'part') return isOwnerOfCalled(use.access, unit);
  if (use.kind === 'name') return isCalled(use.name);
  return (
    use.kind === 'each' &&
    ts.isVariableDeclarationList(use.head) &&
    use.head.declarations.some(({ name }) => isCalled(name))
  );
}

/** Whether a mention only makes sense for data: a part of a text, an operand, looked into, given to the SDK. */
function isMentionOfData(reference: ts.Identifier, unit: Unit, asked: Set<Binding>): boolean {
  const { parent } = reference;
  if (ts.isTemplateSpan(parent)) return useOf(reference).kind === 'asked';
  if (ts.isBinaryExpression(parent)) return isOperandOfData(reference, parent, unit);
  const access = accessOf(parent);
  if (access?.object === reference)
    return (
      !(ts.isCallExpression(parent.parent) && parent.parent.expression === parent) || TEXT_METHODS.has(access.name)
    );
  const call = ts.findAncestor(reference, (node) => ts.isCallExpression(node) || ts.isFunctionLike(node));
  if (call === undefined || !ts.isCallExpression(call)) return false;
  const callee = evaluate(unwrap(call.expression), unit);
  if (callee.kind === 'sdk') return true;
  // What is only gone through may have an iterator of its own.
  if (isOfQuietGlobal(call.expression, unit)) return !mayIterateArguments(call.expression, unit);
  // What a function in sight takes for data is data.
  const parameter =
    callee.kind === 'function' ? parametersOf(callee.node)[call.arguments.indexOf(reference)] : undefined;
  const binding =
    callee.kind === 'function' && parameter !== undefined && ts.isIdentifier(parameter.name)
      ? callee.unit.scope.bindingOf(parameter.name)
      : undefined;
  return callee.kind === 'function' && binding !== undefined && isDataAnywhere(binding, callee.unit, asked);
}

/**
 * Whether an operator says what its operands are: functions are compared, too, but not with a text, a number or a part
 * of the metadata.
 */
function isOperandOfData(operand: ts.Identifier, operation: ts.BinaryExpression, unit: Unit): boolean {
  const { left, operatorToken, right } = operation;
  const { kind } = operatorToken;
  const other = left === operand ? right : left;
  if (EQUALITIES.has(kind)) return isLiteral(other) || isPartOfMetadata(other, unit);
  // Errors hold nothing to call; an object of another class may, and so may a function be asked whether it is one.
  if (kind === ts.SyntaxKind.InstanceOfKeyword) return ts.isIdentifier(right) && right.text.endsWith('Error');
  return stepInto(operation).kind === 'data';
}

/** Metadata is JSON, and so is each of its parts. */
function isPartOfMetadata(expression: ts.Expression, unit: Unit): boolean {
  const seen = new Set<ts.Node>();
  for (let node: ts.Expression | undefined = expression; node !== undefined && !seen.has(node);) {
    seen.add(node);
    const value = evaluate(node, unit);
    if (value.kind === 'sdk') return value.type === 'metadata';
    node = accessOf(unwrap(node))?.object ?? onlyValueOf(unwrap(node), unit);
  }
  return false;
}

function onlyValueOf(node: ts.Expression, { scope }: Unit): ts.Expression | undefined {
  const binding = scope.bindingOf(node);
  const { declaration } = binding ?? {};
  return binding?.writes.length === 0 && declaration !== undefined && ts.isVariableDeclaration(declaration)
    ? declaration.initializer
    : undefined;
}

const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function isLiteral(operand: ts.Expression): boolean {
  return ts.isStringLiteralLike(operand) || ts.isNumericLiteral(operand);
}
