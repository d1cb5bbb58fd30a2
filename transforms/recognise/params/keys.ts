import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { fieldOnTheWire } from '../../http-api.ts';
import { declaredBy, type Declared } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, unwrap, withoutParentheses } from '../../syntax.ts';
import { isGlobal } from '../../language/is-global.ts';
import { spanOf } from '../sdk/by-type.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { isNeverReassigned, isWriteTarget } from '../../language/scope.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * The names that a computed member may have: those of a list that a loop goes through, or of the type that is written
 * for its key; undefined where that isn't known.
 */
export function namesOfKey(
  member: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  unit: Unit,
): readonly string[] | undefined {
  return ts.isElementAccessExpression(member) ? namesOfArgument(member.argumentExpression, unit) : undefined;
}

/** The same for an expression that names a member. */
export function namesOfArgument(key: ts.Expression, unit: Unit): readonly string[] | undefined {
  return namesIn(key, unit) ?? generalNamesByType(key, unit);
}

/** The names that a key may have by its type, where none is metadata's: of others, a type says no more than the code. */
function generalNamesByType(key: ts.Expression, unit: Unit): readonly string[] | undefined {
  const names = unit.types?.textsAt(spanOf(withoutParentheses(key), unit));
  const isField = (name: string): boolean =>
    fieldOnTheWire(name) !== undefined || METADATA_FIELDS.some((field) => field === name);
  return names?.some(isField) === false ? names : undefined;
}

/**
 * The object whose names a key goes through: `for (const key in object)`, `Object.keys(object).forEach((key) => …)`,
 * `for (const [key, value] of Object.entries(object))`
 */
export function objectOfKey(
  member: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  unit: Unit,
): ts.Expression | undefined {
  const key = ts.isElementAccessExpression(member) ? unwrap(member.argumentExpression) : undefined;
  const binding = unit.scope.bindingOf(key);
  if (!isNeverReassigned(binding)) return undefined;
  const { declaration } = binding;
  const declared = declaredBy(declaration);
  if (declared.kind === 'key') {
    const loop = declaration.parent.parent;
    return ts.isForInStatement(loop) ? loop.expression : undefined;
  }
  if (declared.kind !== 'element') return listedObject(listGoneThrough(declared), 'keys', unit);
  return declared.index === 0 ? listedObject(listGoneThrough(declaredBy(declared.of)), 'entries', unit) : undefined;
}

/** The list whose elements what is declared stands for, one after the other. */
function listGoneThrough(declared: Declared): ts.Expression | undefined {
  if (declared.kind === 'each') return declared.of;
  return declared.kind === 'given' ? listBehind(declared.parameter) : undefined;
}

/** The object of `Object.keys(object)`, or of what is left of that. */
function listedObject(
  list: ts.Expression | undefined,
  method: 'keys' | 'entries',
  unit: Unit,
): ts.Expression | undefined {
  const call = list === undefined ? undefined : unwrap(list);
  const access = call !== undefined && ts.isCallExpression(call) ? accessOf(unwrap(call.expression)) : undefined;
  if (call === undefined || !ts.isCallExpression(call) || access === undefined) return undefined;
  if (access.name === 'filter') return listedObject(access.object, method, unit);
  const [object] = call.arguments;
  return access.name === method &&
    isGlobal(access.object, 'Object', unit) &&
    object !== undefined &&
    !ts.isSpreadElement(object)
    ? object
    : undefined;
}

/** The same for what a computed name in a literal may be. */
export function namesOfComputed(name: ts.PropertyName | undefined, unit: Unit): readonly string[] | undefined {
  return name !== undefined && ts.isComputedPropertyName(name) ? namesOfArgument(name.expression, unit) : undefined;
}

/**
 * The names that a key may be, as far as it is written: a text, one of a list, or of the type that is written for it.
 *
 * @param seen the variables on the way, which may lead to themselves
 */
export function namesIn(
  expression: ts.Expression,
  unit: Unit,
  seen: ReadonlySet<ts.Node> = new Set(),
): readonly string[] | undefined {
  const key = unwrap(expression);
  if (ts.isStringLiteralLike(key)) return [key.text];
  const type = writtenTypeOf(expression, unit);
  const typed = type === undefined ? undefined : literalsOf(type.node, type.unit);
  if (typed !== undefined) return typed;
  const origin = originOf(key);
  if (origin.kind === 'choice') {
    const names = origin.of.map((branch) => namesIn(branch, unit, seen));
    return names.every((some) => some !== undefined) ? names.flat() : undefined;
  }
  const binding = unit.scope.bindingOf(key);
  if (!isNeverReassigned(binding) || seen.has(binding.declaration)) return undefined;
  const declared = declaredBy(binding.declaration);
  const constant = declared.kind === 'imported' ? constantElsewhere(key, unit) : undefined;
  if (constant !== undefined) return namesIn(constant.of, constant.unit, new Set([...seen, binding.declaration]));
  if (declared.kind === 'value') return namesIn(declared.of, unit, new Set([...seen, binding.declaration]));
  const list = listGoneThrough(declared);
  return list === undefined ? undefined : textsOf(list, unit);
}

/** The strings that a written type consists of. */
export function literalsOf(
  type: ts.TypeNode,
  unit: Unit,
  seen: ReadonlySet<ts.Node> = new Set(),
): readonly string[] | undefined {
  if (ts.isParenthesizedTypeNode(type)) return literalsOf(type.type, unit, seen);
  if (ts.isUnionTypeNode(type)) {
    const texts = type.types.map((part) => literalsOf(part, unit, seen));
    return texts.every((some) => some !== undefined) ? texts.flat() : undefined;
  }
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteralLike(type.literal) ? [type.literal.text] : undefined;
  const named = ts.isTypeReferenceNode(type) ? declarationNamed(type.typeName, 'type', unit) : undefined;
  return named !== undefined && ts.isTypeAliasDeclaration(named.node) && !seen.has(named.node)
    ? literalsOf(named.node.type, named.unit, new Set([...seen, named.node]))
    : undefined;
}

/** The list whose elements a parameter stands for: `keys.forEach((key) => …)`. */
function listBehind(parameter: ts.ParameterDeclaration): ts.Expression | undefined {
  const { parent: fn } = parameter;
  const use = ts.isArrowFunction(fn) && fn.parameters[0] === parameter ? useOf(fn) : undefined;
  const access = use?.kind === 'argument' ? accessOf(unwrap(use.call.expression)) : undefined;
  return access?.name === 'forEach' ? access.object : undefined;
}

/** The strings of an array in sight that nobody adds to; undefined where it holds something else. */
export function textsOf(list: ts.Expression, unit: Unit): readonly string[] | undefined {
  const node = unwrap(list);
  if (ts.isArrayLiteralExpression(node)) {
    const texts = node.elements.map((element) => (ts.isStringLiteralLike(element) ? element.text : undefined));
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  const binding = unit.scope.bindingOf(node);
  const declared = isNeverReassigned(binding) ? declaredBy(binding.declaration) : undefined;
  const elsewhere = declared?.kind === 'imported' ? constantElsewhere(node, unit) : undefined;
  if (elsewhere !== undefined) return isAsConst(elsewhere.of) ? textsOf(elsewhere.of, elsewhere.unit) : undefined;
  if (binding === undefined || declared?.kind !== 'value') return undefined;
  return isAsConst(declared.of) || binding.references.every(isOnlyRead) ? textsOf(declared.of, unit) : undefined;
}

function isAsConst(value: ts.Expression): boolean {
  return ts.isAsExpression(value) && ts.isConstTypeReference(value.type);
}

/** What a `const` of another file is. */
function constantElsewhere(name: ts.Node, from: Unit): { readonly of: ts.Expression; readonly unit: Unit } | undefined {
  const { node, unit } = declarationNamed(name, 'value', from) ?? {};
  if (node === undefined || unit === undefined || !ts.isVariableDeclaration(node)) return undefined;
  const isConstant = (node.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConstant && node.initializer !== undefined ? { of: node.initializer, unit } : undefined;
}

/** Whether a mention of an array only goes through it. */
function isOnlyRead(mention: ts.Identifier): boolean {
  const use = useOf(mention);
  if (use.kind === 'part') return accessOf(use.access)?.name === 'length' && !isWriteTarget(use.access);
  return use.kind === 'each' || (use.kind === 'method' && READING.has(accessOf(use.access)?.name ?? ''));
}

const READING: ReadonlySet<string> = new Set(['every', 'filter', 'forEach', 'includes', 'map', 'some']);
