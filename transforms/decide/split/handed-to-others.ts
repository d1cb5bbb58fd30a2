import { ts } from 'ts-morph';
import { mayBeCallable } from '../../effects/may-be-callable.ts';
import { declaredBy } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { isDependency } from '../../flow/dependency.ts';
import { packageGiving } from '../../flow/giving-package.ts';
import { alternativesOf, originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { WAITING_FOR_ALL } from '../../knowledge/builtins.ts';
import { isForeignType, isPackage } from '../../language/foreign-types.ts';
import { bindingOfFunction, isFunctionInSight } from '../../language/functions.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsInFiles, mentionsOfDefault } from '../../language/mentions-in-files.ts';
import type { Unit } from '../../language/unit.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { accessOf, isAccess, isAmbient, unwrap, wrapped } from '../../syntax.ts';
import { contains, someIn } from '../../tree.ts';
import { usageOf } from '../../values/usage/usage.ts';

/**
 * Whether only others get an object: packages, and what callers out of sight have given. They leave it alone while a
 * request is under way (no interference), unless they can lead back to the repository: by a function that they are
 * given, or by what they give.
 */
export function isOnlyForOthers(value: ts.Expression, site: UpdateCall, unit: Unit): boolean {
  return isLeftAlone(value, { site, unit, values: new Set(), results: new Set(), isResult: false });
}

interface Asked {
  readonly site: UpdateCall;
  readonly unit: Unit;
  /** What has been asked about: each is gone through once, since one that isn't left alone is enough. */
  readonly values: Set<ts.Node>;
  /** The same of what others have given. */
  readonly results: Set<ts.Node>;
  /** Whether others have given it, for what they got. */
  readonly isResult: boolean;
}

function isLeftAlone(value: ts.Expression, asked: Asked): boolean {
  const { site, unit, isResult } = asked;
  const seen = isResult ? asked.results : asked.values;
  if (seen.has(value)) return true;
  seen.add(value);
  const recurse = (next: ts.Expression): boolean => isLeftAlone(next, asked);
  const isRead = (next: ts.Expression): boolean => recurse(next) || usageOf(next, site.params, unit) === 'read';
  const use = useOf(value);
  switch (use.kind) {
    case 'asked':
      return true;
    case 'same':
    case 'awaited':
      return recurse(use.to);
    case 'member':
      return isDependency(use, unit) || recurse(use.of);
    case 'spread':
      return !isCall(use.into) && recurse(use.into);
    case 'name':
      return unit.scope.bindingOf(use.name)?.references.every(isRead) === true;
    case 'part':
      return isRead(use.access);
    case 'returned':
      return isResult && !isCalledInSight(use.from, unit);
    case 'argument': {
      const { call } = use;
      // What comes out of it is there when the requests are done.
      if (WAITING_FOR_ALL.has(globalFunctionName(call.expression, unit) ?? ''))
        return contains(call, site.call) || isRead(call);
      if (isOfSdk(call.expression, unit)) return true;
      return (
        isOfOthers(call.expression, unit) &&
        !givesFunctions(call.arguments ?? [], seen, unit) &&
        (isLeftAlone(call, { ...asked, isResult: true }) || usageOf(call, site.params, unit) === 'read')
      );
    }
    default:
      return false;
  }
}

/** Whether a method is the SDK's, or one of its functions is called by it: `user.reload.bind(user)`. */
function isOfSdk(callee: ts.Expression, unit: Unit): boolean {
  const object = accessOf(unwrap(callee))?.object;
  const value = object === undefined ? undefined : evaluate(object, unit);
  return value?.kind === 'sdk' && value.type !== 'metadata';
}

/** Functions of the platform that make a text of what they are given. */
const SERIALISING: ReadonlySet<string> = new Set(['Response.json', 'fetch']);

export type Call = ts.CallExpression | ts.NewExpression;

export function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/**
 * Whether a call may be given functions.
 *
 * @param data what is known to be none
 */
function givesFunctions(given: readonly ts.Expression[], data: ReadonlySet<ts.Node>, unit: Unit): boolean {
  return given.some((argument): boolean => {
    const node = unwrap(argument);
    if (ts.isSpreadElement(node)) return givesFunctions([node.expression], data, unit);
    if (ts.isArrayLiteralExpression(node)) return givesFunctions(node.elements, data, unit);
    if (isCall(node)) return givesFunctions(node.arguments ?? [], data, unit);
    if (ts.isObjectLiteralExpression(node))
      return node.properties.some((property) => {
        const value = ts.isPropertyAssignment(property)
          ? property.initializer
          : ts.isShorthandPropertyAssignment(property)
            ? property.name
            : ts.isSpreadAssignment(property)
              ? property.expression
              : undefined;
        return value === undefined || givesFunctions([value], data, unit);
      });
    return !data.has(node) && (isOfFunctions(node, unit) || mayBeCallable(node, unit));
  });
}

/** Whether a function of the repository stands there, by its name, too, or may do so. */
function isOfFunctions(node: ts.Expression, unit: Unit): boolean {
  if (someIn(node, ts.isFunctionLike, isCall) || ts.isClassExpression(node)) return true;
  const alternatives = alternativesOf(originOf(node));
  if (alternatives !== undefined) return alternatives.some((one) => isOfFunctions(one, unit));
  const definition = definitionOf(node, unit);
  return (
    'node' in definition &&
    (isFunctionInSight(definition.node) || ts.isFunctionLike(definition.node) || ts.isClassLike(definition.node))
  );
}

/** Whether a function is of a package, or was given by callers out of sight, and leads to nobody else. */
function isOfOthers(callee: ts.Expression, unit: Unit, seen: ReadonlySet<ts.Node> = new Set()): boolean {
  const node = unwrap(callee);
  if (seen.has(node)) return false;
  const on = new Set([...seen, node]);
  if (SERIALISING.has(globalFunctionName(node, unit) ?? '')) return true;
  if (isAccess(node)) return isOfOthers(node.expression, unit, on);
  if (ts.isAwaitExpression(node)) return isOfOthers(node.expression, unit, on);
  if (isCall(node))
    return !givesFunctions(node.arguments ?? [], new Set(), unit) && isOfOthers(node.expression, unit, on);
  if (!ts.isIdentifier(node) || isGivenFunctions(node, unit)) return false;
  const definition = definitionOf(node, unit);
  switch (definition.kind) {
    case 'export':
      return definition.isSure && isPackage(definition.specifier, definition.unit);
    case 'expression':
      return definition.isSure && isOfOthers(definition.node, definition.unit, on);
    case 'declaration': {
      const declared = declaredBy(definition.node);
      return declared.kind === 'given'
        ? isGivenByOthers(declared.parameter, definition.unit)
        : ts.isVariableDeclaration(definition.node) && isAmbient(definition.node);
    }
    default:
      return false;
  }
}

/** Whether the file gives functions to what goes by that name: a bus may hand it what somebody else has given. */
export function isGivenFunctions(name: ts.Identifier, unit: Unit): boolean {
  return unit.scope.bindingOf(name)?.references.some((mention) => isChainOfFunctions(mention, unit)) === true;
}

function isChainOfFunctions(mention: ts.Expression, unit: Unit): boolean {
  const node = wrapped(mention);
  const { parent } = node;
  if (isAccess(parent)) return parent.expression === node && isChainOfFunctions(parent, unit);
  return (
    ts.isCallExpression(parent) &&
    parent.expression === node &&
    (parent.arguments.some((argument) => isOfFunctions(argument, unit)) || isChainOfFunctions(parent, unit))
  );
}

/** Whether a parameter has something that is nobody's of the repository, by its type or by who calls its function. */
function isGivenByOthers({ type, parent, initializer }: ts.ParameterDeclaration, unit: Unit): boolean {
  if (initializer !== undefined) return false;
  return (type !== undefined && isForeignType(type, unit)) || !isCalledInSight(parent, unit);
}

/** Whether other code of the repository may call a function than packages that are given it. */
function isCalledInSight(fn: ts.SignatureDeclaration, unit: Unit): boolean {
  const binding = bindingOfFunction(fn, unit);
  if (binding !== undefined) {
    const { mentions, isIncomplete } = mentionsInFiles(binding, unit);
    return isIncomplete || !mentions.every((mention) => isGivenToPackage(mention.node, mention.unit));
  }
  if (!ts.isExpression(fn)) return true;
  if (isGivenToPackage(fn, unit)) return false;
  if (useOf(fn).kind !== 'exported') return true;
  const { mentions, isIncomplete } = mentionsOfDefault(unit);
  return isIncomplete || mentions.length > 0;
}

function isGivenToPackage(fn: ts.Expression, unit: Unit): boolean {
  const use = useOf(fn);
  return use.kind === 'argument' && packageGiving(use.call.expression, unit) !== undefined;
}
