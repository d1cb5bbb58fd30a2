import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { isGlobal } from '../source/globals.ts';
import type { Unit } from '../source/unit.ts';
import { textsOf } from './keys.ts';

/** What a call that is known by its name makes of an object. */
export type MakingCall =
  /** The very object. */
  | { readonly kind: 'same'; readonly of: ts.Expression }
  /** A copy, of which some properties may be left out; `without` certainly are. */
  | { readonly kind: 'copy'; readonly of: ts.Expression; readonly without: ReadonlySet<string> }
  /** An object with some of these properties. */
  | { readonly kind: 'named'; readonly node: ts.Node; readonly names: readonly string[] };

/** Reads a call of one of the language's functions, or of one that libraries have by this name, which gives an object or makes one of another; undefined for all others. */
export function readMakingCall(call: ts.CallExpression, unit: Unit): MakingCall | undefined {
  const [first] = call.arguments;
  const callee = unwrap(call.expression);
  const access = accessOf(callee);
  if (first === undefined || call.arguments.some(ts.isSpreadElement)) return undefined;
  if (access !== undefined && isGlobal(access.object, 'Object', unit)) {
    if (access.name === 'freeze' || access.name === 'seal' || access.name === 'preventExtensions') return { kind: 'same', of: first };
    return access.name === 'fromEntries' ? readEntries(unwrap(first), unit) : undefined;
  }
  if (access?.name === 'parse' && isGlobal(access.object, 'JSON', unit)) return readJson(unwrap(first), unit);
  if (access?.name === 'resolve' && isGlobal(access.object, 'Promise', unit)) return { kind: 'same', of: first };
  return readLibraryCall(ts.isIdentifier(callee) ? callee.text : access?.name, call, unit);
}

/** `JSON.parse(JSON.stringify(object))` */
function readJson(text: ts.Expression, unit: Unit): MakingCall | undefined {
  const access = ts.isCallExpression(text) ? accessOf(unwrap(text.expression)) : undefined;
  const [of, ...others] = ts.isCallExpression(text) ? text.arguments : [];
  const isCopy = access?.name === 'stringify' && isGlobal(access.object, 'JSON', unit) && of !== undefined && others.length === 0;
  return isCopy ? { kind: 'copy', of, without: new Set() } : undefined;
}

/** What keeps the names of the entries that it goes through. */
const KEEPING: ReadonlySet<string> = new Set(['filter', 'reverse', 'slice', 'sort', 'toReversed', 'toSorted']);

/** `Object.entries(object).filter(…)`, `[['firstName', name], …]` */
function readEntries(entries: ts.Expression, unit: Unit): MakingCall | undefined {
  if (ts.isArrayLiteralExpression(entries)) {
    const names = entries.elements.map((entry) => (ts.isArrayLiteralExpression(entry) && entry.elements[0] !== undefined ? nameText(entry.elements[0]) : undefined));
    return names.every((name) => name !== undefined) ? { kind: 'named', node: entries, names } : undefined;
  }
  if (ts.isIdentifier(entries)) {
    const binding = unit.scope.bindingOf(entries);
    const declaration = binding?.declaration;
    const initializer = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return initializer === undefined || binding?.references.length !== 1 ? undefined : readEntries(unwrap(initializer), unit);
  }
  const access = ts.isCallExpression(entries) ? accessOf(unwrap(entries.expression)) : undefined;
  const [first] = ts.isCallExpression(entries) ? entries.arguments : [];
  if (access === undefined || first === undefined) return undefined;
  if (access.name === 'entries' && isGlobal(access.object, 'Object', unit)) return { kind: 'copy', of: first, without: new Set() };
  return KEEPING.has(access.name) || (access.name === 'map' && keepsName(unwrap(first))) ? readEntries(unwrap(access.object), unit) : undefined;
}

/** `([name, value]) => [name, …]` */
function keepsName(callback: ts.Expression): boolean {
  if (!ts.isArrowFunction(callback) || ts.isBlock(callback.body)) return false;
  const [parameter] = callback.parameters;
  const made = unwrap(callback.body);
  const [name] = parameter !== undefined && ts.isArrayBindingPattern(parameter.name) ? parameter.name.elements : [];
  const [first] = ts.isArrayLiteralExpression(made) ? made.elements : [];
  return name !== undefined && ts.isBindingElement(name) && ts.isIdentifier(name.name) && first !== undefined && ts.isIdentifier(first) && first.text === name.name.text;
}

/** Functions of libraries, which go by these names everywhere. */
function readLibraryCall(name: string | undefined, call: ts.CallExpression, unit: Unit): MakingCall | undefined {
  const [first, second, ...others] = call.arguments;
  if (first === undefined) return undefined;
  switch (name) {
    case 'clone':
    case 'cloneDeep':
    case 'structuredClone':
      return { kind: 'copy', of: first, without: new Set() };
    case 'pickBy':
    case 'omitBy':
      return second === undefined ? undefined : { kind: 'copy', of: first, without: new Set() };
    case 'pick':
    case 'omit': {
      if (second === undefined) return undefined;
      // Some take the names first.
      const [of, ...keys] = textsOf(first, unit) === undefined ? [first, second, ...others] : [second, first];
      const names = keys.flatMap((key): readonly (string | undefined)[] => (ts.isStringLiteralLike(key) ? [key.text] : (textsOf(key, unit) ?? [undefined])));
      if (!names.every((one) => one !== undefined)) return undefined;
      return { kind: 'copy', of, without: new Set(name === 'omit' ? names : METADATA_FIELDS.filter((field) => !names.includes(field))) };
    }
    default:
      return undefined;
  }
}
