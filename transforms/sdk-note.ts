import { ts } from 'ts-morph';
import { SDK_SIDES, SURFACES, type Surface } from './api-change.ts';
import { IGNORED, placeOf } from './describe.ts';
import type { Finding, Reason } from './finding.ts';
import type { ProjectView, SdkVersion } from './project.ts';
import { reasonAt } from './reason-words.ts';
import { addressedPackage, versionOf } from './knowledge/sdk-addresses.ts';
import { findNewMethodCalls } from './recognise/calls/merging-calls.ts';
import { isSilenced } from './language/silence.ts';
import type { Unit } from './language/unit.ts';

/**
 * Adds to each finding about the SDK's methods that the SDK of its package is too old for the new ones, where it
 * provably is.
 */
export function withSdkNotes(findings: readonly Finding[], unit: Unit, project: ProjectView): readonly Finding[] {
  if (!findings.some(isAboutSdk)) return findings;
  const imported = importedPackages(unit.source);
  const versions = versionsFor(unit, imported, project);
  if (versions.length === 0) return findings;
  return findings.map((finding) => {
    const outdated = isAboutSdk(finding) ? outdatedFor(finding.surface, versions, imported) : [];
    return outdated.length === 0
      ? finding
      : { ...finding, reasons: [...finding.reasons, reasonAbout('sdk-too-old', outdated, finding)] };
  });
}

/** The calls of new methods that the SDK of the file's package provably lacks. */
export function newMethodFindings(unit: Unit, project: ProjectView): Finding[] {
  const imported = importedPackages(unit.source);
  const versions = versionsFor(unit, imported, project);
  if (versions.every(({ upgrade }) => upgrade === null)) return [];
  return findNewMethodCalls(unit).flatMap(({ call, surface, method }): Finding[] => {
    const outdated = outdatedFor(surface, versions, imported);
    if (outdated.length === 0) return [];
    const base = { kind: 'new-method' as const, ...placeOf(call, surface), method, fields: [] };
    return [
      isSilenced(call)
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

/** The versions of the SDK for a file: those of its package, unless it names its own by an address. */
function versionsFor(
  { fileName }: Unit,
  imported: ReadonlyMap<string, SdkVersion | undefined>,
  project: ProjectView,
): readonly SdkVersion[] {
  const ofPackage = (project.sdkVersions?.(fileName) ?? []).filter(({ name }) => imported.get(name) === undefined);
  return [...ofPackage, ...[...imported.values()].filter((version) => version !== undefined)];
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
  imported: ReadonlyMap<string, unknown>,
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
  finding: Pick<Finding, 'kind' | 'surface' | 'fields' | 'from'>,
): Reason {
  const { merge, replace } = SURFACES[finding.surface];
  const upgrade = outdated.map(adviseUpgrade).join(', ');
  return reasonAt(code, finding.from, {
    ...finding,
    name: undefined,
    own: { newMethod: `\`${replace ?? merge}()\``, upgrade },
  });
}

/** `upgrade @clerk/nextjs 6.39.1 to ^7.5.2` */
function adviseUpgrade({ name, version, upgrade }: OutdatedSdk): string {
  return upgrade.startsWith(`${name}@`)
    ? `upgrade ${name} ${version} to ${upgrade.slice(name.length + 1)}`
    : `replace ${name} ${version} with ${upgrade}`;
}

/** The packages that a file imports, or passes on, and which version, where their address says so. */
function importedPackages(source: ts.SourceFile): ReadonlyMap<string, SdkVersion | undefined> {
  const specifiers = source.statements.map((statement) =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined,
  );
  return new Map(
    specifiers.flatMap((specifier): (readonly [string, SdkVersion | undefined])[] => {
      if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
      const addressed = addressedPackage(specifier.text);
      return addressed === undefined
        ? [[packageOf(specifier.text), undefined]]
        : [[addressed.name, versionOf(addressed)]];
    }),
  );
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
