/**
 * The source files of the house and what each imports, read from their syntax trees.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Built from what lies beside it. */
const BUILT = 'integrations/codemod/scripts/';

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The imported file, relative to the root with forward slashes; null for packages and node's own modules. */
  readonly file: string | null;
  /** The names asked for; `*` for a namespace, a dynamic import or a call of `require`. */
  readonly names: readonly string[];
  /** 1-based. */
  readonly line: number;
}

export interface SourceModule {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** All source modules below a folder of the root, sorted by path; none where the folder doesn't exist (yet). */
export function readModules(folder: string): SourceModule[] {
  const absolute = join(ROOT, folder);
  if (!existsSync(absolute)) return [];
  return (
    readdirSync(absolute, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // What is built, and how, is no part of it.
      .filter((path) => !path.startsWith(BUILT) && !path.endsWith('.config.ts'))
      .sort()
      .map((path) => parseModule(path, readFileSync(join(ROOT, path), 'utf8')))
  );
}

/**
 * @param path relative to the root, with forward slashes
 */
export function parseModule(path: string, text: string): SourceModule {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = readImport(node);
    if (found !== undefined) {
      const { specifier, names } = found;
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      imports.push({
        specifier,
        names,
        line,
        file: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, tree, imports };
}

function readImport(node: ts.Node): { specifier: string; names: string[] } | undefined {
  if (ts.isImportDeclaration(node)) return withSpecifier(node.moduleSpecifier, importedNames(node.importClause));
  if (ts.isExportDeclaration(node)) return withSpecifier(node.moduleSpecifier, exportedNames(node.exportClause));
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return withSpecifier(node.argument.literal, [node.qualifier?.getText() ?? '*']);
  if (ts.isExternalModuleReference(node)) return withSpecifier(node.expression, ['*']);
  if (ts.isCallExpression(node) && isLoader(node.expression)) return withSpecifier(node.arguments[0], ['*']);
  return undefined;
}

function withSpecifier(
  specifier: ts.Node | undefined,
  names: string[],
): { specifier: string; names: string[] } | undefined {
  if (specifier === undefined) return undefined;
  // A specifier made at run time can't be held against any rule: it is shown as written, and no rule allows it.
  return { specifier: ts.isStringLiteralLike(specifier) ? specifier.text : specifier.getText(), names };
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const names = clause?.name === undefined ? [] : ['default'];
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, '*'];
  return [...names, ...bindings.elements.map((element) => (element.propertyName ?? element.name).text)];
}

function exportedNames(clause: ts.NamedExportBindings | undefined): string[] {
  if (clause === undefined || ts.isNamespaceExport(clause)) return ['*'];
  return clause.elements.map((element) => (element.propertyName ?? element.name).text);
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}
