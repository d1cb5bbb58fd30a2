import { ts } from 'ts-morph';
import type { TypeOracle } from '../type-oracle.ts';
import type { ComponentText } from '../components/component-text.ts';
import { bind } from './names.ts';
import { createScope, type Scope } from './scope.ts';
import { nameWithLanguage } from './shebang.ts';

/** A parsed file and the names in it. */
export interface Unit {
  readonly fileName: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly scope: Scope;
  /**
   * Who knows the types of this very file's expressions; undefined where nobody does, or only the file's own evidence
   * is to count.
   */
  readonly types?: TypeOracle;
  /** Whether types are written in it, and hold. */
  readonly isTypeScript: boolean;
  /** Whether a written type that doesn't name null and undefined excludes them. */
  readonly checksNull: boolean;
  /**
   * The function of the repository that a call in a file runs, in whichever file it is: `unreadable` where that file
   * can't be read, undefined where it is none.
   * Only the file that is analysed knows.
   */
  readonly functionCalled?: (callee: ts.Expression, unit: Unit) => CalledFunction | 'unreadable' | undefined;
  /** The component whose scripts these are; undefined for a file that is one script. */
  readonly component: ComponentText | undefined;
}

export interface CalledFunction {
  readonly node: ts.SignatureDeclaration;
  readonly unit: Unit;
}

export type ParsedUnit =
  | { readonly kind: 'unit'; readonly unit: Unit }
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
export function parseUnit(fileName: string, text: string, component?: ComponentText): ParsedUnit {
  const sourceName = component === undefined ? fileName : `${fileName}.${component.language}`;
  const parsed = parseSource(sourceName, text);
  if (parsed.kind === 'syntax-error') return parsed;
  return { kind: 'unit', unit: unitOf(parsed.source, fileName, component) };
}

/** Resolves the names of a parsed file, which takes as long as parsing it. */
export function unitOf(source: ts.SourceFile, fileName: string, component?: ComponentText): Unit {
  bind(source);
  return {
    fileName,
    text: source.text,
    source,
    scope: createScope(source),
    isTypeScript: /\.[cm]?tsx?$/i.test(source.fileName),
    checksNull: true,
    component,
  };
}

type ParsedSource =
  { readonly kind: 'source'; readonly source: ts.SourceFile } | Extract<ParsedUnit, { readonly kind: 'syntax-error' }>;

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
