import { defineConfig, globalIgnores } from 'eslint/config';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist/',
    'integrations/codemod/scripts/',
    'coverage/',
    'examples/',
    'site/dist/',
    'site/examples/',
    'site/generated/',
    'fixtures/',
    'test/fixtures/sdk-declarations.ts',
  ]),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // A switch over a union names all its members, or has a default: nobody lists all of ts.SyntaxKind.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: 'error',
    },
  },
  {
    // The rules follow the rules for rules.
    files: ['eslint-plugin/**'],
    extends: [eslintPlugin.configs.recommended],
  },
  {
    // The engine is pure: what it needs of the world comes in through ProjectView.
    files: ['transforms/**'],
    rules: { 'no-console': 'error', 'no-restricted-globals': ['error', 'process', 'globalThis', 'require'] },
  },
  {
    // Generated source text is mostly numbers in templates.
    files: ['bench/**'],
    rules: { '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }] },
  },
  {
    // Written as their users write them.
    files: ['bench/peers/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off', '@typescript-eslint/ban-ts-comment': 'off' },
  },
);
