import type { Verdict } from '../../../../transforms/finding.ts';
import type { Problem, Report, SdkRow, Skip } from '../../../report.ts';
import { count, h, number } from './dom.ts';
import { VERDICTS } from './filters.ts';
import { isMerged } from './model.ts';

const MEANING: Readonly<Record<Verdict, string>> = {
  exact: 'provably the same program',
  review: 'may store something else',
  manual: 'left for a person',
  ignored: 'silenced by a comment',
};

const MODE: Readonly<Record<Report['mode'], string>> = {
  write: 'The rewrites were written.',
  'dry-run': 'Dry run: nothing was written.',
  check: 'Check: nothing was written.',
  merge: '',
  unknown: '',
};

/** What it is about, and its totals as one bar. */
export function createHeader(report: Report, buttons: readonly HTMLElement[]): HTMLElement {
  const { repository, root, summary, apiVersion, version } = report;
  const repositories = new Set(report.reports?.map(({ name }) => name)).size;
  const title = isMerged(report)
    ? repositories === 1
      ? '1 repository'
      : `${number(repositories)} repositories`
    : repository.name;
  const facts = [
    MODE[report.mode],
    `${count(summary.findings, 'call')} in ${count(report.files.length, 'file')}, ${number(summary.filesScanned)} read.`,
    `API version ${apiVersion}.`,
  ];
  const chart = h('div.chart', { 'aria-hidden': 'true' });
  for (const verdict of VERDICTS) {
    if (summary[verdict] === 0) continue;
    const part = h('span.part', { 'data-verdict': verdict });
    part.style.flexGrow = String(summary[verdict]);
    chart.append(part);
  }
  return h(
    'header.page-heading',
    {},
    h(
      'div.title',
      {},
      h('p.maker', { title: root }, `clerk-metadata-codemod ${version}`),
      h('h1', {}, title),
      h('p.facts', {}, facts.filter((fact) => fact !== '').join(' ')),
    ),
    h('div.tools', {}, ...buttons),
    h(
      'dl.totals',
      { 'aria-label': 'Totals by verdict' },
      ...VERDICTS.filter((verdict) => verdict !== 'ignored' || summary.ignored > 0).map((verdict) =>
        h(
          'div.total',
          { 'data-verdict': verdict },
          h('dt', {}, h('span.verdict-name', {}, verdict), h('span.meaning', {}, MEANING[verdict])),
          h('dd', {}, number(summary[verdict])),
        ),
      ),
    ),
    chart,
  );
}

/** What else the run has to say, folded away unless it is bad news. */
export function createNotices({ errors, skipped, sdk, summary }: Report): HTMLElement {
  const old = sdk.filter(({ ok }) => ok === false);
  return h(
    'div.notices',
    {},
    notice('Could not be done', errors.length, true, listErrors(errors)),
    notice(
      old.length === 0 ? 'SDK versions' : `SDK versions: ${number(old.length)} to upgrade`,
      sdk.length,
      false,
      listSdk(sdk),
    ),
    notice('Not looked at', skipped.length, false, listSkipped(skipped)),
    summary.exact + summary.review === 0
      ? null
      : h(
          'p.legend',
          {},
          'The old call was one request. Where a call also sets other fields it is two now, and the second can fail after the first has succeeded.',
        ),
  );
}

function notice(title: string, amount: number, bad: boolean, content: HTMLElement): HTMLElement | null {
  if (amount === 0) return null;
  return h(
    bad ? 'details.notice.bad' : 'details.notice',
    { open: bad && amount < 10 },
    h('summary', {}, title, ' ', h('span.amount', {}, number(amount))),
    content,
  );
}

function listErrors(errors: readonly Problem[]): HTMLElement {
  const rows = errors.map(({ path, message, line, column }) =>
    h('li', {}, h('code', {}, line === null ? path : `${path}:${String(line)}:${String(column ?? 1)}`), ` ${message}`),
  );
  return h('ul', {}, ...rows);
}

function listSkipped(skipped: readonly Skip[]): HTMLElement {
  return h('ul', {}, ...skipped.map(({ path, why }) => h('li', {}, h('code', {}, path), ` ${why}`)));
}

function listSdk(sdk: readonly SdkRow[]): HTMLElement {
  const head = ['Package', 'Range', 'Installed', 'Needed', 'Move to', 'Asked for in'].map((title) =>
    h('th', { scope: 'col' }, title),
  );
  const rows = sdk.map(({ package: name, range, installed, required, ok, upgrade, manifest }) =>
    h(
      'tr',
      { class: ok === true ? 'fine' : 'old' },
      ...[
        name,
        range,
        installed ?? '–',
        required ?? 'none has them',
        ok === true ? '–' : (upgrade ?? '–'),
        manifest,
      ].map((text) => h('td', {}, text)),
    ),
  );
  return h(
    'div.table-box',
    { tabindex: '0', role: 'region', 'aria-label': 'SDK versions' },
    h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)),
  );
}
