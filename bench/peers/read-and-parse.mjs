// The least that any codemod in Node does: git's listing, every source file read, and with --parse <file> those that
// the file names parsed, by the parser that the command has, in the way the command does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { findCompiler } from '../../bundling/find-compiler.mjs';

/** @type {{ enableCompileCache?: () => void }} */ (nodeModule).enableCompileCache?.();
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 30,
});
let bytes = 0;
for (const path of listed.split('\0')) if (SOURCE.test(path)) bytes += sizeOf(path);
const [, , option, list] = process.argv;
if (option === '--parse' && list !== undefined) parseAll(readFileSync(list, 'utf8').split('\n').filter(Boolean));
process.stdout.write(`${String(bytes)} bytes\n`);

/** @param {string} path */
function sizeOf(path) {
  try {
    return readFileSync(path).length;
  } catch {
    // git lists links, and what was deleted.
    return 0;
  }
}

/** @param {readonly string[]} files */
function parseAll(files) {
  if (files.length === 0) return;
  const require = nodeModule.createRequire(new URL('../../package.json', import.meta.url));
  /** @type {typeof import('typescript')} */
  const ts = require(findCompiler(require));
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  for (const file of files) ts.createSourceFile(file, readFileSync(file, 'utf8'), options, false, ts.ScriptKind.TSX);
}
