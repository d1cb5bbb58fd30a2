/**
 * In the tables of how-it-decides, the name of a fixture opens it below its row. Without scripts, and with a modifier
 * key, it is a link to the playground.
 */
export function watchCases(base: string): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-case]') : null;
      const row = link?.closest('tr');
      if (!(link instanceof HTMLAnchorElement) || row === null || row === undefined) return;
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle(link, row, base);
    },
    { capture: true },
  );
}

function toggle(link: HTMLAnchorElement, row: HTMLTableRowElement, base: string): void {
  const name = link.dataset['case'] ?? '';
  const shown = row.nextElementSibling;
  const isOpen = shown instanceof HTMLElement && shown.classList.contains('case-row');
  const shownName = isOpen ? shown.dataset['name'] : undefined;
  for (const other of row.querySelectorAll('a[data-case]')) other.setAttribute('aria-expanded', 'false');
  if (isOpen) shown.remove();
  if (shownName === name) return;
  link.setAttribute('aria-expanded', 'true');
  const opened = document.createElement('tr');
  opened.className = 'case-row';
  opened.dataset['name'] = name;
  const cell = opened.insertCell();
  cell.colSpan = row.cells.length;
  cell.textContent = 'Loading…';
  row.after(opened);
  void import('../../playground/case-panel.ts').then(({ showCase }) => showCase(cell, name, base));
}
