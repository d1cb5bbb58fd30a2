import type { Reason, Verdict } from '../../transforms/finding.ts';
import type { FileReport, FindingReport } from '../report.ts';
import { codeFrame, type FrameLine } from './code-frame.ts';
import { describeChange, nounOf, weightOf } from './findings.ts';
import { count, place } from './format.ts';
import { heading, location, type Page, paint, paragraph, widest } from './pretty-page.ts';

/** From so many on, what is proven gets a line a file. */
const FOLDED_FROM = 20;

/** People read no more code than this in a terminal; what comes behind is listed without. */
const MOST_FRAMES = 50;

const TITLES: Readonly<Record<'manual' | 'review', string>> = { manual: 'Needs your decision', review: 'To review' };

/** Findings that somebody has to look at, each with what is the matter and the lines of code. */
export function listFramed(verdict: 'manual' | 'review', files: readonly FileReport[], page: Page): string[][] {
  const found = findingsOf(verdict, files);
  if (found.length === 0) return [];
  const later = verdict === 'review' && page.skipReview ? ', left for a later run' : '';
  return [
    [
      `${heading(page, TITLES[verdict])} (${count(found.length, nounOf(files))}${later})`,
      ...found.flatMap(({ file, finding }, index) => ['', ...describe(finding, file, index < MOST_FRAMES, page)]),
    ],
  ];
}

function describe(finding: FindingReport, { path }: FileReport, isFramed: boolean, page: Page): string[] {
  const { colors } = page;
  const reasons = ownReasons(finding);
  const [cause] = reasons.filter(({ code }) => weightOf(code) !== 'note');
  const at = cause ?? finding;
  const frame = isFramed ? codeFrame(finding, at, page.placeNow(path, at).line) : undefined;
  return [
    `  ${colors.underline(place(path, page.placeNow(path, at)))}  ${paint(finding.verdict, colors)(describeChange(finding))}`,
    ...reasons
      .filter(({ code }) => weightOf(code) !== 'note')
      .flatMap((reason) => paragraph(sayReason(reason, at, page, path), '  ', page)),
    ...(frame?.lines.flatMap((line) => drawLine(line, widest(frame.lines.map(({ number }) => String(number))), page)) ??
      []),
  ];
}

/** The message and its code; and where it is so, if that is elsewhere. */
function sayReason(
  reason: Reason,
  at: { readonly line: number; readonly column: number },
  page: Page,
  path: string,
): string {
  const isElsewhere = reason.line !== at.line || reason.column !== at.column;
  const where = isElsewhere ? ` At ${location(page.placeNow(path, reason))}.` : '';
  return `${reason.message}${where} [${reason.code}]`;
}

function drawLine({ number, text, mark, isCause }: FrameLine, digits: number, page: Page): string[] {
  const { colors } = page;
  const gutter = `    ${isCause ? '>' : ' '} ${String(number).padStart(digits)} | `;
  const room = page.width === null ? Number.POSITIVE_INFINITY : Math.max(20, page.width - gutter.length);
  const shift = mark !== null && mark.start + mark.length > room ? Math.max(0, mark.start - 10) : 0;
  const cut = text.slice(shift);
  const shown = cut.length > room ? `${cut.slice(0, room - 1)}…` : cut;
  const line = `${colors.dim(gutter)}${shift > 0 ? `…${shown.slice(1)}` : shown}`;
  if (mark === null) return [line];
  const length = Math.max(1, Math.min(mark.length, room - (mark.start - shift)));
  const blank = `      ${' '.repeat(digits)} | `;
  return [line, `${colors.dim(blank)}${' '.repeat(mark.start - shift)}${colors.red('^'.repeat(length))}`];
}

/** What is proven, and what is silenced. */
export function listExact(files: readonly FileReport[], page: Page): string[][] {
  return (['exact', 'ignored'] as const).flatMap((verdict) => {
    const found = findingsOf(verdict, files);
    if (found.length === 0) return [];
    const title = verdict === 'exact' ? 'Proven equivalent' : 'Silenced';
    const head = `${heading(page, title)} (${count(found.length, nounOf(files))})`;
    const groups = files
      .map(({ path, findings }) => ({ path, own: findings.filter((finding) => finding.verdict === verdict) }))
      .filter(({ own }) => own.length > 0);
    const at = widest(found.map(({ file, finding }) => location(page.placeNow(file.path, finding))));
    const isFolded = found.length >= FOLDED_FROM;
    return [
      [
        head,
        ...groups.flatMap(({ path, own }) =>
          isFolded
            ? [`  ${path}  ${page.colors.dim(count(own.length, nounOf(files)))}`]
            : [
                `  ${page.colors.underline(path)}`,
                ...own.map(
                  (finding) =>
                    `    ${page.colors.dim(location(page.placeNow(path, finding)).padStart(at))}  ${describeChange(finding)}`,
                ),
              ],
        ),
      ],
    ];
  });
}

/** What is so whatever the verdict. */
export function listNotes(files: readonly FileReport[], page: Page): string[][] {
  const notes = files.flatMap(({ path, findings }) =>
    findings.flatMap((finding) =>
      ownReasons(finding)
        .filter(({ code }) => weightOf(code) === 'note')
        .flatMap((reason) => [
          `  ${place(path, page.placeNow(path, reason))}`,
          ...paragraph(`${reason.message} [${reason.code}]`, '    ', page),
        ]),
    ),
  );
  return notes.length === 0 ? [] : [[heading(page, 'Good to know'), ...notes]];
}

/** What is so for a whole package is said once, with the SDK. */
function ownReasons({ reasons }: FindingReport): readonly Reason[] {
  return reasons.filter(({ code }) => code !== 'sdk-too-old');
}

function findingsOf(
  verdict: Verdict,
  files: readonly FileReport[],
): { readonly file: FileReport; readonly finding: FindingReport }[] {
  return files.flatMap((file) =>
    file.findings.filter((finding) => finding.verdict === verdict).map((finding) => ({ file, finding })),
  );
}
