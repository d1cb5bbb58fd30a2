import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { originOf } from '../../flow/origins.ts';
import type { MergingKind } from '../../finding.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { metadataIn } from '../../recognise/params/elements.ts';
import { readParams } from '../../recognise/params/params.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isEmptyObject, isUndefinedLiteral, unwrap } from '../../syntax.ts';
import type { Change } from '../decision/change.ts';
import { wouldLoseComment } from '../decision/comments.ts';
import { isHeldToType } from './annotated-type.ts';
import { fitDeclared } from './fit-declared.ts';
import { keysSetBy, literalIn } from './held-literal.ts';
import { readRemoval } from './removal.ts';
import { readStored, type StoredRead } from '../stored/fetch/stored-read.ts';
import { isOnlyRead, isStoredValue } from '../stored/stored-value.ts';
import { sameSubject, subjectOfId, subjectOfObject } from '../stored/fetch/subject.ts';
import type { Unit } from '../../language/unit.ts';
import { keyOf, sameKeys, type Key } from '../../values/paths/property-paths.ts';

/** What there is to say of one place in a call of a merging method. */
export interface MergingAdvice {
  readonly kind: MergingKind;
  readonly node: ts.Node;
  readonly field: MetadataField;
  /**
   * `exact`: the changes leave the program what it is; `review`: they are what was probably meant; `manual`: there are
   * none.
   */
  readonly verdict: 'exact' | 'review' | 'manual';
  readonly changes: readonly Change[];
}

/** One metadata field of a call. */
interface FieldOfCall {
  readonly field: MetadataField;
  readonly site: UpdateCall;
  readonly unit: Unit;
}

/** Where an object literal's properties go. */
interface Place {
  /** The names below the field. */
  readonly path: readonly Key[];
  /** Whether nothing is written there before. */
  readonly isStart: boolean;
  /** Whether a type says which keys it has to have. */
  readonly isHeld: boolean;
}

/** What a call of a merging method does in vain, or does without need, in source order. */
export function adviseMergingCall(site: UpdateCall, unit: Unit): MergingAdvice[] {
  const params = readParams(site.params, site.surface, unit);
  if (params.kind !== 'literal' && params.kind !== 'variable') return [];
  const mayBeFilled = params.elements.some(({ kind }) => kind === 'metadata-spread');
  return metadataIn(params.elements)
    .filter(({ value }) => !(mayBeFilled && value !== undefined && isEmptyObject(unwrap(value))))
    .flatMap(({ field, value }) => (value === undefined ? [] : adviseField(value, { field, site, unit })));
}

function adviseField(value: ts.Expression, of: FieldOfCall): MergingAdvice[] {
  const { field, site, unit } = of;
  const keys = keysSetBy(value, site, unit) ?? new Set();
  const fits = (changes: readonly Change[]): boolean => {
    const fit = fitDeclared(value, changes, keys, { field, surface: site.surface }, unit);
    return changes.length === 0 || (fit.fits && fit.refused.length === 0);
  };
  return adviseValueOfField(value, of).map((advice) =>
    fits(advice.changes) ? advice : { ...advice, verdict: 'manual', changes: [] },
  );
}

function adviseValueOfField(value: ts.Expression, of: FieldOfCall): MergingAdvice[] {
  const node = unwrap(value);
  const { field, site, unit } = of;
  const literal = literalIn(node, site, unit);
  if (literal?.properties.length === 0)
    return [{ kind: 'empty-merge', node: literal, field, verdict: 'manual', changes: [] }];
  if (literal !== undefined)
    return adviseLiteral(literal, { path: [], isStart: true, isHeld: isHeldToType(literal, unit) }, of);
  if (ts.isCallExpression(node)) {
    const advice = adviseAssign(node, of);
    if (advice !== undefined) return [advice];
  }
  return adviseRemoval(value, value, of);
}

function adviseLiteral(literal: ts.ObjectLiteralExpression, place: Place, of: FieldOfCall): MergingAdvice[] {
  const { path } = place;
  const isHeld = place.isHeld || isHeldToType(literal, of.unit);
  return literal.properties.flatMap((element, index): MergingAdvice[] => {
    if (ts.isSpreadAssignment(element)) {
      const isAlone = path.length === 0 && literal.properties.length === 1;
      return adviseSpread(element, isAlone, { path, isStart: place.isStart && index === 0, isHeld }, of);
    }
    return ts.isPropertyAssignment(element)
      ? adviseValue(
          element.initializer,
          { path: [...path, keyOf(element.name, of.unit) ?? ''], isStart: true, isHeld },
          of,
        )
      : [];
  });
}

function adviseSpread(element: ts.SpreadAssignment, isAlone: boolean, place: Place, of: FieldOfCall): MergingAdvice[] {
  const { field, unit } = of;
  const { path, isStart, isHeld } = place;
  const read = readStored(element.expression, unit);
  if (read === undefined) {
    const removals = path.length === 0 ? adviseRemoval(element, element.expression, of) : [];
    return removals.length > 0
      ? removals
      : spreadBranchesOf(element.expression)
          .filter(ts.isObjectLiteralExpression)
          .flatMap((literal) => adviseLiteral(literal, place, of));
  }
  const isSamePlace = read.field === field && sameKeys(read.path, path);
  const relation = isSamePlace ? relationOf(read, of) : 'other';
  if (relation === 'other') return [];
  const change: Change = { kind: 'remove-element', node: element };
  if (isAlone || isHeld || wouldLoseComment(change))
    return [{ kind: 'stored-spread', node: element, field, verdict: 'manual', changes: [] }];
  const isProved = relation === 'stored' && isStart && isOnlyRead(element.expression, unit);
  return [{ kind: 'stored-spread', node: element, field, verdict: isProved ? 'exact' : 'review', changes: [change] }];
}

/**
 * Whether what a spread reads is what is stored for the call's subject, may be, or is another subject's, copied on
 * purpose. Merging the stored value into itself changes nothing, so without its spread the same is stored, whatever
 * comes behind it.
 */
function relationOf(read: StoredRead, { field, site, unit }: FieldOfCall): 'stored' | 'open' | 'other' {
  if (isStoredValue(read, field, site, unit) === 'yes') return 'stored';
  if (site.id === undefined) return 'open';
  if (read.subject.type !== (site.surface === 'organizations' ? 'organization' : 'user')) return 'other';
  const [source, target] = [subjectOfObject(read.subject, unit), subjectOfId(site.id, unit)];
  if (source === undefined || source.kind !== target?.kind) return 'open';
  return sameSubject(source, target, unit) ? 'open' : 'other';
}

/** `Object.assign({}, <stored>, …)`. */
function adviseAssign(call: ts.CallExpression, of: FieldOfCall): MergingAdvice | undefined {
  const [target, base, only, ...others] = call.arguments;
  if (!isObjectAssign(call, of.unit) || target === undefined || base === undefined || only === undefined)
    return undefined;
  const literal = unwrap(target);
  const read = isEmptyObject(literal) ? readStored(base, of.unit) : undefined;
  if (read?.field !== of.field || read.path.length > 0) return undefined;
  const relation = relationOf(read, of);
  if (relation === 'other') return undefined;
  // What isn't a literal may be null, or have more to it than its own properties.
  const isEnough = others.length === 0 && ts.isObjectLiteralExpression(unwrap(only));
  const change: Change = isEnough
    ? { kind: 'replace-by', node: call, by: only }
    : { kind: 'remove-argument', node: base };
  if (isHeldToType(call, of.unit) || wouldLoseComment(change))
    return { kind: 'stored-spread', node: base, field: of.field, verdict: 'manual', changes: [] };
  return {
    kind: 'stored-spread',
    node: base,
    field: of.field,
    verdict: relation === 'stored' && isOnlyRead(base, of.unit) ? 'exact' : 'review',
    changes: [change],
  };
}

/** A copy of the stored object without some keys, alone or spread: a merge doesn't miss them. */
function adviseRemoval(
  node: ts.Expression | ts.SpreadAssignment,
  copy: ts.Expression,
  of: FieldOfCall,
): MergingAdvice[] {
  const removal = readRemoval(copy, of.site, of.unit);
  if (removal === undefined) return [];
  const read = readStored(removal.source, of.unit);
  if (read?.field !== of.field || read.path.length > 0 || relationOf(read, of) === 'other') return [];
  const changes: Change[] = [{ kind: 'nulls', node, keys: removal.keys }, ...removal.changes];
  const keepsComments = !changes.some(wouldLoseComment);
  return [
    {
      kind: 'left-out-key',
      node,
      field: of.field,
      verdict: keepsComments ? 'review' : 'manual',
      changes: keepsComments ? changes : [],
    },
  ];
}

/** The value of a key: `undefined` at one of the places where it comes from, or an object with keys of its own. */
function adviseValue(value: ts.Expression, place: Place, of: FieldOfCall): MergingAdvice[] {
  const origin = originOf(value);
  if (origin.kind === 'object') return adviseLiteral(origin.literal, place, of);
  if (origin.kind === 'choice') return origin.of.flatMap((branch) => adviseValue(branch, place, of));
  if (!isUndefinedLiteral(unwrap(value))) return [];
  const changes: Change[] = [{ kind: 'undefined-to', node: value, other: 'null' }];
  return [{ kind: 'undefined-value', node: value, field: of.field, verdict: 'review', changes }];
}
