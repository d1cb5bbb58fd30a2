import { ts } from 'ts-morph';

/** The names of the kinds of nodes that a file may have, but for types. */
export function kindsOfNodes(): string[] {
  const isNode = (kind: ts.SyntaxKind): boolean =>
    kind >= ts.SyntaxKind.FirstNode &&
    kind < ts.SyntaxKind.Bundle &&
    (kind < ts.SyntaxKind.FirstTypeNode || kind > ts.SyntaxKind.LastTypeNode || kind === ts.SyntaxKind.TypeQuery);
  return Object.entries(ts.SyntaxKind).flatMap(([name, kind]) =>
    typeof kind === 'number' && isNode(kind) && !/^(?:First|Last|Assert)/.test(name) ? [name] : [],
  );
}

export function nameOf(kind: ts.SyntaxKind): string {
  return (
    Object.entries(ts.SyntaxKind).find(([name, other]) => other === kind && !/^(?:First|Last)/.test(name))?.[0] ?? ''
  );
}
