import { ts } from 'ts-morph';
import { packageGiving } from '../flow/giving-package.ts';
import {
  DISPATCHING_METHODS,
  givesItsOwn,
  HANDED_AROUND,
  HOLDING_TEXTS,
  isOwnFunctionType,
} from '../knowledge/relays.ts';
import { isForeignType } from '../language/foreign-types.ts';
import { globalFunctionName } from '../language/is-global.ts';
import type { Unit } from '../language/unit.ts';
import { writtenTypeOf } from '../language/type-written-for.ts';
import { isNullishType } from '../language/written-type.ts';
import { accessOf, unwrap, isCastToAny, takenName, declarationAround } from '../syntax.ts';
import { isFillable } from './containers.ts';
import { callAround } from './given.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { platformObject } from '../values/kinds/platform-kinds.ts';

/**
 * Whether a function itself is called that a package gives, or declares the type of: `next()`. As often as not, the
 * repository has its code.
 */
export function isFunctionOfOthers(callee: ts.Expression, unit: Unit): boolean {
  const node = unwrap(callee);
  const type = writtenTypeOf(node, unit);
  if (type !== undefined) return isForeignType(type.node, type.unit) && !isOwnFunction(type.node);
  const declaration = unit.scope.declarationOf(node);
  if (declaration === undefined) return false;
  const root = declarationAround(declaration);
  const call = ts.isParameter(root) && root.type === undefined ? callAround(root.parent) : undefined;
  const giving = call === undefined ? undefined : packageGiving(call.expression, unit);
  return giving !== undefined && !givesItsOwn(giving);
}

/** Whether a method runs listeners that any file may have added: `button.click()`. Of what is made in sight, they are known. */
export function runsListeners(callee: ts.Expression, unit: Unit): boolean {
  const access = accessOf(unwrap(callee));
  if (access === undefined || !DISPATCHING_METHODS.has(access.name)) return false;
  return !isFilledInSight(access.object, unit) && evaluate(unwrap(callee), unit).kind !== 'function';
}

/**
 * Whether what is called is taken out of what a framework hands around, where any file may have put it:
 * `res.locals.service.save()`, `c.get('service').save()`.
 */
export function isHandedAround(callee: ts.Expression, unit: Unit): boolean {
  const node = unwrap(callee);
  if (evaluate(node, unit).kind === 'function') return false;
  return isOutOfBag(ts.isCallExpression(node) ? node : accessOf(node)?.object, unit);
}

function isOutOfBag(expression: ts.Expression | undefined, unit: Unit, asked = new Set<ts.Declaration>()): boolean {
  if (expression === undefined) return false;
  const node = unwrap(expression);
  const declaration = unit.scope.declarationOf(node);
  if (declaration !== undefined) {
    if (asked.has(declaration)) return false;
    asked.add(declaration);
    // A parameter that is cast has more than its type says.
    if (ts.isParameter(declaration)) return isCastToAny(expression);
    if (ts.isBindingElement(declaration) && isBag(takenName(declaration))) return true;
    const root = declarationAround(declaration);
    return ts.isVariableDeclaration(root) && isOutOfBag(root.initializer, unit, asked);
  }
  if (!ts.isCallExpression(node)) {
    const access = accessOf(node);
    return access !== undefined && (isBag(access.name) || isOutOfBag(access.object, unit, asked));
  }
  const method = accessOf(unwrap(node.expression));
  return (
    method !== undefined &&
    isTaken(method.name, node) &&
    globalFunctionName(node.expression, unit) === undefined &&
    !isFilledInSight(method.object, unit) &&
    !holdsTexts(method.object, unit)
  );
}

/** Whether a method of contexts, registries and containers gives what any file has put there: not what has an address. */
function isTaken(method: string, { arguments: [key], typeArguments }: ts.CallExpression): boolean {
  if (key === undefined) return false;
  if (method === 'resolve') return true;
  return method === 'get' && (ts.isStringLiteralLike(key) ? !key.text.includes('/') : typeArguments !== undefined);
}

/** Whether an object is one of the platform's that only hold texts and files: `data: FormData`. */
function holdsTexts(object: ts.Expression, unit: Unit): boolean {
  return HOLDING_TEXTS.includes(platformObject(object, unit) ?? '');
}

/** Whether an object is made in sight of what it is filled by, such as a map of the file. */
function isFilledInSight(object: ts.Expression, unit: Unit): boolean {
  const declaration = unit.scope.declarationOf(unwrap(object));
  return declaration !== undefined && ts.isVariableDeclaration(declaration) && isFillable(declaration, unit);
}

function isBag(name: string | undefined): boolean {
  return name !== undefined && HANDED_AROUND.has(name);
}

function isOwnFunction(type: ts.TypeNode): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.every((part) => isNullishType(part) || isOwnFunction(part));
  if (!ts.isTypeReferenceNode(type)) return false;
  const { typeName } = type;
  return isOwnFunctionType(ts.isIdentifier(typeName) ? typeName.text : typeName.right.text);
}
