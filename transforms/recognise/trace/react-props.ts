import { ts } from 'ts-morph';
import { isNameOrMember, wrapped } from '../../syntax.ts';
import { SHAPES } from '../../knowledge/sdk-shapes.ts';
import { sdk } from '../sdk/sdk-values.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import type { Value } from '../sdk/value.ts';

/**
 * What the first parameter of a function, or a class's `props`, is where the SDK's older functions wrap it
 * (`withUser(Panel)`), or one of its elements calls it (`<WithUser>{(user) => …}</WithUser>`); undefined where none
 * does.
 */
export function valueFromWrapper(
  component: ts.SignatureDeclaration | ts.ClassLikeDeclaration,
  unit: Unit,
  evaluation: Evaluation,
): Value | undefined {
  const places: readonly ts.Node[] = [
    ...(ts.isExpression(component) ? [component] : []),
    ...(nameOf(component)?.references(unit) ?? []),
  ];
  const given = places.map((place) => {
    const wrapper = wrapperOf(place);
    const value = wrapper === undefined ? undefined : evaluation.valueOf(wrapper, unit);
    return value?.kind === 'sdk' ? SHAPES[value.shape].given : undefined;
  });
  // Where it is used without the wrapper as well, others give it what they like.
  const [first] = given;
  return first !== undefined && given.every((shape) => shape === first) ? sdk(first, component, unit) : undefined;
}

/** The name under which the file knows a component: its own, or that of the variable that it is in. */
function nameOf(component: ts.Node): { readonly references: (unit: Unit) => readonly ts.Node[] } | undefined {
  const { parent } = ts.isExpression(component) ? wrapped(component) : component;
  const name =
    ts.isFunctionDeclaration(component) || ts.isClassDeclaration(component)
      ? component.name
      : ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
        ? parent.name
        : undefined;
  return name === undefined ? undefined : { references: ({ scope }) => scope.bindingOf(name)?.references ?? [] };
}

/** What wraps an expression: the function that it is handed to first, or the element around it. */
function wrapperOf(place: ts.Node): ts.Expression | undefined {
  const outer = ts.isExpression(place) ? wrapped(place) : place;
  const { parent } = outer;
  if (ts.isCallExpression(parent))
    return parent.arguments[0] === outer && isNameOrMember(parent.expression) ? parent.expression : undefined;
  if (!ts.isJsxExpression(parent) || !ts.isJsxElement(parent.parent)) return undefined;
  const { tagName } = parent.parent.openingElement;
  return ts.isIdentifier(tagName) ? tagName : undefined;
}
