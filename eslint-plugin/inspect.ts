import type { Analysis } from '../transforms/analyze.ts';
import type { Finding, FindingKind, MergingKind } from '../transforms/finding.ts';
import type { AnalyzeOptions } from '../transforms/analyze-options.ts';
import { holdsWords, mayHaveFindings, mayHaveMergingCalls } from '../transforms/prefilter.ts';
import { LONE_FILE } from '../transforms/project.ts';
import type { FileContext } from './file-context.ts';
import { createFileView } from './file-view.ts';
import { loadEngine } from './load-engine.ts';
import { typesOf } from './type-services.ts';

export type Settings = Pick<AnalyzeOptions, 'exact' | 'frontendReplace' | 'packages' | 'removeUnused' | 'skipReview'>;

const MERGING_KINDS: ReadonlySet<FindingKind> = new Set<MergingKind>([
  'stored-spread',
  'left-out-key',
  'undefined-value',
  'empty-merge',
]);

/** The findings of each source text, by the settings: the rules share them. */
const known = new WeakMap<object, Map<string, readonly Finding[]>>();

/** Why a source text could not be analysed. */
const failures = new WeakMap<object, string>();

/** What each source text may hold: the rules share the scan. */
const scanned = new WeakMap<object, Candidate>();

export interface Candidate {
  readonly mayHaveFindings: boolean;
  readonly mayHaveMergingCalls: boolean;
}

/** Whether the file is worth a look: a program, with the words that a rule's findings have. */
export function scan({ sourceCode }: FileContext): Candidate {
  let candidate = scanned.get(sourceCode);
  if (candidate === undefined) {
    const { text } = sourceCode;
    // Other languages come with trees of their own, or none.
    const tree = (sourceCode as { readonly ast?: { readonly type?: string } }).ast;
    const isWorthIt = tree?.type === 'Program' && holdsWords(text);
    candidate = {
      mayHaveFindings: isWorthIt && mayHaveFindings(text),
      mayHaveMergingCalls: isWorthIt && mayHaveMergingCalls(text),
    };
    scanned.set(sourceCode, candidate);
  }
  return candidate;
}

/**
 * The engine's findings in a file, none where it doesn't parse: whoever types sees that from the parser. None either
 * where the analysis fails, which {@link failureIn} tells. Computed once for each text and settings.
 */
export function findingsIn(context: FileContext, settings: Settings): readonly Finding[] {
  const bySettings = known.get(context.sourceCode) ?? new Map<string, readonly Finding[]>();
  known.set(context.sourceCode, bySettings);
  const {
    exact = false,
    frontendReplace = 'merge',
    packages = {},
    removeUnused = false,
    skipReview = false,
  } = settings;
  const key = JSON.stringify([exact, frontendReplace, packages, removeUnused, skipReview]);
  let findings = bySettings.get(key);
  if (findings === undefined) {
    const analysis = tryToInspect(context, settings);
    findings = analysis.kind === 'analyzed' ? analysis.findings : [];
    bySettings.set(key, findings);
  }
  return findings;
}

/**
 * Why a file has no findings though it may hold calls, as a sentence; undefined where it was analysed. To be asked
 * after its findings.
 */
export function failureIn({ sourceCode }: FileContext): string | undefined {
  return failures.get(sourceCode);
}

/** Whether what a fix makes of a file parses. */
export function parses(output: string, { filename }: FileContext): boolean {
  try {
    return loadEngine().findSyntaxProblem(output, filename.replaceAll('\\', '/')) === undefined;
  } catch {
    return false;
  }
}

/**
 * A defect, or code that is nested too deeply, is the problem of its file: it must not end the run of the linter, and
 * with it the other rules.
 */
function tryToInspect(context: FileContext, settings: Settings): Analysis | { readonly kind: 'failed' } {
  try {
    return inspect(context, settings);
  } catch (error) {
    failures.set(context.sourceCode, describeFailure(error));
    return { kind: 'failed' };
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack')) return 'It is nested too deeply.';
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `That is a defect of this rule; please report it (${why.split('\n')[0] ?? why}).`;
}

function inspect(context: FileContext, settings: Settings): Analysis {
  const { filename, sourceCode } = context;
  const engine = loadEngine();
  const fileName = filename.replaceAll('\\', '/');
  // Text without a file, as an editor's new buffer has it, has no surroundings.
  const isFile = /^(?:\/|[A-Za-z]:\/)/.test(fileName);
  const types = typesOf(context, engine);
  return engine.analyze(sourceCode.text, fileName, {
    ...settings,
    isolatedFixes: true,
    mergingCalls: true,
    project: isFile ? createFileView() : LONE_FILE,
    ...(types === undefined ? {} : { types }),
  });
}

/** Whether a finding is about a general update, whatever form it has. */
export function isOfUpdate({ kind }: Finding): boolean {
  return !MERGING_KINDS.has(kind);
}
