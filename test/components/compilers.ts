/**
 * Where the frameworks' own compilers see the scripts of a component: the oracles for
 * `transforms/components/script-blocks.ts`.
 */
import { parse as parseAstro } from '@astrojs/compiler/sync';
import { parse as parsePage, type PageNode } from 'parse5';
import { parse as parseVue } from '@vue/compiler-sfc';
import { type AST, parse as parseSvelte } from 'svelte/compiler';

import type { Framework } from '../../transforms/components/script-blocks.ts';

/** A script as both sides describe it, in one line: `role language start-end: text`. */
export type Said = string;

/** The scripts of a component, by its compiler; undefined where the compiler refuses the file. */
export function scriptsByCompiler(text: string, framework: Framework): Said[] | undefined {
  return COMPILERS[framework](text);
}

export function say(role: string, language: string, text: string, start: number, end: number): Said {
  return `${role} ${language} ${String(start)}-${String(end)}: ${text.slice(start, end)}`;
}

const COMPILERS: Readonly<Record<Framework, (text: string) => Said[] | undefined>> = {
  vue: byVue,
  svelte: bySvelte,
  astro: byAstro,
  html: byHtml,
};

function byVue(text: string): Said[] | undefined {
  const { descriptor, errors } = parseVue(text, { ignoreEmpty: false, sourceMap: false });
  if (errors.length > 0) return undefined;
  return [descriptor.script, descriptor.scriptSetup]
    .filter((block) => block !== null)
    .filter((block) => block.src === undefined)
    .map(({ loc, lang = 'js', setup }) => ({
      start: loc.start.offset,
      end: loc.end.offset,
      lang,
      role: setup === undefined || setup === false ? 'module' : 'component',
    }))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, lang, role }) => say(role, lang, text, start, end));
}

function bySvelte(text: string): Said[] | undefined {
  let root: AST.Root;
  try {
    root = parseSvelte(text, { modern: true });
  } catch {
    return undefined;
  }
  const found = ([root.module, root.instance] as readonly (AST.Script | null | undefined)[])
    .filter((script) => script !== null && script !== undefined)
    .map((script) => {
      const { start, end } = script.content as unknown as { start: number; end: number };
      const lang = script.attributes.find(({ name }) => name === 'lang')?.value;
      return {
        start,
        end,
        role: script.context === 'module' ? 'module' : 'component',
        lang: Array.isArray(lang) && lang[0]?.type === 'Text' ? lang[0].data : 'js',
      };
    });
  eachNode(root.fragment, (node) => {
    if (node['type'] !== 'RegularElement' || node['name'] !== 'script') return;
    // Data, not code.
    if ((node['attributes'] as { name: string }[]).some(({ name }) => name === 'type')) return;
    const { nodes } = node['fragment'] as AST.Fragment;
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first !== undefined && last !== undefined)
      found.push({ start: first.start, end: last.end, role: 'page', lang: 'js' });
  });
  return found.sort((a, b) => a.start - b.start).map(({ start, end, role, lang }) => say(role, lang, text, start, end));
}

function byAstro(text: string): Said[] | undefined {
  const { ast, diagnostics } = parseAstro(text, { position: true });
  if (diagnostics.some(({ severity }) => [1].includes(severity))) return undefined;
  const bytes = Buffer.from(text);
  const offsetOf = (byte: number): number => bytes.subarray(0, byte).toString().length;
  const found: { start: number; end: number; role: string; lang: string }[] = [];
  eachNode(ast, (node) => {
    const position = node['position'] as { start: { offset: number } } | undefined;
    if (node['type'] === 'frontmatter') {
      // The value is the text between the fences, the position that of the first.
      const start = text.indexOf('---', offsetOf(position?.start.offset ?? 0)) + 3;
      found.push({ start, end: start + String(node['value']).length, role: 'component', lang: 'ts' });
    } else if (node['type'] === 'element' && node['name'] === 'script') {
      const [content] = node['children'] as { value: string; position: { start: { offset: number } } }[];
      const names = (node['attributes'] as { name: string }[]).map(({ name }) => name);
      if (content === undefined || names.includes('src')) return;
      const start = offsetOf(content.position.start.offset);
      found.push({ start, end: start + content.value.length, role: 'page', lang: names.length === 0 ? 'ts' : 'js' });
    }
  });
  return found.sort((a, b) => a.start - b.start).map(({ start, end, role, lang }) => say(role, lang, text, start, end));
}

const PAGE_LANGUAGES: Readonly<Record<string, string>> = {
  '': 'js',
  module: 'js',
  'text/javascript': 'js',
  'text/ecmascript': 'js',
  'text/babel': 'jsx',
};

function byHtml(text: string): Said[] {
  const found: Said[] = [];
  const visit = ({ nodeName, attrs = [], childNodes = [], content, sourceCodeLocation }: PageNode): void => {
    for (const child of content === undefined ? childNodes : [content]) visit(child);
    const attribute = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value;
    const language = PAGE_LANGUAGES[(attribute('type') ?? '').toLowerCase()];
    if (nodeName !== 'script' || attribute('src') !== undefined || language === undefined) return;
    const start = sourceCodeLocation?.startTag?.endOffset ?? 0;
    found.push(say('page', language, text, start, sourceCodeLocation?.endTag?.startOffset ?? text.length));
  };
  visit(parsePage(text, { sourceCodeLocationInfo: true }));
  return found.sort((a, b) => startOf(a) - startOf(b));
}

function startOf(said: Said): number {
  return Number(/ (\d+)-/.exec(said)?.[1]);
}

function eachNode(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const child of node as readonly unknown[]) eachNode(child, visit);
    return;
  }
  visit(node as Readonly<Record<string, unknown>>);
  for (const child of Object.values(node)) eachNode(child, visit);
}
