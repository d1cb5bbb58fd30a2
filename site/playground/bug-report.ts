import type { Plan } from '../../transforms/plan-rewrite.ts';
import type { EngineOptions, SourceText } from '../engine/engine-messages.ts';

interface Reported {
  readonly version: string;
  readonly files: readonly SourceText[];
  readonly active: number;
  readonly options: EngineOptions;
  readonly plan: Plan | undefined;
  /** The address that opens the case. */
  readonly address: string;
}

/** The text of a bug report: the code, what the engine says and writes, and what its reader has to add. */
export function writeBugReport({ version, files, active, options, plan, address }: Reported): string {
  const shown = files[active];
  return [
    '### What is wrong?',
    '<!-- One of: a rewrite that is called exact and isn’t / a call that was not found / a finding where there is nothing of Clerk’s / a call left for me that could be rewritten / code that was changed beside the call -->',
    '### The code',
    ...files.map(({ path, text }) => `\`${path}\`\n\n${fence(text, path)}`),
    '### What the command says',
    describe(plan),
    ...(plan?.kind === 'planned' && shown !== undefined && plan.output !== shown.text
      ? [`It writes, as \`${shown.path}\`:\n\n${fence(plan.output, shown.path)}`]
      : ['It writes nothing.']),
    '### What you expected, and why',
    '<!-- Please say. -->',
    '### Versions',
    `clerk-metadata-codemod ${version}, in the playground; options: \`${JSON.stringify(options)}\``,
    `[Open this case in the playground](${address})`,
    '',
  ].join('\n\n');
}

function describe(plan: Plan | undefined): string {
  if (plan === undefined) return 'Nothing yet.';
  const problem = plan.kind === 'failed' ? [`The file ${plan.message}`] : [];
  const findings = plan.findings.map(({ from, method, target, verdict, reasons }) => {
    const codes = reasons.map(({ code }) => code).join(', ');
    const call = target === null ? method : `${method} → ${target}`;
    return `${String(from.line)}:${String(from.column)}  ${call}  ${verdict}  ${codes}`.trimEnd();
  });
  const lines = [...problem, ...findings];
  return lines.length === 0 ? 'It finds nothing.' : fence(lines.join('\n'), 'text');
}

/** A block of code, with a fence that is longer than any in it. */
function fence(text: string, path: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${path.split('.').at(-1) ?? ''}\n${text.replace(/\n?$/, '\n')}${ticks}`;
}
