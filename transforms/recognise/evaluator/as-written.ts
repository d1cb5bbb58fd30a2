import { ts } from 'ts-morph';
import { isKeptBy } from '../../flow/kept-lists.ts';
import { useOf } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { bindingOfFunction, mentionsInside } from '../../language/functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsInFiles, type Mention } from '../../language/mentions-in-files.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';

/**
 * Whether an array has what it is written with, and nothing else: wherever it is in sight it is only read or gone
 * through, and it gets out of sight nowhere.
 */
export const isAsWritten = memoizeBy(
  (array: ts.ArrayLiteralExpression, { graph }: Unit) => [graph, array],
  (array, home): boolean => {
    const places = new Worklist<Mention>([{ node: array, unit: home }], ({ node }) => [node]);
    for (const { node, unit } of places) {
      const next = goesTo(node, unit);
      if (next === undefined) return false;
      places.add(next);
    }
    return true;
  },
);

/** Where a list goes from one of its places on; undefined where it may be changed there, or go anywhere. */
function goesTo(list: ts.Expression, unit: Unit): readonly Mention[] | undefined {
  const use = useOf(list);
  switch (use.kind) {
    case 'same':
    case 'awaited':
      return [{ node: use.to, unit }];
    case 'name':
      return takenAs(use.name, unit);
    case 'returned':
      return callsOf(use.from, unit);
    case 'argument':
      return ts.isCallExpression(use.call) ? givenBy(use.call, unit) : undefined;
    case 'method':
      if (accessOf(use.access)?.name === 'then') return takenByCallback(use.call.arguments[0], unit);
      return SETTLING.has(accessOf(use.access)?.name ?? '') ? [{ node: use.call, unit }] : keptAt(list, unit);
    default:
      return keptAt(list, unit);
  }
}

/** Methods of a promise that give what it gives. */
const SETTLING: ReadonlySet<string> = new Set(['catch', 'finally']);

function keptAt(list: ts.Expression, unit: Unit): readonly Mention[] | undefined {
  return isKeptBy(list, unit) ? [] : undefined;
}

/** The mentions of a variable of the file alone; a pattern takes a list apart. */
function takenAs(name: ts.BindingName, unit: Unit): readonly Mention[] | undefined {
  if (!ts.isIdentifier(name)) return ts.isArrayBindingPattern(name) ? [] : undefined;
  if (ts.isVariableDeclaration(name.parent) && isExported(name.parent)) return undefined;
  return unit.scope.bindingOf(name)?.references.map((node) => ({ node, unit }));
}

/** `Promise.all([…]).then(([user, plan]) => …)` */
function takenByCallback(callback: ts.Expression | undefined, unit: Unit): readonly Mention[] | undefined {
  const fn = callback === undefined ? undefined : unwrap(callback);
  const [parameter] = fn !== undefined && ts.isArrowFunction(fn) ? fn.parameters : [];
  return parameter === undefined || parameter.dotDotDotToken !== undefined ? undefined : takenAs(parameter.name, unit);
}

/** The calls of a function, in whichever file; undefined where there may be others. */
function callsOf(fn: ts.SignatureDeclaration, home: Unit): readonly Mention[] | undefined {
  const binding = bindingOfFunction(fn, home);
  if (binding === undefined) return undefined;
  const { mentions, isIncomplete } = mentionsInFiles(binding, home);
  const inside = mentionsInside(fn, home).map((node) => ({ node, unit: home }));
  const calls = [...mentions, ...inside].map(({ node, unit }) => {
    const use = useOf(node);
    return use.kind === 'called' && ts.isCallExpression(use.by) ? { node: use.by, unit } : undefined;
  });
  return isIncomplete || calls.includes(undefined) ? undefined : calls.filter((call) => call !== undefined);
}

/** What a call gives on of a list that it is given. */
function givenBy(call: ts.CallExpression, unit: Unit): readonly Mention[] | undefined {
  const name = globalFunctionName(call.expression, unit) ?? '';
  if (name === 'Promise.all') return [{ node: call, unit }];
  return WAITING.has(name) || onlyReadsArguments(call, unit) ? [] : undefined;
}

/** What goes through a list of promises, and gives no list that is taken for it. */
const WAITING: ReadonlySet<string> = new Set(['Promise.allSettled', 'Promise.any', 'Promise.race']);
