// The least that a codemod in Node can do: git's listing, every file read and looked through for words, and with
// --parse those that have one parsed by TypeScript's own parser and looked through for calls by their names. Writes
// nothing; says how many files it would change.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const WORDS = ['updateUser', 'updateOrganization', 'user.update', 'user?.update'];
const METHODS = new Set(['updateUser', 'updateOrganization', 'update']);
const METADATA = /(?:public|private|unsafe)Metadata/;

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 30,
});
const files = listed.split('\0').filter((path) => /\.[cm]?[jt]sx?$/.test(path));
const candidates = files.flatMap((path) => {
  const bytes = readFileSync(path);
  return WORDS.some((word) => bytes.includes(word)) ? [{ path, text: bytes.toString('utf8') }] : [];
});
const changed = process.argv.includes('--parse') ? candidates.filter(hasCalls) : candidates;
process.stdout.write(`${String(changed.length)} of ${String(files.length)} files\n`);

/** @param {{ path: string, text: string }} file */
function hasCalls({ path, text }) {
  /** @type {typeof import('typescript')} */
  const ts = createRequire(import.meta.url)('typescript');
  let found = false;
  /** @type {(node: import('typescript').Node) => void} */
  const visit = (node) => {
    const isUpdate =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      METHODS.has(node.expression.name.text);
    if (isUpdate) found ||= METADATA.test(text.slice(node.pos, node.end));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}
