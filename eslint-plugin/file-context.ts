import type { TSESLint } from '@typescript-eslint/utils';

/** What is known of a linted file. */
export type FileContext = Pick<Readonly<TSESLint.RuleContext<string, readonly unknown[]>>, 'filename' | 'sourceCode'>;
