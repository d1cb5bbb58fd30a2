import { ts } from 'ts-morph';
import { SDK_SIDES, type Surface } from './api-change.ts';
import type { Context } from './decide/context.ts';
import { IGNORED, placeOf } from './describe.ts';
import type { Finding, Reason } from './finding.ts';
import type { ProjectView, SdkVersion } from './project.ts';
import { reasonAt } from './reason-words.ts';
import { findNewMethodCalls } from './recognise/merging-calls.ts';
import { isSilenced } from './recognise/source/silence.ts';
import type { Unit } from './recognise/source/unit.ts';

/**
 * Adds to each finding about the SDK's methods that the SDK of its package is too old for the new ones, where it
 * provably is.
 */
export function withSdkNotes(findings: readonly Finding[], unit: Unit, project: ProjectView): readonly Finding[] {
  const versions = findings.some(isAboutSdk) ? (project.sdkVersions?.(unit.fileName) ?? []) : [];
  if (versions.length === 0) return findings;
  const imported = importedPackages(unit.source);
  return findings.map((finding) => {
    const outdated = isAboutSdk(finding) ? outdatedFor(finding.surface, versions, imported) : [];
    return outdated.length === 0
      ? finding
      : { ...finding, reasons: [...finding.reasons, reasonAbout('sdk-too-old', outdated, finding)] };
  });
}

/** The calls of new methods that the SDK of the file's package provably lacks. */
export function newMethodFindings({ unit, tracer }: Pick<Context, 'unit' | 'tracer'>, project: ProjectView): Finding[] {
  const versions = project.sdkVersions?.(unit.fileName) ?? [];
  if (versions.every(({ upgrade }) => upgrade === null)) return [];
  const imported = importedPackages(unit.source);
  return findNewMethodCalls(unit, tracer).flatMap(({ call, surface, method }): Finding[] => {
    const outdated = outdatedFor(surface, versions, imported);
    if (outdated.length === 0) return [];
    const base = { kind: 'new-method' as const, ...placeOf(call, surface, unit.source), method, fields: [] };
    return [
      isSilenced(call, unit.source)
        ? { ...base, ...IGNORED }
        : {
            ...base,
            target: null,
            verdict: 'manual',
            reasons: [reasonAbout('sdk-lacks-method', outdated, base)],
            edits: [],
          },
    ];
  });
}

/** A request needs no SDK, and the merging methods are older. */
function isAboutSdk({ kind, verdict }: Finding): boolean {
  return (
    verdict !== 'ignored' &&
    (kind === 'call' || kind === 'method-alias' || kind === 'test-double' || kind === 'declaration')
  );
}

/** A package of the SDK without the new methods, and what has them. */
interface OutdatedSdk extends SdkVersion {
  readonly upgrade: string;
}

/**
 * The packages that a call on `surface` may be of, where every one of them is too old; else none, since it isn't known
 * which of them it is.
 *
 * @param imported the packages that the file itself imports. Where none of them is the SDK's, the call may be of any
 *   that the package has
 */
function outdatedFor(
  surface: Surface,
  versions: readonly SdkVersion[],
  imported: ReadonlySet<string>,
): readonly OutdatedSdk[] {
  const side = surface === 'frontend' ? 'browser' : 'server';
  const serving = versions.filter(({ name }) => (SDK_SIDES[name] ?? side) === side);
  const named = serving.filter(({ name }) => imported.has(name));
  const candidates = named.length > 0 ? named : serving;
  const outdated = candidates.filter((sdk): sdk is OutdatedSdk => sdk.upgrade !== null);
  return outdated.length === candidates.length ? outdated : [];
}

function reasonAbout(
  code: 'sdk-too-old' | 'sdk-lacks-method',
  outdated: readonly OutdatedSdk[],
  { from }: Pick<Finding, 'from'>,
): Reason {
  const reason = reasonAt(code, from);
  return { ...reason, message: `${reason.message} ${outdated.map(adviseUpgrade).join(' ')}` };
}

/** `Upgrade @clerk/nextjs 6.39.1 to @clerk/nextjs@^7.5.2 before this code runs.` */
function adviseUpgrade({ name, version, upgrade }: OutdatedSdk): string {
  const advice = upgrade.startsWith(`${name}@`)
    ? `Upgrade ${name} ${version} to ${upgrade}`
    : `No version of ${name} has them: move to ${upgrade}`;
  return `${advice} before this code runs.`;
}

/** The packages that a file imports, or passes on. */
function importedPackages(source: ts.SourceFile): ReadonlySet<string> {
  const specifiers = source.statements.map((statement) =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined,
  );
  return new Set(
    specifiers.flatMap((specifier) =>
      specifier !== undefined && ts.isStringLiteral(specifier) ? [packageOf(specifier.text)] : [],
    ),
  );
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
