import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { fieldsIn } from '../../recognise/params/elements.ts';
import { metadataFieldsOf, type Params } from '../../recognise/params/params.ts';
import { isRemoval } from '../../recognise/params/object-changes.ts';
import { withoutRemoved } from '../../recognise/params/removed.ts';
import type { Source } from '../../recognise/params/source.ts';
import { followChanges } from '../../recognise/params/sources.ts';
import { isWriteTarget } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, nameText, assignmentTo } from '../../syntax.ts';
import { containerOf, contains, statementOf } from '../../tree.ts';
import type { FieldAssignment } from '../decision/plan.ts';

export type VariableParams = Extract<Params, { kind: 'variable' }>;

/** What becomes of a params variable on its way from its literal to the call. */
export interface Assembly {
  /**
   * The metadata fields that it may have when the call is made; undefined where it was handed out before, and may have
   * any.
   */
  readonly fields: readonly MetadataField[] | undefined;
  /** Whether it may have anything but metadata. */
  readonly hasGeneral: boolean;
  /** The fields that it has for certain. */
  readonly certain: ReadonlySet<MetadataField>;
  /** Assignments of metadata in a straight line from the declaration to the call. */
  readonly assignments: readonly FieldAssignment[];
  /** Whether nothing but the literal, those assignments and the call has to do with its metadata. */
  readonly isStraight: boolean;
}

/**
 * What one mention of the variable does: it is looked at, may be given other general fields, or any, is assigned one,
 * or loses one.
 */
type Mention =
  | { readonly kind: 'general' | 'other-use' | 'handed' | 'escape' }
  | { readonly kind: 'removal'; readonly field: MetadataField }
  | { readonly kind: 'field'; readonly field: MetadataField; readonly assignment: FieldAssignment | undefined };

export function readAssembly(params: VariableParams, site: UpdateCall, unit: Unit): Assembly {
  const fields = withoutRemoved(site.params, metadataFieldsOf(site.surface), unit);
  const mentions = params.binding.references
    .filter((reference) => !contains(site.params, reference))
    .flatMap((reference) => readMention(reference, { params, site, fields, unit }));
  const written = mentions.filter((mention) => mention.kind === 'field');
  const literalFields = fieldsIn(params.elements);
  const removed = new Set(mentions.flatMap((mention) => (mention.kind === 'removal' ? [mention.field] : [])));
  const mayHaveOthers = literalFields === undefined || mentions.some(({ kind }) => kind === 'escape');
  const isHanded = mentions.some(({ kind }) => kind === 'handed');
  const assignments = written.flatMap(({ assignment }) => assignment ?? []);
  const literalCertain = params.elements.flatMap((element) => (element.kind === 'metadata' ? [element.field] : []));
  const all = [...(literalFields ?? []), ...written.map(({ field }) => field)];
  return {
    fields: mayHaveOthers ? undefined : [...new Set(all)],
    hasGeneral:
      mayHaveOthers ||
      isHanded ||
      params.elements.some(({ kind }) => kind === 'general' || kind === 'mixed') ||
      mentions.some(({ kind }) => kind === 'general'),
    certain: new Set(
      isHanded
        ? []
        : [...literalCertain, ...assignments.map(({ field }) => field)].filter((field) => !removed.has(field)),
    ),
    assignments,
    isStraight:
      !mayHaveOthers &&
      assignments.length === written.length &&
      new Set(all).size === all.length &&
      mentions.every(({ kind }) => kind === 'general' || kind === 'field') &&
      params.elements.every(({ kind }) => kind === 'metadata' || kind === 'general') &&
      containerOf(params.declaration) === containerOf(site.call),
  };
}

/** A params variable on its way to the call. */
interface OnTheWay {
  readonly params: VariableParams;
  readonly site: UpdateCall;
  readonly fields: readonly MetadataField[];
  readonly unit: Unit;
}

function readMention(reference: ts.Identifier, { params, site, fields, unit }: OnTheWay): Mention[] {
  const { parent } = reference;
  const access = accessOf(parent);
  if (access?.object === reference && isWriteTarget(parent as ts.Expression)) {
    const field = fields.find((candidate) => candidate === access.name);
    if (field === undefined) return [{ kind: 'general' }];
    if (isRemoval(parent as ts.Expression)) return [{ kind: 'removal', field }];
    return [{ kind: 'field', field, assignment: straightAssignment(parent as ts.Expression, field, params, site) }];
  }
  return [
    { kind: 'other-use' },
    ...followChanges(reference, site.params, unit).flatMap((source) => mentionsBehind(source, fields)),
  ];
}

/** What is done to the object behind one of its mentions. */
function mentionsBehind(source: Source, fields: readonly MetadataField[]): Mention[] {
  const given = (name: string | undefined): Mention[] => {
    const field = fields.find((candidate) => candidate === name);
    if (name === undefined) return [{ kind: 'escape' }];
    if (field === undefined) return [{ kind: 'handed' }];
    return source.without?.has(field) === true ? [] : [{ kind: 'field', field, assignment: undefined }];
  };
  switch (source.kind) {
    case 'assigned':
      return given(source.name);
    case 'literal':
      return source.literal.properties
        .filter((property) => !ts.isSpreadAssignment(property))
        .flatMap((property) => given(nameText(property.name)));
    case 'general':
      return [{ kind: 'handed' }];
    case 'unseen':
      return [{ kind: 'escape' }];
    case 'missing':
    case 'typed':
      return [];
  }
}

/**
 * `params.field = value;` in the block of the declaration and before the call, which is in that block or inside of it.
 */
function straightAssignment(
  target: ts.Expression,
  field: MetadataField,
  params: VariableParams,
  site: UpdateCall,
): FieldAssignment | undefined {
  const assignment = assignmentTo(target);
  const statement = assignment?.parent;
  if (
    assignment === undefined ||
    statement === undefined ||
    !ts.isExpressionStatement(statement) ||
    statement.parent !== statementOf(params.declaration)?.parent
  )
    return undefined;
  return statement.end <= site.call.pos ? { field, statement, value: assignment.right } : undefined;
}
