import { RuleTester, type Rule } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import { describe, it } from 'vitest';
import type { RuleName } from '../../eslint-plugin/index.ts';
import { eslintPlugin } from './hosts.ts';

export interface Tests {
  readonly valid: RuleTester.ValidTestCase[];
  readonly invalid: RuleTester.InvalidTestCase[];
}

RuleTester.describe = describe;
RuleTester.it = (title: string, run: () => void) => {
  it(title, run);
};

const tester = new RuleTester({ languageOptions: { parser, sourceType: 'module' } });

/** Runs a rule over the cases as TypeScript without type information, in files that are nowhere on disk. */
export function testRule(name: RuleName, { valid, invalid }: Tests): void {
  const rule = eslintPlugin.rules?.[name] as Rule.RuleModule;
  const named = <T extends RuleTester.ValidTestCase>(test: T): T => ({ filename: '/nowhere/file.ts', ...test });
  tester.run(name, rule, { valid: valid.map(named), invalid: invalid.map(named) });
}

/** A module with the clients and users that the cases talk about, around `body`. */
export function inModule(body: string): string {
  return `import { clerkClient } from '@clerk/express';\nimport { useUser } from '@clerk/react';\n${body}\n`;
}
