import { type ts } from 'ts-morph';
import { SURFACES, type MetadataField, type Surface } from '../../api-change.ts';
import { mayBeRead, mayHaveMember } from '../../recognise/test-doubles/double-types.ts';
import { contentOf } from '../../recognise/test-doubles/contents.ts';
import {
  objectRead,
  type Definition,
  type Doubles,
  type DoubleSite,
} from '../../recognise/test-doubles/double-sites.ts';
import type { Expectation } from '../../recognise/test-doubles/expectations.ts';
import { innermostMaker, isMockMaker } from '../../recognise/frameworks/mocks.ts';
import { exportsAnything } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { nameText, valueOfMember } from '../../syntax.ts';
import { ifExact, type Cause, type Decision } from '../decision/decision.ts';
import { metadataMethodsOf, type TestedCalls, type TestedCode } from './tested-code.ts';

/** What is written for a test double. */
export type DoublePlan =
  /** The method's name becomes another. */
  | { readonly kind: 'rename-double'; readonly nameNode: ts.Node; readonly method: string }
  /** The double gets further methods behind the one that it has. */
  | {
      readonly kind: 'add-doubles';
      readonly definition: Definition;
      readonly methods: readonly [string, ...string[]];
      readonly value: string;
    };

export interface DecidedDouble {
  readonly surface: Surface;
  readonly node: ts.Node;
  readonly fields: readonly MetadataField[];
  readonly decision: Decision<DoublePlan>;
}

/**
 * How a surface's doubles have to change: with the one method that took the place of the old, or by getting others
 * beside it.
 */
type Mapping =
  | { readonly kind: 'none' }
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'follow'; readonly target: string }
  | { readonly kind: 'both'; readonly targets: readonly string[] };

/**
 * Decides about every double of a file. Nothing that a test expects is dropped or loosened; what can't follow is left
 * for a person.
 *
 * @param sendsNone whether nothing in the repository sends metadata by a surface's general update
 */
export function decideDoubles(
  { sites, unproven, handedOut, unplaced }: Doubles,
  tested: TestedCode,
  sendsNone: (surface: Surface) => boolean,
  exact: boolean,
  unit: Unit,
): DecidedDouble[] {
  const mapping = (surface: Surface): Mapping => mappingOf(tested.on[surface], surface, sendsNone, unit);
  const keeping = new Set(sites.filter((site) => keepsName(site, mapping(site.surface), unit)));
  // What isn't known to be read off another double may be read off one that keeps its name.
  const kept = new Set([
    ...unplaced,
    ...[...keeping].flatMap(({ kind, surface }) => (kind === 'definition' ? surface : [])),
  ]);
  const decided = sites.flatMap((site) =>
    keeping.has(site) || (kept.has(site.surface) && isUnlinked(site))
      ? [left(site.surface, site.node, 'double-unresolved', fieldsOf(site))]
      : decideSite(site, sites, mapping(site.surface), tested, unit),
  );
  const made = handedOut
    .filter(({ surface }) => mapping(surface).kind !== 'none')
    .map(({ surface, node }) => left(surface, node, 'double-unresolved'));
  const open = unproven.map(({ surface, expectation }) =>
    left(surface, expectation.node, 'expectation-names-metadata', expectation.fields),
  );
  return [...decided, ...made, ...open].map((double) => ({ ...double, decision: ifExact(double.decision, exact) }));
}

function mappingOf(
  { targets, isGeneralCalled, needsDecision }: TestedCalls,
  surface: Surface,
  sendsNone: (surface: Surface) => boolean,
  unit: Unit,
): Mapping {
  // A test that knows a new method already has been seen to by somebody.
  const isSeenTo = metadataMethodsOf(surface).some((method) => unit.text.includes(method));
  if (needsDecision) return isSeenTo ? { kind: 'none' } : { kind: 'unresolved' };
  if (targets.size === 0 && !isGeneralCalled)
    return isSeenTo || sendsNone(surface) ? { kind: 'none' } : { kind: 'unresolved' };
  const [target, ...others] = [...targets];
  if (target === undefined) return { kind: 'none' };
  return others.length === 0 && !isGeneralCalled
    ? { kind: 'follow', target }
    : { kind: 'both', targets: [...targets].sort() };
}

function decideSite(
  site: DoubleSite,
  all: readonly DoubleSite[],
  mapping: Mapping,
  tested: TestedCode,
  unit: Unit,
): DecidedDouble[] {
  const { isStripped, isPutOff } = tested.on[site.surface];
  switch (mapping.kind) {
    case 'none':
      return leftExpectations(site);
    case 'unresolved':
      return site.kind === 'mention' ? leftExpectations(site) : [left(site.surface, site.node, 'double-unresolved')];
    case 'follow':
      return follow(site, mapping.target, isStripped, !isPutOff && isProvable(tested, unit));
    case 'both':
      return both(site, all, mapping.targets, isStripped, unit);
  }
}

/** Whether it isn't in sight which double a site is about. */
function isUnlinked(site: DoubleSite): boolean {
  return site.kind === 'spy' || (site.kind === 'mention' && site.literal === undefined);
}

/** Whether another file or a class makes the double, or its type doesn't let it have the new methods. */
function keepsName(site: DoubleSite, mapping: Mapping, unit: Unit): boolean {
  if (mapping.kind === 'none' || mapping.kind === 'unresolved') return false;
  if (site.kind !== 'definition' && site.isMadeElsewhere) return true;
  const targets = mapping.kind === 'follow' ? [mapping.target] : mapping.targets;
  const literal = site.kind === 'spy' ? undefined : site.literal;
  const object = site.kind === 'definition' ? undefined : objectRead(site);
  return !targets.every(
    (target) =>
      (literal === undefined || mayHaveMember(literal, target, unit)) &&
      (object === undefined || mayBeRead(object, [target], unit)),
  );
}

/** Whether nothing but the code in sight has to do with the file's doubles. */
function isProvable({ isComplete }: TestedCode, unit: Unit): boolean {
  return isComplete && !exportsAnything(unit.source);
}

/** One method took the place of the general update in all of the tested code. */
function follow(site: DoubleSite, target: string, isStripped: boolean, isProvable: boolean): DecidedDouble[] {
  if (site.kind === 'definition' && siblingsOf(site).has(target)) return leftExpectations(site);
  const causes: Cause[] = isProvable ? [] : [{ code: 'double-follows-call', node: site.node }];
  if (isStripped) causes.push(...withoutStored(site));
  return [renamed(site, target, causes)];
}

/** Where the stored keys may be expected that the code doesn't send any more. */
function withoutStored(site: DoubleSite): Cause[] {
  const named = expectationsOf(site)
    .filter(namesFields)
    .map(({ node }) => node);
  const nodes = named.length > 0 || site.kind === 'mention' ? named : [site.node];
  return nodes.map((node) => ({ code: 'double-without-stored', node }));
}

/** The tested code calls several methods now. */
function both(
  site: DoubleSite,
  all: readonly DoubleSite[],
  targets: readonly string[],
  isStripped: boolean,
  unit: Unit,
): DecidedDouble[] {
  const [target, ...others] = targets;
  switch (site.kind) {
    case 'definition':
      return [...added(site, all, targets, unit), ...leftExpectations(site)];
    case 'spy':
      return [
        ...(targets.every((method) => unit.text.includes(method))
          ? []
          : [left(site.surface, site.node, 'double-unresolved')]),
        ...leftExpectations(site),
      ];
    case 'mention': {
      const { expectation } = site;
      if (target === undefined || others.length > 0 || expectation?.isMetadataOnly !== true)
        return leftExpectations(site);
      const causes: Cause[] = [{ code: 'double-follows-call', node: site.node }];
      if (isStripped) causes.push(...withoutStored(site));
      return [renamed(site, target, causes)];
    }
  }
}

/** The methods that a double lacks, beside the one that it has. */
function added(site: Definition, all: readonly DoubleSite[], targets: readonly string[], unit: Unit): DecidedDouble[] {
  const siblings = siblingsOf(site);
  const [target, ...others] = targets.filter((method) => !siblings.has(method));
  if (target === undefined) return [];
  const value = mockLike(site, unit);
  if (value === undefined) return [left(site.surface, site.node, 'double-unresolved')];
  const causes = [site.node, ...unclearExpectations(site, all)].map((node): Cause => ({
    code: 'double-needs-both',
    node,
  }));
  return [
    {
      surface: site.surface,
      node: site.node,
      fields: [],
      decision: {
        kind: 'rewrite',
        plan: { kind: 'add-doubles', definition: site, methods: [target, ...others], value },
        causes,
      },
    },
  ];
}

/**
 * Expectations that say nothing of the arguments, and so not which of the methods they mean. They are listed with a
 * surface's first double.
 */
function unclearExpectations(site: Definition, all: readonly DoubleSite[]): ts.Node[] {
  const same = all.filter(({ surface }) => surface === site.surface);
  if (same.find(({ kind }) => kind === 'definition') !== site) return [];
  const unclear = same.flatMap(expectationsOf).filter((expectation) => !expectation.hasArguments);
  return [...new Set(unclear.map(({ node }) => node))];
}

/** The text of a mock like the one that a definition has; undefined where it isn't made by a library. */
function mockLike({ node }: Definition, unit: Unit): string | undefined {
  const value = valueOfMember(node);
  if (value === undefined) return undefined;
  if (isMockMaker(value)) return value.getText(unit.source);
  return innermostMaker(contentOf(value, unit))?.getText(unit.source);
}

function siblingsOf({ literal }: Definition): Set<string> {
  return new Set(literal.properties.flatMap(({ name }) => nameText(name) ?? []));
}

function renamed(site: DoubleSite, target: string, causes: readonly Cause[]): DecidedDouble {
  const plan: DoublePlan = {
    kind: 'rename-double',
    nameNode: site.kind === 'definition' ? site.node.name : site.nameNode,
    method: target,
  };
  return {
    surface: site.surface,
    node: site.node,
    fields: fieldsOf(site),
    decision: { kind: 'rewrite', plan, causes },
  };
}

function fieldsOf(site: DoubleSite): MetadataField[] {
  return [...new Set(expectationsOf(site).flatMap(({ fields }) => fields))];
}

function expectationsOf(site: DoubleSite): readonly Expectation[] {
  if (site.kind !== 'mention') return site.expectations;
  return site.expectation === undefined ? [] : [site.expectation];
}

function namesFields({ fields }: Expectation): boolean {
  return fields.length > 0;
}

/** Metadata that stays expected of the general update, which doesn't take it any more. */
function leftExpectations(site: DoubleSite): DecidedDouble[] {
  return expectationsOf(site)
    .filter(namesFields)
    .map(({ node, fields }) => left(site.surface, node, 'expectation-names-metadata', fields));
}

function left(
  surface: Surface,
  node: ts.Node,
  code: Cause['code'],
  fields: readonly MetadataField[] = [],
): DecidedDouble {
  return {
    surface,
    node,
    fields: fields.filter((field) => (SURFACES[surface].fields as readonly MetadataField[]).includes(field)),
    decision: { kind: 'refusal', causes: [{ code, node }] },
  };
}
