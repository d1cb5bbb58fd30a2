import { ts } from 'ts-morph';
import type { ScriptLanguage, TemplateCode } from './component.ts';

/** Code that is out of sight, and what comes from there: no file declares it. */
export const OUTSIDE = '_outside_';

/** What stands around a piece of code. Without `before` the code itself is left out, and `behind` stands for it. */
export interface Frame {
  readonly before: string | undefined;
  readonly behind: string;
}

const STATEMENTS: Frame = { before: ';void async function () {', behind: '};' };

/** What says to the compiler what a framework does with a piece of code in the markup. */
export function frameOf({ kind }: TemplateCode, code: string, language: ScriptLanguage): Frame {
  const fits = (text: string): boolean => parses(text, language);
  switch (kind) {
    case 'shown':
      if (fits(`(${code}\n)`)) return { before: ';(', behind: ');' };
      break;
    case 'given':
      if (fits(`${OUTSIDE}(${code}\n)`)) return { before: `;${OUTSIDE}(`, behind: ');' };
      break;
    case 'handler':
      // A function that is named instead of called is called all the same.
      if (fits(`${OUTSIDE}(${code}\n)`)) return { before: `;void async function () {${OUTSIDE}(`, behind: ')};' };
      if (fits(code)) return STATEMENTS;
      break;
    case 'listener':
      if (fits(code)) return STATEMENTS;
      break;
    case 'binding':
      if (isPath(code)) return { before: ';void async function () {++', behind: `};${OUTSIDE}(${code});` };
      if (fits(`++${code}`)) return { before: ';void async function () {++', behind: '};' };
      if (fits(`${OUTSIDE}(${code}\n)`)) return { before: `;${OUTSIDE}(`, behind: ');' };
      break;
    case 'shorthand':
      return {
        before: undefined,
        behind: leftOpen([code.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())], 'given'),
      };
    case 'unread':
      break;
  }
  return { before: undefined, behind: leftOpen(code.match(PATHS) ?? [], 'changed') };
}

/** Whether a text parses inside of a function, and doesn't get out of it. */
export function parses(text: string, language: ScriptLanguage): boolean {
  const source = parse(`async () => {${text}\n}`, language);
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length === 0 && source.statements.length === 1;
}

export function parse(text: string, language: ScriptLanguage): ts.SourceFile {
  const kind = { js: ts.ScriptKind.JSX, jsx: ts.ScriptKind.JSX, ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX }[
    language
  ];
  return ts.createSourceFile(`a.${language}`, text, { languageVersion: ts.ScriptTarget.Latest }, false, kind);
}

const PATHS = /[A-Za-z_$][\w$]*(?:\s*\??\.\s*[A-Za-z_$][\w$]*)*/g;

function isPath(code: string): boolean {
  return /^\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*$/.test(code) && parses(`++${code}`, 'js');
}

/** Statements that give what the paths lead to away, and assign something to it. */
function leftOpen(paths: readonly string[], as: 'given' | 'changed'): string {
  const statements = [...new Set(paths.map((path) => path.replace(/[\s?]/g, '')))]
    .filter(isPath)
    .map((path) => (as === 'given' ? `;${OUTSIDE}(${path});` : `;void function () {++${path}};${OUTSIDE}(${path});`));
  return statements.join('');
}
