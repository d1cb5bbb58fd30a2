import { ts } from 'ts-morph';
import type { UpdateCall } from '../recognise/calls.ts';
import type { ParamElement } from '../recognise/params.ts';
import { isOptionalChain, nameText, walk, wrapped } from '../syntax.ts';
import type { Change } from './change.ts';
import type { Context } from './context.ts';
import { mayThrow, stabilityOf, suspends, type Stability } from './effects.ts';
import type { BoundPart, ChainStart, SplitParams, SplitPlan, SplitShape } from './plan.ts';
import { positionOf, type Position } from './position.ts';
import { usageOf } from './usage.ts';

/** What is to be split, before it is known what has to be bound first. */
export interface SplitRequest {
  readonly site: UpdateCall;
  readonly method: string;
  readonly changes: readonly Change[];
  readonly params: SplitParams;
}

/** A part of the call, in the order in which it is evaluated. */
interface Part {
  readonly role: 'receiver' | 'id' | 'metadata' | 'general' | 'params';
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
 * @returns undefined where a part that has to be bound has no value of its own to bind (an accessor, a computed name with effects),
 *   or would be evaluated although an optional chain ends before it
 */
export function planSplit(request: SplitRequest, context: Context): SplitPlan | undefined {
  const { site, changes, params } = request;
  const parts = partsOf(request, context);
  if (parts === undefined) return undefined;
  const position = positionOf(site.call);
  // An optional chain evaluates its arguments only where it doesn't end before.
  const bindsArguments = (bound: readonly Part[]): boolean => isOptionalChain(site.call) && bound.some(({ role }) => role !== 'receiver');
  const needed = partsToBind(parts, () => false);
  const isInFunction = needed.length > 0 && (position.kind === 'expression' || bindsArguments(needed));
  // The body of a function called on the spot can't wait for what its surroundings wait for.
  const chosen = isInFunction ? partsToBind(parts, ({ node }) => suspends(node)) : needed;
  const isConditional = bindsArguments(chosen);
  const present = isConditional ? chainStart(site, chosen, context) : undefined;
  if (isConditional && present === undefined) return undefined;
  if (isSentLate(request, context)) return undefined;
  const isGuarded = params.kind === 'run-time' && params.guardResult !== undefined;
  const shape: SplitShape = present === undefined ? shapeOf(position, chosen.length > 0, isGuarded) : { kind: 'call-chain', present, goesOn: undefined };
  const goesOn = shape.kind === 'call-chain' && chosen.length > 0 && isOptionalChain(site.call) && isOptionalChain(site.call.parent);
  if (goesOn && !ts.isPropertyAccessExpression(site.call.parent)) return undefined;
  // The arguments of a function called on the spot can't see each other's names.
  if (shape.kind === 'call-chain' && chosen.length > 1 && chosen[0]?.role === 'receiver' && changes.some(({ kind }) => kind === 'clear-keys')) return undefined;
  const bound = chosen.map((part): BoundPart => ({ name: part.role === 'params' ? part.base : context.freshName(part.base, site.call), node: part.node, element: part.element }));
  const continuation = goesOn && ts.isPropertyAccessExpression(site.call.parent) ? site.call.parent : undefined;
  return { kind: 'split', ...request, bound, shape: shape.kind === 'call-chain' ? { ...shape, goesOn: continuation } : shape };
}

function shapeOf(position: Position, binds: boolean, isGuarded: boolean): SplitShape {
  switch (position.kind) {
    case 'expression':
      return { kind: 'call-chain', present: undefined, goesOn: undefined };
    case 'arrow-body':
      return binds ? { kind: 'arrow-body', arrow: position.arrow } : { kind: 'call-chain', present: undefined, goesOn: undefined };
    case 'statement': {
      const { statement, awaited, result } = position;
      if (!awaited || (isGuarded && result === 'kept')) return { kind: 'chain', statement };
      return { kind: result === 'kept' ? 'before' : 'after', statement };
    }
  }
}

/**
 * Whether the metadata is an object that the code goes on to change while the general request is under way: the old call had sent it by then.
 * Where the call is awaited, or the function ends with it, nothing goes on.
 */
function isSentLate({ site, params }: SplitRequest, context: Context): boolean {
  const position = positionOf(site.call);
  const waits = ts.isAwaitExpression(wrapped(site.call).parent) || position.kind === 'arrow-body' || (position.kind === 'statement' && ts.isReturnStatement(position.statement));
  if (waits) return false;
  const values: ts.Node[] = params.kind === 'run-time' ? [site.params] : params.elements.flatMap(({ kind, node }) => (kind === 'general' ? [] : [node]));
  let changes = false;
  values.forEach((value) => {
    walk(value, (node) => {
      const binding = ts.isIdentifier(node) ? context.unit.scope.bindingOf(node) : undefined;
      changes ||= binding?.references.some((reference) => usageOf(reference, site.params, context) === 'mutation' && reference !== node) === true;
      return ts.isFunctionLike(node) ? 'skip' : undefined;
    });
  });
  return changes;
}

/** What an optional chain asks for first; undefined where it has to be bound and what is bound with it waits for something. */
function chainStart({ call, callee }: UpdateCall, chosen: readonly Part[], context: Context): ChainStart | undefined {
  const links: ts.Expression[] = [];
  for (let node: ts.Expression = callee.object; ; ) {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.questionDotToken !== undefined) links.unshift(node);
    if (!ts.isPropertyAccessExpression(node) && !ts.isNonNullExpression(node)) break;
    node = node.expression;
  }
  const [node] = links;
  if (node === undefined) return undefined;
  const stability = stabilityOf(node, new Set(), context);
  if (stability === 'constant' || stability === 'path') return { node, name: undefined };
  // The rest is evaluated in the function that gets the start of the chain.
  const isTaken = chosen.some((part) => part.role !== 'receiver' && suspends(part.node));
  return isTaken ? undefined : { node, name: context.freshName('start', call) };
}

const ID_NAMES = { users: 'userId', organizations: 'organizationId', frontend: 'id' } as const;
const RECEIVER_NAMES = { users: 'users', organizations: 'organizations', frontend: 'user' } as const;

function partsOf({ site, changes, params }: SplitRequest, context: Context): Part[] | undefined {
  const gone = new Set<ts.Node>(changes.flatMap((change) => (change.kind === 'remove-element' || change.kind === 'remove-argument' ? [change.node] : [])));
  const part = (role: Part['role'], node: ts.Expression, base: string, element?: ts.ObjectLiteralElementLike): Part => ({
    role, node, element, base, stability: stabilityOf(node, gone, context),
  });
  const receiver = part('receiver', site.callee.object, RECEIVER_NAMES[site.surface]);
  // Whatever else changes, nothing swaps the SDK's own objects.
  const parts = [receiver.stability === 'path' ? { ...receiver, stability: 'constant' as const } : receiver];
  if (site.id !== undefined) parts.push(part('id', site.id, ID_NAMES[site.surface]));
  switch (params.kind) {
    case 'run-time':
      return [...parts, part('params', site.params, patternOf(params))];
    case 'extracted':
      return parts;
    case 'literal': {
      for (const element of params.elements) {
        const value = valueNode(element);
        if (value !== undefined) parts.push(inPlace(part(element.kind === 'general' ? 'general' : 'metadata', value, nameFor(element), element.node), context));
        else if (stabilityOf(element.node, gone, context) !== 'constant') return undefined;
      }
      return parts;
    }
  }
}

/** What may throw has to do so before the general request. */
function inPlace(part: Part, context: Context): Part {
  return part.role === 'metadata' && part.stability === 'path' && mayThrow(part.node, context) ? { ...part, stability: 'moving' } : part;
}

/** `{ publicMetadata, privateMetadata: privateMetadata2, ...rest }`. */
function patternOf({ fields, rest }: Extract<SplitParams, { kind: 'run-time' }>): string {
  return `{ ${fields.map(({ field, name }) => (field === name ? field : `${field}: ${name}`)).join(', ')}, ...${rest} }`;
}

function valueNode({ node }: ParamElement): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) return nameText(node.name) === undefined ? undefined : node.initializer;
  if (ts.isShorthandPropertyAssignment(node)) return node.name;
  return ts.isSpreadAssignment(node) ? node.expression : undefined;
}

function nameFor({ kind, node }: ParamElement): string {
  const name = nameText(node.name);
  if (name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return kind === 'metadata-spread' ? 'metadata' : 'params';
}

/** Which parts get a name: from the last to the first, since what is bound pulls along what was evaluated before it. */
function partsToBind(parts: readonly Part[], alsoBind: (part: Part) => boolean): Part[] {
  const bound: Part[] = [];
  let effectFollows = false;
  for (const part of [...parts].reverse()) {
    if (alsoBind(part) || (part.role === 'general' ? isOvertaken(part, bound) : mustBind(part, effectFollows))) bound.unshift(part);
    effectFollows ||= part.stability === 'effect';
  }
  return bound;
}

/** Whether a part of the metadata call would give something else after the general request than where it stands. */
function mustBind({ role, stability }: Part, effectFollows: boolean): boolean {
  if (role === 'params') return true;
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
