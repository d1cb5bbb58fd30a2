import { ts } from 'ts-morph';
import { callersOf } from '../recognise/params/callers.ts';
import { contains, parametersOf, wrapped } from '../syntax.ts';
import { isForeignType } from './foreign-types.ts';
import { isUsedAsData } from './used-as-data.ts';
import { from, joined, NOTHING, OPEN, type Knowledge, type Place, type Step } from './place.ts';

/** What a function is given: by what calls it in sight, or by what it is handed to. */
export function stepFromParameter(place: Place, knowledge: Knowledge): Step {
  const { tracer } = knowledge;
  const { unit } = place;
  const parameter = place.node as ts.ParameterDeclaration;
  const fn = parameter.parent;
  const own: Step = parameter.initializer === undefined ? NOTHING : from(place, parameter.initializer);
  if (parameter.type !== undefined) {
    if (isForeignType(parameter.type, unit, tracer.graph)) return NOTHING;
    const typed = tracer.valueOfType(parameter.type, unit);
    if (typed.kind === 'sdk') return NOTHING;
    if (typed.kind === 'instance') return { code: [typed] };
  }
  const binding = ts.isIdentifier(parameter.name) ? unit.scope.bindingOf(parameter.name) : undefined;
  if (binding !== undefined && !unit.isTypeScript && isUsedAsData(binding, unit, knowledge)) return own;
  const { parent: call } = wrapped(fn as ts.Node as ts.Expression);
  if ((ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) && ts.isCallExpression(call)) {
    return contains(call.expression, fn)
      ? joined([own, from(place, ...call.arguments)])
      : joined([own, from(place, call.expression, ...call.arguments.filter((argument) => !contains(argument, fn)))]);
  }
  if (ts.isJsxExpression(call)) return own;
  const { calls, isClosed } = callersOf(fn, unit);
  const index = parametersOf(fn).indexOf(parameter);
  const given = calls.flatMap(({ given: givenBy }) => givenBy(index, [])?.expression ?? []);
  return joined([own, from(place, ...given), isClosed ? NOTHING : OPEN]);
}
