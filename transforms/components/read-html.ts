import { languageOf, LISTENER, type Component, type ScriptBlock, type TemplateCode } from './component.ts';
import { endOfClosingTag, findClosingTag, scanMarkup } from './markup.ts';
import { addressedPackage, type AddressedPackage } from '../knowledge/sdk-addresses.ts';
import { attributeText, hasAttribute, HTML_TAG, readTag, type Tag } from './tags.ts';

/** Elements whose content is text for the browser. A script inside of `noscript` never runs. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/**
 * Reads the scripts of a page, and the listeners in its markup. Scripts that the page loads aren't read, nor is data
 * (JSON, templates). Source: the HTML standard on `script` elements and on the tokenizer.
 */
export function readHtml(text: string): Component {
  const scripts: ScriptBlock[] = [];
  const template: TemplateCode[] = [];
  scanMarkup(text, 0, { element: (at) => readElement(inLowerCase(readTag(text, at, HTML_TAG))) });
  return { framework: 'html', scripts, template, locals: new Set(), unread: [] };

  /** Reads an opening tag, and the content of an element that is text; returns the offset behind it. */
  function readElement(tag: Tag): number {
    for (const { name, value } of tag.attributes)
      if (value !== undefined && LISTENER.test(name)) template.push({ ...value, kind: 'listener', owner: tag.start });
    if (!TEXT_ELEMENTS.has(tag.name)) return tag.end;
    const end = findClosingTag(text, tag.end, new RegExp(`</${tag.name}(?=[\\s/>])`, 'gi'));
    const language = tag.name === 'script' && !hasAttribute(tag, 'src') ? languageOf(tag, text) : undefined;
    if (language !== undefined)
      scripts.push({
        start: tag.end,
        end,
        language,
        role: 'page',
        isShared: attributeText(tag, 'type', text)?.trim().toLowerCase() !== 'module',
      });
    return endOfClosingTag(text, end);
  }
}

function inLowerCase(tag: Tag): Tag {
  return {
    ...tag,
    name: tag.name.toLowerCase(),
    attributes: tag.attributes.map((attribute) => ({ ...attribute, name: attribute.name.toLowerCase() })),
  };
}

/**
 * The package of the SDK that a page loads by a tag: by its address, or by the key that it is given; undefined where it
 * loads none.
 */
export function packageOfPage(text: string): AddressedPackage | undefined {
  for (const { index } of text.matchAll(/<script(?=[\s/>])/gi)) {
    const tag = inLowerCase(readTag(text, index, HTML_TAG));
    const named = addressedPackage(attributeText(tag, 'src', text)?.trim() ?? '');
    if (named !== undefined) return named;
    if (hasAttribute(tag, 'data-clerk-publishable-key')) return { name: '@clerk/clerk-js', version: undefined };
  }
  return undefined;
}
