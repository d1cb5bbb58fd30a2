import { SURFACES, type Surface } from './api-change.ts';

/** What can be looked at: calls of the SDK's surfaces, and requests without it. */
export type Area = Surface | 'http';

export const AREAS: readonly Area[] = [...(Object.keys(SURFACES) as Surface[]), 'http'];

/** How a full replacement on the frontend can be written. */
export const FRONTEND_REPLACE = ['merge', 'null-keys'] as const;

export type FrontendReplace = (typeof FRONTEND_REPLACE)[number];

/** Which findings get a `TODO(clerk-metadata)` comment: those left to a person, or those to review as well. */
export const TODO = ['manual', 'review'] as const;

export type Todo = (typeof TODO)[number];
