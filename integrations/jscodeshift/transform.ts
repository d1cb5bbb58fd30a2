import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { applyEdits } from '../../transforms/edit/apply.ts';
import type { Finding } from '../../transforms/finding.ts';
import { type Analyzer, planRewrite } from '../../transforms/plan-rewrite.ts';
import { mayHaveFindings } from '../../transforms/prefilter.ts';
import { requirePlainly } from './load-plainly.ts';
import { readOptions } from './options.ts';

/** The part of jscodeshift's file that is read. Its test utilities may leave the path out. */
interface FileInfo {
  readonly path?: string | undefined;
  readonly source: string;
}

/** The part of jscodeshift's API that is used. Its test utilities have no `report`. */
interface Api {
  readonly report?: ((message: string) => void) | undefined;
}

const BOM = '\uFEFF';
const SOURCE_FILE = /\.[cm]?[jt]sx?$/i;

/** What a text without a name is parsed as: TypeScript with JSX, which holds for most of JavaScript too. */
const NAMELESS = 'nameless.tsx';

let analyzer: Analyzer | undefined;

/**
 * Moves metadata out of the general update calls: a transform for jscodeshift, with any of its parsers, since it uses none.
 * Each file is looked at on its own; whatever isn't rewritten, or is to be reviewed, is reported.
 *
 * @param options those of jscodeshift, and `exact`, `frontendReplace`, `only` and `todo`, as the command has them
 * @returns the new text; the old one where there are findings and nothing is rewritten; undefined where there is none
 * @throws Error where an option or the text is wrong, which jscodeshift lists as the file's error
 */
export default function transform(file: FileInfo, api: Api, options: Readonly<Record<string, unknown>> = {}): string | undefined {
  const analyzeOptions = readOptions(options);
  const path = resolve(file.path ?? NAMELESS).replaceAll(sep, '/');
  if (path.includes('/node_modules/') || !SOURCE_FILE.test(path) || !mayHaveFindings(file.source)) return undefined;
  requireUtf8(file);
  const mark = file.source.startsWith(BOM) ? BOM : '';
  analyzer ??= requirePlainly('./jscodeshift-engine.cjs') as Analyzer;
  const plan = planRewrite(file.source.slice(mark.length), path, analyzer, applyEdits, analyzeOptions);
  if (plan.kind === 'failed') throw new Error(plan.line === null ? plan.message : `${String(plan.line)}:${String(plan.column)}: ${plan.message}`);
  for (const finding of plan.findings) {
    for (const message of describe(finding)) api.report?.(message);
  }
  return plan.findings.length === 0 ? undefined : mark + plan.output;
}

/** jscodeshift decodes whatever it reads, and would write back replacement characters for the bytes of another encoding. */
function requireUtf8({ path, source }: FileInfo): void {
  if (path === undefined || !source.includes('\uFFFD')) return;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return;
  }
  if (!isUtf8(bytes)) throw new Error("isn't valid UTF-8, and was left as it is; save it as UTF-8");
}

/** A line for each reason why a call isn't rewritten or is to be reviewed; none for what is proved or silenced. */
function describe({ verdict, method, target, reasons }: Finding): string[] {
  switch (verdict) {
    case 'exact':
    case 'ignored':
      return [];
    case 'manual':
    case 'review':
      return reasons.map(
        ({ line, column, code, message }) => `${String(line)}:${String(column)} ${verdict}: ${target === null ? method : `${method} → ${target}`}: ${message} (${code})`,
      );
  }
}
