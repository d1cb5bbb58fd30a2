import { ts } from 'ts-morph';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import { packageGiving } from '../../flow/giving-package.ts';
import { isPackage } from '../../language/foreign-types.ts';
import { reactFunction } from '../../language/react.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { someIn } from '../../tree.ts';
import { isFunctionInSight } from '../../language/functions.ts';
import type { Passage } from './usage-domain.ts';

export interface FunctionInSight extends Pick<Passage, 'fn' | 'unit'> {
  /** Whether it may be left as it was rendered although its properties are new: `memo(Row, isSame)`. */
  readonly mayBeOld?: boolean;
}

type Named = FunctionInSight | 'of-a-package';

/** The component that a tag names; undefined where that can't be seen. */
export function componentNamed(tag: ts.JsxTagNameExpression, unit: Unit): Named | 'of-the-page' | undefined {
  const isOfThePage = ts.isJsxNamespacedName(tag) || (ts.isIdentifier(tag) && /^[a-z]/.test(tag.text));
  return isOfThePage ? 'of-the-page' : functionNamed(tag, unit);
}

/** A function, whatever React or a package wraps it in: `memo(Row)`, `observer(() => …)`, `connect(state)(Row)`. */
export function functionNamed(expression: ts.Expression, start: Unit, seen = new Set<ts.Node>()): Named | undefined {
  let mayBeOld = false;
  let [wrapped, unit]: [ts.Expression | undefined, Unit] = [expression, start];
  while (wrapped !== undefined && !seen.has(wrapped)) {
    seen.add(wrapped);
    const definition = definitionOf(wrapped, unit);
    if (definition.kind === 'export') return isPackage(definition.specifier, unit) ? 'of-a-package' : undefined;
    if ((definition.kind !== 'declaration' && definition.kind !== 'expression') || !definition.isSure) return undefined;
    const { node } = definition;
    unit = definition.unit;
    if (isChosenAlike(node, unit, seen)) return 'of-a-package';
    if (isFunctionInSight(node)) return loadsModule(node) ? undefined : { fn: node, unit, mayBeOld };
    if (!ts.isExpression(node) || packageGiving(maker(node), unit) === undefined) return undefined;
    mayBeOld ||= ts.isCallExpression(node) && reactFunction(node, unit) === 'memo' && node.arguments.length > 1;
    const within = wrappedBy({ node, unit });
    if (within === 'of-a-package') return within;
    wrapped = within;
  }
  return undefined;
}

/** `asChild ? Slot : 'button'` */
function isChosenAlike(node: ts.Node, unit: Unit, seen: Set<ts.Node>): boolean {
  return (
    ts.isConditionalExpression(node) &&
    [node.whenTrue, node.whenFalse].every(
      (one) => ts.isStringLiteralLike(unwrap(one)) || functionNamed(one, unit, seen) === 'of-a-package',
    )
  );
}

function maker(node: ts.Expression): ts.Expression {
  return ts.isTaggedTemplateExpression(node) ? node.tag : node;
}

/** The component that a package is given to wrap; undefined where it may be one of several things. */
function wrappedBy({ node, unit }: Placed): ts.Expression | 'of-a-package' | undefined {
  const given = givenInTurn(node);
  const [named, ...others] = given.filter(isNamedAsTag);
  if (named !== undefined)
    return others.length > 0 ? undefined : ts.isStringLiteralLike(named) ? 'of-a-package' : named;
  const [made, ...more] = given.filter((one) => mayBeComponent({ node: one, unit }));
  if (made === undefined) return 'of-a-package';
  return more.length > 0 || !ts.isCallExpression(node) || ts.isCallExpression(unwrap(node.expression))
    ? undefined
    : made;
}

/** What a call is given, and the one that gave its function, and so on: `connect(state)(Row)`, ``styled(Row)`…` ``. */
function givenInTurn(node: ts.Expression): readonly ts.Expression[] {
  const given: ts.Expression[] = [];
  for (let one = unwrap(maker(node)); ts.isCallExpression(one); one = unwrap(one.expression))
    given.push(...one.arguments.map(unwrap));
  return given;
}

function isNamedAsTag(node: ts.Expression): boolean {
  const name = ts.isIdentifier(node) ? node.text : accessOf(node)?.name;
  return ts.isStringLiteralLike(node) || (name !== undefined && /^[A-Z]/.test(name));
}

function mayBeComponent({ node, unit }: Placed): boolean {
  if (ts.isCallExpression(node) || ts.isClassExpression(node)) return true;
  const definition = definitionOf(node, unit);
  return 'node' in definition && ts.isFunctionLike(definition.node);
}

/** `lazy(() => import('./row'))` */
function loadsModule(fn: ts.Node): boolean {
  return someIn(fn, (node) => node.kind === ts.SyntaxKind.ImportKeyword);
}
