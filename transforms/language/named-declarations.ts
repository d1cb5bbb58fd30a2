import { ts } from 'ts-morph';
import { memoizeBy } from '../memoize.ts';
import { additionsTo } from './augmented-types.ts';
import { exportsNamed, importOf, isModule, type Export } from './modules.ts';
import type { Unit } from './unit.ts';

/** A declaration, and the file that it stands in. */
export interface PlacedDeclaration {
  readonly node: ts.Declaration;
  readonly unit: Unit;
}

/** A variable and a type may have one name. */
type Meaning = 'type' | 'value';

/**
 * What declares what goes by a name, in whichever file of the repository: imports and exports are followed. What a
 * package declares ends at the import.
 *
 * @returns undefined where nothing declares it, or more than one declaration does, such as overloads
 */
export function declarationNamed(name: ts.Node, meaning: Meaning, unit: Unit): PlacedDeclaration | undefined {
  const node = onlyOne(unit.scope.bindingOf(name)?.symbol.declarations ?? [], meaning);
  const found = node && followed(node, meaning, unit);
  return found === undefined || isAddedTo(found) ? undefined : found;
}

/** Whether another file adds to an interface, or may: `declare module './types' { interface Params { … } }`. */
function isAddedTo({ node, unit }: PlacedDeclaration): boolean {
  if (!ts.isInterfaceDeclaration(node)) return false;
  const isAddition = ts.isModuleBlock(node.parent) || !isModule(unit.source);
  return (additionsTo(node.name.text, unit)?.length ?? Infinity) > (isAddition ? 1 : 0);
}

function followed(node: ts.Declaration, meaning: Meaning, unit: Unit): PlacedDeclaration {
  const imported = importOf(node);
  const elsewhere =
    imported?.name === undefined ? undefined : exported(imported.specifier, imported.name, meaning, unit);
  return elsewhere ?? { node, unit };
}

/**
 * What an import declares, in the file of the repository that it leads to; of all that a module exports, what has the
 * name of the member.
 */
export function importedDeclaration(
  node: ts.Declaration | undefined,
  member: string | undefined,
  unit: Unit,
): PlacedDeclaration | undefined {
  const imported = importOf(node);
  const name = imported?.name ?? member;
  return imported === undefined || name === undefined ? undefined : exported(imported.specifier, name, 'value', unit);
}

/** What a module exports; what is only passed on to itself is nothing. */
const exported = memoizeBy(
  (specifier: string, name: string, meaning: Meaning, unit: Unit) => [unit, specifier, name, meaning],
  findExported,
  { answer: undefined },
);

function findExported(
  specifier: string,
  name: string,
  meaning: Meaning,
  { fileName, graph }: Unit,
): PlacedDeclaration | undefined {
  const location = graph.project.resolveModule(specifier, fileName);
  const unit = location.kind === 'file' ? graph.load(location.fileName) : undefined;
  if (unit === undefined) return undefined;
  const entries = exportsNamed(unit, name);
  const declarations = entries.flatMap((entry) => (entry.kind === 'declaration' ? [entry.node] : []));
  if (declarations.length > 0) {
    const node = onlyOne(declarations, meaning);
    return node && followed(node, meaning, unit);
  }
  for (const entry of entries) {
    const found = passedOn(entry, meaning, unit);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `export { name } from './there'`, `export * from './there'`, `export default name`. */
function passedOn(entry: Export, meaning: Meaning, unit: Unit): PlacedDeclaration | undefined {
  if (entry.kind === 'forwarded')
    return entry.name === undefined ? undefined : exported(entry.specifier, entry.name, meaning, unit);
  return declarationNamed(entry.node, meaning, unit);
}

function onlyOne(declarations: readonly ts.Declaration[], meaning: Meaning): ts.Declaration | undefined {
  const meant = declarations.length < 2 ? declarations : declarations.filter((node) => mayMean(node, meaning));
  return meant.length === 1 ? meant[0] : undefined;
}

/** A class is a type as well, to which an interface of its name adds. */
function mayMean(node: ts.Declaration, meaning: Meaning): boolean {
  const isOnlyType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
  return meaning === 'value' ? !isOnlyType : isOnlyType || ts.isClassDeclaration(node);
}
