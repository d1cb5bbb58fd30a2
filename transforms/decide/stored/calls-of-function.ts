import { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { filesWriting } from '../../language/files-writing.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, nameText, unwrap, wrapped } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';

export interface CallInFile {
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

/** The calls in sight of a function, in whichever file. Of a method, or a function in a property: all by its name. */
export const callsOfFunction = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): readonly CallInFile[] => {
    const name = nameOfFunction(fn, unit);
    if (name === undefined) return [];
    const others = filesWriting(name, unit, () => false)?.units ?? [];
    return [unit, ...others.filter(({ source }) => source !== unit.source)].flatMap((home) =>
      nodesIn(home.source, ts.isCallExpression)
        .filter((call) => isCallOf(fn, name, call, home))
        .map((call) => ({ call, unit: home })),
    );
  },
);

function nameOfFunction(fn: ts.SignatureDeclaration, unit: Unit): string | undefined {
  const member = memberHolding(fn);
  if (member !== undefined) return nameText(member.name);
  const { declaration } = bindingOfFunction(fn, unit) ?? {};
  return declaration === undefined ? undefined : nameText(ts.getNameOfDeclaration(declaration) as ts.Identifier);
}

/** The method that it is, or the property that has it as its value. */
function memberHolding(fn: ts.SignatureDeclaration): { readonly name: ts.PropertyName } | undefined {
  if (ts.isMethodDeclaration(fn)) return fn;
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  return ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? parent : undefined;
}

function isCallOf(fn: ts.SignatureDeclaration, name: string, { expression }: ts.CallExpression, unit: Unit): boolean {
  const callee = unwrap(expression);
  if (memberHolding(fn) !== undefined) return accessOf(callee)?.name === name;
  const definition = definitionOf(callee, unit);
  return (definition.kind === 'declaration' || definition.kind === 'expression') && definition.node === fn;
}
