import { ts } from 'ts-morph';
import { declaredBy, type Whole } from '../../flow/declared.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import type { Binding } from '../../language/scope.ts';
import { parametersOf } from '../../syntax.ts';
import { callersOf, givenDirectly, type Given } from './callers.ts';
import { mentionsOf } from './object-mentions.ts';
import { asCopy, asGiven, at, deeper, outside, valueOf, type Question, type Step, type View } from './question.ts';
import { GENERAL, MISSING, unseen } from './source.ts';
import { lookBehind } from './type-on-the-way.ts';

/** What a variable may hold where it is mentioned. */
export function sourcesOfName(name: ts.Identifier, view: View): readonly Step[] {
  const binding = view.unit.scope.bindingOf(name);
  const node = binding?.declaration;
  if (binding === undefined || node === undefined) return unseen(name);
  return [{ about: 'variable', node, binding, view }, ...mentionsOf(binding, view, name)];
}

/** What it holds by its declaration and what is assigned to it. */
export function sourcesOfVariable(
  { isHoisted, writes }: Binding,
  declaration: ts.Declaration,
  view: View,
): readonly Step[] {
  return [
    declarationOf(declaration, view),
    ...(isHoisted ? [MISSING] : []),
    ...writes.flatMap(({ target, value }): readonly Step[] =>
      value === undefined ? unseen(target) : [valueOf(value, view)],
    ),
  ];
}

function declarationOf(node: ts.Declaration, view: View): Question {
  return { about: 'declaration', node, view };
}

/** What a variable, parameter or part of a pattern is declared with. */
export function sourcesOfDeclaration(node: ts.Declaration, view: View): readonly Step[] {
  const isTyped = ts.isVariableDeclaration(node) || ts.isParameter(node);
  const { types, view: behind } = lookBehind(isTyped ? node.type : undefined, view);
  return [...sourcesOfUntyped(node, behind), ...types];
}

function sourcesOfUntyped(node: ts.Declaration, view: View): readonly Step[] {
  const declared = declaredBy(node);
  const others = mayChangeElsewhere(node, view.unit) ? unseen(node) : [];
  switch (declared.kind) {
    case 'value':
      return [valueOf(declared.of, view), ...others];
    case 'unset':
      return [MISSING, ...others];
    case 'given':
      return sourcesOfParameter(declared.parameter, view);
    case 'part': {
      const { of, name, initial } = declared;
      const whole = name === undefined ? undefined : wholeOf(of, [name, ...view.path], view);
      return [...(initial === undefined ? [] : [valueOf(initial, view)]), ...(whole ?? unseen(node))];
    }
    case 'rest':
      return view.path.length > 0
        ? unseen(node)
        : [
            GENERAL,
            declarationOf(
              declared.of,
              asCopy(
                declared.without.filter((name) => name !== undefined),
                view,
              ),
            ),
          ];
    default:
      return unseen(node);
  }
}

/** What a pattern takes apart; undefined where that has no end. */
function wholeOf(of: Whole, path: readonly string[], view: View): readonly Step[] | undefined {
  const whole = ts.isBindingElement(of) ? at(path, view) : deeper(path, of, view);
  return whole === undefined ? undefined : [declarationOf(of, whole)];
}

function sourcesOfParameter(parameter: ts.ParameterDeclaration, view: View): readonly Step[] {
  const { parent: fn, dotDotDotToken, initializer } = parameter;
  if (dotDotDotToken !== undefined) return unseen(parameter);
  const index = parametersOf(fn).indexOf(parameter);
  const passed = (argument: Given | undefined, from: View): readonly Step[] => {
    if (argument === undefined) return [MISSING];
    const { expression, path } = argument;
    return ts.isSpreadElement(expression)
      ? unseen(expression)
      : [valueOf(expression, at(path, asGiven(expression, from)))];
  };
  const { entered } = view;
  const isEntered = entered?.fn === fn;
  const { calls, isClosed } = isEntered ? { calls: [], isClosed: true } : callersOf(fn, view.unit);
  const given = isEntered
    ? passed(givenDirectly(entered.call, index, view.path), outside(entered, view))
    : calls.flatMap(({ given: givenBy }) => passed(givenBy(index, view.path), view));
  const initial = initializer === undefined ? [] : [valueOf(initializer, view)];
  return [...(isClosed ? [] : unseen(parameter)), ...initial, ...given];
}
