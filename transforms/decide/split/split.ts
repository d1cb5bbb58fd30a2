import { ts } from 'ts-morph';
import type { UpdateCall } from '../../recognise/calls.ts';
import { fieldsIn } from '../../recognise/params/elements.ts';
import { isOptionalChain, statementOf } from '../../syntax.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { isUnderDirective } from '../directives.ts';
import { leastStable, stabilityOf, suspends } from '../values/effects.ts';
import type { BoundPart, SplitPlan, SplitRequest, SplitShape } from '../plan.ts';
import { isForgotten, isNarrowed } from './narrowed.ts';
import { positionOf, type Position } from './position.ts';
import { isSentLate } from './sent-late.ts';
import { partsOf, partsToBind, type Part } from './split-parts.ts';

/**
 * Plans the two calls that take the place of one. Nothing runs twice or moves: what the metadata call needs after the general request
 * is evaluated before it unless it would give the same afterwards. Source: "Calls with general fields too".
 *
 * @returns undefined where a part that has to be bound has no value of its own to bind (an accessor, a computed name with effects), and where
 * a directive for the compiler would cover one of the two only
 */
export function planSplit(request: SplitRequest, context: Context): SplitPlan | undefined {
  if (isUnderDirective(statementOf(request.site.call) ?? request.site.call)) return undefined;
  return isSentLate(request, context) ? planParts(asWhole(request, context.globalName('JSON'), context), context) : planParts(request, context);
}

function planParts(request: SplitRequest, context: Context): SplitPlan | undefined {
  const { site, changes, params } = request;
  const position = positionOf(site.call);
  const isGuarded = params.kind === 'run-time' && params.guardResult !== undefined;
  const isChained = position.kind !== 'statement' || waitsByChain(position, isGuarded);
  const link = lastLink(site);
  // What is asked for on the way to the second request has to be there still, and to be known to be.
  const isLost = ({ role, node }: Part): boolean => isChained && ((role === 'receiver' && link !== undefined && isForgotten(link, context)) || isNarrowed(node, site, context));
  const parts = partsOf(request, context)?.map((part): Part => (isLost(part) ? { ...part, stability: leastStable([part.stability, 'moving']) } : part));
  if (parts === undefined) return undefined;
  // An optional chain evaluates its arguments only where it doesn't end before.
  const bindsArguments = (bound: readonly Part[]): boolean => link !== undefined && bound.some(({ role }) => role !== 'receiver');
  const needed = partsToBind(parts, () => false);
  const isInFunction = needed.length > 0 && (position.kind === 'expression' || bindsArguments(needed));
  // The body of a function called on the spot can't wait for what its surroundings wait for.
  const chosen = isInFunction ? partsToBind(parts, ({ node }) => suspends(node)) : needed;
  const isConditional = bindsArguments(chosen);
  if (isConditional && link !== undefined && !isSteady(link, context)) return planOptionalCall(request, context);
  // The arguments of a function called on the spot can't see each other's names.
  const isCalled = isConditional || (position.kind === 'expression' && chosen.length > 1);
  if (isCalled && chosen.length > 1 && chosen[0]?.role === 'receiver' && clearsKeys(changes)) return undefined;
  const shape: SplitShape = isConditional ? { kind: 'call-chain', present: link, goesOn: chainBehind(site.call) } : shapeOf(site, position, chosen.length > 0, isGuarded);
  return { kind: 'split', ...request, bound: chosen.map((part) => bind(part, site, context)), shape };
}

function bind(part: Part, site: UpdateCall, context: Context): BoundPart {
  return { name: part.role === 'params' ? part.base : context.freshName(part.base, site.call), node: part.node, element: part.element };
}

/** Arguments behind an optional chain whose start can't be asked for twice: a function takes them, if there is one to take them. */
function planOptionalCall(request: SplitRequest, context: Context): SplitPlan | undefined {
  const whole = asWhole(request, undefined, context);
  const parts = partsOf(whole, context);
  if (parts === undefined || clearsKeys(whole.changes)) return undefined;
  const isTyped = (context.unit.source.flags & ts.NodeFlags.JavaScriptFile) === 0;
  return { kind: 'split', ...whole, bound: parts.map((part) => bind(part, whole.site, context)), shape: { kind: 'optional-call', isTyped } };
}

/** The same with params that are taken apart when the program runs. */
function asWhole(request: SplitRequest, copiedBy: string | undefined, context: Context): SplitRequest {
  const { site, params } = request;
  if (params.kind === 'run-time') return { ...request, params: { ...params, copiedBy: params.copiedBy ?? copiedBy } };
  const assigned = params.kind === 'extracted' ? params.assignments.map(({ field }) => field) : [];
  const fields = [...new Set([...(fieldsIn(params.elements) ?? []), ...assigned])].map((field) => ({ field, name: context.freshName(field, site.call) }));
  return { ...request, params: { kind: 'run-time', fields, rest: context.freshName('rest', site.call), guardResult: undefined, copiedBy } };
}

function clearsKeys(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'clear-keys');
}

function shapeOf({ call }: UpdateCall, position: Position, binds: boolean, isGuarded: boolean): SplitShape {
  switch (position.kind) {
    case 'expression':
      // A function called on the spot ends the optional chain.
      return { kind: 'call-chain', present: undefined, goesOn: binds ? chainBehind(call) : undefined };
    case 'head':
      return binds ? { kind: 'chain', statement: position.statement } : { kind: 'call-chain', present: undefined, goesOn: undefined };
    case 'arrow-body':
      return binds ? { kind: 'arrow-body', arrow: position.arrow } : { kind: 'call-chain', present: undefined, goesOn: undefined };
    case 'statement': {
      const { statement, result } = position;
      if (waitsByChain(position, isGuarded)) return { kind: 'chain', statement };
      return { kind: result === 'kept' ? 'before' : 'after', statement };
    }
  }
}

/** Whether the second request of a statement's two waits for the first by `.then()`. */
function waitsByChain({ awaited, result }: Extract<Position, { kind: 'statement' }>, isGuarded: boolean): boolean {
  return !awaited || (isGuarded && result === 'kept');
}

/** What the last `?.` before the call asks for: where it is there, so is all before it. The SDK's methods always are. */
function lastLink({ call }: UpdateCall): ts.Expression | undefined {
  if (!isOptionalChain(call)) return undefined;
  for (let node: ts.Expression = call.expression; isOptionalChain(node); ) {
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node) && !ts.isCallExpression(node) && !ts.isNonNullExpression(node)) return undefined;
    if (!ts.isNonNullExpression(node) && node.questionDotToken !== undefined) return node.expression;
    node = node.expression;
  }
  return undefined;
}

/** Whether an expression can be evaluated once more, right away. */
function isSteady(node: ts.Expression, context: Context): boolean {
  const stability = stabilityOf(node, new Set(), context);
  return stability === 'constant' || stability === 'path' || stability === 'reactive';
}

/** What follows the call in the same optional chain, which its end would have ended, too. */
function chainBehind(call: ts.CallExpression): ts.Expression | undefined {
  let node: ts.Expression = call;
  while (ts.isNonNullExpression(node.parent)) node = node.parent;
  const { parent } = node;
  const isLink = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
  return isLink && parent.expression === node && isOptionalChain(parent) ? parent : undefined;
}
