import { ts } from 'ts-morph';
import type { AnalyzeOptions } from './analyze-options.ts';
import { canRemove } from './decide/removable.ts';
import { describeCause } from './describe.ts';
import { inOrder } from './edit/make-edits.ts';
import { removeFromList, removeStatement } from './edit/remove.ts';
import type { Edit, Finding } from './finding.ts';
import { isExported } from './language/exported.ts';
import type { Binding } from './language/scope.ts';
import { isSdkModule } from './knowledge/sdk-types.ts';
import { contains, nodesIn } from './tree.ts';
import type { Unit } from './language/unit.ts';

/**
 * Adds to the findings of a file what their edits leave unused: each name, and in turn those that only its declaration
 * mentioned. With `removeUnused`, the edits that delete them, where nothing else is lost by that.
 * docs/semantics.md, "After the rewrite".
 */
export function withUnused(findings: readonly Finding[], unit: Unit, options: AnalyzeOptions): readonly Finding[] {
  const all = findings.flatMap(({ edits }) => edits);
  if (all.length === 0 || unit.scope.hasHiddenWrites()) return findings;
  const identifiers = identifiersOf(unit.source);
  const add = (made: readonly Finding[]): readonly Finding[] =>
    describeUnused(made, findUnused(made, all, identifiers, unit), options);
  // A lint rule's edits are made one finding at a time.
  return options.isolatedFixes === true ? findings.flatMap((finding) => add([finding])) : add(findings);
}

/** A name that nothing uses once some findings are rewritten. */
interface Unused {
  /** The finding whose edits took the last mention away. */
  readonly owner: Finding;
  readonly declaration: ts.Declaration;
  /** What can be deleted with it; undefined where it has to stay. */
  removable: ts.Node | undefined;
}

function findUnused(
  findings: readonly Finding[],
  all: readonly Edit[],
  identifiers: readonly ts.Identifier[],
  unit: Unit,
): readonly Unused[] {
  const { scope } = unit;
  const written = wordsIn(findings);
  const mentioned = new Set<ts.Identifier>();
  const gone = new Map<ts.Symbol, number>();
  const unused = new Map<ts.Declaration, Unused>();
  const waiting = findings.flatMap((owner) =>
    owner.edits.flatMap(({ start, end }) =>
      between(identifiers, start, end).map((identifier) => ({ identifier, owner })),
    ),
  );
  // It grows: what only an unused declaration mentioned isn't used any more, either.
  for (const { identifier, owner } of waiting) {
    const binding = mentioned.has(identifier) ? undefined : scope.bindingOf(identifier);
    mentioned.add(identifier);
    if (binding?.declaration === undefined) continue;
    const { declaration } = binding;
    const name = ts.getNameOfDeclaration(declaration);
    // What the edits themselves take away needs no word.
    if (name === undefined || name === identifier || isInside(name, all)) continue;
    const amount = (gone.get(binding.symbol) ?? 0) + 1;
    gone.set(binding.symbol, amount);
    if (amount < binding.references.length || written.has(binding.name) || !isOwn(binding, unit)) continue;
    const found: Unused = { owner, declaration, removable: undefined };
    unused.set(declaration, found);
    const removable = canRemove(declaration, (other) => unused.has(other), all, unit);
    found.removable = removable;
    if (removable !== undefined)
      for (const inner of between(identifiers, removable.getStart(), removable.end))
        waiting.push({ identifier: inner, owner });
  }
  return [...unused.values()];
}

/** What may be unused: what a parameter is called is its function's business. */
function isOwn({ declaration, symbol }: Binding, { source, scope, component }: Unit): boolean {
  if (declaration === undefined || isExported(declaration)) return false;
  const isInStatement =
    ts.isVariableDeclaration(declaration) ||
    (ts.isBindingElement(declaration) && ts.isVariableDeclaration(declaration.parent.parent)) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isImportSpecifier(declaration);
  if (!isInStatement) return false;
  const statement = ts.findAncestor(declaration, ts.isStatement);
  const holder = statement?.parent;
  if (holder === undefined || ts.isModuleBlock(holder)) return false;
  if (!ts.isSourceFile(holder)) return true;
  // Markup and other scripts see what is declared at the top.
  if (component !== undefined) return false;
  return !source.statements.some(
    (other) =>
      ts.isExportDeclaration(other) &&
      other.exportClause !== undefined &&
      ts.isNamedExports(other.exportClause) &&
      other.exportClause.elements.some((element) => scope.exportedBindingOf(element)?.symbol === symbol),
  );
}

function describeUnused(
  findings: readonly Finding[],
  unused: readonly Unused[],
  options: AnalyzeOptions,
): readonly Finding[] {
  const removals = options.removeUnused === true ? removalsOf(unused) : [];
  return findings.map((finding) => {
    const own = unused
      .filter(({ owner, declaration }) => owner === finding && !ts.isImportSpecifier(declaration))
      .sort((a, b) => a.declaration.pos - b.declaration.pos);
    const edits = removals.filter(({ owner }) => owner === finding).map(({ edit }) => edit);
    if (own.length === 0 && edits.length === 0) return finding;
    const reasons = own.map(({ declaration }) =>
      describeCause({ code: 'fetch-now-unused', node: declaration }, finding),
    );
    return { ...finding, reasons: [...finding.reasons, ...reasons], edits: inOrder([...finding.edits, ...edits]) };
  });
}

interface Removal {
  readonly owner: Finding;
  readonly edit: Edit;
}

/** The edits that delete what is unused: a list at a time, and a statement as a whole where nothing of it is left. */
function removalsOf(unused: readonly Unused[]): Removal[] {
  const nodes = unused.flatMap(({ removable, owner }) => (removable === undefined ? [] : [{ node: removable, owner }]));
  const outermost = nodes.filter(
    ({ node }) => !nodes.some((other) => other.node !== node && contains(other.node, node)),
  );
  const lists = new Map<ts.Node, { readonly gone: Set<ts.Node>; owner: Finding }>();
  for (const { node, owner } of outermost) {
    const group = lists.get(node.parent) ?? { gone: new Set(), owner };
    group.gone.add(node);
    group.owner = owner;
    lists.set(node.parent, group);
  }
  return [...lists].flatMap(([parent, { gone, owner }]) =>
    editsIn(parent, gone).map((edit): Removal => ({ owner, edit })),
  );
}

function editsIn(parent: ts.Node, gone: ReadonlySet<ts.Node>): Edit[] {
  const list = ts.isVariableDeclarationList(parent)
    ? parent.declarations
    : ts.isObjectBindingPattern(parent) || ts.isNamedImports(parent)
      ? parent.elements
      : undefined;
  if (list === undefined) return [...gone].flatMap((node) => (ts.isStatement(node) ? [removeStatement(node)] : []));
  if (gone.size < list.length) return removeFromList(gone, list);
  const statement = ts.findAncestor(parent, ts.isStatement);
  if (statement === undefined) return [];
  return ts.isImportDeclaration(statement) ? withoutNames(statement) : [removeStatement(statement)];
}

/** An import of which no name is used. Whatever isn't the SDK's is still loaded, as it was. */
function withoutNames(statement: ts.ImportDeclaration): Edit[] {
  const { importClause, moduleSpecifier } = statement;
  if (importClause === undefined || importClause.name !== undefined) return [];
  const isSdk = ts.isStringLiteral(moduleSpecifier) && isSdkModule(moduleSpecifier.text);
  const isOfTypes = /^import\s+type\b/.test(statement.getText());
  return isSdk || isOfTypes
    ? [removeStatement(statement)]
    : [{ start: importClause.getStart(), end: moduleSpecifier.getStart(), text: '' }];
}

function isInside(node: ts.Node, edits: readonly Edit[]): boolean {
  return edits.some(({ start, end }) => start <= node.getStart() && node.end <= end);
}

function identifiersOf(source: ts.SourceFile): ts.Identifier[] {
  return nodesIn(source, ts.isIdentifier).sort((a, b) => a.end - b.end);
}

/** Those of a sorted list that stand between two offsets. */
function between(identifiers: readonly ts.Identifier[], start: number, end: number): readonly ts.Identifier[] {
  let low = 0;
  let high = identifiers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((identifiers[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const found: ts.Identifier[] = [];
  for (let index = low; index < identifiers.length; index++) {
    const identifier = identifiers[index];
    if (identifier === undefined || identifier.end > end) break;
    if (identifier.getStart() >= start) found.push(identifier);
  }
  return found;
}

const WORD = /[\p{L}\p{N}_$]+/gu;

/**
 * Every word that the edits write, so that a name among them counts as used. What is only a property's name, behind a
 * dot or before the colon of an object's key, is none.
 */
function wordsIn(findings: readonly Finding[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of findings.flatMap(({ edits }) => edits)) {
    const mayHoldLabels = /\bcase\b/.test(text);
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const before = beforeBlanks(text, index);
      const isMember = text[before] === '.' && text[before - 1] !== '.';
      const isKey = !mayHoldLabels && '{,'.includes(text[before] ?? ' ') && isColonAt(text, index + word.length);
      if (!isMember && !isKey) words.add(word);
    }
  }
  return words;
}

/** The offset of the last character before `offset` that is no blank; -1 where there is none. */
function beforeBlanks(text: string, offset: number): number {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text.charAt(at))) at--;
  return at;
}

function isColonAt(text: string, offset: number): boolean {
  let at = offset;
  while (/\s/.test(text.charAt(at))) at++;
  return text[at] === ':';
}
