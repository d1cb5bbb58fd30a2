import { ts } from 'ts-morph';
import { METADATA_FIELDS, SURFACES, type MetadataField, type Surface } from '../../../api-change.ts';
import { WIRE_NAMES } from '../../../http-api.ts';
import { isReached } from '../../../effects/own-routes.ts';
import { runsNothing, type Run } from '../../../effects/what-runs.ts';
import type { Code } from '../../../effects/place.ts';
import { createByContainer, groupByContainer, type ByContainer, type Groups } from '../../../flow/by-container.ts';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import { isReferenceOf, isWriteTarget } from '../../../language/scope.ts';
import type { Unit } from '../../../language/unit.ts';
import { isPlainlyForeign } from '../../../recognise/calls/foreign-calls.ts';
import { readMethodCall } from '../../../recognise/calls/method-calls.ts';
import { isCallee, nameText, unwrap, wrapped } from '../../../syntax.ts';
import { nodesIn, someIn } from '../../../tree.ts';
import { isSwitchingCall, isWritingCall, takesOffWriter, WRITING_METHODS, type Written } from './writing-methods.ts';
import { memoize, memoizeBy } from '../../../memoize.ts';
import { evaluate, evaluateProperty } from '../../../recognise/evaluator/evaluator.ts';

/** A metadata field of users, or of Organizations. There is one such object for each. */
export interface StoredField {
  readonly of: Written;
  readonly name: MetadataField;
}

const STORED_FIELDS: readonly StoredField[] = (['user', 'user-on-server', 'organization'] as const).flatMap((of) =>
  METADATA_FIELDS.map((name) => ({ of, name })),
);

/** The field that a request writes. */
export function storedField(name: MetadataField, surface: Surface): StoredField {
  return fieldOf(SURFACES[surface].subject, name);
}

/** A user's field, as what the browser's user isn't told of writes it. */
export function fieldOnServer(name: MetadataField): StoredField {
  return fieldOf('user-on-server', name);
}

function fieldOf(of: Written, name: MetadataField): StoredField {
  return STORED_FIELDS.find((field) => field.of === of && field.name === name) ?? { of, name };
}

/** Whether a node itself writes `field`: by a method of the SDK, whoever's it is, or by a request of one's own. */
export function writesHere(node: ts.Node, field: StoredField, unit: Unit): boolean {
  if (ts.isCallExpression(node))
    return (
      isWritingCall(node, field.of, (object) => evaluate(object, unit)) &&
      mayHold(node, field) &&
      !isForeignUpdate(node, unit)
    );
  if (ts.isIdentifier(node) && handsOnWriter(node, field.of, unit)) return true;
  return takesOffWriter(node, field.of) || namesOnWire(node, field);
}

/** Whether a call by a general update's name is plainly, or provably, somebody else's: a query's, a hash's. */
function isForeignUpdate(call: ts.CallExpression, unit: Unit): boolean {
  const named = readMethodCall(call);
  if (named === undefined) return false;
  if (isPlainlyForeign(named, wrapped(call).parent)) return true;
  const owner = evaluate(named.callee.object, unit);
  const method = evaluateProperty(owner, named.callee.name, call, unit);
  return method.kind === 'foreign' && (method.package === undefined || method.isMade === true);
}

const WRITERS: Readonly<Record<Written, ReadonlySet<SdkType>>> = {
  user: new Set(['general-update-user', 'general-update-frontend', 'write-user', 'write-frontend']),
  'user-on-server': new Set(['general-update-user', 'write-user']),
  organization: new Set(['general-update-organization', 'write-organization']),
};

/** Whether a name that a method of the SDK was given goes somewhere, for something else to call. */
function handsOnWriter(node: ts.Identifier, kind: Written, unit: Unit): boolean {
  const binding = isCallee(node) ? undefined : unit.scope.bindingOf(node);
  if (binding === undefined || !isReferenceOf(node, binding)) return false;
  const value = evaluate(node, unit);
  return value.kind === 'sdk' && WRITERS[kind].has(value.type);
}

/** Whether one of the functions that may run writes `field`. */
export function writes({ code }: Run, field: StoredField): boolean {
  return code.some((one) => isDoneInside(one, field));
}

/** Whether somebody else may be signed in once these functions have run. */
export function switches({ code }: Run): boolean {
  return code.some((one) => isDoneInside(one, 'switch'));
}

/** Whether something in the code of a function does something by itself. */
export const isDoneInside = memoizeBy(
  ({ node, unit }: Code, doing: 'switch' | StoredField) => [unit.graph, node, doing],
  ({ node, unit }, doing): boolean => someIn(node, (inner) => doesItself(inner, doing, unit)),
);

/** Whether the params of a writing method hold `field`; whose method it is doesn't matter here. */
function mayHold(call: ts.CallExpression, { name }: StoredField): boolean {
  const params = call.arguments.at(-1);
  const literal = params === undefined ? undefined : unwrap(params);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return true;
  return literal.properties.some(
    (property) => ts.isSpreadAssignment(property) || (nameText(property.name) ?? name) === name,
  );
}

/** Whether a node names the field as a request of one's own does. */
function namesOnWire(node: ts.Node, field: StoredField): boolean {
  const name = WIRE_NAMES[field.name];
  if (ts.isObjectLiteralElementLike(node)) return !ts.isSpreadAssignment(node) && nameText(node.name) === name;
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return node.text.includes(name);
  return ts.isPropertyAccessExpression(node) && node.name.text === name && isWriteTarget(node);
}

const nodesByContainer = memoize((source: ts.SourceFile): Groups<ts.Node> =>
  groupByContainer(
    nodesIn(source, (node) => node !== source),
    (node) => node,
  ),
);

/** What nodes may do by themselves: run other code, put somebody else in the place of the user, write a field. */
export type Doing = 'run' | 'switch' | StoredField;

function doesItself(node: ts.Node, doing: Doing, unit: Unit): boolean {
  switch (doing) {
    case 'run':
      return !runsNothing(node, unit);
    case 'switch':
      return ts.isCallExpression(node) && isSwitchingCall(node);
    default:
      return writesHere(node, doing, unit);
  }
}

/** The nodes of the file that do something, each by itself. Most do nothing. */
export const activeNodes = memoizeBy(
  (doing: Doing, unit: Unit) => [unit, doing],
  (doing, unit): ByContainer<ts.Node> =>
    createByContainer(
      nodesByContainer(unit.source),
      (node) => node,
      (node) => doesItself(node, doing, unit),
    ),
);

/**
 * Whether any file of the repository that others reach may write a field. Where none names a method that does, or the
 * field as requests do, nothing has to be followed.
 */
export const isWrittenAnywhere = memoizeBy(
  (field: StoredField, unit: Unit) => [unit, field],
  (field, { fileName, graph }): boolean => {
    const methods = [...WRITING_METHODS[field.of]];
    const inQuotes = new RegExp(`['"\`](?:${methods.join('|')})['"\`]`);
    const files = graph.project.filesNaming?.([...methods, WIRE_NAMES[field.name]], fileName);
    return (
      files?.some((file) => {
        const unit = graph.load(file);
        if (unit === undefined) return true;
        if (!isReached(file, unit)) return false;
        if (inQuotes.test(unit.text)) return true;
        return (
          activeNodes(field, unit)
            .inside(unit.source, () => true)
            .next().done !== true
        );
      }) !== false
    );
  },
);

/** Some nodes as they stand in the file. */
export function inOrder(nodes: Iterable<ts.Node>): readonly ts.Node[] {
  return [...nodes].sort((a, b) => a.pos - b.pos);
}
