import { ts } from 'ts-morph';
import { HTTP_METHODS } from '../http-api.ts';
import { memoizeBy } from '../memoize.ts';
import { elementsOf, parametersOf, takenName, unwrap } from '../syntax.ts';
import { exportsNamed } from './modules.ts';
import type { Unit } from './unit.ts';

/**
 * Whether Next.js gives a parameter a request, a response or the parts of a path, of its own making: to what a file
 * `app/…/route.js` exports by the name of a method of HTTP, and what one in `pages/api` exports by default. Source:
 * Next.js, "route.js" and "API Routes".
 */
export function isGivenByNext(parameter: ts.ParameterDeclaration, unit: Unit): boolean {
  const { parent: fn, name } = parameter;
  if (!isRouteHandler(fn, unit)) return false;
  const index = parametersOf(fn).indexOf(parameter);
  if (index === 0) return true;
  const isParams = ts.isObjectBindingPattern(name) && elementsOf(name).every((one) => takenName(one) === 'params');
  return index === 1 && (isParams || API_ROUTE.test(unit.fileName));
}

const isRouteHandler = memoizeBy(
  (fn: ts.Node, unit: Unit) => [unit, fn],
  (fn, unit): boolean => {
    // A folder of that name is Next.js' where its SDK is used, but for those that it leaves out.
    if (!unit.text.includes('@clerk/nextjs') || /\/_[^/]*\//.test(unit.fileName)) return false;
    const names = ROUTE.test(unit.fileName) ? HTTP_METHODS : API_ROUTE.test(unit.fileName) ? ['default'] : [];
    return names.some((name) =>
      exportsNamed(unit, name).some((entry) => 'node' in entry && functionOfExport(entry.node, unit) === fn),
    );
  },
);

const ROUTE = /(?:^|\/)app\/(?:.+\/)?route\.[cm]?[jt]sx?$/;
const API_ROUTE = /(?:^|\/)pages\/api\/.+\.[cm]?[jt]sx?$/;

function functionOfExport(node: ts.Node, { scope }: Unit): ts.Node | undefined {
  const named = ts.isIdentifier(node) ? scope.declarationOf(node) : node;
  if (named === undefined) return undefined;
  const value = ts.isVariableDeclaration(named) ? named.initializer : named;
  return value !== undefined && ts.isExpression(value) ? unwrap(value) : value;
}
