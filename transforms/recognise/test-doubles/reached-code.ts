import { ts } from 'ts-morph';
import { contains, nodesIn } from '../../tree.ts';
import type { TestedFile } from './tested-files.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether a node of a tested file may run. Where only the test imports the file, and by names, a function of the file's
 * top level runs only if it is one of those, or something that runs mentions it.
 */
export function reachedIn(unit: Unit, { importers }: TestedFile, test: Unit): (node: ts.Node) => boolean {
  const names = importers.size === 1 && importers.has(test.fileName) ? namesImported(test, unit) : undefined;
  if (names === undefined) return () => true;
  const left = unit.source.statements.filter((statement) => !isReached(statement, names));
  return (node) => !left.some((statement) => contains(statement, node));
}

/** What a test's imports name of a file; undefined where it may ask for all of it, or in a way that isn't followed. */
function namesImported(test: Unit, unit: Unit): Set<string> | undefined {
  if (LOADS.test(test.text)) return undefined;
  const names = new Set<string>();
  for (const statement of test.source.statements) {
    if (ts.isExportDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) return undefined;
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const location = test.graph.project.resolveModule(statement.moduleSpecifier.text, test.fileName);
    if (location.kind !== 'file' || location.fileName !== unit.fileName) continue;
    const bindings = statement.importClause?.namedBindings;
    if (statement.importClause?.name !== undefined || (bindings !== undefined && ts.isNamespaceImport(bindings)))
      return undefined;
    for (const { propertyName, name } of bindings?.elements ?? []) names.add((propertyName ?? name).text);
  }
  reach(unit, names);
  return names;
}

/** What loads a module where the program runs. */
const LOADS = /\bimport\s*\(|\brequire\w*\s*\(|\bimport(?:Actual|Original)\b|\bas default\b|\bdefault as\b/;

/** Adds to the names what the code that runs mentions. */
function reach(unit: Unit, names: Set<string>): void {
  const waiting = new Set<ts.Statement>(unit.source.statements);
  for (let found = true; found;) {
    found = false;
    for (const statement of waiting) {
      if (!isReached(statement, names)) continue;
      waiting.delete(statement);
      found = true;
      for (const { text } of nodesIn(statement, ts.isIdentifier)) names.add(text);
    }
  }
}

/** All but functions run as the file is loaded. */
function isReached(statement: ts.Statement, names: ReadonlySet<string>): boolean {
  const declared = functionsDeclared(statement);
  return declared === undefined || declared.some((name) => names.has(name));
}

/** The names of the functions that a statement declares; undefined where it does something else, too. */
function functionsDeclared(statement: ts.Statement): string[] | undefined {
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? undefined : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return undefined;
  const names = statement.declarationList.declarations.map(({ name, initializer }) => {
    const isFunction =
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    return isFunction && ts.isIdentifier(name) ? name.text : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}
