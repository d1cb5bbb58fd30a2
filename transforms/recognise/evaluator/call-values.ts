import { ts } from 'ts-morph';
import { GIVING_ONE, LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { elementOf } from './array-elements.ts';
import { givesInstance } from './inheritance.ts';
import { returnedBy } from '../../returned.ts';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { makesOwn } from '../../knowledge/foreign-packages.ts';
import { accessOf, hasWrittenType, unwrap, type Access, rootOf, declarationAround } from '../../syntax.ts';
import { packageOf, SDK_TYPES } from '../../knowledge/sdk-types.ts';
import { sdk } from '../sdk/sdk-values.ts';
import { isGlobal } from '../../language/is-global.ts';
import { importOf } from '../../language/modules.ts';
import { valueOfImport } from '../sdk/imported-values.ts';
import { valueOfStoreHook } from '../frameworks/nanostores.ts';
import { valueOfContext, valueOfContextHook } from '../frameworks/react-context.ts';
import { valueOfPiniaCall } from '../frameworks/pinia.ts';
import { valueOfReactiveCall } from '../frameworks/reactive-values.ts';
import { heldByMaker, heldByTypes } from './held-values.ts';
import { madeAt } from './made-at.ts';
import { typeArguments } from './typed-values.ts';
import { stateGiven, valueOfZustandCall } from '../frameworks/zustand.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { heldIn, heldTo, join, leadingTo, listOf } from '../sdk/joined-values.ts';
import { isUnknown, NULLISH, FOREIGN_THROUGHOUT, UNKNOWN, UNKNOWN_OF_PACKAGE, type Value } from '../sdk/value.ts';

/** What a call evaluates to. */
export function valueOfCall(node: ts.CallExpression, evaluation: Evaluation): Value {
  const callee = unwrap(node.expression);
  const [first] = node.arguments;
  if (loadsModule(callee, evaluation.unit)) {
    return first !== undefined && ts.isStringLiteralLike(first)
      ? valueOfImport(first.text, undefined, node, evaluation)
      : UNKNOWN;
  }
  const access = accessOf(callee);
  const reactive =
    valueOfReactiveCall(node, evaluation) ??
    valueOfStoreHook(node, evaluation) ??
    valueOfPiniaCall(node, evaluation) ??
    valueOfZustandCall(node, evaluation);
  const context = reactive ?? valueOfContextHook(node, evaluation) ?? valueOfContext(node, evaluation);
  if (context !== undefined) return context;
  const special = access === undefined ? undefined : valueOfKnownMethod(access, node, evaluation);
  if (special !== undefined) return special;
  const called = evaluation.valueOf(callee);
  const value = claimedValue(called, node, evaluation) ?? evaluation.called(called, node);
  if (!isUnknown(value)) return value;
  const held = heldByCall(called, access, node, evaluation);
  return isUnknown(held) ? value : held;
}

/** What a call gives that can't be seen into: what it may have of what it is called on, or is given. */
function heldByCall(callee: Value, access: Access | undefined, node: ts.CallExpression, evaluation: Evaluation): Value {
  const owner = access === undefined ? UNKNOWN : evaluation.valueOf(access.object);
  const held = owner.kind === 'unknown' ? heldIn(owner) : 'holds' in owner ? owner.holds : undefined;
  if (held !== undefined) return leadingTo([held]);
  return callee.kind === 'unknown' || (callee.kind === 'foreign' && !callee.ofSdk)
    ? heldByMaker(node, evaluation)
    : UNKNOWN;
}

/** What hands out what it is asked for, as frameworks and containers call it. */
const GIVERS: ReadonlySet<string> = new Set(['get', 'getContext', 'inject', 'resolve', 'useContext']);

/** What hands out the instance of a class that it is given. */
const CONTAINERS: ReadonlySet<string> = new Set(['get', 'inject', 'resolve']);

/**
 * What a function that isn't in sight is asked for, by the one type argument or the class that it is given:
 * `inject<ClerkClient>('clerk')`, `container.resolve<ClerkClient>(…)`, `inject(AccountService)`.
 */
function claimedValue(callee: Value, node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [type, ...others] = node.typeArguments ?? [];
  const access = accessOf(unwrap(node.expression));
  const name = access?.name ?? (ts.isIdentifier(node.expression) ? node.expression.text : '');
  const isUnseen = callee.kind === 'unknown' || (callee.kind === 'foreign' && !callee.ofSdk);
  if (!isUnseen || others.length > 0 || !GIVERS.has(name)) return undefined;
  const claimed = { origin: node, unit: evaluation.unit, from: undefined, isClaimed: true };
  const value = evaluation.valueOfType(type);
  switch (value.kind) {
    case 'sdk':
      // A row of a database has methods of these names as well.
      return access !== undefined && value.type === 'frontend-user' ? undefined : { ...value, ...claimed };
    case 'typed':
      // What isn't in the type is another object's, which holds this one.
      return { ...value, beside: UNKNOWN };
    case 'instance':
      return value;
    default:
      return callee.kind === 'foreign' && callee.package !== undefined && CONTAINERS.has(name)
        ? instanceOf(node.arguments[0], evaluation)
        : undefined;
  }
}

/** An instance of a class, which a container makes. */
function instanceOf(asked: ts.Expression | undefined, evaluation: Evaluation): Value | undefined {
  const value = asked === undefined ? UNKNOWN : evaluation.valueOf(asked);
  return value.kind === 'class' ? { kind: 'instance', node: value.node, unit: value.unit } : undefined;
}

/** `import(…)` and `require(…)`. */
function loadsModule(callee: ts.Expression, unit: Unit): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return isGlobal(callee, 'require', unit);
}

/** What promises' methods, functions' `bind` and Hono's context return; undefined for every other method. */
function valueOfKnownMethod(access: Access, node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  const results = (): Value[] =>
    node.arguments.map((callback) => evaluation.soFar(() => resultOfCallback(callback, node, evaluation)));
  switch (access.name) {
    case 'then':
      return join(results());
    case 'catch':
      return join([evaluation.soFar(() => evaluation.valueOf(access.object)), ...results()]);
    case 'finally':
      return evaluation.valueOf(access.object);
    case 'all':
      // `Promise.all`, whose result has an element for each of the array's.
      return isGlobal(access.object, 'Promise', evaluation.unit) && first !== undefined
        ? evaluation.valueOf(first)
        : undefined;
    case 'freeze':
    case 'seal':
      return isGlobal(access.object, 'Object', evaluation.unit) && first !== undefined
        ? evaluation.valueOf(first)
        : undefined;
    case 'bind': {
      const bound = evaluation.valueOf(access.object);
      return bound.kind === 'sdk' ? bound : undefined;
    }
    case 'get':
      return first !== undefined && ts.isStringLiteralLike(first) && first.text === 'clerk'
        ? honoClient(access.object, node, evaluation)
        : valueOfListMethod(access, node, evaluation);
    default:
      return valueOfListMethod(access, node, evaluation);
  }
}

const GIVING_SOME = methodsThat(({ gives, changes }) => gives === 'some' && !changes, LIST_METHODS);

/** An element of a list of the SDK's, or some of them: `data.find(isMeant)`, `data.filter(isMeant)`. */
function valueOfListMethod(access: Access, node: ts.CallExpression, evaluation: Evaluation): Value | undefined {
  const [callback] = node.arguments;
  if (access.name === 'map' && callback !== undefined)
    return listOf(evaluation.soFar(() => evaluation.resultOf(evaluation.valueOf(callback))));
  const givesElement = GIVING_ONE.has(access.name);
  if (!(givesElement || GIVING_SOME.has(access.name))) return undefined;
  const list = evaluation.valueOf(access.object);
  if (list.kind === 'unknown' && list.isList === true)
    return givesElement ? elementOf(list, undefined, node, evaluation) : list;
  if (!node.arguments.every(isSeenThrough)) return undefined;
  if (list.kind !== 'sdk' || SDK_TYPES[list.type].element === undefined) return undefined;
  return givesElement ? elementOf(list, undefined, node, evaluation) : list;
}

/** Whether an argument of a list's method is data, or a function whose one name has what it gets of the list. */
function isSeenThrough(argument: ts.Expression): boolean {
  const origin = originOf(argument);
  if (origin.kind !== 'function') return origin.kind === 'data';
  const [parameter, ...others] = origin.fn.parameters;
  return (
    ts.isArrowFunction(origin.fn) &&
    others.length === 0 &&
    (parameter === undefined || (ts.isIdentifier(parameter.name) && parameter.dotDotDotToken === undefined))
  );
}

function resultOfCallback(callback: ts.Expression, node: ts.CallExpression, evaluation: Evaluation): Value {
  const value = evaluation.valueOf(callback);
  return value.kind === 'function' || value.kind === 'sdk' ? evaluation.called(value, node) : UNKNOWN;
}

/** Packages whose middleware puts the client into Hono's context. */
const HONO_PACKAGES: ReadonlySet<string> = new Set(['@clerk/hono', '@hono/clerk-auth']);

/**
 * `c.get('clerk')` and `c.var.clerk` are the client that the Hono middleware puts there; undefined where the file
 * doesn't import it, or `c` may be something else.
 */
export function honoClient(context: ts.Expression, node: ts.Expression, evaluation: Evaluation): Value | undefined {
  const imports = evaluation.unit.source.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      HONO_PACKAGES.has(packageOf(statement.moduleSpecifier.text)),
  );
  return imports && isContext(context, evaluation) ? sdk('client', node, evaluation.unit) : undefined;
}

/**
 * Whether an object is what a function is given, or what Hono gives for that, and neither a type nor its definition
 * says that it is something else than a context.
 */
function isContext(object: ts.Expression, evaluation: Evaluation): boolean {
  const { unit } = evaluation;
  const { kind } = evaluation.valueOf(object);
  if (kind !== 'unknown' && kind !== 'foreign') return false;
  const root = rootOf(object);
  if (ts.isCallExpression(root))
    return importOf(unit.scope.declarationOf(root.expression))?.specifier === 'hono/context-storage';
  const declaration = unit.scope.declarationOf(root);
  if (declaration === undefined) return false;
  const owner = declarationAround(declaration);
  if (hasWrittenType(owner)) return /(?:Context|Ctx)\b/.test(owner.type.getText(unit.source));
  const declared = declaredBy(owner);
  return declared.kind === 'value'
    ? owner.end <= object.pos && isContext(declared.of, evaluation)
    : declared.kind === 'given';
}

/** What a call of the value at `node` gives. */
export function callOf(callee: Value, node: ts.Node, evaluation: Evaluation): Value {
  const { unit } = evaluation;
  if (callee.kind === 'unknown' && callee.oneOf !== undefined)
    return join(callee.oneOf.map((one) => evaluation.soFar(() => evaluation.called(one, node))));
  if (callee.kind === 'unknown' && callee.holds !== undefined)
    return leadingTo([evaluation.called(callee.holds, node), callee.holds]);
  switch (callee.kind) {
    case 'sdk':
      return callee.isClaimed === true ? UNKNOWN : sdk(SDK_TYPES[callee.type].call, node, unit, callee);
    case 'function':
      return madeAt(resultOfGeneric(callee, node, evaluation) ?? evaluation.resultOf(callee), callee.node, node, unit);
    case 'state-hook':
      return stateGiven(callee, node, evaluation);
    case 'store-hook':
      return { kind: 'store', node: callee.node, unit: callee.unit, isOfRefs: false };
    case 'foreign':
      // What somebody else's function returns may be anything: a container, a context, a memo. What the SDK's return is
      // known.
      return callee.ofSdk || callee.isThroughout === true ? callee : resultOfForeign(callee.package, node);
    default:
      return UNKNOWN;
  }
}

function resultOfForeign(packageName: string | undefined, node: ts.Node): Value {
  if (!ts.isCallExpression(node)) return UNKNOWN;
  const callee = unwrap(node.expression);
  const name = ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? '');
  if (packageName !== undefined && makesOwn(name, packageName)) return FOREIGN_THROUGHOUT;
  return node.arguments.length === 0 && node.typeArguments === undefined && ts.isIdentifier(callee)
    ? UNKNOWN_OF_PACKAGE
    : UNKNOWN;
}

/**
 * What a function's written type says it returns, given the type arguments of a call; undefined where that says
 * nothing.
 */
function resultOfGeneric(
  { node, unit }: Extract<Value, { kind: 'function' }>,
  call: ts.Node,
  evaluation: Evaluation,
): Value | undefined {
  const given = ts.isCallExpression(call) ? (call.typeArguments ?? []) : [];
  const parameters = node.typeParameters ?? [];
  if (given.length === 0 || parameters.length === 0) return undefined;
  const known = typeArguments(parameters, (index) => evaluation.valueOfType(given[index]));
  const value = evaluation.in(unit).valueOfType(node.type, known);
  return value.kind === 'unknown' ? undefined : value;
}

/** What a function returns: what its written type says, else what its `return` statements do. */
export function resultOf(node: ts.FunctionLikeDeclaration, evaluation: Evaluation): Value {
  return evaluation.once(node, 'result', () => resultOfFunction(node, evaluation));
}

function resultOfFunction(node: ts.FunctionLikeDeclaration, evaluation: Evaluation): Value {
  const typed = evaluation.valueOfType(node.type);
  if (typed.kind !== 'unknown') return typed;
  if (node.asteriskToken !== undefined) return UNKNOWN;
  const { values, mayBeNothing } = returnedBy(node);
  const results = values.map((value) => evaluation.soFar(() => evaluation.valueOf(value)));
  return heldTo(join(results.length > 0 && mayBeNothing ? [...results, NULLISH] : results), typed);
}

/** What `new` makes. */
export function valueOfNew(node: ts.NewExpression, evaluation: Evaluation): Value {
  const constructor = evaluation.valueOf(node.expression);
  switch (constructor.kind) {
    case 'sdk':
      return sdk(SDK_TYPES[constructor.type].construct, node, evaluation.unit);
    case 'class':
      return givesInstance(constructor, evaluation)
        ? {
            kind: 'instance',
            node: constructor.node,
            unit: constructor.unit,
            holds: heldByTypes(node.typeArguments, evaluation),
          }
        : UNKNOWN;
    case 'foreign':
      // `new BehaviorSubject<UserResource | null>(null)`
      return node.typeArguments === undefined || constructor.isThroughout === true
        ? { ...constructor, isMade: true }
        : heldByMaker(node, evaluation);
    case 'unknown':
      return heldByMaker(node, evaluation);
    default:
      return UNKNOWN;
  }
}
