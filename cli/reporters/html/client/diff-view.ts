import type { FindingReport } from '../../../report.ts';
import { alignExcerpt, type Block, type Line, type Mark } from './diff-blocks.ts';
import { h } from './dom.ts';
import { highlightLines, type Token } from './highlight.ts';

interface Side {
  readonly name: 'before' | 'after';
  readonly tokens: readonly Token[][];
  /** Lines that caused a reason. */
  readonly causes: ReadonlyMap<number, string>;
}

/** The excerpts of a finding, before and after, side by side; where nothing changes, once. */
export function renderDiff(finding: FindingReport): HTMLElement {
  const { excerpts, edits, reasons } = finding;
  if (excerpts.length === 0) return h('p.no-excerpt', {}, 'The report does not show the lines of this place.');
  const changes = excerpts.some(({ after }) => after !== null);
  const causes = new Map(reasons.map(({ line, message }) => [line, message]));
  const view = h(changes ? 'div.diff' : 'div.diff.single');
  excerpts.forEach((excerpt, index) => {
    if (index > 0) view.append(h('div.gap', { 'aria-hidden': 'true' }, '⋯'));
    const before: Side = { name: 'before', tokens: highlightLines(excerpt.before), causes };
    const after: Side = {
      name: 'after',
      tokens: excerpt.after === null ? before.tokens : highlightLines(excerpt.after),
      causes: new Map(),
    };
    for (const block of alignExcerpt(excerpt, edits)) view.append(renderBlock(block, before, after, changes));
  });
  return view;
}

function renderBlock(block: Block, before: Side, after: Side, changes: boolean): HTMLElement {
  switch (block.kind) {
    case 'same':
      return h(
        'div.block.same',
        {},
        ...block.lines.flatMap((pair, row) => [
          renderLine(pair.before, before, '', row),
          ...(changes ? [renderLine(pair.after, after, '', row)] : []),
        ]),
      );
    case 'change': {
      const rows = Math.max(block.removed.length, block.added.length);
      const fill = (lines: readonly Line[], name: string): HTMLElement[] =>
        Array.from({ length: rows - lines.length }, (_, index) =>
          inRow(h(`div.line.${name}.none`), lines.length + index),
        );
      return h(
        'div.block.change',
        {},
        ...block.removed.map((line, row) => renderLine(line, before, '−', row)),
        ...fill(block.removed, 'before'),
        ...block.added.map((line, row) => renderLine(line, after, '+', row)),
        ...fill(block.added, 'after'),
      );
    }
  }
}

function renderLine(line: Line, side: Side, sign: '' | '−' | '+', row: number): HTMLElement {
  const cause = side.causes.get(line.number);
  const code = h(sign === '−' ? 'del.code' : sign === '+' ? 'ins.code' : 'span.code');
  renderTokens(side.tokens[line.index] ?? [], line.marks, code);
  const number = h('span.number', { title: cause }, String(line.number));
  return inRow(
    h(
      `div.line.${side.name}${cause === undefined ? '' : '.cause'}`,
      {},
      number,
      h('span.sign', { 'aria-hidden': 'true' }, sign),
      code,
    ),
    row,
  );
}

function inRow(element: HTMLElement, row: number): HTMLElement {
  element.style.gridRow = String(row + 1);
  return element;
}

function renderTokens(tokens: readonly Token[], marks: readonly Mark[], into: HTMLElement): void {
  let column = 0;
  for (const { kind, text } of tokens) {
    const end = column + text.length;
    const cuts = [column, ...marks.flat().filter((cut) => cut > column && cut < end), end];
    cuts.slice(1).forEach((to, index) => {
      const from = cuts[index] ?? column;
      const part = text.slice(from - column, to - column);
      const marked = marks.some((mark) => mark[0] <= from && to <= mark[1]);
      if (marked) into.append(h(kind === '' ? 'b.mark' : `b.mark.t-${kind}`, {}, part));
      else into.append(kind === '' ? part : h(`span.t-${kind}`, {}, part));
    });
    column = end;
  }
}
