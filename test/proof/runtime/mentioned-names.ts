/**
 * What a fixture talks about: the names and words that arguments and stored states are made of, so that they touch what
 * the code touches.
 */
import ts from 'typescript';

export interface Mentions {
  /** Names of properties, without those of the SDK and the language. */
  readonly keys: readonly string[];
  /** Whether it takes a user's id from an object. */
  readonly readsUserId: boolean;
  /** Strings that the code compares with or stores. */
  readonly words: readonly string[];
  /** Those of them that it compares with. */
  readonly compared: readonly string[];
  /**
   * Keys whose stored value the code spreads or takes properties of: docs/semantics.md lets that be an object, null or
   * absent, nothing else.
   */
  readonly objects: ReadonlySet<string>;
  /** Keys whose stored value the code treats as an array. */
  readonly arrays: ReadonlySet<string>;
  /** Literals that are ids of users and Organizations. */
  readonly ids: readonly string[];
  /** Types that the code writes for values that have none: the last name of `x.y as T` with its T. */
  readonly casts: ReadonlyMap<string, ts.TypeNode>;
  /** Types that the files declare. */
  readonly types: ReadonlyMap<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration>;
  /** What type parameters are constrained to. */
  readonly constraints: ReadonlyMap<string, ts.TypeNode>;
  /** Members that classes leave to others. */
  readonly abstract: readonly (ts.MethodDeclaration | ts.PropertyDeclaration)[];
  /** All functions, methods and constructors. */
  readonly functions: readonly ts.SignatureDeclaration[];
}

const MOST = 10;
const ARRAY_METHODS = new Set(['push', 'sort', 'forEach', 'includes', 'splice', 'reverse', 'map', 'filter']);
const NOT_KEYS = new Set(
  (
    'users organizations user session clerk update updateUser updateOrganization updateMetadata updateUserMetadata replaceUserMetadata ' +
    'updateOrganizationMetadata replaceOrganizationMetadata getUser getUserList getOrganization publicMetadata privateMetadata ' +
    'unsafeMetadata then catch finally map filter find forEach push get set value id data error log warn assign keys entries fromEntries ' +
    'stringify parse length env name organizationId userId secretKey'
  ).split(' '),
);

export function gatherMentions(trees: readonly ts.SourceFile[]): Mentions {
  const keys = new Set<string>();
  const words = new Set<string>();
  const compared = new Set<string>();
  const objects = new Set<string>();
  const arrays = new Set<string>();
  const renamed = new Map<string, string>();
  const casts = new Map<string, ts.TypeNode>();
  const written = new Map<string, ts.TypeNode>();
  const assigned = new Map<string, string>();
  const types = new Map<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration>();
  const constraints = new Map<string, ts.TypeNode>();
  const functions: ts.SignatureDeclaration[] = [];
  const abstract: (ts.MethodDeclaration | ts.PropertyDeclaration)[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameMentioned(node);
    if (name !== undefined && !NOT_KEYS.has(name)) keys.add(name);
    if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) {
      words.add(node.text);
      if (ts.isBinaryExpression(node.parent) || ts.isCaseClause(node.parent) || ts.isLiteralTypeNode(node.parent))
        compared.add(node.text);
    }
    if (ts.isSpreadAssignment(node)) for (const key of pathOf(node.expression)) objects.add(key);
    // What is read of a stored value needs that value to be an object, or the program fails before and after.
    if (ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node.parent))
      for (const key of pathOf(node.expression)) objects.add(key);
    if (ts.isPropertyAccessExpression(node) && ARRAY_METHODS.has(node.name.text))
      for (const key of pathOf(node.expression).slice(-1)) arrays.add(key);
    if (ts.isForOfStatement(node)) for (const key of pathOf(node.expression).slice(-1)) arrays.add(key);
    if (ts.isBindingElement(node) && node.propertyName !== undefined)
      renamed.set(node.name.getText(), node.propertyName.getText());
    if (ts.isVariableDeclaration(node) && node.type !== undefined) written.set(node.name.getText(), node.type);
    if (isAssignedCall(node)) assigned.set(node.left.getText(), node.right.expression.getText());
    if (ts.isAsExpression(node) && !isAny(node.type)) rememberCast(node, casts);
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node))
      types.set(node.name.text, node);
    if (ts.isTypeParameterDeclaration(node) && node.constraint !== undefined)
      constraints.set(node.name.text, node.constraint);
    if (ts.isFunctionLike(node)) functions.push(node);
    if ((ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node)) && isAbstract(node)) abstract.push(node);
    ts.forEachChild(node, visit);
  };
  trees.forEach((tree) => {
    visit(tree);
  });
  for (const { name, type } of functions.flatMap(({ parameters }) => parameters))
    if (type !== undefined) written.set(name.getText(), type);
  for (const [name, callee] of assigned) rememberTruth(written.get(name), callee, casts);
  for (const [name, key] of renamed) if (objects.has(name)) objects.add(key);
  for (const key of arrays) objects.delete(key);
  const ids = [...words].filter((word) => /^(?:user|org)_/.test(word));
  const readsUserId = trees.some(({ text }) => /\.userId\b/.test(text));
  return {
    readsUserId,
    keys: [...keys].slice(0, MOST),
    words: [...words].slice(0, MOST),
    compared: [...compared],
    objects,
    arrays,
    ids,
    casts,
    types,
    constraints,
    abstract,
    functions,
  };
}

function nameMentioned(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return textOfName(node.name);
  if (ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    return ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name) ? undefined : textOfName(name);
  }
  return undefined;
}

function textOfName(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}

/** The names along `a.b?.c!.d`, whatever is around them. */
function pathOf(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) return [...pathOf(expression.expression), expression.name.text];
  if (ts.isElementAccessExpression(expression)) {
    const { argumentExpression } = expression;
    return [
      ...pathOf(expression.expression),
      ...(ts.isStringLiteralLike(argumentExpression) ? [argumentExpression.text] : []),
    ];
  }
  if (ts.isBinaryExpression(expression)) return [...pathOf(expression.left), ...pathOf(expression.right)];
  const isWrapped =
    ts.isNonNullExpression(expression) || ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression);
  return isWrapped ? pathOf(expression.expression) : [];
}

function rememberCast({ expression, type }: ts.AsExpression, casts: Map<string, ts.TypeNode>): void {
  const name = pathOf(expression).at(-1);
  if (name !== undefined) casts.set(name, type);
}

/** `x = f()`: what f returns is what x was declared as. */
function isAssignedCall(node: ts.Node): node is ts.BinaryExpression & { right: ts.CallExpression } {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isCallExpression(node.right)
  );
}

function rememberTruth(type: ts.TypeNode | undefined, callee: string, casts: Map<string, ts.TypeNode>): void {
  if (type !== undefined && !isAny(type)) casts.set(callee, type);
}

function isAbstract(node: ts.MethodDeclaration | ts.PropertyDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false;
}

function isAny(type: ts.TypeNode): boolean {
  return type.kind === ts.SyntaxKind.AnyKeyword || type.kind === ts.SyntaxKind.UnknownKeyword;
}
