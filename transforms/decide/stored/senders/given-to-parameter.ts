import { type ts } from 'ts-morph';
import { useOf } from '../../../flow/uses.ts';
import { mentionsOfFunction } from '../../../language/functions.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoizeBy } from '../../../memoize.ts';
import { callerAt, callersOf } from '../../../recognise/params/callers.ts';
import { parametersOf } from '../../../syntax.ts';
import { valuesElsewhere } from './mentions-of-functions.ts';

/** An argument, the call that it stands in, and their file. */
export interface GivenBy {
  readonly node: ts.Expression;
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

/** What callers in sight, of any file, give to a parameter of a function of `unit`. */
export const givenTo = memoizeBy(
  (parameter: ts.ParameterDeclaration, { graph }: Unit) => [graph, parameter],
  findGivenTo,
);

function findGivenTo(parameter: ts.ParameterDeclaration, unit: Unit): readonly GivenBy[] {
  const { parent: fn, dotDotDotToken } = parameter;
  const index = parametersOf(fn).indexOf(parameter);
  const elsewhere = valuesElsewhere(fn, unit);
  const here = (mentionsOfFunction(fn, unit) ?? []).map((node) => ({ node, unit }));
  const callers = [
    ...callersOf(fn, unit).calls.map((caller) => ({ ...caller, home: unit })),
    ...elsewhere.flatMap(({ node, unit: home }) => {
      const caller = callerAt(node);
      return caller === undefined ? [] : { ...caller, home };
    }),
  ];
  return [
    ...callers.flatMap(({ call, given, home }) =>
      (dotDotDotToken === undefined ? [index] : [...call.arguments.keys()].slice(index))
        .flatMap((at) => given(at, [])?.expression ?? [])
        .map((node) => ({ node, call, unit: home })),
    ),
    // `save.call(null, …)`
    ...[...here, ...elsewhere].flatMap(({ node, unit: home }) => {
      const use = useOf(node);
      return use.kind === 'method'
        ? use.call.arguments.map((given) => ({ node: given, call: use.call, unit: home }))
        : [];
    }),
  ];
}
