import { ts } from 'ts-morph';
import type { MetadataField } from '../../../api-change.ts';
import { propertiesNamed } from '../../../language/properties.ts';
import { isInTemplate } from '../../../language/template.ts';
import { accessOf, unwrap, assignmentTo } from '../../../syntax.ts';
import { containerOf, contains } from '../../../tree.ts';
import { anyOf, certainly, perhaps, type Certainty } from '../../decision/certainty.ts';
import { butForOtherWays, mayRunBefore, whatRunsBefore, type Sending } from '../before/happens-before.ts';
import { isWaitedFor } from '../before/waited-for.ts';
import { anyGiving, type Giving } from './given-by-callers.ts';
import { fetchOf, type Fetch } from '../fetch/provenance.ts';
import { isStale } from './intervening-writes.ts';
import { isChangedByMaker } from './changed-by-maker.ts';
import type { StoredRead } from '../fetch/stored-read.ts';
import { usageAtMost, usageOf, usageOfBinding } from '../../../values/usage/usage.ts';
import { namesIn, type Irrelevant, type Naming } from '../../../values/usage/usage-domain.ts';
import { memoizeBy } from '../../../memoize.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';
import { isFetchedElsewhere, isHandedOn, isOfAnother, lateFor, type Asked } from './subject-handed-on.ts';

/** What the call sends does to what is stored. */
export interface Sent {
  /** The keys that it sets whatever is stored there, so that it doesn't matter what that is. */
  readonly keys: ReadonlySet<string>;
  /** Whether another call, that writes metadata, changes nothing but these. */
  readonly covers: (write: ts.CallExpression) => boolean;
}

const NOTHING_SENT: Sent = { keys: new Set(), covers: () => false };

/**
 * Whether what was read from the subject is something else by now than what is stored when the call is made: somebody
 * in this file changed the object, it went where it may be changed, or the field was written in between.
 */
export function changeOf(stored: StoredRead, site: Sending, unit: Unit, sent: Sent = NOTHING_SENT): Certainty {
  if (unit.scope.hasHiddenWrites()) return 'yes';
  const fetched = fetchOf(stored, site, unit);
  const before = butForOtherWays(whatRunsBefore(site, unit), fetched.at, site);
  const asked: Asked = { stored, fetched, site, before, unit };
  const change = anyOf(
    () => certainly(site.surface !== 'frontend' && isChangedByMaker(stored, fetched, unit)),
    () => isStale(stored, fetched, site, unit, sent.covers),
    () => isObjectChanged(asked, sent.keys),
    () => isHandedOn(asked),
    () => (site.surface === 'frontend' ? 'no' : anyGiving(fetched, asked, (by) => isChangedByCaller(by, sent.keys))),
  );
  // Markup may well be there to change what it is given: a field of a form.
  return typeof change === 'object' && isInTemplate(change.perhaps, unit) ? 'yes' : change;
}

/**
 * Whether the field's object, of any subject, is changed anywhere in the file, or an alias of it leaves the file's
 * sight.
 */
function isObjectChanged(asked: Asked, keys: ReadonlySet<string>): Certainty {
  const { stored, fetched, site, before, unit } = asked;
  const { aliases, path, read } = stored;
  const runsBefore = (node: ts.Node): boolean => mayRunBefore(node, site, before);
  const isShared = isPartOfGiven(fetched);
  const isLate = isShared ? (): boolean => false : lateFor(asked);
  const irrelevant: Irrelevant = { keys: path.length === 0 ? keys : NOTHING_SENT.keys, isLate };
  const ofRead: Irrelevant = { ...irrelevant, keys };
  const changeByName = ({ binding, share }: Naming): Certainty => {
    if (binding === undefined || (share === 'whole' && usageAtMost(binding, unit) === 'read')) return 'no';
    const usage = usageOfBinding(binding, site.params, unit, irrelevant, share);
    if (usage !== 'escape') return certainly(usage === 'mutation');
    return perhaps(
      binding.references.find(
        (use) => runsBefore(use) && usageOf(use, site.params, unit, irrelevant, share) === 'escape',
      ),
    );
  };
  // The browser's user is one and the same in every file.
  if (site.surface === 'frontend' && isChangedElsewhere(asked, ofRead)) return 'yes';
  const isElsewhere = (owner: ts.Expression | undefined): boolean => {
    const value = owner === undefined ? undefined : evaluate(unwrap(owner), unit);
    return value?.kind === 'sdk' && !isShared && isFetchedElsewhere(value, fetched);
  };
  let change: Certainty = anyOf(
    ...aliases.map((binding) => (): Certainty => changeByName({ binding, share: 'whole' })),
  );
  for (const node of mentionsOfField(stored.field, unit.source)) {
    if (change === 'yes') break;
    // What becomes of the read itself is what the patch form is about.
    if (node === read) continue;
    if (!ts.isBindingElement(node)) {
      const atMost = usageAtMost(node, unit);
      if (atMost === 'read' || (atMost === 'escape' && change !== 'no') || isElsewhere(accessOf(node)?.object))
        continue;
      const usage = usageOf(node, site.params, unit, ofRead);
      if (usage === 'read' || isLate(node, usage)) continue;
      if (usage === 'escape' && isOfAnother(node, asked)) continue;
      change = anyOf(
        () => change,
        () => (usage === 'mutation' ? certainly(!fillsAnother(node, unit)) : perhaps(node)),
      );
      continue;
    }
    const owner = node.parent.parent;
    if (ts.isVariableDeclaration(owner) && isElsewhere(owner.initializer)) continue;
    change = anyOf(
      () => change,
      ...namesIn(node.name, unit, 'whole', irrelevant.keys).map((naming) => (): Certainty => changeByName(naming)),
    );
  }
  return change;
}

/**
 * Whether a parameter only holds the user, as a context does: whoever puts him there, or gets him from there, may change
 * him, and every function of the file may be one of them.
 */
function isPartOfGiven({ at, way }: Fetch): boolean {
  const isTaken = (node: ts.Node): boolean => ts.isBindingElement(node) || accessOf(node) !== undefined;
  return ts.isParameter(at) && [...way].some(isTaken);
}

/** Whether who hands a user on, or made it for him, has changed the field's object before, or let it out of sight. */
function isChangedByCaller(giving: Giving, keys: ReadonlySet<string>): Certainty {
  const { stored, fetched, site, unit } = giving;
  const inTime = whatRunsBefore(site, unit);
  // What isn't waited for may read it after all that its caller does.
  const has = (node: ts.Node): boolean => inTime.has(node) || contains(containerOf(site.call), node);
  const asked: Asked = { ...giving, before: isWaitedFor(site.call) ? inTime : { ...inTime, has } };
  return anyOf(
    () => certainly(isChangedByMaker(stored, fetched, unit)),
    () => isObjectChanged(asked, keys),
    () => isHandedOn(asked),
  );
}

/** Whether code of another file that runs before changes the field's object in place. */
function isChangedElsewhere({ stored, before, site }: Asked, irrelevant: Irrelevant): boolean {
  return before.elsewhere().some(({ node: code, unit }) =>
    mentionsOfField(stored.field, unit.source)
      .filter((mention) => contains(code, mention))
      .some((mention) => {
        if (!ts.isBindingElement(mention)) return usageOf(mention, site.params, unit, irrelevant) === 'mutation';
        return namesIn(mention.name, unit, 'whole', irrelevant.keys).some(
          ({ binding, share }) =>
            binding !== undefined && usageOfBinding(binding, site.params, unit, irrelevant, share) === 'mutation',
        );
      }),
  );
}

/** Where a file reads a field of any subject, or takes it out by a pattern, in source order. */
const mentionsOfField = memoizeBy(
  (field: MetadataField, source: ts.SourceFile) => [source, field],
  (field, source): readonly (ts.Expression | ts.BindingElement)[] => {
    const { accesses, taken } = propertiesNamed(field, source);
    return [...accesses, ...taken].sort((a, b) => a.pos - b.pos);
  },
);

/**
 * `params.publicMetadata = …` fills some other object; `delete` and counting don't, nor does what is assigned to a
 * signed-in user, whichever read gave that.
 */
function fillsAnother(node: ts.Expression, unit: Unit): boolean {
  const object = unwrap(accessOf(node)?.object ?? node);
  if (assignmentTo(node) === undefined || !ts.isIdentifier(object)) return false;
  const value = evaluate(object, unit);
  return value.kind !== 'sdk' || value.type !== 'frontend-user';
}
