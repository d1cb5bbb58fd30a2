/**
 * Fixtures as programs: TypeScript is taken away, imports go through a function of ours, and so does each name the file
 * only declares.
 */
import { posix } from 'node:path';
import ts from 'typescript';

import type { ProjectView } from '../../../transforms/index.ts';

export interface SourceText {
  /** As the project view names it, absolute. */
  readonly fileName: string;
  readonly text: string;
}

export interface Program {
  /** By file name. */
  readonly modules: ReadonlyMap<string, Module>;
  readonly project: ProjectView;
}

export interface Module {
  readonly fileName: string;
  readonly tree: ts.SourceFile;
  /** Top-level functions of a file that exports nothing: nobody could call them otherwise. */
  readonly unexported: readonly string[];
  /** What the file says exists elsewhere: `declare function f(): void`. */
  readonly declared: readonly ts.Statement[];
  /** Makes the module's function from what it finds around it, by name. */
  instantiate(names: Readonly<Record<string, unknown>>): () => Promise<void>;
}

/** What a program finds around it. */
export interface Surroundings {
  /** What `import` and `require` of a package give. */
  importPackage(specifier: string): unknown;
  /** By name: what is global, and what files declare. */
  readonly globals: Readonly<Record<string, unknown>>;
}

type Exports = Record<string, unknown>;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  jsx: ts.JsxEmit.React,
  jsxFactory: '__jsx',
  jsxFragmentFactory: '__fragment',
  experimentalDecorators: true,
  esModuleInterop: true,
  allowJs: true,
  isolatedModules: true,
  noCheck: true,
  noLib: true,
  noResolve: true,
  suppressOutputPathCheck: true,
  types: [],
};

/** The element that JSX makes here: drive.ts looks for handlers in it. */
export interface Element {
  readonly __element: true;
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}

/** One side of a fixture. */
export interface Side {
  readonly files: readonly SourceText[];
  readonly project: ProjectView;
}

/** The sides of a fixture, ready to run; compiled together, since one compiler for each takes longer than the files. */
export function preparePrograms(sides: readonly Side[]): Program[] {
  const trees = sides.map(({ files }) => files.map(({ fileName, text }) => parseFixture(fileName, text)));
  const compiled = compileTrees(trees.flat());
  return sides.map(({ files, project }, side) => ({
    modules: new Map(
      files.map(({ fileName }, index): [string, Module] => {
        const tree = trees[side]?.[index];
        if (tree === undefined) throw new Error(`${fileName} has no tree`);
        return [fileName, prepareModule(fileName, tree, compiled.get(tree) ?? '')];
      }),
    ),
    project,
  }));
}

/**
 * Runs a file of the program, and what it imports, anew.
 *
 * @returns its exports, and its top-level functions where it exports nothing
 * @throws whatever the file throws while it loads
 * @throws UnfitFixture where it can't be run at all
 */
export async function runModule(program: Program, fileName: string, surroundings: Surroundings): Promise<Exports> {
  const loaded = new Map<string, { exports: Exports; done: Promise<void> }>();
  const load = (name: string): { exports: Exports; done: Promise<void> } => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const module = program.modules.get(name);
    if (module === undefined) throw new Error(`${name} is no file of the fixture`);
    const record = { exports: {} as Exports, done: Promise.resolve() };
    const holder = { exports: record.exports };
    loaded.set(name, record);
    const require = (specifier: string): unknown => {
      const found = program.project.resolveModule(specifier, name);
      return found.kind === 'file' && program.modules.has(found.fileName)
        ? load(found.fileName).exports
        : surroundings.importPackage(specifier);
    };
    const __expose = (functions: Exports): Exports => Object.assign(holder.exports, functions);
    const own = { require, module: holder, exports: holder.exports, __jsx: makeElement, __fragment: '', __expose };
    record.done = module.instantiate({ ...surroundings.globals, ...own })();
    // `module.exports = …` has put something else there by the first `await`.
    record.exports = holder.exports;
    return record;
  };
  const entry = load(fileName);
  await entry.done;
  return entry.exports;
}

const PROLOGUE = 'Object.defineProperty(exports, "__esModule", { value: true });';

/** As JavaScript, each by itself. */
function compileTrees(trees: readonly ts.SourceFile[]): Map<ts.SourceFile, string> {
  // Files named for one kind of module would keep it.
  const nameOf = (index: number, extension: string): string => `/${String(index)}${extension}`;
  const sources = new Map(
    trees.map((tree, index) => [nameOf(index, posix.extname(tree.fileName).replace(/^\.[cm]/, '.')), tree]),
  );
  const written = new Map<string, string>();
  const host: ts.CompilerHost = {
    getSourceFile: (name) => sources.get(name),
    writeFile: (name, text) => written.set(name, text),
    getDefaultLibFileName: () => '/lib.d.ts',
    useCaseSensitiveFileNames: () => true,
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '/',
    getNewLine: () => '\n',
    fileExists: (name) => sources.has(name),
    readFile: () => undefined,
    directoryExists: () => true,
    getDirectories: () => [],
  };
  ts.createProgram([...sources.keys()], OPTIONS, host).emit();
  return new Map(trees.map((tree, index) => [tree, written.get(nameOf(index, '.js')) ?? '']));
}

function prepareModule(fileName: string, tree: ts.SourceFile, outputText: string): Module {
  const unexported = exportsNothing(tree)
    ? tree.statements.filter(ts.isFunctionDeclaration).flatMap(({ name }) => name?.text ?? [])
    : [];
  // The compiler's own prologue speaks of `Object`, which a fixture may have declared as something else.
  const runnable = outputText.replaceAll('import.meta', '__meta').replace(PROLOGUE, 'exports.__esModule = true;');
  const exposed = unexported.length === 0 ? '' : `;__expose({ ${unexported.join(', ')} });`;
  return {
    fileName,
    tree,
    unexported,
    declared: tree.statements.filter((statement) => ts.canHaveModifiers(statement) && isDeclared(statement)),
    // A function in a function, so that what the file declares for itself hides what is given; the inner one is async
    // for `await` at the top level.
    instantiate: compileOnce(`return async () => {${runnable.replace(/^#!/, '//')}\n${exposed}}`, fileName),
  };
}

type Factory = (...given: unknown[]) => () => Promise<void>;

/** The names are the same each time, so the text is compiled once. */
function compileOnce(body: string, fileName: string): Module['instantiate'] {
  let compiled: { names: readonly string[]; factory: Factory } | undefined;
  return (given) => {
    const names = Object.keys(given);
    if (compiled?.names.join() !== names.join()) compiled = { names, factory: compile(names, body, fileName) };
    return compiled.factory(...Object.values(given));
  };
}

function compile(names: readonly string[], body: string, fileName: string): Factory {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the fixtures' text is what this is for
    return new Function(...names, body) as Factory;
  } catch (error) {
    throw new UnfitFixture(`${fileName} can't be run: ${String(error)}`, { cause: error });
  }
}

/** The fixture can't be run as it is; unlike what its code throws, this is never a result. */
export class UnfitFixture extends Error {}

/** A fixture's tree; `await` at its top level is one, whether or not anything else says that it is a module. */
export function parseFixture(fileName: string, text: string): ts.SourceFile {
  return ts.createSourceFile(fileName, asModule(text), ts.ScriptTarget.Latest, true);
}

function asModule(text: string): string {
  return /\bawait\b/.test(text) && !/\brequire\(|\bexports\b/.test(text) ? `${text}\nexport {};` : text;
}

function isDeclared(statement: ts.Statement & ts.HasModifiers): boolean {
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

function exportsNothing(tree: ts.SourceFile): boolean {
  const isExporting = (statement: ts.Statement): boolean =>
    (ts.isExportDeclaration(statement) && statement.getText() !== 'export {};') ||
    ts.isExportAssignment(statement) ||
    (ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false));
  return !tree.statements.some(isExporting) && !/\bexports\b/.test(tree.text);
}

function makeElement(type: unknown, props: Readonly<Record<string, unknown>> | null, ...children: unknown[]): Element {
  return { __element: true, type, props: { ...props, children } };
}
