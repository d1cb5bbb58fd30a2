import { PACKAGE_NAME } from '../package-info.ts';
import type { Report } from '../report.ts';
import { weightOf } from './findings.ts';
import { heading, type Page, paragraph } from './pretty-page.ts';

/** What to do next, and the command for it. */
interface Step {
  readonly what: string;
  readonly command: string;
}

const SILENCE = '// clerk-metadata-ignore -- why';

/** What to do next, as commands; nothing where nothing was found. */
export function listNext(report: Report, page: Page): string[] {
  const steps = stepsFor(report, page);
  if (steps.length === 0) return [];
  return [
    heading(page, 'Next'),
    ...steps.flatMap(({ what, command }) => [...paragraph(what, '  ', page), `    ${page.colors.cyan(command)}`]),
  ];
}

function stepsFor(report: Report, page: Page): Step[] {
  const { summary } = report;
  if (summary.findings === summary.ignored) return [];
  const toRewrite = summary.exact + (page.skipReview ? 0 : summary.review);
  const steps = {
    write: {
      what: toRewrite > 0 ? 'Rewrite what can be rewritten:' : 'List the calls:',
      command: page.rewriteCommand(),
    },
    silence: { what: 'Keep a call as it is, with a comment on the line before it:', command: SILENCE },
    look: { what: 'Look at what was written:', command: 'git diff' },
    later: { what: 'Commit this, then rewrite what needs a review:', command: page.reviewCommand() },
    check: { what: 'Keep it so, in CI and hooks:', command: `npx ${PACKAGE_NAME} --check` },
  };
  switch (page.mode) {
    case 'check':
      return [...(toRewrite > 0 ? [steps.write] : []), steps.silence, ...explain(report, page)];
    case 'dry-run':
      return [...(toRewrite > 0 ? [steps.write] : []), ...explain(report, page)];
    case 'write':
      return [
        ...(report.summary.filesChanged > 0 ? [steps.look] : []),
        ...explain(report, page),
        ...(summary.manual > 0 ? [steps.silence] : []),
        ...(summary.review > 0 ? (page.skipReview ? [steps.later] : [keep(page)]) : []),
        steps.check,
      ];
    case 'merge':
    case 'unknown':
      return explain(report, page);
  }
}

/** The first reason that somebody has to look into. */
function explain({ files }: Report, { reasonsPage }: Page): Step[] {
  const codes = files
    .flatMap(({ findings }) => findings)
    .flatMap(({ reasons }) => reasons)
    .filter(({ code }) => weightOf(code) !== 'note')
    .map(({ code }) => code);
  const [first] = codes;
  return first === undefined
    ? []
    : [
        {
          what: `What a reason means and what to do, as in ${reasonsPage()}:`,
          command: `npx ${PACKAGE_NAME} --explain ${first}`,
        },
      ];
}

/** What was rewritten is found no second time. */
function keep({ savedTo, rewriteCommand }: Page): Step {
  const [saved] = savedTo;
  return saved === undefined
    ? {
        what: 'A second run lists no reviews again. To have them as a page, undo this run:',
        command: `git stash && ${rewriteCommand()} -o clerk.html`,
      }
    : { what: 'What is to be reviewed is saved:', command: saved };
}
