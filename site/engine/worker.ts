/**
 * The engine in a thread of its own: it is asked by messages, one after the other, and answers each. What it does with
 * a text is what the command does with a file.
 */
import { analyze, findSyntaxProblem } from '../../transforms/analyze.ts';
import { applyEdits } from '../../transforms/edit/apply.ts';
import { planRewrite } from '../../transforms/plan-rewrite.ts';
import type { EngineAnswer, EngineRequest } from './engine-messages.ts';
import { isSource } from './source-names.ts';
import { placeOf, projectOfTabs } from './tabs-project.ts';

const ANALYZER = { analyze, findSyntaxProblem };

function answer({ id, files, options }: EngineRequest): EngineAnswer {
  const start = performance.now();
  const project = projectOfTabs(files);
  // Calls of the new methods matter only beside an SDK that lacks them.
  const newMethods = options.newMethods ?? project.sdkVersions?.('').some(({ upgrade }) => upgrade !== null) ?? false;
  const results = files
    .filter(({ path }) => isSource(path))
    .map(({ path, text }) => ({
      path,
      plan: planRewrite(text, placeOf(path), ANALYZER, applyEdits, { ...options, newMethods, project }),
    }));
  return { id, results, milliseconds: performance.now() - start };
}

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  postMessage(answer(data));
});
