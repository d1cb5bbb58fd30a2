import { ts } from 'ts-morph';
import { isExported } from '../language/exported.ts';
import { unwrap, elementsOf } from '../syntax.ts';
import { holding, type Held } from './holding.ts';
import { joined, NOTHING, UNKNOWN, type Step } from './place.ts';

/** The same for several. */
export function underNamesOf(declarations: readonly { readonly name: ts.BindingName }[], held: Held): Step {
  return joined(declarations.map(({ name }) => underName(name, held)));
}

/** The object, or what is inside of it, has the names that a declaration gives it. */
export function underName(name: ts.BindingName, held: Held): Step {
  const { place, sureness } = held;
  if (!ts.isIdentifier(name)) return joined(elementsOf(name).map((element) => underName(element.name, held)));
  const binding = place.unit.scope.bindingOf(name);
  if (binding === undefined) return UNKNOWN;
  const { declaration } = binding;
  const isOfOthers = declaration !== undefined && isExported(declaration);
  return joined([
    isOfOthers ? UNKNOWN : NOTHING,
    { from: [{ ...place, node: name, into: holding(binding, sureness) }] },
  ]);
}

/** What is assigned to has the object, or what is inside of it; a property's owner isn't followed. */
export function underTarget(target: ts.Node, held: Held): Step {
  const node = ts.isExpression(target) ? unwrap(target) : target;
  if (ts.isIdentifier(node)) return underName(node, held);
  if (ts.isObjectLiteralExpression(node)) return joined(node.properties.map((property) => underTarget(property, held)));
  if (ts.isArrayLiteralExpression(node)) return joined(node.elements.map((element) => underTarget(element, held)));
  if (ts.isShorthandPropertyAssignment(node)) return underTarget(node.name, held);
  if (ts.isPropertyAssignment(node)) return underTarget(node.initializer, held);
  if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) return underTarget(node.expression, held);
  // A target with a default.
  if (ts.isBinaryExpression(node)) return underTarget(node.left, held);
  return ts.isOmittedExpression(node) ? NOTHING : UNKNOWN;
}
