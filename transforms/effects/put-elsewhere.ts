import { ts } from 'ts-morph';
import { isExported } from '../language/exported.ts';
import { isGlobal } from '../language/is-global.ts';
import { exportsNamed, importOf } from '../language/modules.ts';
import type { Binding } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap, wrapped, elementsOf, takenName } from '../syntax.ts';
import { holding } from './holding.ts';
import { filesWriting, isOnlyCalled } from '../language/files-writing.ts';
import { joined, NOTHING, type Place, type Step } from './place.ts';

/** What has members that others may put something in the place of; a file, where it is a module of CommonJS. */
export type Owner = ts.ClassLikeDeclaration | ts.ObjectLiteralExpression | ts.SourceFile;

/**
 * What is put into the owner itself, under its own name and where it is imported, by other means than a property's
 * name: a computed key, `Object.assign(Service.prototype, others)`, a function that gets it.
 */
export function putIntoOwner(owner: Owner, unit: Unit): Step {
  const declared = nameOf(owner);
  const binding = unit.scope.bindingOf(declared);
  const own = declared === undefined ? [] : putIntoName(declared, unit);
  const names = new Set<string>(isDefaultExport(owner) ? ['default'] : []);
  if (binding !== undefined) for (const name of namesOutside(binding, unit)) names.add(name);
  return joined([{ from: own }, underNamesAbroad(names, unit)]);
}

/** The same for the variable that a path to an object starts with. */
export function putIntoRoot(object: ts.Expression, unit: Unit): Step {
  let root = unwrap(object);
  let member: string | undefined;
  for (let access = accessOf(root); access !== undefined; access = accessOf(root)) {
    member = access.name;
    root = unwrap(access.object);
  }
  const binding = unit.scope.bindingOf(root);
  if (binding?.declaration === undefined) return NOTHING;
  const imported = importOf(binding.declaration);
  if (imported === undefined)
    return ts.isVariableDeclaration(binding.declaration)
      ? underNamesAbroad(namesOutside(binding, unit), unit)
      : NOTHING;
  const location = unit.graph.project.resolveModule(imported.specifier, unit.fileName);
  const home = location.kind === 'file' ? unit.graph.load(location.fileName) : undefined;
  const name = imported.name ?? member;
  if (home === undefined || name === undefined) return NOTHING;
  const declared = exportsNamed(home, name).flatMap((entry) => {
    const node = entry.kind === 'declaration' ? ts.getNameOfDeclaration(entry.node) : undefined;
    const value = entry.kind === 'expression' ? unwrap(entry.node) : node;
    return value !== undefined && ts.isIdentifier(value) ? putIntoName(value, home) : [];
  });
  return joined([{ from: declared }, underNamesAbroad(new Set([name]), home)]);
}

/** Asks what is put into what a module exports under some names, wherever that is imported. */
function underNamesAbroad(names: Set<string>, home: Unit): Step {
  const found: Place[] = [];
  let isIncomplete = false;
  for (const name of names) {
    const word = name === 'default' ? moduleName(home.fileName) : name;
    const naming = filesWriting(word, home, isOnlyCalled);
    isIncomplete ||= naming?.isIncomplete === true;
    for (const other of naming?.units ?? []) {
      for (const statement of other.source.statements) {
        if (ts.isVariableStatement(statement)) found.push(...requiredIn(statement, name, home, other));
        else if (ts.isImportDeclaration(statement)) found.push(...importedIn(statement, name, home, other));
        else if (ts.isExportDeclaration(statement))
          for (const renamed of renamedIn(statement, name)) names.add(renamed);
      }
    }
  }
  return { from: found, hasUnknown: isIncomplete };
}

/** Only what is put in in sight counts: whom the object is handed to otherwise, sets what it sets by its name. */
function putIntoName(node: ts.BindingName, unit: Unit): Place[] {
  const binding = unit.scope.bindingOf(node);
  return binding === undefined ? [] : [{ node, unit, sight: 'closed', into: holding(binding, 'possibly') }];
}

/** The name that the owner is declared with, or the variable whose value it is, or is part of. */
function nameOf(owner: Owner): ts.Identifier | undefined {
  if (ts.isSourceFile(owner)) return undefined;
  if (ts.isClassLike(owner) && owner.name !== undefined) return owner.name;
  if (ts.isClassDeclaration(owner)) return undefined;
  let { parent } = wrapped(owner);
  while (ts.isPropertyAssignment(parent)) ({ parent } = wrapped(parent.parent));
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
}

function isDefaultExport(owner: Owner): boolean {
  if (ts.isSourceFile(owner)) return true;
  return ts.isClassDeclaration(owner)
    ? owner.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true
    : ts.isExportAssignment(wrapped(owner).parent) || ts.isBinaryExpression(wrapped(owner).parent);
}

/** The names that a module exports something under. */
function namesOutside({ name, declaration, references }: Binding, { scope }: Unit): Set<string> {
  const others = references.flatMap(({ parent }) => {
    if (ts.isExportSpecifier(parent)) return [parent.name.text];
    return ts.isExportAssignment(parent) ? ['default'] : [];
  });
  const isOutside =
    (declaration !== undefined && isExported(declaration)) || scope.mentions('module') || scope.mentions('exports');
  return new Set(isOutside ? [name, ...others] : others);
}

function renamedIn({ exportClause }: ts.ExportDeclaration, name: string): readonly string[] {
  return exportClause !== undefined && ts.isNamedExports(exportClause)
    ? exportClause.elements.flatMap((element) => (element.propertyName?.text === name ? [element.name.text] : []))
    : [];
}

/** What an import names that may be the export of that name: of another module, it may have been passed on. */
function importedIn(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  name: string,
  home: Unit,
  unit: Unit,
): Place[] {
  const declarations = [
    ...(importClause === undefined ? [] : [importClause]),
    ...(importClause?.namedBindings === undefined
      ? []
      : ts.isNamespaceImport(importClause.namedBindings)
        ? [importClause.namedBindings]
        : importClause.namedBindings.elements),
  ];
  const from = whereFrom(moduleSpecifier, home, unit);
  if (from === 'a package') return [];
  return declarations.flatMap((declaration) => {
    const imported = importOf(declaration);
    const isMeant =
      imported?.name === name || (from === 'home' && (name === 'default' || imported?.name === undefined));
    return isMeant && declaration.name !== undefined ? putIntoName(declaration.name, unit) : [];
  });
}

/** The same for what `require` gives. */
function requiredIn({ declarationList }: ts.VariableStatement, name: string, home: Unit, unit: Unit): Place[] {
  return declarationList.declarations.flatMap(({ name: declared, initializer }) => {
    const call = initializer === undefined ? undefined : unwrap(initializer);
    if (call === undefined || !ts.isCallExpression(call) || !isGlobal(call.expression, 'require', unit)) return [];
    const [specifier] = call.arguments;
    const from = specifier === undefined ? undefined : whereFrom(specifier, home, unit);
    if (from === undefined || from === 'a package') return [];
    const named = ts.isIdentifier(declared)
      ? [declared]
      : elementsOf(declared).flatMap((element) => (takenName(element) === name ? [element.name] : []));
    return named.flatMap((one) => putIntoName(one, unit));
  });
}

/** Whether a specifier names the module itself, or may, as far as can be told. */
function whereFrom(specifier: ts.Expression, home: Unit, unit: Unit): 'home' | 'another file' | 'a package' {
  if (!ts.isStringLiteralLike(specifier)) return 'home';
  const location = unit.graph.project.resolveModule(specifier.text, unit.fileName);
  if (location.kind === 'package') return 'a package';
  return location.kind === 'file' && location.fileName !== home.fileName ? 'another file' : 'home';
}

function moduleName(fileName: string): string {
  const parts = fileName.replace(/\.[^./]+$/, '').split('/');
  return (parts.at(-1) === 'index' ? parts.at(-2) : parts.at(-1)) ?? '';
}

/** Whether other files have what the owner is. */
export function isOfOthers(owner: Owner, unit: Unit): boolean {
  if (ts.isSourceFile(owner) || isDefaultExport(owner)) return true;
  const name = nameOf(owner);
  const binding = unit.scope.bindingOf(name);
  return binding !== undefined && namesOutside(binding, unit).size > 0;
}
