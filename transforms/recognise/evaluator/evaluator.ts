import { ts } from 'ts-morph';
import { accessOf, isEmptyLiteral, unwrap } from '../../syntax.ts';
import { valueByType } from '../sdk/by-type.ts';
import { GENERAL_UPDATES } from './class-values.ts';
import { callOf, honoClient, resultOf, valueOfCall, valueOfNew } from './call-values.ts';
import { valueOfBinding, valueOfExport, valueOfIdentifier, valueTakenApart, valueTakenBy } from './bindings.ts';
import { valueOfElementAccess } from './array-elements.ts';
import { heldByCallers } from './held-by-callers.ts';
import { propertyOf } from './member-values.ts';
import { mayBeReplaced } from './replaced-members.ts';
import { valueOfSuper, valueOfThis } from './this-values.ts';
import { valueOfType } from './typed-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { originOf, stepInto } from '../../flow/origins.ts';
import { join } from '../sdk/joined-values.ts';
import { castAs, NONE, NULLISH, partOf, possibly, sameValue, FOREIGN, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an expression is, by local data flow and imports. */
export function evaluate(expression: ts.Expression, unit: Unit): Value {
  return known(evaluationIn(unit), ({ valueOf }) => valueOf(expression));
}

/**
 * The same, but what an object of the repository holds is unknown where any file may put something else there. That
 * takes time, and is asked before a call is passed over.
 */
export function evaluateDoubting(expression: ts.Expression, unit: Unit): Value {
  return known(doubtingIn(unit), ({ valueOf }) => valueOf(expression));
}

/**
 * The same, where a parameter without a type may be what its callers in sight give it, in whichever file. That takes
 * time, and is asked before a call is passed over.
 */
export function evaluateByCallers(expression: ts.Expression, unit: Unit): Value {
  return known(byCallersIn(unit), ({ valueOf }) => valueOf(expression));
}

/** What `name` of a value is. */
export function evaluateProperty(value: Value, name: string, at: ts.Node, unit: Unit): Value {
  return known(evaluationIn(unit), ({ property }) => property(value, name, at));
}

/** What a call of a value, at `at`, gives. */
export function evaluateCall(value: Value, at: ts.Node, unit: Unit): Value {
  return known(evaluationIn(unit), ({ called }) => called(value, at));
}

/** What a pattern takes off an object, whatever its default is. */
export function evaluateElement(node: ts.BindingElement, unit: Unit): Value {
  return known(evaluationIn(unit), (evaluation) => valueTakenBy(node, evaluation));
}

/** What the pattern around `node` takes apart. */
export function evaluateTakenApart(node: ts.BindingElement, unit: Unit): Value {
  return known(evaluationIn(unit), (evaluation) => valueTakenApart(node, evaluation));
}

/** What a value of the written type is; unknown where none is written. */
export function evaluateType(type: ts.TypeNode | undefined, unit: Unit): Value {
  return known(evaluationIn(unit), (evaluation) => evaluation.valueOfType(type));
}

function known(evaluation: Evaluation, ask: (evaluation: Evaluation) => Value): Value {
  const value = evaluation.soFar(() => ask(evaluation));
  return value.kind === 'none' ? UNKNOWN : value;
}

/** The evaluations of the files of each analysis: what is found out in one of them, the others know. */
function createEvaluations(
  isDoubtful: (whole: Value, name: string, unit: Unit) => boolean,
  followsCallers = false,
): (unit: Unit) => Evaluation {
  const evaluatorOf = createEvaluators<Value>({
    none: NONE,
    unknown: UNKNOWN,
    same: sameValue,
    join: (known, found) => join([known, found]),
  });
  const evaluationOf: (unit: Unit) => Evaluation = memoize((unit) => {
    const { once, soFar } = evaluatorOf(unit.graph);
    const evaluation: Evaluation = {
      unit,
      in: evaluationOf,
      once,
      soFar,
      valueOf: (expression) => once(expression, 'value', () => valueOfExpression(expression, evaluation)),
      property: (value, name, at) => {
        const part = partOf(value, propertyOf(value, name, at, evaluation));
        return part.kind !== 'sdk' && part.kind !== 'none' && isDoubtful(value, name, unit) ? UNKNOWN : part;
      },
      called: (value, at) => callOf(value, at, evaluation),
      resultOf: (value) => (value.kind === 'function' ? resultOf(value.node, evaluationOf(value.unit)) : UNKNOWN),
      valueOfBinding: (binding) => valueOfBinding(binding, evaluation),
      valueOfType: (type, given) => valueOfType(type, evaluation, given),
      valueOfExport: (declaration) => valueOfExport(declaration, evaluation),
      heldByCallers: (parameter) =>
        followsCallers ? once(parameter, 'by callers', () => heldByCallers(parameter, evaluation)) : UNKNOWN,
    };
    return evaluation;
  });
  return evaluationOf;
}

const evaluationIn = createEvaluations(() => false);

const byCallersIn = createEvaluations(() => false, true);

const doubtingIn = createEvaluations(
  (whole, name, unit) => !GENERAL_UPDATES.has(name) && mayBeReplaced(whole, name, evaluationIn(unit)),
);

function valueOfExpression(expression: ts.Expression, evaluation: Evaluation): Value {
  const node = unwrap(expression);
  if (node !== expression) return valueOfCast(expression, evaluation) ?? evaluation.valueOf(node);
  const value = valueOfUnwrapped(node, evaluation);
  const typed = value.kind === 'unknown' ? valueByType(node, evaluation.unit) : value;
  return typed.kind === 'unknown' ? value : typed;
}

/** A cast to a type of the SDK says what the value is (types tell the truth); undefined where there is none. */
function valueOfCast(expression: ts.Expression, evaluation: Evaluation): Value | undefined {
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'cast': {
      const type = evaluation.valueOfType(origin.type);
      if (type.kind === 'sdk') return type;
      const inner = valueOfCast(origin.of, evaluation);
      return type.kind === 'typed' || inner !== undefined
        ? castAs(inner ?? evaluation.valueOf(unwrap(origin.of)), type)
        : undefined;
    }
    case 'present':
    case 'same':
      return valueOfCast(origin.of, evaluation);
    default:
      return undefined;
  }
}

function valueOfUnwrapped(node: ts.Expression, evaluation: Evaluation): Value {
  const oneOf = (of: readonly ts.Expression[]): Value =>
    join(of.map((one) => evaluation.soFar(() => evaluation.valueOf(one))));
  const origin = originOf(node);
  switch (origin.kind) {
    case 'name':
      return valueOfIdentifier(origin.name, evaluation);
    case 'part':
      return valueOfPart(node, evaluation);
    case 'result':
      return valueOfCall(origin.call, evaluation);
    case 'instance':
      return valueOfNew(origin.call, evaluation);
    case 'same':
    case 'cast':
    case 'present':
    case 'awaited':
      return evaluation.valueOf(origin.of);
    case 'choice':
      return oneOf(origin.of);
    case 'fallback': {
      const first = evaluation.soFar(() => evaluation.valueOf(origin.first));
      // `useUser() ?? {}`, `users.data ?? []`: nothing of what is empty can be called.
      return first.kind === 'sdk' && isEmptyLiteral(unwrap(origin.other)) ? first : oneOf([origin.first, origin.other]);
    }
    case 'assigned':
      return origin.kept === undefined ? evaluation.valueOf(origin.of) : oneOf([origin.kept, origin.of]);
    case 'guarded':
      return possibly(evaluation.valueOf(origin.then));
    case 'object':
      return { kind: 'object', node: origin.literal, unit: evaluation.unit };
    case 'list':
      return { kind: 'array', node: origin.literal, unit: evaluation.unit };
    case 'function':
      return { kind: 'function', node: origin.fn, unit: evaluation.unit };
    case 'class':
      return { kind: 'class', node: origin.class, unit: evaluation.unit };
    case 'this':
      return valueOfThis(node, evaluation.unit);
    case 'super':
      return valueOfSuper(node, evaluation);
    case 'nothing':
      return NULLISH;
    case 'data':
      return FOREIGN;
    case 'markup':
    case 'tagged':
    case 'unknown':
      return UNKNOWN;
  }
}

function valueOfPart(node: ts.Expression, evaluation: Evaluation): Value {
  const access = accessOf(node);
  if (access === undefined)
    return ts.isElementAccessExpression(node) ? valueOfElementAccess(node, evaluation) : UNKNOWN;
  const variables = access.name === 'clerk' ? accessOf(unwrap(access.object)) : undefined;
  const client = variables?.name === 'var' ? honoClient(variables.object, node, evaluation) : undefined;
  return client ?? evaluation.property(evaluation.valueOf(access.object), access.name, node);
}
