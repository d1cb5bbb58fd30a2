import { readAstro } from './read-astro.ts';
import type { Component, Framework } from './component.ts';
import { readHtml } from './read-html.ts';
import { readSvelte } from './read-svelte.ts';
import { readVue } from './read-vue.ts';

export type { Component, Framework, ScriptBlock, ScriptLanguage, TemplateCode } from './component.ts';

const READERS: Readonly<Record<Framework, (text: string) => Component>> = {
  vue: readVue,
  svelte: readSvelte,
  astro: readAstro,
  html: readHtml,
};

/** The framework whose components a file of that name holds, or `html` for a page; undefined for every other file. */
export function frameworkOf(fileName: string): Framework | undefined {
  const extension = /\.(vue|svelte|astro|html?)$/i.exec(fileName)?.[1]?.toLowerCase();
  return extension === 'htm' ? 'html' : (extension as Framework | undefined);
}

/**
 * Finds the scripts of a single-file component or a page, and the code in its markup.
 *
 * @param text the file's decoded text, without a byte order mark; all offsets are UTF-16 units in it
 * @returns whatever could be told apart; it throws nothing, broken markup or not
 */
export function findScriptBlocks(text: string, framework: Framework): Component {
  return READERS[framework](text);
}

/**
 * Whether a text that is said to be a component may be one script of it by itself, as oxlint hands them over: there is
 * no tag and no fence in it, and it doesn't begin like markup.
 */
export function mayBeLoneScript(text: string, { framework, scripts }: Component): boolean {
  // A page without a tag is a text.
  if (framework === 'html') return false;
  const start = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(text)?.[0].length ?? 0;
  return scripts.length === 0 && !/<script\b/i.test(text) && !/[<{]/.test(text[start] ?? '<');
}
