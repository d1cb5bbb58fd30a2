import { ts } from 'ts-morph';
import type { ProjectView } from '../project.ts';
import type { TypeOracle } from '../type-oracle.ts';
import type { ComponentText } from '../components/component-text.ts';
import { bind } from './names.ts';
import { createScope, type Scope } from './scope.ts';
import { nameWithLanguage } from './shebang.ts';

/** A parsed file and the names in it. */
export interface ParsedFile {
  readonly fileName: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly scope: Scope;
  /** Whether types are written in it, and hold. */
  readonly isTypeScript: boolean;
  /** The component whose scripts these are; undefined for a file that is one script. */
  readonly component: ComponentText | undefined;
}

/** A parsed file in an analysis: of the file that is analysed, or of one that it leads to. */
export interface Unit extends ParsedFile {
  /** The files around. What is found out without types is kept by it, for all analyses that have it in common. */
  readonly graph: ModuleGraph;
  /**
   * Who knows the types of this very file's expressions; undefined where nobody does, or only the file's own evidence
   * is to count.
   */
  readonly types?: TypeOracle;
  /** Whether a written type that doesn't name null and undefined excludes them. */
  readonly checksNull: boolean;
}

/** Finds the files that imports lead to; see `createUnit` in modules.ts. */
export interface ModuleGraph {
  readonly project: ProjectView;
  /** The unit of a file of the repository; undefined where it can't be read or parsed. */
  readonly load: (fileName: string) => Unit | undefined;
  /** The SDK's module that `specifier` names in a file, or stands for; undefined where it is no such module. */
  readonly sdkModule: (specifier: string, fromFile: string) => string | undefined;
}

export type ParsedText =
  | { readonly kind: 'file'; readonly file: ParsedFile }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly offset: number };

const SCRIPT_KINDS: readonly (readonly [RegExp, ts.ScriptKind])[] = [
  [/\.tsx$/i, ts.ScriptKind.TSX],
  [/\.[cm]?ts$/i, ts.ScriptKind.TS],
  [/\.[cm]?jsx?$/i, ts.ScriptKind.JSX],
];

/**
 * Parses `text`. The compiler's own resolution of names inside the one file is used, not its types: there is no library
 * and no other file.
 */
export function parseFile(fileName: string, text: string, component?: ComponentText): ParsedText {
  const sourceName = component === undefined ? fileName : `${fileName}.${component.language}`;
  const parsed = parseSource(sourceName, text);
  if (parsed.kind === 'syntax-error') return parsed;
  return { kind: 'file', file: fileOf(parsed.source, fileName, component) };
}

/** Resolves the names of a parsed file, which takes as long as parsing it. */
export function fileOf(source: ts.SourceFile, fileName: string, component?: ComponentText): ParsedFile {
  bind(source);
  return {
    fileName,
    text: source.text,
    source,
    scope: createScope(source),
    isTypeScript: /\.[cm]?tsx?$/i.test(source.fileName),
    component,
  };
}

type ParsedSource =
  { readonly kind: 'source'; readonly source: ts.SourceFile } | Extract<ParsedText, { readonly kind: 'syntax-error' }>;

/**
 * Parses `text`, and no more: the nodes don't know their parents.
 *
 * @param givenName its extension says what language the text is in; where it has none, the text's first line does
 */
export function parseSource(givenName: string, text: string): ParsedSource {
  const fileName = nameWithLanguage(givenName, text);
  const kind = SCRIPT_KINDS.find(([pattern]) => pattern.test(fileName))?.[1] ?? ts.ScriptKind.TSX;
  const asModule = {
    setExternalModuleIndicator: (file: ts.SourceFile): void => {
      Object.assign(file, { externalModuleIndicator: true });
    },
  };
  // Nothing here reads JSDoc, and parsing it takes a third of the time.
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    ...(isCommonJs(fileName) ? {} : asModule),
  };
  const source = ts.createSourceFile(fileName, text, options, false, kind);
  const [problem] = parseDiagnosticsOf(source);
  if (problem === undefined) return { kind: 'source', source };
  return {
    kind: 'syntax-error',
    message: ts.flattenDiagnosticMessageText(problem.messageText, ' '),
    offset: problem.start,
  };
}

/** Everything else may await at the top level, imports or not. */
export function isCommonJs(fileName: string): boolean {
  return /\.c[jt]s$/i.test(fileName);
}

/**
 * What the parser complained of. The compiler's public way to it is a whole program, which takes as long as parsing;
 * what it leaves out is complaints about types in JavaScript files.
 */
function parseDiagnosticsOf(source: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (source as ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] })
    .parseDiagnostics;
}
