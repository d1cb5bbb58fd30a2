import { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { useOf } from '../../flow/uses.ts';
import { filesWriting } from '../../language/files-writing.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import { exportsNamed } from '../../language/modules.ts';
import { propertiesNamed } from '../../language/properties.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, nameDeclared, nameText, wrapped } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';
import { isAskedByName } from './literal-asked-by-name.ts';
import { isModuleHandedOn, LOADING } from './module-as-a-value.ts';

export interface CallInFile {
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

export interface CallsInFiles {
  readonly calls: readonly CallInFile[];
  /** Whether it may be called where that isn't seen: under another name, by who is given it, in a file that isn't read. */
  readonly isIncomplete: boolean;
}

/** What comes of one mention of a function: it is called there, or nothing; or somebody may call it elsewhere. */
type Outcome = ts.CallExpression | 'nothing' | 'open';

/** A function that is looked for, and the names by which files mention it. */
interface Sought {
  readonly fn: ts.SignatureDeclaration;
  readonly words: readonly string[];
  /** A method, or a function in a property: whatever has its name may be it. */
  readonly isMember: boolean;
  readonly unit: Unit;
}

/** The calls in sight of a function, in whichever file. Of a method, or a function in a property: all by its name. */
export const callsOfFunction = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): CallsInFiles => {
    const member = nameOfMember(fn);
    const name = member ?? nameDeclared(bindingOfFunction(fn, unit)?.declaration)?.text;
    // Who imports the default of a module gives it a name of its own.
    const words = [...new Set([name ?? [], isDefault(fn, unit) ? moduleName(unit.fileName) : []].flat())];
    const sought: Sought = { fn, words, isMember: member !== undefined, unit };
    const named = words.map((word) => filesWriting(word, unit, () => false));
    const loading = filesWriting(moduleName(unit.fileName), unit, (_, text) => !LOADING.test(text));
    const units = new Map([unit, ...named.flatMap((found) => found?.units ?? [])].map((home) => [home.source, home]));
    const outcomes = [...units.values()].flatMap((home) =>
      outcomesIn(home, sought).map((outcome) => ({ outcome, unit: home })),
    );
    const literal = literalHolding(fn);
    if (literal !== undefined && !isAskedByName(literal, unit)) outcomes.push({ outcome: 'open', unit });
    // What has no name is called where it stands, if at all in sight.
    if (words.length === 0) outcomes.push({ outcome: ts.isExpression(fn) ? outcomeOf(fn) : 'open', unit });
    return {
      calls: outcomes.flatMap(({ outcome, unit: home }) =>
        typeof outcome === 'string' ? [] : [{ call: outcome, unit: home }],
      ),
      isIncomplete:
        [...named, loading].some((found) => found?.isIncomplete === true) ||
        outcomes.some(({ outcome }) => outcome === 'open') ||
        loading?.units.some((home) => isModuleHandedOn(unit.fileName, home)) === true,
    };
  },
);

function isDefault(fn: ts.SignatureDeclaration, unit: Unit): boolean {
  return exportsNamed(unit, 'default').some(
    (entry) => entry.kind !== 'forwarded' && (entry.node === fn || isDefinedBy(fn, entry.node, unit)),
  );
}

/** `mark` of `users/mark.ts`, and of `mark/index.ts`. */
function moduleName(fileName: string): string {
  const [name = '', folder = ''] = fileName.split('/').reverse();
  const base = name.replace(/\.[^.]*$/, '');
  return base === 'index' ? folder : base;
}

/** The name of the method that it is, or of the property that has it as its value. */
function nameOfMember(fn: ts.SignatureDeclaration): string | undefined {
  if (ts.isMethodDeclaration(fn)) return nameText(fn.name);
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  const assigned = ts.isBinaryExpression(parent) ? accessOf(parent.left)?.name : undefined;
  if (assigned !== undefined && assigned !== 'exports') return assigned;
  return ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? nameText(parent.name) : undefined;
}

function literalHolding(fn: ts.SignatureDeclaration): ts.ObjectLiteralExpression | undefined {
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  const holder = ts.isPropertyAssignment(parent) ? parent.parent : parent;
  return ts.isObjectLiteralExpression(holder) ? holder : undefined;
}

/** What comes of each mention of a function in a file. */
function outcomesIn(home: Unit, { fn, words, isMember, unit }: Sought): readonly Outcome[] {
  const isOurs = (node: ts.Node): boolean => isDefinedBy(fn, node, home);
  const keys = isDefault(fn, unit) ? [...words, 'default'] : words;
  const properties = keys.map((word) => propertiesNamed(word, home.source));
  const taken = properties.flatMap((named) => named.taken.map(({ name }) => name));
  const imported = nodesIn(home.source, isImport).flatMap(({ name }) => name ?? []);
  const own = home === unit ? bindingOfFunction(fn, unit) : undefined;
  const bindings = [own ?? [], ...[...imported, ...taken].map((name) => bindingOfOurs(name, isOurs, home))].flat();
  const mentions = [
    ...bindings.flatMap(({ references }) => references),
    ...properties.flatMap(({ accesses }) => accesses.filter((access) => isMember || isOurs(access))),
  ];
  const isPassedOn =
    nodesIn(home.source, ts.isExportSpecifier).some((specifier) => isRenaming(specifier, words, home === unit)) ||
    (isMember && (!taken.every(isOurs) || properties.some(({ texts }) => !texts.every(isNameOnly))));
  return [...mentions.map((mention) => outcomeOf(mention)), isPassedOn ? 'open' : 'nothing'];
}

function isImport(node: ts.Node): node is ts.ImportSpecifier | ts.ImportClause {
  return ts.isImportSpecifier(node) || ts.isImportClause(node);
}

/** The variable of a name, if it holds the function. */
function bindingOfOurs(name: ts.BindingName, isOurs: (node: ts.Node) => boolean, { scope }: Unit): Binding | [] {
  return isOurs(name) ? (scope.bindingOf(name) ?? []) : [];
}

/** What isn't known to call the function, or to do nothing with it, may hand it on. */
function outcomeOf(mention: ts.Expression): Outcome {
  const use = useOf(mention);
  switch (use.kind) {
    case 'called':
      return ts.isCallExpression(use.by) ? use.by : 'open';
    case 'exported':
      return ts.isExportAssignment(mention.parent) && mention.parent.isExportEquals === true ? 'open' : 'nothing';
    case 'asked':
    case 'written':
      return 'nothing';
    default:
      return 'open';
  }
}

/** Whether a file exports by another name what it has by one of those. */
function isRenaming({ name, propertyName }: ts.ExportSpecifier, words: readonly string[], isOwn: boolean): boolean {
  const from = (propertyName ?? name).text;
  if (name.text === 'default') return !isOwn;
  return propertyName !== undefined && (from === 'default' || words.includes(from));
}

/** Whether a text only names a property where it stands. */
function isNameOnly(text: ts.StringLiteralLike): boolean {
  const { parent } = text;
  return ts.isElementAccessExpression(parent) || (ts.isObjectLiteralElement(parent) && parent.name === text);
}

function isDefinedBy(fn: ts.SignatureDeclaration, node: ts.Node, unit: Unit): boolean {
  const definition = ts.isExpression(node) ? definitionOf(node, unit) : undefined;
  return definition !== undefined && 'node' in definition && definition.node === fn;
}
