import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { PROMISE_METHODS } from '../knowledge/builtins.ts';
import { WRITING_METHODS, WRITING_TYPES } from '../knowledge/sdk-types.ts';
import { givesWhatIsProvided } from '../knowledge/relays.ts';
import { importedAs, importOf } from '../language/modules.ts';
import { globalFunctionName, isGlobal } from '../language/is-global.ts';
import type { Value } from '../recognise/sdk/value.ts';
import { accessOf, unwrap, wrapped, baseOf, propertyTaken, valueOfMember } from '../syntax.ts';
import type { Unit } from '../language/unit.ts';
import { isForeignType } from '../language/foreign-types.ts';
import { alternativesOf, stepInto } from '../flow/origins.ts';
import { useOf } from '../flow/uses.ts';
import { givenInSight, isGivenByOthersAlone, stepFromParameter } from './given.ts';
import { stepFromElements, stepFromProviders } from './given-to-components.ts';
import { stepFromCatch } from './caught.ts';
import { moduleNamed, stepFromImport } from './imported.ts';
import { stepFromAccess, stepFromClass, stepFromField, stepFromGlobal } from './member-steps.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Code, type Place, type Step } from './place.ts';
import { assigned } from './assigned.ts';
import { makesContainer } from './containers.ts';
import { isReactState, reactStateOf, settingOf } from '../flow/react-state.ts';
import { setInAnyFileForAll } from './set-elsewhere.ts';
import { isUsedAsData } from './used-as-data.ts';
import { putIntoNew, putIntoVariable } from './put-into.ts';
import { resolvedWith } from './resolved-with.ts';
import { returnedBy } from '../returned.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { isData } from './data.ts';

type Rule = (place: Place) => Step;

/** What the value at a place is made of. */
export function stepBack(place: Place): Step {
  const rule = PARTS.get(place.node.kind);
  if (rule !== undefined) return rule(place);
  return ts.isExpression(place.node) ? stepFromExpression(place.node, place) : UNKNOWN;
}

/** One step back from what is no expression of its own. What isn't here may be anything. */
const PARTS: ReadonlyMap<ts.SyntaxKind, Rule> = new Map<ts.SyntaxKind, Rule>([
  ...[
    ts.SyntaxKind.OmittedExpression,
    ts.SyntaxKind.MetaProperty,
    ts.SyntaxKind.EnumDeclaration,
    ts.SyntaxKind.EnumMember,
    ts.SyntaxKind.CatchClause,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, () => NOTHING]),
  // Of an abstract method, others have the code: they are found by its name.
  ...[ts.SyntaxKind.FunctionDeclaration, ts.SyntaxKind.MethodDeclaration, ts.SyntaxKind.SetAccessor].map(
    (kind): [ts.SyntaxKind, Rule] => [kind, ({ node, unit }) => ({ code: [{ node, unit }] })],
  ),
  [ts.SyntaxKind.ClassDeclaration, (place) => stepFromClass(place.node as ts.ClassDeclaration, true, place)],
  [
    ts.SyntaxKind.GetAccessor,
    (place) => {
      const { node, unit } = place;
      const given = from(place, ...returnedBy(node as ts.GetAccessorDeclaration).values);
      return joined([{ code: [{ node, unit }] }, given]);
    },
  ],
  // What is exported inside of it, others may fill.
  [ts.SyntaxKind.ModuleDeclaration, ({ node, unit }) => ({ code: [{ node, unit }], hasUnknown: true })],
  ...[ts.SyntaxKind.SpreadElement, ts.SyntaxKind.SpreadAssignment].map((kind): [ts.SyntaxKind, Rule] => [
    kind,
    (place) => from(place, (place.node as ts.SpreadElement | ts.SpreadAssignment).expression),
  ]),
  ...[ts.SyntaxKind.PropertyAssignment, ts.SyntaxKind.ShorthandPropertyAssignment].map(
    (kind): [ts.SyntaxKind, Rule] => [kind, (place) => from(place, ...[valueOfMember(place.node) ?? []].flat())],
  ),
  [ts.SyntaxKind.VariableDeclaration, stepFromVariable],
  [ts.SyntaxKind.BindingElement, stepFromElement],
  [ts.SyntaxKind.Parameter, stepFromParameter],
  [ts.SyntaxKind.PropertyDeclaration, stepFromField],
  ...[
    ts.SyntaxKind.ImportSpecifier,
    ts.SyntaxKind.ImportClause,
    ts.SyntaxKind.NamespaceImport,
    ts.SyntaxKind.ImportEqualsDeclaration,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, stepFromImport]),
]);

function stepFromExpression(node: ts.Expression, place: Place): Step {
  const origin = stepInto(node);
  switch (origin.kind) {
    case 'same':
    case 'cast':
    case 'present':
    case 'choice':
    case 'fallback':
    case 'guarded':
    case 'assigned':
      return from(place, ...(alternativesOf(origin) ?? []));
    case 'awaited':
      return from(place, origin.of);
    case 'name':
      return stepFromName(place);
    case 'part':
      return stepFromAccess(place);
    case 'result':
      return stepFromCall(place);
    case 'instance':
      return stepFromNew(place);
    case 'tagged':
      return from(place, origin.by.tag);
    case 'object':
      return joined([made(place, origin.literal.properties), setInAnyFileForAll(origin.literal, true, place.unit)]);
    case 'list':
      return made(place, origin.literal.elements);
    case 'function':
      return { code: [{ node: origin.fn, unit: place.unit }] };
    case 'class':
      return stepFromClass(origin.class, true, place);
    case 'markup':
      return fromMarkup(place, origin.of);
    case 'this':
      return wholeOf(evaluate(node, place.unit), place);
    case 'super':
      return stepFromSuper(place);
    case 'nothing':
    case 'data':
      return NOTHING;
    case 'unknown':
      return UNKNOWN;
  }
}

/** What is inside of a new object from the start, and what is put into it later. */
function made(place: Place, inside: readonly ts.Node[]): Step {
  return joined([from(place, ...inside), { from: [putIntoNew(place.node as ts.Expression, place)] }]);
}

function stepFromNew(place: Place): Step {
  const node = place.node as ts.NewExpression;
  const parts = [node.expression, ...(node.arguments ?? [])];
  if (isGlobal(node.expression, 'Promise', place.unit))
    return joined([from(place, ...parts), resolvedWith(node, place)]);
  return makesContainer(node, place.unit) ? made(place, parts) : from(place, ...parts);
}

/** What the class around extends. */
function stepFromSuper(place: Place): Step {
  const value = evaluate(place.node as ts.Expression, place.unit);
  if (value.kind === 'class' || value.kind === 'instance') return wholeOf(value, place);
  const owner = ts.findAncestor(place.node, (node) => ts.isClassLike(node) || ts.isObjectLiteralExpression(node));
  const base = owner !== undefined && ts.isClassLike(owner) ? baseOf(owner) : undefined;
  return base === undefined ? UNKNOWN : from(place, base.expression);
}

/** An element keeps its properties, and what is inside of it. */
function fromMarkup(place: Place, markup: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment): Step {
  const opening = ts.isJsxElement(markup) ? markup.openingElement : ts.isJsxFragment(markup) ? undefined : markup;
  const children = ts.isJsxSelfClosingElement(markup) ? [] : markup.children;
  const values = (opening?.attributes.properties ?? []).flatMap((attribute) =>
    ts.isJsxSpreadAttribute(attribute) ? [attribute.expression] : (attribute.initializer ?? []),
  );
  return from(
    place,
    ...[...values, ...children].flatMap((value) =>
      ts.isJsxExpression(value)
        ? (value.expression ?? [])
        : ts.isStringLiteral(value) || ts.isJsxText(value)
          ? []
          : [value],
    ),
  );
}

function wholeOf(value: Value, place: Place): Step {
  if (value.kind === 'sdk') return NOTHING;
  if (value.kind === 'class' || value.kind === 'instance')
    return stepFromClass(value.node, true, { ...place, unit: value.unit });
  return value.kind === 'object' ? from({ ...place, unit: value.unit }, value.node) : UNKNOWN;
}

function stepFromName(place: Place): Step {
  const { unit } = place;
  const node = place.node as ts.Identifier;
  const value = evaluate(node, unit);
  if (value.kind === 'sdk')
    return ts.isCallExpression(value.origin) ? underWay(value.origin, { ...place, unit: value.unit }) : NOTHING;
  if (isData(node, unit)) return NOTHING;
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return stepFromGlobal(node.text, place);
  const { declaration, symbol } = binding;
  const declarations = declaration === undefined ? (symbol.declarations ?? []) : [declaration];
  const isPlain = declarations.every(
    (one) => ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) || importOf(one) !== undefined,
  );
  if (isPlain && binding.writes.length === 0) return from(place, ...declarations);
  if (declaration === undefined) return UNKNOWN;
  return joined([
    from(place, declaration),
    { from: binding.writes.flatMap((write) => assigned(write.target, place)) },
    { from: [putIntoVariable(node, binding, place)] },
  ]);
}

/** What a call gives may hold what was called, and what it was given. */
function stepFromCall(place: Place): Step {
  const node = place.node as ts.CallExpression;
  const callee = evaluate(unwrap(node.expression), place.unit);
  if (callee.kind !== 'function' && evaluate(node, place.unit).kind === 'sdk') return underWay(node, place);
  if (isData(node, place.unit)) return NOTHING;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword || isGlobal(node.expression, 'require', place.unit)) {
    const [specifier] = node.arguments;
    return specifier !== undefined && ts.isStringLiteralLike(specifier)
      ? moduleNamed(specifier.text, undefined, place)
      : UNKNOWN;
  }
  const parts = [node.expression, ...node.arguments];
  const whole = joined([
    makesContainer(node, place.unit) ? made(place, parts) : from(place, ...parts),
    mayBeUnderWay(node) ? { code: [{ node, unit: place.unit }] } : NOTHING,
  ]);
  if (isStateAsWhole(node, place.unit) || isProvided(node, place.unit)) return UNKNOWN;
  if (globalFunctionName(node.expression, place.unit) === 'Promise.withResolvers') return UNKNOWN;
  if (callee.kind !== 'function') return whole;
  // What its parameters hold, this call has given it.
  const within: Code = { node: callee.node, unit: callee.unit };
  const { values, yielded } = returnedBy(callee.node);
  const returned = [...values, ...yielded].map((value) => ({ ...place, ...within, node: value, within }));
  return joined([whole, { code: [within], from: returned }]);
}

/** What runs as long as nobody has waited for the promise that a call gives: a request of the SDK that writes. */
function underWay(node: ts.CallExpression, place: Place): Step {
  if (useOf(node).kind === 'awaited') return NOTHING;
  const { unit } = place;
  const callee = unwrap(node.expression);
  const access = accessOf(callee);
  if (access !== undefined && Object.hasOwn(PROMISE_METHODS, access.name)) {
    const before = unwrap(access.object);
    return joined([ts.isCallExpression(before) ? underWay(before, place) : NOTHING, from(place, ...node.arguments)]);
  }
  const value = evaluate(callee, unit);
  if (value.kind === 'function') return { code: [{ node: value.node, unit: value.unit }] };
  return value.kind === 'sdk' && WRITING_TYPES.has(value.type) ? { code: [{ node, unit }] } : NOTHING;
}

/** Whether a call of who knows whom may be such a request. */
function mayBeUnderWay(node: ts.CallExpression): boolean {
  return WRITING_METHODS.has(accessOf(unwrap(node.expression))?.name ?? '') && useOf(node).kind !== 'awaited';
}

function stepFromVariable(place: Place): Step {
  const declaration = place.node as ts.VariableDeclaration;
  const { type } = declaration;
  const isForeign = type !== undefined && isForeignType(type, place.unit);
  const at = isForeign ? closed(place) : place;
  const declared = declaredBy(declaration);
  switch (declared.kind) {
    case 'thrown':
      return stepFromCatch(place, declared.by.parent);
    case 'each':
    case 'value':
      return from(at, declared.of);
    case 'key':
    case 'unset':
      return NOTHING;
    default:
      return isForeign ? NOTHING : UNKNOWN;
  }
}

function stepFromElement(place: Place): Step {
  const element = place.node as ts.BindingElement;
  const own: Step = element.initializer === undefined ? NOTHING : from(place, element.initializer);
  const root = ts.walkUpBindingElementsAndPatterns(element);
  const others = fromOthers(root, nameTakenOf(root, element), place);
  const binding = place.unit.scope.bindingOf(element.name);
  if (ts.isParameter(root) && root.type === undefined && binding !== undefined && isUsedAsData(binding, place.unit))
    return joined([own, from(closed(place), ...givenInSight(root, place.unit)), others]);
  // What the whole is typed as holds for its parts.
  const isForeign = ts.isParameter(root)
    ? isGivenByOthersAlone(root, place.unit)
    : root.type !== undefined && isForeignType(root.type, place.unit);
  return joined([
    own,
    from(isForeign ? closed(place) : place, root),
    isForeign ? NOTHING : stepFromState(element, place),
    others,
  ]);
}

/** What code in other places has given, or provides, of which an element takes a part. */
function fromOthers(
  root: ts.VariableDeclaration | ts.ParameterDeclaration,
  name: string | undefined,
  place: Place,
): Step {
  if (ts.isParameter(root)) return stepFromElements(root, name, place);
  return root.initializer === undefined || name === undefined
    ? NOTHING
    : stepFromProviders(root.initializer, name, place);
}

/** The property of the whole that an element takes, or takes a part of; undefined where that may be any. */
function nameTakenOf(whole: ts.Node, part: ts.BindingElement): string | undefined {
  let element = part;
  while (element.parent.parent !== whole) element = element.parent.parent as ts.BindingElement;
  return element.dotDotDotToken === undefined ? propertyTaken(element) : undefined;
}

/** What the state is set to that a pattern, or a part of it, takes from a hook of React's. */
function stepFromState(part: ts.BindingElement, place: Place): Step {
  let element = part;
  while (ts.isBindingElement(element.parent.parent)) element = element.parent.parent;
  const state = reactStateOf(element.parent, place.unit);
  // What sets it is React's.
  if (state?.value !== element) return NOTHING;
  const { calls, hasUnknown } = settingOf(state, place.unit);
  return joined([hasUnknown ? UNKNOWN : NOTHING, from(place, ...calls.flatMap((call) => [...call.arguments]))]);
}

/** Whether a call makes a state, and no pattern says by which name it is set. */
function isStateAsWhole(call: ts.CallExpression, unit: Unit): boolean {
  const { parent } = wrapped(call);
  return isReactState(call, unit) && !(ts.isVariableDeclaration(parent) && ts.isArrayBindingPattern(parent.name));
}

/** Whether a call gives what other code provides: `useContext(Saving)`. */
function isProvided({ expression }: ts.CallExpression, { scope }: Unit): boolean {
  const imported = importedAs(expression, scope);
  return imported !== undefined && givesWhatIsProvided(imported.specifier, imported.name ?? '');
}
