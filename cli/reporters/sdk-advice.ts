import type { SdkRow } from '../report.ts';

/**
 * What a package of the SDK needs so that the rewritten calls work, in a sentence; undefined where it has the new
 * methods, or that can't be told.
 */
export function adviseUpgrade({ package: name, range, installed, ok, required, upgrade }: SdkRow): string | undefined {
  if (ok !== false) return undefined;
  const version = `${name} ${installed ?? range}`;
  if (upgrade === null)
    return `${version} has no new methods, nor has any version yet: wait for one before the rewritten calls are released.`;
  return required === null
    ? `${version} has no new methods: move to ${upgrade}.`
    : `${version} is too old for the new methods: upgrade to ${upgrade}.`;
}
