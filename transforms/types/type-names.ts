import type { ts } from 'ts-morph';
import type { DeclaredName } from '../type-oracle.ts';
import type { TypeReader } from './type-reader.ts';

/** The name of what declares a member: an interface, a class, or the alias of a type literal. */
export function declaredNameOf(owner: ts.Node, reader: TypeReader): DeclaredName {
  return { name: nameOf(owner, reader), package: packageOfDeclaration(owner, reader) };
}

function nameOf(owner: ts.Node, { ts }: TypeReader): string {
  if (ts.isInterfaceDeclaration(owner) || ts.isClassDeclaration(owner) || ts.isTypeAliasDeclaration(owner))
    return owner.name?.text ?? '';
  return ts.isTypeLiteralNode(owner) && ts.isTypeAliasDeclaration(owner.parent) ? owner.parent.name.text : '';
}

/** The package whose file, or whose `declare module`, a declaration stands in; null for the repository's own. */
function packageOfDeclaration(declaration: ts.Node, { ts }: TypeReader): string | null {
  let current = declaration;
  for (; !ts.isSourceFile(current); current = current.parent) {
    if (ts.isModuleDeclaration(current) && ts.isStringLiteral(current.name) && !current.name.text.startsWith('.'))
      return packageIn(current.name.text);
  }
  const [, path] = /.*\/node_modules\/(.+)$/.exec(current.fileName.replaceAll('\\', '/')) ?? [];
  return path === undefined ? null : packageIn(path);
}

function packageIn(path: string): string {
  const name = path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
  // Declarations for a package are that package's, whoever wrote them.
  return name.replace(/^@types\/(?:([^/]+)__)?/, (_, scope: string | undefined) =>
    scope === undefined ? '' : `@${scope}/`,
  );
}

/** A type's own names, and those of the types that it extends or is an intersection of, the nearest first. */
export function namesOfType(type: ts.Type, reader: TypeReader): readonly DeclaredName[] {
  const names: DeclaredName[] = [];
  const seen = new Set<ts.Type>();
  let level: readonly ts.Type[] = [type];
  while (level.length > 0) {
    const next: ts.Type[] = [];
    for (const current of level) {
      if (seen.has(current)) continue;
      seen.add(current);
      for (const symbol of [current.aliasSymbol, current.symbol as ts.Symbol | undefined])
        names.push(...namesOfSymbol(symbol, reader));
      if (current.isIntersection()) next.push(...current.types);
      else if (current.isClassOrInterface()) next.push(...reader.checker.getBaseTypes(current));
    }
    level = next;
  }
  return names;
}

function namesOfSymbol(symbol: ts.Symbol | undefined, reader: TypeReader): DeclaredName[] {
  const { ts } = reader;
  const declarations =
    symbol?.declarations?.filter(
      (node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node),
    ) ?? [];
  return declarations.map((node) => declaredNameOf(node, reader));
}
