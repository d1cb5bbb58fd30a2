import type { PageData } from '../page-data.ts';
import { renderDiff } from './diff-view.ts';
import { h } from './dom.ts';
import type { Item } from './model.ts';
import { keepRoom } from './room.ts';
import type { Ticks } from './ticks.ts';

export interface Card {
  readonly item: Item;
  /** Empty at first; page.css keeps its room. */
  readonly element: HTMLElement;
  /** Shows or hides the code. */
  readonly toggle: () => void;
  /** Shows the state of the tick, and folds away what is done. */
  readonly refresh: () => void;
  /** Makes all but the diff, if that hasn't been done yet. */
  readonly fill: () => void;
  /** Makes what is missing, the diff too unless it is folded away. */
  readonly render: () => void;
}

interface Contents {
  readonly box: HTMLInputElement;
  readonly outdated: HTMLElement;
  readonly fold: HTMLElement;
  readonly code: HTMLElement;
}

/** A finding, which is only an empty element until somebody may look at it: there may be thousands. */
export function createCard(
  item: Item,
  data: PageData,
  ticks: Ticks,
  tick: (item: Item, ticked: boolean) => void,
): Card {
  const { finding, id } = item;
  const element = h('article.finding', { id, tabindex: '-1', 'data-verdict': finding.verdict });
  keepRoom(element, [item]);
  let contents: Contents | undefined;

  const isFolded = (): boolean => element.classList.contains('folded');
  const showState = ({ box, outdated, fold, code }: Contents): void => {
    box.checked = ticks.has(item);
    outdated.hidden = !ticks.isOutdated(item);
    code.hidden = isFolded();
    fold.setAttribute('aria-expanded', String(!isFolded()));
  };
  const setOpen = (open: boolean): void => {
    element.classList.toggle('folded', !open);
    if (contents === undefined) return;
    showState(contents);
    render();
  };
  const toggle = (): void => {
    setOpen(isFolded());
  };
  const fill = (): Contents => {
    if (contents !== undefined) return contents;
    contents = fillCard(element, item, data, {
      toggle,
      tick: (ticked) => {
        tick(item, ticked);
      },
    });
    showState(contents);
    return contents;
  };
  const render = (): void => {
    const { code } = fill();
    if (!isFolded() && code.childElementCount === 0) code.append(renderDiff(finding));
  };
  const refresh = (): void => {
    const done = ticks.has(item);
    if (contents !== undefined) showState(contents);
    if (element.classList.toggle('done', done) !== wasDone) setOpen(!done);
    wasDone = done;
  };
  let wasDone = false;
  refresh();
  return { item, element, toggle, refresh, fill, render };
}

function fillCard(
  element: HTMLElement,
  item: Item,
  data: PageData,
  actions: { readonly toggle: () => void; readonly tick: (ticked: boolean) => void },
): Contents {
  const { finding, id } = item;
  const place = `${String(finding.line)}:${String(finding.column)}`;
  const box = h('input', {
    type: 'checkbox',
    'aria-label': `Reviewed: ${item.file.path}:${place}`,
    change: () => {
      actions.tick(box.checked);
    },
  });
  const outdated = h('span.outdated', {}, 'changed since you ticked it');
  const fold = h('button.fold', {
    type: 'button',
    'aria-controls': `${id}-code`,
    'aria-label': 'Code',
    click: actions.toggle,
  });
  const code = h('div.code-box', { id: `${id}-code` });
  element.setAttribute('aria-labelledby', `${id}-title`);
  element.append(
    h(
      'header.finding-heading',
      {},
      h('label.tick', { title: 'Reviewed (x)' }, box),
      h('a.place', { href: `#${id}`, title: 'Link to this finding' }, place),
      h(
        'h3',
        { id: `${id}-title` },
        h('code', {}, finding.method),
        ...(finding.target === null ? [] : [h('span.arrow', {}, ' → '), h('code', {}, finding.target)]),
      ),
      h(
        'span.subject',
        {},
        [finding.surface, ...(finding.kind === 'call' ? [] : [finding.kind]), ...finding.fields].join(' · '),
      ),
      outdated,
      h('span.verdict', {}, finding.verdict),
      fold,
    ),
    ...(finding.reasons.length === 0 ? [] : [h('ul.reasons', {}, ...describeReasons(item, data))]),
    code,
  );
  return { box, outdated, fold, code };
}

/** Each reason once, with what to do below it for those who ask. */
function describeReasons({ finding }: Item, { reasons }: PageData): HTMLElement[] {
  const once = new Map(finding.reasons.map((reason) => [reason.code as string, reason]));
  return [...once].map(([code, { message, line, column }]) => {
    const { weight, advice } = reasons[code] ?? { weight: 'note', advice: '' };
    const sentence = [
      h('code.code-name', { 'data-weight': weight }, code),
      ` ${message} `,
      h('span.at', {}, `${String(line)}:${String(column)}`),
    ];
    return h(
      'li',
      {},
      advice === ''
        ? h('p', {}, ...sentence)
        : h('details', {}, h('summary', {}, ...sentence), h('p.advice', {}, advice)),
    );
  });
}
