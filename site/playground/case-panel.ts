import { highlightCode, classHighlighter } from '@lezer/highlight';
import { diffLines } from 'diff';
import { createApp, h, type VNode } from 'vue';
import { REASONS } from '../../transforms/reasons.ts';
import type { CaseFile, CaseFinding, ShownCase } from './case.ts';
import { withCode } from './inline-code.ts';
import { languageOf } from './languages.ts';
import { fetchCase } from './open-wanted.ts';
import { VERDICT_TEXTS } from './verdicts.ts';

/** Shows a fixture in an element: its input, its output and its findings. */
export async function showCase(element: HTMLElement, name: string, base: string): Promise<void> {
  const found = await fetchCase(name, base);
  createApp({
    render: () => (found === undefined ? h('p', `The case ${name} could not be loaded.`) : renderCase(found, base)),
  }).mount(element);
}

function renderCase({ name, files, withTypes, options }: ShownCase, base: string): VNode {
  const told = files.filter(({ output, findings }) => output !== undefined || findings !== undefined);
  const shown = told.length === 0 ? files : told;
  const others = files.filter((file) => !shown.includes(file)).map(({ path }) => path);
  const words = [
    ...(options.exact === true ? ['with --exact'] : []),
    ...(options.skipReview === true ? ['with --skip-review'] : []),
    ...(options.removeUnused === true ? ['with --remove-unused'] : []),
    ...(options.todo === undefined ? [] : [options.todo === 'review' ? 'with --todo=review' : 'with --todo']),
    ...(options.frontendReplace === undefined ? [] : [`with --frontend-replace ${options.frontendReplace}`]),
    ...(withTypes ? ['with types'] : []),
    ...(others.length === 0 ? [] : [`beside ${others.join(', ')}`]),
  ];
  return h('div', { class: 'case' }, [
    h('p', { class: 'case-head' }, [
      h('code', name),
      words.length === 0 ? undefined : h('span', words.join(', ')),
      h('a', { href: `${base}playground#case/${name}` }, 'Open in the playground'),
    ]),
    ...shown.map((file) => renderFile(file, base)),
  ]);
}

function renderFile(file: CaseFile, base: string): VNode {
  const { path, text, output, findings = [] } = file;
  const sides =
    output === undefined
      ? [renderSide(`${path}: stays as it is`, path, text, new Set(), 'before')]
      : [
          renderSide(`${path}: input`, path, text, changedLines(text, output, 'before'), 'before'),
          renderSide('Output', path, output, changedLines(text, output, 'after'), 'after'),
        ];
  return h('div', { class: 'case-file' }, [
    h('div', { class: 'case-sides' }, sides),
    findings.length === 0
      ? h('p', { class: 'case-finding' }, 'Nothing is found here.')
      : h(
          'ul',
          { class: 'case-findings' },
          findings.map((finding) => renderFinding(finding, base)),
        ),
  ]);
}

function renderFinding({ line, column, method, target, verdict, reasons }: CaseFinding, base: string): VNode {
  return h('li', { class: 'case-finding' }, [
    h('span', { class: `verdict ${verdict}` }, verdict),
    h('code', target === null ? method : `${method} → ${target}`),
    h('span', { class: 'place' }, `${String(line)}:${String(column)}`),
    reasons.length === 0 ? h('span', VERDICT_TEXTS[verdict]) : undefined,
    ...reasons.map((code) =>
      h('p', [h('a', { href: `${base}reasons#${code}` }, h('code', code)), ' ', ...withCode(REASONS[code].message)]),
    ),
  ]);
}

/** The lines, from 0, that the other side doesn't have. */
function changedLines(text: string, output: string, side: 'before' | 'after'): ReadonlySet<number> {
  const lines = new Set<number>();
  let line = 0;
  for (const { added, removed, count } of diffLines(text, output)) {
    if (side === 'before' ? added : removed) continue;
    if (added || removed) for (let index = 0; index < count; index++) lines.add(line + index);
    line += count;
  }
  return lines;
}

function renderSide(
  title: string,
  path: string,
  text: string,
  changed: ReadonlySet<number>,
  side: 'before' | 'after',
): VNode {
  return h('figure', { class: 'case-side' }, [
    h('figcaption', title),
    h('pre', { tabindex: 0 }, h('code', renderLines(path, text, changed, side))),
  ]);
}

function renderLines(path: string, text: string, changed: ReadonlySet<number>, side: 'before' | 'after'): VNode[] {
  const lines: (VNode | string)[][] = [[]];
  const support = languageOf(path);
  const put = (part: string, classes: string): void => {
    lines.at(-1)?.push(classes === '' ? part : h('span', { class: classes }, part));
  };
  if ('language' in support) {
    const tree = support.language.parser.parse(text);
    highlightCode(text, tree, classHighlighter, put, () => lines.push([]));
  } else for (const [index, line] of text.split('\n').entries()) lines[index] = [line];
  if (lines.at(-1)?.length === 0) lines.pop();
  return lines.map((parts, index) =>
    h('span', { class: ['code-line', changed.has(index) ? `cm-${side}` : ''] }, [...parts, '\n']),
  );
}
