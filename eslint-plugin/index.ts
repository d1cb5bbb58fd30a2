import { VERSION } from './own-manifest.ts';
import type { Config, ConfigName, Plugin, Rule, RuleName } from './plugin.ts';
import { noFullMetadataSpread } from './rules/no-full-metadata-spread.ts';
import { noMetadataInUpdate } from './rules/no-metadata-in-update.ts';
import { preferNullRemoval } from './rules/prefer-null-removal.ts';

export type { Config, Plugin, Rule, RuleName };

const NAMESPACE = 'clerk-metadata';

const rules = {
  'no-metadata-in-update': noMetadataInUpdate,
  'no-full-metadata-spread': noFullMetadataSpread,
  'prefer-null-removal': preferNullRemoval,
} as unknown as Plugin['rules'];

/** ESLint's cache knows a plugin by name and version; oxlint takes the rules' prefix from the name. */
const plugin: Plugin = {
  meta: { name: `eslint-plugin-${NAMESPACE}`, version: VERSION, namespace: NAMESPACE },
  rules,
  configs: {
    /** What breaks is an error, what only looks wrong a warning. */
    get recommended() {
      return configOf('recommended', 'warn');
    },
    get strict() {
      return configOf('strict', 'error');
    },
    /** The same, by the names that other plugins give their flat configs. */
    get 'flat/recommended'() {
      return this.recommended;
    },
    get 'flat/strict'() {
      return this.strict;
    },
  },
};

function configOf(name: ConfigName, habits: 'warn' | 'error'): Config {
  return {
    name: `${NAMESPACE}/${name}`,
    plugins: { [NAMESPACE]: plugin },
    rules: {
      'clerk-metadata/no-metadata-in-update': 'error',
      'clerk-metadata/no-full-metadata-spread': habits,
      'clerk-metadata/prefer-null-removal': habits,
    },
  };
}

export default plugin;
