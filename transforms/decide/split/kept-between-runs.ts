import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { alternativesOf, originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { COLLECTION_METHODS, FILLING_METHODS, LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { isGlobal, isGlobalObject } from '../../language/is-global.ts';
import { importOf } from '../../language/modules.ts';
import { importedDeclaration } from '../../language/named-declarations.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { returnedBy } from '../../returned.ts';
import { accessOf, isVariable, rootOf, unwrap } from '../../syntax.ts';
import { containerOf } from '../../tree.ts';
import { NULLISH, PRIMITIVE, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import { Worklist } from '../../worklist.ts';
import { isCall, type Call } from './handed-to-others.ts';

/** An expression, and the file that it stands in. */
interface Placed {
  readonly node: ts.Expression;
  readonly unit: Unit;
}

/**
 * Whether what an expression gives is, or may be part of, what a file or an object keeps from one run of a function to
 * the next: `seen.get(id)`, `byUser[id] ?? []`, `getStats()`. Another run may then change it while this one waits.
 */
export function isKeptBetweenRuns(expression: ts.Expression, unit: Unit): boolean {
  const open = new Worklist<Placed>([{ node: unwrap(expression), unit }], ({ node }) => [node]);
  for (const placed of open) {
    if (within(kindsOf(placed.node, placed.unit), PRIMITIVE | NULLISH)) continue;
    if (isKept(placed.node, placed.unit)) return true;
    open.add(madeFrom(placed).map(({ node, unit: home }) => ({ node: unwrap(node), unit: home })));
  }
  return false;
}

/**
 * Whether an object is put where it is kept from one run of a function to the next, or where other functions than the
 * one around get it: `forms.push(form)`, `this.last = form`.
 */
export function isPutForOthers(object: ts.Expression, unit: Unit): boolean {
  const places = new Worklist<ts.Expression>([object], (place) => [place]);
  for (const value of places) {
    const use = useOf(value);
    switch (use.kind) {
      case 'same':
      case 'awaited':
        places.add([use.to]);
        break;
      case 'member':
        places.add([use.of]);
        break;
      // A copy shares what is inside.
      case 'spread':
        if (!isCall(use.into)) places.add([use.into]);
        else if (isKeptByMethod(use.into, value, unit)) return true;
        break;
      case 'part':
        if (!within(kindsOf(use.access, unit), PRIMITIVE | NULLISH)) places.add([use.access]);
        break;
      case 'assigned':
        if (isForOthers(use.target, value, unit)) return true;
        break;
      case 'argument':
        if (isKeptByMethod(use.call, value, unit)) return true;
        break;
      default:
    }
  }
  return false;
}

function isKeptByMethod({ expression }: Call, value: ts.Node, unit: Unit): boolean {
  const method = accessOf(unwrap(expression));
  return method !== undefined && FILLING_METHODS.has(method.name) && isForOthers(method.object, value, unit);
}

/** Whether what holds an object is declared around the function that puts it there, or kept between its runs. */
function isForOthers(holder: ts.Expression, value: ts.Node, unit: Unit): boolean {
  const root = rootOf(holder);
  if (isKept(root, unit) || isKeptBetweenRuns(holder, unit)) return true;
  const { declaration } = unit.scope.bindingOf(root) ?? {};
  return declaration !== undefined && containerOf(declaration) !== containerOf(value);
}

/** Whether an expression names what is kept. */
function isKept(node: ts.Expression, unit: Unit): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword || isGlobalObject(node, unit)) return true;
  const own = unit.scope.bindingOf(node)?.declaration;
  const imported = importOf(own);
  // All of a module.
  if (imported !== undefined && imported.name === undefined) return true;
  if (own === undefined) return false;
  const declaration = isVariable(own) ? own : importedDeclaration(own, undefined, unit)?.node;
  return (
    declaration !== undefined &&
    isVariable(declaration) &&
    !ts.isParameter(declaration) &&
    ts.isSourceFile(containerOf(declaration))
  );
}

/** What an expression is a part of, or one of. */
function madeFrom({ node, unit }: Placed): readonly Placed[] {
  const here = (expressions: readonly ts.Expression[]): readonly Placed[] =>
    expressions.map((expression) => ({ node: expression, unit }));
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
