import { ts } from 'ts-morph';
import { declaredBy } from '../../../flow/declared.ts';
import type { Unit } from '../../../language/unit.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import { fetchedId } from '../../../recognise/sdk/fetched-id.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { returnedBy } from '../../../returned.ts';
import { accessOf, declarationAround, mayBeNamed, unwrap, valueOfMember } from '../../../syntax.ts';
import { walk } from '../../../tree.ts';
import { Worklist } from '../../../worklist.ts';
import { listOf } from './list-gone-through.ts';

/**
 * The variables and parameters that something is found by, and those that these are found by in turn, with which part:
 * undefined where it is the thing itself, or the user whose id it is.
 */
export type Roots = ReadonlyMap<ts.Declaration, ReadonlySet<string | undefined>>;

/** The part where it isn't known which it is, or what is made of it. */
export const SOMETHING = '?';

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
  return [...subject.keys()].some((root) => isOf(root, turn));
}

/**
 * Whether each turn is for another subject than all others: a list of users, or of their ids, names each once. Of other
 * things several may be for one user: orders, events.
 */
export function hasOneEach(turn: ts.Node, subject: Roots, unit: Unit): boolean {
  const turns = new Set([turn]);
  // A list that is made of another one names each once only if that does: `orders.map((order) => order.userId)`
  for (const each of turns) for (const maker of listOf(each, unit).makers) turns.add(maker);
  return [...turns].every(
    (each) =>
      !listOf(each, unit).mayRepeat && [...subject].some(([root, parts]) => parts.has(undefined) && isOf(root, each)),
  );
}

function isOf(root: ts.Declaration, turn: ts.Node): boolean {
  return turnOf(root) === turn;
}

function turnOf(root: ts.Declaration): ts.Node {
  return ts.isParameter(root) ? root.parent : root.parent.parent;
}

export function rootsOf(start: readonly Found[], unit: Unit): Roots {
  const roots = new Map<ts.Declaration, Set<string | undefined>>();
  const asked = new Worklist(start, ({ node, part }) => [node, part]);
  for (const { node: from, part } of asked) {
    const literal = ts.isExpression(from) ? unwrap(from) : from;
    if (isLiteral(literal)) {
      asked.add(partOfLiteral(literal, part));
      continue;
    }
    const user = ts.isExpression(literal) ? userNamed(literal, unit) : undefined;
    const fetched = user && fetchedBy(user);
    if (fetched !== undefined) {
      asked.add([{ node: fetched }]);
      continue;
    }
    const whole = accessOf(literal)?.object ?? literal;
    const takenBy = (node: ts.Node, declaration: ts.Declaration, root: ts.Declaration): string | undefined => {
      if (user !== undefined && node === whole) return undefined;
      return declaration === root ? partRead(node, node === literal ? part : SOMETHING) : partTaken(declaration);
    };
    walk(literal, (node) => {
      // Which of them it is found by isn't known.
      if (isLiteral(node) || ts.isConditionalExpression(node)) return 'skip';
      const declaration = unit.scope.declarationOf(node);
      if (declaration === undefined) return undefined;
      const root = declarationAround(declaration);
      const taken = takenBy(node, declaration, root);
      roots.set(root, (roots.get(root) ?? new Set()).add(taken));
      asked.add(rootsBehind(root, taken));
      return undefined;
    });
  }
  return roots;

  function rootsBehind(root: ts.Declaration, part: string | undefined): readonly Found[] {
    const isEach = ts.isParameter(root) || ts.isVariableDeclaration(root);
    const makers = isEach ? [...listOf(turnOf(root), unit).makers] : [];
    const made = makers.flatMap((maker) => returnedBy(maker).values.map((node) => ({ node, part })));
    if (!ts.isVariableDeclaration(root)) return made;
    const loop = root.parent.parent;
    const list = ts.isForOfStatement(loop) ? foundAt(loop.expression, SOMETHING) : [];
    return [...made, ...list, ...foundAt(root.initializer, part)];
  }
}

/** The user or Organization whose id an expression is. */
function userNamed(id: ts.Expression, unit: Unit): SdkValue | undefined {
  const value = evaluate(id, unit);
  return value.kind === 'sdk' && (value.type === 'user-id' || value.type === 'organization-id')
    ? value.from
    : undefined;
}

/** The id that a user was fetched by, where a call of the SDK did that. */
function fetchedBy({ origin, from }: SdkValue): ts.Expression | undefined {
  return from !== undefined && ts.isCallExpression(origin) ? fetchedId(origin, from.type) : undefined;
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
    return SOMETHING;
  if (ts.isBindingElement(parent.parent)) return partTaken(parent.parent);
  const declared = declaredBy(declaration);
  return declared.kind === 'part' ? declared.name : declared.kind === 'element' ? String(declared.index) : SOMETHING;
}
