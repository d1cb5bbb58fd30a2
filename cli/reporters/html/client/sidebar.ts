import { h, number } from './dom.ts';
import type { Facet, Filters } from './filters.ts';

/** Values that are shown without being asked for; one or two more are not worth a button. */
const VALUES_SHOWN = 8;
const WORTH_HIDING = 3;

export interface Sidebar {
  readonly element: HTMLElement;
  readonly focusSearch: () => void;
  /** Shows the amounts as they are now. */
  readonly update: () => void;
  /** Empties the controls. */
  readonly reset: () => void;
}

interface FacetView {
  readonly element: HTMLElement;
  readonly update: () => void;
}

/** Search and filters; each value has a bar as long as its share, so that they are the page's charts as well. */
export function createSidebar(filters: Filters, changed: () => void): Sidebar {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const search = h('input.search', {
    type: 'search',
    id: 'search',
    placeholder: 'Path, code, reason',
    autocomplete: 'off',
    spellcheck: 'false',
    input: () => {
      clearTimeout(pending);
      pending = setTimeout(() => {
        filters.search(search.value);
        changed();
      }, 60);
    },
  });
  const views = filters.facets.map((facet) => createFacet(facet, filters, changed));
  const facets = h(
    'details.facets',
    { open: true },
    h('summary', {}, 'Filters'),
    ...views.map(({ element }) => element),
  );
  // On a narrow screen the filters would be all that one sees.
  if (matchMedia('(max-width: 60rem)').matches) facets.open = false;
  return {
    element: h(
      'aside.sidebar',
      { 'aria-label': 'Filters' },
      h('label.search-label', { for: 'search' }, 'Search ', h('kbd', {}, '/')),
      search,
      facets,
    ),
    focusSearch: () => {
      search.focus();
      search.select();
    },
    update: () => {
      for (const { update } of views) update();
    },
    reset: () => {
      search.value = '';
      for (const box of facets.querySelectorAll('input')) box.checked = false;
    },
  };
}

function createFacet(facet: Facet, filters: Filters, changed: () => void): FacetView {
  const shown = facet.values.length < VALUES_SHOWN + WORTH_HIDING ? facet.values.length : VALUES_SHOWN;
  const rows = facet.values.map((value, index) => {
    const box = h('input', {
      type: 'checkbox',
      value,
      change: () => {
        const chosen = filters.chosen.get(facet.key);
        if (box.checked) chosen?.add(value);
        else chosen?.delete(value);
        changed();
      },
    });
    const amount = h('span.amount');
    const bar = h('span.bar', { 'aria-hidden': 'true' });
    const row = h(
      'label.value',
      { 'data-value': value, hidden: index >= shown },
      box,
      h('span.name', { title: value }, value),
      amount,
      bar,
    );
    return { value, row, box, amount, bar };
  });
  const more = h(
    'button.more',
    {
      type: 'button',
      click: () => {
        for (const { row } of rows) row.hidden = false;
        more.remove();
      },
    },
    `Show all ${String(rows.length)}`,
  );
  return {
    element: h(
      'fieldset.facet',
      { 'data-facet': facet.key },
      h('legend', {}, facet.title),
      ...rows.map(({ row }) => row),
      rows.length > shown ? more : null,
    ),
    update: () => {
      const amounts = filters.countValues(facet);
      const most = Math.max(1, ...amounts.values());
      for (const { value, row, amount, bar } of rows) {
        const found = amounts.get(value) ?? 0;
        amount.textContent = number(found);
        bar.style.width = `${String((found / most) * 100)}%`;
        row.classList.toggle('zero', found === 0);
      }
    },
  };
}
