/**
 * Type-checks the programs of the sweep against the real SDKs: one program of the compiler for many of them, each a
 * module that is nowhere on disk.
 */
import type { ts as bundled } from 'ts-morph';
import ts from 'typescript';

import { createCheckerOracle, type TypeOracle } from '../../../transforms/index.ts';

const FOLDER = import.meta.dirname;

/** What programs import that is nobody's; the package makes `window.Clerk` known. */
const EFFECTS = `
import '@clerk/react';
export declare function fx<T>(name: string, value: T): T;
export declare function log(name: string, value?: unknown): void;
export declare function touch(object: unknown): unknown;
export declare function touchInside(holder: { readonly a: readonly [unknown] }): void;
export declare function later(callback: () => unknown): void;
export declare function pause(): Promise<void>;
`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

function pathOf(name: string): string {
  return `${FOLDER}/${name}`;
}

const trees = new Map<string, ts.SourceFile | undefined>();

export interface TypedPrograms {
  /** What the compiler says of a text, one line each. */
  readonly problemsOf: (name: string) => readonly string[];
  readonly oracleOf: (name: string) => TypeOracle;
}

/**
 * @param texts by file name, `a.ts` or `a.tsx`
 * @param options beside strict ones
 */
export function typePrograms(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions = {}): TypedPrograms {
  const all = { ...OPTIONS, ...options };
  const own = new Map([
    [pathOf('effects.ts'), EFFECTS],
    ...[...texts].map(([name, text]) => [pathOf(name), text] as const),
  ]);
  const host = ts.createCompilerHost(all);
  const readTree = host.getSourceFile.bind(host);
  const { fileExists, readFile } = { fileExists: host.fileExists.bind(host), readFile: host.readFile.bind(host) };
  host.fileExists = (file) => own.has(file) || fileExists(file);
  host.readFile = (file) => own.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = own.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, language);
    if (!trees.has(file)) trees.set(file, readTree(file, language, ...rest));
    return trees.get(file);
  };
  const program = ts.createProgram([...own.keys()], all, host);
  const sourceOf = (name: string): ts.SourceFile => {
    const source = program.getSourceFile(pathOf(name));
    if (source === undefined) throw new Error(`${name} is in no program`);
    return source;
  };
  return {
    problemsOf: (name) => {
      const source = sourceOf(name);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ start, code, messageText }) => {
          const { line } = source.getLineAndCharacterOfPosition(start ?? 0);
          return `line ${String(line + 1)}: TS${String(code)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
        },
      );
    },
    oracleOf: (name) =>
      createCheckerOracle({ ts, program, source: sourceOf(name) } as unknown as {
        ts: typeof bundled;
        program: bundled.Program;
        source: bundled.SourceFile;
      }),
  };
}
