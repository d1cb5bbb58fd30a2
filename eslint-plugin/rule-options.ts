import type { JSONSchema } from '@typescript-eslint/utils';
import { EXPORTS } from '../transforms/knowledge/sdk-types.ts';

/** Modules of the user's own that pass on what an SDK package exports: the specifier as imported, and the package. */
export type Packages = Readonly<Record<string, string>>;

/** A package of the SDK, or one of its entry points; a wrong one is answered with this list. */
const SDK_MODULE = `^(?:${Object.keys(EXPORTS).join('|')})(?:/.+)?$`;

export const PACKAGES_SCHEMA = {
  type: 'object',
  description:
    "Modules of your own that pass on what one of the SDK's packages exports: the specifier as you import it, and the package.",
  patternProperties: { '.': { type: 'string', pattern: SDK_MODULE } },
  additionalProperties: false,
} as const satisfies JSONSchema.JSONSchema4;
