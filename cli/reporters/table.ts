import { renderJson } from './json.ts';
import { renderPretty } from './pretty.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter by the name that `--reporter` takes. */
export const REPORTERS = {
  pretty: { audience: 'person', render: renderPretty },
  json: { audience: 'machine', render: renderJson },
} as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof REPORTERS;

export const REPORTER_NAMES = Object.keys(REPORTERS) as ReporterName[];

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
