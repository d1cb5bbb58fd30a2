import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { originOf } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { isNeverReassigned, isWriteTarget } from '../../language/scope.ts';
import { writtenTypeOf } from '../../language/written-type.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * The names that a computed member may have: those of a list that a loop goes through, or of the type that is written
 * for its key; undefined where that isn't known.
 */
export function namesOfKey(
  member: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  unit: Unit,
): readonly string[] | undefined {
  return ts.isElementAccessExpression(member) ? namesIn(member.argumentExpression, unit) : undefined;
}

/** The same for what a computed name in a literal may be. */
export function namesOfComputed(name: ts.PropertyName | undefined, unit: Unit): readonly string[] | undefined {
  return name !== undefined && ts.isComputedPropertyName(name) ? namesIn(name.expression, unit) : undefined;
}

/** @param seen the variables on the way, which may lead to themselves */
function namesIn(
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
  if (declared.kind === 'value') return namesIn(declared.of, unit, new Set([...seen, binding.declaration]));
  const list =
    declared.kind === 'each' ? declared.of : declared.kind === 'given' ? listBehind(declared.parameter) : undefined;
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
  if (binding === undefined || declared?.kind !== 'value') return undefined;
  const isConstant = ts.isAsExpression(declared.of) && ts.isConstTypeReference(declared.of.type);
  return isConstant || binding.references.every(isOnlyRead) ? textsOf(declared.of, unit) : undefined;
}

/** Whether a mention of an array only goes through it. */
function isOnlyRead(mention: ts.Identifier): boolean {
  const use = useOf(mention);
  if (use.kind === 'part') return accessOf(use.access)?.name === 'length' && !isWriteTarget(use.access);
  return use.kind === 'each' || (use.kind === 'method' && READING.has(accessOf(use.access)?.name ?? ''));
}

const READING: ReadonlySet<string> = new Set(['every', 'filter', 'forEach', 'includes', 'map', 'some']);
