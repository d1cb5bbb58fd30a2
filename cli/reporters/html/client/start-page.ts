import type { PageData } from '../page-data.ts';
import type { Card } from './card.ts';
import { count, h, number } from './dom.ts';
import { createFilters, UNREVIEWED } from './filters.ts';
import { createHelp } from './help.ts';
import { listenToKeys } from './keyboard.ts';
import { createList } from './list.ts';
import { isMerged, type Item, listItems } from './model.ts';
import { createHeader, createNotices } from './overview.ts';
import { createSidebar } from './sidebar.ts';
import { createThemeButton } from './theme.ts';
import { openTicks } from './ticks.ts';

start(JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData);

function start(data: PageData): void {
  const items = listItems(data);
  const ticks = openTicks();
  const filters = createFilters(items, ticks.has, isMerged(data.report));
  const sidebar = createSidebar(filters, () => {
    update();
  });
  const help = createHelp(ticks.kept);
  const status = h('p.status', { role: 'status' });
  const progress = h('progress.progress', { 'aria-label': 'Reviewed', max: '1', value: '0' });
  const progressText = h('span.progress-text');
  const clear = h(
    'button.tool',
    {
      type: 'button',
      click: () => {
        clearFilters();
      },
    },
    'Clear filters',
  );
  const empty = h(
    'p.empty',
    { hidden: true },
    items.length === 0 ? 'No call was found.' : 'No finding matches the filters.',
  );
  const list = createList(items, data, ticks, (item, ticked) => {
    tick(item, ticked);
  });
  let shown: readonly Item[] = items;
  let current: Card | undefined;

  const update = (): void => {
    shown = filters.apply();
    list.show(shown);
    sidebar.update();
    const done = items.filter(ticks.has).length;
    status.textContent = filters.isActive()
      ? `${number(shown.length)} of ${count(items.length, 'finding')}`
      : count(items.length, 'finding');
    progress.value = items.length === 0 ? 0 : done / items.length;
    progressText.textContent = `${number(done)} of ${number(items.length)} reviewed`;
    clear.hidden = !filters.isActive();
    empty.hidden = shown.length > 0;
  };
  /** A tick doesn't take the finding from under the reader's eyes, even where only the others are asked for. */
  const tick = (item: Item, ticked: boolean): void => {
    ticks.set(item, ticked);
    const visible = shown;
    list.cards.get(item.id)?.refresh();
    update();
    shown = visible;
    list.show(shown);
  };
  const clearFilters = (): void => {
    filters.clear();
    sidebar.reset();
    update();
    current?.element.scrollIntoView({ block: 'nearest' });
  };
  const select = (card: Card | undefined): void => {
    if (card === undefined) return;
    current?.element.classList.remove('current');
    current = card;
    card.element.classList.add('current');
    card.render();
    card.element.focus({ preventScroll: true });
    card.element.scrollIntoView({ block: fits(card.element) ? 'nearest' : 'start' });
  };
  const step = (by: 1 | -1): void => {
    const cards = shown.map((item) => list.cards.get(item.id)).filter((card) => card !== undefined);
    const at = cards.findIndex((card) => card === current);
    if (at !== -1) {
      select(cards[at + by]);
      return;
    }
    // Nobody has chosen one yet: the first that can be seen.
    select(cards.find(({ element }) => element.getBoundingClientRect().bottom > 0) ?? cards[0]);
  };

  listenToKeys(help, {
    next: () => {
      step(1);
    },
    previous: () => {
      step(-1);
    },
    tick: () => {
      if (current !== undefined) tick(current.item, !ticks.has(current.item));
    },
    fold: () => current?.toggle(),
    search: sidebar.focusSearch,
    unreviewed: () => {
      document.querySelector<HTMLInputElement>(`[data-facet=state] input[value="${UNREVIEWED}"]`)?.click();
    },
    clear: clearFilters,
  });
  list.element.addEventListener('focusin', ({ target }) => {
    const id = target instanceof Element ? target.closest('.finding')?.id : undefined;
    const card = id === undefined ? undefined : list.cards.get(id);
    if (card === undefined || card === current) return;
    current?.element.classList.remove('current');
    current = card;
    card.element.classList.add('current');
  });
  ticks.onChange(() => {
    for (const card of list.cards.values()) card.refresh();
    update();
  });

  const helpButton = h(
    'button.tool',
    {
      type: 'button',
      'aria-label': 'Keys',
      click: () => {
        help.showModal();
      },
    },
    h('kbd', {}, '?'),
    ' Keys',
  );
  document.body.append(
    h('a.skip', { href: '#findings' }, 'To the findings'),
    createHeader(data.report, [createThemeButton(), helpButton]),
    h(
      'div.columns',
      {},
      sidebar.element,
      h(
        'main',
        { id: 'findings' },
        createNotices(data.report),
        h('div.toolbar', {}, status, clear, h('div.reviewed', {}, progressText, progress)),
        empty,
        list.element,
      ),
    ),
    help,
  );
  update();
  select(list.cards.get(location.hash.slice(1)));
}

function fits(element: Element): boolean {
  return element.getBoundingClientRect().height < innerHeight * 0.8;
}
