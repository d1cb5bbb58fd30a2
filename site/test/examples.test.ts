/** The examples of the playground: each shows something, and they are of all frameworks that there is an SDK for. */
import { describe, expect, it } from 'vitest';

import { FIRST_VERSIONS } from '../../transforms/api-change.ts';
import { analyze, applyEdits, findSyntaxProblem, type Finding } from '../../transforms/index.ts';
import { planRewrite } from '../../transforms/plan-rewrite.ts';
import { listExamples } from '../build/examples.ts';
import { readReasonSections } from '../build/reason-sections.ts';
import { isSource } from '../engine/source-names.ts';
import { placeOf, projectOfTabs } from '../engine/tabs-project.ts';
import type { SharedState } from '../playground/shared-state.ts';

const EXAMPLES = listExamples();

/** Packages that have no client, user or hook of their own to call. */
const WITHOUT_EXAMPLE = ['@clerk/shared', '@clerk/types'];

function findingsOf({ files, options }: SharedState): Finding[] {
  const project = projectOfTabs(files);
  return files
    .filter(({ path }) => isSource(path))
    .flatMap(({ path, text }) => {
      const engine = { analyze, findSyntaxProblem };
      const plan = planRewrite(text, placeOf(path), engine, applyEdits, { ...options, project });
      expect(plan.kind, path).toBe('planned');
      return plan.findings;
    });
}

describe('the examples', () => {
  it.each(EXAMPLES)('$group: $title', ({ title, state }) => {
    const findings = findingsOf(state);
    expect(findings.length).toBeGreaterThan(0);
    const needsDecision = findings.every(({ verdict }) => verdict === 'manual');
    expect(needsDecision).toBe(title === 'What needs your decision');
  });

  it('are of each SDK that has the new methods', () => {
    const text = EXAMPLES.flatMap(({ state }) => state.files.map((file) => file.text)).join('\n');
    const sdks = Object.entries(FIRST_VERSIONS).flatMap(([name, version]) => (version === null ? [] : [name]));
    expect(sdks.length).toBeGreaterThan(10);
    expect(sdks.filter((name) => !text.includes(`'${name}`) && !WITHOUT_EXAMPLE.includes(name))).toEqual([]);
  });
});

it.each(readReasonSections())('the example of the reason $code shows it', ({ code, todo, example }) => {
  const wanted: SharedState = { ...example, options: { ...example.options, newMethods: true } };
  const codes = findingsOf(wanted).flatMap(({ reasons }) => reasons.map((reason) => reason.code));
  expect(codes).toContain(code);
  expect(todo).not.toBe('');
});
