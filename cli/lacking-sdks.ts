import { readFileSync } from 'node:fs';
import { displayPath } from '../project/paths.ts';
import { isOutdated, type SdkPackage } from '../project/sdk-package.ts';
import type { Manifest } from '../project/manifests.ts';
import { checkBytes, decode } from '../project/text.ts';
import type { Finding, Position, Reason } from '../transforms/finding.ts';
import { count, place } from './reporters/format.ts';

/** A call of a new method that the SDK of its package lacks. */
export interface LackingCall {
  /** Of its file, as shown. */
  readonly path: string;
  readonly finding: Finding;
}

/** What is found in a package.json. */
export interface ManifestFinding {
  readonly path: string;
  readonly text: string;
  readonly finding: Finding;
}

/**
 * Makes one finding, in the package.json, of all calls that need a newer SDK: that is where it is mended.
 *
 * @param calls one at least
 * @param sdk what the package.json asks for
 */
export function findingInManifest(
  manifest: Manifest,
  calls: readonly [LackingCall, ...LackingCall[]],
  sdk: readonly SdkPackage[],
  root: string,
): ManifestFinding {
  const text = readText(manifest.path);
  const open = calls.filter(({ finding }) => finding.verdict !== 'ignored');
  const [{ finding: first }] = calls;
  const names = sdk.filter(isOutdated).map((outdated) => `"${outdated.package}"`);
  const [name = ''] = names.filter((quoted) => text.includes(quoted));
  const start = name === '' ? 0 : text.indexOf(name);
  const end = start + name.length;
  const [from, to] = [positionAt(text, start), positionAt(text, end)];
  const finding: Finding = {
    kind: 'new-method',
    surface: first.surface,
    method: [...new Set(calls.map((call) => call.finding.method))].join(', '),
    target: null,
    requests: 1,
    fields: [],
    verdict: open.length === 0 ? 'ignored' : 'manual',
    reasons: reasonsOf(open, from),
    start,
    end,
    from,
    to,
    mark: { from, to },
    edits: [],
  };
  return { path: displayPath(root, manifest.path), text, finding };
}

/** Each sentence once, with the place of the first call that it is about. */
function reasonsOf(calls: readonly LackingCall[], at: Position): Reason[] {
  const places = new Map<string, { readonly reason: Reason; readonly where: string[] }>();
  for (const { path, finding } of calls) {
    for (const reason of finding.reasons) {
      const known = places.get(reason.message) ?? { reason, where: [] };
      known.where.push(place(path, reason));
      places.set(reason.message, known);
    }
  }
  return [...places.values()].map(({ reason, where: [first = '', ...others] }) => {
    const more = others.length === 0 ? '' : ` and in ${count(others.length, 'more place')}`;
    return { ...reason, ...at, message: `${reason.message} Called at ${first}${more}.` };
  });
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  const check = checkBytes(bytes);
  return check.kind === 'text' ? decode(bytes, check.encoding).text : '';
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
