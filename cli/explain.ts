import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReasonCode } from '../transforms/reasons.ts';
import { readPackageInfo } from './package-info.ts';

/** Where the installed package has its page about the reasons, absolute; each reason is a heading of it. */
export function reasonsPage(): string {
  return join(readPackageInfo().folder, 'docs', 'reasons.md');
}

/**
 * What the docs say of a reason: what it means, an example, what to do.
 *
 * @returns Markdown
 * @throws Error where the installation has no such page
 */
export function explainReason(code: ReasonCode): string {
  const page = reasonsPage();
  const section = readFileSync(page, 'utf8')
    .split(/^(?=## )/m)
    .find((text) => text.startsWith(`## ${code}\n`));
  if (section === undefined) throw new Error(`${page} says nothing of ${code}`);
  return `${section.trimEnd()}\n`;
}
