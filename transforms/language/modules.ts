import { ts } from 'ts-morph';
import type { ProjectView } from '../project.ts';
import type { TypeOracle } from '../type-oracle.ts';
import { accessOf, hasModifier, nameText, unwrap, valueOfMember, elementsOf } from '../syntax.ts';
import { addressedPackage } from '../knowledge/sdk-addresses.ts';
import { isSdkModule, packageOf } from '../knowledge/sdk-types.ts';
import type { Scope } from './scope.ts';
import { parseFile, type ModuleGraph, type ParsedFile, type Unit } from './unit.ts';

/**
 * What an analysis of `file` starts from: its unit, by whose graph the units of other files are found. All analyses with
 * one view of a project have a graph in common, so what is found out in one of them the others know. A component's
 * scripts, and a text that isn't the one in the project, have a graph of their own.
 *
 * @param packages modules that pass on what an SDK package exports
 */
export function createUnit(
  file: ParsedFile,
  project: ProjectView,
  packages: Readonly<Record<string, string>> = {},
): Unit {
  const { fileName, text } = file;
  const files = filesOf(project, packages);
  if (file.component === undefined && project.readModule(fileName) === text) {
    if (files.isUpToDate(file)) return files.add(file);
    return startFilesOf(project, packages).add(file);
  }
  return apart({ ...file, checksNull: checksNull(fileName, project) }, files.graph);
}

/** The same file and what is around, where types are known as well; nothing that was found out goes with it. */
export function withTypes(unit: Unit, types: TypeOracle): Unit {
  return apart({ ...unit, types }, unit.graph);
}

/** A unit with a graph of its own, whose other files are parsed as in the one that they are taken from. */
function apart(file: Omit<Unit, 'graph'>, around: ModuleGraph): Unit {
  const graph: ModuleGraph = {
    ...around,
    load(fileName) {
      if (units.has(fileName)) return units.get(fileName);
      const shared = around.load(fileName);
      const unit = shared && { ...shared, graph };
      units.set(fileName, unit);
      return unit;
    },
  };
  const start: Unit = { ...file, graph };
  const units = new Map<string, Unit | undefined>([[file.fileName, start]]);
  return start;
}

/** The file as another analysis has parsed it; undefined where none has. */
export function parsedBefore(
  fileName: string,
  text: string,
  project: ProjectView,
  packages: Readonly<Record<string, string>> = {},
): ParsedFile | undefined {
  const unit = filesOf(project, packages).known(fileName);
  return unit?.text === text ? unit : undefined;
}

/** The files that the analyses with one view of a project have led to. */
interface Files {
  readonly graph: ModuleGraph;
  readonly known: (fileName: string) => Unit | undefined;
  readonly add: (file: ParsedFile) => Unit;
  /** Whether a file can be added: it isn't known with another text, and there is room. */
  readonly isUpToDate: (file: ParsedFile) => boolean;
}

/** So many characters are kept for other analyses; their trees take some twenty times as much memory. */
const MOST_KEPT = 4_000_000;

const kept = new WeakMap<ProjectView, Map<string, Files>>();

function filesOf(project: ProjectView, packages: Readonly<Record<string, string>>): Files {
  return kept.get(project)?.get(JSON.stringify(packages)) ?? startFilesOf(project, packages);
}

function startFilesOf(project: ProjectView, packages: Readonly<Record<string, string>>): Files {
  const files = createFiles(project, packages);
  const ofProject = kept.get(project) ?? new Map<string, Files>();
  kept.set(project, ofProject.set(JSON.stringify(packages), files));
  return files;
}

function createFiles(project: ProjectView, packages: Readonly<Record<string, string>>): Files {
  const units = new Map<string, Unit | undefined>();
  let characters = 0;
  const add = (file: ParsedFile): Unit => {
    const { fileName, text } = file;
    const known = units.get(fileName);
    if (known !== undefined) return known;
    const unit: Unit = { ...file, graph, checksNull: checksNull(fileName, project) };
    units.set(fileName, unit);
    characters += text.length;
    return unit;
  };
  const graph: ModuleGraph = {
    project,
    sdkModule: (specifier, fromFile) => {
      if (isSdkModule(specifier)) return specifier;
      const addressed = addressedPackage(specifier);
      if (addressed !== undefined) return addressed.name;
      const own = [specifier, packageOf(specifier)].find((name) => Object.hasOwn(packages, name));
      if (own !== undefined) return packages[own];
      // What the Nuxt module of vue-clerk calls its server's functions.
      const isVirtual = specifier === '#clerk' && project.resolveModule(specifier, fromFile).kind === 'unknown';
      return isVirtual && project.resolveModule('vue-clerk', fromFile).kind === 'package' ? 'vue-clerk' : undefined;
    },
    load(fileName) {
      if (units.has(fileName)) return units.get(fileName);
      const text = project.readModule(fileName);
      const parsed = text === undefined ? undefined : parseFile(fileName, text);
      if (parsed?.kind === 'file') return add(parsed.file);
      units.set(fileName, undefined);
      return undefined;
    },
  };
  return {
    graph,
    known: (fileName) => units.get(fileName),
    add,
    isUpToDate: ({ fileName, text }) => characters <= MOST_KEPT && (units.get(fileName)?.text ?? text) === text,
  };
}

function checksNull(fileName: string, project: ProjectView): boolean {
  return project.checksNull?.(fileName) ?? true;
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

/** Whether a file's names are its own: it imports or exports something. All files are parsed as if they did. */
export function isModule(source: ts.SourceFile): boolean {
  const imports = (node: ts.Statement): boolean => ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node);
  return exportsAnything(source) || source.statements.some(imports);
}

/** Whether other files may get something of a file. */
export function exportsAnything({ statements }: ts.SourceFile): boolean {
  return statements.some(
    (statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement) || isExported(statement),
  );
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
    ts.isEnumDeclaration(statement) ||
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
  return elementsOf(declaration.name).flatMap((element) => boundIn(element, name));
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
    const values = literal.properties.filter((property) => nameText(property.name) === name).map(valueOfMember);
    const node = values.find((value) => value !== undefined);
    return node === undefined ? [] : [{ kind: 'expression', node }];
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
