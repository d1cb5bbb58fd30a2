import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { constants, Script } from 'node:vm';

/** The part of a CommonJS module that compiles it. It isn't documented, and is what every hook relies on; the versions of Node it is used with are finished. */
interface Compiler {
  _compile: (this: NodeJS.Module, code: string, fileName: string) => unknown;
}

/** Shorter texts are compiled in less time than it takes to look for what was kept. */
const SHORTEST = 50_000;

/**
 * Keeps the compiled code of large CommonJS files for the next run, as Node 22.8 and newer do by themselves. What can't be read, or was made of
 * another file or by another Node, is compiled as ever, and what can't be written isn't kept. What was kept can't `import()`, so none of those files may.
 *
 * @param folder where to keep it, made when there is something to keep. Whoever may write there may run code as whoever reads it, so it must be as trusted as the code itself.
 * @returns writes what isn't kept yet. To be called when all is done, since by then what is called is compiled.
 */
export function keepCompiledCode(folder: string): () => void {
  const fresh: (() => void)[] = [];
  const compiler = Module.prototype as unknown as Compiler;
  const compileAsEver = compiler._compile;
  compiler._compile = function compile(code, fileName) {
    if (code.length < SHORTEST || code.startsWith('#!')) return compileAsEver.call(this, code, fileName);
    const kept = join(folder, `${basename(dirname(fileName))}-${basename(fileName)}-${process.version}-${process.arch}`);
    const madeOf = identityOf(fileName);
    const cachedData = readKept(kept, madeOf);
    const script = new Script(Module.wrap(code), {
      filename: fileName,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.push(() => { keep(kept, madeOf, script.createCachedData()); });
    const run = script.runInThisContext() as (this: unknown, exports: unknown, require: NodeJS.Require, module: NodeJS.Module, fileName: string, folder: string) => unknown;
    return run.call(this.exports, this.exports, createRequire(fileName), this, fileName, dirname(fileName));
  };
  return () => { for (const write of fresh.splice(0)) write(); };
}

/** Where an installed package keeps what it may lose: the `.cache` folder of the node_modules that it is in, or that is in it. */
export function cacheFolderOf(packageFolder: string, name: string): string {
  const modules = packageFolder.split(sep).includes('node_modules') ? dirname(packageFolder) : join(packageFolder, 'node_modules');
  return join(modules, '.cache', name);
}

/** Changes whenever a file is written or replaced, which its name, size and date need not: npm gives all files the same date. */
function identityOf(fileName: string): string {
  const { ctimeMs, size, ino } = statSync(fileName);
  return `${fileName}\0${String(size)}\0${String(ctimeMs)}\0${String(ino)}\n`;
}

function readKept(path: string, madeOf: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const start = bytes.indexOf('\n') + 1;
    return bytes.toString('utf8', 0, start) === madeOf ? bytes.subarray(start) : undefined;
  } catch {
    return undefined;
  }
}

function keep(path: string, madeOf: string, compiled: Buffer): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const own = `${path}.${String(process.pid)}`;
    writeFileSync(own, Buffer.concat([Buffer.from(madeOf), compiled]));
    renameSync(own, path);
  } catch {
    // The next run compiles again.
  }
}
