import { ts } from 'ts-morph';
import type { MetadataField } from '../api-change.ts';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import { fieldsIn, metadataIn, type MetadataValue, type ParamElement } from '../recognise/params/elements.ts';
import { membersOf } from '../recognise/params/listed-members.ts';
import { originsOf, type Origin } from '../recognise/params/metadata-origins.ts';
import { metadataFieldsOf, readParams, type ListedParams, type Params } from '../recognise/params/params.ts';
import { evaluateProperty } from '../recognise/evaluator/evaluator.ts';
import type { SdkValue } from '../recognise/sdk/value.ts';
import { nameText, unwrap } from '../syntax.ts';
import { contains, statementOf } from '../tree.ts';
import { readAssembly, type Assembly, type VariableParams } from './split/params-construction.ts';
import type { Change } from './decision/change.ts';
import { hasComment } from './decision/comments.ts';
import type { Context } from './decision/context.ts';
import { isUnderDirective } from './decision/directives.ts';
import { stabilityOf } from '../values/stability.ts';
import { decideMetadataCall, refuseNeverAccepted } from './metadata-call.ts';
import { isHeldToProperties } from './patch/annotated-type.ts';
import type { CallDecision, SplitParams } from './decision/plan.ts';
import { dropCast, fillRequired } from './required-field.ts';
import { decideRunTimeSplit } from './split/run-time-split.ts';
import { planSplit } from './split/split.ts';
import { goneBy } from './split/split-parts.ts';
import type { Unit } from '../language/unit.ts';
import { decideListed, despiteCast, fittingChanges, writable } from './decide-listed.ts';

/** What is to be done with a call, and the metadata fields that it writes. */
export interface Decided {
  readonly fields: readonly MetadataField[];
  readonly decision: CallDecision;
}

/** Decides about one call; undefined where it provably carries no metadata and so is nobody's business. */
export function decide(site: UpdateCall, context: Context): Decided | undefined {
  const params = readParams(site.params, site.surface, context.unit);
  if (
    params.kind === 'none' ||
    (params.kind === 'hidden' && writable(params.origins, site).length === 0) ||
    isNeverAcceptedByType(params, site)
  )
    return undefined;
  const fields = fieldsOf(params, site, context.unit);
  if (fields?.length === 0) return undefined;
  if (site.receiver === undefined) {
    return {
      fields: fields ?? [],
      decision: { kind: 'refusal', causes: [{ code: 'receiver-unproven', node: site.callee.object }] },
    };
  }
  return { fields: fields ?? [], decision: withinType(decideParams(site, params, context), site, context.unit) };
}

/**
 * Whether all metadata that params may have is what the browser's update never took, and only a type says that it may
 * be there.
 */
function isNeverAcceptedByType(params: Params, site: UpdateCall): boolean {
  if (params.kind !== 'listed' || !params.hasGeneral || params.fields.length === 0) return false;
  return params.origins.every(
    ({ node, fields }) => node === params.node && !fields.some((field) => site.change.fields.includes(field)),
  );
}

/** A method that the type of the receiver leaves out can't be called. */
function withinType(decision: CallDecision, { receiver, callee }: UpdateCall, unit: Unit): CallDecision {
  const isThere = decision.kind === 'refusal' || receiver === undefined || lists(receiver, decision.plan.method, unit);
  return isThere ? decision : { kind: 'refusal', causes: [{ code: 'declared-with-metadata', node: callee.object }] };
}

/** Whether a type lists a method, or may have it from another that it extends. */
function lists({ members, castTo }: SdkValue, method: string, unit: Unit): boolean {
  if (members?.includes(method) === false) return false;
  if (castTo?.kind !== 'typed') return true;
  const { node } = castTo;
  const isListed = node.members.some(
    (member) =>
      ts.isIndexSignatureDeclaration(member) ||
      (nameText(member.name) === method && member.questionToken === undefined),
  );
  const isExtending = ts.isInterfaceDeclaration(node) && node.heritageClauses !== undefined;
  return isListed || (isExtending && evaluateProperty(castTo, method, node, unit).kind !== 'foreign');
}

/** The metadata fields that params may have, as far as they are in sight. */
function fieldsOf(
  params: Exclude<Params, { kind: 'none' }>,
  site: UpdateCall,
  unit: Unit,
): readonly MetadataField[] | undefined {
  switch (params.kind) {
    case 'literal':
      return fieldsIn(params.elements) ?? visibleFields(params.elements);
    case 'variable':
      return readAssembly(params, site, unit).fields ?? visibleFields(params.elements);
    case 'listed':
      return params.fields;
    case 'hidden':
      return undefined;
  }
}

function visibleFields(elements: readonly ParamElement[]): MetadataField[] | undefined {
  const visible = elements.flatMap((element) => fieldsIn([element]) ?? []);
  return visible.length === 0 ? undefined : visible;
}

function decideParams(site: UpdateCall, params: Exclude<Params, { kind: 'none' }>, context: Context): CallDecision {
  switch (params.kind) {
    case 'literal':
      return decideLiteral(site, params, context);
    case 'variable':
      return decideVariable(site, params, context);
    case 'listed':
      return decideListed(site, params, context);
    case 'hidden':
      return {
        kind: 'refusal',
        causes: [
          { code: 'may-carry-metadata', node: holding(params.node, site), origins: writable(params.origins, site) },
        ],
      };
  }
}

/** Params, or the one object that stands for them and the id. */
function holding(params: ts.Expression, { call }: UpdateCall): ts.Expression {
  const [only] = call.arguments;
  return params === call && only !== undefined && ts.isObjectLiteralExpression(unwrap(only)) ? only : params;
}

/** What stands in a literal, and is assigned to it. */
type ListedInSight = Exclude<SplitParams, { kind: 'run-time' }>;
type ExtractedParams = Extract<SplitParams, { kind: 'extracted' }>;

/**
 * Params that are a literal, in the call or in a variable that only the call uses.
 *
 * @param fitting what makes the variable as a whole fit the metadata method
 */
function decideLiteral(
  site: UpdateCall,
  params: ListedInSight,
  context: Context,
  fitting: readonly Change[] = [],
): CallDecision {
  const { elements } = params;
  const values = valuesIn(params);
  if (elements.some(({ kind }) => kind === 'mixed')) return decideMixed(site, elements, values, context);
  // What is added to the metadata reads the receiver as it is at the call.
  const isSentFromCall = params.kind === 'extracted' || contains(site.call, params.literal);
  const metadata = decideMetadataCall(site, values, isSentFromCall, context);
  if (metadata.kind === 'refusal') return metadata;
  const { method } = metadata.plan;
  const isAlone = params.kind === 'literal' && elements.every(({ kind }) => kind !== 'general');
  const required = site.change.replace === null ? fillRequired(elements, values, context.unit) : [];
  const whole = isAlone ? [...dropCast(site, params.literal, context.unit), ...fitting] : [];
  const changes = [...metadata.plan.changes, ...required, ...whole];
  const { causes } = metadata;
  const usesReceiverAgain = changes.some((change) => change.kind === 'clear-keys');
  if (isAlone && !usesReceiverAgain)
    return { kind: 'rewrite', plan: { kind: 'rename', site, method, changes }, causes };
  // Without its metadata it isn't what its type says any more.
  if (params.kind === 'literal' && isHeldToProperties(params.literal, undefined, context.unit))
    return decideRunTimeSplit(site, { fields: fieldsIn(elements), isCertain: true, isClosed: true }, context);
  const plan = planSplit({ site, method, changes, params }, context.unit);
  if (plan !== undefined)
    return {
      kind: 'rewrite',
      plan: isAlone && plan.bound.length === 0 ? { kind: 'rename', site, method, changes } : plan,
      causes,
    };
  // What can't be bound piece by piece can be as a whole; but what clears the stored keys needs the user for that.
  const clears = changes.some((change) => change.kind === 'clear-keys' && change.node.properties.length === 0);
  return isAlone || clears
    ? { kind: 'refusal', causes: [{ code: 'cannot-split', node: site.call }] }
    : decideRunTimeSplit(site, { fields: fieldsIn(elements), isCertain: true, isClosed: true }, context);
}

/** The metadata of a literal, and what is assigned to it. */
function valuesIn(params: ListedInSight): readonly MetadataValue[] {
  const assignments = params.kind === 'extracted' ? params.assignments : [];
  return [
    ...metadataIn(params.elements),
    ...assignments.map(({ field, statement, value }) => ({ field, node: statement, value })),
  ];
}

/** What of the metadata isn't evaluated any more where it is a patch of what is stored, provably. */
function goneAtCall(site: UpdateCall, params: ExtractedParams, context: Context): ReadonlySet<ts.Node> {
  const metadata = decideMetadataCall(site, valuesIn(params), true, context);
  return metadata.kind === 'rewrite' && metadata.causes.length === 0 ? goneBy(metadata.plan.changes) : new Set();
}

/** A literal with a spread that may bring metadata among other fields, which has to be taken apart. */
function decideMixed(
  site: UpdateCall,
  elements: readonly ParamElement[],
  values: readonly MetadataValue[],
  context: Context,
): CallDecision {
  const neverAccepted = refuseNeverAccepted(values, site);
  if (neverAccepted !== undefined) return neverAccepted;
  const originsOf = (all: readonly ParamElement[]): Origin[] => writable(originsOfMixed(all, site), site);
  const hidden = elements.filter((element) => element.kind === 'mixed' && element.fields === undefined);
  if (visibleFields(elements) === undefined && hidden.length > 0)
    return {
      kind: 'refusal',
      causes: hidden.map((element) => ({
        code: 'may-carry-metadata',
        node: element.node,
        origins: originsOf([element]),
      })),
    };
  return decideRunTimeSplit(
    site,
    {
      fields: fieldsIn(elements),
      isCertain: elements.some(({ kind }) => kind === 'metadata'),
      isClosed: isClosed(elements),
      origins: originsOf(elements),
    },
    context,
    despiteCast(site, context.unit),
  );
}

/** Whether all that the elements may hold is written here, rather than listed in a type, which is open. */
function isClosed(elements: readonly ParamElement[]): boolean {
  return elements.every((element) => element.kind !== 'mixed' || (element.fields !== undefined && element.isLiteral));
}

/** Where metadata may come from that isn't named in the elements themselves. */
function originsOfMixed(elements: readonly ParamElement[], { change }: UpdateCall): Origin[] {
  return elements.flatMap((element) =>
    element.kind === 'mixed'
      ? (element.origins ?? [{ node: element.node, fields: element.fields ?? change.fields }])
      : [],
  );
}

/** Params that are a variable, with a literal to start from. */
function decideVariable(site: UpdateCall, params: VariableParams, context: Context): CallDecision {
  const assembly = readAssembly(params, site, context.unit);
  const { fields, hasGeneral, isStraight } = assembly;
  const listed = listAssembled(params, assembly, site, context.unit);
  if (hasGeneral || fields === undefined) {
    const { literal, elements } = params;
    const extracted: ExtractedParams = { kind: 'extracted', literal, elements, assignments: assembly.assignments };
    const mayMove = isStraight && canMove(params, assembly, site, goneAtCall(site, extracted, context), context.unit);
    return mayMove ? decideLiteral(site, extracted, context) : decideListed(site, listed, context);
  }
  const fitting = fittingChanges(site, listed, context.unit);
  const isUntouched = params.binding.references.length === 1 && isStraight;
  return isUntouched && fitting !== undefined
    ? decideLiteral(site, { ...params, kind: 'literal' }, context, fitting)
    : decideListed(site, listed, context);
}

/** What is known of a params variable, as of any object. */
function listAssembled(
  { elements }: VariableParams,
  { fields, hasGeneral, certain }: Assembly,
  site: UpdateCall,
  unit: Unit,
): ListedParams {
  const asked = metadataFieldsOf(site.surface);
  const isWritten = isClosed(elements);
  // What is spread into it may have more than its own type lists; then the variable's type may list that.
  const typed = isWritten ? undefined : membersOf(site.params, unit);
  return {
    kind: 'listed',
    node: unwrap(site.params),
    fields: asked.filter((field) => fields === undefined || fields.includes(field) || typed?.names.has(field) === true),
    hasGeneral,
    mayHaveOthers: fields === undefined,
    isClosed: fields !== undefined && isWritten,
    isCertain: certain.size > 0,
    mayBeMissing: false,
    mayLack: certain.size === 0,
    types: originsOf(site.params, asked, unit).types,
    origins: originsOfMixed(elements, site),
  };
}

/**
 * Whether the metadata gives the same when it is evaluated at the call instead of where it stands, where its names may
 * mean something else, and the object that it leaves is still what its type says. Nodes in `gone` are about to be
 * removed.
 */
function canMove(
  params: VariableParams,
  assembly: Assembly,
  { call, surface }: UpdateCall,
  gone: ReadonlySet<ts.Node>,
  unit: Unit,
): boolean {
  const statements = [
    statementOf(params.declaration) ?? params.declaration,
    ...assembly.assignments.map(({ statement }) => statement),
  ];
  if (isHeldToProperties(params.literal, metadataFieldsOf(surface), unit) || statements.some(isUnderDirective))
    return false;
  const values = [
    ...metadataIn(params.elements).map(({ node }) => node),
    ...assembly.assignments.map(({ value }) => value),
  ];
  if (assembly.assignments.some(({ statement, value }) => hasComment(statement, value))) return false;
  return values.every(
    (value) => stabilityOf(value, gone, unit) === 'constant' && unit.scope.keepsMeaningAt(value, call),
  );
}
