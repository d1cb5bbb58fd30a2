/** A program over a text, and the oracle's answers about the expressions that are marked in it. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

import { createCheckerOracle, type Span, type TypeOracle } from '../../transforms/index.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LIBRARY = dirname(fileURLToPath(import.meta.resolve('typescript')));

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

const trees = new Map<string, ts.SourceFile | undefined>();

/** What a test asks about: `«…»` in the text marks the expressions, the marks themselves go. */
export interface Asked {
  readonly oracle: TypeOracle;
  readonly spans: readonly Span[];
}

/**
 * @param marked TypeScript or JavaScript, by the name's extension
 * @param options beside strict ones
 */
export function ask(
  marked: string,
  options: ts.CompilerOptions = {},
  name = 'asked.ts',
  others: Readonly<Record<string, string>> = {},
): Asked {
  const spans: Span[] = [];
  const open: number[] = [];
  let text = '';
  for (const part of marked.split(/([«»])/)) {
    if (part === '«') open.push(text.length);
    else if (part === '»') spans.push({ start: open.pop() ?? 0, end: text.length });
    else text += part;
  }
  const all = { ...OPTIONS, ...options };
  const texts = new Map(
    Object.entries({ ...others, [name]: text }).map(([file, content]) => [`${FOLDER}${file}`, content]),
  );
  const host = ts.createCompilerHost(all);
  const readTree = host.getSourceFile.bind(host);
  const { fileExists, readFile } = { fileExists: host.fileExists.bind(host), readFile: host.readFile.bind(host) };
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getDefaultLibFileName = () => `${LIBRARY}/lib.d.ts`;
  host.getDefaultLibLocation = () => LIBRARY;
  host.getSourceFile = (file, language, ...rest) => {
    const own = texts.get(file);
    if (own !== undefined) return ts.createSourceFile(file, own, language, true);
    if (!trees.has(file))
      trees.set(
        file,
        file.startsWith(LIBRARY)
          ? ts.createSourceFile(file, readFileSync(file, 'utf8'), language, true)
          : readTree(file, language, ...rest),
      );
    return trees.get(file);
  };
  const program = ts.createProgram([...texts.keys()], all, host);
  const source = program.getSourceFile(`${FOLDER}${name}`);
  if (source === undefined) throw new Error(`${name} is not in its program`);
  return { oracle: createCheckerOracle({ ts, program, source }), spans };
}

/** What the first marked expression can be, sorted; undefined where that isn't known. */
export function kindsOf(marked: string, options?: ts.CompilerOptions, name?: string): readonly string[] | undefined {
  const { oracle, spans } = ask(marked, options, name);
  const [span] = spans;
  if (span === undefined) throw new Error('no expression is marked');
  return oracle.kindsAt(span)?.toSorted();
}
