import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolderOf, keepCompiledCode } from '../../cli/code-cache.ts';
import { PACKAGE_NAME, readPackageInfo } from '../../cli/package-info.ts';

interface Compiler {
  _compile: unknown;
}

/** As large as what is worth keeping. */
function moduleSaying(word: string): string {
  return `module.exports = { word: '${word}', parent: require('node:path').basename(__dirname), file: __filename, self: module };\n${'// Filled up to the size of something large.\n'.repeat(1500)}`;
}

const compiler = Module.prototype as unknown as Compiler;
const compileAsEver = compiler._compile;
let root: string;
let file: string;
let cache: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'code-cache-')));
  file = join(root, 'large.cjs');
  cache = join(root, 'kept');
  writeFileSync(file, moduleSaying('one'));
});

afterEach(() => {
  compiler._compile = compileAsEver;
});

/** What a new process would do: nothing is loaded, and at the end is kept what is new. */
function runOnce(): { readonly word: string; readonly parent: string; readonly file: string; readonly self: NodeJS.Module } {
  compiler._compile = compileAsEver;
  const finish = keepCompiledCode(cache);
  const require = createRequire(join(root, 'main.cjs'));
  Reflect.deleteProperty(require.cache, file);
  const loaded = require(file) as ReturnType<typeof runOnce>;
  finish();
  return loaded;
}

function keptFiles(): readonly { readonly name: string; readonly inode: number }[] {
  return readdirSync(cache).map((name) => ({ name, inode: statSync(join(cache, name)).ino }));
}

describe('what is compiled', () => {
  it('is kept, and used by the next run, which writes nothing', () => {
    const first = runOnce();
    const kept = keptFiles();
    expect(kept).toHaveLength(1);
    const second = runOnce();
    expect(keptFiles()).toEqual(kept);
    for (const { word, parent, file: name, self } of [first, second]) {
      expect({ word, parent, name }).toEqual({ word: 'one', parent: root.split(/[\\/]/).at(-1), name: file });
      expect(self.exports).toMatchObject({ word: 'one' });
    }
  });

  it('is forgotten for a file that was replaced by another of the same size and date', () => {
    runOnce();
    const { atime, mtime } = statSync(file);
    writeFileSync(file, moduleSaying('two'));
    utimesSync(file, atime, mtime);
    expect(runOnce().word).toBe('two');
    expect(runOnce().word).toBe('two');
    expect(keptFiles()).toHaveLength(1);
  });

  it('is not kept where nothing can be written, or where the file is small', () => {
    writeFileSync(cache, 'a file where a folder should be');
    expect(runOnce().word).toBe('one');
    cache = join(root, 'other');
    writeFileSync(file, "module.exports = { word: 'small' };\n");
    expect(runOnce().word).toBe('small');
    expect(() => statSync(cache)).toThrow('ENOENT');
  });
});

describe('the shipped command', () => {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

  /** The package as it is installed, and what its command says of its version. */
  function install(): { readonly kept: string; readonly runVersion: (env?: Record<string, string>) => string } {
    const folder = join(root, 'node_modules', PACKAGE_NAME);
    cpSync(fileURLToPath(new URL('../../dist', import.meta.url)), join(folder, 'dist'), { recursive: true });
    cpSync(fileURLToPath(new URL('../../package.json', import.meta.url)), join(folder, 'package.json'));
    for (const name of ['ignore', 'picocolors']) symlinkSync(join(modules, name), join(root, 'node_modules', name));
    return {
      kept: cacheFolderOf(folder, PACKAGE_NAME),
      runVersion: (env = {}) => execFileSync(process.execPath, [join(folder, 'dist', 'cli.js'), '--version'], { encoding: 'utf8', env: { ...process.env, ...env } }).trim(),
    };
  }

  // Only Node before 22.8 keeps nothing by itself.
  const keepsItself = 'enableCompileCache' in Module;

  it('compiles anew where what was kept is broken', () => {
    const { kept, runVersion } = install();
    const { version } = readPackageInfo();
    expect(runVersion()).toBe(version);
    if (keepsItself) return;
    for (const name of readdirSync(kept)) {
      const path = join(kept, name);
      const whole = readFileSync(path);
      const headEnd = whole.indexOf('\n') + 1;
      expect(headEnd).toBeGreaterThan(1);
      const broken = [Buffer.alloc(0), whole.subarray(0, headEnd), whole.subarray(0, headEnd + 40), whole.subarray(0, whole.length - 1000), Buffer.concat([whole.subarray(0, headEnd), Buffer.alloc(5000)])];
      for (const bytes of broken) {
        writeFileSync(path, bytes);
        expect(runVersion()).toBe(version);
        expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
      }
    }
  });

  it('keeps nothing where that is forbidden', () => {
    const { kept, runVersion } = install();
    expect(runVersion({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(readPackageInfo().version);
    expect(existsSync(kept)).toBe(false);
  });
});

describe('the folder of what is kept', () => {
  it('is that of the installation, or of the package that nobody installed', () => {
    expect(cacheFolderOf(join('/app', 'node_modules', 'tool'), 'tool')).toBe(join('/app', 'node_modules', '.cache', 'tool'));
    expect(cacheFolderOf(join('/src', 'tool'), 'tool')).toBe(join('/src', 'tool', 'node_modules', '.cache', 'tool'));
  });
});
