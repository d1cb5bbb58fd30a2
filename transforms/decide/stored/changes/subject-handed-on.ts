import { ts } from 'ts-morph';
import type { MetadataField } from '../../../api-change.ts';
import { createShrinking, type Shrinking } from '../../../flow/shrinking.ts';
import { useOf, type Use } from '../../../flow/uses.ts';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { isGivenByHook, isHook, isHandlerName } from '../../../language/react.ts';
import { isWriteTarget, type Binding } from '../../../language/scope.ts';
import { accessOf, unwrap, wrapped, assignmentTo } from '../../../syntax.ts';
import { contains, nodesIn } from '../../../tree.ts';
import { perhaps, type Certainty } from '../../decision/certainty.ts';
import { mayRunBefore, type Before, type Sending } from '../before/happens-before.ts';
import { mentionsIn, pathOf, samePath, type Path } from '../../../values/paths/property-paths.ts';
import type { Fetch } from '../fetch/provenance.ts';
import { leadingIn, leads } from './can-reach-subject.ts';
import type { StoredRead } from '../fetch/stored-read.ts';
import { usageAtMost, usageOf } from '../../../values/usage/usage.ts';
import { NOTHING_IRRELEVANT, type Irrelevant } from '../../../values/usage/usage-domain.ts';
import { memoize, memoizeBy } from '../../../memoize.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';

/** What was read of a subject, and until when it is asked what becomes of it. */
export interface Asked {
  readonly stored: StoredRead;
  readonly fetched: Fetch;
  readonly site: Sending;
  readonly before: Before;
  readonly unit: Unit;
}

/**
 * Whether the subject, or something that leads to it, gets out of sight before the request, or its field is assigned.
 */
export function isHandedOn(asked: Asked): Certainty {
  const { stored, fetched, site, before, unit } = asked;
  const { scope } = unit;
  const held = new Set([...stored.holders, ...fetched.bindings]);
  const isFieldAssigned = scope.propertyWrites(stored.field).some((target) => {
    const object = accessOf(target)?.object;
    const binding = object === undefined ? undefined : scope.bindingOf(unwrap(object));
    return binding !== undefined && held.has(binding) && assignmentTo(target) !== undefined;
  });
  // What leads to it, too: `list.data = others`.
  const isPutInItsPlace = wholesOf(fetched, unit).some((whole) =>
    scope.propertyWrites(whole.names.at(-1) ?? '').some((target) => isOneOf([whole], target, unit)),
  );
  if (isFieldAssigned || isPutInItsPlace) return 'yes';
  const irrelevant =
    site.surface === 'frontend' ? butForTheField(stored.field, isCommon(stored.subject), unit) : undefined;
  for (const binding of held) {
    // Where it leads on to the read, what becomes of it is asked of the next one.
    const leaves = mentionsThatMayLeave(binding, unit).find(
      (reference) =>
        !fetched.way.has(reference) &&
        before.has(reference) &&
        usageOf(reference, site.params, unit, irrelevant) !== 'read',
    );
    if (leaves !== undefined) return perhaps(leaves);
  }
  return perhaps(mentionOut(asked));
}

/** The mentions of a variable by which what it holds, as a whole, may get out of sight. */
const mentionsThatMayLeave = memoizeBy(
  (binding: Binding, { graph }: Unit) => [graph, binding],
  ({ references, writes }, unit): readonly ts.Identifier[] => {
    const targets = new Set(writes.map(({ target }) => target));
    return references.filter(
      (reference) => !targets.has(reference) && !isOwner(reference) && usageAtMost(reference, unit) !== 'read',
    );
  },
);

/** `user.id`, `user!.id`, `(user as User).id` */
function isOwner(reference: ts.Identifier): boolean {
  const whole = wrapped(reference);
  return accessOf(whole.parent)?.object === whole;
}

/** A mention of what the subject can be reached from, by which that gets out of sight. */
function mentionOut(asked: Asked): ts.Expression | undefined {
  const { stored, fetched, site, before, unit } = asked;
  const wholes = wholesOf(fetched, unit);
  const isMeant = (node: ts.Expression): boolean => {
    if (fetched.way.has(node) || contains(node, site.call)) return false;
    if (isOneOf(wholes, node, unit)) return true;
    return leadingIn(evaluate(node, unit)).some((value) => !isFetchedElsewhere(value, fetched));
  };
  const irrelevant: Irrelevant = {
    ...(site.surface === 'frontend'
      ? butForTheField(stored.field, isCommon(stored.subject), unit)
      : NOTHING_IRRELEVANT),
    isLate: lateFor(asked),
  };
  const isAskedFor = (node: ts.Expression): boolean => isMeant(node) && mayRunBefore(node, site, before);
  const harmful = site.surface === 'frontend' ? [harmfulMentions(unit), harmfulReads(unit)] : [harmfulMentions(unit)];
  for (const some of harmful)
    for (const node of some.within(0, unit.source.end, isAskedFor))
      if (usageOf(node, site.params, unit, irrelevant) !== 'read' && !isOfAnother(node, asked)) return node;
  return undefined;
}

/** The mentions of variables in a file by which something may get out of sight. */
const harmfulMentions = memoize((unit: Unit) =>
  harmfulOf(
    mentionsIn(unit).map(({ node }) => node),
    unit,
  ),
);

/** The reads of what no variable of the file has, by which something may get out of sight: `window.Clerk.user`. */
const harmfulReads = memoize((unit: Unit) => harmfulOf(readsOfNoVariable(unit), unit));

function harmfulOf(all: readonly ts.Expression[], unit: Unit): Shrinking<ts.Expression> {
  return createShrinking(
    all,
    (node) => node.pos,
    // What other files do with what this one exports is a question for them.
    (node) => {
      const use = useOf(node);
      return use.kind !== 'exported' && !isKeptPrivate(use) && usageAtMost(node, unit) !== 'read';
    },
  );
}

/** `this.#user = user`: only the class reads it, and that is asked for by itself. */
function isKeptPrivate(use: Use): boolean {
  return use.kind === 'assigned' && accessOf(unwrap(use.target))?.name.startsWith('#') === true;
}

const USED_IN_STEPS: ReadonlySet<Use['kind']> = new Set(['part', 'method', 'called', 'name', 'written', 'asked']);

/** Whether a use leads on to what is asked for by itself, or to nobody. */
function isAskedForLater(use: Use, unit: Unit): boolean {
  if (use.kind === 'returned') return isEventHandler(use.from);
  // A variable's mentions are asked for, however it got its value.
  return (
    USED_IN_STEPS.has(use.kind) || (use.kind === 'assigned' && unit.scope.bindingOf(unwrap(use.target)) !== undefined)
  );
}

/** `<button onClick={() => save(theme)}>`: nobody gets what it returns. Of a component it is given to the component. */
function isEventHandler(fn: ts.Node): boolean {
  const attribute = ts.isExpression(fn) ? wrapped(fn).parent.parent : undefined;
  if (attribute === undefined || !ts.isJsxAttribute(attribute)) return false;
  return /^[a-z]+$/.test(attribute.parent.parent.tagName.getText()) && isHandlerName(attribute.name.getText());
}

/**
 * What globals and calls give, and the properties read from that: each as a whole. What gets a name is asked for by its
 * mentions.
 */
function readsOfNoVariable(unit: Unit): ts.Expression[] {
  const isRead = (node: ts.Node): node is ts.Expression => ts.isCallExpression(node) || accessOf(node) !== undefined;
  return nodesIn(unit.source, isRead).filter(
    (read) => !isAskedForLater(useOf(read), unit) && !isMethodWaitedFor(read, unit) && pathOf(read, unit) === undefined,
  );
}

/** `return await user.reload()`, `toast.promise(user.reload())`: a promise, or what a handler gives back to nobody. */
function isMethodWaitedFor(node: ts.Expression, unit: Unit): boolean {
  const object = ts.isCallExpression(node) ? accessOf(unwrap(node.expression))?.object : undefined;
  if (object === undefined || !leads(evaluate(object, unit))) return false;
  const use = useOf(node);
  return use.kind !== 'awaited' || useOf(use.to).kind === 'returned';
}

/**
 * Whether something comes from another call that fetched it: each gives objects of its own. The frontend's user is one.
 */
export function isFetchedElsewhere(value: SdkValue, { way, ends }: Fetch): boolean {
  if (way.size === 0) return false;
  for (let at: SdkValue | undefined = value; at !== undefined; at = at.from) {
    const { origin, unit } = at;
    if (ts.isCallExpression(origin) && evaluate(unwrap(origin.expression), unit).kind === 'sdk')
      return FETCHED.has(at.type) && !way.has(origin) && ends.every((end) => isOther(end, origin));
  }
  return false;
}

/**
 * Whether an end of the way gives nothing that another request made. What a function gets is there before what it
 * fetches; what one in sight does that fetches it, {@link isChangedByMaker} asks.
 */
function isOther(end: ts.Node, request: ts.Node): boolean {
  return ts.isCallExpression(end) || (ts.isParameter(end) && contains(end.parent, request));
}

/** What each call of the backend's makes anew. */
const FETCHED: ReadonlySet<SdkType> = new Set(['user', 'organization', 'user-list', 'organization-list']);

/** What holds the subject, by the name or path that it was taken out by. */
function wholesOf({ way }: Fetch, unit: Unit): Path[] {
  return [...way].flatMap((node) => (ts.isExpression(node) ? (pathOf(node, unit) ?? []) : []));
}

function isOneOf(wholes: readonly Path[], node: ts.Expression, unit: Unit): boolean {
  const path = pathOf(node, unit);
  return path !== undefined && wholes.some((whole) => samePath(whole, path));
}

/** What only happens afterwards does no harm. The frontend's user is one object, whoever changes it. */
export function lateFor({ site, before, unit }: Asked): Irrelevant['isLate'] {
  return (mention, does) =>
    (does === 'escape' || site.surface !== 'frontend') &&
    mention.getSourceFile() === unit.source &&
    !mayRunBefore(mention, site, before);
}

/**
 * What becomes of a read of the field, whoever's it is, is asked where it stands ({@link isObjectChanged}). On the
 * backend it isn't always: a function that is called is taken for one that has fetched its own user.
 */
const butForTheField = memoizeBy(
  (field: MetadataField, isCommon: boolean, unit: Unit) => [unit, field, isCommon],
  (field, isCommon, unit): Irrelevant => ({
    keys: new Set(),
    isLate: () => false,
    isAskedApart: (read) =>
      accessOf(read)?.name === field && read.getSourceFile() === unit.source && !isWriteTarget(read),
    // Whoever calls a hook gets the user from the SDK's hook just as well.
    givesWhatAllHave: isCommon ? isHook : undefined,
  }),
);

/** Whether any file gets a user in the way that this one did: a hook gave it, or the browser's global object has it. */
function isCommon({ type, origin, from }: SdkValue): boolean {
  return type === 'browser-global' || isGivenByHook(origin) || (from !== undefined && isCommon(from));
}

/** Whether what a function that is called before reads is a user of its own, whom it has fetched for itself. */
export function isOfAnother(node: ts.Expression, { stored, site, before, unit }: Asked): boolean {
  const root = pathOf(node, unit)?.root;
  const owner = before.calledAround(node);
  const declaration = root === 'this' ? undefined : root?.declaration;
  return (
    owner !== undefined &&
    declaration !== undefined &&
    site.surface !== 'frontend' &&
    contains(owner, declaration) &&
    !contains(owner, stored.subject.origin)
  );
}
