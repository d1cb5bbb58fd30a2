import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { type Declared, declaredBy, takenFrom } from '../../flow/declared.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { originOf } from '../../flow/origins.ts';
import { DIALECTS, fieldOnTheWire, WIRE_NAMES } from '../../http-api.ts';
import { readEndpoint, type EndpointUrl } from '../../recognise/http/endpoints.ts';
import { readSent, type SentRequest } from '../../recognise/http/sent-requests.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import {
  accessOf,
  containerOf,
  contains,
  isEmptyObject,
  isLoop,
  statementOf,
  unwrap,
  wrapped,
  runsBefore,
} from '../../syntax.ts';
import { usageOf } from '../../values/usage.ts';
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

/** The answer to a request, as far as it is parsed. */
interface Answer {
  readonly stage: 'response' | 'body' | 'parsed';
  /** Names below the parsed answer. */
  readonly path: readonly string[];
  readonly request: SentRequest;
  readonly holders: readonly { readonly binding: Binding; readonly stage: Answer['stage']; readonly depth: number }[];
  /** The variables that hold the response. */
  readonly responses: readonly Binding[];
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
  if (answer?.stage !== 'parsed') return undefined;
  const [first, ...path] = answer.path;
  const field = fieldOnTheWire(first);
  const endpoint = readEndpoint(answer.request.url.pieces);
  const { request } = answer;
  if (
    field === undefined ||
    endpoint === undefined ||
    !endpoint.isProven ||
    !endpoint.isWhole ||
    !request.url.isSure ||
    request.method !== 'GET'
  )
    return undefined;
  const holders = answer.holders.map(({ binding, stage, depth }) => ({
    binding,
    names: [...(stage === 'response' ? ['data'] : []), ...(depth === 0 ? [WIRE_NAMES[field]] : [])],
  }));
  return {
    field,
    path,
    endpoint,
    request,
    holders,
    isChecked: request.throws || answer.responses.some((response) => isChecked(response, node, unit)),
  };
}

/** What is found of an expression: null where it is no answer, undefined while that isn't known. */
type Found = Answer | null | undefined;

const evaluatorOf = createEvaluators<Found>({ none: undefined, unknown: null });

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
    case 'result':
      return answerOfCall(origin.call, unit);
    case 'part': {
      // What has an index is in a list, and those aren't merged.
      const access = accessOf(node);
      const inner = access === undefined ? undefined : answerOf(access.object, unit);
      return access === undefined || inner === undefined ? undefined : property(inner, access.name);
    }
    default:
      return undefined;
  }
}

function answerOfCall(call: ts.CallExpression, unit: Unit): Answer | undefined {
  const request = readSent(call, unit);
  if (request !== undefined) {
    const stage = DIALECTS[request.dialect].answer === 'itself' ? 'parsed' : 'response';
    return { stage, path: [], request, holders: [], responses: [] };
  }
  const access = accessOf(call.expression);
  if (access?.name !== 'json' || call.arguments.length > 0) return undefined;
  const inner = answerOf(access.object, unit);
  const parses =
    inner !== undefined &&
    ((inner.stage === 'response' && DIALECTS[inner.request.dialect].answer === 'json()') || inner.stage === 'body');
  return parses ? { ...inner, stage: 'parsed', holders: [] } : undefined;
}

function property(answer: Answer, name: string): Answer | undefined {
  if (answer.stage === 'parsed') return { ...answer, path: [...answer.path, name] };
  const way = DIALECTS[answer.request.dialect].answer;
  if (way === 'data' && name === 'data') return { ...answer, stage: 'parsed' };
  return way === 'body.json()' && name === 'body' ? { ...answer, stage: 'body', holders: [] } : undefined;
}

function answerOfName(node: ts.Identifier, unit: Unit): Answer | undefined {
  const binding = unit.scope.bindingOf(node);
  if (!isNeverReassigned(binding)) return undefined;
  const answer = answerOfDeclared(declaredBy(binding.declaration), unit);
  return (
    answer && {
      ...answer,
      holders: [...answer.holders, { binding, stage: answer.stage, depth: answer.path.length }],
      responses: answer.stage === 'response' ? [...answer.responses, binding] : answer.responses,
    }
  );
}

function answerOfDeclared(declared: Declared, unit: Unit): Answer | undefined {
  if (declared.kind === 'value') return answerOf(declared.of, unit);
  const taken = takenFrom(declared);
  if (taken === undefined || !(taken.initial === undefined || isEmptyObject(unwrap(taken.initial)))) return undefined;
  const answer = answerOf(taken.object, unit);
  return answer && property(answer, taken.name);
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
      !leaves(statement.thenStatement)
    )
      return false;
    return unit.source === statement.getSourceFile() && runsBefore(statement, read);
  });
}

/** Whether a statement never ends normally. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined && (ts.isThrowStatement(last) || ts.isReturnStatement(last) || ts.isContinueStatement(last))
  );
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
  const container = containerOf(call);
  if (containerOf(request.node) !== container || statementOf(request.node) === undefined) return false;
  for (let node = call.parent; node !== container && !ts.isSourceFile(node); node = node.parent)
    if (isLoop(node) && !contains(node, request.node)) return false;
  return request.node.end <= call.end;
}
