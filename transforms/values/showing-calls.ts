import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { reactStateOf } from '../flow/react-state.ts';
import { heldBy } from '../flow/held.ts';
import { globalFunctionName } from '../language/is-global.ts';
import { importedAs } from '../language/modules.ts';
import { reactFunction } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, unwrap, wrapped } from '../syntax.ts';

/**
 * What a call of what isn't in the file does with an element, or with a function that gives one: it is shown, or only
 * looked at; it is returned, changed by nobody; it is called, and what it gives is returned; or it is kept in the state
 * of a component, by that name. Undefined for every other call: it may take the element apart.
 *
 * @param isFunction whether the argument is a function that gives an element
 */
export function callThatShows(
  call: ts.CallExpression,
  argument: ts.Node,
  isFunction: boolean,
  unit: Unit,
): 'shown' | 'returned' | 'called' | ts.Identifier | undefined {
  const name = reactFunction(call, unit);
  if (name !== undefined) {
    if (isFunction && CALLING.has(name)) return 'called';
    return RETURNING.has(name) ? 'returned' : name === 'isValidElement' ? 'shown' : undefined;
  }
  const global = globalFunctionName(call.expression, unit) ?? '';
  if (global.startsWith('console.')) return 'shown';
  if (isFunction && global === 'Array.from') return 'called';
  const dom = functionOfReactDom(call.expression, unit);
  if (dom !== undefined) return dom === 'createPortal' ? 'returned' : DOM.test(dom) ? 'shown' : undefined;
  if (isRootOfReactDom(call.expression, unit)) return 'shown';
  return stateSetBy(call.expression, unit) ?? (isFunction && makesComponent(call, argument) ? 'returned' : undefined);
}

/** Those of React's functions that call what they are given, and return what that gives. */
const CALLING: ReadonlySet<string> = new Set(['map', 'useMemo']);

/** Those that return what they are given, or an element around it. */
const RETURNING: ReadonlySet<string> = new Set([
  'cloneElement',
  'createElement',
  'forwardRef',
  'memo',
  'toArray',
  'useCallback',
  'useDeferredValue',
]);

const DOM = /^(?:hydrate|hydrateRoot|prerender|prerenderToNodeStream|render|renderTo[A-Z]\w*)$/;

/** The name of the function of React's DOM that a callee is. */
function functionOfReactDom(callee: ts.Expression, unit: Unit): string | undefined {
  const imported = importedAs(callee, unit.scope);
  return imported !== undefined && /^react-dom(?:$|\/)/.test(imported.specifier) ? imported.name : undefined;
}

/** `createRoot(…).render`, `root.render` */
function isRootOfReactDom(callee: ts.Expression, unit: Unit): boolean {
  const access = accessOf(unwrap(callee));
  if (access?.name !== 'render') return false;
  const made = heldBy(access.object, unit) ?? unwrap(access.object);
  return (
    ts.isCallExpression(made) && /^(?:createRoot|hydrateRoot)$/.test(functionOfReactDom(made.expression, unit) ?? '')
  );
}

/** The variable of `const [body, setBody] = useState()`, for `setBody`. */
function stateSetBy(callee: ts.Expression, unit: Unit): ts.Identifier | undefined {
  const setter = declaredBy(unit.scope.declarationOf(unwrap(callee)));
  const state = setter.kind === 'element' && setter.index === 1 ? reactStateOf(setter.of.name, unit) : undefined;
  const name = state?.hook === 'useState' ? state.value?.name : undefined;
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

/**
 * Whether a call makes a component of one, by the convention that components have names with a capital: `const Page =
 * observer(() => …)`, `export default withAuth(Page)`.
 */
function makesComponent(call: ts.CallExpression, argument: ts.Node): boolean {
  const given = ts.isExpression(argument) ? unwrap(argument) : argument;
  const name = ts.isIdentifier(given) ? given : ts.isFunctionExpression(given) ? given.name : undefined;
  const { parent } = wrapped(call);
  const made = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
  if (made !== undefined) return isCapital(made);
  return name !== undefined && isCapital(name) && (ts.isExportAssignment(parent) || ts.isCallExpression(parent));
}

function isCapital({ text }: ts.Identifier): boolean {
  return /^\p{Lu}/u.test(text);
}
