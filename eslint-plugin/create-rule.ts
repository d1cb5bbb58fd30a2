import { RuleCreator } from '@typescript-eslint/utils/eslint-utils';
import { VERSION } from './package-info.ts';

export interface RuleDocs {
  readonly description: string;
  /** The configs that turn the rule on. */
  readonly recommended: boolean;
}

/** Makes a rule, with the address of its page: the package carries its pages, and this serves the files of packages. */
export const createRule = RuleCreator<RuleDocs>((name) => `https://unpkg.com/clerk-metadata-codemod@${VERSION}/docs/rules/${name}.md`);
