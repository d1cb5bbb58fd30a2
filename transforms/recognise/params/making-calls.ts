import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { looksLikePackage } from '../../language/foreign-types.ts';
import { LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { declaredBy } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { heldOnce } from '../../flow/held.ts';
import { originOf } from '../../flow/origins.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { functionCalledBy } from '../evaluator/function-called.ts';
import { isGlobal } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';
import { textsOf } from './keys.ts';

/** What a call that is known by its name makes of an object. */
export type MakingCall =
  /** The very object. */
  | { readonly kind: 'same'; readonly of: ts.Expression }
  /** A copy, of which some properties may be left out; `without` certainly are. */
  | { readonly kind: 'copy'; readonly of: ts.Expression; readonly without: ReadonlySet<string> };

/**
 * Reads a call of one of the language's functions, or of one that libraries have by this name, which gives an object or
 * makes one of another; undefined for all others.
 */
export function readMakingCall(call: ts.CallExpression, unit: Unit): MakingCall | undefined {
  const [first] = call.arguments;
  const callee = unwrap(call.expression);
  const access = accessOf(callee);
  if (first === undefined || call.arguments.some(ts.isSpreadElement)) return undefined;
  if (access !== undefined && isGlobal(access.object, 'Object', unit)) {
    if (access.name === 'freeze') return { kind: 'same', of: first };
    return access.name === 'fromEntries' ? readEntries(first, unit) : undefined;
  }
  if (access?.name === 'parse' && isGlobal(access.object, 'JSON', unit)) return readJson(unwrap(first), unit);
  const name = ts.isIdentifier(callee) ? callee.text : access?.name;
  return name !== undefined && LIBRARY_CALLS.has(name) && doesWhatItsNameSays(callee, unit)
    ? readLibraryCall(name, call, unit)
    : undefined;
}

/** `JSON.parse(JSON.stringify(object))` */
function readJson(text: ts.Expression, unit: Unit): MakingCall | undefined {
  const access = ts.isCallExpression(text) ? accessOf(unwrap(text.expression)) : undefined;
  const [of, ...others] = ts.isCallExpression(text) ? text.arguments : [];
  const isCopy =
    access?.name === 'stringify' && isGlobal(access.object, 'JSON', unit) && of !== undefined && others.length === 0;
  return isCopy ? { kind: 'copy', of, without: new Set() } : undefined;
}

/** What keeps the names of the entries that it goes through. */
const KEEPING = methodsThat(({ gives, keeps }) => !keeps && (gives === 'some' || gives === 'itself'), LIST_METHODS);

/** `Object.entries(object).filter(…)` */
function readEntries(entries: ts.Expression, unit: Unit): MakingCall | undefined {
  const origin = originOf(entries);
  switch (origin.kind) {
    case 'name': {
      const held = heldOnce(origin.name, unit);
      return held === undefined ? undefined : readEntries(held, unit);
    }
    case 'result': {
      const access = accessOf(unwrap(origin.call.expression));
      const [first] = origin.call.arguments;
      if (access === undefined || first === undefined) return undefined;
      if (access.name === 'entries' && isGlobal(access.object, 'Object', unit))
        return { kind: 'copy', of: first, without: new Set() };
      return KEEPING.has(access.name) || (access.name === 'map' && keepsName(unwrap(first), unit))
        ? readEntries(access.object, unit)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The first element of a list in sight. */
function firstIn(list: ts.Expression): ts.Expression | undefined {
  const origin = originOf(list);
  return origin.kind === 'list' ? origin.literal.elements[0] : undefined;
}

/** `([name, value]) => [name, …]` */
function keepsName(callback: ts.Expression, { scope }: Unit): boolean {
  if (!ts.isArrowFunction(callback) || ts.isBlock(callback.body)) return false;
  const first = firstIn(callback.body);
  const declared = declaredBy(scope.declarationOf(first));
  return declared.kind === 'element' && declared.index === 0 && declared.of === callback.parameters[0];
}

/** Functions of libraries, which go by these names everywhere. */
const LIBRARY_CALLS: ReadonlySet<string> = new Set([
  'clone',
  'cloneDeep',
  'structuredClone',
  'pick',
  'pickBy',
  'omit',
  'omitBy',
]);

/** Whether a function is a library's, or one of the repository whose written type says that it picks or omits. */
function doesWhatItsNameSays(callee: ts.Expression, unit: Unit): boolean {
  const own = functionCalledBy(callee, unit);
  if (own !== undefined) return own !== 'unreadable' && isPickOrOmit(own.node.type);
  return isOfPackage(callee, unit) ?? true;
}

/**
 * Whether a package gives what is called, or has it as a member; undefined where nothing in the file says what that is.
 */
export function isOfPackage(callee: ts.Expression, unit: Unit): boolean | undefined {
  const definition = definitionOf(accessOf(callee)?.object ?? callee, unit);
  switch (definition.kind) {
    case 'export':
      return looksLikePackage(definition.specifier);
    case 'global':
      return undefined;
    case 'declaration':
      return (ts.getCombinedModifierFlags(definition.node) & ts.ModifierFlags.Ambient) === 0 ? false : undefined;
    default:
      return false;
  }
}

/** `Pick<Params, Key>`, `Partial<Omit<…>>` */
function isPickOrOmit(type: ts.TypeNode | undefined): boolean {
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const { typeName, typeArguments } = type;
  return typeName.text === 'Partial'
    ? isPickOrOmit(typeArguments?.[0])
    : typeName.text === 'Pick' || typeName.text === 'Omit';
}

function readLibraryCall(name: string, call: ts.CallExpression, unit: Unit): MakingCall | undefined {
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
      const names = keys.flatMap((key): readonly (string | undefined)[] =>
        ts.isStringLiteralLike(key) ? [key.text] : (textsOf(key, unit) ?? [undefined]),
      );
      if (!names.every((one) => one !== undefined)) return undefined;
      return {
        kind: 'copy',
        of,
        without: new Set(name === 'omit' ? names : METADATA_FIELDS.filter((field) => !names.includes(field))),
      };
    }
    default:
      return undefined;
  }
}
