import { endOfCode, findInCode } from './code.ts';
import { languageOf, LISTENER, namesIn, type Component, type ScriptBlock, type TemplateCode } from './component.ts';
import { isPlainElement, VOID_ELEMENTS } from './html-elements.ts';
import { endOfClosingTag, endOfHtmlComment, findClosingTag, scanMarkup } from './markup.ts';
import { hasAttribute, readTag, type Tag, type TagSyntax } from './tags.ts';

const FENCE = '---';

/**
 * Reads an Astro component: the script between its fences, the scripts of the page, and the code in its markup.
 * Source: Astro's reference of components and client-side scripts; the tokenizer of its compiler.
 */
export function readAstro(text: string): Component {
  const scripts: ScriptBlock[] = [];
  const template: TemplateCode[] = [];
  const syntax: TagSyntax = {
    braces: true,
    bracesInQuotes: false,
    backticks: true,
    comments: false,
    readMarkup: readElement,
  };
  const fence = findFence(text);
  let at = 0;
  if (fence !== -1) {
    const start = fence + FENCE.length;
    const end = findInCode(text, start, FENCE);
    scripts.push({ start, end, language: 'ts', role: 'component' });
    at = end + FENCE.length;
  }
  readContent(at, []);
  return {
    framework: 'astro',
    scripts: scripts.sort((a, b) => a.start - b.start),
    template,
    locals: new Set(),
    unread: [],
  };

  /**
   * Reads markup until the elements in `open` are closed, or to the end where there is none to close. Returns the
   * offset behind it.
   */
  function readContent(start: number, open: string[]): number {
    const isElement = open.length > 0;
    return scanMarkup(text, start, {
      element: (at) => readOpening(at, open),
      hasFragments: true,
      closing(name) {
        const index = open.lastIndexOf(name);
        if (index !== -1) open.length = index;
      },
      code(at) {
        if (text[at] !== '{') return undefined;
        const end = endOfCode(text, at + 1, '}', readElement);
        addCode(at + 1, end, at, 'shown');
        return end + 1;
      },
      isEnd: () => isElement && open.length === 0,
    });
  }

  /** Reads an element inside of code, with its content. */
  function readElement(start: number): number {
    const open: string[] = [];
    const end = readOpening(start, open);
    return open.length === 0 ? end : readContent(end, open);
  }

  function readOpening(start: number, open: string[]): number {
    const tag = readTag(text, start, syntax);
    for (const { name, value, isBraced } of tag.attributes) {
      if (value === undefined) continue;
      if (!isBraced) {
        if (LISTENER.test(name)) template.push({ ...value, kind: 'listener', owner: tag.start });
        continue;
      }
      const rest = /^\s*\.\.\./.exec(text.slice(value.start, value.end));
      addCode(
        value.start + (rest?.[0].length ?? 0),
        value.end,
        tag.start,
        isPlainElement(tag.name) || /^(?:set|define|class):/.test(name) ? 'shown' : 'given',
      );
    }
    if (tag.isSelfClosing || VOID_ELEMENTS.has(tag.name)) return tag.end;
    if (['script', 'style', 'textarea', 'title'].includes(tag.name) || hasAttribute(tag, 'is:raw')) {
      const end = findClosingTag(text, tag.end, new RegExp(`</${tag.name.replace(/[^\w-]/g, '.')}(?=[\\s>/])`, 'gi'));
      if (tag.name === 'script') readScript(tag, end);
      return endOfClosingTag(text, end);
    }
    open.push(tag.name);
    return tag.end;
  }

  function readScript(tag: Tag, end: number): void {
    const language = languageOf(tag, text);
    if (language === undefined || hasAttribute(tag, 'src')) return;
    // Only a script that Astro bundles may be TypeScript; any attribute makes it one that is sent as it is.
    const isBundled = tag.attributes.length === 0;
    const vars = tag.attributes.find(({ name }) => name === 'define:vars');
    const given = vars?.value === undefined ? [] : namesIn(text.slice(vars.value.start, vars.value.end));
    scripts.push({
      start: tag.end,
      end,
      language: isBundled ? 'ts' : language,
      role: 'page',
      given,
      isShared: !isBundled && vars === undefined,
    });
  }

  /** Code inside of code is read with it. */
  function addCode(start: number, end: number, owner: number, kind: TemplateCode['kind']): void {
    while ((template.at(-1)?.start ?? -1) > start) template.pop();
    template.push({ start, end, kind, owner });
  }
}

/** The offset of the opening fence: only text and comments may stand before it. -1 where there is none. */
function findFence(text: string): number {
  let at = 0;
  while (at < text.length) {
    if (text.startsWith(FENCE, at)) return at;
    if (text.startsWith('<!--', at)) at = endOfHtmlComment(text, at);
    else if (text[at] === '<' && /[A-Za-z>/!]/.test(text[at + 1] ?? '')) return -1;
    else at += 1;
  }
  return -1;
}
