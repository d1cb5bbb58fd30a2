import { ts } from 'ts-morph';
import { accessOf, isUndefinedLiteral, nameText, parametersOf, wrapped } from '../../syntax.ts';
import { stepForward, type Use } from '../../flow/uses.ts';
import { isExported } from '../source/exported.ts';
import { functionOf } from '../source/functions.ts';
import { isGlobal, isObjectAssign } from '../source/is-global.ts';
import { onlyReadsArguments } from '../source/readers.ts';
import { isWriteTarget, type Binding } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import {
  fillsAsLibrary,
  handed,
  isRecording,
  keepsArguments,
  namedBeside,
  putsMetadataSomewhere,
  type Given,
} from './handed.ts';
import { namesOfKey } from './keys.ts';
import { readMakingCall } from './making-calls.ts';
import { partsOf, unseen, type Source } from './source.ts';

/** Who follows the objects that changes lead to. */
export interface Follower {
  readonly unit: Unit;
  /** Where what stands at `path` of the value of `node` may be made. */
  readonly sourcesOf: (node: ts.Expression, path: readonly string[]) => readonly Source[];
  /** What is done to what stands at `path` of what a variable holds. */
  readonly changesOf: (binding: Binding, path: readonly string[]) => readonly Source[];
  /** The same for an argument of a function of the repository in another file; undefined where the callee is none. */
  readonly changesElsewhere: (
    call: ts.CallExpression,
    argument: ts.Expression,
    path: readonly string[],
  ) => readonly Source[] | undefined;
}

/** The name of an array's elements in a path. */
const ELEMENT = '[element]';

/**
 * What is done, where an object is mentioned, to what stands at its `path`.
 *
 * @param object the mention itself, where `mention` is something around it: a list that holds it
 */
export function changesAt(
  mention: ts.Expression,
  path: readonly string[],
  follower: Follower,
  object = mention,
): readonly Source[] {
  const use = stepForward(mention);
  const given = { argument: mention, object };
  switch (use.kind) {
    case 'asked':
      return [];
    case 'same':
    case 'awaited':
      return changesAt(use.to, path, follower, object);
    case 'name':
      return isExported(use.by) ? unseen(mention) : changesOfName(use.name, path, follower);
    case 'part':
    case 'method':
      return changesAtMember(use, path, follower);
    case 'argument':
      return changesByCall(use.call, given, path, follower);
    case 'member':
      // In a list, which of its elements it is isn't told apart.
      if (ts.isArrayLiteralExpression(use.of)) return changesAt(use.of, [ELEMENT, ...path], follower, object);
      return use.name === undefined ? kept(given, follower) : changesAt(use.of, [use.name, ...path], follower, object);
    case 'spread':
      if (!ts.isObjectLiteralExpression(use.into)) return kept(given, follower);
      // What a copy holds is the same object.
      return path.length === 0 ? [] : changesAt(use.into, path, follower, object);
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
      return kept(given, follower);
  }
}

/** What becomes of an object where it is kept: only what puts metadata on something could find it. */
function kept(given: Given, { unit }: Follower): readonly Source[] {
  return putsMetadataSomewhere(unit) ? unseen(given.argument) : handed(given, true, unit);
}

function changesAtMember(
  use: Extract<Use, { kind: 'part' | 'method' }>,
  path: readonly string[],
  follower: Follower,
): readonly Source[] {
  const { access: member } = use;
  const name = accessOf(member)?.name;
  const [first, ...rest] = path;
  // A method may change what it is called on.
  if (use.kind === 'method') return name !== undefined && OBJECT_METHODS.has(name) ? [] : unseen(member);
  if (isWriteTarget(member)) {
    if (isRemoval(member)) return [];
    const names = name === undefined ? namesOfKey(member, follower.unit) : [name];
    if (names === undefined) return unseen(member);
    if (first === undefined) return names.map((one) => ({ kind: 'assigned', node: member, name: one }));
    if (!names.includes(first)) return [];
    const { parent } = wrapped(member);
    return isAssignment(parent) ? follower.sourcesOf(parent.right, rest) : unseen(member);
  }
  if (first === undefined) return [];
  if (name === undefined) return unseen(member);
  return name === first ? changesAt(member, rest, follower) : [];
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
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
  const { parent } = wrapped(target);
  if (ts.isDeleteExpression(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.left === wrapped(target) &&
    isUndefinedLiteral(parent.right)
  );
}

/** `const { values } = form`: what is done to them under that name. */
function changesOfPattern(pattern: ts.BindingPattern, path: readonly string[], follower: Follower): readonly Source[] {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  if (ts.isArrayBindingPattern(pattern)) {
    return pattern.elements.flatMap((element) =>
      ts.isBindingElement(element)
        ? element.dotDotDotToken === undefined
          ? changesOfName(element.name, rest, follower)
          : unseen(element)
        : [],
    );
  }
  return pattern.elements.flatMap((element) => {
    const name = nameText(element.propertyName ?? element.name);
    if (element.dotDotDotToken !== undefined) return changesOfName(element.name, path, follower);
    if (name === undefined) return unseen(element);
    return name === first ? changesOfName(element.name, rest, follower) : [];
  });
}

function changesOfName(name: ts.BindingName, path: readonly string[], follower: Follower): readonly Source[] {
  if (!ts.isIdentifier(name)) return changesOfPattern(name, path, follower);
  const binding = follower.unit.scope.bindingOf(name);
  return binding === undefined ? unseen(name) : follower.changesOf(binding, path);
}

/** What a call does to an argument: what `Object.assign` and functions of the repository do is in sight. */
function changesByCall(
  call: ts.CallExpression | ts.NewExpression,
  given: Given,
  path: readonly string[],
  follower: Follower,
): readonly Source[] {
  const { unit } = follower;
  const { argument } = given;
  if (ts.isNewExpression(call)) return givenAway(call, given, follower);
  if (onlyReadsArguments(call, unit)) return [];
  const index = call.arguments.indexOf(argument);
  if (isObjectAssign(call, unit)) {
    if (index > 0) return path.length > 0 ? unseen(argument) : [];
    return [...changesAt(call, path, follower), ...givenByAssign(call, path, follower)];
  }
  const parameter = parameterFor(call, index, unit);
  if (parameter !== undefined) return changesOfName(parameter.name, path, follower);
  const elsewhere = follower.changesElsewhere(call, argument, path);
  if (elsewhere !== undefined) return elsewhere;
  const made = readMakingCall(call, unit);
  if (made?.kind === 'same') return made.of === argument ? changesAt(call, path, follower, given.object) : [];
  // A copy, or a list of what is in it, is another object.
  if (path.length === 0 && (made?.kind === 'copy' || listsEntries(call, unit))) return [];
  return givenAway(call, given, follower);
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
function givenAway(call: ts.CallExpression | ts.NewExpression, given: Given, follower: Follower): readonly Source[] {
  const { argument } = given;
  const named = namedBeside(call, argument);
  if (named.length > 0) return [...unseen(argument), ...named];
  // What keeps it may give it back to something that puts metadata on it.
  const isKept = keepsArguments(call) && putsMetadataSomewhere(follower.unit);
  const fills = fillsAsLibrary(call, follower.unit);
  const others = fills
    ? (call.arguments ?? []).filter((other) => other !== argument && !ts.isStringLiteralLike(other))
    : [];
  return [
    ...handed(given, !isKept && (fills || isRecording(call)), follower.unit),
    ...others.flatMap((other) => (ts.isSpreadElement(other) ? unseen(other) : partsOf(follower.sourcesOf(other, [])))),
  ];
}

/** What `Object.assign` adds to its first argument. */
export function givenByAssign(
  call: ts.CallExpression,
  path: readonly string[],
  { sourcesOf }: Pick<Follower, 'sourcesOf'>,
): Source[] {
  return call.arguments
    .slice(1)
    .flatMap((given) => (ts.isSpreadElement(given) ? unseen(given) : partsOf(sourcesOf(given, path))));
}

/** The parameter of a function of the file in which a call's argument arrives, and nothing else does. */
function parameterFor(call: ts.CallExpression, index: number, unit: Unit): ts.ParameterDeclaration | undefined {
  const fn = functionOf(call.expression, unit);
  return fn === undefined ? undefined : parameterOf(fn, call, index, unit);
}

/** The parameter of a function that gets a call's argument, and nothing else. */
export function parameterOf(
  fn: ts.SignatureDeclaration,
  call: ts.CallExpression,
  index: number,
  { scope }: Unit,
): ts.ParameterDeclaration | undefined {
  if (scope.mentions('arguments') || call.arguments.slice(0, index + 1).some(ts.isSpreadElement)) return undefined;
  const parameter = parametersOf(fn)[index];
  return parameter?.dotDotDotToken === undefined ? parameter : undefined;
}
