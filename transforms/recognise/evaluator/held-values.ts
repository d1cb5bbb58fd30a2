import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { accessOf, givenAt, nameText, unwrap } from '../../syntax.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import { isMockMaker } from '../frameworks/mocks.ts';
import { madeAt } from './made-at.ts';
import { heldIn, join, leadingTo, listOf } from '../sdk/joined-values.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';
import type { Evaluation, TypeArguments } from '../sdk/evaluation.ts';

/**
 * What a function or class that isn't in sight makes: something that may hold what its type arguments name, or what it
 * is given.
 */
export function heldByMaker(node: ts.CallExpression | ts.NewExpression, evaluation: Evaluation): Value {
  // What a mock gives, the test says itself.
  if (isMockMaker(node)) return UNKNOWN;
  const list = ts.isIdentifier(node.expression)
    ? listByType(node.expression, node.typeArguments, evaluation)
    : undefined;
  if (list !== undefined) return list;
  const typed = heldByTypes(node.typeArguments, evaluation);
  return typed === undefined ? heldByArguments(node.arguments ?? [], evaluation) : leadingTo([typed], true);
}

const LISTS: ReadonlySet<string> = new Set(['Array', 'Map', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet', 'Set']);

/** `UserRow[]`, `Map<string, UserRow>`, as `listOf` has them. */
export function listByType(
  name: ts.Identifier,
  types: readonly ts.TypeNode[] | undefined,
  { unit, valueOfType }: Evaluation,
  given?: TypeArguments,
): Value | undefined {
  const isLanguages = LISTS.has(name.text) && unit.scope.bindingOf(name) === undefined;
  return isLanguages ? listOf(valueOfType(types?.at(-1), given)) : undefined;
}

/** What of the SDK's some types name; undefined where they name nothing of it. */
export function heldByTypes(types: readonly ts.TypeNode[] | undefined, evaluation: Evaluation): Value | undefined {
  const values = (types ?? []).map((type) => evaluation.soFar(() => evaluation.valueOfType(type)));
  return values.find(({ kind }) => kind === 'sdk') ?? values.find((value) => heldIn(value) !== undefined);
}

/** What may be one of some arguments, or lead to it. */
function heldByArguments(given: readonly ts.Expression[], evaluation: Evaluation): Value {
  const values = given.map((argument) => evaluation.soFar(() => valueGiven(argument, evaluation)));
  // What is read from a holder is no holder: `get(userAtom)`, `useSelector((state) => state.user)`.
  const isRead = values.some((value) => value.kind === 'unknown' || value.kind === 'ref');
  return leadingTo(values, !isRead && !given.some((argument) => isSelector(argument, evaluation)));
}

function isSelector(argument: ts.Expression, evaluation: Evaluation): boolean {
  const value = evaluation.valueOf(argument);
  return value.kind === 'function' && value.node.parameters.length > 0;
}

/** What an argument is, or what a function gives that it is, or has: `computed(() => user)`, `useQuery({ queryFn })`. */
function valueGiven(argument: ts.Expression, evaluation: Evaluation): Value {
  const value = evaluation.valueOf(argument);
  if (value.kind !== 'object') return resultOrSame(value, evaluation);
  const members = value.node.properties.map((member) =>
    evaluation.soFar(() => evaluation.property(value, nameText(member.name) ?? '', member)),
  );
  const [given] = members.flatMap((member) => (member.kind === 'function' ? [evaluation.resultOf(member)] : []));
  return leadingTo([given, value]);
}

function resultOrSame(value: Value, evaluation: Evaluation): Value {
  return value.kind === 'function' ? evaluation.resultOf(value) : value;
}

/**
 * What a function in sight gives a callback that it only calls: `withClient((client) => …)`; undefined where that isn't
 * so, or nothing of the SDK's.
 */
export function givenByFunction(node: ts.ParameterDeclaration, evaluation: Evaluation): Value | undefined {
  const { parent: callback } = node;
  const use = ts.isArrowFunction(callback) || ts.isFunctionExpression(callback) ? useOf(callback) : undefined;
  if (use?.kind !== 'argument' || !ts.isCallExpression(use.call)) return undefined;
  const fn = evaluation.valueOf(use.call.expression);
  const parameter = fn.kind === 'function' && !mentionsArguments(fn.node) ? fn.node.parameters[use.index] : undefined;
  if (fn.kind !== 'function' || parameter === undefined || !isWholeArgument(parameter)) return undefined;
  const binding = fn.unit.scope.bindingOf(parameter.name);
  if (!isNeverReassigned(binding)) return undefined;
  const calls = binding.references.map(useOf);
  const at = callback.parameters.indexOf(node);
  const given = calls.map((call) =>
    call.kind === 'called' && ts.isCallExpression(call.by) ? givenAt(at, call.by.arguments) : undefined,
  );
  const inside = evaluation.in(fn.unit);
  const values = given.map((one) => (one === undefined ? UNKNOWN : evaluation.soFar(() => inside.valueOf(one))));
  const value = join(values);
  return value.kind === 'sdk' ? madeAt(value, fn.node, node, evaluation.unit) : leadingTo(values);
}

function isWholeArgument({ name, dotDotDotToken, initializer }: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(name) && dotDotDotToken === undefined && initializer === undefined;
}

/**
 * What a callback may be given by what it is handed to, whose code isn't in sight: what that is called on, or another
 * argument. `users.forEach((user) => …)`, `user$.pipe(tap((user) => …))`
 */
export function heldByCaller(callback: ts.Expression, evaluation: Evaluation): Value {
  let use = useOf(callback);
  for (; use.kind === 'argument' || use.kind === 'member';) {
    if (use.kind === 'member') {
      use = useOf(use.of);
      continue;
    }
    const { call, index } = use;
    const access = accessOf(unwrap(call.expression));
    const owner = evaluation.soFar(() => evaluation.valueOf(access?.object ?? unwrap(call.expression)));
    if (owner.kind === 'foreign' && owner.isThroughout === true) return owner;
    const others = (call.arguments ?? []).filter((_, at) => at !== index);
    const held = leadingTo([owner, ...others.map((other) => evaluation.soFar(() => evaluation.valueOf(other)))]);
    if (heldIn(held) !== undefined) return held;
    use = useOf(call);
  }
  return leadingTo([]);
}
