/** Where functions stand that may send a request: as they are written, and under their names. */
import { ts } from 'ts-morph';
import { filesWriting } from '../../../language/files-writing.ts';
import { bindingOfFunction, mentionsInside, nameOfMember } from '../../../language/functions.ts';
import { mentionsInFiles, mentionsOfDefault, type Mention } from '../../../language/mentions-in-files.ts';
import { propertiesNamed } from '../../../language/properties.ts';
import type { Unit } from '../../../language/unit.ts';
import { IMPLICIT_MEMBERS } from '../../../effects/implicit-calls.ts';
import { memoizeBy } from '../../../memoize.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import { classMadeBy, madeOfThis } from './made-of-classes.ts';
import { accessOf, hasModifier, nameText, wrapped } from '../../../syntax.ts';
import type { CodeContainer } from '../../../tree.ts';

/** What runs each time that it is called, or that an object of its class is made. */
export type Runnable = Exclude<CodeContainer, ts.SourceFile>;

/**
 * What has a function as its value: itself, or what has its name; of a constructor, and of a field, what has the class.
 * Undefined where it isn't known what runs it: accessors, static blocks, methods that the language calls.
 */
export function valuesOf(code: Runnable, unit: Unit): readonly ts.Expression[] | undefined {
  if (ts.isArrowFunction(code) || ts.isFunctionExpression(code)) return [code, ...mentionsInside(code, unit)];
  if (ts.isFunctionDeclaration(code)) return mentionsOf(code.name, unit);
  const made = classMadeBy(code);
  if (made !== undefined) return valuesOfClass(made, unit);
  const name = ts.isMethodDeclaration(code) ? nameText(code.name) : undefined;
  return name === undefined || IMPLICIT_MEMBERS.has(name) ? undefined : accessesTo(name, unit);
}

/**
 * The same in other files, as far as they are known to be that function. Where it can't be seen who calls it, runs follow
 * each other.
 */
export const valuesElsewhere = memoizeBy(
  (fn: Runnable, { graph }: Unit) => [graph, fn],
  (fn, unit): readonly Mention[] => {
    if (!ts.isFunctionLike(fn) || classMadeBy(fn) !== undefined) return importsElsewhere(fn, unit);
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
export function importsElsewhere(code: Runnable, unit: Unit): readonly Mention[] {
  const declared = classMadeBy(code) ?? code;
  return ts.isClassLike(declared) || ts.isFunctionLike(declared) ? importsOf(declared, unit) : [];
}

/** Where other files mention a function or a class of that one. */
export function importsOf(declared: ts.SignatureDeclaration | ts.ClassLikeDeclaration, unit: Unit): readonly Mention[] {
  const binding = bindingOfFunction(declared, unit);
  const found = isNamelessDefault(declared) ? mentionsOfDefault(unit) : binding && mentionsInFiles(binding, unit);
  const mentions = found?.mentions ?? [];
  return mentions.filter(({ node, unit: other }) => other.source !== unit.source && !ts.isPartOfTypeNode(node));
}

/** `export default function () { … }` */
function isNamelessDefault(declared: ts.SignatureDeclaration | ts.ClassLikeDeclaration): boolean {
  return ts.isExpression(declared)
    ? ts.isExportAssignment(wrapped(declared).parent)
    : declared.name === undefined && hasModifier(declared, ts.SyntaxKind.DefaultKeyword);
}

function isFunction(access: ts.Expression, fn: ts.Node, unit: Unit): boolean {
  const value = evaluate(access, unit);
  return value.kind === 'function' && value.node === fn;
}

/** What has a class as its value, `this` of static methods included. */
export function valuesOfClass(node: ts.ClassLikeDeclaration, unit: Unit): readonly ts.Expression[] {
  const mentions = mentionsOf(node.name, unit).filter((mention) => !ts.isPartOfTypeNode(mention));
  return [...(ts.isClassExpression(node) ? [node] : []), ...mentions, ...madeOfThis(unit.source)];
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
