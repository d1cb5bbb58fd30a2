import { ts } from 'ts-morph';
import { mentionsArguments } from '../language/mentions-arguments.ts';
import { heldBy } from '../flow/held.ts';
import { stepForward, type Use } from '../flow/uses.ts';
import { LIST_METHODS } from '../knowledge/builtins.ts';
import { isExported } from '../language/exported.ts';
import { functionOf } from '../language/functions.ts';
import { isWriteTarget, type Binding } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, parametersOf, unwrap } from '../syntax.ts';
import { callThatShows } from './showing-calls.ts';

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
  /** The variables and members on the way, which may lead to themselves: each of their uses has to show, once. */
  readonly seen: Set<ts.Node | Binding>;
}

/** Whether a value goes only to where elements are shown. What isn't known to show them may take them apart. */
function follow(value: ts.Expression, kind: Kind, trail: Trail): boolean {
  const use = stepForward(value);
  switch (use.kind) {
    case 'markup':
    case 'tag':
    case 'asked':
      return true;
    case 'same':
    case 'awaited':
      return follow(use.to, kind, trail);
    case 'member':
      return follow(use.of, kind, trail);
    case 'spread':
      if (ts.isCallExpression(use.into)) return followArgument(use.into, value.parent, kind, trail);
      return ts.isArrayLiteralExpression(use.into) && follow(use.into, kind, trail);
    case 'argument':
      return ts.isCallExpression(use.call) && followArgument(use.call, value, kind, trail);
    case 'called':
      return ts.isCallExpression(use.by) && follow(use.by, 'element', trail);
    case 'returned':
      return followResult(use.from, trail);
    case 'assigned':
      return (
        ts.isIdentifier(use.target) &&
        followName(use.target, kind, trail) &&
        (use.to === undefined || follow(use.to, kind, trail))
      );
    case 'name':
      return (
        ts.isIdentifier(use.name) && (kind === 'function' || !isExported(use.by)) && followName(use.name, kind, trail)
      );
    case 'part':
    case 'method':
      return followMember(use, kind, trail);
    // What other files import they call or show as a component.
    case 'exported':
      return kind === 'function';
    case 'each':
    case 'written':
    case 'unknown':
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

/** `elements[0]`, `elements.length`, `elements.map(…)`, `Component.displayName = …`. */
function followMember(use: Extract<Use, { kind: 'part' | 'method' }>, kind: Kind, trail: Trail): boolean {
  const { access } = use;
  const name = accessOf(access)?.name;
  if (name === undefined) return follow(use.kind === 'method' ? use.call : access, kind, trail);
  if (isWriteTarget(access)) return kind === 'function';
  if (name === 'length') return true;
  const isOwn = kind === 'function' && !OF_FUNCTIONS.has(name);
  if (use.kind === 'part') return isOwn && follow(access, kind, trail);
  const { call } = use;
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  if (method === undefined) return isOwn && follow(call, 'element', trail);
  return method.handsOut.length === 0 && (method.gives === 'nothing' || follow(call, kind, trail));
}

/** What a function has by itself, and calls it. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

/** What a function of the file does with its parameter; an arrow function has no `arguments` beside. */
function followParameter(fn: ts.SignatureDeclaration, index: number, kind: Kind, trail: Trail): boolean {
  const parameters = parametersOf(fn);
  if (parameters.slice(0, index + 1).some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return false;
  const parameter = parameters[index];
  if (parameter === undefined) return ts.isArrowFunction(fn);
  if (!ts.isIdentifier(parameter.name)) return kind === 'function';
  return !mentionsArguments(fn) && followName(parameter.name, kind, trail);
}

/** What a call does with one of its arguments. */
function followArgument(call: ts.CallExpression, argument: ts.Node, kind: Kind, trail: Trail): boolean {
  const { unit } = trail;
  const access = accessOf(unwrap(call.expression));
  if (access !== undefined && Object.hasOwn(LIST_METHODS, access.name)) {
    const method = LIST_METHODS[access.name];
    if (kind === 'function' && argument === call.arguments[0] && method?.gives === 'results')
      return method.handsOut[0] === 0 && follow(call, 'element', trail);
    if (kind === 'function' && access.name === 'forEach') return true;
    const object = unwrap(access.object);
    if (method?.keeps === true)
      return ts.isIdentifier(object) && isOwnList(object, unit) && followName(object, kind, trail);
    return method?.gives === 'more' && follow(call, kind, trail);
  }
  const shows = callThatShows(call, argument, kind === 'function', unit);
  if (shows === 'shown') return true;
  if (shows === 'returned') return follow(call, kind, trail);
  if (shows === 'called') return follow(call, 'element', trail);
  if (shows !== undefined) return followName(shows, kind, trail);
  const fn = functionOf(call.expression, unit);
  const index = call.arguments.findIndex((one) => one === argument);
  return (
    fn !== undefined &&
    fn.asteriskToken === undefined &&
    call.arguments.slice(0, index + 1).every((one) => !ts.isSpreadElement(one)) &&
    followParameter(fn, index, kind, trail)
  );
}

/** Whether a variable holds a list that the file makes, and which nobody else has. */
function isOwnList(name: ts.Identifier, unit: Unit): boolean {
  const list = heldBy(name, unit);
  const declaration = unit.scope.declarationOf(name);
  return (
    list !== undefined && ts.isArrayLiteralExpression(list) && declaration !== undefined && !isExported(declaration)
  );
}
