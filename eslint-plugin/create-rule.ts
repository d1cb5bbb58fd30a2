import { RuleCreator } from '@typescript-eslint/utils/eslint-utils';
import { pageLink } from '../project/page-link.ts';
import { MANIFEST } from './own-manifest.ts';

export interface RuleDocs {
  readonly description: string;
  /** The configs that turn the rule on. */
  readonly recommended: boolean;
}

/** Makes a rule, with the address of its page: in the repository, or else in the installed package. */
export const createRule = RuleCreator<RuleDocs>((name) => {
  const page = `docs/rules/${name}.md`;
  return pageLink(MANIFEST, page) ?? new URL(`../${page}`, import.meta.url).href;
});
