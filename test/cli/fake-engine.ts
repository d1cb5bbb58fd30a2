/**
 * An engine of a few lines, so that what the command does with findings is tested apart from how they are made.
 * Each `….updateUser(…)` whose line ends in a comment with a verdict is a finding:
 *
 *     users.updateUser(id, params); // exact
 *
 * `// breaks` is rewritten to something that doesn't parse, `// throws` is a defect, `// loops` never comes to an end,
 * `// types` does so where types are asked, `// nests` goes too deep, and `@@@` is a syntax error. A text with
 * `endless` can't even be scanned.
 */
import type { Analysis, SyntaxProblem } from '../../transforms/analyze.ts';
import type { AnalyzeOptions } from '../../transforms/analyze-options.ts';
import { applyEdits } from '../../transforms/edit/apply.ts';
import type { Finding, Position, Reason, Verdict } from '../../transforms/finding.ts';
import { type ReasonCode, REASONS } from '../../transforms/reasons.ts';
import type { Engine } from '../../cli/engine-calls.ts';
import { TIME_LIMITS, type TimeLimits } from '../../cli/watchdog.ts';

const CALL =
  /[\w.]+\.updateUser\([^)\n]*\)(?=.*\/\/ (exact|review|manual|ignored|breaks|throws|loops|types|nests)\r?$)/gmu;

const REASON_OF: Readonly<Record<Verdict, ReasonCode | undefined>> = {
  exact: undefined,
  review: 'value-may-merge',
  manual: 'receiver-unproven',
  ignored: undefined,
};

export interface FakeEngine extends Engine {
  /** What it was asked to analyse, in order. */
  readonly calls: { readonly text: string; readonly fileName: string; readonly options: AnalyzeOptions }[];
}

export function createFakeEngine(limits: TimeLimits = TIME_LIMITS): FakeEngine {
  const calls: FakeEngine['calls'] = [];
  return {
    calls,
    limits,
    mayHaveFindings: (text) => {
      if (text.includes('endless')) loopForEver();
      return text.includes('updateUser');
    },
    applyEdits,
    loadAnalyzer: () =>
      Promise.resolve({
        analyze: (text, fileName, options = {}) => {
          calls.push({ text, fileName, options });
          return analyze(text, options);
        },
        findSyntaxProblem,
      }),
  };
}

function analyze(text: string, options: AnalyzeOptions): Analysis {
  const problem = findSyntaxProblem(text);
  if (problem !== undefined) return { kind: 'syntax-error', problem };
  const findings = [...text.matchAll(CALL)].map((match) => describe(match, text, options));
  return { kind: 'analyzed', findings };
}

function findSyntaxProblem(text: string): SyntaxProblem | undefined {
  const broken = text.indexOf('@@@');
  return broken === -1 ? undefined : { ...positionAt(text, broken), message: 'Expression expected.' };
}

function describe(match: RegExpExecArray, text: string, options: AnalyzeOptions): Finding {
  const written = match[1] ?? '';
  if (written === 'throws') throw new TypeError('cannot read what is not there');
  if (written === 'loops') loopForEver();
  if (
    written === 'types' &&
    options.types?.kindsAt({ start: match.index, end: match.index + match[0].length }) !== undefined
  )
    loopForEver();
  if (written === 'nests') goDeep();
  const verdict: Verdict = written === 'breaks' || written === 'types' ? 'exact' : (written as Verdict);
  const start = match.index;
  const end = start + match[0].length;
  const method = start + match[0].indexOf('updateUser');
  const rewritten = verdict === 'exact' || verdict === 'review';
  const from = positionAt(text, start);
  const code = REASON_OF[verdict];
  const reasons: Reason[] =
    code === undefined ? [] : [{ code, message: REASONS[code].message, ...positionAt(text, method) }];
  const target = written === 'breaks' ? '@@@' : 'replaceUserMetadata';
  const todo = verdict === 'manual' && (options.todo ?? false) !== false && !text.includes('TODO(clerk-metadata)');
  return {
    kind: 'call',
    surface: 'users',
    method: 'updateUser',
    target: rewritten ? target : null,
    fields: ['publicMetadata'],
    requests: 1,
    verdict,
    reasons,
    start,
    end,
    from,
    to: positionAt(text, end),
    mark: { from: positionAt(text, method), to: positionAt(text, method + 'updateUser'.length) },
    edits: rewritten
      ? verdict === 'review' && options.skipReview === true
        ? []
        : [{ start: method, end: method + 'updateUser'.length, text: target }]
      : todo
        ? [{ start, end: start, text: '/* TODO(clerk-metadata): decide */ ' }]
        : [],
  };
}

function loopForEver(): never {
  for (;;);
}

function goDeep(): number {
  return goDeep() + 1;
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
