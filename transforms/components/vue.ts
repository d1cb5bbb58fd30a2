import {
  endOfClosingTag, endOfHtmlComment, findClosingTag, languageOf, namesIn, unreadScript,
  type Component, type ScriptBlock, type TemplateCode, type UnreadPart,
} from './component.ts';
import { attributeText, hasAttribute, HTML_TAG, readTag, type Attribute, type Tag } from './tags.ts';

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
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '<') {
      at += 1;
    } else if (text.startsWith('<!--', at)) {
      at = endOfHtmlComment(text, at);
    } else if (!/[A-Za-z]/.test(text[at + 1] ?? '')) {
      at = /[/!?]/.test(text[at + 1] ?? '') ? endOfClosingTag(text, at) : at + 1;
    } else {
      const tag = readTag(text, at, HTML_TAG);
      at = tag.isSelfClosing ? tag.end : readBlock(tag);
    }
  }
  return { framework: 'vue', scripts, template, locals, unread };

  /** Reads a block of the top level; returns the offset behind it. */
  function readBlock(tag: Tag): number {
    const language = attributeText(tag, 'lang', text) ?? '';
    if (tag.name === 'template' && (language === '' || language === 'html')) return readTemplate(text, tag.end, template, locals);
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
  let at = start;
  while (at < text.length) {
    if (text.startsWith('{{', at)) {
      const end = text.indexOf('}}', at + 2);
      if (end !== -1) template.push({ start: at + 2, end, kind: 'expression', owner: at });
      at = end === -1 ? at + 2 : end + 2;
    } else if (text[at] !== '<') {
      at += 1;
    } else if (text.startsWith('<!--', at)) {
      at = endOfHtmlComment(text, at);
    } else if (text[at + 1] === '/') {
      const isOwn = /^<\/template[\s>]/i.test(text.slice(at, at + 12));
      at = endOfClosingTag(text, at);
      if (isOwn) depth -= 1;
      if (depth === 0) return at;
    } else if (/[A-Za-z]/.test(text[at + 1] ?? '')) {
      const tag = readTag(text, at, HTML_TAG);
      for (const attribute of tag.attributes) readDirective(attribute, tag, text, template, locals);
      at = tag.end;
      if (!tag.isSelfClosing && tag.name.toLowerCase() === 'template') depth += 1;
      if (!tag.isSelfClosing && TEXT_ELEMENTS.has(tag.name.toLowerCase())) at = findClosingTag(text, at, new RegExp(`</${tag.name}(?=[\\s>])`, 'gi'));
    } else {
      at = /[!?]/.test(text[at + 1] ?? '') ? endOfClosingTag(text, at) : at + 1;
    }
  }
  return text.length;
}

function readDirective({ name, value }: Attribute, tag: Tag, text: string, template: TemplateCode[], locals: Set<string>): void {
  if (value === undefined) return;
  const add = (kind: TemplateCode['kind'], start = value.start): void => { template.push({ start, end: value.end, kind, owner: tag.start }); };
  if (name.startsWith('@') || name.startsWith('v-on:')) {
    add('handler');
  } else if (name === 'v-model' || /^v-model[.:]/.test(name)) {
    add('binding');
  } else if (name === 'v-for') {
    const [, left = ''] = /^([^]*?)\s(?:in|of)\s/.exec(text.slice(value.start, value.end)) ?? [];
    for (const local of namesIn(left)) locals.add(local);
    add('expression', value.start + (/^[^]*?\s(?:in|of)\s/.exec(text.slice(value.start, value.end))?.[0].length ?? 0));
  } else if (name.startsWith('#') || /^v-slot(?:[.:]|$)/.test(name) || name === 'slot-scope' || name === 'scope') {
    for (const local of namesIn(text.slice(value.start, value.end))) locals.add(local);
  } else if (/^(?:v-|[:.])/.test(name)) {
    add('expression');
  }
}
