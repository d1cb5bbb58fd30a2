import { ts } from 'ts-morph';
import { heldBy } from '../../flow/held.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { nameText, valueOfMember } from '../../syntax.ts';
import { containerOf, contains, foundIn, someIn } from '../../tree.ts';
import { stabilityOf } from '../../values/stability.ts';
import { usageOfBinding } from '../../values/usage/usage.ts';
import { NOTHING_IRRELEVANT } from '../../values/usage/usage-domain.ts';
import { hasComment } from '../decision/comments.ts';
import { mayRunBefore, whatRunsBefore, type Sending } from '../stored/before/happens-before.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';

/**
 * The object literal of a `const` whose elements the call can send once more, all but the first: they give the same
 * again, and until the request is sent nothing changes the object.
 */
export function repeatableLiteral(
  name: ts.Identifier,
  site: Sending,
  unit: Unit,
): ts.ObjectLiteralExpression | undefined {
  const binding = unit.scope.bindingOf(name);
  const declaration = binding?.declaration;
  const literal = heldBy(name, unit);
  if (
    binding === undefined ||
    declaration === undefined ||
    literal === undefined ||
    !ts.isObjectLiteralExpression(literal) ||
    !contains(site.params, name) ||
    containerOf(declaration) !== containerOf(site.call) ||
    hasComment(literal)
  )
    return undefined;
  const elements = literal.properties.slice(1);
  return elements.every((element) => isRepeatable(element, site, unit)) && isLeftAsItIs(binding, site, unit)
    ? literal
    : undefined;
}

/** Whether an element is one line of literals and variables that are never reassigned, and means the same in the call. */
function isRepeatable(element: ts.ObjectLiteralElementLike, site: Sending, unit: Unit): boolean {
  return (
    valueOfMember(element) !== undefined &&
    element.name !== undefined &&
    nameText(element.name) !== undefined &&
    !ts.isComputedPropertyName(element.name) &&
    !element.getText().includes('\n') &&
    stabilityOf(element, new Set(), unit) === 'constant' &&
    foundIn(element, (node) => unit.scope.bindingOf(node)).every((binding) => isOnlyOneNamed(binding, site, unit))
  );
}

/** Whether no other variable of the function has the name: what the call says is the same variable. */
function isOnlyOneNamed({ declaration, symbol }: Binding, { call }: Sending, unit: Unit): boolean {
  const isOther = (node: ts.Node): boolean => {
    const other = ts.isIdentifier(node) && node.text === symbol.name ? unit.scope.bindingOf(node) : undefined;
    return other !== undefined && other.declaration !== declaration;
  };
  return declaration !== undefined && !someIn(containerOf(call), isOther);
}

function isLeftAsItIs(binding: Binding, site: Sending, unit: Unit): boolean {
  const before = whatRunsBefore(site, unit);
  const isLate = (mention: ts.Expression): boolean => isWaitedFor(site.call) && !mayRunBefore(mention, site, before);
  return usageOfBinding(binding, site.params, unit, { ...NOTHING_IRRELEVANT, isLate }) === 'read';
}
