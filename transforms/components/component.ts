import { attributeText, type Range, type Tag } from './tags.ts';

/** `html`: a page, which has scripts and no code in its markup that is read. */
export type Framework = 'vue' | 'svelte' | 'astro' | 'html';
export type ScriptLanguage = 'js' | 'jsx' | 'ts' | 'tsx';

/** The code of a script inside of a component's file: offsets of what is between its tags or fences. */
export interface ScriptBlock extends Range {
  readonly language: ScriptLanguage;
  /**
   * `module`: runs once. `component`: runs for each use of the component, and sees what the module declares.
   * `page`: a script of the page, which sees neither.
   */
  readonly role: 'module' | 'component' | 'page';
  /** Names that the framework declares in it. */
  readonly given?: readonly string[];
  /** Whether other scripts of the page see its variables. */
  readonly isShared?: boolean;
}

/**
 * What becomes of a piece of code in the markup.
 *
 * - `shown`: an expression whose value becomes text, or an attribute of an element.
 * - `given`: an expression whose value other code gets, and may keep: a component, a directive, a slot, whoever calls a
 *   listener.
 * - `handler`: an expression or statements that run when something happens.
 * - `listener`: statements in an attribute that the page runs when something happens: `onclick="…"`. They see what
 *   classic scripts declare, and nothing of a component's.
 * - `binding`: an expression that is assigned to, too.
 * - `shorthand`: the name of an attribute, which stands for the variable of that name.
 * - `unread`: code in a language that isn't read; what it names may be changed in every way.
 */
export type TemplateCodeKind = 'shown' | 'given' | 'handler' | 'listener' | 'binding' | 'shorthand' | 'unread';

/** Code in the markup. */
export interface TemplateCode extends Range {
  readonly kind: TemplateCodeKind;
  /** Where the tag or the line begins that it stands in. */
  readonly owner: number;
}

export interface Component {
  readonly framework: Framework;
  /** In source order. */
  readonly scripts: readonly ScriptBlock[];
  readonly template: readonly TemplateCode[];
  /** Names that the markup itself declares: of loops, slots, snippets. */
  readonly locals: ReadonlySet<string>;
  /** What isn't read, and why: sentences. */
  readonly unread: readonly UnreadPart[];
}

export interface UnreadPart extends Range {
  readonly why: string;
}

const LANGUAGES: Readonly<Record<string, ScriptLanguage>> = {
  '': 'js',
  js: 'js',
  javascript: 'js',
  jsx: 'jsx',
  ts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
  'text/typescript': 'ts',
  'application/typescript': 'ts',
  'text/javascript': 'js',
  'application/javascript': 'js',
  'text/ecmascript': 'js',
  'application/ecmascript': 'js',
  'application/x-javascript': 'js',
  'text/babel': 'jsx',
  'text/jsx': 'jsx',
  module: 'js',
};

/** The language that a script's attribute `lang` (or an old `type`) names; undefined where it is none that is read. */
export function languageOf(tag: Tag, text: string): ScriptLanguage | undefined {
  const named = attributeText(tag, 'lang', text) ?? attributeText(tag, 'type', text) ?? '';
  const language = named.trim().toLowerCase();
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
}

export function unreadScript(tag: Tag, content: Range, text: string): UnreadPart {
  const language = attributeText(tag, 'lang', text) ?? attributeText(tag, 'type', text) ?? '';
  return {
    ...content,
    why: `its script in ${language === '' ? 'an unknown language' : `"${language}"`} can't be read`,
  };
}

/** The names in a pattern, with those of its defaults: more than it declares, never less. */
export function namesIn(pattern: string): string[] {
  return pattern.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** The name of an attribute that holds a listener of the page's, or of a framework that reads the page as it is. */
export const LISTENER = /^(?:on[a-z]+|@[\w.:-]+|(?:x|v)-on:[\w.:-]+)$/i;
