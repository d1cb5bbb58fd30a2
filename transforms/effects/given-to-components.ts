import { ts } from 'ts-morph';
import { useOf } from '../flow/uses.ts';
import { mentionsInFiles, mentionsOfDefault, type Mention } from '../language/mentions-in-files.ts';
import { isNameOfComponentOrHook } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { memoizeBy } from '../memoize.ts';
import { givenAt, parametersOf } from '../syntax.ts';
import { Worklist } from '../worklist.ts';
import { from, joined, NOTHING, type Place, type Step } from './place.ts';

/**
 * What elements give a component, and calls a hook, in whichever file: the browser's user isn't told of what an action
 * of the server's does that is among it. This only adds to what is known; who else calls a function isn't.
 *
 * @param name the property that is taken of the parameter; undefined for all of it
 */
export function stepFromElements(parameter: ts.ParameterDeclaration, name: string | undefined, place: Place): Step {
  const fn = parameter.parent;
  const index = parametersOf(fn).indexOf(parameter);
  return joined(
    usesInFiles(fn, place.unit).map(({ node, unit }) => {
      const at = { ...place, unit };
      if (ts.isJsxOpeningLikeElement(node.parent))
        return index === 0 ? from(at, ...attributesNamed(node.parent, name)) : NOTHING;
      const use = useOf(node);
      if (use.kind !== 'called' || !ts.isCallExpression(use.by) || unit === place.unit) return NOTHING;
      return from(at, ...[givenAt(index, use.by.arguments) ?? []].flat());
    }),
  );
}

/** Where a component or a hook is mentioned, by whichever name, as itself or wrapped: `memo(Form)`. */
const usesInFiles = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): readonly Mention[] => {
    const values = new Worklist<Mention>(asValues(fn, unit), ({ node }) => [node]);
    const uses: Mention[] = [];
    for (const value of values) {
      const use = useOf(value.node);
      if (use.kind === 'argument') values.add([{ ...value, node: use.call }]);
      else if (use.kind === 'exported') values.add(mentionsOfDefault(value.unit).mentions);
      else if (use.kind === 'name') values.add(mentionsByName(use.name, value.unit));
      else uses.push(value);
    }
    return uses;
  },
);

function asValues(fn: ts.SignatureDeclaration, unit: Unit): readonly Mention[] {
  if (!ts.isFunctionDeclaration(fn)) return ts.isExpression(fn) ? [{ node: fn, unit }] : [];
  return fn.name === undefined ? mentionsOfDefault(unit).mentions : mentionsByName(fn.name, unit);
}

function mentionsByName(name: ts.BindingName, unit: Unit): readonly Mention[] {
  const binding = unit.scope.bindingOf(name);
  return binding !== undefined && isNameOfComponentOrHook(binding.name) ? mentionsInFiles(binding, unit).mentions : [];
}

/** The values of an element's attributes of that name, and what is spread into it. */
function attributesNamed({ attributes }: ts.JsxOpeningLikeElement, name: string | undefined): readonly ts.Expression[] {
  return attributes.properties.flatMap((attribute) => {
    if (ts.isJsxSpreadAttribute(attribute)) return [attribute.expression];
    const { initializer } = attribute;
    const isMeant = name === undefined || attribute.name.getText() === name;
    return isMeant && initializer !== undefined && ts.isJsxExpression(initializer)
      ? [initializer.expression ?? []].flat()
      : [];
  });
}
