import { majorOf } from '../../project/versions.ts';
import type { SdkRow } from '../report.ts';

/**
 * What a package of the SDK needs so that the rewritten calls work, in a sentence or two; undefined where it has the
 * new methods, or that can't be told.
 */
export function adviseUpgrade({ package: name, range, installed, ok, required, upgrade }: SdkRow): string | undefined {
  if (ok !== false) return undefined;
  const version = installed === null ? `${name} ${range}` : `the installed ${name} ${installed}`;
  const lacking = `The new methods don't exist in ${version}.`;
  if (upgrade === null) return `${lacking} No version has them yet: wait for one before you deploy.`;
  if (required === null) return `${lacking} Move to ${upgrade} before you deploy.`;
  const from = majorOf(installed ?? range);
  const guide =
    from !== undefined && from !== majorOf(required) ? ' It is a new major version: see its upgrade guide.' : '';
  return `${lacking} Upgrade to ${upgrade} before you deploy.${guide}`;
}
