import { ts } from 'ts-morph';
import type { UpdateCall } from '../recognise/calls.ts';
import type { ParamElement } from '../recognise/params.ts';
import { isOptionalChain, nameText } from '../syntax.ts';
import type { Change } from './change.ts';
import type { Context } from './context.ts';
import { stabilityOf, type Stability } from './effects.ts';
import type { BoundPart, SplitPlan, SplitShape } from './plan.ts';
import { positionOf, type Position } from './position.ts';

/** A part of the call, in the order in which it is evaluated. */
interface Part {
  readonly role: 'receiver' | 'id' | 'metadata' | 'general';
  readonly node: ts.Expression;
  readonly element: ts.ObjectLiteralElementLike | undefined;
  readonly stability: Stability;
  /** The name to bind it to. */
  readonly base: string;
}

/**
 * Plans the two calls that take the place of one. Nothing runs twice or moves: what the metadata call needs after the general request
 * is evaluated before it unless it would give the same afterwards. Source: "Calls with general fields too".
 *
 * @returns undefined where a part that has to be bound has no value of its own to bind (a method, a computed name with effects)
 */
export function planSplit(
  site: UpdateCall, literal: ts.ObjectLiteralExpression, elements: readonly ParamElement[], method: string, changes: readonly Change[], context: Context,
): SplitPlan | undefined {
  const gone = new Set<ts.Node>(changes.flatMap((change) => (change.kind === 'remove-element' || change.kind === 'remove-argument' ? [change.node] : [])));
  const parts = partsOf(site, elements, gone, context);
  if (parts === undefined) return undefined;
  const chosen = partsToBind(parts);
  // What short-circuits in an optional chain must not be evaluated outside of it.
  if (isOptionalChain(site.call) && chosen.some((part) => part.role !== 'receiver')) return undefined;
  const shape = shapeOf(positionOf(site.call), chosen.length > 0);
  // The arguments of a function called on the spot can't see each other's names.
  if (shape.kind === 'call-chain' && chosen.length > 1 && chosen[0]?.role === 'receiver' && changes.some(({ kind }) => kind === 'clear-keys')) return undefined;
  const bound = chosen.map((part): BoundPart => ({ name: context.freshName(part.base), node: part.node, element: part.element }));
  return { kind: 'split', site, literal, elements, method, changes, bound, shape };
}

function shapeOf(position: Position, binds: boolean): SplitShape {
  switch (position.kind) {
    case 'expression':
      return { kind: 'call-chain' };
    case 'arrow-body':
      return binds ? { kind: 'arrow-body', arrow: position.arrow } : { kind: 'call-chain' };
    case 'statement': {
      const { statement, awaited, result } = position;
      if (!awaited) return { kind: 'chain', statement };
      return { kind: result === 'kept' ? 'before' : 'after', statement };
    }
  }
}

const ID_NAMES = { users: 'userId', organizations: 'organizationId', frontend: 'id' } as const;
const RECEIVER_NAMES = { users: 'users', organizations: 'organizations', frontend: 'user' } as const;

function partsOf(site: UpdateCall, elements: readonly ParamElement[], gone: ReadonlySet<ts.Node>, context: Context): Part[] | undefined {
  const part = (role: Part['role'], node: ts.Expression, base: string, element?: ts.ObjectLiteralElementLike): Part => ({
    role, node, element, base, stability: stabilityOf(node, gone, context),
  });
  const receiver = part('receiver', site.callee.object, RECEIVER_NAMES[site.surface]);
  // Whatever else changes, nothing swaps the SDK's own objects.
  const parts = [receiver.stability === 'path' ? { ...receiver, stability: 'constant' as const } : receiver];
  if (site.id !== undefined) parts.push(part('id', site.id, ID_NAMES[site.surface]));
  for (const { kind, node } of elements) {
    const role = kind === 'metadata' ? 'metadata' : 'general';
    const value = valueNode(node);
    if (value !== undefined) parts.push(part(role, value, identifierFor(nameText(node.name)), node));
    else if (stabilityOf(node, gone, context) !== 'constant') return undefined;
  }
  return parts;
}

function valueNode(element: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(element)) return nameText(element.name) === undefined ? undefined : element.initializer;
  if (ts.isShorthandPropertyAssignment(element)) return element.name;
  return ts.isSpreadAssignment(element) ? element.expression : undefined;
}

function identifierFor(name: string | undefined): string {
  return name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name) ? name : 'params';
}

/** Which parts get a name: from the last to the first, since what is bound pulls along what was evaluated before it. */
function partsToBind(parts: readonly Part[]): Part[] {
  const bound: Part[] = [];
  let effectFollows = false;
  for (const part of [...parts].reverse()) {
    if (part.role === 'general' ? isOvertaken(part, bound) : mustBind(part, effectFollows)) bound.unshift(part);
    effectFollows ||= part.stability === 'effect';
  }
  return bound;
}

/** Whether a part of the metadata call would give something else after the general request than where it stands. */
function mustBind({ stability }: Part, effectFollows: boolean): boolean {
  switch (stability) {
    case 'constant':
      return false;
    case 'path':
      return effectFollows;
    case 'moving':
    case 'effect':
      return true;
  }
}

/** Whether a general value would be evaluated after something bound that used to come behind it, and one of the two could tell. */
function isOvertaken(part: Part, later: readonly Part[]): boolean {
  if (part.stability === 'constant') return false;
  return part.stability === 'effect' ? later.length > 0 : later.some((other) => other.stability === 'effect');
}
