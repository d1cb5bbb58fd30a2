/** Where functions stand that may send a request: as they are written, and under their names. */
import { ts } from 'ts-morph';
import { filesWriting } from '../../../language/files-writing.ts';
import { bindingOfFunction, nameOfMember } from '../../../language/functions.ts';
import { mentionsInFiles, type Mention } from '../../../language/mentions-in-files.ts';
import { propertiesNamed } from '../../../language/properties.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoizeBy } from '../../../memoize.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import { accessOf, nameText } from '../../../syntax.ts';

/** What has a function as its value: itself, or what has its name. */
export function valuesOf(fn: ts.SignatureDeclaration, unit: Unit): readonly ts.Expression[] {
  if (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) return [fn];
  return ts.isFunctionDeclaration(fn) ? mentionsOf(fn.name, unit) : accessesTo(nameText(fn.name), unit);
}

/**
 * The same in other files, as far as they are known to be that function. Where it can't be seen who calls it, runs follow
 * each other.
 */
export const valuesElsewhere = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): readonly Mention[] => {
    const binding = bindingOfFunction(fn, unit);
    const name = binding?.name ?? nameOfMember(fn);
    const files = name === undefined ? [] : (filesWriting(name, unit, () => false)?.units ?? []);
    const byName = files.flatMap((other) =>
      accessesTo(name, other)
        .filter((access) => isFunction(access, fn, other))
        .map((node) => ({ node, unit: other })),
    );
    return [...byName.filter((mention) => mention.unit.source !== unit.source), ...importsElsewhere(fn, unit)];
  },
);

/** The same, but only by the name that other files import. */
export function importsElsewhere(fn: ts.SignatureDeclaration, unit: Unit): readonly Mention[] {
  const binding = bindingOfFunction(fn, unit);
  const mentions = binding === undefined ? [] : mentionsInFiles(binding, unit).mentions;
  return mentions.filter((mention) => mention.unit.source !== unit.source);
}

function isFunction(access: ts.Expression, fn: ts.Node, unit: Unit): boolean {
  const value = evaluate(access, unit);
  return value.kind === 'function' && value.node === fn;
}

/** The mentions of a variable, or of the properties that are called as one is. */
export function mentionsOf(target: ts.Node | undefined, unit: Unit): readonly ts.Expression[] {
  const access = target === undefined ? undefined : accessOf(target);
  return access === undefined ? (unit.scope.bindingOf(target)?.references ?? []) : accessesTo(access.name, unit);
}

/** Where a property is read, and the mentions of what it is taken out to. */
export function accessesTo(name: string | undefined, { source, scope }: Unit): readonly ts.Expression[] {
  if (name === undefined) return [];
  const { accesses, taken } = propertiesNamed(name, source);
  return [...accesses, ...taken.flatMap((element) => scope.bindingOf(element.name)?.references ?? [])];
}
