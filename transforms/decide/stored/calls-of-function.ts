import { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { filesWriting } from '../../language/files-writing.ts';
import { exportsNamed } from '../../language/modules.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, nameText, unwrap, wrapped, nameDeclared } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';

export interface CallInFile {
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

export interface CallsInFiles {
  readonly calls: readonly CallInFile[];
  /** Whether there are files with such calls, or may be, that aren't read. */
  readonly isIncomplete: boolean;
}

/** The calls in sight of a function, in whichever file. Of a method, or a function in a property: all by its name. */
export const callsOfFunction = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): CallsInFiles => {
    const name = nameOfFunction(fn, unit);
    // Who imports the default of a module gives it a name of its own.
    const words = [name ?? [], isDefault(fn, unit) ? moduleName(unit.fileName) : []].flat();
    const named = words.map((word) => filesWriting(word, unit, () => false));
    const units = new Set([unit, ...named.flatMap((found) => found?.units ?? [])]);
    const calls = [...new Map([...units].map((home) => [home.source, home])).values()].flatMap((home) =>
      nodesIn(home.source, ts.isCallExpression)
        .filter((call) => isCallOf(fn, name, call, home))
        .map((call) => ({ call, unit: home })),
    );
    return { calls, isIncomplete: named.some((found) => found?.isIncomplete === true) };
  },
);

function isDefault(fn: ts.SignatureDeclaration, unit: Unit): boolean {
  return exportsNamed(unit, 'default').some(
    (entry) => entry.kind !== 'forwarded' && (entry.node === fn || isDefinedBy(fn, entry.node, unit)),
  );
}

/** `mark` of `users/mark.ts`, and of `mark/index.ts`. */
function moduleName(fileName: string): string {
  const [name = '', folder = ''] = fileName.split('/').reverse();
  const base = name.replace(/\.[^.]*$/, '');
  return base === 'index' ? folder : base;
}

function nameOfFunction(fn: ts.SignatureDeclaration, unit: Unit): string | undefined {
  const member = memberHolding(fn);
  if (member !== undefined) return nameText(member.name);
  return nameDeclared(bindingOfFunction(fn, unit)?.declaration)?.text;
}

/** The method that it is, or the property that has it as its value. */
function memberHolding(fn: ts.SignatureDeclaration): { readonly name: ts.PropertyName } | undefined {
  if (ts.isMethodDeclaration(fn)) return fn;
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  return ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? parent : undefined;
}

function isCallOf(
  fn: ts.SignatureDeclaration,
  name: string | undefined,
  { expression }: ts.CallExpression,
  unit: Unit,
): boolean {
  const callee = unwrap(expression);
  return memberHolding(fn) === undefined ? isDefinedBy(fn, callee, unit) : accessOf(callee)?.name === name;
}

function isDefinedBy(fn: ts.SignatureDeclaration, node: ts.Node, unit: Unit): boolean {
  const definition = ts.isExpression(node) ? definitionOf(node, unit) : undefined;
  return definition !== undefined && 'node' in definition && definition.node === fn;
}
