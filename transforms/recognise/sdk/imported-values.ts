import type { ts } from 'ts-morph';
import { exportsNamed, moduleExportsOf, type Export } from '../../language/modules.ts';
import { isForeignPackage } from '../../knowledge/foreign-packages.ts';
import { mayBeOfClerk, NAMED_AS_IN_API, packageOf } from '../../knowledge/sdk-types.ts';
import { sdkExport } from './sdk-values.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { join } from './joined-values.ts';
import { FOREIGN, FOREIGN_THROUGHOUT, UNKNOWN, type Value } from './value.ts';

/** What a module exports as `name`, or the module itself where `name` is undefined. */
export function valueOfImport(specifier: string, name: string | undefined, at: ts.Node, evaluation: Evaluation): Value {
  const sdkModule = evaluation.unit.graph.sdkModule(specifier, evaluation.unit.fileName);
  if (sdkModule !== undefined) {
    return name === undefined
      ? { kind: 'sdk-module', name: sdkModule, node: at, unit: evaluation.unit }
      : sdkExport(sdkModule, name, at, evaluation.unit);
  }
  return valueInModule(specifier, name, evaluation.unit, (target) => {
    if (name !== undefined) return exportedValue(target, name, evaluation);
    const whole = moduleExportsOf(target);
    return whole === undefined ? { kind: 'module', unit: target } : evaluation.in(target).valueOf(whole);
  });
}

/** What `read` finds in the module that `unit` imports `name` from, where that is a file of the repository. */
export function valueInModule(
  specifier: string,
  name: string | undefined,
  unit: Unit,
  read: (target: Unit) => Value,
): Value {
  const location = unit.graph.project.resolveModule(specifier, unit.fileName);
  switch (location.kind) {
    case 'package':
      // One of the SDK's packages that isn't known here isn't foreign all the same, nor is one that others have made
      // around it, nor what a package gives by the API's names.
      if (mayBeOfClerk(specifier) || NAMED_AS_IN_API.test(name ?? '')) return UNKNOWN;
      if (specifier.startsWith('node:')) return FOREIGN;
      return isForeignPackage(packageOf(specifier))
        ? FOREIGN_THROUGHOUT
        : { kind: 'foreign', ofSdk: false, package: packageOf(specifier) };
    case 'unknown':
      return UNKNOWN;
    case 'file': {
      const target = unit.graph.load(location.fileName);
      return target === undefined ? UNKNOWN : read(target);
    }
  }
}

/** What a file of the repository exports as `name`. */
export function exportedValue(target: Unit, name: string, evaluation: Evaluation): Value {
  return evaluation.once(target.source, `export ${name}`, () => valueOfExports(target, name, evaluation));
}

function valueOfExports(target: Unit, name: string, evaluation: Evaluation): Value {
  const values = exportsNamed(target, name).map((entry) =>
    evaluation.soFar(() => valueOfEntry(entry, evaluation.in(target))),
  );
  // Of several `export *` only one has the name; which, an import from a package can't tell.
  return values.find((value) => value.kind === 'sdk') ?? join(values);
}

function valueOfEntry(entry: Export, evaluation: Evaluation): Value {
  switch (entry.kind) {
    case 'expression':
      return evaluation.valueOf(entry.node);
    case 'declaration':
      return evaluation.valueOfExport(entry.node);
    case 'forwarded':
      return valueOfImport(entry.specifier, entry.name, evaluation.unit.source, evaluation);
  }
}
