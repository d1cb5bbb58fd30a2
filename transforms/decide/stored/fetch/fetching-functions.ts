import { ts } from 'ts-morph';
import { declaredBy, takenFrom } from '../../../flow/declared.ts';
import { createEvaluators } from '../../../flow/evaluate.ts';
import { originOf } from '../../../flow/origins.ts';
import type { SdkType } from '../../../knowledge/sdk-types.ts';
import { isNeverReassigned, type Binding } from '../../../language/scope.ts';
import type { Unit } from '../../../language/unit.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { mentionsArguments } from '../../../language/mentions-arguments.ts';
import { targetsOf } from '../../../effects/targets.ts';
import { returnedBy } from '../../../returned.ts';
import {
  declarationAround,
  isEmptyObject,
  mayBeNamed,
  parametersOf,
  rootOf,
  unwrap,
  givenAt,
  valueOfMember,
} from '../../../syntax.ts';
import { contains } from '../../../tree.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import { fetchedId } from '../../../recognise/sdk/fetched-id.ts';

const evaluatorOf = createEvaluators<boolean | undefined>({ none: undefined, unknown: false });

/**
 * Whether a call fetches each time: one of the SDK's, or a function in sight that returns what such a call gives.
 *
 * @param name the property that is taken out of it, if any
 */
export function isFetch(call: ts.CallExpression, name: string | undefined, unit: Unit): boolean {
  const evaluator = evaluatorOf(unit.graph);
  const callee = evaluate(unwrap(call.expression), unit);
  if (callee.kind === 'sdk') return true;
  if (callee.kind !== 'function' || !isPlain(callee.node)) return false;
  const { node: fn, unit: at } = callee;
  const isFetched = (expression: ts.Expression, part?: string): boolean =>
    evaluator.once(unwrap(expression), part ?? '', () => isMadeByFetch(unwrap(expression), part)) ?? false;
  const isMadeByFetch = (node: ts.Expression, part: string | undefined): boolean => {
    const origin = originOf(node);
    switch (origin.kind) {
      case 'awaited':
        return isFetched(origin.of, part);
      case 'part':
        return isFetched(origin.of, origin.name);
      case 'nothing':
        return true;
      case 'choice':
        return origin.of.every((branch) => isFetched(branch, part));
      case 'fallback':
        return [origin.first, origin.other].every((branch) => isFetched(branch, part));
      case 'result':
        return isFetch(origin.call, part, at);
      case 'object':
        return isHeldFetched(origin.literal, part);
      case 'name':
        return isFetchedVariable(at.scope.bindingOf(origin.name), part);
      default:
        return false;
    }
  };
  const isHeldFetched = ({ properties }: ts.ObjectLiteralExpression, part: string | undefined): boolean => {
    const held = properties.filter((property) => part === undefined || mayBeNamed(property, part));
    const values = held.map(valueOfMember);
    return values.length > 0 && values.every((value) => value !== undefined && isFetched(value));
  };
  const isFetchedVariable = (binding: Binding | undefined, part: string | undefined): boolean => {
    if (!isNeverReassigned(binding) || !contains(fn, binding.declaration)) return false;
    const declared = declaredBy(binding.declaration);
    if (declared.kind === 'value') return isFetched(declared.of, part);
    const taken = takenFrom(declared);
    return taken !== undefined && taken.initial === undefined && isFetched(taken.object, taken.name);
  };
  const { values } = returnedBy(fn);
  return values.length > 0 && values.every((value) => isFetched(value, name));
}

/** Whether a function gives what its body returns. A decorator or a directive may have it give what it gave before. */
function isPlain(fn: ts.FunctionLikeDeclaration): boolean {
  const isDecorated = ts.canHaveDecorators(fn) && ts.getDecorators(fn) !== undefined;
  return (
    'body' in fn &&
    fn.asteriskToken === undefined &&
    !isDecorated &&
    [fn.body, fn.getSourceFile()].flatMap(directivesOf).every((directive) => HARMLESS_DIRECTIVES.has(directive))
  );
}

/** Directives that leave it to the function what a call gives, unlike `'use cache'`. */
const HARMLESS_DIRECTIVES: ReadonlySet<string> = new Set(['use strict', 'use server', 'use client']);

/** The texts that a function's body or a file begins with. */
function directivesOf(code: ts.ConciseBody | ts.SourceFile | undefined): readonly string[] {
  if (code === undefined || !('statements' in code)) return [];
  const texts = code.statements.map((statement) =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)
      ? statement.expression.text
      : undefined,
  );
  const end = texts.indexOf(undefined);
  return texts.slice(0, end === -1 ? texts.length : end).filter((text) => text !== undefined);
}

/** Whom a function in sight fetches at each call, and what of him it gives. */
export interface Fetched {
  /** Whoever made the request, or whom the argument at an index names. */
  readonly who: 'signed-in' | number;
  readonly type: 'user' | 'organization';
  /** The SDK's function or method that fetches. */
  readonly by: SdkValue;
  /** The index of the argument that the client comes from; undefined where the function has one of its own. */
  readonly client: number | undefined;
  /** The name of the property that it gives; undefined where it gives the whole. */
  readonly part: string | undefined;
}

/** What a function in sight fetches; null where that isn't one and the same, undefined while it isn't known. */
type Known = Fetched | null | undefined;

const functions = createEvaluators<Known>({ none: undefined, unknown: null, same: isSame });

/** What a call fetches by way of a function in sight; undefined where not all that this may give is the same. */
export function fetchedBy(call: ts.CallExpression, unit: Unit): Fetched | undefined {
  const callee = evaluate(unwrap(call.expression), unit);
  if (callee.kind !== 'function' || !isPlain(callee.node)) return undefined;
  const { node, unit: owner } = callee;
  if (!isAlwaysCalled(node, call, unit) || mentionsArguments(node)) return undefined;
  const find = (): Known => commonOf(node, { fn: node, unit: owner });
  return functions(unit.graph).once(node, 'fetched', find) ?? undefined;
}

/** Whether no other function may be called there: one of a class that extends this one, one assigned elsewhere. */
function isAlwaysCalled(fn: ts.FunctionLikeDeclaration, { expression }: ts.CallExpression, unit: Unit): boolean {
  const { code, hasUnknown } = targetsOf({ node: unwrap(expression), unit, sight: 'open' });
  return !hasUnknown && [...code].every(({ node }) => node === fn);
}

interface Inside {
  readonly fn: ts.FunctionLikeDeclaration;
  readonly unit: Unit;
}

function commonOf(fn: ts.FunctionLikeDeclaration, inside: Inside): Fetched | null {
  const { values, mayBeNothing } = returnedBy(fn);
  const there = values.filter((value) => originOf(value).kind !== 'nothing');
  const [first, ...others] = there.map((value) => fetchedIn(value, inside));
  if (first === undefined || !others.every((other) => isSame(first, other))) return null;
  // Nothing in the place of metadata is no metadata, and nobody in the place of a user is what the value says.
  return first.part !== undefined && (mayBeNothing || there.length < values.length) ? null : first;
}

function isSame(a: Known, b: Known): boolean {
  if (!a || !b) return a === b;
  return (
    a.who === b.who && a.type === b.type && a.part === b.part && a.client === b.client && a.by.origin === b.by.origin
  );
}

function fetchedIn(expression: ts.Expression, inside: Inside): Fetched | undefined {
  const origin = originOf(expression);
  switch (origin.kind) {
    case 'same':
    case 'awaited':
      return fetchedIn(origin.of, inside);
    case 'name':
      return fetchedInVariable(origin.name, inside);
    case 'result':
      return fetchedByCall(origin.call, inside);
    case 'part':
      return ts.isOptionalChain(unwrap(expression)) ? undefined : partOf(fetchedIn(origin.of, inside), origin.name);
    case 'fallback': {
      const fetched = fetchedIn(origin.first, inside);
      return fetched?.part !== undefined && isEmptyObject(unwrap(origin.other)) ? fetched : undefined;
    }
    default:
      return undefined;
  }
}

function partOf(whole: Fetched | undefined, name: string | undefined): Fetched | undefined {
  return whole === undefined || whole.part !== undefined || name === undefined ? undefined : { ...whole, part: name };
}

function fetchedInVariable(name: ts.Identifier, inside: Inside): Fetched | undefined {
  const binding = inside.unit.scope.bindingOf(name);
  if (!isNeverReassigned(binding) || !contains(inside.fn, binding.declaration)) return undefined;
  // What is mentioned before it is declared, or there, leads back to itself.
  if (name.pos < declarationAround(binding.declaration).end) return undefined;
  const declared = declaredBy(binding.declaration);
  if (declared.kind === 'value') return fetchedIn(declared.of, inside);
  const taken = takenFrom(declared);
  return taken !== undefined && (taken.initial === undefined || isEmptyObject(unwrap(taken.initial)))
    ? partOf(fetchedIn(taken.object, inside), taken.name)
    : undefined;
}

function fetchedByCall(call: ts.CallExpression, inside: Inside): Fetched | undefined {
  const { unit } = inside;
  const callee = evaluate(unwrap(call.expression), unit);
  if (callee.kind !== 'sdk') {
    const fetched = fetchedBy(call, unit);
    if (fetched === undefined || fetched.who === 'signed-in') return fetched;
    const given = fetched.client === undefined ? undefined : givenAt(fetched.client, call.arguments);
    const client = given && parameterNamed(given, inside);
    if (fetched.client !== undefined && client === undefined) return undefined;
    return namedBy(givenAt(fetched.who, call.arguments), { ...fetched, client }, inside);
  }
  if (callee.isClaimed === true) return undefined;
  if (callee.type === 'current-user' && call.arguments.length === 0)
    return { who: 'signed-in', type: 'user', by: callee, client: undefined, part: undefined };
  const type = FETCHED[callee.type];
  const client = parameterNamed(rootOf(unwrap(call.expression)), inside);
  return type && namedBy(fetchedId(call, callee.type), { type, by: callee, client, part: undefined }, inside);
}

const FETCHED: Readonly<Partial<Record<SdkType, Fetched['type']>>> = {
  'get-user': 'user',
  'get-organization': 'organization',
};

/** The same, of whom the function's own parameter names. */
function namedBy(id: ts.Expression | undefined, fetched: Omit<Fetched, 'who'>, inside: Inside): Fetched | undefined {
  const who = id && parameterNamed(id, inside);
  return who === undefined ? undefined : { ...fetched, who };
}

/** The index of the function's own parameter that an expression names. */
function parameterNamed(expression: ts.Expression, { fn, unit }: Inside): number | undefined {
  const binding = unit.scope.bindingOf(unwrap(expression));
  if (!isNeverReassigned(binding)) return undefined;
  const index = parametersOf(fn).findIndex(
    (parameter) =>
      parameter === binding.declaration &&
      parameter.initializer === undefined &&
      parameter.dotDotDotToken === undefined,
  );
  return index === -1 ? undefined : index;
}
