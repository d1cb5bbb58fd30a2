import { h } from './dom.ts';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'k'], 'next, previous finding'],
  [['x'], 'tick it as reviewed, or untick it'],
  [['o'], 'show or hide its code'],
  [['/'], 'search'],
  [['u'], 'only what is not reviewed'],
  [['Esc'], 'leave the search; clear the filters'],
  [['?'], 'these keys'],
];

/** The keys, in a dialog that the browser closes on Escape. */
export function createHelp(kept: boolean): HTMLDialogElement {
  const rows = KEYS.map(([keys, what]) =>
    h('tr', {}, h('td', {}, ...keys.map((key) => h('kbd', {}, key))), h('td', {}, what)),
  );
  const dialog = h(
    'dialog.help',
    { 'aria-labelledby': 'help-title' },
    h('h2', { id: 'help-title' }, 'Keys'),
    h('table', {}, h('tbody', {}, ...rows)),
    h(
      'p',
      {},
      kept
        ? 'Ticks are kept in this browser, for each finding: they stay when the report is made anew, unless the rewrite has changed.'
        : 'This browser keeps nothing for such pages: the ticks go when you close it.',
    ),
    h('form', { method: 'dialog' }, h('button', { type: 'submit' }, 'Close')),
  );
  return dialog;
}
