import { ts } from 'ts-morph';

/** Who knows what the names in one file stand for, by that file alone: no library, no other file, no types. */
export interface Names {
  /**
   * What `identifier`, a variable's, a function's or a type's name, is declared as; undefined where the file doesn't.
   */
  readonly symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined;
  /** What a variable called `name` would refer to at `node`. */
  readonly symbolSeenFrom: (node: ts.Node, name: string) => ts.Symbol | undefined;
  /** Whether `identifier` would refer to the same at `place`; what refers to nothing would. */
  readonly refersToTheSameAt: (identifier: ts.Identifier, place: ts.Node) => boolean;
}

/**
 * The two parts of the compiler that know names; its types don't mention them. A checker, their public user, takes as
 * long as parsing and binding a file twice.
 */
type NameCompiler = typeof ts & {
  readonly bindSourceFile: (file: ts.SourceFile, options: ts.CompilerOptions) => void;
  readonly createNameResolver: (host: {
    readonly compilerOptions: ts.CompilerOptions;
    readonly getSymbolOfDeclaration: (declaration: ts.Declaration) => ts.Symbol | undefined;
    readonly globals: ts.SymbolTable;
    readonly lookup: (names: ts.SymbolTable, name: ts.__String, meaning: number) => ts.Symbol | undefined;
  }) => (
    location: ts.Node,
    name: ts.__String,
    meaning: number,
    nameNotFoundMessage: undefined,
    isUse: boolean,
  ) => ts.Symbol | undefined;
};

/** What the binder leaves at nodes. */
interface Bound extends ts.Node {
  readonly symbol?: ts.Symbol;
  readonly locals?: ts.SymbolTable;
  /** Of a JavaScript file: the global objects that it assigns to, with what it assigns. */
  readonly jsGlobalAugmentations?: ts.SymbolTable;
  readonly commonJsModuleIndicator?: ts.Node;
}

const IN_WITH_STATEMENT = (ts.NodeFlags as typeof ts.NodeFlags & { readonly InWithStatement: number }).InWithStatement;
const OPTIONS: ts.CompilerOptions = { allowJs: true, target: ts.ScriptTarget.Latest };

const { Value: VALUE, Type: TYPE, Namespace: NAMESPACE } = ts.SymbolFlags;

/** Makes the tables of the names that a parsed file declares, and sets its nodes' parents. */
export function bind(source: ts.SourceFile): void {
  (ts as NameCompiler).bindSourceFile(source, OPTIONS);
}

/** @param source bound by {@link bind} */
export function createNames(source: ts.SourceFile): Names {
  const resolve = (ts as NameCompiler).createNameResolver({
    compilerOptions: OPTIONS,
    getSymbolOfDeclaration: (declaration: Bound) => declaration.symbol,
    globals: globalsOf(source),
    lookup,
  });
  const seenFrom = (node: ts.Node, name: ts.__String, meaning: number) =>
    resolve(node, name, meaning, undefined, false);
  return {
    symbolOf: (identifier) => {
      if (isDeclaringName(identifier)) return (identifier.parent as Bound).symbol;
      const meaning = meaningOf(identifier);
      return meaning === undefined ? undefined : seenFrom(identifier, identifier.escapedText, meaning);
    },
    symbolSeenFrom: (node, name) => seenFrom(node, ts.escapeLeadingUnderscores(name), VALUE),
    refersToTheSameAt: (identifier, place) => {
      const meaning = isDeclaringName(identifier) ? undefined : meaningOf(identifier);
      return (
        meaning === undefined ||
        seenFrom(identifier, identifier.escapedText, meaning) === seenFrom(place, identifier.escapedText, meaning)
      );
    },
  };
}

/** What an import stands for is another file's business, so it may be anything. */
function lookup(names: ts.SymbolTable, name: ts.__String, meaning: number): ts.Symbol | undefined {
  const symbol = names.get(name);
  return symbol !== undefined && (symbol.flags & (meaning | ts.SymbolFlags.Alias)) !== 0 ? symbol : undefined;
}

/** What the file itself adds to the global scope; source: `initializeTypeChecker` of the compiler's checker.ts. */
function globalsOf(source: ts.SourceFile & Bound): ts.SymbolTable {
  const isScript = !ts.isExternalModule(source) && source.commonJsModuleIndicator === undefined;
  const augmentation = source.statements.find(
    (statement) => ts.isModuleDeclaration(statement) && (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0,
  ) as Bound | undefined;
  const assigned = source.jsGlobalAugmentations;
  const tables = [
    isScript ? source.locals : undefined,
    assigned,
    assigned?.get(ts.escapeLeadingUnderscores('globalThis'))?.exports,
    augmentation?.symbol?.exports,
    source.symbol?.globalExports,
  ];
  return new Map(tables.flatMap((table) => (table === undefined ? [] : [...table])));
}

function isDeclaringName(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  // What these declare is seen by others: a property, an export.
  return (
    !ts.isShorthandPropertyAssignment(parent) &&
    !ts.isExportSpecifier(parent) &&
    (parent as ts.Node & { readonly name?: ts.Node }).name === identifier &&
    (parent as Bound).symbol !== undefined
  );
}

/** What `identifier` can refer to where it stands; undefined where that is nothing of the file's, or nobody knows. */
function meaningOf(identifier: ts.Identifier): number | undefined {
  const { parent } = identifier;
  if (!isReference(identifier) || (identifier.flags & IN_WITH_STATEMENT) !== 0) return undefined;
  if (ts.isExportSpecifier(parent) || ts.isExportAssignment(parent)) return VALUE | TYPE | NAMESPACE;
  if (ts.isQualifiedName(parent) || ts.isImportEqualsDeclaration(parent)) return NAMESPACE | VALUE;
  if (ts.isTypeReferenceNode(parent)) return TYPE;
  if (ts.isExpressionWithTypeArguments(parent)) return TYPE | VALUE;
  return VALUE;
}

/**
 * Whether an identifier stands for a variable or a type, rather than naming a property, a label, an element of HTML's,
 * or something in another file.
 */
function isReference(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === identifier;
  if (ts.isQualifiedName(parent)) return parent.left === identifier;
  if (ts.isBindingElement(parent)) return parent.propertyName !== identifier;
  if (ts.isExportSpecifier(parent))
    return (parent.propertyName ?? parent.name) === identifier && parent.parent.parent.moduleSpecifier === undefined;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return !/^[a-z]/.test(identifier.text);
  return !NAMING.some((isNaming) => isNaming(parent));
}

/** Where an identifier that declares nothing only names. */
const NAMING: readonly ((node: ts.Node) => boolean)[] = [
  ts.isLabeledStatement,
  ts.isBreakOrContinueStatement,
  ts.isMetaProperty,
  ts.isImportSpecifier,
  ts.isImportTypeNode,
  ts.isImportAttribute,
  ts.isNamedTupleMember,
  ts.isJsxNamespacedName,
];
