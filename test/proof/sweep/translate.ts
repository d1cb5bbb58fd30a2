import { stripVTControlCharacters } from 'node:util';
import { transformSync } from 'rolldown/utils';
import ts from 'typescript';

/**
 * The body of a function `(require, exports)` that does what a module does.
 *
 * @param text TypeScript or JavaScript
 * @param isTsx whether there may be JSX in it
 * @throws SyntaxError where the text is no program
 */
export function toScript(text: string, isTsx: boolean): string {
  const code = ONLY_COMPILER_LOWERS.test(text)
    ? byCompiler(text, isTsx, SCRIPT)
    : byTransformer(text, isTsx, {
        target: 'es2022',
        jsx: { runtime: 'classic', pragma: '__jsx', pragmaFrag: '__fragment' },
      });
  return `${HEADER}${withoutModules(code)}\nexports.run = run;`;
}

/** Why a text is no program; undefined where it is one. */
export function problemIn(text: string, isTsx: boolean): string | undefined {
  try {
    byTransformer(text, isTsx, {});
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** The same program as JavaScript, for engines that know all of the language. */
export function toJavaScriptModule(text: string, isTsx: boolean): string {
  return ONLY_COMPILER_ERASES.test(text)
    ? byCompiler(text, isTsx, MODULE)
    : byTransformer(text, isTsx, { target: 'esnext', jsx: 'preserve' });
}

const ONLY_COMPILER_LOWERS = /\b(?:using|accessor|namespace|enum)\b|^\s*@\w/m;
const ONLY_COMPILER_ERASES = /\b(?:namespace|enum)\b/;

const SCRIPT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  jsx: ts.JsxEmit.React,
  jsxFactory: '__jsx',
  jsxFragmentFactory: '__fragment',
};
const MODULE: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  jsx: ts.JsxEmit.Preserve,
  verbatimModuleSyntax: true,
};

function byCompiler(text: string, isTsx: boolean, compilerOptions: ts.CompilerOptions): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName: fileNameOf(isTsx),
    compilerOptions,
    reportDiagnostics: true,
  });
  if (diagnostics[0] !== undefined)
    throw new SyntaxError(ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n'));
  return outputText;
}

function byTransformer(text: string, isTsx: boolean, options: Parameters<typeof transformSync>[2]): string {
  const { code, errors } = transformSync(fileNameOf(isTsx), text, options);
  if (errors[0] !== undefined) throw new SyntaxError(stripVTControlCharacters(errors[0].message));
  return code;
}

function fileNameOf(isTsx: boolean): string {
  return isTsx ? 'program.tsx' : 'program.ts';
}

const HEADER = `const __fragment = '';
const __jsx = (type, props, ...children) => ({ type, props: { ...props, ...(children.length > 0 && { children: children.length === 1 ? children[0] : children }) } });
const __import = async (name) => require(name);
`;

/** Both print imports and exports on lines of their own. */
function withoutModules(code: string): string {
  return code
    .replaceAll(
      /^import \{([^}]*)\} from (["'][^"']+["']);?$/gm,
      (_, names: string, specifier: string) => `const {${names.replaceAll(' as ', ': ')}} = require(${specifier});`,
    )
    .replaceAll(/^export \{[^}]*\};?$/gm, '')
    .replaceAll(/^export (?=async |function|const|class)/gm, '')
    .replaceAll(/\bimport\((?=["'])/g, '__import(');
}
