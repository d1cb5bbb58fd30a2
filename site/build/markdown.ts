import { relative, sep } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { MarkdownRenderer } from 'vitepress';
import { mayHaveCalls, mayHaveFindings } from '../../transforms/prefilter.ts';
import { REASONS } from '../../transforms/reasons.ts';
import { isSource } from '../engine/source-names.ts';
import { type SharedState, writeState } from '../playground/shared-state.ts';
import { RULES_PAGE } from './case-files.ts';
import { optionsOfSample, REASONS_PAGE } from './reason-sections.ts';
import { type Publication, resolveLink, ROOT } from './site-pages.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** What a page's environment says of where it comes from. */
interface PageEnvironment {
  readonly realPath?: string;
  readonly path?: string;
}

/** What the words behind a fence's language mean to who reads the page. */
const LABELS: Readonly<Record<string, string>> = {
  before: 'Before',
  after: 'After',
  'by-hand': 'By hand',
  incorrect: 'Reported',
  correct: 'Not reported',
  fixed: 'Fixed',
  suggested: 'Suggested',
  silenced: 'Silenced',
};

/**
 * Makes pages of the site of the repository's Markdown, which is written for code hosts: links between files lead to
 * pages, fixtures and reasons that are named become links, and samples of code open in the playground.
 */
export function adaptMarkdown(md: MarkdownRenderer, publication: Publication, cases: ReadonlySet<string>): void {
  md.core.ruler.push('site-links', (state) => {
    const page = sourceOf(state.env as PageEnvironment);
    if (page === undefined) return;
    for (const { type, children } of state.tokens) if (type === 'inline') leadLinks(children ?? [], page, publication);
    linkNames(
      state.tokens,
      page,
      cases,
      publication.base,
      (kind, nesting) => new state.Token(kind, nesting === 0 ? 'code' : 'a', nesting),
    );
  });
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const code = fence?.(tokens, index, options, env, self) ?? '';
    return frameSample(code, tokens, index, md.utils.escapeHtml, publication.base);
  };
}

/** Where a page comes from, relative to the repository with forward slashes. */
function sourceOf({ realPath, path }: PageEnvironment): string | undefined {
  const file = realPath ?? path;
  return file === undefined ? undefined : relative(ROOT, file).split(sep).join('/');
}

/** Links to files lead to the pages that are made of them, or to the repository; where none is known, they are text. */
function leadLinks(tokens: Token[], page: string, { repository, version }: Publication): void {
  const unlinked: Token[] = [];
  for (const token of tokens) {
    const href = token.attrGet('href');
    if (token.type === 'link_close' && unlinked.pop() !== undefined) token.type = 'html_inline';
    if (token.type !== 'link_open' || href === null || /^(?:[a-z]+:|\/|#)/.test(href)) continue;
    const { kind, path } = resolveLink(href, page);
    if (kind === 'page') token.attrSet('href', path);
    else if (repository !== undefined) token.attrSet('href', `${repository}/blob/v${version}/${path}`);
    else {
      token.type = 'html_inline';
      unlinked.push(token);
    }
  }
}

/** Names of fixtures, where how-it-decides has them, lead to what they show; names of reasons to what they mean. */
function linkNames(
  tokens: readonly Token[],
  page: string,
  cases: ReadonlySet<string>,
  base: string,
  create: (kind: string, nesting: -1 | 0 | 1) => Token,
): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'inline' || tokens[index - 1]?.type === 'heading_open') return;
    let depth = 0;
    token.children = (token.children ?? []).flatMap((child) => {
      if (child.type === 'link_open') depth++;
      if (child.type === 'link_close') depth--;
      if (child.type !== 'code_inline' || depth > 0) return [child];
      const isCase = page === RULES_PAGE && cases.has(child.content);
      const isReason = page !== REASONS_PAGE && Object.hasOwn(REASONS, child.content);
      if (!isCase && !isReason) return [child];
      // Of a link the part behind the `#` is made a slug, which the name of a case isn't: this one is written as it is.
      if (isCase) {
        const link = create('html_inline', 0);
        const code = `<code>${child.content.replaceAll('/', '/<wbr>')}</code>`;
        link.content = `<a href="${base}playground#case/${child.content}" data-case="${child.content}">${code}</a>`;
        return [link];
      }
      const open = create('link_open', 1);
      open.attrSet('href', `/reasons#${child.content}`);
      return [open, child, create('link_close', -1)];
    });
  });
}

/** A sample with its role above it and, where the engine has something to say of it, the way to the playground. */
function frameSample(
  code: string,
  tokens: readonly Token[],
  index: number,
  escape: (text: string) => string,
  base: string,
): string {
  const [language = '', ...words] = (tokens[index]?.info ?? '').trim().split(/ +/);
  const text = tokens[index]?.content ?? '';
  const path = `sample.${language}`;
  const label = LABELS[words[0] ?? ''];
  const opens = isSource(path) && words[0] !== 'program' && (mayHaveFindings(text) || mayHaveCalls(text));
  if (label === undefined && !opens) return code;
  const next = tokens.slice(index + 1).find(({ type }) => type === 'fence')?.info ?? '';
  const state: SharedState = {
    files: [{ path, text }],
    active: 0,
    options: optionsOfSample(words, next.trim().split(/ +/).slice(1)),
  };
  const link = opens
    ? `<a class="sample-open" href="${base}playground#code/${packForLink(state)}">Open in the playground</a>`
    : '';
  return `<div class="sample"><div class="sample-head"><span>${escape(label ?? '')}</span>${link}</div>${code}</div>`;
}

/** The same as the playground's own `packState`. */
export function packForLink(state: SharedState): string {
  return deflateRawSync(writeState(state), { level: 9 }).toString('base64url');
}
