import { ts } from 'ts-morph';
import { accessOf, isUndefinedLiteral, unwrap } from '../syntax.ts';

/** What the value of an expression is made of, by syntax alone. */
export type Origin =
  /** The value of what is inside of it: parentheses, `satisfies`, the end of a comma. */
  | { readonly kind: 'same'; readonly of: ts.Expression }
  | { readonly kind: 'cast'; readonly of: ts.Expression; readonly type: ts.TypeNode }
  /** `value!` */
  | { readonly kind: 'present'; readonly of: ts.Expression }
  | { readonly kind: 'awaited'; readonly of: ts.Expression }
  /** One of both, as a condition says. */
  | { readonly kind: 'choice'; readonly of: readonly [ts.Expression, ts.Expression] }
  /** The first, or the other one where that is falsy, or isn't there: `||`, `??`. */
  | { readonly kind: 'fallback'; readonly first: ts.Expression; readonly other: ts.Expression }
  /** The second, or the condition where that is falsy: `&&`. */
  | { readonly kind: 'guarded'; readonly condition: ts.Expression; readonly then: ts.Expression }
  /** What is assigned, which has another name then; `kept`: what may be left there (`name ??= value`). */
  | { readonly kind: 'assigned'; readonly of: ts.Expression; readonly kept: ts.Expression | undefined }
  | { readonly kind: 'name'; readonly name: ts.Identifier }
  /** A property, by its name where that is fixed. */
  | { readonly kind: 'part'; readonly of: ts.Expression; readonly name: string | undefined }
  | { readonly kind: 'result'; readonly call: ts.CallExpression }
  | { readonly kind: 'instance'; readonly call: ts.NewExpression }
  | { readonly kind: 'tagged'; readonly by: ts.TaggedTemplateExpression }
  | { readonly kind: 'object'; readonly literal: ts.ObjectLiteralExpression }
  | { readonly kind: 'list'; readonly literal: ts.ArrayLiteralExpression }
  | { readonly kind: 'function'; readonly fn: ts.ArrowFunction | ts.FunctionExpression }
  | { readonly kind: 'class'; readonly class: ts.ClassExpression }
  | { readonly kind: 'markup'; readonly of: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment }
  | { readonly kind: 'this' }
  | { readonly kind: 'super' }
  | { readonly kind: 'nothing'; readonly isNull: boolean }
  /** A new primitive, or a regular expression: what a literal says, or what is worked out of other values. */
  | { readonly kind: 'data' }
  /** It may be anything. */
  | { readonly kind: 'unknown' };

/**
 * What the value of an expression is made of. What wraps a value, as parentheses and casts do, is a step of its own.
 */
export function stepInto(node: ts.Expression): Origin {
  return RULES.get(node.kind)?.(node) ?? UNKNOWN;
}

/** The same, from inside of parentheses, casts and `!`. */
export function originOf(node: ts.Expression): Origin {
  return stepInto(unwrap(node));
}

/**
 * The expressions one of which a value is: what is inside of it, the branches of a condition, both sides of `??`, `||`
 * and `&&`; undefined where it is made otherwise, as what is awaited is.
 */
export function alternativesOf(origin: Origin): readonly ts.Expression[] | undefined {
  switch (origin.kind) {
    case 'same':
    case 'cast':
    case 'present':
      return [origin.of];
    case 'choice':
      return origin.of;
    case 'fallback':
      return [origin.first, origin.other];
    case 'guarded':
      return [origin.condition, origin.then];
    case 'assigned':
      return origin.kept === undefined ? [origin.of] : [origin.kept, origin.of];
    default:
      return undefined;
  }
}

const UNKNOWN: Origin = { kind: 'unknown' };
const DATA: Origin = { kind: 'data' };
const NULL: Origin = { kind: 'nothing', isNull: true };
const UNDEFINED: Origin = { kind: 'nothing', isNull: false };

type Rule = (node: ts.Expression) => Origin;

/** A rule for some kinds of syntax, with their type. */
function rule<Node extends ts.Expression>(
  kinds: Node['kind'] | readonly Node['kind'][],
  origin: (node: Node) => Origin,
): readonly (readonly [ts.SyntaxKind, Rule])[] {
  return [kinds].flat().map((kind) => [kind, origin as Rule]);
}

const SyntaxKind = ts.SyntaxKind;

/** What a value is made of for each kind of expression. What isn't here may be anything. */
const RULES: ReadonlyMap<ts.SyntaxKind, Rule> = new Map([
  ...rule<ts.ParenthesizedExpression | ts.SatisfiesExpression | ts.ExpressionWithTypeArguments>(
    [SyntaxKind.ParenthesizedExpression, SyntaxKind.SatisfiesExpression, SyntaxKind.ExpressionWithTypeArguments],
    ({ expression }) => ({ kind: 'same', of: expression }),
  ),
  ...rule<ts.AsExpression | ts.TypeAssertion>(
    [SyntaxKind.AsExpression, SyntaxKind.TypeAssertionExpression],
    ({ expression, type }) => ({ kind: 'cast', of: expression, type }),
  ),
  ...rule<ts.NonNullExpression>(SyntaxKind.NonNullExpression, ({ expression }) => ({
    kind: 'present',
    of: expression,
  })),
  ...rule<ts.AwaitExpression>(SyntaxKind.AwaitExpression, ({ expression }) => ({ kind: 'awaited', of: expression })),
  ...rule<ts.ConditionalExpression>(SyntaxKind.ConditionalExpression, ({ whenTrue, whenFalse }) => ({
    kind: 'choice',
    of: [whenTrue, whenFalse],
  })),
  ...rule<ts.BinaryExpression>(SyntaxKind.BinaryExpression, originOfOperator),
  ...rule<ts.Identifier>(SyntaxKind.Identifier, (name) =>
    isUndefinedLiteral(name) ? UNDEFINED : { kind: 'name', name },
  ),
  ...rule<ts.PropertyAccessExpression>(SyntaxKind.PropertyAccessExpression, ({ expression, name }) => ({
    kind: 'part',
    of: expression,
    name: name.text,
  })),
  ...rule<ts.ElementAccessExpression>(SyntaxKind.ElementAccessExpression, (access) => ({
    kind: 'part',
    of: access.expression,
    name: accessOf(access)?.name ?? nameOfElement(access),
  })),
  ...rule<ts.CallExpression>(SyntaxKind.CallExpression, (call) => ({ kind: 'result', call })),
  ...rule<ts.NewExpression>(SyntaxKind.NewExpression, (call) => ({ kind: 'instance', call })),
  ...rule<ts.TaggedTemplateExpression>(SyntaxKind.TaggedTemplateExpression, (by) => ({ kind: 'tagged', by })),
  ...rule<ts.ObjectLiteralExpression>(SyntaxKind.ObjectLiteralExpression, (literal) => ({ kind: 'object', literal })),
  ...rule<ts.ArrayLiteralExpression>(SyntaxKind.ArrayLiteralExpression, (literal) => ({ kind: 'list', literal })),
  ...rule<ts.ArrowFunction | ts.FunctionExpression>(
    [SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression],
    (fn) => ({ kind: 'function', fn }),
  ),
  ...rule<ts.ClassExpression>(SyntaxKind.ClassExpression, (node) => ({ kind: 'class', class: node })),
  ...rule<ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment>(
    [SyntaxKind.JsxElement, SyntaxKind.JsxSelfClosingElement, SyntaxKind.JsxFragment],
    (of) => ({ kind: 'markup', of }),
  ),
  ...rule<ts.Expression>(SyntaxKind.ThisKeyword, () => ({ kind: 'this' })),
  ...rule<ts.Expression>(SyntaxKind.SuperKeyword, () => ({ kind: 'super' })),
  ...rule<ts.Expression>(SyntaxKind.NullKeyword, () => NULL),
  ...rule<ts.Expression>(SyntaxKind.VoidExpression, () => UNDEFINED),
  ...rule<ts.Expression>(
    [
      SyntaxKind.StringLiteral,
      SyntaxKind.NoSubstitutionTemplateLiteral,
      SyntaxKind.TemplateExpression,
      SyntaxKind.NumericLiteral,
      SyntaxKind.BigIntLiteral,
      SyntaxKind.RegularExpressionLiteral,
      SyntaxKind.TrueKeyword,
      SyntaxKind.FalseKeyword,
      SyntaxKind.TypeOfExpression,
      SyntaxKind.DeleteExpression,
      SyntaxKind.PrefixUnaryExpression,
      SyntaxKind.PostfixUnaryExpression,
    ],
    () => DATA,
  ),
]);

/** `list[0]`. */
function nameOfElement({ argumentExpression }: ts.ElementAccessExpression): string | undefined {
  const index = unwrap(argumentExpression);
  return ts.isNumericLiteral(index) ? index.text : undefined;
}

function originOfOperator({ left, right, operatorToken }: ts.BinaryExpression): Origin {
  switch (operatorToken.kind) {
    case SyntaxKind.CommaToken:
      return { kind: 'same', of: right };
    case SyntaxKind.BarBarToken:
    case SyntaxKind.QuestionQuestionToken:
      return { kind: 'fallback', first: left, other: right };
    case SyntaxKind.AmpersandAmpersandToken:
      return { kind: 'guarded', condition: left, then: right };
    case SyntaxKind.EqualsToken:
      return { kind: 'assigned', of: right, kept: undefined };
    case SyntaxKind.BarBarEqualsToken:
    case SyntaxKind.QuestionQuestionEqualsToken:
    case SyntaxKind.AmpersandAmpersandEqualsToken:
      return { kind: 'assigned', of: right, kept: left };
    default:
      return DATA;
  }
}
