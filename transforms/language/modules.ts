import { ts } from 'ts-morph';
import type { ProjectView } from '../project.ts';
import type { TypeOracle } from '../type-oracle.ts';
import { accessOf, hasModifier, nameText, unwrap } from '../syntax.ts';
import { addressedPackage } from '../knowledge/sdk-addresses.ts';
import { isSdkModule, packageOf } from '../knowledge/sdk-types.ts';
import type { Scope } from './scope.ts';
import { parseFile, type ModuleGraph, type ParsedFile, type Unit } from './unit.ts';

/**
 * What an analysis of `file` starts from: its unit, by whose graph the units of other files are found.
 *
 * @param packages modules that pass on what an SDK package exports
 */
export function createUnit(
  file: ParsedFile,
  project: ProjectView,
  packages: Readonly<Record<string, string>> = {},
  types?: TypeOracle,
): Unit {
  const units = new Map<string, Unit | undefined>();
  const graph: ModuleGraph = {
    project,
    sdkModule: (specifier) => {
      if (isSdkModule(specifier)) return specifier;
      const addressed = addressedPackage(specifier);
      if (addressed !== undefined) return addressed.name;
      const own = [specifier, packageOf(specifier)].find((name) => Object.hasOwn(packages, name));
      if (own !== undefined) return packages[own];
      // What the Nuxt module of vue-clerk calls its server's functions.
      const isVirtual = specifier === '#clerk' && project.resolveModule(specifier, file.fileName).kind === 'unknown';
      return isVirtual && project.resolveModule('vue-clerk', file.fileName).kind === 'package'
        ? 'vue-clerk'
        : undefined;
    },
    load(fileName) {
      if (units.has(fileName)) return units.get(fileName);
      const text = project.readModule(fileName);
      const parsed = text === undefined ? undefined : parseOnce(fileName, text, project);
      const unit = parsed && { ...parsed, graph, checksNull: true };
      units.set(fileName, unit);
      return unit;
    },
    withTypes: (known) => createUnit(file, project, packages, known),
  };
  const checksNull = project.checksNull?.(file.fileName) ?? true;
  const start: Unit = { ...file, graph, checksNull, ...(types === undefined ? {} : { types }) };
  units.set(file.fileName, start);
  return start;
}

/** So many characters of modules are kept for other analyses; their trees take some twenty times as much memory. */
const MOST_KEPT = 4_000_000;

interface Kept {
  readonly files: Map<string, ParsedFile>;
  characters: number;
}

const kept = new WeakMap<ProjectView, Kept>();

/**
 * A module that several files import is parsed once. Each analysis has a unit of its own of it, since much is kept by
 * unit; what is kept by a node or a binding has to follow from the file alone.
 */
function parseOnce(fileName: string, text: string, project: ProjectView): ParsedFile | undefined {
  const ofProject: Kept = kept.get(project) ?? { files: new Map(), characters: 0 };
  kept.set(project, ofProject);
  const known = ofProject.files.get(fileName);
  if (known?.text === text) return known;
  const parsed = parseFile(fileName, text);
  if (parsed.kind !== 'file') return undefined;
  ofProject.files.set(fileName, parsed.file);
  ofProject.characters += text.length - (known?.text.length ?? 0);
  for (const [oldest, file] of ofProject.files) {
    if (ofProject.characters <= MOST_KEPT) break;
    ofProject.files.delete(oldest);
    ofProject.characters -= file.text.length;
  }
  return parsed.file;
}

/** What an import declares; `name` undefined for the whole module. */
export interface Import {
  readonly specifier: string;
  readonly name: string | undefined;
}

/** Where a name, or the member of one (`React.memo`), is imported from. */
export function importedAs(expression: ts.Expression, scope: Scope): Import | undefined {
  const node = unwrap(expression);
  const access = accessOf(node);
  const imported = importOf(scope.declarationOf(access === undefined ? node : unwrap(access.object)));
  return imported === undefined || access === undefined ? imported : { ...imported, name: access.name };
}

/** Where the name that `node` declares is imported from; undefined where it isn't an import. */
export function importOf(node: ts.Declaration | undefined): Import | undefined {
  if (node === undefined) return undefined;
  if (ts.isImportSpecifier(node))
    return importFrom(node.parent.parent.parent.moduleSpecifier, (node.propertyName ?? node.name).text);
  if (ts.isImportClause(node)) return importFrom(node.parent.moduleSpecifier, 'default');
  if (ts.isNamespaceImport(node)) return importFrom(node.parent.parent.moduleSpecifier, undefined);
  if (!ts.isImportEqualsDeclaration(node) || !ts.isExternalModuleReference(node.moduleReference)) return undefined;
  return importFrom(node.moduleReference.expression, undefined);
}

function importFrom(specifier: ts.Expression, name: string | undefined): Import | undefined {
  return ts.isStringLiteral(specifier) ? { specifier: specifier.text, name } : undefined;
}

/** What a module exports under a name. */
export type Export =
  | { readonly kind: 'expression'; readonly node: ts.Expression }
  | { readonly kind: 'declaration'; readonly node: ts.Declaration }
  /** Passed on from another module; `name` undefined for the whole namespace. */
  | { readonly kind: 'forwarded'; readonly specifier: string; readonly name: string | undefined };

/** Every way in which `unit` may export `name`: the direct one, else one for each `export * from`. */
export function exportsNamed(unit: Unit, name: string): readonly Export[] {
  const direct: Export[] = [];
  const starred: Export[] = [];
  for (const statement of unit.source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const specifier =
        statement.moduleSpecifier !== undefined && ts.isStringLiteral(statement.moduleSpecifier)
          ? statement.moduleSpecifier.text
          : undefined;
      if (statement.exportClause === undefined) {
        if (specifier !== undefined && name !== 'default') starred.push({ kind: 'forwarded', specifier, name });
      } else if (ts.isNamespaceExport(statement.exportClause)) {
        if (specifier !== undefined && statement.exportClause.name.text === name)
          direct.push({ kind: 'forwarded', specifier, name: undefined });
      } else {
        for (const element of statement.exportClause.elements) {
          if (element.name.text !== name) continue;
          if (specifier !== undefined)
            direct.push({ kind: 'forwarded', specifier, name: (element.propertyName ?? element.name).text });
          else direct.push(...declarationExport(unit.scope.exportedBindingOf(element)?.declaration));
        }
      }
    } else if (ts.isExportAssignment(statement)) {
      if (name === 'default') direct.push({ kind: 'expression', node: statement.expression });
    } else if (isExported(statement)) {
      direct.push(...exportedDeclarations(statement, name));
    } else if (ts.isExpressionStatement(statement)) {
      direct.push(...commonJsExport(statement.expression, name));
    }
  }
  return direct.length > 0 ? direct : starred;
}

function declarationExport(node: ts.Declaration | undefined): Export[] {
  return node === undefined ? [] : [{ kind: 'declaration', node }];
}

/** Whether a statement exports what it declares. */
export function isExported(statement: ts.Statement): boolean {
  return hasModifier(statement, ts.SyntaxKind.ExportKeyword);
}

function exportedDeclarations(statement: ts.Statement, name: string): Export[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((declaration) => boundIn(declaration, name));
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    const exported = hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? 'default' : statement.name?.text;
    return exported === name ? [{ kind: 'declaration', node: statement }] : [];
  }
  return [];
}

function boundIn(declaration: ts.VariableDeclaration | ts.BindingElement, name: string): Export[] {
  if (ts.isIdentifier(declaration.name))
    return declaration.name.text === name ? [{ kind: 'declaration', node: declaration }] : [];
  return declaration.name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundIn(element, name) : []));
}

/** `module.exports = x`, `module.exports = { name: x }`, `module.exports.name = x` and `exports.name = x`. */
function commonJsExport(expression: ts.Expression, name: string): Export[] {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const { left, right } = expression;
  if (!ts.isPropertyAccessExpression(left)) return [];
  if (isModuleExports(left)) {
    if (name === 'default') return [{ kind: 'expression', node: right }];
    const literal = unwrap(right);
    if (!ts.isObjectLiteralExpression(literal)) return [];
    for (const property of literal.properties) {
      if (nameText(property.name) !== name) continue;
      if (ts.isPropertyAssignment(property)) return [{ kind: 'expression', node: property.initializer }];
      if (ts.isShorthandPropertyAssignment(property)) return [{ kind: 'expression', node: property.name }];
    }
    return [];
  }
  const onExports =
    isModuleExports(left.expression) || (ts.isIdentifier(left.expression) && left.expression.text === 'exports');
  return onExports && left.name.text === name ? [{ kind: 'expression', node: right }] : [];
}

function isModuleExports(node: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module' &&
    node.name.text === 'exports'
  );
}

/** What a CommonJS module exports as a whole: the right side of `module.exports = …`. */
export function moduleExportsOf(unit: Unit): ts.Expression | undefined {
  for (const statement of unit.source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && isModuleExports(left)) return right;
  }
  return undefined;
}
