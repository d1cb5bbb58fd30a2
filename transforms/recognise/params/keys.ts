import { ts } from 'ts-morph';
import { accessOf, unwrap, wrapped } from '../../syntax.ts';
import { isNeverReassigned } from '../../language/scope.ts';
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
  return ts.isElementAccessExpression(member) ? namesIn(unwrap(member.argumentExpression), unit) : undefined;
}

function namesIn(key: ts.Expression, unit: Unit): readonly string[] | undefined {
  if (ts.isStringLiteralLike(key)) return [key.text];
  if (!ts.isIdentifier(key)) return undefined;
  const binding = unit.scope.bindingOf(key);
  const { declaration } = binding ?? {};
  if (binding === undefined || declaration === undefined || !isNeverReassigned(binding)) return undefined;
  const type = writtenTypeOf(key, unit);
  if (type !== undefined) return literalsOf(type.node);
  const list = listBehind(declaration);
  if (list !== undefined) return textsOf(list, unit);
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer === undefined ? undefined : namesIn(unwrap(initializer), unit);
}

/** The strings that a written type consists of. */
export function literalsOf(type: ts.TypeNode): readonly string[] | undefined {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  const texts = parts.map((part) =>
    ts.isLiteralTypeNode(part) && ts.isStringLiteralLike(part.literal) ? part.literal.text : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The list whose elements a variable stands for: `for (const key of keys)`, `keys.forEach((key) => …)`. */
function listBehind(declaration: ts.Declaration): ts.Expression | undefined {
  if (ts.isVariableDeclaration(declaration)) {
    const loop = declaration.parent.parent;
    return ts.isForOfStatement(loop) ? loop.expression : undefined;
  }
  if (
    !ts.isParameter(declaration) ||
    declaration.parent.parameters[0] !== declaration ||
    !ts.isArrowFunction(declaration.parent)
  )
    return undefined;
  const { parent } = wrapped(declaration.parent);
  const access = ts.isCallExpression(parent) ? accessOf(unwrap(parent.expression)) : undefined;
  return access?.name === 'forEach' ? access.object : undefined;
}

/** The strings of an array in sight that nobody adds to; undefined where it holds something else. */
export function textsOf(list: ts.Expression, unit: Unit): readonly string[] | undefined {
  const node = unwrap(list);
  if (ts.isArrayLiteralExpression(node)) {
    const texts = node.elements.map((element) => (ts.isStringLiteralLike(element) ? element.text : undefined));
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const declaration = binding?.declaration;
  if (
    binding === undefined ||
    declaration === undefined ||
    !ts.isVariableDeclaration(declaration) ||
    declaration.initializer === undefined
  )
    return undefined;
  const isConstant =
    ts.isAsExpression(declaration.initializer) && ts.isConstTypeReference(declaration.initializer.type);
  return isNeverReassigned(binding) && (isConstant || binding.references.every(isOnlyRead))
    ? textsOf(declaration.initializer, unit)
    : undefined;
}

/** Whether a mention of an array only goes through it. */
function isOnlyRead(reference: ts.Identifier): boolean {
  const { parent } = wrapped(reference);
  if (ts.isForOfStatement(parent)) return parent.expression === wrapped(reference);
  const access = accessOf(parent);
  return access !== undefined && /^(?:forEach|includes|length|map|filter|some|every)$/.test(access.name);
}
