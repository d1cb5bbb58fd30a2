import { ts } from 'ts-morph';
import { isObjectAssign } from '../language/is-global.ts';
import { isWriteTarget } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, nameText, unwrap } from '../syntax.ts';
import { useOf } from './uses.ts';

/**
 * Whether statements of the file may put something under one of the names into a literal that a variable holds, or that
 * is inside of such a literal.
 */
export function isFilledLater(literal: ts.ObjectLiteralExpression, names: readonly string[], unit: Unit): boolean {
  const name = holderOf(literal)?.name;
  if (name === undefined) return false;
  const references = unit.scope.bindingOf(name)?.references ?? [];
  return (
    names.some((written) => unit.scope.propertyWrites(written).length > 0) ||
    references.some((mention) => isFilledAt(mention, names, unit))
  );
}

function holderOf(value: ts.Expression): ts.VariableDeclaration | undefined {
  const use = useOf(value);
  switch (use.kind) {
    case 'name':
      return ts.isVariableDeclaration(use.by) ? use.by : undefined;
    case 'same':
      return holderOf(use.to);
    case 'member':
      return holderOf(use.of);
    default:
      return undefined;
  }
}

/** `options[name] = …`, `Object.assign(options, { method })`, or the same with what is inside of it. */
function isFilledAt(mention: ts.Expression, names: readonly string[], unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'part':
      return accessOf(use.access) === undefined ? isWriteTarget(use.access) : isFilledAt(use.access, names, unit);
    case 'argument':
      return (
        use.index === 0 &&
        ts.isCallExpression(use.call) &&
        isObjectAssign(use.call, unit) &&
        use.call.arguments.slice(1).some((given) => mayHave(unwrap(given), names))
      );
    default:
      return false;
  }
}

function mayHave(given: ts.Expression, names: readonly string[]): boolean {
  if (!ts.isObjectLiteralExpression(given)) return true;
  return given.properties.some((property) => {
    const name = nameText(property.name);
    return name === undefined || names.includes(name);
  });
}
