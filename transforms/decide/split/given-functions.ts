import { ts } from 'ts-morph';
import { targetsOf } from '../../effects/targets.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { stepsToMaker } from '../../flow/giving-package.ts';
import { alternativesOf, originOf } from '../../flow/origins.ts';
import { isFunctionInSight } from '../../language/functions.ts';
import type { Unit } from '../../language/unit.ts';
import { isAccess, isCall, wrapped } from '../../syntax.ts';
import { someIn } from '../../tree.ts';

/** Whether the file gives functions to what goes by that name: a bus may hand it what somebody else has given. */
export function isGivenFunctions(name: ts.Identifier, unit: Unit): boolean {
  return unit.scope.bindingOf(name)?.references.some((mention) => isChainOfFunctions(mention, unit)) === true;
}

/** Whether something was made with functions of the repository, which it may call: `debounce(save)`, `createQueue({ run })`. */
export function isMadeWithFunctions(value: ts.Expression, unit: Unit): boolean {
  return stepsToMaker(value, unit).some(
    (step) =>
      step.kind === 'expression' &&
      isCall(step.node) &&
      step.node.arguments?.some((given) => targetsOf({ node: given, unit: step.unit, sight: 'open' }).code.size > 0),
  );
}

function isChainOfFunctions(mention: ts.Expression, unit: Unit): boolean {
  const node = wrapped(mention);
  const { parent } = node;
  if (isAccess(parent)) return parent.expression === node && isChainOfFunctions(parent, unit);
  return (
    ts.isCallExpression(parent) &&
    parent.expression === node &&
    (parent.arguments.some((argument) => isOfFunctions(argument, unit)) || isChainOfFunctions(parent, unit))
  );
}

/** Whether a function of the repository stands there, by its name, too, or may do so. */
function isOfFunctions(node: ts.Expression, unit: Unit): boolean {
  if (someIn(node, ts.isFunctionLike, isCall) || ts.isClassExpression(node)) return true;
  const alternatives = alternativesOf(originOf(node));
  if (alternatives !== undefined) return alternatives.some((one) => isOfFunctions(one, unit));
  const definition = definitionOf(node, unit);
  return (
    'node' in definition &&
    (isFunctionInSight(definition.node) || ts.isFunctionLike(definition.node) || ts.isClassLike(definition.node))
  );
}
