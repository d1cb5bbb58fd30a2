import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { isNameOrMember, wrapped } from '../../syntax.ts';
import { SDK_TYPES } from '../../knowledge/sdk-types.ts';
import { sdk } from '../sdk/sdk-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Value } from '../sdk/value.ts';

/**
 * What the first parameter of a function, or a class's `props`, is where the SDK's older functions wrap it
 * (`withUser(Panel)`), or one of its elements calls it (`<WithUser>{(user) => …}</WithUser>`); undefined where none
 * does.
 */
export function valueFromWrapper(
  component: ts.SignatureDeclaration | ts.ClassLikeDeclaration,
  evaluation: Evaluation,
): Value | undefined {
  const name = nameOf(component);
  const mentions = name === undefined ? undefined : evaluation.unit.scope.bindingOf(name)?.references;
  const places = [...(ts.isExpression(component) ? [component] : []), ...(mentions ?? [])];
  const given = places.map((place) => {
    const wrapper = wrapperOf(place);
    const value = wrapper === undefined ? undefined : evaluation.valueOf(wrapper);
    return value?.kind === 'sdk' ? SDK_TYPES[value.type].given : undefined;
  });
  // Where it is used without the wrapper as well, others give it what they like.
  const [first] = given;
  return first !== undefined && given.every((type) => type === first)
    ? sdk(first, component, evaluation.unit)
    : undefined;
}

/** The name under which the file knows a component: its own, or that of the variable that it is in. */
function nameOf(component: ts.Node): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(component) || ts.isClassDeclaration(component)) return component.name;
  const { parent } = ts.isExpression(component) ? wrapped(component) : component;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
}

/** What wraps an expression: the function that it is handed to first, or the element around it. */
function wrapperOf(place: ts.Expression): ts.Expression | undefined {
  const use = useOf(place);
  if (use.kind === 'argument') {
    const { expression } = use.call;
    return use.index === 0 && ts.isCallExpression(use.call) && isNameOrMember(expression) ? expression : undefined;
  }
  const around = use.kind === 'markup' ? use.at.parent : undefined;
  const tag = around !== undefined && ts.isJsxElement(around) ? around.openingElement.tagName : undefined;
  return tag !== undefined && ts.isIdentifier(tag) ? tag : undefined;
}
