import { ts } from 'ts-morph';
import { accessOf, isEmptyObject, unwrap } from '../../syntax.ts';
import { valueByType } from '../sdk/by-type.ts';
import { GENERAL_UPDATES } from './class-values.ts';
import { callOf, honoClient, resultOf, valueOfCall, valueOfNew } from './call-values.ts';
import { valueOfBinding, valueOfExport, valueOfIdentifier, valueTakenBy } from './bindings.ts';
import { valueOfElementAccess } from './array-elements.ts';
import { propertyOf } from './member-values.ts';
import { mayBeReplaced } from './replaced-members.ts';
import { valueOfSuper, valueOfThis } from './this-values.ts';
import { valueOfType } from './typed-values.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit, ModuleGraph } from '../../language/unit.ts';
import { memoize } from '../../memoize.ts';
import { createEvaluator } from '../../flow/evaluate.ts';
import { originOf, stepInto } from '../../flow/origins.ts';
import {
  join,
  keyOfValue,
  NONE,
  NULLISH,
  numberOf,
  partOf,
  possibly,
  sameValue,
  STRANGER,
  UNKNOWN,
  type Value,
} from '../sdk/value.ts';

/** What an expression is, by local data flow and imports. */
export function evaluate(expression: ts.Expression, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.valueOf(expression, unit));
}

/**
 * The same, but what an object of the repository holds is unknown where any file may put something else there. That
 * takes time, and is asked before a call is passed over.
 */
export function evaluateDoubting(expression: ts.Expression, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.valueOf(expression, unit), doubtingOf);
}

/** What `name` of a value is. */
export function evaluateProperty(value: Value, name: string, at: ts.Node, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.property(value, name, at, unit));
}

/** What a call of a value, at `at`, gives. */
export function evaluateCall(value: Value, at: ts.Node, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.called(value, at, unit));
}

/** What a pattern takes off an object, whatever its default is. */
export function evaluateElement(node: ts.BindingElement, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.taken(node, unit));
}

/** What a value of the written type is; unknown where none is written. */
export function evaluateType(type: ts.TypeNode | undefined, unit: Unit): Value {
  return known(unit, (evaluation) => evaluation.valueOfType(type, unit));
}

function known(unit: Unit, ask: (evaluation: Evaluation) => Value, evaluationOf = plainOf): Value {
  const evaluation = evaluationOf(unit.graph);
  const value = evaluation.soFar(() => ask(evaluation));
  return value.kind === 'none' ? UNKNOWN : value;
}

const plainOf = memoize<ModuleGraph, Evaluation>(() => createEvaluation(() => false));

const doubtingOf = memoize((graph: ModuleGraph) =>
  createEvaluation((whole, name) => !GENERAL_UPDATES.has(name) && mayBeReplaced(whole, name, plainOf(graph))),
);

/** Whether a name of a value may hold something else than what it is written with. */
type Doubt = (whole: Value, name: string, evaluation: Evaluation) => boolean;

function createEvaluation(isDoubtful: Doubt): Evaluation {
  const { once, soFar } = createEvaluator<Value>({
    none: NONE,
    unknown: UNKNOWN,
    same: sameValue,
    join: (known, found) => join([known, found]),
  });
  const withTypeArguments = (typeArguments: Evaluation['typeArguments']): Evaluation => {
    const given = [...typeArguments]
      .map(([parameter, value]) => `${String(numberOf(parameter))}=${keyOfValue(value)}`)
      .join(';');
    const evaluation: Evaluation = {
      once: (node, what, evaluate) => once(node, given === '' ? what : `${given} ${what}`, evaluate),
      soFar,
      valueOf: (expression, unit) => root.once(expression, 'value', () => valueOfExpression(expression, unit, root)),
      property: (value, name, at, unit) => {
        const part = partOf(value, propertyOf(value, name, at, unit, root));
        return part.kind !== 'sdk' && part.kind !== 'none' && isDoubtful(value, name, root) ? UNKNOWN : part;
      },
      called: (value, at, unit) => callOf(value, at, unit, root),
      resultOf: (node, unit) => resultOf(node, unit, root),
      taken: (node, unit) => valueTakenBy(node, unit, root),
      valueOfBinding: (binding, unit) => valueOfBinding(binding, unit, root),
      valueOfType: (type, unit) => valueOfType(type, unit, evaluation),
      valueOfExport: (declaration, unit) => valueOfExport(declaration, unit, root),
      typeArguments,
      withArguments: (others) => (others.size === 0 ? outermost : withTypeArguments(others)),
    };
    const root = typeArguments.size === 0 ? evaluation : outermost;
    return evaluation;
  };
  const outermost: Evaluation = withTypeArguments(new Map());
  return outermost;
}

function valueOfExpression(expression: ts.Expression, unit: Unit, evaluation: Evaluation): Value {
  const node = unwrap(expression);
  if (node !== expression) return valueOfCast(expression, unit, evaluation) ?? evaluation.valueOf(node, unit);
  const value = valueOfUnwrapped(node, unit, evaluation);
  const typed = value.kind === 'unknown' ? valueByType(node, unit) : value;
  return typed.kind === 'unknown' ? value : typed;
}

/** A cast to a type of the SDK says what the value is (types tell the truth); undefined where there is none. */
function valueOfCast(expression: ts.Expression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'cast': {
      const value = evaluation.valueOfType(origin.type, unit);
      return value.kind === 'sdk' ? value : valueOfCast(origin.of, unit, evaluation);
    }
    case 'present':
    case 'same':
      return valueOfCast(origin.of, unit, evaluation);
    default:
      return undefined;
  }
}

function valueOfUnwrapped(node: ts.Expression, unit: Unit, evaluation: Evaluation): Value {
  const oneOf = (of: readonly ts.Expression[]): Value =>
    join(of.map((one) => evaluation.soFar(() => evaluation.valueOf(one, unit))));
  const origin = originOf(node);
  switch (origin.kind) {
    case 'name':
      return valueOfIdentifier(origin.name, unit, evaluation);
    case 'part':
      return valueOfPart(node, unit, evaluation);
    case 'result':
      return valueOfCall(origin.call, unit, evaluation);
    case 'instance':
      return valueOfNew(origin.call, unit, evaluation);
    case 'same':
    case 'cast':
    case 'present':
    case 'awaited':
      return evaluation.valueOf(origin.of, unit);
    case 'choice':
      return oneOf(origin.of);
    case 'fallback': {
      const first = evaluation.soFar(() => evaluation.valueOf(origin.first, unit));
      // `useUser() ?? {}`: nothing of an empty object can be called.
      return first.kind === 'sdk' && isEmptyObject(unwrap(origin.other)) ? first : oneOf([origin.first, origin.other]);
    }
    case 'assigned':
      return origin.kept === undefined ? evaluation.valueOf(origin.of, unit) : oneOf([origin.kept, origin.of]);
    case 'guarded':
      return possibly(evaluation.valueOf(origin.then, unit));
    case 'object':
      return { kind: 'object', node: origin.literal, unit };
    case 'list':
      return { kind: 'array', node: origin.literal, unit };
    case 'function':
      return { kind: 'function', node: origin.fn, unit };
    case 'class':
      return { kind: 'class', node: origin.class, unit };
    case 'this':
      return valueOfThis(node, unit);
    case 'super':
      return valueOfSuper(node, unit, evaluation);
    case 'nothing':
      return NULLISH;
    case 'data':
      return STRANGER;
    case 'markup':
    case 'tagged':
    case 'unknown':
      return UNKNOWN;
  }
}

function valueOfPart(node: ts.Expression, unit: Unit, evaluation: Evaluation): Value {
  const access = accessOf(node);
  if (access === undefined)
    return ts.isElementAccessExpression(node) ? valueOfElementAccess(node, unit, evaluation) : UNKNOWN;
  const variables = access.name === 'clerk' ? accessOf(unwrap(access.object)) : undefined;
  const client = variables?.name === 'var' ? honoClient(variables.object, node, unit, evaluation) : undefined;
  return client ?? evaluation.property(evaluation.valueOf(access.object, unit), access.name, node, unit);
}
