import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { alternativesOf, stepInto } from '../../flow/origins.ts';
import { isGlobal } from '../../language/is-global.ts';
import { writtenTypeOf } from '../../language/written-type.ts';
import { accessOf, hasWrittenType, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Whether no type says what an expression is: in JavaScript everywhere, in TypeScript where it is `any` as far as the
 * file shows.
 */
export function isUntyped(expression: ts.Expression, unit: Unit): boolean {
  return !unit.isTypeScript || isAny(expression, unit);
}

/**
 * `x as any`, a variable or parameter of type `any`, what `JSON.parse(…)` and `response.json()` give, and what is read
 * from any of them, or may be one of them.
 */
function isAny(expression: ts.Expression, unit: Unit): boolean {
  const seen = new Set<ts.Node>();
  const open: ts.Node[] = [expression];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const written = ts.isExpression(node) ? writtenTypeOf(node, unit)?.node : writtenFor(node);
    if (written?.kind === ts.SyntaxKind.AnyKeyword || (ts.isCallExpression(node) && givesAny(node, unit))) return true;
    if (written === undefined) open.push(...madeOf(node, unit));
  }
  return false;
}

function writtenFor(node: ts.Node): ts.TypeNode | undefined {
  return hasWrittenType(node as ts.Declaration) ? (node as ts.VariableDeclaration).type : undefined;
}

/** What a value is taken from as it is, or read from; nothing where that isn't in sight. */
function madeOf(node: ts.Node, unit: Unit): readonly ts.Node[] {
  if (!ts.isExpression(node)) {
    const declared = declaredBy(node as ts.Declaration);
    return 'of' in declared ? [declared.of] : [];
  }
  const origin = stepInto(node);
  switch (origin.kind) {
    case 'awaited':
    case 'part':
      return [origin.of];
    case 'result':
      return [unwrap(origin.call.expression)];
    case 'name':
      return [unit.scope.declarationOf(origin.name) ?? []].flat();
    default:
      return alternativesOf(origin) ?? [];
  }
}

function givesAny({ expression, arguments: given }: ts.CallExpression, unit: Unit): boolean {
  const access = accessOf(unwrap(expression));
  if (access?.name === 'json' && given.length === 0) return true;
  return access?.name === 'parse' && isGlobal(access.object, 'JSON', unit);
}
