import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileProblem } from '../../project/file-problem.ts';
import { createManifests } from '../../project/manifests.ts';
import { withForwardSlashes } from '../../project/paths.ts';
import { READ_EXTENSIONS } from '../../project/source-extensions.ts';
import { createTsConfigs } from '../../project/tsconfig.ts';
import { createProjectView } from '../../project/view.ts';
import { applyEdits } from '../../transforms/edit/apply.ts';
import { followEdits } from '../../transforms/edit/moved-places.ts';
import { type Analyzer, planRewrite } from '../../transforms/plan-rewrite.ts';
import { LONE_FILE, type ProjectView } from '../../transforms/project.ts';
import { mayHaveFindings } from '../../transforms/prefilter.ts';
import { describeReasons, describeRewrites, describeUnread, whyGenerated } from '../messages.ts';
import { readOptions } from '../host-options.ts';
import { requirePlainly } from './load-plainly.ts';

/** The part of jscodeshift's file that is read. Its test utilities may leave the path out. */
interface FileInfo {
  /** Relative to the current folder, or absolute. */
  readonly path?: string | undefined;
  readonly source: string;
}

/** The part of jscodeshift's API that is used. Its test utilities have no `report`. */
interface Api {
  readonly report?: ((message: string) => void) | undefined;
}

const BOM = '\uFEFF';

/** What a text without a name is parsed as: TypeScript with JSX, which holds for most of JavaScript too. */
const NAMELESS = '/nameless.tsx';

interface Loaded {
  readonly engine: Analyzer;
  readonly surroundings: ProjectView;
  /** Of the files around, each until it is reported. */
  readonly problems: FileProblem[];
}

let loaded: Loaded | undefined;

/**
 * Moves metadata out of the general update calls: a transform for jscodeshift, with any of its parsers, since it uses
 * none.
 * Reports whatever isn't rewritten or is to be reviewed, at its place after the write; in a dry run everything that
 * would be rewritten, too, at its place now.
 *
 * @param options those of jscodeshift, and `exact`, `skipReview`, `frontendReplace`, `only` and `todo`, as the command
 *   has them
 * @returns the new text; the old one where there are findings and nothing is rewritten; undefined where there is none
 * @throws Error where an option or the text is wrong, which jscodeshift lists as the file's error
 */
export default function transform(
  file: FileInfo,
  api: Api,
  options: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const analyzeOptions = readOptions(options, '--');
  const path = file.path === undefined ? NAMELESS : withForwardSlashes(resolve(file.path));
  if (!isSource(path) || !mayHaveFindings(file.source)) return undefined;
  const generated = file.path === undefined ? undefined : whyGenerated(path, process.cwd(), file.source);
  if (generated !== undefined) {
    api.report?.(`skipped: ${generated}`);
    return undefined;
  }
  requireUtf8(file);

  const { engine, surroundings, problems } = (loaded ??= load());
  const mark = file.source.startsWith(BOM) ? BOM : '';
  const text = file.source.slice(mark.length);
  const project = file.path === undefined ? LONE_FILE : surroundings;
  const plan = planRewrite(text, path, engine, applyEdits, { ...analyzeOptions, project });
  for (const problem of problems.splice(0)) api.report?.(`could not use ${problem.path}: ${problem.message}`);
  if (plan.kind === 'failed')
    throw new Error(plan.line === null ? plan.message : `${String(plan.line)}:${String(plan.column)}: ${plan.message}`);
  const isDry = options['dry'] === true;
  const edits = plan.findings.flatMap((finding) => finding.edits);
  const messages = isDry
    ? [...describeRewrites(plan.findings), ...describeReasons(plan.findings, (place) => place)]
    : describeReasons(plan.findings, followEdits(text, plan.output, edits));
  for (const message of [...messages, ...describeUnread(plan)]) api.report?.(message);
  return plan.findings.length === 0 ? undefined : mark + plan.output;
}

function load(): Loaded {
  const problems: FileProblem[] = [];
  const report = (problem: FileProblem): void => {
    problems.push(problem);
  };
  return {
    engine: requirePlainly('./engine.cjs') as Analyzer,
    surroundings: createProjectView(createManifests(report), createTsConfigs(null, report)),
    problems,
  };
}

/** jscodeshift hands over whatever is in a folder, packages too. */
function isSource(path: string): boolean {
  return READ_EXTENSIONS.has(/\.\w+$/.exec(path)?.[0] ?? '') && !path.includes('/node_modules/');
}

/**
 * jscodeshift decodes whatever it reads, and would write back replacement characters for the bytes of another encoding.
 */
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
