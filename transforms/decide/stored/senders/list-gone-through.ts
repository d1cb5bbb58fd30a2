import { ts } from 'ts-morph';
import { declaredBy, sourcesOf } from '../../../flow/declared.ts';
import { isKeptBy } from '../../../flow/kept-lists.ts';
import { alternativesOf, originOf, type Origin } from '../../../flow/origins.ts';
import { useOf } from '../../../flow/uses.ts';
import { LIST_METHODS, methodsThat } from '../../../knowledge/builtins.ts';
import { globalFunctionName } from '../../../language/is-global.ts';
import { functionOf } from '../../../language/functions.ts';
import type { Binding } from '../../../language/scope.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoizeBy } from '../../../memoize.ts';
import { accessOf, unwrap, wrapped } from '../../../syntax.ts';
import { Worklist } from '../../../worklist.ts';
import { givenTo } from './given-to-parameter.ts';

/** A list that a loop goes through, or a method that is given a callback. */
interface List {
  /** The callbacks that return its elements, in whichever list on the way. */
  readonly makers: ReadonlySet<ts.SignatureDeclaration>;
  /**
   * Whether it is put together of several things, so that it may have one of them twice: `[owner, ...members]`. A list
   * that is given as a whole has each once.
   */
  readonly mayRepeat: boolean;
}

/** @param turn the loop, or the callback */
export const listOf = memoizeBy<[turn: ts.Node, unit: Unit], List>((turn, { graph }) => [graph, turn], findList);

interface PlacedList {
  readonly node: ts.Expression;
  readonly unit: Unit;
  /** Whether a function gets it that may do anything with it: what that gives counts as a whole. */
  readonly isArgument?: boolean;
}

function findList(turn: ts.Node, unit: Unit): List {
  const makers = new Set<ts.SignatureDeclaration>();
  let mayRepeat = false;
  const start = goneThrough(turn);
  const lists = new Worklist<PlacedList>(start === undefined ? [] : [{ node: start, unit }], ({ node }) => [node]);
  for (const { node, unit: home, isArgument } of lists) {
    const origin = originOf(node);
    const method = origin.kind === 'result' ? methodOf(origin.call) : undefined;
    const callback = origin.kind === 'result' ? origin.call.arguments[0] : undefined;
    if (method !== undefined && MAKING.has(method)) {
      const given = callback && unwrap(callback);
      const maker = given && (ts.isFunctionLike(given) ? given : functionOf(given, home));
      if (maker === undefined) mayRepeat = true;
      else makers.add(maker);
    } else {
      mayRepeat ||= !(isArgument === true && origin.kind === 'list') && isPutTogether(origin, home);
      lists.add(listsBefore(origin, home));
    }
  }
  return { makers, mayRepeat };
}

/** Methods of lists that give one of what their callback returns. */
const MAKING = methodsThat(({ gives }) => gives === 'results', LIST_METHODS);

/** Methods of lists that give each element once where it is once in the list. */
const KEEPING: ReadonlySet<string> = new Set([
  ...methodsThat(({ gives, keeps }) => (gives === 'some' || gives === 'itself') && !keeps, LIST_METHODS),
  'entries',
  'values',
]);

/** Whether a method of the language gives a list that may have something twice. */
function mayJoin(method: string): boolean {
  return (Object.hasOwn(LIST_METHODS, method) && !KEEPING.has(method)) || /^(?:split|match|matchAll)$/.test(method);
}

const FILLING = methodsThat(({ keeps }) => keeps, LIST_METHODS);

function goneThrough(turn: ts.Node): ts.Expression | undefined {
  if (ts.isForOfStatement(turn)) return turn.expression;
  const call = ts.isArrowFunction(turn) || ts.isFunctionExpression(turn) ? wrapped(turn).parent : undefined;
  return call !== undefined && ts.isCallExpression(call) ? accessOf(unwrap(call.expression))?.object : undefined;
}

function methodOf(call: ts.CallExpression): string | undefined {
  return accessOf(unwrap(call.expression))?.name;
}

function isPutTogether(origin: Origin, unit: Unit): boolean {
  switch (origin.kind) {
    case 'list':
      return origin.literal.elements.length > 1 && !areDistinct(origin.literal.elements);
    case 'result':
      return mayJoin(methodOf(origin.call) ?? '') || isMadeByLanguage(origin.call.expression, unit);
    case 'instance':
      return globalFunctionName(origin.call.expression, unit) !== 'Set';
    case 'name':
      return isFilled(unit.scope.bindingOf(origin.name), unit);
    default:
      return false;
  }
}

/** Whether all elements are texts, no two of them alike. */
function areDistinct(elements: readonly ts.Expression[]): boolean {
  const texts = elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
  return new Set(texts).size === elements.length;
}

/** Whether a function of the language makes a list of what it is given, which may have something twice. */
function isMadeByLanguage(callee: ts.Expression, unit: Unit): boolean {
  const name = globalFunctionName(callee, unit);
  return (
    name !== undefined && /^(?:Array|Object|Map|Iterator)\b/.test(name) && !/^(?:Array.from|Object.keys)$/.test(name)
  );
}

/** Whether something is put into what a variable holds: `ids.push(id)`, `ids[0] = id`. */
function isFilled(binding: Binding | undefined, unit: Unit): boolean {
  const declared = declaredBy(binding?.declaration);
  // What is made here is there to be filled, unless all that is done with it is known to leave it as it is.
  if (declared.kind === 'value' && originOf(declared.of).kind === 'list')
    return binding?.references.some((mention) => !isKeptBy(mention, unit)) === true;
  return (
    binding?.references.some((mention) => {
      const use = useOf(mention);
      if (use.kind === 'method') return FILLING.has(accessOf(use.access)?.name ?? '');
      return use.kind === 'part' && useOf(use.access).kind === 'written';
    }) === true
  );
}

/** What a list has its elements from: with a `Set` on the way, each is there once. */
function listsBefore(origin: Origin, unit: Unit): readonly PlacedList[] {
  const here = (nodes: readonly ts.Expression[]): readonly PlacedList[] => nodes.map((node) => ({ node, unit }));
  switch (origin.kind) {
    case 'awaited':
    case 'part':
      return here([origin.of]);
    case 'name': {
      const binding = unit.scope.bindingOf(origin.name);
      const assigned = binding?.writes.flatMap(({ value }) => value ?? []) ?? [];
      const sources = sourcesOf(binding?.declaration);
      return [
        ...here([...sources.filter(ts.isExpression), ...assigned]),
        ...sources.filter(ts.isParameter).flatMap((parameter) => givenTo(parameter, unit)),
      ];
    }
    case 'list':
      return here(
        origin.literal.elements.map((element) => (ts.isSpreadElement(element) ? element.expression : element)),
      );
    // `ids.filter(…)`, `Promise.all(ids)`
    case 'result': {
      const { expression, arguments: given } = origin.call;
      const isArgument = globalFunctionName(expression, unit) === undefined;
      return [
        ...here([accessOf(unwrap(expression))?.object ?? []].flat()),
        ...here(given).map((list) => ({ ...list, isArgument })),
      ];
    }
    default:
      return here(alternativesOf(origin) ?? []);
  }
}
