import { ts } from 'ts-morph';
import { accessOf, isEmptyObject, unwrap } from '../../syntax.ts';
import { valueByType } from '../sdk/by-type.ts';
import type { ModuleGraph } from '../../language/modules.ts';
import { GENERAL_UPDATES } from './class-values.ts';
import { callOf, honoClient, resultOf, valueOfCall, valueOfNew } from './call-values.ts';
import { valueOfBinding, valueOfExport, valueOfIdentifier, valueTakenBy } from './bindings.ts';
import { valueOfElementAccess } from './array-elements.ts';
import { propertyOf } from './member-values.ts';
import { mayBeReplaced } from './replaced-members.ts';
import { valueOfSuper, valueOfThis } from './this-values.ts';
import { valueOfType } from './typed-values.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../../language/unit.ts';
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

/** Finds out what expressions are, by following local data flow and imports. */
export interface Tracer extends Pick<Tracing, 'graph' | 'valueOf' | 'property' | 'called' | 'taken' | 'valueOfType'> {
  /**
   * The same, but what an object of the repository holds is unknown where any file may put something else there. That
   * takes time, and is asked before a call is passed over.
   */
  readonly doubting: () => Tracer;
}

export function createTracer(graph: ModuleGraph): Tracer {
  return tracerOver(graph, () => false);
}

/** Whether a name of a value may hold something else than what it is written with. */
type Doubt = (whole: Value, name: string, tracing: Tracing) => boolean;

function tracerOver(graph: ModuleGraph, isDoubtful: Doubt): Tracer {
  const { once, soFar } = createEvaluator<Value>({
    none: NONE,
    unknown: UNKNOWN,
    same: sameValue,
    join: (known, found) => join([known, found]),
  });
  const createTracing = (typeArguments: Tracing['typeArguments']): Tracing => {
    const given = [...typeArguments]
      .map(([parameter, value]) => `${String(numberOf(parameter))}=${keyOfValue(value)}`)
      .join(';');
    const tracing: Tracing = {
      graph,
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
      valueOfType: (type, unit) => valueOfType(type, unit, tracing),
      valueOfExport: (declaration, unit) => valueOfExport(declaration, unit, root),
      typeArguments,
      withArguments: (others) => (others.size === 0 ? outermost : createTracing(others)),
    };
    const root = typeArguments.size === 0 ? tracing : outermost;
    return tracing;
  };
  const outermost: Tracing = createTracing(new Map());
  const answered = (evaluate: () => Value): Value => {
    const value = soFar(evaluate);
    return value.kind === 'none' ? UNKNOWN : value;
  };
  let doubting: Tracer | undefined;
  return {
    graph,
    valueOf: (expression, unit) => answered(() => outermost.valueOf(expression, unit)),
    property: (value, name, at, unit) => answered(() => outermost.property(value, name, at, unit)),
    called: (value, at, unit) => answered(() => outermost.called(value, at, unit)),
    taken: (node, unit) => answered(() => outermost.taken(node, unit)),
    valueOfType: (type, unit) => answered(() => outermost.valueOfType(type, unit)),
    doubting: () =>
      (doubting ??= tracerOver(
        graph,
        (whole, name) => !GENERAL_UPDATES.has(name) && mayBeReplaced(whole, name, outermost),
      )),
  };
}

function valueOfExpression(expression: ts.Expression, unit: Unit, tracing: Tracing): Value {
  const node = unwrap(expression);
  if (node !== expression) return valueOfCast(expression, unit, tracing) ?? tracing.valueOf(node, unit);
  const value = valueOfUnwrapped(node, unit, tracing);
  const typed = value.kind === 'unknown' ? valueByType(node, unit) : value;
  return typed.kind === 'unknown' ? value : typed;
}

/** A cast to a type of the SDK says what the value is (types tell the truth); undefined where there is none. */
function valueOfCast(expression: ts.Expression, unit: Unit, tracing: Tracing): Value | undefined {
  const origin = stepInto(expression);
  switch (origin.kind) {
    case 'cast': {
      const value = tracing.valueOfType(origin.type, unit);
      return value.kind === 'sdk' ? value : valueOfCast(origin.of, unit, tracing);
    }
    case 'present':
    case 'same':
      return valueOfCast(origin.of, unit, tracing);
    default:
      return undefined;
  }
}

function valueOfUnwrapped(node: ts.Expression, unit: Unit, tracing: Tracing): Value {
  const oneOf = (of: readonly ts.Expression[]): Value =>
    join(of.map((one) => tracing.soFar(() => tracing.valueOf(one, unit))));
  const origin = originOf(node);
  switch (origin.kind) {
    case 'name':
      return valueOfIdentifier(origin.name, unit, tracing);
    case 'part':
      return valueOfPart(node, unit, tracing);
    case 'result':
      return valueOfCall(origin.call, unit, tracing);
    case 'instance':
      return valueOfNew(origin.call, unit, tracing);
    case 'same':
    case 'cast':
    case 'present':
    case 'awaited':
      return tracing.valueOf(origin.of, unit);
    case 'choice':
      return oneOf(origin.of);
    case 'fallback': {
      const first = tracing.soFar(() => tracing.valueOf(origin.first, unit));
      // `useUser() ?? {}`: nothing of an empty object can be called.
      return first.kind === 'sdk' && isEmptyObject(unwrap(origin.other)) ? first : oneOf([origin.first, origin.other]);
    }
    case 'assigned':
      return origin.kept === undefined ? tracing.valueOf(origin.of, unit) : oneOf([origin.kept, origin.of]);
    case 'guarded':
      return possibly(tracing.valueOf(origin.then, unit));
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
      return valueOfSuper(node, unit, tracing);
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

function valueOfPart(node: ts.Expression, unit: Unit, tracing: Tracing): Value {
  const access = accessOf(node);
  if (access === undefined)
    return ts.isElementAccessExpression(node) ? valueOfElementAccess(node, unit, tracing) : UNKNOWN;
  const variables = access.name === 'clerk' ? accessOf(unwrap(access.object)) : undefined;
  const client = variables?.name === 'var' ? honoClient(variables.object, node, unit, tracing) : undefined;
  return client ?? tracing.property(tracing.valueOf(access.object, unit), access.name, node, unit);
}
