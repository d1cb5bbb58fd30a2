import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import type { ParamElement } from '../../recognise/params/elements.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { nameText, unwrap, isAccess, valueOfMember } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import { leastStable, mayThrow, stabilityOf, type Stability } from '../../values/stability.ts';
import type { Change } from '../decision/change.ts';
import type { BoundPart, SplitRequest } from '../decision/plan.ts';
import { isSetMeanwhile } from './mutated-before-send.ts';
import { isNameableInType } from './pattern-type.ts';
import { isSteadyId, isSteadyReceiver } from './steady.ts';
import type { Unit } from '../../language/unit.ts';

/** A part of the call, in the order in which it is evaluated. */
export interface Part extends BoundPart {
  readonly role: 'receiver' | 'id' | 'metadata' | 'general' | 'params';
  readonly stability: Stability;
}

const ID_NAMES = { users: 'userId', organizations: 'organizationId', frontend: 'id' } as const;
const RECEIVER_NAMES = { users: 'users', organizations: 'organizations', frontend: 'user' } as const;

/** What changes remove, so that it isn't evaluated any more. */
export function goneBy(changes: readonly Change[]): ReadonlySet<ts.Node> {
  return new Set(
    changes.flatMap((change) =>
      change.kind === 'remove-element' || change.kind === 'remove-argument' ? [change.node] : [],
    ),
  );
}

/**
 * The parts of a call; undefined where one of them can't be bound: an accessor, a computed name with effects.
 *
 * @param left mentions of variables that are the same once the general request is done
 */
export function partsOf(
  { site, changes, params }: SplitRequest,
  left: ReadonlySet<ts.Node>,
  unit: Unit,
): Part[] | undefined {
  const gone = new Set([...goneBy(changes), ...left]);
  const part = (
    role: Part['role'],
    node: ts.Expression,
    base: string,
    element?: ts.ObjectLiteralElementLike,
  ): Part => ({ role, node, element, base, stability: stabilityOf(node, gone, unit) });
  // Without a general request nothing comes in between.
  const isAlone = params.kind === 'literal' && params.elements.every(({ kind }) => kind !== 'general');
  const receiver = part('receiver', site.callee.object, RECEIVER_NAMES[site.surface]);
  const isNamed = params.kind !== 'run-time' || !params.isAnnotated || isNameableInType(site.callee.object);
  const isSteady =
    isNamed &&
    (isAlone
      ? receiver.stability !== 'moving' && receiver.stability !== 'effect'
      : isSteadyReceiver(site.callee.object, left, unit));
  const parts = [readOnce(receiver, isSteady)];
  if (site.id !== undefined)
    parts.push(readOnce(part('id', site.id, ID_NAMES[site.surface]), isSteadyId(site.id, left, unit)));
  switch (params.kind) {
    case 'run-time':
      return [...parts, part('params', site.params, 'params')];
    case 'extracted':
      return parts;
    case 'literal': {
      const read = readFirst([
        ...(site.id === undefined ? [] : [site.id]),
        ...params.elements.filter(({ kind }) => kind === 'general').flatMap((element) => valueNode(element) ?? []),
      ]);
      for (const element of params.elements) {
        const value = valueNode(element);
        if (value !== undefined)
          parts.push(
            inPlace(
              part(element.kind === 'general' ? 'general' : 'metadata', value, nameFor(element), element.node),
              read,
              site,
              unit,
            ),
          );
        else if (stabilityOf(element.node, gone, unit) !== 'constant') return undefined;
      }
      return parts;
    }
  }
}

/** Both requests have to go to the same subject: what isn't known to stay the same is read once. */
function readOnce(part: Part, isSteady: boolean): Part {
  return { ...part, stability: isSteady ? 'constant' : leastStable([part.stability, 'moving']) };
}

/**
 * What may throw has to do so before the general request, and what the page's own objects hold may be something else
 * behind it, as may a property that others set.
 */
function inPlace(part: Part, read: ReadonlySet<string>, site: UpdateCall, unit: Unit): Part {
  if (part.role !== 'metadata' || part.stability !== 'path') return part;
  const isMoving =
    mayThrow(part.node, read, unit) ||
    (site.surface === 'frontend' && readsForeignObject(part.node, unit)) ||
    isSetMeanwhile(part.node, site, unit);
  return isMoving ? { ...part, stability: 'moving' } : part;
}

/**
 * Whether `node` reads a property of what isn't imported: of an input, which people type into,
 * or of an event, which loses its target.
 */
function readsForeignObject(node: ts.Node, unit: Unit): boolean {
  return someIn(node, (inner) => isAccess(inner) && !isOwnObject(unwrap(inner.expression), unit), ts.isFunctionLike);
}

function isOwnObject(node: ts.Expression, unit: Unit): boolean {
  const { kind } = declaredBy(unit.scope.declarationOf(node));
  return kind === 'imported' || kind === 'enum';
}

/** What the general request reads a property of, before it is sent: where that isn't there, it fails at once. */
function readFirst(values: readonly ts.Expression[]): ReadonlySet<string> {
  const read = new Set<string>();
  for (const value of values) {
    for (let node = unwrap(value); isAccess(node) && !ts.isOptionalChain(node); node = unwrap(node.expression)) {
      read.add(unwrap(node.expression).getText());
    }
  }
  return read;
}

function valueNode({ node }: ParamElement): ts.Expression | undefined {
  if (ts.isSpreadAssignment(node)) return node.expression;
  return nameText(node.name) === undefined ? undefined : valueOfMember(node);
}

function nameFor({ kind, node }: ParamElement): string {
  const name = nameText(node.name);
  if (name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return kind === 'metadata-spread' ? 'metadata' : 'params';
}

/** Which parts get a name: from the last to the first, since what is bound pulls along what was evaluated before it. */
export function partsToBind(parts: readonly Part[], alsoBind: (part: Part) => boolean): Part[] {
  const bound: Part[] = [];
  let effectFollows = false;
  for (const part of [...parts].reverse()) {
    if (alsoBind(part) || (part.role === 'general' ? isOvertaken(part, bound) : mustBind(part, effectFollows)))
      bound.unshift(part);
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
    case 'reactive':
    case 'moving':
    case 'effect':
      return true;
  }
}

/**
 * Whether a general value would be evaluated after something bound that used to come behind it, and one of the two
 * could tell.
 */
function isOvertaken(part: Part, later: readonly Part[]): boolean {
  if (part.stability === 'constant') return false;
  return part.stability === 'effect' ? later.length > 0 : later.some((other) => other.stability === 'effect');
}
