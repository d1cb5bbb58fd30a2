import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineOptions } from '../engine/engine-messages.ts';
import type { SharedState } from '../playground/shared-state.ts';
import { ROOT } from './site-pages.ts';

export const REASONS_PAGE = 'docs/reasons.md';

/** What docs/reasons.md says of a reason, as Markdown. */
export interface ReasonSection {
  readonly code: string;
  /** All behind the weight. */
  readonly text: string;
  /** The paragraph "What to do", without these words. */
  readonly todo: string;
  /** Its example, for the playground. */
  readonly example: SharedState;
}

/** The sections of the page, in its order. */
export function readReasonSections(): ReasonSection[] {
  return readFileSync(join(ROOT, REASONS_PAGE), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = ''] = section.split('\n', 1);
      const [, text = ''] = section.split(/^Weight: .*$/m);
      const [, todo = ''] = /^What to do: ([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(text) ?? [];
      const [, language = 'ts', example = ''] = /^```(\w+) before\n(.*?)^```$/ms.exec(text) ?? [];
      const [, manifest] = /^```json package\.json\n(.*?)^```$/ms.exec(text) ?? [];
      return {
        code,
        text: text.trim(),
        todo: todo === '' ? '' : todo.charAt(0).toUpperCase() + todo.slice(1),
        example: {
          files: [
            { path: `example.${language}`, text: example },
            ...(manifest === undefined ? [] : [{ path: 'package.json', text: manifest }]),
          ],
          active: 0,
          options: {},
        },
      };
    });
}

/** What the word behind `after` in a sample's fence stands for. */
const OPTIONS_OF: Readonly<Record<string, EngineOptions>> = {
  exact: { exact: true },
  'null-keys': { frontendReplace: 'null-keys' },
  todo: { todo: true },
};

/** The options that a sample is shown with: what stands behind its language, or behind that of the sample after it. */
export function optionsOfSample(words: readonly string[], next: readonly string[]): EngineOptions {
  const [role, given] = words;
  if (role === 'before' && next[0] === 'after') return OPTIONS_OF[next[1] ?? ''] ?? {};
  if (given?.startsWith('{') !== true) return {};
  const { exact, packages } = JSON.parse(given) as EngineOptions;
  return { ...(exact === undefined ? {} : { exact }), ...(packages === undefined ? {} : { packages }) };
}
