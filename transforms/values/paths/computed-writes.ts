import { ts } from 'ts-morph';
import { mayPrecede } from '../../flow/order.ts';
import { useOf } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { isAccess, unwrap } from '../../syntax.ts';
import { containerOf, someIn } from '../../tree.ts';

/**
 * Whether `object[key] = …` or `object.name = …` can't change what stands on the way from a variable, or from `this`,
 * along some names: the key is a number, or the object was made by a literal and nothing else has it by then.
 *
 * @param root the variable that the way starts from
 */
export function isWriteElsewhere(
  write: ts.Expression,
  root: Binding | 'this',
  names: readonly string[],
  unit: Unit,
): boolean {
  if (!isAccess(write)) return false;
  const isNumber =
    ts.isElementAccessExpression(write) &&
    isCount(write.argumentExpression, unit) &&
    !names.some((name) => String(Number(name)) === name);
  const object = unit.scope.bindingOf(unwrap(write.expression));
  return isNumber || (object !== undefined && object !== root && isOnlyHere(object, write));
}

/** Whether a variable alone has what a literal made, as long as `write` hasn't run. */
export function isOnlyHere(binding: Binding, write: ts.Expression): boolean {
  const { declaration, references } = binding;
  const made =
    declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
      ? unwrap(declaration.initializer)
      : undefined;
  if (declaration === undefined || made === undefined || !isNeverReassigned(binding) || isExported(declaration))
    return false;
  if (!ts.isObjectLiteralExpression(made) && !ts.isArrayLiteralExpression(made)) return false;
  // What a method or a getter of its own gives may be the object itself.
  if (someIn(made, (node) => node.kind === ts.SyntaxKind.ThisKeyword)) return false;
  const home = containerOf(made);
  return references.every(
    (mention) =>
      isLookedInto(mention) ||
      (useOf(mention).kind !== 'exported' && containerOf(mention) === home && !mayPrecede(mention, write, made)),
  );
}

/** Whether a mention only reads what an object holds, or writes to it. */
function isLookedInto(mention: ts.Expression): boolean {
  const use = useOf(mention);
  return use.kind === 'part' || use.kind === 'asked' || use.kind === 'each' || use.kind === 'spread';
}

/** Whether a key is a number, by how it is made or by the type that it is declared with. */
function isCount(key: ts.Expression, unit: Unit): boolean {
  const node = unwrap(key);
  if (ts.isNumericLiteral(node)) return true;
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const { declaration } = binding ?? {};
  if (binding === undefined || declaration === undefined) return false;
  if ((ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && declaration.type !== undefined)
    return declaration.type.kind === ts.SyntaxKind.NumberKeyword;
  const isCounted = binding.writes.every(
    ({ target }) => ts.isPrefixUnaryExpression(target.parent) || ts.isPostfixUnaryExpression(target.parent),
  );
  return (
    isCounted &&
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    ts.isNumericLiteral(unwrap(declaration.initializer))
  );
}
