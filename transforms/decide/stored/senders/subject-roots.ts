import { ts } from 'ts-morph';
import { declaredBy } from '../../../flow/declared.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, declarationAround, mayBeNamed, unwrap, valueOfMember } from '../../../syntax.ts';
import { walk } from '../../../tree.ts';

/** The variables and parameters that something is found by, and those that these are found by in turn, with which part. */
export type Roots = ReadonlyMap<ts.Declaration, ReadonlySet<string | undefined>>;

/** What something is found by: a part of it, by its name, or all of it. */
export interface Found {
  readonly node: ts.Node;
  readonly part?: string | undefined;
}

export function foundAt(node: ts.Expression | undefined, part: string | undefined): readonly Found[] {
  return node === undefined ? [] : [{ node, part }];
}

/**
 * Whether what the subject is found by is, in the end, a parameter of a function, or a variable in the head of a loop:
 * each run of the function has another one, and so does each turn of the loop.
 */
export function hasOwn(turn: ts.Node, subject: Roots): boolean {
  return [...subject.keys()].some((root) => (ts.isParameter(root) ? root.parent : root.parent.parent) === turn);
}

export function rootsOf(from: readonly Found[], unit: Unit): Roots {
  const roots = new Map<ts.Declaration, Set<string | undefined>>();
  const open = [...from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node: whole, part } = next;
    const literal = ts.isExpression(whole) ? unwrap(whole) : whole;
    if (isLiteral(literal)) {
      open.push(...partOfLiteral(literal, part));
      continue;
    }
    walk(literal, (node) => {
      // Which of them it is found by isn't known.
      if (isLiteral(node) || ts.isConditionalExpression(node)) return 'skip';
      const declaration = unit.scope.declarationOf(node);
      if (declaration === undefined) return undefined;
      const root = declarationAround(declaration);
      const taken = declaration === root ? partRead(node, node === literal ? part : undefined) : partTaken(declaration);
      const parts = roots.get(root) ?? new Set();
      if (parts.has(taken)) return undefined;
      roots.set(root, parts.add(taken));
      if (!ts.isVariableDeclaration(root)) return undefined;
      const loop = root.parent.parent;
      if (ts.isForOfStatement(loop)) open.push({ node: loop.expression });
      if (root.initializer !== undefined) open.push({ node: root.initializer, part: taken });
      return undefined;
    });
  }
  return roots;
}

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

function isLiteral(node: ts.Node): node is Literal {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}

function partOfLiteral(literal: Literal, part: string | undefined): readonly Found[] {
  if (ts.isArrayLiteralExpression(literal)) {
    const element = literal.elements.some(ts.isSpreadElement) ? undefined : literal.elements[Number(part)];
    return element === undefined ? [] : [{ node: element }];
  }
  const [named, ...others] = part === undefined ? [] : literal.properties.filter((one) => mayBeNamed(one, part));
  const value = named === undefined || others.length > 0 ? undefined : valueOfMember(named);
  return value === undefined ? [] : [{ node: value }];
}

/** What is read of what a name stands for: `job.id`, or what is read of all around it. */
function partRead(node: ts.Node, part: string | undefined): string | undefined {
  const access = accessOf(node.parent);
  return access?.object === node ? access.name : part;
}

/** The outermost name by which a pattern takes a variable out. */
function partTaken(declaration: ts.Declaration): string | undefined {
  const { parent } = declaration;
  if (!ts.isBindingElement(declaration) || (!ts.isObjectBindingPattern(parent) && !ts.isArrayBindingPattern(parent)))
    return undefined;
  if (ts.isBindingElement(parent.parent)) return partTaken(parent.parent);
  const declared = declaredBy(declaration);
  return declared.kind === 'part' ? declared.name : declared.kind === 'element' ? String(declared.index) : undefined;
}
