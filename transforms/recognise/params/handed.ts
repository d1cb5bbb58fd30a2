import { ts } from 'ts-morph';
import { METADATA_FIELDS, type MetadataField } from '../../api-change.ts';
import { FILLING_METHODS } from '../../knowledge/builtins.ts';
import {
  CHANGING_WORDS,
  GENERIC_WORDS,
  RECORDERS,
  RECORDING_METHODS,
  RECORDING_VERBS,
  SUBJECTS,
} from '../../knowledge/recorders.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { callsIn, walk } from '../../tree.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { COMPUTED } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { declaredTypeOf } from './declared-type.ts';
import { isOfPackage } from './making-calls.ts';
import { GENERAL, unseen, type Place } from './source.ts';
import { membersOfType } from './type-members.ts';
import { memoize } from '../../memoize.ts';

/** Functions that put what they are given besides on their first argument, or on an object that they name. */
const FILLING: ReadonlySet<string> = new Set([
  'assign',
  'assignIn',
  'assignWith',
  'deepMerge',
  'deepmerge',
  'defaults',
  'defaultsDeep',
  'defineProperties',
  'defineProperty',
  'extend',
  'merge',
  'mergeDeep',
  'mergeWith',
  'set',
  'setPrototypeOf',
  'setWith',
]);

/** Those of them that put one property on it, which their second argument names. */
const NAMING: ReadonlySet<string> = new Set(['defineProperty', 'set', 'setWith']);

/** Whether a call may put on an argument what its other arguments hold, by the name of what is called. */
export function fillsArguments(call: ts.CallExpression | ts.NewExpression): boolean {
  return FILLING.has(nameOfCalled(call));
}

/** Whether what fills an argument puts one property on it, by the name that comes second. */
export function namesProperty(call: ts.CallExpression | ts.NewExpression): boolean {
  return NAMING.has(nameOfCalled(call));
}

function nameOfCalled(call: ts.CallExpression | ts.NewExpression): string {
  const callee = unwrap(call.expression);
  return ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? '');
}

/**
 * Whether a call puts on an argument what its other arguments hold, and nothing else: by its name, where a package has
 * that function. One of the repository's, one that is given (`v-slot="{ set }"`) and a method of what is given
 * may do anything.
 */
export function fillsAsLibrary(call: ts.CallExpression | ts.NewExpression, unit: Unit): boolean {
  if (!fillsArguments(call)) return false;
  const callee = unwrap(call.expression);
  // What nothing in the file declares is a library on the global object: `_.merge()`, `$.extend()`.
  return isOfPackage(callee, unit) ?? accessOf(callee) !== undefined;
}

/** Whether a call may keep what it is given for whoever asks: a constructor, and what adds to a list or a map. */
export function keepsArguments(call: ts.CallExpression | ts.NewExpression): boolean {
  return ts.isNewExpression(call) || FILLING_METHODS.has(accessOf(unwrap(call.expression))?.name ?? '');
}

/** An object that is handed on, and what it is handed on in: itself, or a literal that holds it. */
export interface Given {
  readonly argument: ts.Expression;
  readonly object: ts.Expression;
}

/**
 * What becomes of an object that something out of sight is given. A logger, a queue, a database adds no metadata to it.
 * Others may, but in TypeScript nobody puts on an object what its type doesn't have (types tell the truth).
 */
export function handed({ argument, object }: Given, isRecorded: boolean, unit: Unit): Place[] {
  const room = unit.isTypeScript ? roomIn(object, unit) : 'any';
  if (room === 'any') return isRecorded ? [GENERAL] : unseen(argument);
  return isRecorded ? [] : room.map((name) => ({ kind: 'assigned', node: argument, name }));
}

/**
 * The metadata fields that the type written for an object leaves room for; none where no type is written: that of a
 * literal has what is written there.
 */
function roomIn(object: ts.Expression, unit: Unit): readonly MetadataField[] | 'any' {
  const type = declaredTypeOf(object, unit);
  if (type === undefined || NOTHING_TO_WRITE.has(type.node.kind)) return [];
  const members = membersOfType(type.node, type.unit);
  return members === undefined || members.mayHaveOthers
    ? 'any'
    : METADATA_FIELDS.filter((field) => members.names.has(field) && !type.without.has(field));
}

/** Types of objects that nobody can put anything on. */
const NOTHING_TO_WRITE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ObjectKeyword,
  ts.SyntaxKind.UnknownKeyword,
]);

/**
 * Whether a call is known to record, store, pass on or check what it is given, by the names on the way to what is
 * called.
 */
export function isRecording(call: ts.CallExpression | ts.NewExpression): boolean {
  const names = namesOnTheWay(call.expression);
  const [method, ...owners] = names.map(wordsOf);
  const [verb = '', ...rest] = method ?? [];
  if (ts.isNewExpression(call)) return isRecorder(method ?? []);
  if (rest.some((word) => CHANGING_WORDS.has(word))) return false;
  return (
    owners.some(isRecorder) ||
    RECORDING_VERBS.has(verb) ||
    (owners.length > 0 && RECORDING_METHODS.has(verb) && rest.every((word) => SUBJECTS.has(word)))
  );
}

/**
 * The last word says what it is: an `eventHook` is no event. Of a `redisClient` or a `logService` it is the one before.
 */
function isRecorder(words: readonly string[]): boolean {
  const own = words.filter((word) => !GENERIC_WORDS.has(word)).at(-1);
  return own !== undefined && RECORDERS.has(own);
}

/** The names of `this.db.user.create`, the last first; what is called on the way counts by its name. */
function namesOnTheWay(expression: ts.Expression): string[] {
  const node = unwrap(expression);
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isCallExpression(node)) return namesOnTheWay(node.expression);
  const access = accessOf(node);
  if (access !== undefined) return [access.name, ...namesOnTheWay(access.object)];
  // `queues[name].add(…)`; in front of the method there is something, whatever it is.
  return ts.isElementAccessExpression(node) ? ['', ...namesOnTheWay(node.expression)] : [''];
}

/** `auditLogger` is about an audit, and a logger. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).map((word) => word.toLowerCase());
}

/**
 * The metadata fields that a call names beside an object: `set(params, 'publicMetadata.role', role)`. What is called
 * after metadata may add any.
 */
export function namedBeside(call: ts.CallExpression | ts.NewExpression, argument: ts.Expression): Place[] {
  const found: Place[] = /metadata/i.test(call.expression.getText()) ? [...unseen(argument)] : [];
  for (const other of call.arguments ?? []) {
    if (other === argument) continue;
    walk(other, (node) => {
      if (ts.isFunctionLike(node)) return 'skip';
      const text = ts.isStringLiteralLike(node)
        ? node.text
        : ts.isObjectLiteralElement(node)
          ? nameText(node.name)
          : undefined;
      const field = METADATA_FIELDS.find((candidate) => candidate === text?.split(/[.[]/, 1)[0]);
      if (field !== undefined) found.push({ kind: 'assigned', node, name: field });
      return undefined;
    });
  }
  return found;
}

/**
 * Whether something in the file puts a metadata field on an object, or may: what is stored somewhere is found again
 * only by such places.
 */
export const putsMetadataSomewhere = memoize(looksForIt, ({ source }) => source);

function looksForIt(unit: Unit): boolean {
  const { scope, source } = unit;
  const isWritten = (name: string): boolean =>
    scope.propertyWrites(name).some((write) => !ts.isDeleteExpression(write.parent));
  return (
    METADATA_FIELDS.some(isWritten) ||
    isWritten(COMPUTED) ||
    callsIn(source).some(
      (call) => (isObjectAssign(call, unit) || fillsArguments(call)) && call.arguments.slice(1).some(mayHoldMetadata),
    )
  );
}

/** Whether what is put on an object may be metadata, as far as it is written there. */
function mayHoldMetadata(given: ts.Expression): boolean {
  const node = unwrap(given);
  if (!ts.isObjectLiteralExpression(node))
    return !ts.isStringLiteralLike(node) || METADATA_FIELDS.some((field) => node.text.startsWith(field));
  return node.properties.some(({ name }) => METADATA_FIELDS.some((field) => (nameText(name) ?? field) === field));
}
