import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isWriteTarget } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { accessOf } from '../../syntax.ts';
import { containerOf, contains, loopsAround } from '../../tree.ts';
import { usageOf } from '../../values/usage/usage.ts';
import { once } from '../../memoize.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { isChangedAtOnce, turnOf } from './changed-at-once.ts';
import { isCollectedOn } from './foreign-receiver.ts';

/** What is looked for: that something inside of the object is changed, or that something is put in its place. */
export type Change = 'what is inside' | 'a property';

/**
 * What an expression reads: a variable or `this`, and the names of the properties on the way; undefined for one that
 * isn't fixed.
 */
export interface Reading {
  readonly root: ts.Expression;
  readonly names: readonly (string | undefined)[];
  /** What is evaluated beside it: computed names. */
  readonly beside: readonly ts.Expression[];
}

/** A part of an object that is sent late. */
export interface LatePart extends Pick<Reading, 'root' | 'names'> {
  readonly change: Change;
  /** Whether any part of that is meant. */
  readonly isAny: boolean;
  /** Whether that is a foreign object's method, and what it gives is asked about. */
  readonly isMethodGiving: boolean;
  /** Whether a mention is the one that is asked about. */
  readonly isItself: (mention: ts.Node) => boolean;
  /** The function that has made it, and has ended by then; undefined where that is the one that sends it. */
  readonly maker: ts.Node | undefined;
}

/**
 * Whether a mention of the root changes the object between the call and the metadata's own request, or lets anybody do
 * so who isn't known to leave it alone.
 *
 * @param declaredBy what declares the object in the function; undefined where it is there for others, too
 */
export function isChangedAt(
  mention: ts.Expression,
  { change, names, isAny, isMethodGiving, maker }: LatePart,
  declaredBy: () => ts.Declaration | undefined,
  site: UpdateCall,
  unit: Unit,
): boolean {
  const isOfProperty = change === 'a property' && !isAny;
  const { target, isAll } = followed(mention, names, isOfProperty ? undefined : unit);
  if (target === undefined || (isMethodGiving && isCollectedOn(target))) return false;
  const isSet = isWriteTarget(target) || (isOfProperty && useOf(target).kind === 'written');
  const part = (): ts.Expression => (isMethodGiving ? givenBy(target) : target);
  const isAtOnce = once(() => {
    const declaration = declaredBy();
    return isChangedAtOnce(part(), declaration && containerOf(declaration), site, unit);
  });
  const mayBeMeanwhile = (): boolean => {
    const declaration = declaredBy();
    const isMade = isOver(mention, declaration, maker);
    return !isMade && (isMeanwhile(mention, declaration, site, unit) || !isAtOnce());
  };
  if ((isSet && change === 'a property') || (isOfProperty && isAll)) return isSet && mayBeMeanwhile();
  // What is put there is another object, which may be changed at once: `(lists[id] ??= []).push(item)`.
  const kept = isSet ? keptBy(target) : undefined;
  if (isSet && kept === undefined) return false;
  const usage = usageOf(kept ?? part(), site.params, unit);
  if (usage === 'read') return false;
  if (usage === 'mutation' && mayBeMeanwhile()) return true;
  // Who has what gives an object doesn't have the object.
  if ((isMethodGiving && isWaitedFor(site.call)) || !isPutBefore(target, declaredBy(), site)) return false;
  const isThrough = (usage === 'mutation' || isWaitedFor(site.call)) && isAtOnce();
  // Whatever comes between the requests has to leave it alone.
  return !isThrough && !isChangedAtOnce(target, undefined, site, unit);
}

/** The assignment that gives what was there before, if it does. */
function keptBy(target: ts.Expression): ts.Expression | undefined {
  const use = useOf(target);
  return use.kind === 'written' ? use.kept : undefined;
}

/** The call of a method, whose result may be what it has given before; what is awaited is made anew. */
function givenBy(method: ts.Expression): ts.Expression {
  const use = useOf(method);
  return use.kind === 'called' && useOf(use.by).kind !== 'awaited' ? use.by : method;
}

/**
 * The expression at the end of the names (`isAll`), or as far as it goes; none where it goes elsewhere.
 *
 * @param past a file in which `Object.assign(object, …)` is gone past, which changes nothing inside of its properties
 */
function followed(
  mention: ts.Expression,
  names: Reading['names'],
  past: Unit | undefined,
): { readonly target: ts.Expression | undefined; readonly isAll: boolean } {
  let current = mention;
  for (const name of names) {
    let use = useOf(current);
    while (past !== undefined && use.kind === 'argument' && use.index === 0 && isAssigning(use.call, past)) {
      current = use.call;
      use = useOf(current);
    }
    if (use.kind !== 'part' && use.kind !== 'method') return { target: current, isAll: false };
    const read = accessOf(use.access)?.name;
    // A method may change what stands beside it, or give it.
    if (name === undefined && use.kind === 'method') return { target: current, isAll: false };
    if (name !== undefined && read !== undefined && name !== read)
      return { target: use.kind === 'method' ? current : undefined, isAll: false };
    current = use.access;
  }
  return { target: current, isAll: true };
}

function isAssigning(call: ts.CallExpression | ts.NewExpression, unit: Unit): boolean {
  return ts.isCallExpression(call) && isObjectAssign(call, unit);
}

/** Whether a change was made by what made the object, while it did. */
function isOver(change: ts.Expression, declaration: ts.Declaration | undefined, maker: ts.Node | undefined): boolean {
  return (
    maker !== undefined &&
    declaration !== undefined &&
    containerOf(declaration) === maker &&
    containerOf(change) === maker
  );
}

/** Whether a change may be made between the call and the metadata's own request. */
function isMeanwhile(
  change: ts.Expression,
  declaration: ts.Declaration | undefined,
  site: UpdateCall,
  unit: Unit,
): boolean {
  const container = containerOf(site.call);
  // Another function, or the same one called once more, may run at any time.
  if (
    declaration === undefined ||
    containerOf(declaration) !== container ||
    turnOf(containerOf(change), unit) !== container
  )
    return true;
  if (isWaitedFor(site.call)) return false;
  return isRepeated(change, declaration, site) || change.end > site.call.pos || !isDirect(change);
}

/** Whether an object is put somewhere before both requests are over: by what ran before, or by the code around. */
function isPutBefore(mention: ts.Expression, declaration: ts.Declaration | undefined, site: UpdateCall): boolean {
  const isAround = declaration !== undefined && containerOf(mention) === containerOf(site.call);
  return !isAround || !isWaitedFor(site.call) || mention.pos < site.call.pos || isRepeated(mention, declaration, site);
}

/** Whether a loop around the call comes to a place once more for the same object. */
function isRepeated(place: ts.Node, declaration: ts.Declaration, site: UpdateCall): boolean {
  return loopsAround(site.call).some((loop) => contains(loop, place) && !contains(loop, declaration));
}

/** Whether something is assigned where a mention stands: what gets it otherwise may change it later. */
function isDirect(mention: ts.Expression): boolean {
  let use = useOf(mention);
  while (use.kind === 'part') use = useOf(use.access);
  return use.kind === 'written';
}
