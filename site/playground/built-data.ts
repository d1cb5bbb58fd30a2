/** What the build reads from the docs, the examples and package.json, as modules. */
import examples from 'virtual:examples';
import publication from 'virtual:publication';
import helps from 'virtual:reason-help';
import type { ReasonCode } from '../../transforms/reasons.ts';
import type { Example } from './example.ts';
import type { ReasonHelp } from './reason-help.ts';

export const REASON_HELP = helps as Readonly<Record<ReasonCode, ReasonHelp>>;

export const EXAMPLES = examples as readonly Example[];

/** What package.json says; `bugs` is where to report them. */
export const PUBLICATION = publication as { readonly version: string; readonly bugs: string | null };
