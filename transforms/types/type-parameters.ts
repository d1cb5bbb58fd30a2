import type { ts } from 'ts-morph';
import { memoizeBy } from '../memoize.ts';
import type { TypeReader } from './type-reader.ts';

/** Whether a written type is made of type parameters. */
export const mentionsTypeParameter = memoizeBy<Parameters<typeof findTypeParameter>, boolean>(
  (type) => [type],
  findTypeParameter,
);

function findTypeParameter(type: ts.TypeNode, { ts, checker }: TypeReader): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    found ||= symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(type);
  return found;
}
