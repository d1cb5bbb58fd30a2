import { ts } from 'ts-morph';
import type { MetadataField, Surface } from '../api-change.ts';
import { WIRE_NAMES } from '../http-api.ts';
import { isReactive, onlyReadsArguments } from '../recognise/readers.ts';
import { isWriteTarget, type Binding } from '../recognise/scope.ts';
import type { Shape } from '../recognise/sdk-shapes.ts';
import { accessOf, containerOf, contains, isLoop, nameText, statementOf, unwrap, walk, wrapped } from '../syntax.ts';
import type { Context } from './context.ts';
import { pathOf, type Path } from './paths.ts';
import type { StoredRead } from './stored-read.ts';
import { usageOf, usageOfBinding } from './usage.ts';
import { isWritingCall } from './writing-calls.ts';

/** What sends the value: a call of the SDK, or a request. */
export interface Sending {
  readonly surface: Surface;
  readonly call: ts.Expression;
  readonly params: ts.Node;
}

/**
 * Whether what was read from the subject is still, unchanged, what is stored when the call is made: nobody in this file changed the
 * object or handed it on, and the function wrote nothing to the field in between.
 */
export function isFresh(stored: StoredRead, site: Sending, context: Context): boolean {
  return !context.unit.scope.isOpen() && !isChanged(stored, site, context) && !isHandedOn(stored, site, context) && !isStale(stored, site);
}

/** Whether the field's object, of any subject, is changed anywhere in the file, or an alias of it leaves the file's sight. */
function isChanged({ field, aliases, read }: StoredRead, site: Sending, context: Context): boolean {
  if (aliases.some((alias) => usageOfBinding(alias, site.params, context) !== 'read')) return true;
  let changed = false;
  walk(context.unit.source, (node) => {
    if (changed) return 'skip';
    // What becomes of the read itself is what the patch form is about.
    if (node === read) return undefined;
    if (isFieldRead(node, field)) {
      const usage = usageOf(node, site.params, context);
      changed = usage === 'mutation' ? !isAssignmentOfField(node) : usage === 'escape' && (isBefore(node, site) || isAround(node, site));
    } else if (ts.isBindingElement(node) && nameText(node.propertyName ?? node.name) === field && ts.isIdentifier(node.name)) {
      const binding = context.unit.scope.bindingOf(node.name);
      changed = binding !== undefined && usageOfBinding(binding, site.params, context) === 'mutation';
    }
    return undefined;
  });
  return changed;
}

function isFieldRead(node: ts.Node, field: MetadataField): node is ts.Expression {
  return (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && accessOf(node)?.name === field;
}

/** `params.publicMetadata = …` fills some other object; `delete` and counting don't. A subject's own field is never assigned but by mistake. */
function isAssignmentOfField(node: ts.Expression): boolean {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(unwrap(accessOf(node)?.object ?? node));
}

/** Whether the subject, or something that leads to it, gets out of sight before the request, or its field is assigned. */
function isHandedOn({ field, holders }: StoredRead, site: Sending, context: Context): boolean {
  const leaves = holders.some((holder) =>
    holder.references.some((reference) => {
      if (holder.writes.some(({ target }) => target === reference)) return false;
      const access = accessOf(reference.parent);
      if (access?.object === reference) return access.name === field && isAssignmentOfField(reference.parent as ts.Expression);
      return isBefore(reference, site) && usageOf(reference, site.params, context) !== 'read';
    }),
  );
  return leaves || callsBefore(site).some((call) => !isReader(call, context) && call.arguments.some((argument) => !isDependencyList(argument, call) && leadsToSubject(argument, context)));
}

/** The calls that may be made before the request: those before it in its function, inside functions too, and those of the functions around it. */
function callsBefore(site: Sending): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  walk(site.call.getSourceFile(), (node) => {
    if (ts.isCallExpression(node) && node !== site.call && (isBefore(node, site) || isAround(node, site))) calls.push(node);
    return undefined;
  });
  return calls;
}

/** Whether `node` belongs to a function around the site's own: it ran before that one was made, or runs again before it is called. */
function isAround(node: ts.Node, site: Sending): boolean {
  const container = containerOf(node);
  return container !== containerOf(site.call) && contains(container, site.call);
}

/** `useEffect(…, [user])`: what a hook compares. */
function isDependencyList(argument: ts.Expression, call: ts.CallExpression): boolean {
  const access = accessOf(call.expression);
  const name = ts.isIdentifier(call.expression) ? call.expression.text : (access?.name ?? '');
  return ts.isArrayLiteralExpression(argument) && /^use[A-Z]/.test(name);
}

function isReader(call: ts.CallExpression, context: Context): boolean {
  return onlyReadsArguments(call) || isReactive(call, context.unit) || context.tracer.valueOf(unwrap(call.expression), context.unit).kind === 'sdk';
}

/** What a subject can be reached from. */
const LEADING_SHAPES: ReadonlySet<Shape> = new Set([
  'user', 'organization', 'users-of-list', 'user-list', 'organizations-of-list', 'organization-list', 'frontend-user', 'frontend-users-ref', 'session', 'session-ref',
  'clerk-js', 'clerk-js-ref', 'use-user-result', 'use-user-vue-result', 'use-session-result', 'use-session-vue-result', 'use-user-solid-result', 'use-session-solid-result', 'svelte-context',
  'user-accessor', 'session-accessor', 'auth-accessor', 'clerk-accessor', 'user-store', 'session-store', 'auth-store', 'clerk-store',
]);

/** Whether an argument is, or holds, something that a subject can be reached from. What is read from a subject isn't. */
function leadsToSubject(argument: ts.Expression, context: Context): boolean {
  const node = unwrap(argument);
  if (ts.isIdentifier(node) || accessOf(node) !== undefined) {
    const value = context.tracer.valueOf(node, context.unit);
    return value.kind === 'sdk' && LEADING_SHAPES.has(value.shape);
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.some((property) => {
      if (ts.isShorthandPropertyAssignment(property)) return leadsToSubject(property.name, context);
      return (ts.isPropertyAssignment(property) && leadsToSubject(property.initializer, context)) || (ts.isSpreadAssignment(property) && leadsToSubject(property.expression, context));
    });
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.some((element) => leadsToSubject(ts.isSpreadElement(element) ? element.expression : element, context));
  return false;
}

/** Whether a call before this one is made on the object that a variable holds, or gets it as an argument. */
export function isTouched(root: Path['root'], site: Sending, context: Context): boolean {
  const isRoot = (expression: ts.Expression): boolean => {
    const path = pathOf(expression, context.unit);
    return path?.root === root && path.names.length === 0;
  };
  const holdsRoot = (expression: ts.Expression): boolean => {
    const node = unwrap(expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(holdsRoot);
    if (!ts.isObjectLiteralExpression(node)) return isRoot(node);
    return node.properties.some((property) => (ts.isPropertyAssignment(property) ? holdsRoot(property.initializer) : ts.isShorthandPropertyAssignment(property) && isRoot(property.name)));
  };
  return callsBefore(site).some((call) => {
    if (isReader(call, context)) return false;
    const object = accessOf(unwrap(call.expression))?.object;
    return (object !== undefined && isRoot(object)) || call.arguments.some(holdsRoot);
  });
}

/** Whether `node` runs before the request in the same function, or may in a loop around both. */
function isBefore(node: ts.Node, site: Sending): boolean {
  if (!contains(containerOf(site.call), node)) return false;
  // The arguments are evaluated before the request is made.
  return contains(site.call, node) || node.end <= site.call.pos || loopsAround(site.call).some((loop) => contains(loop, node));
}

/** Whether the function writes to the field between the read and the call. */
function isStale(stored: StoredRead, site: Sending): boolean {
  const fetched = fetchOf(stored, site);
  if (isOvertaken(stored.field, fetched === 'at-call' ? undefined : fetched, site)) return true;
  if (fetched === 'at-call') return hasPendingWrite(stored, site);
  if (contains(site.call, fetched)) return false;
  const container = containerOf(site.call);
  if (containerOf(fetched) !== container && fetched.parent !== container) return true;
  // A loop around the call but not around the read comes back with what it read before.
  if (loopsAround(site.call).some((loop) => !contains(loop, fetched))) return true;
  return isWrittenBetween(stored.field, fetched, site);
}

/** Whether the function calls a method of the SDK that may write the field, after `fetched` and not certainly after this call. */
export function isWrittenBetween(field: MetadataField, fetched: ts.Node, site: Sending): boolean {
  const container = containerOf(site.call);
  return writesIn(container, field).some((write) => {
    if (write === site.call || contains(fetched, write)) return false;
    // A function inside may run at any time; what isn't awaited may still be under way, or be overtaken by what follows in the statement.
    if (containerOf(write) !== container) return !contains(site.call, write);
    return contains(site.call, write) || (write.pos >= fetched.pos && write.pos < site.call.pos) || runsBeside(write, site);
  });
}

/** Whether the function sends a request of its own that names the field, after `fetched` and not certainly after this call. */
export function isOvertaken(field: MetadataField, fetched: ts.Node | undefined, site: Sending): boolean {
  const container = containerOf(site.call);
  const name = WIRE_NAMES[field];
  const isNamed = (node: ts.Node): boolean =>
    (ts.isObjectLiteralElementLike(node) && !ts.isSpreadAssignment(node) && nameText(node.name) === name) ||
    ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && node.text.includes(name)) || (ts.isPropertyAccessExpression(node) && node.name.text === name && isWriteTarget(node));
  let found = false;
  walk(container, (node) => {
    if (found || node === site.call || contains(site.params, node)) return 'skip';
    if (!isNamed(node)) return undefined;
    const isInside = containerOf(node) !== container;
    const isEarlier = fetched !== undefined && node.end <= fetched.pos && !loopsAround(site.call).some((loop) => contains(loop, node) && !contains(loop, fetched));
    const isLater = node.pos >= site.call.end && !loopsAround(site.call).some((loop) => contains(loop, node)) && !runsBeside(node, site);
    found = isInside || (!isEarlier && !isLater);
    return undefined;
  });
  return found;
}

/** Whether two calls of one statement are both under way at once. */
function runsBeside(write: ts.Node, { call }: Sending): boolean {
  const statement = statementOf(call);
  return statement !== undefined && contains(statement, write) && !ts.isAwaitExpression(wrapped(call).parent);
}

/** Where the object was taken from what the service returned; the frontend's user is kept up to date, so a direct read of it is always current. */
function fetchOf({ read, subject, aliases, holders }: StoredRead, site: Sending): ts.Node | 'at-call' {
  if (site.surface === 'frontend') return aliases.length === 0 && contains(site.call, read) ? 'at-call' : read;
  const holder: Binding | undefined = holders.at(-1);
  const assignment = holder?.writes[0]?.target;
  return assignment ?? holder?.declaration ?? (ts.isSourceFile(subject.origin) ? read : subject.origin);
}

/** On the frontend: whether an earlier write of the function, not awaited, may still be under way. */
function hasPendingWrite(stored: StoredRead, site: Sending): boolean {
  const loops = loopsAround(site.call);
  return writesIn(containerOf(site.call), stored.field).some((write) => {
    const isEarlier = write.end <= site.call.pos || loops.some((loop) => contains(loop, write));
    return isEarlier && !ts.isAwaitExpression(write.parent);
  });
}

function loopsAround(node: ts.Node): ts.Node[] {
  const container = containerOf(node);
  const loops: ts.Node[] = [];
  for (let current = node.parent; current !== container && !ts.isSourceFile(current); current = current.parent) {
    if (isLoop(current)) loops.push(current);
  }
  return loops;
}

/** The calls in `container` that may write `field`, by the method's name alone: whose they are doesn't matter here. */
function writesIn(container: ts.Node, field: MetadataField): ts.CallExpression[] {
  const writes: ts.CallExpression[] = [];
  walk(container, (node) => {
    if (ts.isCallExpression(node) && isWritingCall(node) && mayWrite(node, field)) writes.push(node);
    return undefined;
  });
  return writes;
}

function mayWrite(call: ts.CallExpression, field: MetadataField): boolean {
  const params = call.arguments.at(-1);
  const literal = params === undefined ? undefined : unwrap(params);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return true;
  return literal.properties.some((property) => ts.isSpreadAssignment(property) || (nameText(property.name) ?? field) === field);
}
