/**
 * The plugin's types, written down here so that whoever only runs the rules needs no types of ESLint's, nor of anybody
 * else's.
 */

/** A rule, as every version of ESLint with flat configs, and oxlint, take it. */
export interface Rule {
  readonly meta: {
    readonly type: 'problem';
    readonly docs: { readonly description: string; readonly recommended: boolean; readonly url: string };
    readonly fixable?: 'code';
    readonly hasSuggestions: boolean;
    readonly messages: Record<string, string>;
    readonly schema: object[];
    readonly defaultOptions: object[];
  };
  create(context: never): Record<string, () => void>;
}

export type RuleName = 'no-metadata-in-update' | 'no-full-metadata-spread' | 'prefer-null-removal';

/** A flat config that turns rules on, for whatever files it is given. */
export interface Config {
  readonly name: string;
  readonly plugins: Record<string, Pick<Plugin, 'meta' | 'rules'>>;
  readonly rules: Record<`clerk-metadata/${RuleName}`, 'error' | 'warn'>;
}

export type ConfigName = 'recommended' | 'strict';

export interface Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<RuleName, Rule>;
  readonly configs: Readonly<Record<ConfigName | `flat/${ConfigName}`, Config>>;
}
