import { ts } from 'ts-morph';
import { packageGiving } from '../../flow/giving-package.ts';
import { stepForward } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { reactFunction } from '../../language/react.ts';
import { isWriteTarget, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap, wrapped } from '../../syntax.ts';

/**
 * Whether the element of React's around `node` goes to where elements are shown, and nobody takes it apart:
 * `element.props.user` is the object itself.
 */
export function isOnlyRendered(node: ts.Node, unit: Unit): boolean {
  return follow(elementAround(node), 'element', { unit, seen: new Set() });
}

function elementAround(node: ts.Node): ts.Expression {
  let around: ts.Node = node;
  while (PARTS.has(around.parent.kind)) around = around.parent;
  return around as ts.Expression;
}

const PARTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.JsxAttribute,
  ts.SyntaxKind.JsxAttributes,
  ts.SyntaxKind.JsxElement,
  ts.SyntaxKind.JsxExpression,
  ts.SyntaxKind.JsxFragment,
  ts.SyntaxKind.JsxOpeningElement,
  ts.SyntaxKind.JsxSelfClosingElement,
  ts.SyntaxKind.JsxSpreadAttribute,
]);

/** What is followed: an element, or what holds some; or a function that gives one when it is called. */
type Kind = 'element' | 'function';

interface Trail {
  readonly unit: Unit;
  /** The variables on the way, which may lead to themselves: each of their uses has to show, once. */
  readonly seen: Set<Binding>;
}

/** Whether a value goes only to where elements are shown. What isn't known to show them may take them apart. */
function follow(value: ts.Expression, kind: Kind, trail: Trail): boolean {
  const use = stepForward(value);
  switch (use.kind) {
    case 'tag':
    case 'asked':
      return true;
    // Whoever takes the element around apart gets what is inside.
    case 'markup':
      return follow(elementAround(value), 'element', trail);
    case 'same':
    case 'awaited':
      return follow(use.to, kind, trail);
    case 'member':
      return follow(use.of, kind, trail);
    case 'argument':
      return ts.isCallExpression(use.call) && followArgument(use.call, value, kind, trail);
    case 'called':
      return ts.isCallExpression(use.by) && follow(use.by, 'element', trail);
    case 'returned':
      return followResult(use.from, trail);
    case 'name':
      return (
        ts.isIdentifier(use.name) && (kind === 'function' || !isExported(use.by)) && followName(use.name, kind, trail)
      );
    // `elements.length`, `Component.displayName = …`
    case 'part':
      return isWriteTarget(use.access) ? kind === 'function' : accessOf(use.access)?.name === 'length';
    // What other files import they call or show as a component.
    case 'exported':
      return kind === 'function';
    default:
      return false;
  }
}

/** What a function gives goes where the function is called, and where it is handed on to. */
function followResult(fn: ts.SignatureDeclaration, trail: Trail): boolean {
  if (ts.isFunctionDeclaration(fn)) return fn.name === undefined || followName(fn.name, 'function', trail);
  return (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) && follow(fn, 'function', trail);
}

function followName(name: ts.Identifier, kind: Kind, trail: Trail): boolean {
  const binding = trail.unit.scope.bindingOf(name);
  if (binding === undefined) return false;
  if (trail.seen.has(binding)) return true;
  trail.seen.add(binding);
  return binding.references.every((reference) => isWriteTarget(reference) || follow(reference, kind, trail));
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

/** What a call does with one of its arguments. */
function followArgument(call: ts.CallExpression, argument: ts.Node, kind: Kind, trail: Trail): boolean {
  const isFunction = kind === 'function';
  const name = reactFunction(call, trail.unit) ?? '';
  const isMapped = accessOf(unwrap(call.expression))?.name === 'map' && argument === call.arguments[0];
  if (isFunction && (CALLING.has(name) || isMapped)) return follow(call, 'element', trail);
  const isShown = RETURNING.has(name) || (isFunction && makesComponent(call, argument, trail.unit));
  return isShown && follow(call, kind, trail);
}

/**
 * Whether a package makes a component of one, by the convention that components have names with a capital: `const Page
 * = observer(() => …)`, `export default withAuth(Page)`.
 */
function makesComponent(call: ts.CallExpression, argument: ts.Node, unit: Unit): boolean {
  if (packageGiving(call.expression, unit) === undefined) return false;
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
