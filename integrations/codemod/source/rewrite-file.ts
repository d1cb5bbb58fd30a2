import type { FileProblem } from '../../../project/file-problem.ts';
import { createManifests } from '../../../project/manifests.ts';
import { displayPath, withForwardSlashes } from '../../../project/paths.ts';
import { createTsConfigs } from '../../../project/tsconfig.ts';
import { createProjectView } from '../../../project/view.ts';
import { analyze, findSyntaxProblem } from '../../../transforms/analyze.ts';
import { applyEdits } from '../../../transforms/edit/apply.ts';
import { followEdits } from '../../../transforms/edit/moved-places.ts';
import { planRewrite } from '../../../transforms/plan-rewrite.ts';
import { describeReasons, describeUnread, whyGenerated } from '../../messages.ts';
import { readOptions } from '../../host-options.ts';
import { isIgnoredByGit } from './git-ignore.ts';
import { readFileSync } from './node.ts';
import { hasMark } from './utf8-text.ts';

export interface FileToRewrite {
  /** Absolute. */
  readonly path: string;
  /** Decoded, without its byte order mark. */
  readonly text: string;
  /** Absolute: the target of the run, beyond which nothing can be read. */
  readonly targetDir: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly say: (line: string) => void;
}

/**
 * Says what needs a decision or a review in a file, at its place after the write.
 *
 * @returns the new text, with its byte order mark; null where nothing changes
 * @throws Error where a parameter is wrong or the text doesn't parse
 */
export function rewriteFile({ path, text, targetDir, params, say }: FileToRewrite): string | null {
  const options = readOptions(params, '--param ');
  const skipped = isIgnoredByGit(path, targetDir) ? 'git ignores it' : whyGenerated(path, targetDir, text);
  if (skipped !== undefined) {
    say(`skipped: ${skipped}`);
    return null;
  }
  const report = (problem: FileProblem): void => {
    say(`could not use ${displayPath(targetDir, problem.path)}: ${problem.message}`);
  };
  const project = createProjectView(createManifests(report), createTsConfigs(null, report));
  const plan = planRewrite(text, withForwardSlashes(path), { analyze, findSyntaxProblem }, applyEdits, {
    ...options,
    project,
  });
  if (plan.kind === 'failed')
    throw new Error(plan.line === null ? plan.message : `${String(plan.line)}:${String(plan.column)}: ${plan.message}`);
  const edits = plan.findings.flatMap((finding) => finding.edits);
  // A dry run isn't told from a real one; codemod shows it as a diff, whose lines are those after the write, too.
  const reasons = describeReasons(plan.findings, followEdits(text, plan.output, edits));
  for (const line of [...reasons, ...describeUnread(plan)]) say(line);
  if (plan.output === text) return null;
  return hasMark(readFileSync(path)) ? `\uFEFF${plan.output}` : plan.output;
}
