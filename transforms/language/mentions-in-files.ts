import { ts } from 'ts-morph';
import { hasModifier, accessOf, wrapped } from '../syntax.ts';
import { nodesIn } from '../tree.ts';
import { isExported } from './exported.ts';
import { filesWriting } from './files-writing.ts';
import type { Binding } from './scope.ts';
import type { Unit } from './unit.ts';

export interface Mention {
  readonly node: ts.Expression;
  readonly unit: Unit;
}

export interface MentionsInFiles {
  readonly mentions: readonly Mention[];
  /** Whether there are others, or may be. */
  readonly isIncomplete: boolean;
}

/** What a module exports under a name. */
interface Exported {
  readonly name: string;
  readonly unit: Unit;
}

/** Where a variable is mentioned other than to export it, in whichever file, by whichever name that imports it. */
export function mentionsInFiles(binding: Binding, unit: Unit): MentionsInFiles {
  const { declaration } = binding;
  const exported = declaration !== undefined && isExported(declaration) ? [nameExporting(binding, declaration)] : [];
  return mentionsOfExports(
    exported.map((name) => ({ name, unit })),
    [{ binding, unit }],
  );
}

/** The same for what a module exports as its default. */
export function mentionsOfDefault(unit: Unit): MentionsInFiles {
  return mentionsOfExports([{ name: 'default', unit }], []);
}

function nameExporting({ name }: Binding, declaration: ts.Declaration): string {
  return hasModifier(declaration, ts.SyntaxKind.DefaultKeyword) ? 'default' : name;
}

interface Named {
  readonly binding: Binding;
  readonly unit: Unit;
}

function mentionsOfExports(start: readonly Exported[], named: readonly Named[]): MentionsInFiles {
  const mentions: Mention[] = [];
  const exported = new Map<string, Exported>();
  let isIncomplete = false;
  const addExport = (one: Exported): void => {
    const key = [one.unit.fileName, one.name].join();
    if (!exported.has(key)) exported.set(key, one);
  };
  const addName = ({ binding: { references }, unit }: Named): void => {
    for (const node of references) {
      if (ts.isExportSpecifier(node.parent)) addExport({ name: node.parent.name.text, unit });
      else if (isDefaultExport(wrapped(node).parent)) addExport({ name: 'default', unit });
      else mentions.push({ node, unit });
    }
  };
  start.forEach(addExport);
  named.forEach(addName);
  for (const one of exported.values()) {
    const importing = filesImporting(one);
    isIncomplete ||= importing.isIncomplete;
    for (const unit of importing.units) {
      const found = takenBy(unit, one);
      isIncomplete ||= found.isIncomplete;
      found.named.forEach(addName);
      found.exported.forEach(addExport);
      mentions.push(...found.mentions);
    }
  }
  return { mentions, isIncomplete };
}

function isDefaultExport(node: ts.Node): boolean {
  return ts.isExportAssignment(node) && node.isExportEquals !== true;
}

/** The other files that name what a module exports, or take all of it. */
function filesImporting({ name, unit }: Exported): { readonly units: readonly Unit[]; readonly isIncomplete: boolean } {
  const takesAll = (text: string): boolean => /\*|\b(?:import|require)\s*\(/.test(text);
  // Who imports the default of a module gives it a name of its own.
  const found = wordsFor(unit.fileName).map((word) =>
    filesWriting(word, unit, (_, text) => name !== 'default' && !takesAll(text)),
  );
  if (name !== 'default') found.push(filesWriting(name, unit, () => false));
  const units = new Map(found.flatMap((naming) => naming?.units ?? []).map((one) => [one.fileName, one]));
  units.delete(unit.fileName);
  return { units: [...units.values()], isIncomplete: found.some((naming) => naming?.isIncomplete === true) };
}

/** What names a module, one at least: `mark` of `users/mark.ts`; of `mark/index.ts`, what leads to a folder, too. */
function wordsFor(fileName: string): readonly string[] {
  const [name = '', folder = ''] = fileName.split('/').reverse();
  const base = name.replace(/\.[^.]*$/, '');
  const around = ['.', './', '..', '../'].flatMap((path) => [`'${path}'`, `"${path}"`]);
  return base === 'index' ? [base, folder, ...around].filter((word) => word !== '') : [base];
}

interface Taken extends MentionsInFiles {
  readonly named: readonly Named[];
  readonly exported: readonly Exported[];
}

/** What a file makes of what another one exports. */
function takenBy(unit: Unit, { name, unit: home }: Exported): Taken {
  const named: Named[] = [];
  const exported: Exported[] = [];
  const mentions: Mention[] = [];
  let isIncomplete = nodesIn(unit.source, ts.isCallExpression).some(
    (call) => loadsModule(call) && leadsTo(call.arguments[0], home, unit),
  );
  const add = (node: ts.Identifier | undefined): void => {
    const binding = unit.scope.bindingOf(node);
    if (binding !== undefined) named.push({ binding, unit });
  };
  const isMeant = ({ propertyName, name: own }: ts.ImportOrExportSpecifier): boolean =>
    (propertyName ?? own).text === name;
  for (const statement of unit.source.statements) {
    if (ts.isImportDeclaration(statement) && leadsTo(statement.moduleSpecifier, home, unit)) {
      const { name: whole, namedBindings } = statement.importClause ?? {};
      if (name === 'default') add(whole);
      if (namedBindings === undefined) continue;
      if (ts.isNamedImports(namedBindings))
        namedBindings.elements.filter(isMeant).forEach((one) => {
          add(one.name);
        });
      else
        for (const reference of unit.scope.bindingOf(namedBindings.name)?.references ?? []) {
          const { parent } = wrapped(reference);
          const access = ts.isExpression(parent) ? accessOf(parent) : undefined;
          if (access === undefined) isIncomplete = true;
          else if (access.name === name) mentions.push({ node: parent as ts.Expression, unit });
        }
    } else if (ts.isExportDeclaration(statement) && leadsTo(statement.moduleSpecifier, home, unit)) {
      const { exportClause } = statement;
      if (exportClause === undefined) exported.push({ name, unit });
      else if (ts.isNamespaceExport(exportClause)) isIncomplete = true;
      else exported.push(...exportClause.elements.filter(isMeant).map((one) => ({ name: one.name.text, unit })));
    }
  }
  return { named, exported, mentions, isIncomplete };
}

function loadsModule({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require')
  );
}

/** Whether a module may be meant. A path that isn't known, as an alias of a bundler's, may lead anywhere. */
function leadsTo(specifier: ts.Expression | undefined, home: Unit, { fileName, graph }: Unit): boolean {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return true;
  const location = graph.project.resolveModule(specifier.text, fileName);
  return location.kind === 'file' ? location.fileName === home.fileName : location.kind === 'unknown';
}
