import type { Finding, Verdict } from '../../transforms/finding.ts';

/** What a verdict means, for who reads a finding. */
export const VERDICT_TEXTS: Readonly<Record<Verdict, string>> = {
  exact: 'Proven equivalent: the new call stores the same.',
  review: 'Rewritten as the upgrade guide says. Check the case below.',
  manual: 'Left as it is. It needs your decision.',
  ignored: 'Silenced by a comment.',
};

/** In the order in which they are counted. */
const VERDICTS: readonly Verdict[] = ['exact', 'review', 'manual', 'ignored'];

/** `3 findings: 2 exact, 1 manual`. */
export function countFindings(findings: readonly Pick<Finding, 'verdict'>[]): string {
  if (findings.length === 0) return 'No findings';
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: findings.filter((finding) => finding.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  const noun = findings.length === 1 ? 'finding' : 'findings';
  return `${String(findings.length)} ${noun}: ${counts.map(({ verdict, count }) => `${String(count)} ${verdict}`).join(', ')}`;
}
