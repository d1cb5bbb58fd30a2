import { ts } from 'ts-morph';

const OPTIONS: ts.CompilerOptions = { allowJs: true, noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest };

/**
 * Makes the tables of the names that a parsed file declares, and sets its nodes' parents.
 * The compiler's public way to it is a checker for each file, which takes twice as long as everything before it.
 */
export function bind(source: ts.SourceFile): void {
  (ts as typeof ts & { readonly bindSourceFile: (file: ts.SourceFile, options: ts.CompilerOptions) => void }).bindSourceFile(source, OPTIONS);
}

/** A checker keeps the files that it was asked about, so another takes its place after so many characters. */
const MOST_TEXT = 200_000;

let shared: { readonly checker: ts.TypeChecker; text: number } | undefined;

/**
 * Who resolves the names in a file, and only there: no library, no other file.
 *
 * A module adds nothing to the global scope, so one checker over no file at all resolves the names of any; what does add
 * something has a checker of its own.
 *
 * @param source bound by {@link bind}
 */
export function checkerOf(source: ts.SourceFile): ts.TypeChecker {
  if (changesGlobalScope(source)) return createChecker(source);
  if (shared === undefined || shared.text > MOST_TEXT) shared = { checker: createChecker(), text: 0 };
  shared.text += source.text.length;
  return shared.checker;
}

/** What the binder files away for the global scope: source, `initializeTypeChecker` of the compiler's checker.ts. */
interface Bound extends ts.SourceFile {
  readonly jsGlobalAugmentations?: ts.SymbolTable;
  readonly symbol?: ts.Symbol;
}

function changesGlobalScope(source: Bound): boolean {
  return (
    !ts.isExternalModule(source) ||
    source.jsGlobalAugmentations !== undefined ||
    source.symbol?.globalExports !== undefined ||
    // `declare global`, `declare module 'name'`
    source.statements.some((statement) => ts.isModuleDeclaration(statement) && (ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0))
  );
}

function createChecker(source?: ts.SourceFile): ts.TypeChecker {
  return ts.createProgram(source === undefined ? [] : [source.fileName], OPTIONS, hostOf(source)).getTypeChecker();
}

function hostOf(source: ts.SourceFile | undefined): ts.CompilerHost {
  return {
    fileExists: (name) => name === source?.fileName,
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => 'lib.d.ts',
    getNewLine: () => '\n',
    getSourceFile: (name) => (name === source?.fileName ? source : undefined),
    readFile: () => undefined,
    // What is imported is followed elsewhere.
    resolveModuleNameLiterals: (literals) => literals.map(() => ({ resolvedModule: undefined })),
    useCaseSensitiveFileNames: () => true,
    writeFile: () => undefined,
  };
}
