import { MAY_HOLD_CALLS, type Report, type SdkRow, type Skip } from '../report.ts';
import { count, number } from './format.ts';
import { heading, type Page, paragraph, widest } from './pretty-page.ts';
import { adviseUpgrade } from './sdk-advice.ts';

/** More manifests than this with the same range are counted, not named. */
const MANIFESTS_NAMED = 3;

/** The packages of the SDK: those that lack the new methods with what to do, then the others. */
export function listSdk({ sdk }: Report, page: Page): string[][] {
  const groups = groupRows(sdk);
  const advised = groups.map((group) => ({ ...group, advice: adviseUpgrade(group.row) }));
  const outdated = advised.filter(({ advice }) => advice !== undefined);
  const others = page.quiet ? [] : advised.filter(({ advice }) => advice === undefined);
  if (outdated.length + others.length === 0) return [];
  const names = widest(others.map(({ row }) => nameOf(row)));
  return [
    [
      heading(page, outdated.length > 0 ? 'Upgrade the SDK before you deploy' : 'SDK'),
      ...outdated.flatMap(({ manifests, advice = '' }) => [
        ...paragraph(advice, '  ', page).map(page.colors.yellow),
        `    ${page.colors.dim(nameManifests(manifests))}`,
      ]),
      ...others.map(({ row, manifests }) => {
        const state = row.ok === true ? 'has the new methods' : `${row.required ?? 'a newer version'} is needed`;
        return `  ${nameOf(row).padEnd(names)}  ${state}  ${page.colors.dim(nameManifests(manifests))}`;
      }),
    ],
  ];
}

interface SdkGroup {
  readonly row: SdkRow;
  readonly manifests: string[];
}

/** The same package in the same version is said once. */
function groupRows(rows: readonly SdkRow[]): SdkGroup[] {
  const groups = new Map<string, SdkGroup>();
  for (const row of rows) {
    const key = [row.package, row.range, row.installed ?? ''].join('\0');
    const group = groups.get(key) ?? { row, manifests: [] };
    group.manifests.push(row.manifest);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function nameOf({ package: name, range, installed }: SdkRow): string {
  return `${name} ${installed ?? range}`;
}

/** The paths, or how many there are where a line can't hold them. */
function nameManifests(paths: readonly string[]): string {
  return paths.length > MANIFESTS_NAMED ? `${number(paths.length)} package.json files` : paths.join(', ');
}

/** Build output is named by its folder, everything else by itself. */
export function listSkipped(skipped: readonly Skip[], page: Page): string[] {
  if (skipped.length === 0) return [];
  const groups = new Map<string, { readonly why: string; amount: number }>();
  for (const { path, why } of skipped) {
    const folder = /^build output \((.+)\)$/.exec(why)?.[1];
    const name = folder === undefined ? path : path.slice(0, `/${path}`.indexOf(`/${folder}/`) + folder.length);
    const group = groups.get(name) ?? { why: folder === undefined ? why : 'build output', amount: 0 };
    group.amount++;
    groups.set(name, group);
  }
  const names = widest([...groups.keys()]);
  const hint = skipped.some(({ why }) => !why.startsWith(MAY_HOLD_CALLS))
    ? ` ${page.colors.dim('(name a path to have it looked at all the same)')}`
    : '';
  return [
    `${heading(page, 'Skipped')}${hint}`,
    ...[...groups].map(([name, { why, amount }]) => {
      const files = why === 'build output' ? `, ${count(amount, 'file')}` : '';
      return `  ${name.padEnd(names)}  ${page.colors.dim(why + files)}`;
    }),
  ];
}
