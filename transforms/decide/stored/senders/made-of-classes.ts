/** What runs where an object of a class is made. */
import { ts } from 'ts-morph';
import { memoize } from '../../../memoize.ts';
import { hasModifier } from '../../../syntax.ts';
import { nodesIn } from '../../../tree.ts';

/** The class that an object is made of where a constructor runs, or what a field of it begins with. */
export function classMadeBy(code: ts.Node): ts.ClassLikeDeclaration | undefined {
  if (ts.isConstructorDeclaration(code)) return code.parent;
  const isField = ts.isPropertyDeclaration(code) && !hasModifier(code, ts.SyntaxKind.StaticKeyword);
  return isField ? code.parent : undefined;
}

/** `new this(…)`, in whichever class. */
export const madeOfThis = memoize((source: ts.SourceFile): readonly ts.Expression[] =>
  nodesIn(source, ts.isNewExpression).flatMap(({ expression }) =>
    expression.kind === ts.SyntaxKind.ThisKeyword ? [expression] : [],
  ),
);

/** The class that extends what stands there. */
export function classExtending(value: ts.Node): ts.ClassLikeDeclaration | undefined {
  const clause = ts.isExpressionWithTypeArguments(value.parent) ? value.parent.parent : undefined;
  if (clause === undefined || !ts.isHeritageClause(clause) || clause.token !== ts.SyntaxKind.ExtendsKeyword)
    return undefined;
  return ts.isClassLike(clause.parent) ? clause.parent : undefined;
}

/** The calls of the constructor of what a class extends, where it has a constructor of its own. */
export function superCallsOf(node: ts.ClassLikeDeclaration): readonly ts.CallExpression[] | undefined {
  const own = node.members.find(ts.isConstructorDeclaration);
  return (
    own && nodesIn(own, ts.isCallExpression).filter(({ expression: { kind } }) => kind === ts.SyntaxKind.SuperKeyword)
  );
}
