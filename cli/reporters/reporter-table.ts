import { renderPretty } from './pretty.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter by the name that `--reporter` takes. But for the usual one, each is loaded where it is asked for. */
export const REPORTERS = {
  pretty: { audience: 'person', load: () => Promise.resolve(renderPretty) },
  json: { audience: 'machine', load: async () => (await import('./json.ts')).renderJson },
  github: {
    audience: 'machine',
    load: async () => (await import('./github.ts')).renderGithub,
    appendix: {
      variable: 'GITHUB_STEP_SUMMARY',
      load: async () => (await import('./job-summary.ts')).renderJobSummary,
    },
  },
  sarif: { audience: 'machine', load: async () => (await import('./sarif.ts')).renderSarif },
  html: { audience: 'machine', load: async () => (await import('./html/html.ts')).renderHtml },
  markdown: { audience: 'machine', load: async () => (await import('./markdown-report.ts')).renderMarkdown },
  gitlab: { audience: 'machine', load: async () => (await import('./gitlab.ts')).renderGitlab },
} as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof REPORTERS;

export const REPORTER_NAMES = Object.keys(REPORTERS) as ReporterName[];

/** Whether one of them says what the repository is called, which people know. */
export function sayRepository(reporters: readonly ReporterName[]): boolean {
  return reporters.some((name) => REPORTERS[name].audience === 'machine');
}

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
