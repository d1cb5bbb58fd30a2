import { ts } from 'ts-morph';
import { spanOf } from '../../recognise/sdk/by-type.ts';
import type { Binding } from '../../language/scope.ts';
import { stepInto, type Origin } from '../../flow/origins.ts';
import { createSetSolver } from '../../flow/solve.ts';
import { accessOf, hasWrittenType, propertyTaken, unwrap } from '../../syntax.ts';
import { containerOf } from '../../tree.ts';
import type { Asking, Question } from './asking.ts';
import { kindsAssigned } from './assigned-kinds.ts';
import { kindsOfAwaited, kindsOfBody, kindsOfCall, kindsOfNew } from './call-kinds.ts';
import {
  ARRAY,
  falsyPart,
  kindsNamed,
  NOTHING,
  NULL,
  NULLISH,
  OBJECT,
  truthyPart,
  UNDEFINED,
  UNKNOWN,
  UNTYPED,
  without,
  type Kinds,
} from './kinds.ts';
import { kindsOfAccess, type Access } from './member-kinds.ts';
import { mayBeForgotten } from './lost-narrowing.ts';
import { narrow } from './narrowing.ts';
import { kindsOfData } from './operator-kinds.ts';
import { kindsPastType } from './put-past-types.ts';
import { isOwnVariable, isUnassignedPath, pathOf } from '../paths/property-paths.ts';
import { stateTypeOf } from './state-type.ts';
import { kindsOfBinding, kindsOfIdentifier } from './variable-kinds.ts';
import { kindsOfType } from './written-types.ts';
import { memoize } from '../../memoize.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * What `expression` can be: what the file shows (literals, operators, known methods, written types, values that are
 * assigned, conditions around it), and its type.
 */
export function kindsOf(expression: ts.Expression, unit: Unit): Kinds {
  return without(known(expression, unit), UNTYPED);
}

function known(question: Question, unit: Unit): Kinds {
  const kinds = kindsSolver(unit)(question) ?? UNKNOWN;
  // What only ever comes from itself is never there, and nobody asks what that is.
  return kinds === NOTHING ? UNKNOWN : kinds;
}

const kindsSolver = memoize(createKindsSolver);

function createKindsSolver(unit: Unit): (question: Question) => Kinds | undefined {
  const returned = new Map<ts.FunctionLikeDeclaration, Question>();
  const assigned = new Map<string, Question>();
  const once = <K>(questions: Map<K, Question>, key: K, question: Question): Question => {
    const first = questions.get(key) ?? question;
    questions.set(key, first);
    return first;
  };
  const resultOf = (fn: ts.FunctionLikeDeclaration): Question => once(returned, fn, { returnedBy: fn });
  const solve = createSetSolver<Question>((question, ask) =>
    answer(question, {
      unit,
      ask,
      returnedBy: (fn) => ask(resultOf(fn)),
      assignedTo: (name) => ask(once(assigned, name, { assignedTo: name })),
      elsewhere: known,
    }),
  );
  return (question) => solve('returnedBy' in question ? resultOf(question.returnedBy) : question);
}

function answer(question: Question, asking: Asking): Kinds {
  if ('returnedBy' in question) return kindsOfBody(question.returnedBy, asking);
  if ('assignedTo' in question) return kindsAssigned(question.assignedTo, asking);
  return 'references' in question
    ? kindsOfBinding(question, asking)
    : typedKinds(inferKinds(question, asking), question, asking);
}

/**
 * Where the file leaves open what an expression can be, its type decides; else, and where the type says nothing, the
 * file does.
 */
function typedKinds(kinds: Kinds, expression: ts.Expression, asking: Asking): Kinds {
  const { types } = asking.unit;
  if ((kinds & UNKNOWN) === 0) return without(kinds, UNTYPED);
  const state = stateTypeOf(expression, asking.unit);
  if (state?.mayBeAny === true) return kinds | UNTYPED;
  const held = state === undefined ? UNKNOWN : kindsOfType(state.type, asking.unit);
  if ((held & UNKNOWN) === 0) return held;
  // The checker infers the type of what has such a value from the type of that.
  if (types === undefined || (kinds & UNTYPED) !== 0) return kinds;
  if (isAssignedUnknown(expression, asking)) return kinds | UNTYPED;
  return kindsNamed(types.kindsAt(spanOf(expression, asking.unit), mayBeForgotten(expression, asking.unit))) ?? kinds;
}

/**
 * Whether a variable without a written type, or a property of that name, is assigned something of which nothing is
 * known: what is `any` goes into everything, and the type that was inferred from the first value is nobody's word. So
 * too a variable that another function assigns.
 */
function isAssignedUnknown(expression: ts.Expression, asking: Asking): boolean {
  const { unit, assignedTo } = asking;
  const isGivenUnknown = (name: string | undefined): boolean =>
    name !== undefined && (assignedTo(name) & UNKNOWN) !== 0;
  const isPutPastType = (read: ts.Expression | ts.BindingElement): boolean =>
    (kindsPastType(read, asking) & UNKNOWN) !== 0;
  if (ts.isIdentifier(expression)) {
    const binding = unit.scope.bindingOf(expression);
    const { declaration } = binding ?? {};
    const taken = declaration !== undefined && ts.isBindingElement(declaration) ? declaration : undefined;
    if (taken !== undefined && (isGivenUnknown(propertyTaken(taken)) || isPutPastType(taken))) return true;
    if (binding === undefined || (binding.writes.length === 0 && !binding.isHoisted)) return false;
    return declaration === undefined || !hasWrittenType(declaration) || isAssignedElsewhere(expression, binding);
  }
  return isGivenUnknown(accessOf(expression)?.name) || isPutPastType(expression);
}

/** Whether a variable may have what another function assigned to it, while the checker goes by what this one did. */
function isAssignedElsewhere(mention: ts.Identifier, { declaration, writes }: Binding): boolean {
  const own = containerOf(mention);
  const places = [...(declaration === undefined ? [] : [declaration]), ...writes.map(({ target }) => target)].map(
    containerOf,
  );
  return places.includes(own) && places.some((place) => place !== own);
}

function inferKinds(expression: ts.Expression, asking: Asking): Kinds {
  const { unit, ask } = asking;
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'same':
      return ask(origin.of);
    case 'present':
      return without(ask(origin.of), NULLISH);
    case 'cast':
      return kindsOfCast(origin, asking);
    case 'awaited':
      return kindsOfAwaited(unwrap(origin.of), asking);
    case 'choice':
      return ask(origin.of[0]) | ask(origin.of[1]);
    case 'fallback':
      return truthyPart(ask(origin.first)) | ask(origin.other);
    case 'guarded':
      return falsyPart(ask(origin.condition)) | ask(origin.then);
    case 'assigned':
      return ask(origin.of) | (origin.kept === undefined ? NOTHING : ask(origin.kept));
    case 'name':
    case 'part': {
      const path = pathOf(expression, unit);
      const kinds =
        origin.kind === 'name' ? kindsOfIdentifier(origin.name, asking) : kindsOfAccess(expression as Access, asking);
      if (path === undefined) return kinds;
      // Nothing tells null and undefined apart where the checker is told not to; the conditions in the file do.
      const typed = typedKinds(kinds, expression, asking);
      const narrowed = narrow(typed, expression, path, unit);
      // All files are asked who assigns it: last, and seldom.
      return narrowed === typed || isUnassignedPath(path, unit) || isOwnVariable(path, unit) ? narrowed : kinds;
    }
    case 'result':
      return kindsOfCall(origin.call, asking);
    case 'instance':
      return kindsOfNew(origin.call, asking);
    case 'list':
      return ARRAY;
    case 'object':
    case 'function':
    case 'class':
      return OBJECT;
    case 'nothing':
      return origin.isNull ? NULL : UNDEFINED;
    case 'data':
      return kindsOfData(expression, asking);
    case 'tagged':
    case 'markup':
    case 'this':
    case 'super':
    case 'unknown':
      return UNKNOWN;
  }
}

/**
 * A cast is believed where it names something (types tell the truth); `as const`, `as any` and names from elsewhere say
 * nothing.
 */
function kindsOfCast({ of, type }: Extract<Origin, { kind: 'cast' }>, { unit, ask }: Asking): Kinds {
  const inner = ask(of);
  if (ts.isConstTypeReference(type)) return inner;
  const cast = kindsOfType(type, unit);
  return (cast & UNKNOWN) === 0 ? cast : inner;
}
