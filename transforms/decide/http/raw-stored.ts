import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { type Declared, declaredBy, takenFrom } from '../../flow/declared.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { mayGoOn } from '../../flow/order.ts';
import { originOf } from '../../flow/origins.ts';
import { DIALECTS, fieldOnTheWire } from '../../http-api.ts';
import { readEndpoint, type EndpointUrl } from '../../recognise/http/endpoints.ts';
import { readSent, type SentRequest } from '../../recognise/http/sent-requests.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import { accessOf, isEmptyObject, unwrap, wrapped } from '../../syntax.ts';
import { containerOf, contains, loopsAround, statementOf, runsBefore } from '../../tree.ts';
import { usageOf } from '../../values/usage/usage.ts';
import type { Unit } from '../../language/unit.ts';

/** A read of (a part of) the metadata in the answer to a request for a subject. */
export interface RawRead {
  readonly field: MetadataField;
  /** The property names below the field. */
  readonly path: readonly string[];
  /** The address that was asked. */
  readonly endpoint: EndpointUrl;
  readonly request: SentRequest;
  readonly holders: readonly Holder[];
  /** Whether a failed request leads away from here, so that what is read is the subject's for certain. */
  readonly isChecked: boolean;
}

/** A variable that holds the answer or a part of it, and the names that lead from there to the field. */
interface Holder {
  readonly binding: Binding;
  readonly names: readonly string[];
}

/** The answer to a request, or what is read from it. */
interface Answer {
  readonly request: SentRequest;
  /** The names that lead there, of methods too: `json()`. */
  readonly names: readonly string[];
  /** The variables on the way, and how many of the names lead to each. */
  readonly holders: readonly { readonly binding: Binding; readonly depth: number }[];
}

/**
 * Reads `expression` as (a part of) a subject's metadata in the answer to a `GET`, through variables, patterns, `?.`,
 * `?? {}` and `|| {}`.
 */
export function readRawStored(expression: ts.Expression, unit: Unit): RawRead | undefined {
  const node = unwrap(expression);
  const origin = originOf(node);
  if (origin.kind === 'fallback')
    return isEmptyObject(unwrap(origin.other)) ? readRawStored(origin.first, unit) : undefined;
  const answer = answerOf(node, unit);
  if (answer === undefined) return undefined;
  const { request, names } = answer;
  const way = DIALECTS[request.dialect].answer;
  const [wire, ...path] = names.slice(way.length);
  const field = fieldOnTheWire(wire);
  const endpoint = readEndpoint(request.url.pieces);
  if (
    field === undefined ||
    !way.every((name, index) => name === names[index]) ||
    endpoint === undefined ||
    !endpoint.isProven ||
    !endpoint.isWhole ||
    !request.url.isSure ||
    request.method !== 'GET'
  )
    return undefined;
  // What is parsed is an object of its own.
  const parsed = names.lastIndexOf('json()') + 1;
  const responses = way.length === 0 ? [] : answer.holders.filter(({ depth }) => depth === 0);
  return {
    field,
    path,
    endpoint,
    request,
    holders: answer.holders
      .filter(({ depth }) => depth >= parsed)
      .map(({ binding, depth }) => ({ binding, names: names.slice(depth, way.length + 1) })),
    isChecked: request.throws || responses.some(({ binding }) => isChecked(binding, node, unit)),
  };
}

/** What is found of an expression: null where it is no answer, undefined while that isn't known. */
const evaluatorOf = createEvaluators<Answer | null | undefined>({ none: undefined, unknown: null });

function answerOf(expression: ts.Expression, unit: Unit): Answer | undefined {
  const node = unwrap(expression);
  return evaluatorOf(unit.graph).once(node, 'answer', () => findAnswer(node, unit) ?? null) ?? undefined;
}

function findAnswer(node: ts.Expression, unit: Unit): Answer | undefined {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'awaited':
      return answerOf(origin.of, unit);
    case 'name':
      return answerOfName(origin.name, unit);
    case 'result': {
      const request = readSent(origin.call, unit);
      if (request !== undefined) return { request, names: [], holders: [] };
      return origin.call.arguments.length === 0 ? memberOf(origin.call.expression, '()', unit) : undefined;
    }
    // What has an index is in a list, and those aren't merged.
    case 'part':
      return memberOf(node, '', unit);
    default:
      return undefined;
  }
}

function memberOf(node: ts.Expression, behind: string, unit: Unit): Answer | undefined {
  const access = accessOf(node);
  return access && named(answerOf(access.object, unit), access.name + behind);
}

function named(answer: Answer | undefined, name: string): Answer | undefined {
  return answer && { ...answer, names: [...answer.names, name] };
}

function answerOfName(node: ts.Identifier, unit: Unit): Answer | undefined {
  const binding = unit.scope.bindingOf(node);
  if (!isNeverReassigned(binding)) return undefined;
  const answer = answerOfDeclared(declaredBy(binding.declaration), unit);
  return answer && { ...answer, holders: [...answer.holders, { binding, depth: answer.names.length }] };
}

function answerOfDeclared(declared: Declared, unit: Unit): Answer | undefined {
  if (declared.kind === 'value') return answerOf(declared.of, unit);
  const taken = takenFrom(declared);
  return taken !== undefined && (taken.initial === undefined || isEmptyObject(unwrap(taken.initial)))
    ? named(answerOf(taken.object, unit), taken.name)
    : undefined;
}

/** `if (!response.ok) throw …` before the read, in the same block as the response or one around the read. */
function isChecked(response: Binding, read: ts.Node, unit: Unit): boolean {
  return response.references.some((reference) => {
    const access = accessOf(reference.parent);
    if (access?.object !== reference || access.name !== 'ok') return false;
    const test = reference.parent.parent;
    const statement =
      ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken ? test.parent : undefined;
    if (
      statement === undefined ||
      !ts.isIfStatement(statement) ||
      statement.expression !== test ||
      mayGoOn(statement.thenStatement)
    )
      return false;
    return unit.source === statement.getSourceFile() && runsBefore(statement, read);
  });
}

/**
 * Whether nothing in the file changes the field's object or hands it on; `sent` is what is serialised. What else the
 * answer holds may go anywhere.
 */
export function isOnlyLookedAt({ holders }: RawRead, sent: ts.Node, unit: Unit): boolean {
  return holders.every(({ binding, names }) =>
    binding.references.every((reference) => isHarmless(reference, names, sent, unit)),
  );
}

function isHarmless(reference: ts.Identifier, names: readonly string[], sent: ts.Node, unit: Unit): boolean {
  let node: ts.Expression = reference;
  for (const name of names) {
    const outer = wrapped(node).parent;
    const access = accessOf(outer);
    if (access === undefined || unwrap(access.object) !== node) break;
    if (access.name !== name) return true;
    node = outer as ts.Expression;
  }
  return usageOf(node, sent, unit) === 'read';
}

/** Whether `read` comes from a request of the same run: the same function, and the same turn of every loop. */
export function isOfThisRun({ request }: RawRead, call: ts.Node): boolean {
  return (
    containerOf(request.node) === containerOf(call) &&
    statementOf(request.node) !== undefined &&
    loopsAround(call).every((loop) => contains(loop, request.node)) &&
    request.node.end <= call.end
  );
}
