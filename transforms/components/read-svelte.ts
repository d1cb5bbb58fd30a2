import { endOfCode, lastWordOutside } from './code.ts';
import {
  languageOf,
  namesIn,
  unreadScript,
  type Component,
  type ScriptBlock,
  type TemplateCode,
  type UnreadPart,
} from './component.ts';
import { isPlainElement, VOID_ELEMENTS } from './html-elements.ts';
import { endOfClosingTag, findClosingTag, scanMarkup } from './markup.ts';
import { attributeText, hasAttribute, readTag, type Attribute, type Tag, type TagSyntax } from './tags.ts';

/** The `/` of `{/if}</p>` begins no regular expression. */
const CLOSING_BLOCK = /\{\s*\/([a-z]+)\s*\}/y;

const SVELTE_TAG: TagSyntax = { braces: true, bracesInQuotes: true, backticks: false, comments: true };

/**
 * Reads a Svelte component: its scripts at the top level and inside of elements, and the code in its markup.
 * Source: Svelte's reference of component files and of its template syntax.
 */
export function readSvelte(text: string): Component {
  const scripts: ScriptBlock[] = [];
  const template: TemplateCode[] = [];
  const locals = new Set<string>();
  const unread: UnreadPart[] = [];
  /** The elements and blocks that are open. */
  const open: string[] = [];
  scanMarkup(text, 0, {
    element: (at) => readElement(readTag(text, at, SVELTE_TAG)),
    closing: close,
    code: (at) => (text[at] === '{' ? readBraces(at) : undefined),
  });
  return { framework: 'svelte', scripts, template, locals, unread };

  function close(name: string): void {
    const index = open.lastIndexOf(name);
    if (index !== -1) open.length = index;
  }

  function readElement(tag: Tag): number {
    for (const attribute of tag.attributes) readAttribute(attribute, tag);
    if (tag.isSelfClosing || VOID_ELEMENTS.has(tag.name)) return tag.end;
    if (tag.name === 'script' || tag.name === 'style') {
      const end = findClosingTag(text, tag.end, tag.name === 'script' ? /<\/script\s*>/g : /<\/style\s*>/g);
      if (tag.name === 'script') readScript(tag, end);
      return endOfClosingTag(text, end);
    }
    if (tag.name === 'textarea') {
      const end = findClosingTag(text, tag.end, /<\/textarea[\s>]/gi);
      for (let brace = text.indexOf('{', tag.end); brace !== -1 && brace < end; brace = text.indexOf('{', brace))
        brace = readBraces(brace);
      return endOfClosingTag(text, end);
    }
    open.push(tag.name);
    return tag.end;
  }

  function readScript(tag: Tag, end: number): void {
    const content = { start: tag.end, end };
    const language = languageOf(tag, text);
    if (open.length > 0) {
      // What the page runs is JavaScript, or no script at all.
      if (language === 'js' && !hasAttribute(tag, 'src'))
        scripts.push({ ...content, language, role: 'page', isShared: true });
    } else if (language === undefined) {
      unread.push(unreadScript(tag, content, text));
    } else {
      const isModule = hasAttribute(tag, 'module') || attributeText(tag, 'context', text) === 'module';
      scripts.push({ ...content, language, role: isModule ? 'module' : 'component' });
    }
  }

  function readAttribute({ name, value, isBraced, inside, start }: Attribute, tag: Tag): void {
    const kind = kindOf(name, tag);
    const add = (from: number, to: number): void => {
      template.push({ start: from, end: to, kind, owner: tag.start });
    };
    if (name.startsWith('let:')) {
      for (const local of namesIn(value === undefined ? name.slice(4) : text.slice(value.start, value.end)))
        locals.add(local);
    } else if (value !== undefined && isBraced) {
      const rest = /^\s*(?:\.\.\.|@attach\s)/.exec(text.slice(value.start, value.end));
      add(value.start + (rest?.[0].length ?? 0), value.end);
    } else {
      for (const range of inside) add(range.start, range.end);
    }
    // `bind:value` and `class:active` on their own mean a variable of that name; an action is one in any case.
    const named = (
      value === undefined
        ? /^(?:bind|class|style|use|transition|in|out|animate):([\w$.]+)/
        : /^(?:use|transition|in|out|animate):([\w$.]+)/
    ).exec(name);
    if (named?.[1] !== undefined) add(start + named[0].length - named[1].length, start + named[0].length);
  }

  /** Whoever calls a listener, and every component, gets what it is given; an element only shows it. */
  function kindOf(name: string, tag: Tag): TemplateCode['kind'] {
    if (name.startsWith('bind:')) return 'binding';
    return isPlainElement(tag.name) && /^(?!on)(?:(?:class|style):.*|[a-z][\w-]*)$/.test(name) ? 'shown' : 'given';
  }

  /** Reads a block's tag or an expression whose brace is at `brace`; returns the offset behind it. */
  function readBraces(brace: number): number {
    CLOSING_BLOCK.lastIndex = brace;
    const closing = CLOSING_BLOCK.exec(text)?.[1];
    if (closing !== undefined) {
      close(`#${closing}`);
      return CLOSING_BLOCK.lastIndex;
    }
    const end = endOfCode(text, brace + 1, '}');
    const start = brace + 1 + (/^\s*/.exec(text.slice(brace + 1))?.[0].length ?? 0);
    const [, sigil = '', word = ''] = /^([#:@/]?)([a-z]*)/.exec(text.slice(start, end)) ?? [];
    const rest = start + sigil.length + word.length;
    const add = (from: number, to: number, kind: TemplateCode['kind'] = 'shown'): void => {
      template.push({ start: from, end: to, kind, owner: brace });
    };
    const declare = (from: number, to: number): void => {
      for (const local of namesIn(text.slice(from, to))) locals.add(local);
      // What is a default has another name then.
      if (text.slice(from, to).includes('=')) add(from, to, 'unread');
    };
    switch (sigil) {
      case '#':
        open.push(`#${word}`);
        readOpening(word, rest);
        break;
      case ':':
        if (word === 'then' || word === 'catch') declare(rest, end);
        else add(rest + (/^\s*if\b/.exec(text.slice(rest, end))?.[0].length ?? 0), end);
        break;
      case '/':
        // `{/* … */}`, `{/regex/}`
        add(brace + 1, end);
        break;
      case '@': {
        const equals = word === 'const' ? text.indexOf('=', rest) : -1;
        if (equals !== -1) declare(rest, equals);
        // Another name for it.
        add(equals === -1 ? rest : equals + 1, end, equals === -1 ? 'shown' : 'given');
        break;
      }
      default:
        add(start, end);
    }
    return end + 1;

    function readOpening(block: string, from: number): void {
      if (block === 'snippet') {
        declare(from, end);
        return;
      }
      const divider =
        block === 'each'
          ? 'as'
          : block === 'await'
            ? lastWordOutside(text, from, end, 'then') === -1
              ? 'catch'
              : 'then'
            : undefined;
      const divided = divider === undefined ? -1 : lastWordOutside(text, from, end, divider);
      if (divided !== -1) declare(divided + 1 + (divider?.length ?? 0), end);
      add(from, divided === -1 ? end : divided, divider === undefined ? 'shown' : 'given');
    }
  }
}
