import { ts } from 'ts-morph';
import { EVENT_HUBS, FORGETTING_METHODS } from '../knowledge/known-globals.ts';
import { isExported, mayChangeElsewhere } from '../recognise/source/exported.ts';
import { globalFunctionName } from '../recognise/source/is-global.ts';
import { isDependencyList } from '../recognise/source/react.ts';
import { importOf } from '../recognise/source/modules.ts';
import { isWriteTarget, type Binding } from '../recognise/source/scope.ts';
import type { Value } from '../recognise/sdk/value.ts';
import type { Unit } from '../recognise/source/unit.ts';
import type { Tracer } from '../recognise/trace/trace.ts';
import { accessOf, containerOf, parametersOf, unwrap } from '../syntax.ts';
import { mentionsArguments } from './arguments.ts';
import { closed, from, joined, NOTHING, OPEN, type Holding, type Place, type Step } from './place.ts';
import { isOfQuietGlobal } from './used-as-data.ts';
import { useOf, type Use } from './uses.ts';

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

/**
 * Whether a variable may hold what functions of the repository are put into: a list, a set, a literal, an object of a
 * class in sight, or what a function in sight gives.
 */
export function isFillable({ initializer }: ts.VariableDeclaration, unit: Unit, tracer: Tracer): boolean {
  let value = initializer === undefined ? undefined : unwrap(initializer);
  if (value !== undefined && ts.isAwaitExpression(value)) value = unwrap(value.expression);
  if (value === undefined || ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value)) return true;
  if (IN_SIGHT.has(tracer.valueOf(value, unit).kind)) return true;
  if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return false;
  if (makesContainer(value, unit)) return true;
  if (ts.isNewExpression(value)) return false;
  const callee = unwrap(value.expression);
  const owner = accessOf(callee)?.object;
  return (
    tracer.valueOf(callee, unit).kind === 'function' ||
    (owner !== undefined && ts.isArrayLiteralExpression(unwrap(owner))) ||
    /^(?:Array|Map|Object)\b/.test(globalFunctionName(callee, unit) ?? '')
  );
}

/** Whether `new` makes a list, a map or the like, or a call or `new` an event hub. */
export function makesContainer(call: Call, unit: Unit): boolean {
  const callee = unwrap(call.expression);
  const root = accessOf(callee)?.object ?? callee;
  const declaration = ts.isIdentifier(root) ? unit.scope.bindingOf(root)?.declaration : undefined;
  if (declaration !== undefined) return EVENT_HUBS.has(importOf(declaration)?.specifier ?? '');
  return ts.isNewExpression(call) && globalFunctionName(callee, unit) !== undefined;
}

const IN_SIGHT: ReadonlySet<Value['kind']> = new Set(['array', 'instance', 'object']);

/** Asks what is put into the object that a variable holds. */
export function putIntoVariable(
  node: ts.Identifier,
  binding: Binding,
  { unit, isClosed }: Place,
  tracer: Tracer,
): Place {
  const { declaration } = binding;
  const fillable =
    declaration !== undefined && ts.isVariableDeclaration(declaration) && isFillable(declaration, unit, tracer);
  return { node, unit, isClosed, into: holding(binding, fillable ? 'surely' : 'of a package') };
}

/** Asks what is put into an object that an expression makes: a literal, `new Map()`. */
export function putIntoNew(node: ts.Expression, { unit, isClosed }: Place): Place {
  return { node, unit, isClosed, into: holding(node, 'surely') };
}

const known = new WeakMap<Holding['of'], Map<Holding['sureness'], Holding>>();

/** The one of its kind, so that each is followed once. */
function holding(of: Holding['of'], sureness: Holding['sureness']): Holding {
  const ofObject = known.get(of) ?? new Map<Holding['sureness'], Holding>();
  known.set(of, ofObject);
  const found = ofObject.get(sureness) ?? { of, sureness };
  ofObject.set(sureness, found);
  return found;
}

/**
 * What code in sight puts into an object: by assigning to a property, by a method, or by giving it to a function; and
 * what has it then. From where it can't be followed, anything may be put in.
 */
export function whatIsPutInto({ of, sureness }: Holding, place: Place, tracer: Tracer): Step {
  const isVariable = 'references' in of;
  const held: Omit<Held, 'isLocal'> = { of, place: withoutHolding(place), sureness, tracer };
  const steps = isVariable
    ? [
        isVariableOfOthers(of, place.unit) ? OPEN : NOTHING,
        ...of.references.map((mention) => putAt(mention, { ...held, isLocal: isForItsFunction(of) })),
      ]
    : [putAt(of, { ...held, isLocal: true })];
  const { from = [], code = [], isOpen = false } = joined(steps);
  if (sureness === 'surely') return { from, code, isOpen };
  // Nobody fills what a package makes.
  return sureness === 'of a package' ? { from, code } : { from: from.map(asPossible), code };
}

/** An object at one of its mentions. */
interface Held extends Holding {
  readonly place: Place;
  /** Whether only the function around has it, and gives it to nobody before it returns. */
  readonly isLocal: boolean;
  readonly tracer: Tracer;
}

function asPossible(place: Place): Place {
  const { into } = place;
  return { ...closed(place), ...(into === undefined ? {} : { into: holding(into.of, 'possibly') }) };
}

/** Whether other files may put functions into what an exported variable holds. */
function isVariableOfOthers({ declaration }: Binding, unit: Unit): boolean {
  return declaration !== undefined && mayChangeElsewhere(declaration, unit);
}

/** What is put into an object where it is mentioned, or into what holds it there. */
function putAt(mention: ts.Expression, held: Held): Step {
  const steps: Step[] = [];
  for (let node: ts.Expression | undefined = mention; node !== undefined;) {
    const use = useOf(node);
    node = heldIn(use);
    steps.push(putByUse(use, held));
  }
  return joined(steps);
}

/** The expression around that has the object, or holds it. */
function heldIn(use: Use): ts.Expression | undefined {
  switch (use.kind) {
    case 'part':
      return isWriteTarget(use.access) ? undefined : use.access;
    case 'same':
    case 'awaited':
    case 'assigned':
      return use.to;
    case 'member':
      return use.of;
    case 'spread':
      return ts.isCallExpression(use.into) || ts.isNewExpression(use.into) ? undefined : use.into;
    case 'written':
      return use.kept;
    default:
      return undefined;
  }
}

/** What one use of an object puts into it, and what else has it then. */
function putByUse(use: Use, held: Held): Step {
  const { place } = held;
  switch (use.kind) {
    case 'part':
      return isWriteTarget(use.access) ? { from: assigned(use.access, place) } : NOTHING;
    case 'method':
      return putByMethod(use.call, accessOf(use.access)?.name ?? '', held);
    case 'argument':
      return isDependencyList(use.call.arguments?.[use.index], use.call, place.unit)
        ? NOTHING
        : putByCallee(use.call, use.index, held);
    case 'called':
      // A part of the object, which may put in what it is given.
      return ts.isTaggedTemplateExpression(use.by)
        ? OPEN
        : joined([from(closed(place), ...(use.by.arguments ?? [])), resultOf(use.by, held)]);
    case 'spread':
      return ts.isCallExpression(use.into) || ts.isNewExpression(use.into)
        ? putByCallee(use.into, undefined, held)
        : NOTHING;
    case 'name':
      return underName(use.name, held);
    case 'assigned':
      return underTarget(use.target, held);
    case 'each':
      return ts.isVariableDeclarationList(use.head) ? underNamesOf(use.head.declarations, held) : OPEN;
    case 'returned':
      return joined([
        held.isLocal ? NOTHING : OPEN,
        ...callsOf(use.from, place.unit).map((call) => resultOf(call, held)),
      ]);
    case 'same':
    case 'awaited':
    case 'member':
    case 'written':
    case 'asked':
    case 'tag':
      return NOTHING;
    case 'markup':
    case 'exported':
    case 'unknown':
      return OPEN;
  }
}

/** What a call gives may be the object, or hold it, where somebody takes it. */
function resultOf(call: Call, { place }: Held): Step {
  const use = useOf(call);
  const isTaken = (use.kind === 'awaited' ? useOf(use.to) : use).kind !== 'asked';
  return isTaken ? { from: [{ ...closed(place), node: call, into: holding(call, 'possibly') }] } : NOTHING;
}

/** What a method puts into its owner. */
function putByMethod(call: ts.CallExpression, name: string, held: Held): Step {
  const { place, tracer } = held;
  const forgets =
    FORGETTING_METHODS.has(name) && tracer.valueOf(unwrap(call.expression), place.unit).kind !== 'function';
  return joined([
    forgets ? NOTHING : from(place, ...call.arguments),
    handedToCallbacks(call, held),
    resultOf(call, held),
  ]);
}

/** Functions that a call is given may get the object, or what is inside of it. */
function handedToCallbacks({ arguments: given }: Call, held: Held): Step {
  const { place, tracer } = held;
  const callbacks = (given ?? []).map((argument) => tracer.valueOf(unwrap(argument), place.unit));
  return joined(
    callbacks.map((value) =>
      value.kind === 'function'
        ? underNamesOf(parametersOf(value.node), { ...inUnit(held, value.unit), sureness: 'possibly' })
        : NOTHING,
    ),
  );
}

type Call = ts.CallExpression | ts.NewExpression;

/**
 * What a function that an object is given to may put into it: what it is given beside the object, and what it does to
 * it in sight.
 *
 * @param index of the argument; `undefined` where the object is spread into the arguments
 */
function putByCallee(call: Call, index: number | undefined, held: Held): Step {
  const others = call.arguments?.filter((_, other) => other !== index) ?? [];
  return joined([
    from(closed(held.place), ...others),
    handedToCallbacks(call, held),
    putByReceiver(call, index, held),
    resultOf(call, held),
  ]);
}

/** What the function, or the class, that is called does to the object itself. */
function putByReceiver(call: Call, index: number | undefined, held: Held): Step {
  const { place, sureness, tracer } = held;
  const callee = unwrap(call.expression);
  const value = tracer.valueOf(callee, place.unit);
  if (value.kind === 'function') {
    const received = underParameters(value.node, call, index, inUnit(held, value.unit));
    // A class that extends the one that is known may have a method of its own.
    return ts.isIdentifier(callee) || sureness !== 'surely' ? received : joined([from(place, callee), received]);
  }
  if (value.kind === 'class' && ts.isNewExpression(call)) {
    const constructor = value.node.members.find(ts.isConstructorDeclaration);
    if (constructor !== undefined) return underParameters(constructor, call, index, inUnit(held, value.unit));
    return value.node.heritageClauses === undefined ? NOTHING : OPEN;
  }
  if (isOfQuietGlobal(callee, place.unit)) return NOTHING;
  return sureness === 'surely' ? joined([from(place, callee), keptByOwner(callee, held)]) : NOTHING;
}

/** The same in another file. */
function inUnit(held: Held, unit: Unit): Held {
  return { ...held, place: { ...held.place, unit } };
}

/** A function in sight has an argument under the names of a parameter, or of several. */
function underParameters(
  fn: ts.FunctionLikeDeclaration,
  { arguments: given }: Call,
  index: number | undefined,
  held: Held,
): Step {
  if (fn.body === undefined || mentionsArguments(fn)) return OPEN;
  const isFixed = index !== undefined && given?.slice(0, index).some(ts.isSpreadElement) !== true;
  const parameters = parametersOf(fn).filter(
    (parameter, at) => !isFixed || at === index || (at < index && parameter.dotDotDotToken !== undefined),
  );
  return parameters.some((parameter) => ts.isParameterPropertyDeclaration(parameter, fn))
    ? OPEN
    : underNamesOf(parameters, held);
}

/** What is put into the object by way of what keeps it: `lists.push(list)`, `lists.set('a', list)`. */
function keptByOwner(callee: ts.Expression, { place, sureness, tracer }: Held): Step {
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return NOTHING;
  let root = unwrap(callee.expression);
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isCallExpression(root))
    root = unwrap(root.expression);
  if (!ts.isIdentifier(root)) return ts.isArrayLiteralExpression(root) ? NOTHING : OPEN;
  const binding = place.unit.scope.bindingOf(root);
  const declaration = binding?.declaration;
  return binding !== undefined &&
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    isFillable(declaration, place.unit, tracer)
    ? { from: [{ ...place, node: root, into: holding(binding, sureness) }] }
    : NOTHING;
}

function underNamesOf(declarations: readonly { readonly name: ts.BindingName }[], held: Held): Step {
  return joined(declarations.map(({ name }) => underName(name, held)));
}

/** The object, or what is inside of it, has the names that a declaration gives it. */
function underName(name: ts.BindingName, held: Held): Step {
  const { place, sureness } = held;
  if (!ts.isIdentifier(name))
    return joined(
      name.elements.map((element) => (ts.isBindingElement(element) ? underName(element.name, held) : NOTHING)),
    );
  const binding = place.unit.scope.bindingOf(name);
  if (binding === undefined) return OPEN;
  const { declaration } = binding;
  const isOfOthers = declaration !== undefined && isExported(declaration) && !hasTypeOfLiteral(declaration, held);
  return joined([isOfOthers ? OPEN : NOTHING, { from: [{ ...place, node: name, into: holding(binding, sureness) }] }]);
}

/** What is assigned to has the object, or what is inside of it; a property's owner isn't followed. */
function underTarget(target: ts.Node, held: Held): Step {
  const node = ts.isExpression(target) ? unwrap(target) : target;
  if (ts.isIdentifier(node)) return underName(node, held);
  if (ts.isObjectLiteralExpression(node)) return joined(node.properties.map((property) => underTarget(property, held)));
  if (ts.isArrayLiteralExpression(node)) return joined(node.elements.map((element) => underTarget(element, held)));
  if (ts.isShorthandPropertyAssignment(node)) return underTarget(node.name, held);
  if (ts.isPropertyAssignment(node)) return underTarget(node.initializer, held);
  if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) return underTarget(node.expression, held);
  // A target with a default.
  if (ts.isBinaryExpression(node)) return underTarget(node.left, held);
  return ts.isOmittedExpression(node) ? NOTHING : OPEN;
}

/** Whether an exported variable has the type that is inferred from this very literal, so that nobody adds to it. */
function hasTypeOfLiteral(declaration: ts.Declaration, { of, place: { unit } }: Held): boolean {
  return (
    !('references' in of) &&
    ts.isObjectLiteralExpression(of) &&
    !mayChangeElsewhere(declaration, unit) &&
    of.properties.length > 0
  );
}

function withoutHolding({ node, unit, isClosed }: Place): Place {
  return { node, unit, isClosed };
}

/** The calls in sight of a function that is called by its name. */
function callsOf(fn: ts.SignatureDeclaration, { scope }: Unit): readonly ts.CallExpression[] {
  const name = ts.isVariableDeclaration(fn.parent) ? fn.parent.name : fn.name;
  const references = name !== undefined && ts.isIdentifier(name) ? (scope.bindingOf(name)?.references ?? []) : [];
  return references.map(({ parent }) => parent).filter(ts.isCallExpression);
}

/** Uses by which the object has no other name in its function. */
const UNNAMED: ReadonlySet<Use['kind']> = new Set(['asked', 'each', 'member', 'method', 'part', 'returned', 'spread']);

const local = new WeakMap<Binding, boolean>();

/**
 * Whether only the code of one function itself, and none of the functions inside of it, has the object: whoever gets
 * what it returns comes after all that it does.
 */
function isForItsFunction(binding: Binding): boolean {
  const { declaration, references } = binding;
  const found =
    local.get(binding) ??
    (declaration !== undefined &&
      references.every(
        (mention) => containerOf(mention) === containerOf(declaration) && UNNAMED.has(useOf(mention).kind),
      ));
  local.set(binding, found);
  return found;
}
