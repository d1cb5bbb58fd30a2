import { ts } from 'ts-morph';
import { accessOf, nameText, unwrap } from '../syntax.ts';
import { importedAs, importOf, type Import } from './modules.ts';
import type { Unit } from './unit.ts';

/** The name of the function of React's that a call makes; undefined for every other. */
export function reactFunction({ expression }: ts.CallExpression, unit: Unit): string | undefined {
  return nameInReact(expression, unit);
}

const HOOKS_WITH_DEPENDENCIES: ReadonlySet<string> = new Set([
  'useCallback',
  'useEffect',
  'useImperativeHandle',
  'useInsertionEffect',
  'useLayoutEffect',
  'useMemo',
]);

/** Whether an argument is a list that a hook of React's only compares: what its function depends on. */
export function isDependencyList(
  argument: ts.Node | undefined,
  call: ts.Node,
  unit: Unit,
): argument is ts.ArrayLiteralExpression {
  return (
    argument !== undefined &&
    ts.isArrayLiteralExpression(argument) &&
    ts.isCallExpression(call) &&
    HOOKS_WITH_DEPENDENCIES.has(reactFunction(call, unit) ?? '')
  );
}

/**
 * By the name of a type of components, or of a function that makes one of a component: which of its type arguments is
 * that of the props, which a component gets first.
 */
const PROPS_ARGUMENTS: Readonly<Record<string, number>> = {
  FC: 0,
  FunctionComponent: 0,
  ComponentType: 0,
  VFC: 0,
  SFC: 0,
  memo: 0,
  forwardRef: 1,
  ForwardRefRenderFunction: 1,
};

/** Which type argument of a name of React's, or of `NextPage`, is that of a component's props. */
export function propsArgument(name: ts.EntityName | ts.Expression, { scope }: Unit): number | undefined {
  const imported = ts.isQualifiedName(name) ? memberImported(name, scope) : importedAs(name, scope);
  const named = imported?.name ?? '';
  if (imported?.specifier === 'next') return named === 'NextPage' ? 0 : undefined;
  return imported?.specifier === 'react' && Object.hasOwn(PROPS_ARGUMENTS, named) ? PROPS_ARGUMENTS[named] : undefined;
}

/** `React.FC`; in types, `React` is there without an import, too. */
function memberImported({ left, right }: ts.QualifiedName, scope: Unit['scope']): Import | undefined {
  const declaration = scope.declarationOf(left);
  const isGlobal = declaration === undefined && ts.isIdentifier(left) && left.text === 'React';
  const specifier = isGlobal ? 'react' : importOf(declaration)?.specifier;
  return specifier === undefined ? undefined : { specifier, name: right.text };
}

/** Whether an expression is a class that components extend. */
export function isComponentClass(expression: ts.Expression, unit: Unit): boolean {
  return /^(?:Pure)?Component$/.test(nameInReact(expression, unit) ?? '');
}

function nameInReact(expression: ts.Expression, unit: Unit): string | undefined {
  const imported = importedAs(expression, unit.scope);
  return imported?.specifier === 'react' ? imported.name : undefined;
}

/** Whether a property is called for events, by its name: `onClick`. */
export function isHandlerName(name: string): boolean {
  return /^on[A-Z]/.test(name);
}

/**
 * Whether a function is a component by its name: React calls it again whenever what it reads of the user has changed.
 */
export function isComponent(fn: ts.Node): boolean {
  return COMPONENT.test(nameOf(fn));
}

export function isNameOfComponentOrHook(name: string): boolean {
  return COMPONENT.test(name) || HOOK.test(name);
}

/** Whether a function is a hook by its name, or what Vue calls a composable. */
export function isHook(fn: ts.Node): boolean {
  return HOOK.test(nameOf(fn));
}

/** Whether a hook gave something, by its name. */
export function isGivenByHook(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  return HOOK.test(accessOf(callee)?.name ?? (ts.isIdentifier(callee) ? callee.text : ''));
}

const COMPONENT = /^[A-Z]/;
const HOOK = /^use[A-Z]/;

function nameOf(fn: ts.Node): string {
  const named = ts.isFunctionDeclaration(fn) || ts.isFunctionExpression(fn) ? fn.name : undefined;
  const { parent } = fn;
  const name = named ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return name !== undefined && ts.isIdentifier(name) ? (nameText(name) ?? '') : '';
}
