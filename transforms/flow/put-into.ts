import { ts } from 'ts-morph';
import { MUTATING_METHODS } from '../knowledge/builtins.ts';
import { FORGETTING_METHODS } from '../knowledge/known-globals.ts';
import { isWriteTarget, type Binding } from '../recognise/source/scope.ts';
import type { Unit } from '../recognise/source/unit.ts';
import type { Tracer } from '../recognise/trace/trace.ts';
import { accessOf, containerOf, parametersOf, unwrap } from '../syntax.ts';
import { useOf } from './uses.ts';
import { closed, from, joined, NOTHING, OPEN, type Place, type Step } from './place.ts';

/** What an assignment gives its target: of a pattern, all that it takes apart, and the defaults on the way. */
export function assigned(target: ts.Node, { unit, isClosed }: Place): Place[] {
  const found: ts.Node[] = [];
  for (let node = target; ; node = node.parent) {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer !== undefined)
      found.push(parent.objectAssignmentInitializer);
    else if (ts.isBinaryExpression(parent) && parent.left === node) found.push(parent.right);
    else if (ts.isForOfStatement(parent)) found.push(parent.expression);
    if (ts.isStatement(parent) || ts.isFunctionLike(parent) || ts.isSourceFile(parent))
      return found.map((node) => ({ node, unit, isClosed }));
  }
}

/** Whether a variable holds what functions are put into: a list, a set, a literal. */
export function isFillable({ initializer }: ts.VariableDeclaration, { scope }: Unit): boolean {
  const value = initializer === undefined ? undefined : unwrap(initializer);
  if (value === undefined || ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value)) return true;
  return (
    ts.isNewExpression(value) && ts.isIdentifier(value.expression) && scope.bindingOf(value.expression) === undefined
  );
}

/**
 * What code in sight may put into the object that a variable holds: by assigning to a property, by a method, or by
 * giving it to a function.
 */
export function whatIsPutInto(binding: Binding, place: Place, tracer: Tracer): Step {
  const { declaration } = binding;
  const fillable =
    declaration !== undefined && ts.isVariableDeclaration(declaration) && isFillable(declaration, place.unit);
  const holder: Holder = { binding, place, tracer, seen: new Set() };
  const steps = joined(binding.references.map((reference) => putAt(reference, holder)));
  // Nobody fills what a package makes.
  return fillable ? steps : { ...steps, isOpen: false };
}

/** A variable, and the mentions that were followed already. */
interface Holder {
  readonly binding: Binding;
  readonly place: Place;
  readonly tracer: Tracer;
  readonly seen: Set<ts.Node>;
}

/** What a mention of an object, or of what holds it, puts into it. */
function putAt(mention: ts.Expression, holder: Holder): Step {
  if (holder.seen.has(mention)) return NOTHING;
  holder.seen.add(mention);
  const { place } = holder;
  const use = useOf(mention);
  switch (use.kind) {
    case 'part':
      if (isWriteTarget(use.access)) return { from: assigned(use.access, place) };
      // Whoever has the method can put anything in.
      return MUTATING_METHODS.has(accessOf(use.access)?.name ?? '') && !isCalledOn(use.access)
        ? OPEN
        : putAt(use.access, holder);
    case 'method':
      return putByMethod(use.call, accessOf(use.access)?.name ?? '', holder);
    case 'argument':
      return joined([givenAway(use.call, use.index, holder), inSight(putAt(use.call, holder))]);
    case 'same':
    case 'awaited':
      return putAt(use.to, holder);
    case 'member':
      return putAt(use.of, holder);
    case 'name':
      return intoNames(use.name, place);
    case 'assigned':
      return joined([
        use.to === undefined ? NOTHING : putAt(use.to, holder),
        ts.isIdentifier(use.target) ? intoName(use.target, place) : OPEN,
      ]);
    case 'each':
      return ts.isVariableDeclarationList(use.head)
        ? joined(use.head.declarations.map(({ name }) => intoNames(name, place)))
        : OPEN;
    case 'spread':
      return ts.isObjectLiteralExpression(use.into) || ts.isArrayLiteralExpression(use.into)
        ? putAt(use.into, holder)
        : givenAway(use.into, -1, holder);
    case 'asked':
    case 'called':
    case 'markup':
    case 'tag':
    case 'written':
    // Whether other files fill what is exported is asked of its declaration.
    case 'exported':
      return NOTHING;
    case 'returned':
      return joined([
        isLocalTo(use.from, holder.binding) ? NOTHING : OPEN,
        ...callsOf(use.from, place.unit).map((call) => inSight(putAt(call, holder))),
      ]);
    case 'unknown':
      return OPEN;
  }
}

/** Of what only may hold the object, nothing but what is put into it in sight. */
function inSight({ code = [], from: places = [] }: Step): Step {
  return { code, from: places.map((place) => ({ ...place, isClosed: true })) };
}

/** `list.push.call(…)`, which puts in what it is given. */
function isCalledOn(method: ts.Expression): boolean {
  const use = useOf(method);
  return use.kind === 'method' && /^(?:call|apply)$/.test(accessOf(use.access)?.name ?? '');
}

/** What a method puts into its owner, and what is put into what it gives: that may be inside of the owner, or itself. */
function putByMethod(call: ts.CallExpression, name: string, holder: Holder): Step {
  const { place, tracer } = holder;
  const given = call.arguments.map((argument) => tracer.valueOf(unwrap(argument), place.unit));
  return joined([
    FORGETTING_METHODS.has(name) ? NOTHING : from(place, ...call.arguments),
    inSight(putAt(call, holder)),
    ...given.map((value) =>
      value.kind === 'function'
        ? inSight(joined(parametersOf(value.node).map((one) => intoNames(one.name, { ...place, unit: value.unit }))))
        : NOTHING,
    ),
  ]);
}

/** The calls in sight of a function that is called by its name. */
function callsOf(fn: ts.SignatureDeclaration, { scope }: Unit): readonly ts.CallExpression[] {
  const name = ts.isVariableDeclaration(fn.parent) ? fn.parent.name : fn.name;
  const references = name !== undefined && ts.isIdentifier(name) ? (scope.bindingOf(name)?.references ?? []) : [];
  return references.map(({ parent }) => parent).filter(ts.isCallExpression);
}

/**
 * Whether only the code of one function itself, and none of the functions inside of it, has a variable: whoever gets
 * what it returns comes after all that it does.
 */
function isLocalTo(fn: ts.Node, { declaration, references }: Binding): boolean {
  return declaration !== undefined && [declaration, ...references].every((mention) => containerOf(mention) === fn);
}

/** What is put into an object under the names that a declaration gives it, or what is inside. */
function intoNames(name: ts.BindingName, place: Place): Step {
  if (ts.isIdentifier(name)) return intoName(name, place);
  return joined(
    name.elements.map((element) => (ts.isBindingElement(element) ? intoNames(element.name, place) : NOTHING)),
  );
}

function intoName(node: ts.Identifier, { unit, isClosed }: Place): Step {
  const into = unit.scope.bindingOf(node);
  return into === undefined ? OPEN : { from: [{ node, unit, isClosed, into }] };
}

/**
 * What a function that an object is given to may put into it: what it is given beside the object, and what it does to
 * it in sight.
 */
function givenAway(call: ts.CallExpression | ts.NewExpression, index: number, { place, tracer }: Holder): Step {
  const beside = from(closed(place), ...(call.arguments ?? []).filter((_, other) => other !== index));
  const callee = tracer.valueOf(unwrap(call.expression), place.unit);
  const parameter = callee.kind === 'function' ? parametersOf(callee.node)[index] : undefined;
  const received =
    parameter !== undefined && ts.isIdentifier(parameter.name) && callee.kind === 'function'
      ? callee.unit.scope.bindingOf(parameter.name)
      : undefined;
  if (received === undefined || parameter === undefined || callee.kind !== 'function') return beside;
  return joined([
    beside,
    { from: [{ node: parameter.name, unit: callee.unit, isClosed: place.isClosed, into: received }] },
  ]);
}
