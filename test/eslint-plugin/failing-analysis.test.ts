/** An analysis that throws: that is a problem of the file, and never ends the run of the linter. */
import { Linter } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import { loadEngine } from '../../eslint-plugin/load-engine.ts';
import plugin from '../../eslint-plugin/index.ts';

vi.mock(import('../../eslint-plugin/load-engine.ts'));

const CALLS =
  "import { clerkClient } from '@clerk/express';\n" +
  "await clerkClient.users.updateUser('a', { publicMetadata: {} });\n" +
  "await clerkClient.users.updateUserMetadata('a', { publicMetadata: undefined });\n";
const CONFIG: Linter.Config = {
  plugins: { 'clerk-metadata': plugin },
  rules: { ...plugin.configs.strict.rules, 'no-var': 'error' },
};

function lint(analyze: () => never): string[] {
  vi.mocked(loadEngine).mockReturnValue({
    analyze,
    findSyntaxProblem: () => undefined,
    createCheckerOracle: () => {
      throw new Error('not asked for');
    },
  });
  return new Linter()
    .verify(`var a = 1;\n${CALLS}`, [CONFIG], 'a.js')
    .map(({ ruleId, line, message }) => `${ruleId ?? 'fatal'} ${String(line)} ${message}`);
}

const WITHOUT_ANALYSIS =
  "clerk-metadata/no-metadata-in-update 1 This file can't be checked for metadata in general updates.";

describe('an analysis that throws', () => {
  it('is reported once, and other rules go on', () => {
    const said = lint(() => {
      throw new TypeError('cannot read what is not there\nin two lines');
    });
    const why = 'That is a defect of this rule; please report it (TypeError: cannot read what is not there).';
    expect(said.sort()).toEqual([`${WITHOUT_ANALYSIS} ${why}`, 'no-var 1 Unexpected var, use let or const instead.']);
  });

  it('is told by its cause where the code is nested too deeply', () => {
    const goDeeper = (): never => goDeeper();
    expect(lint(goDeeper)).toContain(`${WITHOUT_ANALYSIS} It is nested too deeply.`);
  });
});
