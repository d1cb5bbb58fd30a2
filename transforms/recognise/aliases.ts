import { ts } from 'ts-morph';
import { SURFACES, type Surface } from '../api-change.ts';
import { accessOf, nameText, walk, wrapped } from '../syntax.ts';
import { METHOD_SHAPES } from './calls.ts';
import type { Tracer } from './trace.ts';
import type { Unit } from './unit.ts';

/** A general update method that is taken off its object instead of being called: its calls can't be followed. */
export interface MethodAlias {
  readonly surface: Surface;
  readonly node: ts.Node;
}

const METHODS: ReadonlySet<string> = new Set(Object.values(SURFACES).map(({ method }) => method));

/** `const { update } = user`, `user.update.bind(user)`, `onSave={user.update}`. */
export function findMethodAliases(unit: Unit, tracer: Tracer): MethodAlias[] {
  const found: MethodAlias[] = [];
  walk(unit.source, (node) => {
    const expression = aliasExpression(node);
    if (expression === undefined) return undefined;
    const value = tracer.valueOf(expression, unit);
    const surface = value.kind === 'sdk' ? METHOD_SHAPES[value.shape] : undefined;
    if (surface !== undefined) found.push({ surface, node });
    return undefined;
  });
  return found;
}

/** The expression, or the name that a pattern gives it, where a node takes a method of that name off an object. */
function aliasExpression(node: ts.Node): ts.Expression | undefined {
  if (ts.isBindingElement(node)) {
    const name = nameText(node.propertyName ?? node.name);
    return name !== undefined && METHODS.has(name) && ts.isIdentifier(node.name) && node.dotDotDotToken === undefined ? node.name : undefined;
  }
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  const { parent } = wrapped(node);
  const isCalled = ts.isCallExpression(parent) && wrapped(node) === parent.expression;
  const isTested = ts.isTypeOfExpression(parent) || ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent);
  return METHODS.has(accessOf(node)?.name ?? '') && !isCalled && !isTested ? node : undefined;
}
