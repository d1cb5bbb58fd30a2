import { ts } from 'ts-morph';
import type { Position } from './finding.ts';
import { memoize } from './memoize.ts';
import { someIn } from './tree.ts';

type Wrapper =
  ts.ParenthesizedExpression | ts.AsExpression | ts.TypeAssertion | ts.SatisfiesExpression | ts.NonNullExpression;

/** Parentheses, casts, `satisfies` and `!`, none of which change the value. */
export function isWrapper(node: ts.Node): node is Wrapper {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

/** The expression inside of what only wraps it. */
export function unwrap(node: ts.Expression): ts.Expression {
  let current = node;
  while (isWrapper(current)) current = current.expression;
  return current;
}

/** The outermost expression that only wraps `node` the way {@link unwrap} removes. */
export function wrapped(node: ts.Expression): ts.Expression {
  let current = node;
  while (isWrapper(current.parent)) current = current.parent;
  return current;
}

/** The expression inside of parentheses, with its casts. */
export function withoutParentheses(node: ts.Expression): ts.Expression {
  let current = node;
  while (ts.isParenthesizedExpression(current)) current = current.expression;
  return current;
}

/** Whether an expression is what a call calls. */
export function isCallee(node: ts.Expression): boolean {
  const outer = wrapped(node);
  return ts.isCallExpression(outer.parent) && outer.parent.expression === outer;
}

/** The parameters that take a function's arguments: TypeScript's `this` takes none. */
export function parametersOf(fn: ts.SignatureDeclaration): readonly ts.ParameterDeclaration[] {
  return fn.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
}

/** The text of a property's name where it is fixed: an identifier, a string or a number, computed or not. */
export function nameText(name: ts.PropertyName | ts.BindingName | ts.Expression | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (
    ts.isIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name) ||
    ts.isPrivateIdentifier(name)
  )
    return name.text;
  if (ts.isComputedPropertyName(name)) {
    const expression = unwrap(name.expression);
    return ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression) ? expression.text : undefined;
  }
  return undefined;
}

/** The value of a literal's property; undefined for methods and accessors, and for what is spread in. */
export function valueOfMember(property: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** What declares a variable: by itself, or as a part of a pattern. */
export type Variable = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

export function isVariable(node: ts.Node): node is Variable {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
}

/** The names that a pattern gives, and the patterns inside of it. */
export function elementsOf(pattern: ts.BindingPattern): readonly ts.BindingElement[] {
  const elements: readonly ts.ArrayBindingElement[] = pattern.elements;
  return elements.filter(ts.isBindingElement);
}

/** The property that `{ name: local }` takes, where its name is fixed. */
export function takenName({ propertyName, name }: ts.BindingElement): string | undefined {
  return nameText(propertyName ?? name);
}

/** The same, of an element of any pattern: those of a list have no names. */
export function propertyTaken(element: ts.BindingElement): string | undefined {
  return ts.isObjectBindingPattern(element.parent) ? takenName(element) : undefined;
}

/** Whether an element of an object literal may have a name: it has it, or isn't named where it stands. */
export function mayBeNamed(element: ts.ObjectLiteralElementLike, name: string): boolean {
  return [undefined, name].includes(nameText(element.name));
}

/** The name that a declaration gives, where that is an identifier. */
export function nameDeclared(node: ts.Declaration | undefined): ts.Identifier | undefined {
  const name = node && ts.getNameOfDeclaration(node);
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

/** The variable or parameter that a declaration is a part of, however many patterns are around it. */
export function declarationAround(node: ts.Declaration): ts.Declaration {
  return ts.isBindingElement(node) ? ts.walkUpBindingElementsAndPatterns(node) : node;
}

/** A property read with a fixed name: `object.name` or `object['name']`. */
export interface Access {
  readonly object: ts.Expression;
  readonly name: string;
  /** The identifier, or the string literal in brackets. */
  readonly nameNode: ts.Node;
}

/** `object.name`, `object[key]` */
export function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** `fn(…)`, `new Class(…)` */
export type Call = ts.CallExpression | ts.NewExpression;

export function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/** What a path of properties with fixed names is read from. */
export function rootOf(expression: ts.Expression): ts.Expression {
  let root = unwrap(expression);
  for (let access = accessOf(root); access !== undefined; access = accessOf(root)) root = unwrap(access.object);
  return root;
}

/** `target = …` */
export function assignmentTo(target: ts.Node): ts.BinaryExpression | undefined {
  const { parent } = target;
  const isTarget =
    ts.isBinaryExpression(parent) && parent.left === target && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isTarget ? parent : undefined;
}

/** What an argument or an element is, where nothing before it is spread. */
export function givenAt(index: number, given: readonly ts.Expression[]): ts.Expression | undefined {
  return given.slice(0, index + 1).some(ts.isSpreadElement) ? undefined : given[index];
}

/** What a class extends. */
export function baseOf(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
}

/** Reads `node` as a property access with a fixed name. */
export function accessOf(node: ts.Node): Access | undefined {
  if (ts.isPropertyAccessExpression(node))
    return { object: node.expression, name: node.name.text, nameNode: node.name };
  if (ts.isElementAccessExpression(node)) {
    const argument = unwrap(node.argumentExpression);
    if (ts.isStringLiteralLike(argument)) return { object: node.expression, name: argument.text, nameNode: argument };
  }
  return undefined;
}

/** `undefined` and `void 0`, as written; a file that calls something of its own `undefined` has only the latter. */
export function isUndefinedLiteral(node: ts.Expression): boolean {
  return (
    (ts.isIdentifier(node) && node.text === 'undefined' && !declaresUndefined(node.getSourceFile())) ||
    (ts.isVoidExpression(node) && ts.isNumericLiteral(node.expression))
  );
}

/** `null` and `undefined`. */
export function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node);
}

/** Whether anything in the file declares the name `undefined`, which only the global scope forbids. */
const declaresUndefined = memoize((source: ts.SourceFile): boolean =>
  someIn(
    source,
    (node) => ts.isIdentifier(node) && node.text === 'undefined' && declares(node.parent) && node.parent.name === node,
  ),
);

function declares(node: ts.Node): node is ts.NamedDeclaration {
  return (
    isVariable(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node)
  );
}

/**
 * Whether a type is written where a variable or parameter is declared, so that it holds for every value that is
 * assigned later.
 */
export function hasWrittenType(
  declaration: ts.Declaration,
): declaration is (ts.VariableDeclaration | ts.ParameterDeclaration) & { readonly type: ts.TypeNode } {
  return (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && declaration.type !== undefined;
}

export function isEmptyObject(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) && node.properties.length === 0;
}

/** `{}`, `[]` */
export function isEmptyLiteral(node: ts.Expression): boolean {
  return isEmptyObject(node) || (ts.isArrayLiteralExpression(node) && node.elements.length === 0);
}

/** `(request as any)` */
export function isCastToAny(expression: ts.Expression): boolean {
  const node = withoutParentheses(expression);
  if (ts.isNonNullExpression(node)) return isCastToAny(node.expression);
  return (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.kind === ts.SyntaxKind.AnyKeyword;
}

/** The field that a class declares, in its body or as a parameter of its constructor. */
export function fieldOf(
  { members }: ts.ClassLikeDeclaration,
  name: string,
): ts.PropertyDeclaration | ts.ParameterDeclaration | undefined {
  const isField = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
    ts.isPropertyDeclaration(member) && nameText(member.name) === name;
  return members.flatMap((member) => (isField(member) ? member : (parameterProperty(member, name) ?? [])))[0];
}

/** The parameter of a constructor that declares a field of that name. */
export function parameterProperty(member: ts.ClassElement, name: string): ts.ParameterDeclaration | undefined {
  return ts.isConstructorDeclaration(member)
    ? member.parameters.find(
        (parameter) => ts.isParameterPropertyDeclaration(parameter, member) && nameText(parameter.name) === name,
      )
    : undefined;
}

/** The type that an expression is cast to; undefined where it isn't, or where the cast lets anything pass. */
export function castOf(expression: ts.Expression): ts.TypeNode | undefined {
  const node = withoutParentheses(expression);
  if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return undefined;
  return ts.isConstTypeReference(node.type) ||
    node.type.kind === ts.SyntaxKind.AnyKeyword ||
    node.type.kind === ts.SyntaxKind.NeverKeyword
    ? undefined
    : node.type;
}

export function positionIn(source: ts.SourceFile, offset: number): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}

export function hasModifier(node: ts.Node, kind: ts.ModifierSyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);
}

/** Whether what is declared is elsewhere: by `declare`, or in a declaration file. */
export function isAmbient(node: ts.Node): boolean {
  const isDeclared = (around: ts.Node): boolean =>
    hasModifier(around, ts.SyntaxKind.DeclareKeyword) || (ts.isSourceFile(around) && around.isDeclarationFile);
  return ts.findAncestor(node, isDeclared) !== undefined;
}

/** `a` or `a.b`, by which a module's function is called: nothing that is itself the result of a call. */
export function isNameOrMember(callee: ts.Expression): boolean {
  const node = unwrap(callee);
  return ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && ts.isIdentifier(unwrap(node.expression)));
}
