import { h, type VNode } from 'vue';
import { EXAMPLES, REASON_HELP } from './built-data.ts';
import type { CaseRow } from './case.ts';
import type { SharedState } from './shared-state.ts';

/** What can be chosen: a state, or the address of one. */
export type Choice = { readonly state: SharedState } | { readonly hash: string };

interface Item {
  readonly title: string;
  readonly detail: string;
  readonly choice: Choice;
}

interface Group {
  readonly title: string;
  readonly items: readonly Item[];
}

/** All groups: the examples, the reasons, and the rows of how-it-decides once they are there. */
function listGroups(rows: readonly CaseRow[]): Group[] {
  const named = [...new Set(EXAMPLES.map(({ group }) => group))].map((title) => ({
    title,
    items: EXAMPLES.filter(({ group }) => group === title).map((example) => ({
      title: example.title,
      detail: '',
      choice: { state: example.state },
    })),
  }));
  const reasons = Object.entries(REASON_HELP).map(([code, { message }]) => ({
    title: code,
    detail: message,
    choice: { hash: `reason/${code}` },
  }));
  const sections = [...new Set(rows.map(({ section }) => section))].map((title) => ({
    title: `How it decides: ${title}`,
    items: rows
      .filter(({ section }) => section === title)
      .flatMap(({ what, gives, fixture, nearMiss }) => [
        { title: what, detail: gives, choice: { hash: `case/${fixture}` } },
        { title: `Near miss: ${what}`, detail: nearMiss, choice: { hash: `case/${nearMiss}` } },
      ]),
  }));
  return [...named, { title: 'Reasons', items: reasons }, ...sections];
}

interface DialogOptions {
  readonly rows: readonly CaseRow[];
  readonly query: string;
  readonly search: (query: string) => void;
  readonly choose: (choice: Choice) => void;
}

/** The list of what to start from, by what is searched for. */
export function renderExamples({ rows, query, search, choose }: DialogOptions): VNode[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (group: string, { title, detail, choice }: Item): boolean => {
    const text = `${group} ${title} ${detail} ${'hash' in choice ? choice.hash : ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups = listGroups(rows)
    .map(({ title, items }) => ({ title, items: items.filter((item) => fits(title, item)) }))
    .filter(({ items }) => items.length > 0);
  return [
    h('input', {
      type: 'search',
      class: 'examples-search',
      placeholder: 'Search examples, reasons and rules',
      'aria-label': 'Search examples, reasons and rules',
      value: query,
      autofocus: true,
      onInput: (event: Event) => {
        search((event.target as HTMLInputElement).value);
      },
    }),
    h('div', { class: 'examples-groups' }, [
      groups.length === 0 ? h('p', { class: 'empty' }, 'Nothing has these words.') : undefined,
      ...groups.map((group, index) =>
        // Long groups are closed until somebody looks for something.
        h('details', { key: group.title, open: words.length > 0 || index < 2 }, [
          h('summary', [group.title, h('span', { class: 'count' }, String(group.items.length))]),
          h(
            'ul',
            group.items.map((item) =>
              h(
                'li',
                h(
                  'button',
                  {
                    type: 'button',
                    onClick: () => {
                      choose(item.choice);
                    },
                  },
                  [
                    h('span', { class: 'title' }, item.title),
                    item.detail === '' ? undefined : h('span', { class: 'detail' }, item.detail),
                  ],
                ),
              ),
            ),
          ),
        ]),
      ),
    ]),
  ];
}
