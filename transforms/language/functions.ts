import { ts } from 'ts-morph';
import { accessOf, nameText, unwrap, wrapped } from '../syntax.ts';
import { isNeverReassigned, type Binding } from './scope.ts';
import type { Unit } from './unit.ts';

export type LocalFunction = (ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression) & {
  readonly body: ts.ConciseBody;
};

/** The function of the file that a never reassigned name stands for, with what it does. */
export function functionOf(callee: ts.Expression, { scope }: Unit): LocalFunction | undefined {
  const node = unwrap(callee);
  const binding = scope.bindingOf(node);
  const declaration = binding?.writes.length === 0 ? binding.declaration : undefined;
  const made =
    declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
      ? unwrap(declaration.initializer)
      : declaration;
  return made !== undefined && isDefinition(made) ? made : undefined;
}

function isDefinition(node: ts.Node): node is LocalFunction {
  return (
    (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
    node.body !== undefined
  );
}

/** The never reassigned name under which a function is called, or a class. */
export function bindingOfFunction(
  fn: ts.SignatureDeclaration | ts.ClassLikeDeclaration,
  unit: Unit,
): Binding | undefined {
  const declared = ts.isFunctionDeclaration(fn) || ts.isClassDeclaration(fn) ? fn.name : nameOfVariable(fn);
  const binding = unit.scope.bindingOf(declared);
  return isNeverReassigned(binding) ? binding : undefined;
}

/**
 * Every mention of a function that is called by a never reassigned name; undefined where it has none. An expression has
 * a second name, for itself: `const save = async function attempt() { … attempt() … }`.
 */
export function mentionsOfFunction(fn: ts.SignatureDeclaration, unit: Unit): readonly ts.Identifier[] | undefined {
  const named = bindingOfFunction(fn, unit);
  return named && [...named.references, ...mentionsInside(fn, unit)];
}

/** The mentions of a function expression by the name that only it knows. */
export function mentionsInside(fn: ts.SignatureDeclaration, { scope }: Unit): readonly ts.Identifier[] {
  return (ts.isFunctionExpression(fn) ? scope.bindingOf(fn.name)?.references : undefined) ?? [];
}

function nameOfVariable(fn: ts.Node): ts.Identifier | undefined {
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn) && !ts.isClassExpression(fn)) return undefined;
  const { parent } = wrapped(fn);
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
}

/** A function whose body says all that happens to what it is given. */
export function isFunctionInSight(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction {
  return (
    (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)) &&
    node.body !== undefined &&
    node.asteriskToken === undefined
  );
}

/** The name of the method that a function is, or of the property that has it as its value. */
export function nameOfMember(fn: ts.SignatureDeclaration): string | undefined {
  if (ts.isMethodDeclaration(fn)) return nameText(fn.name);
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  const assigned = ts.isBinaryExpression(parent) ? accessOf(parent.left)?.name : undefined;
  if (assigned !== undefined && assigned !== 'exports') return assigned;
  return ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? nameText(parent.name) : undefined;
}
