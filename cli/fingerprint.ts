import type { Finding } from '../transforms/finding.ts';

/**
 * A name for each finding of a file that stays when lines move, the call is formatted anew, or the rules learn
 * something: made of the path, the call's own text, and which of several alike it is.
 *
 * @param path as the repository has it, so that it doesn't matter which folder the command runs in
 * @param findings in source order
 * @returns 20 hexadecimal digits for each, in the same order
 */
export function fingerprintFindings(path: string, text: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  // Loaded where there is something to name: most runs of a hook have no finding.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const call = text.slice(finding.start, finding.end).replaceAll(/\s+/g, ' ');
    const identity = [path, finding.kind, finding.method, call].join('\0');
    const nth = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, nth);
    return createHash('sha256')
      .update(`${identity}\0${String(nth)}`)
      .digest('hex')
      .slice(0, 20);
  });
}
