import { ts } from 'ts-morph';
import { accessOf, isUndefinedLiteral, parametersOf, unwrap, wrapped, assignmentTo } from '../../syntax.ts';
import { declaredBy } from '../../flow/declared.ts';
import { stepForward, type Use } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { functionOf } from '../../language/functions.ts';
import { isGlobal, isObjectAssign } from '../../language/is-global.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import { isNeverReassigned, isWriteTarget } from '../../language/scope.ts';
import { isInTemplate } from '../../language/template.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';
import {
  fillsAsLibrary,
  handed,
  isRecording,
  keepsArguments,
  namedBeside,
  namesProperty,
  putsMetadataSomewhere,
  type Given,
} from './handed.ts';
import { givenDirectly } from './callers.ts';
import { namesOfArgument, namesOfKey, objectOfKey } from './keys.ts';
import { readMakingCall } from './making-calls.ts';
import { mentionsOf } from './object-mentions.ts';
import { asPart, asPut, at, deeper, elsewhere, inside, valueOf, type Step, type View } from './question.ts';
import { unseen, type Place } from './source.ts';
import { membersOfType } from './type-members.ts';
import { functionCalledBy } from '../evaluator/function-called.ts';

/** The name of an array's elements in a path. */
const ELEMENT = '[element]';

/** What is done to an object where it is mentioned. */
export function changesAtMention(mention: ts.Expression, view: View): readonly Step[] {
  return pathsAt(mention, view).flatMap((path) => changesAt(mention, at(path, view)));
}

/** What stands at a path is reached without `value` where Vue's markup mentions a ref. */
function pathsAt(mention: ts.Node, { path, unit }: View): readonly (readonly string[])[] {
  const isUnwrapped = path[0] === 'value' && unit.component?.framework === 'vue' && isInTemplate(mention, unit);
  return isUnwrapped ? [path, path.slice(1)] : [path];
}

/**
 * What is done, where an object is mentioned, to what stands at its path.
 *
 * @param object the mention itself, where `mention` is something around it: a list that holds it
 */
export function changesAt(mention: ts.Expression, view: View, object = mention): readonly Step[] {
  const use = stepForward(mention);
  const given = { argument: mention, object };
  /** The same for a literal that holds it; one that holds itself in turn only keeps it. */
  const held = (literal: ts.Expression, name: string): readonly Step[] => {
    const longer = deeper([name, ...view.path], literal, view);
    return longer === undefined ? kept(given, view) : changesAt(literal, longer, object);
  };
  switch (use.kind) {
    case 'asked':
      return [];
    case 'same':
    case 'awaited':
      return changesAt(use.to, view, object);
    case 'name':
      return isExported(use.by) ? unseen(mention) : changesOfName(use.name, view);
    case 'part':
    case 'method':
      return changesAtMember(use, view);
    case 'argument':
      return changesByCall(use.call, given, view);
    case 'member':
      // In a list, which of its elements it is isn't told apart.
      if (ts.isArrayLiteralExpression(use.of)) return held(use.of, ELEMENT);
      return use.name === undefined ? kept(given, view) : held(use.of, use.name);
    case 'spread':
      if (!ts.isObjectLiteralExpression(use.into)) return kept(given, view);
      // What a copy holds is the same object.
      return view.path.length === 0 ? [] : changesAt(use.into, view, object);
    // What other files may do with an exported one, nobody knows.
    case 'called':
    case 'exported':
      return unseen(mention);
    case 'assigned':
    case 'each':
    case 'markup':
    case 'returned':
    case 'tag':
    case 'unknown':
    case 'written':
      return kept(given, view);
  }
}

/** What becomes of an object where it is kept: only what puts metadata on something could find it. */
function kept(given: Given, { unit }: View): readonly Step[] {
  return putsMetadataSomewhere(unit) ? unseen(given.argument) : handed(given, true, unit);
}

function changesAtMember(use: Extract<Use, { kind: 'part' | 'method' }>, view: View): readonly Step[] {
  const { access: member } = use;
  const name = accessOf(member)?.name;
  const [first, ...rest] = view.path;
  // A method may change what it is called on.
  if (use.kind === 'method') return name !== undefined && OBJECT_METHODS.has(name) ? [] : unseen(member);
  if (isWriteTarget(member)) {
    if (isRemoval(member)) return [];
    const names = name === undefined ? (namesOfKey(member, view.unit) ?? namesPassed(member, view)) : [name];
    if (names === undefined) return first === undefined ? changesByKey(member, view) : unseen(member);
    if (first === undefined) return names.map((one) => ({ kind: 'assigned', node: member, name: one }));
    if (!names.includes(first)) return [];
    const assignment = assignmentTo(wrapped(member));
    return assignment === undefined ? unseen(member) : [valueOf(assignment.right, at(rest, view))];
  }
  if (first === undefined) return [];
  if (name === undefined) return unseen(member);
  return name === first ? changesAt(member, at(rest, view)) : [];
}

/** The names that a key may be which is a parameter of the function, as a call leads into it. */
function namesPassed(
  member: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  { entered, unit }: View,
): readonly string[] | undefined {
  const key = ts.isElementAccessExpression(member)
    ? unit.scope.bindingOf(unwrap(member.argumentExpression))
    : undefined;
  const declared = isNeverReassigned(key) ? declaredBy(key.declaration) : undefined;
  if (entered === undefined || declared?.kind !== 'given' || declared.parameter.parent !== entered.fn) return undefined;
  const passed = givenDirectly(entered.call, parametersOf(entered.fn).indexOf(declared.parameter), []);
  return passed === undefined || ts.isSpreadElement(passed.expression) || declared.initial !== undefined
    ? undefined
    : namesOfArgument(passed.expression, entered.view.unit);
}

/** What is put on an object by a name that isn't known. */
function changesByKey(member: ts.PropertyAccessExpression | ts.ElementAccessExpression, view: View): readonly Step[] {
  const { unit } = view;
  const object = objectOfKey(member, unit);
  if (object !== undefined) return partsPut(object, view);
  // Where nobody knows the type of the key, the compiler has held it to the object's.
  return unit.types === undefined && isHeldToType(member.expression, unit) ? unseen(member) : anythingPut(member, unit);
}

/** Whether an object is named with the type that is written for it, which lists all that it has. */
function isHeldToType(object: ts.Expression, unit: Unit): boolean {
  const type = unit.isTypeScript && ts.isIdentifier(object) ? writtenTypeOf(object, unit) : undefined;
  return type !== undefined && membersOfType(type.node, type.unit)?.mayHaveOthers === false;
}

function anythingPut(node: ts.Node, unit: Unit): Place[] {
  return [{ kind: 'unseen', node, put: { of: undefined, unit } }];
}

/** The methods that every object has: they change nothing. */
export const OBJECT_METHODS: ReadonlySet<string> = new Set([
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/** `delete params.publicMetadata`, `params.publicMetadata = undefined`: what is sent has no such property. */
export function isRemoval(target: ts.Expression): boolean {
  const whole = wrapped(target);
  const assigned = assignmentTo(whole)?.right;
  return ts.isDeleteExpression(whole.parent) || (assigned !== undefined && isUndefinedLiteral(assigned));
}

/** `const { values } = form`: what is done to them under that name. */
function changesOfPattern(pattern: ts.BindingPattern, view: View): readonly Step[] {
  const [first, ...rest] = view.path;
  if (first === undefined) return [];
  return pattern.elements.flatMap((element) => {
    if (ts.isOmittedExpression(element)) return [];
    const declared = declaredBy(element);
    switch (declared.kind) {
      case 'element':
        return changesOfName(element.name, at(rest, view));
      case 'rest':
        return changesOfName(element.name, view);
      case 'part':
        if (declared.name === undefined) return unseen(element);
        return declared.name === first ? changesOfName(element.name, at(rest, view)) : [];
      default:
        return unseen(element);
    }
  });
}

function changesOfName(name: ts.BindingName, view: View): readonly Step[] {
  if (!ts.isIdentifier(name)) return changesOfPattern(name, view);
  const binding = view.unit.scope.bindingOf(name);
  return binding === undefined ? unseen(name) : mentionsOf(binding, view);
}

/** What a call does to an argument: what `Object.assign` and functions of the repository do is in sight. */
function changesByCall(call: ts.CallExpression | ts.NewExpression, given: Given, view: View): readonly Step[] {
  const { unit, path } = view;
  const { argument } = given;
  if (ts.isNewExpression(call)) return givenAway(call, given, view);
  if (onlyReadsArguments(call, unit)) return [];
  if (isObjectAssign(call, unit)) {
    if (call.arguments[0] !== argument) return path.length > 0 ? unseen(argument) : [];
    return [...changesAt(call, view), ...givenByAssign(call, view)];
  }
  const byFunction = changesByFunction(call, argument, view);
  if (byFunction !== undefined) return byFunction;
  const made = readMakingCall(call, unit);
  if (made?.kind === 'same') return made.of === argument ? changesAt(call, view, given.object) : [];
  // A copy, or a list of what is in it, is another object.
  if (path.length === 0 && (made?.kind === 'copy' || listsEntries(call, unit))) return [];
  return givenAway(call, given, view);
}

/** What a function of the repository does to what it is given; undefined where the callee is none. */
function changesByFunction(call: ts.CallExpression, argument: ts.Expression, view: View): readonly Step[] | undefined {
  const index = call.arguments.indexOf(argument);
  const own = functionOf(call.expression, view.unit);
  const parameter = own === undefined ? undefined : parameterOf(own, call, index, view.unit);
  if (own !== undefined && parameter !== undefined) return changesOfName(parameter.name, inside(own, call, view));
  const called = functionCalledBy(call.expression, view.unit);
  if (called === undefined || called === 'unreadable' || !hasBody(called.node)) return undefined;
  const { name } = parameterOf(called.node, call, index, called.unit) ?? {};
  const binding = called.unit.scope.bindingOf(name);
  if (binding !== undefined)
    return mentionsOf(binding, elsewhere(argument, called.unit, inside(called.node, call, view)));
  return parametersOf(called.node).length <= index ? [] : unseen(argument);
}

function hasBody(node: ts.SignatureDeclaration): boolean {
  return 'body' in node && node.body !== undefined;
}

/** `Object.entries(params)`, `Object.values(params)` */
function listsEntries(call: ts.CallExpression, unit: Unit): boolean {
  const access = accessOf(call.expression);
  return (
    access !== undefined &&
    isGlobal(access.object, 'Object', unit) &&
    (access.name === 'entries' || access.name === 'values')
  );
}

/** What something out of sight does to what it is given. */
function givenAway(call: ts.CallExpression | ts.NewExpression, given: Given, view: View): readonly Step[] {
  const { unit } = view;
  const { argument } = given;
  const named = namedBeside(call, argument);
  if (named.length > 0) return [...unseen(argument), ...named];
  // What keeps it may give it back to something that puts metadata on it.
  const isKept = keepsArguments(call) && putsMetadataSomewhere(unit);
  const fills = fillsAsLibrary(call, unit);
  return [
    ...handed(given, !isKept && (fills || isRecording(call)), unit),
    ...(fills ? filledInto(call, argument, at([], view)) : []),
  ];
}

/** What a library's function puts on one of its arguments. */
function filledInto(call: ts.CallExpression | ts.NewExpression, argument: ts.Expression, view: View): readonly Step[] {
  const [first, key] = call.arguments ?? [];
  if (first === argument && namesProperty(call)) {
    if (key === undefined) return [];
    return (
      namesOfArgument(key, view.unit)?.map((name): Place => ({
        kind: 'assigned',
        node: key,
        name: name.split(/[.[]/, 1)[0] ?? name,
      })) ?? anythingPut(key, view.unit)
    );
  }
  const others = (call.arguments ?? []).filter((other) => other !== argument && !ts.isStringLiteralLike(other));
  return others.flatMap((other) => (first === argument ? partsPut : partsOf)(other, view));
}

/** What `Object.assign` adds to its first argument. */
export function givenByAssign(call: ts.CallExpression, view: View): readonly Step[] {
  return call.arguments.slice(1).flatMap((given) => partsPut(given, view));
}

function partsOf(given: ts.Expression, view: View): readonly Step[] {
  return ts.isSpreadElement(given) ? unseen(given) : [valueOf(given, asPart(view))];
}

function partsPut(given: ts.Expression, view: View): readonly Step[] {
  return ts.isSpreadElement(given) ? anythingPut(given, view.unit) : [valueOf(given, asPut(given, view))];
}

/** The parameter of a function that gets a call's argument, and nothing else. */
function parameterOf(
  fn: ts.SignatureDeclaration,
  call: ts.CallExpression,
  index: number,
  { scope }: Unit,
): ts.ParameterDeclaration | undefined {
  if (scope.mentions('arguments') || call.arguments.slice(0, index + 1).some(ts.isSpreadElement)) return undefined;
  const parameter = parametersOf(fn)[index];
  return parameter?.dotDotDotToken === undefined ? parameter : undefined;
}
