import type { Analysis, SyntaxProblem } from './analyze.ts';
import type { Edit, Finding } from './finding.ts';
import type { IdleSilence } from './language/silence.ts';
import type { AnalyzeOptions } from './analyze-options.ts';

/** The part of the engine that parses. It comes in as a parameter, since it is slow to load. */
export interface Analyzer {
  readonly analyze: (text: string, fileName: string, options?: AnalyzeOptions) => Analysis;
  readonly findSyntaxProblem: (text: string, fileName: string) => SyntaxProblem | undefined;
}

/** What is to become of one text. The message of a failure is the end of a sentence that starts with the file. */
export type Plan =
  /** `unread`: why parts of the text weren't read, where they may hold calls. */
  | {
      readonly kind: 'planned';
      readonly findings: readonly Finding[];
      readonly output: string;
      readonly unread?: readonly string[];
      /** Comments that are meant to silence and don't. */
      readonly idleSilences?: readonly IdleSilence[];
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly line: number | null;
      readonly column: number | null;
      /** What was found all the same. */
      readonly findings: readonly Finding[];
    };

/**
 * Analyses a text and applies the edits. An output that doesn't parse is a failure: it must not be written. So is
 * whatever the analysis throws.
 *
 * @param fileName absolute, with forward slashes
 */
export function planRewrite(
  text: string,
  fileName: string,
  analyzer: Analyzer,
  applyEdits: (text: string, edits: readonly Edit[]) => string,
  options: AnalyzeOptions,
): Plan {
  try {
    return plan(text, fileName, analyzer, applyEdits, options);
  } catch (error) {
    return { kind: 'failed', message: describeDefect(error), line: null, column: null, findings: [] };
  }
}

/**
 * What the analysis of one file threw, which must not end the run, as the end of a sentence that starts with the file.
 */
export function describeDefect(error: unknown): string {
  // The compiler's own parser is recursive: some thousand levels are more than it can take.
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'is nested too deeply to be analysed, and was left as it is';
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `could not be analysed (${why.split('\n')[0] ?? why}), and was left as it is. That is a defect of this command; please report it`;
}

function plan(
  text: string,
  fileName: string,
  { analyze, findSyntaxProblem }: Analyzer,
  applyEdits: (text: string, edits: readonly Edit[]) => string,
  options: AnalyzeOptions,
): Plan {
  const analysis = analyze(text, fileName, options);
  if (analysis.kind === 'syntax-error') {
    const { message, line, column } = analysis.problem;
    return { kind: 'failed', message: `doesn't parse: ${message}`, line, column, findings: [] };
  }
  const { findings, unread = [], idleSilences = [] } = analysis;
  const edits = findings.flatMap((finding) => finding.edits);
  if (edits.length === 0) return { kind: 'planned', findings, output: text, unread, idleSilences };
  const refuse = (why: string): Plan => ({
    kind: 'failed',
    message: `was left as it is: ${why}. That is a defect of this command; please report it`,
    line: null,
    column: null,
    findings,
  });
  let output: string;
  try {
    output = applyEdits(text, edits);
  } catch (error) {
    return refuse(`its edits don't fit together (${error instanceof Error ? error.message : String(error)})`);
  }
  const broken = findSyntaxProblem(output, fileName);
  if (broken === undefined) return { kind: 'planned', findings, output, unread, idleSilences };
  return refuse(
    `the rewritten text would not parse (${broken.message} at ${String(broken.line)}:${String(broken.column)})`,
  );
}
