import { ts } from 'ts-morph';
import { definitionOf, type Placed } from '../flow/definitions.ts';
import { useOf } from '../flow/uses.ts';
import { isFunctionInSight } from '../language/functions.ts';
import { mentionsInFiles, mentionsOfDefault, type Mention } from '../language/mentions-in-files.ts';
import { isNameOfComponentOrHook, reactFunction } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { memoizeBy } from '../memoize.ts';
import { isContextHook } from '../recognise/frameworks/react-context.ts';
import { returnedBy } from '../returned.ts';
import { givenAt, nameText, parametersOf } from '../syntax.ts';
import { Worklist } from '../worklist.ts';
import { from, joined, NOTHING, type Place, type Step } from './place.ts';

/** What makes a function the server's that code of the browser calls without a request. */
const OF_SERVER: readonly string[] = ['use server', 'createServerFn', 'server$'];

/** Whether the repository may have such functions: no other is worth following this far. */
const hasServerFunctions = memoizeBy(
  (unit: Unit) => [unit],
  ({ fileName, graph: { project } }) => project.filesNaming?.(OF_SERVER, fileName)?.length !== 0,
);

/**
 * What elements give a component, and calls a hook, in whichever file: the browser's user isn't told of what an action
 * of the server's does that is among it. This only adds to what is known; who else calls a function isn't.
 *
 * @param name the property that is taken of the parameter; undefined for all of it
 */
export function stepFromElements(parameter: ts.ParameterDeclaration, name: string | undefined, place: Place): Step {
  if (!hasServerFunctions(place.unit)) return NOTHING;
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

/**
 * What elements in whichever file provide under a name, by the context of React's that an object is from:
 * `useProfile().save`, behind `<Profile.Provider value={{ save }}>`. Like the above, it only adds.
 */
export function stepFromProviders(object: ts.Expression, name: string, place: Place): Step {
  const context = hasServerFunctions(place.unit) ? contextBehind(object, place.unit) : undefined;
  if (context === undefined) return NOTHING;
  return joined(
    usesInFiles(context.node, context.unit).map(({ node, unit }) => {
      const tag = ts.isPropertyAccessExpression(node.parent) ? node.parent.parent : node.parent;
      if (!ts.isJsxOpeningLikeElement(tag)) return NOTHING;
      return joined(attributesNamed(tag, 'value').map((value) => membersOf(value, name, { ...place, unit })));
    }),
  );
}

/** The context whose value an object is: `useContext(Profile)`. */
function contextBehind(object: ts.Expression, unit: Unit): Placed | undefined {
  for (const { node, unit: home } of madeBy(object, unit)) {
    const [first] = ts.isCallExpression(node) && isContextHook(node, home) ? node.arguments : [];
    const context = first === undefined ? undefined : definitionOf(first, home);
    if (context?.kind === 'expression') return context;
  }
  return undefined;
}

/** What an object in sight has under a name. */
function membersOf(object: ts.Expression, name: string, place: Place): Step {
  return joined(
    madeBy(object, place.unit).map(({ node, unit }) =>
      ts.isObjectLiteralExpression(node)
        ? from({ ...place, unit }, ...node.properties.filter((member) => nameText(member.name) === name))
        : NOTHING,
    ),
  );
}

/** What makes an object, or what is spread into it, also where hooks of the repository give it, or `useMemo` keeps it. */
function madeBy(object: ts.Expression, unit: Unit): readonly Placed[] {
  const objects = new Worklist<Placed>([{ node: object, unit }], ({ node }) => [node]);
  const found: Placed[] = [];
  for (const one of objects) {
    const made = definitionOf(one.node, one.unit);
    if (made.kind !== 'expression') continue;
    const maker = ts.isCallExpression(made.node) ? makerCalledBy(made.node, made.unit) : undefined;
    if (ts.isObjectLiteralExpression(made.node))
      objects.add(
        made.node.properties.filter(ts.isSpreadAssignment).map(({ expression }) => ({ ...made, node: expression })),
      );
    if (maker === undefined) found.push(made);
    else objects.add(returnedBy(maker.node).values.map((node) => ({ node, unit: maker.unit })));
  }
  return found;
}

function makerCalledBy(
  call: ts.CallExpression,
  unit: Unit,
): { readonly node: ts.SignatureDeclaration; readonly unit: Unit } | undefined {
  const [first] = call.arguments;
  const isKept = first !== undefined && reactFunction(call, unit) === 'useMemo';
  const called = definitionOf(isKept ? first : call.expression, unit);
  if (called.kind !== 'declaration' && called.kind !== 'expression') return undefined;
  const { node, unit: home } = called;
  return isFunctionInSight(node) ? { node, unit: home } : undefined;
}

/** Where a component, a hook or a context is mentioned, by whichever name, as itself or wrapped: `memo(Form)`. */
const usesInFiles = memoizeBy(
  (made: ts.Node, { graph }: Unit) => [graph, made],
  (made, unit): readonly Mention[] => {
    const values = new Worklist<Mention>(asValues(made, unit), ({ node }) => [node]);
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

function asValues(made: ts.Node, unit: Unit): readonly Mention[] {
  if (!ts.isFunctionDeclaration(made)) return ts.isExpression(made) ? [{ node: made, unit }] : [];
  return made.name === undefined ? mentionsOfDefault(unit).mentions : mentionsByName(made.name, unit);
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
