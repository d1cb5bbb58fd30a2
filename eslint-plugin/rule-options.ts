import type { JSONSchema } from '@typescript-eslint/utils';

/** Modules of the user's own that pass on what an SDK package exports: the specifier as imported, and the package. */
export type Packages = Readonly<Record<string, string>>;

export const PACKAGES_SCHEMA = {
  type: 'object',
  description:
    "Modules of your own that pass on what one of the SDK's packages exports: the specifier as you import it, and the package.",
  additionalProperties: { type: 'string' },
} as const satisfies JSONSchema.JSONSchema4;
