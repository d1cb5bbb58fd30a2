import { ts } from 'ts-morph';
import { definitionOf } from '../../flow/definitions.ts';
import { filesWriting } from '../../language/files-writing.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';

export interface CallInFile {
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

/** The calls of a function that are in sight, in whichever file; of a method, all calls by its name. */
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
  if (ts.isMethodDeclaration(fn)) return nameText(fn.name);
  const { declaration } = bindingOfFunction(fn, unit) ?? {};
  return declaration === undefined ? undefined : nameText(ts.getNameOfDeclaration(declaration) as ts.Identifier);
}

function isCallOf(fn: ts.SignatureDeclaration, name: string, { expression }: ts.CallExpression, unit: Unit): boolean {
  const callee = unwrap(expression);
  if (ts.isMethodDeclaration(fn)) return accessOf(callee)?.name === name;
  const definition = definitionOf(callee, unit);
  return (definition.kind === 'declaration' || definition.kind === 'expression') && definition.node === fn;
}
