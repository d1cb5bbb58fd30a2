import type { FileReport } from '../../../report.ts';
import type { PageData } from '../page-data.ts';
import { estimateLines, renderDiff } from './diff-view.ts';
import { count, h } from './dom.ts';
import type { Item } from './model.ts';
import type { Ticks } from './ticks.ts';

/** How high a line of code is; page.css has the same. */
const LINE_HEIGHT = 19;

export interface Card {
  readonly item: Item;
  readonly element: HTMLElement;
  /** Shows or hides the code. */
  readonly toggle: () => void;
  /** Shows the state of the tick, and folds away what is done. */
  readonly refresh: () => void;
  /** Makes the diff, if that hasn't been done yet. */
  readonly render: () => void;
}

export interface FindingList {
  readonly element: HTMLElement;
  readonly cards: readonly Card[];
  /** Shows these only. */
  readonly show: (items: readonly Item[]) => void;
}

interface Section {
  readonly element: HTMLElement;
  readonly cards: readonly Card[];
}

/** The findings by file. Diffs are made when they come near the screen: there may be thousands. */
export function createList(items: readonly Item[], data: PageData, ticks: Ticks, tick: (item: Item, ticked: boolean) => void): FindingList {
  const cardOf = new Map<Element, Card>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) cardOf.get(target)?.render();
    },
    { rootMargin: '1000px 0px' },
  );
  const groups = new Map<FileReport, Item[]>();
  for (const item of items) groups.set(item.file, [...(groups.get(item.file) ?? []), item]);
  const sections = [...groups].map(([file, members]): Section => {
    const cards = members.map((item) => createCard(item, data, ticks, tick));
    for (const card of cards) {
      cardOf.set(card.element, card);
      observer.observe(card.element);
    }
    return { element: h('section.file', { 'aria-label': file.path }, createFileHeading(file, members.length), ...cards.map(({ element }) => element)), cards };
  });
  const cards = sections.flatMap((section) => section.cards);
  return {
    element: h('div.findings', {}, ...sections.map(({ element }) => element)),
    cards,
    show: (wanted) => {
      const shown = new Set(wanted);
      for (const section of sections) {
        let any = false;
        for (const { element, item } of section.cards) {
          element.hidden = !shown.has(item);
          any ||= shown.has(item);
        }
        section.element.hidden = !any;
      }
    },
  };
}

function createFileHeading({ path, package: name }: FileReport, amount: number): HTMLElement {
  const slash = path.lastIndexOf('/') + 1;
  return h(
    'header.file-heading',
    {},
    h('h2', {}, h('span.folder', {}, path.slice(0, slash)), path.slice(slash)),
    h('span.file-meta', {}, [...(name === null ? [] : [name]), count(amount, 'finding')].join(' · ')),
  );
}

function createCard(item: Item, data: PageData, ticks: Ticks, tick: (item: Item, ticked: boolean) => void): Card {
  const { finding, id } = item;
  const place = `${String(finding.line)}:${String(finding.column)}`;
  const box = h('input', { type: 'checkbox', 'aria-label': `Reviewed: ${item.file.path}:${place}`, change: () => { tick(item, box.checked); } });
  const diff = h('div.code-box', { id: `${id}-code` });
  diff.style.minHeight = `${String(estimateLines(finding) * LINE_HEIGHT)}px`;
  const fold = h('button.fold', { type: 'button', 'aria-controls': `${id}-code`, 'aria-label': 'Code' });
  const outdated = h('span.outdated', { hidden: true }, 'changed since you ticked it');
  const element = h(
    'article.finding',
    { id, tabindex: '-1', 'data-verdict': finding.verdict, 'aria-labelledby': `${id}-title` },
    h(
      'header.finding-heading',
      {},
      h('label.tick', { title: 'Reviewed (x)' }, box),
      h('a.place', { href: `#${id}`, title: 'Link to this finding' }, place),
      h('h3', { id: `${id}-title` }, h('code', {}, finding.method), ...(finding.target === null ? [] : [h('span.arrow', {}, ' → '), h('code', {}, finding.target)])),
      h('span.subject', {}, [finding.surface, ...(finding.kind === 'call' ? [] : [finding.kind]), ...finding.fields].join(' · ')),
      outdated,
      h('span.verdict', {}, finding.verdict),
      fold,
    ),
    finding.reasons.length === 0 ? null : h('ul.reasons', {}, ...describeReasons(item, data)),
    diff,
  );

  let rendered = false;
  const setOpen = (open: boolean): void => {
    diff.hidden = !open;
    element.classList.toggle('folded', !open);
    fold.setAttribute('aria-expanded', String(open));
  };
  const render = (): void => {
    if (rendered || element.classList.contains('folded')) return;
    rendered = true;
    diff.append(renderDiff(finding));
    diff.style.minHeight = '';
  };
  const toggle = (): void => {
    setOpen(element.classList.contains('folded'));
    render();
  };
  fold.addEventListener('click', toggle);
  const refresh = (): void => {
    const done = ticks.has(item);
    box.checked = done;
    outdated.hidden = !ticks.isOutdated(item);
    if (element.classList.contains('done') === done) return;
    element.classList.toggle('done', done);
    setOpen(!done);
    render();
  };
  setOpen(!ticks.has(item));
  box.checked = ticks.has(item);
  outdated.hidden = !ticks.isOutdated(item);
  element.classList.toggle('done', ticks.has(item));
  return { item, element, toggle, refresh, render };
}

/** Each reason once, with what to do below it for those who ask. */
function describeReasons({ finding }: Item, { reasons }: PageData): HTMLElement[] {
  const once = new Map(finding.reasons.map((reason) => [reason.code as string, reason]));
  return [...once].map(([code, { message, line, column }]) => {
    const { weight, advice } = reasons[code] ?? { weight: 'note', advice: '' };
    const sentence = [h('code.code-name', { 'data-weight': weight }, code), ` ${message} `, h('span.at', {}, `${String(line)}:${String(column)}`)];
    return h('li', {}, advice === '' ? h('p', {}, ...sentence) : h('details', {}, h('summary', {}, ...sentence), h('p.advice', {}, advice)));
  });
}
