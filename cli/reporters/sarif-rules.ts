import type { ReportingDescriptor } from 'sarif';
import { API_VERSION } from '../../transforms/api-change.ts';
import type { Verdict } from '../../transforms/finding.ts';
import { type ReasonCode, REASONS } from '../../transforms/reasons.ts';
import { explainReason } from '../explain.ts';
import { pageLink } from '../../project/page-link.ts';
import { PACKAGE_NAME, readPackageInfo } from '../package-info.ts';
import type { FindingReport, Report } from '../report.ts';
import { sentenceOf, weightOf } from './findings.ts';

/** The rule of what no reason changes: a call that is provably the same afterwards, or one that is silenced. */
const BASE_RULE = 'metadata-in-update';

const BASE_MESSAGE = `From API version ${API_VERSION} on, the general update methods refuse metadata, which has methods of its own.`;

export const LEVEL_OF: Readonly<Record<Verdict, 'error' | 'warning' | 'note'>> = {
  manual: 'error',
  review: 'warning',
  exact: 'note',
  ignored: 'note',
};

/** The reason that decided the verdict. With `--exact` what would be for review is left to a person. */
export function ruleOf({ verdict, reasons }: Pick<FindingReport, 'verdict' | 'reasons'>): string {
  const deciding =
    reasons.find(({ code }) => weightOf(code) === verdict) ?? reasons.find(({ code }) => weightOf(code) !== 'note');
  return deciding?.code ?? BASE_RULE;
}

/** The rules of a report's findings, each once, in the order of the table of reasons. */
export function listRules(report: Report): ReportingDescriptor[] {
  const used = new Map<string, FindingReport>();
  for (const { findings } of report.files)
    for (const finding of findings) if (!used.has(ruleOf(finding))) used.set(ruleOf(finding), finding);
  const order = [BASE_RULE, ...Object.keys(REASONS)];
  return [...used]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([id, finding]) => (id === BASE_RULE ? describeBase(report) : describeRule(id, finding, report)));
}

function describeBase({ version }: Report): ReportingDescriptor {
  const text = `${BASE_MESSAGE} The rewrite is provably the same program.`;
  const page = 'docs/how-it-decides.md';
  return describe(
    BASE_RULE,
    'exact',
    BASE_MESSAGE,
    { text, markdown: withWholeLinks(`${text} [How it decides](how-it-decides.md)`, version) },
    linkOf(version, page),
  );
}

function describeRule(code: string, finding: FindingReport, { version }: Report): ReportingDescriptor {
  const reason = finding.reasons.find((candidate) => candidate.code === code);
  const message = reason === undefined ? code : sentenceOf(reason);
  // A merged report may come from another version, which knows more reasons.
  const markdown = Object.hasOwn(REASONS, code)
    ? `${withWholeLinks(explainReason(code as ReasonCode), version)}\nThe same on a terminal: \`npx ${PACKAGE_NAME} --explain ${code}\`\n`
    : message;
  return describe(
    code,
    weightOf(code) === 'manual' ? 'manual' : 'review',
    message,
    { text: withoutMarkup(markdown), markdown },
    linkOf(version, `docs/reasons.md#${code}`),
  );
}

function describe(
  id: string,
  verdict: Exclude<Verdict, 'ignored'>,
  message: string,
  help: { text: string; markdown: string },
  helpUri: string | undefined,
): ReportingDescriptor {
  const severity = { manual: 'error', review: 'warning', exact: 'recommendation' } as const;
  return {
    id,
    name: id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: message },
    fullDescription: { text: message },
    help,
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: LEVEL_OF[verdict] },
    properties: {
      tags: ['clerk', 'migration', verdict],
      precision: verdict === 'exact' ? 'very-high' : 'high',
      'problem.severity': severity[verdict],
    },
  };
}

/** Of the version that made the report. */
function linkOf(version: string, page: string): string | undefined {
  return pageLink({ ...readPackageInfo(), version }, page);
}

/**
 * The page's own links lead nowhere from where the help is shown: they become whole, or plain text where there is
 * nothing to link to.
 */
function withWholeLinks(markdown: string, version: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, (_, text: string, link: string) => {
    const address = linkOf(version, link.startsWith('#') ? `docs/reasons.md${link}` : `docs/${link}`);
    return address === undefined ? text : `[${text}](${address})`;
  });
}

/** Every other part between fences is code, which stays as it is. */
function withoutMarkup(markdown: string): string {
  const parts = markdown.split(/^```.*\n/m);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(/^(?:#+|>) /gm, '')
            .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
            .replaceAll(/\*\*|`/g, ''),
    )
    .join('');
}
