import { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';
import { accessOf, isAccess, nameText, unwrap } from '../../syntax.ts';

/** The keys that lead from the metadata to a part of it; undefined for one that isn't fixed. */
export type Keys = readonly (string | undefined)[];

/** The keys that lead to a node from the metadata that it is a part of; undefined where these can't be told. */
export function keysAround(
  node: ts.Node,
  value: ts.Expression,
  unit: Unit,
  known: KnownKeys = new Map(),
): Keys | undefined {
  const keys: (string | undefined)[] = [];
  const behind = (declaration: ts.Declaration | undefined): Keys | undefined => {
    const before = declaration && keysOfVariable(declaration, value, unit, known);
    return before && [...before, ...keys];
  };
  for (let around = node; around !== value; around = around.parent) {
    if (ts.isVariableDeclaration(around)) return behind(around);
    const target = targetOf(around);
    if (target !== undefined) {
      const { object, name } = accessOf(target) ?? {};
      keys.unshift(name);
      return behind(unit.scope.bindingOf(object)?.declaration);
    }
    if (ts.isStatement(around)) return undefined;
    if (ts.isPropertyAssignment(around) || ts.isShorthandPropertyAssignment(around))
      keys.unshift(nameText(around.name));
  }
  return keys;
}

/** What is deleted by a node, or what it is assigned to. */
export function targetOf(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (ts.isDeleteExpression(node)) return unwrap(node.expression);
  const isAssigned =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right === node;
  return isAssigned ? unwrap(parent.left) : undefined;
}

/** What is known of variables, each asked about once; undefined of one that leads back to itself. */
type KnownKeys = Map<ts.Declaration, Keys | undefined>;

/** The same of a variable, by the one place where it becomes a part of the metadata. */
function keysOfVariable(
  declaration: ts.Declaration,
  value: ts.Expression,
  unit: Unit,
  known: KnownKeys,
): Keys | undefined {
  if (known.has(declaration)) return known.get(declaration);
  known.set(declaration, undefined);
  const mentions = unit.scope.bindingOf(ts.getNameOfDeclaration(declaration))?.references ?? [];
  const [keys, ...others] = mentions.flatMap((mention) => {
    const found = ts.isDeleteExpression(accessAround(mention).parent)
      ? undefined
      : keysAround(mention, value, unit, known);
    return found === undefined ? [] : [found];
  });
  const only = others.length === 0 ? keys : undefined;
  known.set(declaration, only);
  return only;
}

function accessAround(mention: ts.Node): ts.Node {
  let node = mention;
  while (isAccess(node.parent) && node.parent.expression === node) node = node.parent;
  return node;
}
