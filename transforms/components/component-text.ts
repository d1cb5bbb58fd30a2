import type { Component, Framework, ScriptBlock, ScriptLanguage, TemplateCode } from './component.ts';
import { frameOf, parses } from './frames.ts';
import { surroundingsOf } from './surroundings.ts';
import type { Range } from './tags.ts';

/**
 * The scripts of a component that see each other, as one text that the compiler can parse: the module's script, then
 * the component's own inside of a function, since it runs again for each use, then the code of the markup, which runs
 * again and again behind it. Between them stands what no file has; everything else is a slice of the file.
 */
export interface ComponentText {
  readonly framework: Framework;
  readonly text: string;
  readonly language: ScriptLanguage;
  readonly slices: readonly Slice[];
  /** Where the code of the markup begins in `text`. */
  readonly templateStart: number;
  /** Names that the markup declares itself. */
  readonly locals: ReadonlySet<string>;
}

/** `length` units from `from` in the file, at `at` in the text. */
export interface Slice {
  readonly at: number;
  readonly from: number;
  readonly length: number;
  /** The code of the markup that this is; undefined for a script's. */
  readonly template: TemplateCode | undefined;
}

/** The texts of a component, each of which is a program by itself: the scripts that see each other, then the page's. */
export function componentTexts(component: Component, text: string): ComponentText[] {
  const page = component.scripts.filter(({ role }) => role === 'page');
  const own = component.scripts.filter(({ role }) => role !== 'page');
  if (component.framework === 'html') return pageTexts(component, text);
  const listeners = component.template.filter(({ kind }) => kind === 'listener');
  const template = component.template.filter(({ kind }) => kind !== 'listener');
  const texts = page.map((script) => joinParts(component, [script], [], text));
  if (listeners.length > 0) texts.push(joinParts(component, [], listeners, text));
  return own.length === 0 && template.length === 0 ? texts : [joinParts(component, own, template, text), ...texts];
}

/** The texts of a page: the classic scripts, which share their top level with listeners, then each module. */
function pageTexts(component: Component, text: string): ComponentText[] {
  const listeners = component.template;
  const classic = component.scripts.filter(({ isShared }) => isShared === true);
  const modules = component.scripts.filter(({ isShared }) => isShared !== true);
  const shared = classic.length + listeners.length === 0 ? [] : [joinParts(component, classic, listeners, text)];
  return [...shared, ...modules.map((script) => joinParts(component, [script], [], text))];
}

function joinParts(
  component: Component,
  scripts: readonly ScriptBlock[],
  template: readonly TemplateCode[],
  text: string,
): ComponentText {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const language = languageOfAll(scripts, component.framework, text);
  const slices: Slice[] = [];
  let joined = '';
  const add = ({ start, end }: Range, code?: TemplateCode): void => {
    slices.push({ at: joined.length, from: start, length: end - start, template: code });
    joined += code === undefined ? text.slice(start, end) : withoutScripts(code, component, text);
  };
  const modules = scripts.filter(({ role }) => role !== 'component');
  const components = scripts.filter(({ role }) => role === 'component');
  // What stands before a script on its line isn't blank in the file either.
  for (const script of modules) {
    joined += ';;';
    addScript(script);
  }
  const isInside = modules.length > 0 && components.length > 0;
  if (isInside) joined += 'void async function () {';
  for (const script of components) {
    if (!isInside) joined += ';;';
    addScript(script);
  }
  const templateStart = joined.length;
  for (const code of template) {
    const { before, behind } = frameOf(code, withoutScripts(code, component, text), language);
    if (before !== undefined) {
      joined += before;
      add(code, code);
      joined += newline;
    }
    joined += behind + newline;
  }
  if (isInside) joined += `}${newline}`;
  return { framework: component.framework, text: joined, language, slices, templateStart, locals: component.locals };

  function addScript(script: ScriptBlock): void {
    const { repeated, behind } = surroundingsOf(script, component.framework, text.slice(script.start, script.end));
    const starts = [script.start, ...repeated.map((offset) => script.start + offset)];
    starts.forEach((start, index) => {
      if (index > 0) joined += 'for (;;) ';
      add({ start, end: starts[index + 1] ?? script.end });
    });
    joined += newline + (behind === '' ? '' : behind + newline);
  }
}

/**
 * The language that has everything which any of the scripts may use; the elements in Astro's markup, too, unless the
 * script has casts in angle brackets.
 */
function languageOfAll(scripts: readonly ScriptBlock[], framework: Framework, text: string): ScriptLanguage {
  const hasTypes =
    scripts.some(({ language }) => language === 'ts' || language === 'tsx') ||
    (framework === 'astro' && scripts.length === 0);
  const hasMarkup =
    framework === 'astro' &&
    scripts.every(({ start, end, role }) => role === 'component' && parses(text.slice(start, end), 'tsx'));
  const hasElements = hasMarkup || scripts.some(({ language }) => language === 'jsx' || language === 'tsx');
  if (hasTypes) return hasElements ? 'tsx' : 'ts';
  return hasElements ? 'jsx' : 'js';
}

/**
 * The code of the markup as it can be parsed, as long as it is in the file: entities decoded, and without scripts of
 * the page.
 */
function withoutScripts(code: TemplateCode, { scripts, framework }: Component, text: string): string {
  let slice = text.slice(code.start, code.end);
  for (const { start, end, role } of scripts) {
    if (role === 'page' && code.start <= start && end <= code.end)
      slice = slice.slice(0, start - code.start) + ' '.repeat(end - start) + slice.slice(end - code.start);
  }
  return ['vue', 'html'].includes(framework) || code.kind === 'listener'
    ? slice.replace(/(?:&(?:amp|lt|gt|quot|apos|#39|#34);)+/g, decodeEntities)
    : slice;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
};

function decodeEntities(run: string): string {
  return run.replace(/&([^;]*);/g, (_, name: string) => ENTITIES[name] ?? ' ').padEnd(run.length);
}
