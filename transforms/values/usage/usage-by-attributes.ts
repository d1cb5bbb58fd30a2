import { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { packageGiving } from '../../flow/giving-package.ts';
import { LIST_METHODS } from '../../knowledge/builtins.ts';
import { isPackage } from '../../language/foreign-types.ts';
import { reactFunction } from '../../language/react.ts';
import type { Unit } from '../../language/unit.ts';
import { returnedBy } from '../../returned.ts';
import { accessOf, parametersOf, unwrap, valueOfMember } from '../../syntax.ts';
import { DATE, NULLISH, PRIMITIVE, within } from '../kinds/kinds.ts';
import { functionNamed } from './named-components.ts';
import { kindsOf } from '../kinds/possible-kinds.ts';
import { worst, type Following, type Usage } from './usage-domain.ts';

/** What is only shown, whatever gives it. */
const SHOWN = /^(?:className|style|key|id|ref|(?:data|aria)-.*)$/;

/** What a package's component may give to its other properties: `renderItem={({ item }) => …}`, `onRowClick={open}`. */
export function usageByOtherAttributes(element: ts.JsxOpeningLikeElement, following: Following): Usage {
  const { unit } = following;
  // Whoever asks a provider gets what it has.
  if (nameOf(element.tagName).endsWith('Provider')) return 'escape';
  const children = ts.isJsxElement(element.parent) ? element.parent.children : [];
  const values = [...element.attributes.properties.flatMap(valueOf), ...children.flatMap(valueOf)];
  return worst(values.map((value) => usageBy(value, unit, following.given)));
}

function nameOf(tag: ts.JsxTagNameExpression): string {
  return ts.isIdentifier(tag)
    ? tag.text
    : ((ts.isPropertyAccessExpression(tag) ? accessOf(tag)?.name : undefined) ?? '');
}

function valueOf(node: ts.JsxAttributeLike | ts.JsxChild): ts.Expression | [] {
  if (ts.isJsxSpreadAttribute(node)) return node.expression;
  const value = ts.isJsxAttribute(node) ? (SHOWN.test(node.name.getText()) ? undefined : node.initializer) : node;
  return (value !== undefined && ts.isJsxExpression(value) ? value.expression : undefined) ?? [];
}

function returnedIn(argument: ts.Expression): readonly ts.Expression[] {
  const fn = unwrap(argument);
  return ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? returnedBy(fn).values : [fn];
}

/** What becomes of an object that somebody may give to whatever functions a value is, or holds. */
function usageBy(value: ts.Expression, unit: Unit, given: Following['given'], seen = new Set<ts.Node>()): Usage {
  const node = unwrap(value);
  if (seen.has(node)) return 'read';
  seen.add(node);
  const by = (...inner: readonly ts.Expression[]): Usage => worst(inner.map((one) => usageBy(one, unit, given, seen)));
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return 'read';
  if (ts.isSpreadElement(node)) return by(node.expression);
  if (ts.isConditionalExpression(node)) return by(node.whenTrue, node.whenFalse);
  if (ts.isArrayLiteralExpression(node)) return by(...node.elements);
  if (ts.isObjectLiteralExpression(node)) return worst(node.properties.map((member) => usageByMember(member)));
  if (within(kindsOf(node, unit), PRIMITIVE | NULLISH | DATE)) return 'read';
  if (ts.isBinaryExpression(node)) return by(node.left, node.right);
  const fn = functionNamed(node, unit);
  if (typeof fn === 'object') return usageByFunction(fn.fn, fn.unit);
  const isKept = ts.isCallExpression(node) && ['useCallback', 'useMemo'].includes(reactFunction(node, unit) ?? '');
  if (isKept) return by(...node.arguments.slice(0, 1));
  // What a list makes of its elements is shown.
  const isEach =
    ts.isCallExpression(node) && Object.hasOwn(LIST_METHODS, accessOf(unwrap(node.expression))?.name ?? '');
  if (isEach) return by(...node.arguments.flatMap(returnedIn));
  if (ts.isCallExpression(node) && packageGiving(node, unit) !== undefined) return by(...node.arguments);
  const definition = definitionOf(node, unit);
  if (definition.kind === 'export') return isPackage(definition.specifier, definition.unit) ? 'read' : 'escape';
  if (definition.kind === 'expression' && definition.isSure && definition.node !== node)
    return usageBy(definition.node, definition.unit, given, seen);
  return packageGiving(node, unit) === undefined ? 'escape' : 'read';

  function usageByMember(member: ts.ObjectLiteralElementLike): Usage {
    if (ts.isSpreadAssignment(member)) return by(member.expression);
    const held = valueOfMember(member);
    if (held !== undefined) return by(held);
    return ts.isFunctionLike(member) ? usageByFunction(member, unit) : 'escape';
  }

  function usageByFunction(called: ts.SignatureDeclaration, home: Unit): Usage {
    return worst(
      parametersOf(called).map((_, index) => given({ fn: called, unit: home, index, share: 'object' }).usage),
    );
  }
}
