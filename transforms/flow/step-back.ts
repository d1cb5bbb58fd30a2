import { ts } from 'ts-morph';
import { KNOWN_GLOBALS } from '../knowledge/known-globals.ts';
import { importOf } from '../recognise/source/modules.ts';
import { isGlobal } from '../recognise/source/is-global.ts';
import { isDependencyList, reactFunction } from '../recognise/source/react.ts';
import type { Value } from '../recognise/sdk/value.ts';
import { unwrap } from '../syntax.ts';
import type { Unit } from '../recognise/source/unit.ts';
import { isForeignType } from './foreign-types.ts';
import { CHOICES } from './choices.ts';
import { stepFromParameter } from './given.ts';
import { stepFromCatch } from './caught.ts';
import { moduleNamed, stepFromImport } from './imported.ts';
import { stepFromAccess, stepFromClass, stepFromField } from './member-steps.ts';
import { closed, from, joined, NOTHING, OPEN, type Code, type Knowledge, type Place, type Step } from './place.ts';
import { assigned } from './assigned.ts';
import { makesContainer } from './containers.ts';
import { putIntoNew, putIntoVariable } from './put-into.ts';
import { returnedBy } from '../returned.ts';
import { useOf, type Use } from './uses.ts';

type Rule = (place: Place, knowledge: Knowledge) => Step;

/** What the value at a place is made of. */
export function stepBack(place: Place, knowledge: Knowledge): Step {
  return (RULES.get(place.node.kind) ?? (() => OPEN))(place, knowledge);
}

const SyntaxKind = ts.SyntaxKind;

/** One step back from each kind of syntax that can be, or give a name to, a value. What isn't here may be anything. */
const RULES: ReadonlyMap<ts.SyntaxKind, Rule> = new Map<ts.SyntaxKind, Rule>([
  ...[
    SyntaxKind.StringLiteral,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.TemplateExpression,
    SyntaxKind.NumericLiteral,
    SyntaxKind.BigIntLiteral,
    SyntaxKind.RegularExpressionLiteral,
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
    SyntaxKind.NullKeyword,
    SyntaxKind.VoidExpression,
    SyntaxKind.TypeOfExpression,
    SyntaxKind.DeleteExpression,
    SyntaxKind.PrefixUnaryExpression,
    SyntaxKind.PostfixUnaryExpression,
    SyntaxKind.OmittedExpression,
    SyntaxKind.MetaProperty,
    SyntaxKind.EnumDeclaration,
    SyntaxKind.EnumMember,
    SyntaxKind.CatchClause,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, () => NOTHING]),
  ...[
    SyntaxKind.ArrowFunction,
    SyntaxKind.FunctionExpression,
    SyntaxKind.FunctionDeclaration,
    SyntaxKind.SetAccessor,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, ({ node, unit }) => ({ code: [{ node, unit }] })]),
  ...[SyntaxKind.ClassExpression, SyntaxKind.ClassDeclaration].map((kind): [ts.SyntaxKind, Rule] => [
    kind,
    (place) => stepFromClass(place.node as ts.ClassLikeDeclaration, place),
  ]),
  // Of an abstract one, others have the code.
  [SyntaxKind.MethodDeclaration, ({ node, unit }) => ({ code: [{ node, unit }], isOpen: isAbstract(node) })],
  [
    SyntaxKind.GetAccessor,
    (place) => {
      const { node, unit } = place;
      const given = from(place, ...returnedBy(node as ts.GetAccessorDeclaration).values);
      return joined([{ code: [{ node, unit }], isOpen: isAbstract(node) }, given]);
    },
  ],
  // What is exported inside of it, others may fill.
  [SyntaxKind.ModuleDeclaration, ({ node, unit }) => ({ code: [{ node, unit }], isOpen: true })],
  ...[
    SyntaxKind.AwaitExpression,
    SyntaxKind.SpreadElement,
    SyntaxKind.SpreadAssignment,
    SyntaxKind.AsExpression,
    SyntaxKind.ExpressionWithTypeArguments,
  ].map((kind): [ts.SyntaxKind, Rule] => [
    kind,
    (place) => from(place, (place.node as ts.AwaitExpression | ts.SpreadElement | ts.SpreadAssignment).expression),
  ]),
  [SyntaxKind.ObjectLiteralExpression, (place) => made(place, (place.node as ts.ObjectLiteralExpression).properties)],
  [SyntaxKind.ArrayLiteralExpression, (place) => made(place, (place.node as ts.ArrayLiteralExpression).elements)],
  [SyntaxKind.PropertyAssignment, (place) => from(place, (place.node as ts.PropertyAssignment).initializer)],
  [SyntaxKind.ShorthandPropertyAssignment, (place) => from(place, (place.node as ts.ShorthandPropertyAssignment).name)],
  [
    SyntaxKind.ConditionalExpression,
    (place) =>
      from(
        place,
        (place.node as ts.ConditionalExpression).whenTrue,
        (place.node as ts.ConditionalExpression).whenFalse,
      ),
  ],
  [SyntaxKind.BinaryExpression, stepFromOperator],
  [
    SyntaxKind.JsxElement,
    (place) => fromMarkup(place, (place.node as ts.JsxElement).openingElement, (place.node as ts.JsxElement).children),
  ],
  [SyntaxKind.JsxSelfClosingElement, (place) => fromMarkup(place, place.node as ts.JsxSelfClosingElement, [])],
  [SyntaxKind.JsxFragment, (place) => fromMarkup(place, undefined, (place.node as ts.JsxFragment).children)],
  [SyntaxKind.Identifier, stepFromName],
  [
    SyntaxKind.ThisKeyword,
    (place, { tracer }) => wholeOf(tracer.valueOf(place.node as ts.Expression, place.unit), place),
  ],
  [SyntaxKind.SuperKeyword, stepFromSuper],
  [SyntaxKind.PropertyAccessExpression, stepFromAccess],
  [SyntaxKind.ElementAccessExpression, stepFromAccess],
  [SyntaxKind.CallExpression, stepFromCall],
  [SyntaxKind.NewExpression, stepFromNew],
  [SyntaxKind.TaggedTemplateExpression, (place) => from(place, (place.node as ts.TaggedTemplateExpression).tag)],
  [SyntaxKind.VariableDeclaration, stepFromVariable],
  [SyntaxKind.BindingElement, stepFromElement],
  [SyntaxKind.Parameter, stepFromParameter],
  [SyntaxKind.PropertyDeclaration, stepFromField],
  ...[
    SyntaxKind.ImportSpecifier,
    SyntaxKind.ImportClause,
    SyntaxKind.NamespaceImport,
    SyntaxKind.ImportEqualsDeclaration,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, stepFromImport]),
]);

/** What is inside of a new object from the start, and what is put into it later. */
function made(place: Place, inside: readonly ts.Node[]): Step {
  return joined([from(place, ...inside), { from: [putIntoNew(place.node as ts.Expression, place)] }]);
}

function stepFromNew(place: Place): Step {
  const node = place.node as ts.NewExpression;
  const parts = [node.expression, ...(node.arguments ?? [])];
  return makesContainer(node, place.unit) ? made(place, parts) : from(place, ...parts);
}

function isAbstract(node: ts.Node): boolean {
  return (node as ts.MethodDeclaration | ts.GetAccessorDeclaration).body === undefined;
}

/** What the class around extends. */
function stepFromSuper(place: Place, { tracer }: Knowledge): Step {
  const value = tracer.valueOf(place.node as ts.Expression, place.unit);
  if (value.kind === 'class' || value.kind === 'instance') return wholeOf(value, place);
  const owner = ts.findAncestor(place.node, (node) => ts.isClassLike(node) || ts.isObjectLiteralExpression(node));
  const base =
    owner !== undefined && ts.isClassLike(owner)
      ? owner.heritageClauses?.find(({ token }) => token === SyntaxKind.ExtendsKeyword)?.types[0]
      : undefined;
  return base === undefined ? OPEN : from(place, base.expression);
}

/** An element keeps its properties, and what is inside of it. */
function fromMarkup(
  place: Place,
  opening: ts.JsxOpeningElement | ts.JsxSelfClosingElement | undefined,
  children: readonly ts.JsxChild[],
): Step {
  const values = (opening?.attributes.properties ?? []).flatMap((attribute) =>
    ts.isJsxSpreadAttribute(attribute) ? [attribute.expression] : (attribute.initializer ?? []),
  );
  return from(
    place,
    ...[...values, ...children].flatMap((value) =>
      ts.isJsxExpression(value)
        ? (value.expression ?? [])
        : ts.isStringLiteral(value) || ts.isJsxText(value)
          ? []
          : [value],
    ),
  );
}

function wholeOf(value: Value, place: Place): Step {
  if (value.kind === 'sdk') return NOTHING;
  if (value.kind === 'class' || value.kind === 'instance')
    return stepFromClass(value.node, { ...place, unit: value.unit });
  return value.kind === 'object' ? from({ ...place, unit: value.unit }, value.node) : OPEN;
}

function stepFromOperator(place: Place): Step {
  const { left, right, operatorToken } = place.node as ts.BinaryExpression;
  return CHOICES.has(operatorToken.kind) ? from(place, left, right) : NOTHING;
}

function stepFromName(place: Place, { tracer, isData }: Knowledge): Step {
  const { unit } = place;
  const node = place.node as ts.Identifier;
  const value = tracer.valueOf(node, unit);
  if (value.kind === 'sdk' || isData(node, unit)) return NOTHING;
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return KNOWN_GLOBALS.has(node.text) ? NOTHING : OPEN;
  const { declaration, symbol } = binding;
  const declarations = declaration === undefined ? (symbol.declarations ?? []) : [declaration];
  const isPlain = declarations.every(
    (one) => ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) || importOf(one) !== undefined,
  );
  if (isPlain && binding.writes.length === 0) return from(place, ...declarations);
  if (declaration === undefined) return OPEN;
  return joined([
    from(place, declaration),
    { from: binding.writes.flatMap((write) => assigned(write.target, place)) },
    { from: [putIntoVariable(node, binding, place, tracer)] },
  ]);
}

/** What a call gives may hold what was called, and what it was given. */
function stepFromCall(place: Place, { tracer, isData }: Knowledge): Step {
  const node = place.node as ts.CallExpression;
  if (tracer.valueOf(node, place.unit).kind === 'sdk' || isData(node, place.unit)) return NOTHING;
  if (node.expression.kind === SyntaxKind.ImportKeyword || isGlobal(node.expression, 'require', place.unit)) {
    const [specifier] = node.arguments;
    return specifier !== undefined && ts.isStringLiteralLike(specifier)
      ? moduleNamed(specifier.text, undefined, place, tracer)
      : OPEN;
  }
  const callee = tracer.valueOf(unwrap(node.expression), place.unit);
  const parts = [node.expression, ...node.arguments];
  const whole = makesContainer(node, place.unit) ? made(place, parts) : from(place, ...parts);
  if (callee.kind !== 'function') return whole;
  // What its parameters hold, this call has given it.
  const within: Code = { node: callee.node, unit: callee.unit };
  const { values, yielded } = returnedBy(callee.node);
  const returned = [...values, ...yielded].map((value) => ({ ...place, ...within, node: value, within }));
  return joined([whole, { code: [within], from: returned }]);
}

function stepFromVariable(place: Place, { tracer }: Knowledge): Step {
  const declaration = place.node as ts.VariableDeclaration;
  const { type, initializer, parent } = declaration;
  const isForeign = type !== undefined && isForeignType(type, place.unit, tracer.graph);
  const at = isForeign ? closed(place) : place;
  if (ts.isCatchClause(parent)) return stepFromCatch(place, parent.parent);
  if (ts.isForOfStatement(parent.parent)) return from(at, parent.parent.expression);
  if (ts.isForInStatement(parent.parent)) return NOTHING;
  if (initializer !== undefined) return from(at, initializer);
  // Declared here, and made out of sight.
  const isAmbient =
    ts.isVariableStatement(parent.parent) &&
    ts.getModifiers(parent.parent)?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword) === true;
  return isAmbient && !isForeign ? OPEN : NOTHING;
}

function stepFromElement(place: Place, { tracer }: Knowledge): Step {
  const element = place.node as ts.BindingElement;
  const own: Step = element.initializer === undefined ? NOTHING : from(place, element.initializer);
  const root = ts.walkUpBindingElementsAndPatterns(element);
  // What the whole is typed as holds for its parts.
  const isForeign = root.type !== undefined && isForeignType(root.type, place.unit, tracer.graph);
  return joined([
    own,
    from(isForeign ? closed(place) : place, root),
    isForeign ? NOTHING : stepFromState(element, place),
  ]);
}

const STATES: ReadonlySet<string> = new Set(['useActionState', 'useOptimistic', 'useReducer', 'useState']);

/** What a state of React's is set to: by whom its setter is handed on to, it may be set to anything. */
function stepFromState({ parent: pattern }: ts.BindingElement, place: Place): Step {
  const { parent } = pattern;
  const call =
    ts.isVariableDeclaration(parent) && parent.initializer !== undefined ? unwrap(parent.initializer) : parent;
  if (!ts.isCallExpression(call) || !STATES.has(reactFunction(call, place.unit) ?? '')) return NOTHING;
  const [, setter] = pattern.elements;
  if (setter === undefined || !ts.isBindingElement(setter) || !ts.isIdentifier(setter.name)) return NOTHING;
  const mentions = place.unit.scope.bindingOf(setter.name)?.references ?? [];
  return joined(
    mentions.map((mention) => {
      const use = useOf(mention);
      if (use.kind === 'called' && ts.isCallExpression(use.by)) return from(place, ...use.by.arguments);
      return use.kind === 'asked' || isDependency(use, place.unit) ? NOTHING : OPEN;
    }),
  );
}

/** Whether something stands in the list that a hook of React's only compares. */
function isDependency(use: Use, unit: Unit): boolean {
  if (use.kind !== 'member' || !ts.isArrayLiteralExpression(use.of)) return false;
  const list = useOf(use.of);
  return list.kind === 'argument' && isDependencyList(use.of, list.call, unit);
}
