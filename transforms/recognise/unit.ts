import { ts } from 'ts-morph';
import { createScope, type Scope } from './scope.ts';

/** A parsed file and the names in it. */
export interface Unit {
  readonly fileName: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly scope: Scope;
}

export type ParsedUnit = { readonly kind: 'unit'; readonly unit: Unit } | { readonly kind: 'syntax-error'; readonly message: string; readonly offset: number };

const SCRIPT_KINDS: readonly (readonly [RegExp, ts.ScriptKind])[] = [
  [/\.tsx$/i, ts.ScriptKind.TSX],
  [/\.[cm]?ts$/i, ts.ScriptKind.TS],
  [/\.[cm]?jsx?$/i, ts.ScriptKind.JSX],
];

/** What only a type-aware JavaScript check complains of (type syntax in .js files and the like) is no syntax error to us. */
const FIRST_JAVASCRIPT_ONLY_CODE = 8000;

/**
 * Parses `text`. The compiler's own resolution of names inside the one file is used, not its types: there is no library and no other file.
 */
export function parseUnit(fileName: string, text: string): ParsedUnit {
  const kind = SCRIPT_KINDS.find(([pattern]) => pattern.test(fileName))?.[1] ?? ts.ScriptKind.TSX;
  // Everything but CommonJS may await at the top level, imports or not.
  const isCommonJs = /\.c[jt]s$/i.test(fileName);
  const asModule = { setExternalModuleIndicator: (file: ts.SourceFile): void => { Object.assign(file, { externalModuleIndicator: true }); } };
  const source = ts.createSourceFile(fileName, text, { languageVersion: ts.ScriptTarget.Latest, ...(isCommonJs ? {} : asModule) }, true, kind);
  const program = ts.createProgram([fileName], { allowJs: true, noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest }, hostOf(source));
  const problem = program.getSyntacticDiagnostics(source).find((diagnostic) => diagnostic.code < FIRST_JAVASCRIPT_ONLY_CODE);
  if (problem !== undefined) {
    return { kind: 'syntax-error', message: ts.flattenDiagnosticMessageText(problem.messageText, ' '), offset: problem.start };
  }
  return { kind: 'unit', unit: { fileName, text, source, scope: createScope(source, program.getTypeChecker()) } };
}

function hostOf(source: ts.SourceFile): ts.CompilerHost {
  return {
    fileExists: (name) => name === source.fileName,
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => 'lib.d.ts',
    getNewLine: () => '\n',
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    readFile: () => undefined,
    useCaseSensitiveFileNames: () => true,
    writeFile: () => undefined,
  };
}
