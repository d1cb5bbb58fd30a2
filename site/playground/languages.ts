import { html } from '@codemirror/lang-html';
import { javascript, javascriptLanguage, tsxLanguage } from '@codemirror/lang-javascript';
import { vue } from '@codemirror/lang-vue';
import { LanguageSupport, LRLanguage, type Language } from '@codemirror/language';
import { parser as htmlParser } from '@lezer/html';
import { parseMixed } from '@lezer/common';
import { svelte } from '@replit/codemirror-lang-svelte';

/** An Astro component: its frontmatter is TypeScript, the rest is taken as HTML. */
const astroLanguage: Language = LRLanguage.define({
  name: 'astro',
  parser: htmlParser.configure({
    wrap: parseMixed((node, input) => {
      if (node.name !== 'Document') return null;
      const text = input.read(0, input.length);
      const [frontmatter = ''] = /^\s*---\r?\n[\s\S]*?(?=\r?\n---)/.exec(text) ?? [];
      if (frontmatter === '') return null;
      const from = frontmatter.indexOf('---') + 3;
      return { parser: tsxLanguage.parser, overlay: [{ from, to: frontmatter.length }] };
    }),
  }),
});

/** How the editor colours a file, by its name. */
export function languageOf(path: string): LanguageSupport | [] {
  const [extension = ''] = /\.[^.]+$/.exec(path) ?? [];
  switch (extension) {
    case '.ts':
    case '.mts':
    case '.cts':
      return javascript({ typescript: true });
    case '.tsx':
      return javascript({ typescript: true, jsx: true });
    case '.js':
    case '.jsx':
    case '.mjs':
    case '.cjs':
      return javascript({ jsx: true });
    case '.json':
      return new LanguageSupport(javascriptLanguage);
    case '.vue':
      return vue();
    case '.svelte':
      return svelte();
    case '.astro':
      return new LanguageSupport(astroLanguage);
    case '.html':
      return html();
    default:
      return [];
  }
}
