import {
  languageOf,
  LISTENER,
  namesIn,
  unreadScript,
  type Component,
  type ScriptBlock,
  type TemplateCode,
  type UnreadPart,
} from './component.ts';
import { endOfClosingTag, findClosingTag, scanMarkup } from './markup.ts';
import { ELEMENTS } from './html-elements.ts';
import { attributeText, hasAttribute, HTML_TAG, readTag, type Attribute, type Range, type Tag } from './tags.ts';

/** Elements inside a template whose content is text. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title']);

/**
 * Reads a Vue component: the blocks at its top level, and the code in its template.
 * Source: the reference of single-file components; the tokenizer of Vue's own compiler.
 */
export function readVue(text: string): Component {
  const scripts: ScriptBlock[] = [];
  const template: TemplateCode[] = [];
  const locals = new Set<string>();
  const unread: UnreadPart[] = [];
  scanMarkup(text, 0, {
    element(at) {
      const tag = readTag(text, at, HTML_TAG);
      return tag.isSelfClosing ? tag.end : readBlock(tag);
    },
  });
  return { framework: 'vue', scripts, template, locals, unread };

  /** Reads a block of the top level; returns the offset behind it. */
  function readBlock(tag: Tag): number {
    const language = attributeText(tag, 'lang', text) ?? '';
    if (tag.name === 'template' && (language === '' || language === 'html'))
      return readTemplate(text, tag.end, template, locals);
    const end = findClosingTag(text, tag.end, new RegExp(`</${tag.name.replace(/[^\w-]/g, '.')}(?=[\\s>])`, 'gi'));
    const content = { start: tag.end, end };
    if (tag.name === 'template') {
      unread.push({ ...content, why: `its template in "${language}" can't be read` });
      template.push({ ...content, kind: 'unread', owner: tag.start });
    } else if (tag.name === 'script' && !hasAttribute(tag, 'src')) {
      const script = hasAttribute(tag, 'lang') ? languageOf(tag, text) : 'js';
      if (script === undefined) unread.push(unreadScript(tag, content, text));
      else scripts.push({ ...content, language: script, role: hasAttribute(tag, 'setup') ? 'component' : 'module' });
    }
    return endOfClosingTag(text, end);
  }
}

/** Reads a template's content; returns the offset behind its closing tag. */
function readTemplate(text: string, start: number, template: TemplateCode[], locals: Set<string>): number {
  let depth = 1;
  return scanMarkup(text, start, {
    element(at) {
      const tag = readTag(text, at, HTML_TAG);
      for (const attribute of tag.attributes) readDirective(attribute, tag, text, template, locals);
      const name = tag.name.toLowerCase();
      if (!tag.isSelfClosing && name === 'template') depth += 1;
      return !tag.isSelfClosing && TEXT_ELEMENTS.has(name)
        ? findClosingTag(text, tag.end, new RegExp(`</${tag.name}(?=[\\s>])`, 'gi'))
        : tag.end;
    },
    closing(name) {
      if (name.toLowerCase() === 'template') depth -= 1;
    },
    code(at) {
      if (!text.startsWith('{{', at)) return undefined;
      const end = text.indexOf('}}', at + 2);
      if (end !== -1) template.push({ start: at + 2, end, kind: 'shown', owner: at });
      return (end === -1 ? at : end) + 2;
    },
    isEnd: () => depth === 0,
  });
}

/** Directives of Vue's own that only look at their value. */
const LOOKING_DIRECTIVE = /^v-(?:if|else-if|show|text|html|memo|once|cloak)$/;

function readDirective(
  { name, value, start, end }: Attribute,
  tag: Tag,
  text: string,
  template: TemplateCode[],
  locals: Set<string>,
): void {
  const add = (kind: TemplateCode['kind'], range: Range): void => {
    template.push({ ...range, kind, owner: tag.start });
  };
  const declare = (pattern: Range): void => {
    for (const local of namesIn(text.slice(pattern.start, pattern.end))) locals.add(local);
    // What is a default has another name then.
    if (text.slice(pattern.start, pattern.end).includes('=')) add('unread', pattern);
  };
  if (value === undefined) {
    // `:prefs` on its own means a variable of that name.
    const sigil = /^(?::|v-bind:)/.exec(name)?.[0].length;
    if (sigil !== undefined) add('shorthand', { start: start + sigil, end: start + name.length });
  } else if (name.startsWith('@') || name.startsWith('v-on:')) {
    add('handler', value);
  } else if (/^v-model(?:[.:]|$)/.test(name)) {
    add('binding', value);
  } else if (name === 'v-for') {
    const head = /^([^]*?)\s(?:in|of)\s/.exec(text.slice(value.start, value.end));
    declare({ start: value.start, end: value.start + (head?.[1]?.length ?? 0) });
    // Its elements have other names in the markup.
    add('given', { start: value.start + (head?.[0].length ?? 0), end: value.end });
  } else if (name.startsWith('#') || /^v-slot(?:[.:]|$)/.test(name) || name === 'slot-scope' || name === 'scope') {
    declare(value);
  } else if (/^(?:v-|[:.])/.test(name)) {
    add(isShown(name, tag) ? 'shown' : 'given', { start: value.start, end: Math.min(value.end, end) });
  } else if (LISTENER.test(name)) {
    add('listener', value);
  }
}

/** Whether what an attribute holds is only shown or compared: nobody gets it but Vue, or an element. */
function isShown(name: string, tag: Tag): boolean {
  if (LOOKING_DIRECTIVE.test(name)) return true;
  const attribute = /^(?::|v-bind:)(.*)$/.exec(name)?.[1];
  if (attribute === undefined) return false;
  if (attribute === 'key') return true;
  return (
    ELEMENTS.has(tag.name) &&
    !tag.attributes.some((other) => /^(?::|v-bind:)?is$/.test(other.name)) &&
    /^(?!on|ref\b)[a-z][\w-]*$/.test(attribute)
  );
}
