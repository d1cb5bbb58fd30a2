import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { alternativesOf, originOf } from '../../flow/origins.ts';
import { COLLECTION_METHODS, LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { isGlobal, isGlobalObject } from '../../language/is-global.ts';
import { importOf } from '../../language/modules.ts';
import { importedDeclaration } from '../../language/named-declarations.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { returnedBy } from '../../returned.ts';
import { accessOf, isVariable, unwrap } from '../../syntax.ts';
import { containerOf, contains } from '../../tree.ts';
import { NULLISH, PRIMITIVE, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import { Worklist } from '../../worklist.ts';

/** An expression, the file that it stands in, and the function that is known to return it. */
interface Placed {
  readonly node: ts.Expression;
  readonly unit: Unit;
  readonly fn?: ts.Node | undefined;
}

/**
 * Whether what an expression gives is, or may be part of, what a file or an object keeps from one run of a function to
 * the next: `seen.get(id)`, `byUser[id] ?? []`, `getStats()`. Another run may then change it while this one waits.
 */
export function isKeptBetweenRuns(expression: ts.Expression, unit: Unit): boolean {
  const open = new Worklist<Placed>([{ node: unwrap(expression), unit }], ({ node }) => [node]);
  for (const placed of open) {
    if (within(kindsOf(placed.node, placed.unit), PRIMITIVE | NULLISH)) continue;
    if (isKept(placed) || isGivenByKeeper(placed)) return true;
    open.add(madeFrom(placed).map((next) => ({ ...next, node: unwrap(next.node) })));
  }
  return false;
}

/** Whether an expression names what is kept. */
function isKept({ node, unit, fn }: Placed): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword || isGlobalObject(node, unit)) return true;
  const own = unit.scope.bindingOf(node)?.declaration;
  const imported = importOf(own);
  // All of a module.
  if (imported !== undefined && imported.name === undefined) return true;
  if (own === undefined) return false;
  const declaration = isVariable(own) ? own : importedDeclaration(own, undefined, unit)?.node;
  if (declaration === undefined || !isVariable(declaration)) return false;
  const isAround = fn !== undefined && !contains(fn, declaration);
  return isAround || (!ts.isParameter(declaration) && ts.isSourceFile(containerOf(declaration)));
}

/** Whether a function gives it that another one has made of a function, and that may keep what it gives: `once(load)()`. */
function isGivenByKeeper({ node, unit }: Placed): boolean {
  const call = ts.isAwaitExpression(node) ? unwrap(node.expression) : node;
  if (!ts.isCallExpression(call) || evaluate(unwrap(call.expression), unit).kind === 'function') return false;
  const maker = definitionOf(call.expression, unit);
  return (
    maker.kind === 'expression' &&
    ts.isCallExpression(maker.node) &&
    maker.node.arguments.some((given) => evaluate(unwrap(given), maker.unit).kind === 'function')
  );
}

/** What an expression is a part of, or one of. */
function madeFrom({ node, unit, fn }: Placed): readonly Placed[] {
  const here = (expressions: readonly ts.Expression[]): readonly Placed[] =>
    expressions.map((expression) => ({ node: expression, unit, fn }));
  const origin = originOf(node);
  switch (origin.kind) {
    case 'part':
      return here([origin.of]);
    case 'name':
      return here(sourcesOf(unit.scope.bindingOf(origin.name)?.declaration).filter(isExpression));
    case 'awaited': {
      const of = originOf(origin.of);
      return of.kind === 'result' ? returnedFrom(of.call, unit) : [];
    }
    case 'result': {
      const callee = accessOf(unwrap(origin.call.expression));
      const isTaken = callee !== undefined && TAKING.has(callee.name) && isOfLanguage(callee.object, unit);
      return isTaken ? here([callee.object]) : returnedFrom(origin.call, unit);
    }
    default:
      return here(alternativesOf(origin) ?? []);
  }
}

function isExpression(source: ts.Expression | ts.ParameterDeclaration): source is ts.Expression {
  return !ts.isParameter(source);
}

/** What a function in sight returns, and the function. */
export function returnedFrom(call: ts.CallExpression, unit: Unit): readonly (Placed & { readonly fn: ts.Node })[] {
  const fn = evaluate(unwrap(call.expression), unit);
  return fn.kind === 'function' ? returnedBy(fn.node).values.map((node) => ({ node, unit: fn.unit, fn: fn.node })) : [];
}

/** Methods that give what a list or a collection goes on to hold, or itself. */
const TAKING: ReadonlySet<string> = new Set(
  methodsThat(
    ({ gives, changes }) => gives === 'itself' || (gives === 'element' && !changes),
    LIST_METHODS,
    COLLECTION_METHODS,
  ),
);

/** Whether something is a list or a collection of the language's, by what is first in it. */
function isOfLanguage(object: ts.Expression, unit: Unit): boolean {
  const definition = definitionOf(object, unit);
  if (definition.kind !== 'expression') return false;
  const { node, unit: home } = definition;
  return (
    ts.isArrayLiteralExpression(node) ||
    (ts.isNewExpression(node) && ['Map', 'WeakMap', 'Set'].some((name) => isGlobal(node.expression, name, home)))
  );
}
