import { ts } from 'ts-morph';
import { isAssignmentOperator, isWriteTarget } from '../language/scope.ts';
import { isCallee, nameText, wrapped, type Call } from '../syntax.ts';
import { containerOf } from '../tree.ts';

/** Where the value of an expression goes from where it stands, by syntax alone. */
export type Use =
  /** It is the value of what is around it, if it is evaluated: parentheses, a cast, a branch, `??`, a comma. */
  | { readonly kind: 'same'; readonly to: ts.Expression }
  | { readonly kind: 'awaited'; readonly to: ts.AwaitExpression }
  /** A variable, parameter or pattern is declared with it, as its value or its default. */
  | { readonly kind: 'name'; readonly name: ts.BindingName; readonly by: Declaration }
  /** It is assigned, or is the default of what a pattern assigns; `to`: the assignment, whose value it is, too. */
  | { readonly kind: 'assigned'; readonly target: ts.Expression; readonly to: ts.BinaryExpression | undefined }
  /** A property of it is read, or written: the use of `access` says. */
  | { readonly kind: 'part'; readonly access: Access }
  /** A property of it is called, and gets it as `this`. */
  | { readonly kind: 'method'; readonly access: Access; readonly call: ts.CallExpression }
  /** It is called itself, without a `this`. */
  | { readonly kind: 'called'; readonly by: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression }
  | { readonly kind: 'argument'; readonly call: Call; readonly index: number }
  /** What it holds goes into a literal, or is given to a call. */
  | { readonly kind: 'spread'; readonly into: Literal | Call }
  /** It is put into a literal: by its name in an object, where that is fixed. */
  | { readonly kind: 'member'; readonly of: Literal; readonly name: string | undefined }
  /** A loop gives its elements to what stands in its head. */
  | { readonly kind: 'each'; readonly head: ts.ForInitializer }
  | { readonly kind: 'returned'; readonly from: ts.SignatureDeclaration }
  /** It is a value in markup: an attribute's, a child. */
  | { readonly kind: 'markup'; readonly at: ts.JsxAttributeLike | ts.JsxChild }
  /** It is the component that markup names. */
  | { readonly kind: 'tag' }
  | { readonly kind: 'exported' }
  /** Something is asked of it, and the answer is a new value: a condition, an operand, a part of a text. */
  | { readonly kind: 'asked' }
  /**
   * It names what is assigned to, counted or deleted; `kept`: what may still have its value then (`name ??= other`).
   */
  | { readonly kind: 'written'; readonly kept: ts.BinaryExpression | undefined }
  /** It may go anywhere. */
  | { readonly kind: 'unknown' };

type Declaration = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration;
type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;
type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/** Where the value of an expression goes. What wraps it, as parentheses and casts do, is a step of its own. */
export function stepForward(node: ts.Expression): Use {
  return RULES.get(node.parent.kind)?.(node, node.parent) ?? UNKNOWN;
}

/** The same, from outside of parentheses and casts. */
export function useOf(node: ts.Expression): Use {
  return stepForward(wrapped(node));
}

const UNKNOWN: Use = { kind: 'unknown' };
const ASKED: Use = { kind: 'asked' };
const WRITTEN: Use = { kind: 'written', kept: undefined };

type Rule = (node: ts.Expression, parent: ts.Node) => Use;

/** A rule for some kinds of syntax, with their type. */
function rule<Parent extends ts.Node>(
  kinds: Parent['kind'] | readonly Parent['kind'][],
  use: (node: ts.Expression, parent: Parent) => Use,
): readonly (readonly [ts.SyntaxKind, Rule])[] {
  return [kinds].flat().map((kind) => [kind, use as Rule]);
}

const SyntaxKind = ts.SyntaxKind;

/** Where a value goes from each kind of syntax that may be around it. From what isn't here it may go anywhere. */
const RULES: ReadonlyMap<ts.SyntaxKind, Rule> = new Map([
  ...rule<ts.Expression>(
    [
      SyntaxKind.ParenthesizedExpression,
      SyntaxKind.AsExpression,
      SyntaxKind.TypeAssertionExpression,
      SyntaxKind.SatisfiesExpression,
      SyntaxKind.NonNullExpression,
    ],
    (_, to) => ({ kind: 'same', to }),
  ),
  // `make<string>`; a class that extends something has it in its own way.
  ...rule<ts.ExpressionWithTypeArguments>(SyntaxKind.ExpressionWithTypeArguments, (_, to) =>
    ts.isHeritageClause(to.parent) ? UNKNOWN : { kind: 'same', to },
  ),
  ...rule<ts.AwaitExpression>(SyntaxKind.AwaitExpression, (_, to) => ({ kind: 'awaited', to })),
  ...rule<ts.ConditionalExpression>(SyntaxKind.ConditionalExpression, (node, to) =>
    to.condition === node ? ASKED : { kind: 'same', to },
  ),
  ...rule<ts.BinaryExpression>(SyntaxKind.BinaryExpression, useInOperator),
  ...rule<Declaration>(
    [SyntaxKind.VariableDeclaration, SyntaxKind.BindingElement, SyntaxKind.Parameter],
    (node, by) => {
      if (by.initializer !== node) return ASKED;
      // `constructor(readonly name = value)` keeps it on the object, too.
      return ts.isParameter(by) && ts.isParameterPropertyDeclaration(by, by.parent)
        ? UNKNOWN
        : { kind: 'name', name: by.name, by };
    },
  ),
  ...rule<Access>([SyntaxKind.PropertyAccessExpression, SyntaxKind.ElementAccessExpression], useInAccess),
  ...rule<Call>([SyntaxKind.CallExpression, SyntaxKind.NewExpression], useInCall),
  ...rule<ts.TaggedTemplateExpression>(SyntaxKind.TaggedTemplateExpression, (_, by) => ({ kind: 'called', by })),
  ...rule<ts.TemplateSpan>(SyntaxKind.TemplateSpan, (_, { parent }) =>
    ts.isTaggedTemplateExpression(parent.parent) ? UNKNOWN : ASKED,
  ),
  ...rule<ts.SpreadAssignment>(SyntaxKind.SpreadAssignment, (node, { parent }) =>
    isWriteTarget(node) ? WRITTEN : { kind: 'spread', into: parent },
  ),
  ...rule<ts.SpreadElement>(SyntaxKind.SpreadElement, (node, { parent }) =>
    isWriteTarget(node) ? WRITTEN : { kind: 'spread', into: parent },
  ),
  ...rule<ts.PropertyAssignment>(SyntaxKind.PropertyAssignment, (node, { parent, name }) =>
    isWriteTarget(node) ? WRITTEN : { kind: 'member', of: parent, name: nameText(name) },
  ),
  ...rule<ts.ShorthandPropertyAssignment>(SyntaxKind.ShorthandPropertyAssignment, (node, { parent, name }) => {
    if (node !== name) return { kind: 'assigned', target: name, to: undefined };
    return isWriteTarget(node) ? WRITTEN : { kind: 'member', of: parent, name: name.text };
  }),
  ...rule<ts.ArrayLiteralExpression>(SyntaxKind.ArrayLiteralExpression, (node, of) =>
    isWriteTarget(node) ? WRITTEN : { kind: 'member', of, name: undefined },
  ),
  ...rule<ts.ForOfStatement>(SyntaxKind.ForOfStatement, (node, { expression, initializer }) =>
    node === expression ? { kind: 'each', head: initializer } : WRITTEN,
  ),
  ...rule<ts.ForInStatement>(SyntaxKind.ForInStatement, (node, { initializer }) =>
    node === initializer ? WRITTEN : ASKED,
  ),
  ...rule<ts.ReturnStatement>(SyntaxKind.ReturnStatement, (_, statement) => {
    const from = containerOf(statement);
    return ts.isFunctionLike(from) ? { kind: 'returned', from } : UNKNOWN;
  }),
  ...rule<ts.ThrowStatement>(SyntaxKind.ThrowStatement, (_, statement) => useByCatch(statement)),
  ...rule<ts.ArrowFunction>(SyntaxKind.ArrowFunction, (_, from) => ({ kind: 'returned', from })),
  ...rule<ts.JsxAttributeLike | ts.JsxChild>(
    [
      SyntaxKind.JsxExpression,
      SyntaxKind.JsxSpreadAttribute,
      SyntaxKind.JsxAttribute,
      SyntaxKind.JsxElement,
      SyntaxKind.JsxFragment,
    ],
    (_, at) => ({ kind: 'markup', at }),
  ),
  ...rule([SyntaxKind.JsxOpeningElement, SyntaxKind.JsxSelfClosingElement, SyntaxKind.JsxClosingElement], () => ({
    kind: 'tag',
  })),
  ...rule([SyntaxKind.ExportSpecifier, SyntaxKind.ExportAssignment], () => ({ kind: 'exported' })),
  ...rule([SyntaxKind.PrefixUnaryExpression, SyntaxKind.PostfixUnaryExpression], (node) =>
    isWriteTarget(node) ? WRITTEN : ASKED,
  ),
  // What is inside of `with` may assign to its properties.
  ...rule([SyntaxKind.DeleteExpression, SyntaxKind.WithStatement], () => WRITTEN),
  ...rule(
    [
      SyntaxKind.ExpressionStatement,
      SyntaxKind.IfStatement,
      SyntaxKind.WhileStatement,
      SyntaxKind.DoStatement,
      SyntaxKind.ForStatement,
      SyntaxKind.SwitchStatement,
      SyntaxKind.CaseClause,
      SyntaxKind.TypeOfExpression,
      SyntaxKind.VoidExpression,
      SyntaxKind.ComputedPropertyName,
      SyntaxKind.TypeQuery,
      SyntaxKind.TypePredicate,
      SyntaxKind.QualifiedName,
    ],
    () => ASKED,
  ),
]);

/** Operators that have the value of their right side, and of their left one, unless that is falsy. */
const EITHER: ReadonlySet<ts.SyntaxKind> = new Set([SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]);
const RIGHT: ReadonlySet<ts.SyntaxKind> = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.CommaToken]);

/** Those that assign their right side, or leave what was there. */
const KEEPING: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
]);

function useInOperator(node: ts.Expression, parent: ts.BinaryExpression): Use {
  const { left, right, operatorToken } = parent;
  const { kind } = operatorToken;
  if (EITHER.has(kind) || (RIGHT.has(kind) && node === right)) return { kind: 'same', to: parent };
  if (!isAssignmentOperator(kind)) return ASKED;
  if (node === left) return { kind: 'written', kept: KEEPING.has(kind) ? parent : undefined };
  return kind === SyntaxKind.EqualsToken || KEEPING.has(kind) ? { kind: 'assigned', target: left, to: parent } : ASKED;
}

/** What is thrown gets the name that the `catch` around gives it, if there is one in the same function. */
function useByCatch(statement: ts.ThrowStatement): Use {
  for (let node: ts.Node = statement; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (!ts.isTryStatement(parent) || parent.tryBlock !== node || parent.catchClause === undefined) continue;
    const by = parent.catchClause.variableDeclaration;
    return by === undefined ? ASKED : { kind: 'name', name: by.name, by };
  }
  return UNKNOWN;
}

function useInAccess(node: ts.Expression, access: Access): Use {
  if (access.expression !== node) return ASKED;
  const outer = wrapped(access);
  if (isCallee(access)) return { kind: 'method', access, call: outer.parent as ts.CallExpression };
  // A tag gets what it is read from.
  return ts.isTaggedTemplateExpression(outer.parent) ? UNKNOWN : { kind: 'part', access };
}

function useInCall(node: ts.Expression, call: Call): Use {
  return call.expression === node
    ? { kind: 'called', by: call }
    : { kind: 'argument', call, index: call.arguments?.indexOf(node) ?? -1 };
}
