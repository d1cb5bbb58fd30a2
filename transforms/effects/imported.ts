import { ts } from 'ts-morph';
import { exportsNamed, importOf } from '../language/modules.ts';
import { accessOf } from '../syntax.ts';
import { assigned } from './assigned.ts';
import { isPackage } from '../language/foreign-types.ts';
import { from, joined, NOTHING, UNKNOWN, type Place, type Step } from './place.ts';

/** What a name is that is imported. */
export function stepFromImport(place: Place): Step {
  const imported = importOf(place.node as ts.Declaration);
  return imported === undefined ? UNKNOWN : moduleNamed(imported.specifier, imported.name, place);
}

/**
 * What a module exports under a name, or the whole of it.
 *
 * @param seen the modules that pass the name on: one that leads back to itself, or is asked again, adds nothing
 */
export function moduleNamed(specifier: string, name: string | undefined, place: Place, seen = new Set<string>()): Step {
  const { graph, fileName } = place.unit;
  const location = graph.project.resolveModule(specifier, fileName);
  if (location.kind !== 'file') return isPackage(specifier, place.unit) ? NOTHING : UNKNOWN;
  const unit = graph.load(location.fileName);
  if (unit === undefined) return UNKNOWN;
  if (name === undefined) return wholeModule({ ...place, unit }, seen);
  return exportNamed(name, { ...place, unit }, seen);
}

/** The code of a module, and of all that it passes on. */
function wholeModule(place: Place, seen: Set<string>): Step {
  const { unit } = place;
  if (seen.has(unit.fileName)) return NOTHING;
  seen.add(unit.fileName);
  const passedOn = unit.source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
  return joined([
    { code: [{ node: unit.source, unit }] },
    ...passedOn.map((specifier) => moduleNamed(specifier, undefined, place, seen)),
  ]);
}

/** What the module at a place exports under a name. */
export function exportNamed(name: string, place: Place, seen = new Set<string>()): Step {
  const { unit } = place;
  const key = `${name} ${unit.fileName}`;
  if (seen.has(key)) return NOTHING;
  seen.add(key);
  const entries = exportsNamed(unit, name);
  if (entries.length === 0) return UNKNOWN;
  return joined([
    ...entries.map((entry): Step => {
      if (entry.kind === 'forwarded') return moduleNamed(entry.specifier, entry.name, place, seen);
      if (entry.kind === 'expression') return from(place, entry.node);
      const declared = ts.getNameOfDeclaration(entry.node);
      return from(place, declared !== undefined && ts.isIdentifier(declared) ? declared : entry.node);
    }),
    {
      from: unit.scope
        .propertyWrites(name)
        .filter(isOfExports)
        .flatMap((write) => assigned(write, place)),
    },
  ]);
}

/** `exports.name`, `module.exports.name`: a function may assign to it, too, long after the module has run. */
function isOfExports(write: ts.Expression): boolean {
  return /^(?:module\.)?exports$/.test(accessOf(write)?.object.getText() ?? '');
}
