import type { FileReport } from '../../../report.ts';
import type { PageData } from '../page-data.ts';
import { type Card, createCard } from './card.ts';
import { count, h } from './dom.ts';
import type { Item } from './model.ts';
import { keepRoom } from './room.ts';
import type { Ticks } from './ticks.ts';

/** Cards that are made in one go while nobody waits; a few milliseconds. */
const CARDS_AT_ONCE = 20;

export interface FindingList {
  readonly element: HTMLElement;
  /** By the id of its element. */
  readonly cards: ReadonlyMap<string, Card>;
  /** Shows these only. */
  readonly show: (items: readonly Item[]) => void;
}

interface Section {
  readonly element: HTMLElement;
  readonly cards: readonly Card[];
}

/** The findings by file. A card is made when it comes near the screen, or for the printer. */
export function createList(
  items: readonly Item[],
  data: PageData,
  ticks: Ticks,
  tick: (item: Item, ticked: boolean) => void,
): FindingList {
  const groups = new Map<FileReport, Item[]>();
  for (const item of items) {
    const group = groups.get(item.file);
    if (group === undefined) groups.set(item.file, [item]);
    else group.push(item);
  }
  const sections = [...groups].map(([file, members]): Section => {
    const cards = members.map((item) => createCard(item, data, ticks, tick));
    return {
      element: h(
        'section.file',
        { 'aria-label': file.path },
        createFileHeading(file, members.length),
        ...cards.map(({ element }) => element),
      ),
      cards,
    };
  });
  const cards = new Map(sections.flatMap((section) => section.cards.map((card) => [card.item.id, card])));
  renderNearScreen(cards);
  fillWhenIdle([...cards.values()]);
  addEventListener('beforeprint', () => {
    for (const { element, render } of cards.values()) if (!element.hidden) render();
  });
  return {
    element: h('div.findings', {}, ...sections.map(({ element }) => element)),
    cards,
    show: (wanted) => {
      const shown = new Set(wanted);
      for (const section of sections) {
        for (const { element, item } of section.cards) element.hidden = !shown.has(item);
        const left = section.cards.flatMap(({ item }) => (shown.has(item) ? [item] : []));
        section.element.hidden = left.length === 0;
        keepRoom(section.element, left);
      }
    },
  };
}

function renderNearScreen(cards: ReadonlyMap<string, Card>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) cards.get(target.id)?.render();
    },
    { rootMargin: '1000px 0px' },
  );
  for (const { element } of cards.values()) observer.observe(element);
}

/** So that the browser's own search and a screen reader's list of headings know of every finding. */
function fillWhenIdle(cards: readonly Card[]): void {
  if (cards.length === 0) return;
  const work = (): void => {
    for (const { fill } of cards.slice(0, CARDS_AT_ONCE)) fill();
    fillWhenIdle(cards.slice(CARDS_AT_ONCE));
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 50);
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
