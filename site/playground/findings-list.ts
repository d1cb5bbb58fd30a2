import { h, type VNode } from 'vue';
import type { Finding, Position, Reason } from '../../transforms/finding.ts';
import type { Plan } from '../../transforms/plan-rewrite.ts';
import { REASON_HELP } from './built-data.ts';
import { withCode } from './inline-code.ts';
import { VERDICT_TEXTS } from './verdicts.ts';

interface ListOptions {
  readonly plan: Plan | undefined;
  /** The address of the site. */
  readonly base: string;
  readonly goTo: (place: Position) => void;
}

/** The findings of a file, each with its verdict, its place, its reasons in full and what to do. */
export function renderFindings({ plan, base, goTo }: ListOptions): VNode {
  if (plan === undefined) return h('p', { class: 'empty' }, 'The engine is starting…');
  const notes = notesOf(plan, goTo);
  if (plan.findings.length === 0 && notes.length === 0)
    return h('p', { class: 'empty' }, [
      'Nothing here concerns the new API version. ',
      h('span', 'Calls that send metadata, or may send it, are listed here.'),
    ]);
  return h('div', [
    ...notes,
    h(
      'ol',
      { class: 'findings' },
      plan.findings.map((finding) => renderFinding(finding, base, goTo)),
    ),
  ]);
}

/** Why a file, or a part of it, wasn't looked at. */
function notesOf(plan: Plan, goTo: ListOptions['goTo']): VNode[] {
  if (plan.kind === 'planned') return (plan.unread ?? []).map((why) => h('p', { class: 'note' }, `Not read: ${why}.`));
  const { message, line, column } = plan;
  return [
    h('p', { class: 'note problem' }, [
      line === null ? undefined : renderPlace({ line, column: column ?? 1 }, goTo),
      ` This file ${message}.`,
    ]),
  ];
}

function renderFinding(finding: Finding, base: string, goTo: ListOptions['goTo']): VNode {
  const { verdict, method, target, fields, from, reasons, edits } = finding;
  const isPutOff = verdict === 'review' && edits.length === 0;
  return h('li', { class: `finding ${verdict}` }, [
    h('div', { class: 'finding-head' }, [
      h('span', { class: `verdict ${verdict}` }, verdict),
      h('h3', [
        h('code', method),
        target === null ? undefined : h('span', { class: 'arrow', 'aria-label': 'becomes' }, ' → '),
        target === null ? undefined : h('code', target),
      ]),
      renderPlace(from, goTo),
      fields.length === 0 ? undefined : h('span', { class: 'fields' }, fields.join(', ')),
    ]),
    h('p', { class: 'meaning' }, isPutOff ? 'Left for a later run: it needs a review.' : VERDICT_TEXTS[verdict]),
    ...reasons.map((reason) => renderReason(reason, base, goTo)),
  ]);
}

function renderReason(
  { code, message, line, column, origins = [] }: Reason,
  base: string,
  goTo: ListOptions['goTo'],
): VNode {
  const { weight, todo, text } = REASON_HELP[code];
  return h('section', { class: `reason ${weight}` }, [
    h('p', { class: 'reason-message' }, [
      renderPlace({ line, column }, goTo),
      ' ',
      ...withCode(message),
      ' ',
      ...origins.map((origin) => renderPlace(origin, goTo)),
    ]),
    todo === '' ? undefined : h('div', { class: 'todo' }, [h('h4', 'What to do'), h('div', { innerHTML: todo })]),
    h('details', [
      h('summary', [h('code', code), ': what it means']),
      h('div', { class: 'vp-doc reason-text', innerHTML: text }),
      h('p', h('a', { href: `${base}reasons#${code}` }, 'Open this reason in the docs')),
    ]),
  ]);
}

function renderPlace({ line, column }: Position, goTo: ListOptions['goTo']): VNode {
  const place = `${String(line)}:${String(column)}`;
  return h(
    'button',
    {
      type: 'button',
      class: 'place',
      'aria-label': `${place}: go to this line and column`,
      onClick: () => {
        goTo({ line, column });
      },
    },
    place,
  );
}
