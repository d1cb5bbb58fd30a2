import { ts } from 'ts-morph';
import { createEvaluators } from '../../flow/evaluate.ts';
import { declaredBy } from '../../flow/declared.ts';
import { definitionOf, isOnlyUse, type Placed } from '../../flow/definitions.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import { isGlobal } from '../../language/is-global.ts';
import { isWriteTarget } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, hasWrittenType, nameText, unwrap, wrapped, valueOfMember } from '../../syntax.ts';
import { membersOfType } from '../params/type-members.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import { clientOf } from './http-clients.ts';
import { onlyResultOf } from './only-result.ts';
import { constantText } from './read-text.ts';

/** Something that an object may hold. */
export interface Entry {
  /** Undefined for what isn't in sight: it may have any name. */
  readonly name: string | undefined;
  /** Undefined where it isn't in sight. */
  readonly value: Placed | undefined;
}

/** What an object is for: headers and queries are parts of other objects, which are known to leave them as they are. */
type Purpose = 'body' | 'headers';

const OPEN: Entry = { name: undefined, value: undefined };
const evaluatorOf = createEvaluators<readonly Entry[] | undefined>({ none: undefined, unknown: [OPEN] });

/** All that an object may hold when it is sent, whatever the conditions are under which it holds it. */
export function entriesOf(record: Placed, purpose: Purpose): readonly Entry[] {
  const node = unwrap(record.node);
  return evaluatorOf(record.unit.graph).once(node, purpose, () => findEntries({ ...record, node }, purpose)) ?? [OPEN];
}

function findEntries(record: Placed, purpose: Purpose): readonly Entry[] {
  const on = (node: ts.Expression): readonly Entry[] => entriesOf({ ...record, node }, purpose);
  const origin = originOf(record.node);
  switch (origin.kind) {
    case 'same':
      return on(origin.of);
    case 'choice':
      return origin.of.flatMap(on);
    case 'fallback':
      return [origin.first, origin.other].flatMap(on);
    case 'guarded':
      return on(origin.then);
    case 'nothing':
      return [];
    case 'data': {
      const isText = ts.isStringLiteralLike(record.node) || ts.isTemplateExpression(record.node);
      if (!isText && !ts.isBinaryExpression(record.node)) return [];
      const text = purpose === 'headers' ? constantText(record) : undefined;
      return text === undefined
        ? [OPEN]
        : [...new URLSearchParams(text).keys()].map((name) => ({ name, value: undefined }));
    }
    case 'object':
      return [
        ...origin.literal.properties.flatMap((property) => entriesOfProperty(property, record.unit, purpose)),
        ...(mayChangeElsewhere(wrapped(record.node).parent, record.unit) ? [OPEN] : []),
      ];
    case 'instance':
      return isRecord(origin.call, record.unit) ? (origin.call.arguments ?? []).flatMap(on) : [OPEN];
    case 'result': {
      const access = accessOf(unwrap(origin.call.expression));
      if (access?.name === 'toString' && origin.call.arguments.length === 0) return on(access.object);
      const result = onlyResultOf(origin.call.expression, record.unit);
      return result?.isSure === true ? entriesOf(result, purpose) : [OPEN];
    }
    case 'name':
    case 'part':
      return entriesOfNamed(record, purpose);
    // What is assigned on the way has other names, by which it may be filled.
    default:
      return [OPEN];
  }
}

function entriesOfProperty(property: ts.ObjectLiteralElementLike, unit: Unit, purpose: Purpose): readonly Entry[] {
  if (ts.isSpreadAssignment(property)) return entriesOf({ node: property.expression, unit }, purpose);
  const computed = ts.isComputedPropertyName(property.name) ? property.name.expression : undefined;
  const name = nameText(property.name) ?? (computed && constantText({ node: computed, unit }));
  const node = valueOfMember(property);
  return [{ name, value: node && { node, unit } }];
}

/** What is in the object that an expression names. */
function entriesOfNamed(record: Placed, purpose: Purpose): readonly Entry[] {
  const declaration = record.unit.scope.declarationOf(record.node);
  const definition = definitionOf(record.node, record.unit);
  const isFound = definition.kind === 'expression' && definition.node !== record.node;
  const declared = declaredBy(declaration);
  const isHeldHere = isFound && declared.kind === 'value' && unwrap(declared.of) === definition.node;
  const isLiteral = isFound && definition.isSure && ts.isObjectLiteralExpression(definition.node);
  // What others do to a body under its other names isn't looked for.
  const isSure =
    definition.isSure && (purpose !== 'body' || isHeldHere || isOnlyUse(record.node, definition, record.unit));
  const found = [...(isFound ? entriesOf(definition, purpose) : [OPEN]), ...(isSure ? [] : [OPEN])];
  const isByType = purpose === 'body' && !isLiteral && found.some(isUnnamed);
  const listed = isByType ? entriesByType(declaration, record.unit) : undefined;
  return [...entriesWritten(record, purpose), ...(listed ?? found)];
}

export function isUnnamed({ name }: Entry): boolean {
  return name === undefined;
}

/** What an object's type lists, where it is written and lists all. */
function entriesByType(declaration: ts.Declaration | undefined, unit: Unit): readonly Entry[] | undefined {
  const members =
    declaration !== undefined && hasWrittenType(declaration) ? membersOfType(declaration.type, unit) : undefined;
  return members?.mayHaveOthers === false ? [...members.names].map((name) => ({ name, value: undefined })) : undefined;
}

/** What the mentions of a variable, but for this one, put into the object that it holds. */
export function entriesWritten({ node, unit }: Placed, purpose: Purpose): readonly Entry[] {
  const sent = unwrap(node);
  const mentions = unit.scope.bindingOf(sent)?.references ?? [];
  return mentions.flatMap((mention) => (mention === sent ? [] : entryWrittenAt(mention, unit, purpose)));
}

const FILLING: ReadonlySet<string> = new Set(['append', 'set']);

function entryWrittenAt(mention: ts.Expression, unit: Unit, purpose: Purpose): readonly Entry[] {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
    case 'spread':
      return [];
    case 'part': {
      if (!isWriteTarget(use.access)) return [];
      const { parent } = wrapped(use.access);
      const node = ts.isBinaryExpression(parent) ? parent.right : undefined;
      return [{ name: accessOf(use.access)?.name, value: node && { unit, node } }];
    }
    case 'method': {
      const method = accessOf(use.access)?.name;
      const [name, node] = use.call.arguments;
      if (method !== undefined && !FILLING.has(method)) return [];
      return [{ name: name && constantText({ unit, node: name }), value: node && { unit, node } }];
    }
    case 'argument':
      if (ts.isCallExpression(use.call) && onlyReadsArguments(use.call, unit)) return [];
      return purpose === 'headers' && isSent(mention, unit) ? [] : [OPEN];
    case 'member':
    case 'same':
      return purpose === 'headers' && isSent(mention, unit) ? [] : [OPEN];
    default:
      return [OPEN];
  }
}

/** Whether an object only goes to what sends a request with it, in an object of options that has a name, too. */
function isSent(value: ts.Expression, unit: Unit): boolean {
  const use = useOf(value);
  switch (use.kind) {
    case 'same':
      return isSent(use.to, unit);
    case 'member':
      return isSent(use.of, unit);
    case 'name':
      return unit.scope.bindingOf(use.name)?.references.every((mention) => isGivenToSender(mention, unit)) === true;
    default:
      return isGivenToSender(value, unit);
  }
}

function isGivenToSender(value: ts.Expression, unit: Unit): boolean {
  const use = useOf(value);
  if (use.kind !== 'argument') return false;
  const { expression } = use.call;
  const sender = accessOf(unwrap(expression))?.object ?? expression;
  return ts.isNewExpression(use.call)
    ? isRecord(use.call, unit)
    : [sender, expression].some((callee) => clientOf(callee, unit) !== undefined);
}

/** Whether an object is made of one that is given, and of nothing else. */
function isRecord({ expression }: ts.NewExpression, unit: Unit): boolean {
  return ['Headers', 'URLSearchParams'].some((name) => isGlobal(expression, name, unit));
}
