import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { alternativesOf, stepInto } from '../../flow/origins.ts';
import { LIST_METHODS } from '../../knowledge/builtins.ts';
import { isGlobal } from '../../language/is-global.ts';
import { isNeverReassigned } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';
import { isUnassignedPath, pathOf } from '../paths/property-paths.ts';
import { ARRAY, BOOLEAN, memberByKind, METHODS, NOTHING, NUMBER, STRING, UNKNOWN, type Kinds } from './kinds.ts';

/**
 * What a method gives that is called on JSON. It holds no functions, so only a value that has the method by itself gets
 * through the call: `body.name.trim()` is a text, or throws.
 */
export function kindsOnJson(object: ts.Expression, method: string, unit: Unit): Kinds {
  const isElement = Object.hasOwn(LIST_METHODS, method) && LIST_METHODS[method]?.gives === 'element';
  if (isElement || method === 'valueOf' || !isJson(object, unit)) return UNKNOWN;
  const given = [STRING, NUMBER, BOOLEAN, ARRAY]
    .map((kind) => memberByKind(METHODS, kind, method, NOTHING))
    .filter((kinds) => kinds !== UNKNOWN);
  return given.length === 0 ? UNKNOWN : given.reduce((all, kinds) => all | kinds, NOTHING);
}

/**
 * Whether a value is what `await response.json()` or `JSON.parse(text)` gave, metadata, or a part of one of them which
 * nobody assigns.
 */
function isJson(expression: ts.Expression, unit: Unit): boolean {
  const path = pathOf(expression, unit);
  if (path === undefined || path.root === 'this' || !isUnassignedPath(path, unit)) return false;
  if (!path.root.references.every((mention) => isUnfilledBy(mention, path.names.length, unit))) return false;
  const places = new Worklist<ts.Expression | 'unknown'>([expression]);
  for (const place of places) {
    if (place === 'unknown') return false;
    places.add(sourcesOfJson(place, unit));
  }
  return true;
}

/** What a value that may be JSON is read from; nothing where it is known to be. */
function sourcesOfJson(node: ts.Expression, unit: Unit): readonly (ts.Expression | 'unknown')[] {
  const origin = stepInto(node);
  switch (origin.kind) {
    case 'nothing':
    case 'data':
      return [];
    case 'part': {
      const value = evaluate(node, unit);
      return value.kind === 'sdk' && value.type === 'metadata' ? [] : [origin.of];
    }
    case 'awaited':
      return isReading(unwrap(origin.of), unit) ? [] : ['unknown'];
    case 'result':
      return isParsing(origin.call, unit) ? [] : ['unknown'];
    case 'name': {
      const binding = unit.scope.bindingOf(origin.name);
      const sources = isNeverReassigned(binding) ? sourcesOf(binding.declaration) : [];
      return sources.length === 0 ? ['unknown'] : sources.map((one) => (ts.isParameter(one) ? 'unknown' : one));
    }
    default:
      return alternativesOf(origin) ?? ['unknown'];
  }
}

/** Whether a mention of what holds a value, so many names down, hands nobody an object on the way who may fill that. */
function isUnfilledBy(mention: ts.Expression, depth: number, unit: Unit): boolean {
  let use = useOf(mention);
  let level = 0;
  for (; use.kind === 'part' && level < depth; level++) use = useOf(use.access);
  if (level === depth) return true;
  switch (use.kind) {
    case 'asked':
    case 'method':
    case 'spread':
      return true;
    case 'name':
      return ts.isObjectBindingPattern(use.name);
    case 'argument':
      return ts.isCallExpression(use.call) && onlyReadsArguments(use.call, unit);
    default:
      return false;
  }
}

/** `response.json()`, of nothing that the repository makes. */
function isReading(node: ts.Expression, unit: Unit): boolean {
  if (!ts.isCallExpression(node) || node.arguments.length > 0) return false;
  const callee = unwrap(node.expression);
  return accessOf(callee)?.name === 'json' && evaluate(callee, unit).kind !== 'function';
}

/** `JSON.parse(text)`; a second argument may put anything in. */
function isParsing({ expression, arguments: given }: ts.CallExpression, unit: Unit): boolean {
  const access = accessOf(unwrap(expression));
  return (
    access?.name === 'parse' &&
    given.length === 1 &&
    !given.some(ts.isSpreadElement) &&
    isGlobal(access.object, 'JSON', unit)
  );
}
