import { ts } from 'ts-morph';
import { accessOf, nameText, unwrap, walk, wrapped } from '../../syntax.ts';
import { isExported } from '../source/modules.ts';
import { isNeverReassigned, type Binding } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';

/** A call in the file that runs a function. */
export interface Caller {
  readonly call: ts.CallExpression;
  /**
   * What the function's parameter `index` holds at `path`, and where in that expression; undefined where the call says
   * nothing of it.
   */
  readonly given: (index: number, path: readonly string[]) => Given | undefined;
}

export interface Given {
  readonly expression: ts.Expression;
  readonly path: readonly string[];
}

export interface Callers {
  readonly calls: readonly Caller[];
  /** Whether there are no others, in this file or elsewhere. */
  readonly isClosed: boolean;
}

/** Something that takes a function and gives back what calls it. */
interface Hook {
  /**
   * The methods of what it gives back that call the function; `itself`: that is the function; a number: it is an
   * element of a pair.
   */
  readonly by: readonly string[] | 'itself' | number;
  /**
   * Where in the function's parameters the call's first argument arrives; undefined where the function gets the
   * arguments as they are.
   */
  readonly arrives: { readonly index: number; readonly path: readonly string[] } | undefined;
}

const MUTATION: Hook = { by: ['mutate', 'mutateAsync'], arrives: { index: 0, path: [] } };
const WRAPPER: Hook = { by: 'itself', arrives: undefined };
const ACTION: Hook = { by: 1, arrives: { index: 1, path: [] } };

/** By name alone: what is found through them only ever adds to what is known. */
const HOOKS: ReadonlyMap<string, Hook> = new Map([
  ['useMutation', MUTATION],
  ['createMutation', MUTATION],
  ['injectMutation', MUTATION],
  ['useSWRMutation', { by: ['trigger'], arrives: { index: 1, path: ['arg'] } }],
  ['useActionState', ACTION],
  ['useFormState', ACTION],
  ['useCallback', WRAPPER],
  ['useEffectEvent', WRAPPER],
  ['cache', WRAPPER],
  ['debounce', WRAPPER],
  ['throttle', WRAPPER],
]);

/** Who calls a function, as far as its file shows. */
export function callersOf(fn: ts.SignatureDeclaration, unit: Unit): Callers {
  const named = bindingOfFunction(fn, unit);
  if (named !== undefined) {
    const calls = named.references.flatMap((reference) => callOf(reference) ?? []);
    const isClosed = calls.length === named.references.length && isOwn(named, fn, unit);
    return { calls: calls.map((call) => directly(call)), isClosed };
  }
  return { calls: [...callsOfMethod(fn, unit), ...callsThroughHook(fn, unit)], isClosed: false };
}

/** The never reassigned name under which a function is called. */
function bindingOfFunction(fn: ts.SignatureDeclaration, unit: Unit): Binding | undefined {
  const declared = ts.isFunctionDeclaration(fn) ? fn.name : nameOfVariable(fn);
  const binding = declared === undefined ? undefined : unit.scope.bindingOf(declared);
  return binding !== undefined && isNeverReassigned(binding) ? binding : undefined;
}

function nameOfVariable(fn: ts.Node): ts.Identifier | undefined {
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
  const { parent } = wrapped(fn);
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
}

/** Whether nothing but this file can use a name: a component's markup, other scripts of a page and importers can't. */
function isOwn(binding: Binding, fn: ts.SignatureDeclaration, unit: Unit): boolean {
  if (unit.component !== undefined || unit.scope.isOpen() || unit.scope.mentions('arguments')) return false;
  const statement =
    binding.declaration === undefined ? undefined : ts.findAncestor(binding.declaration, ts.isStatement);
  if (statement === undefined || isExported(statement)) return false;
  return !ts.isSourceFile(statement.parent) || isModule(fn.getSourceFile(), unit);
}

/** Whether a file's names are its own: it imports, exports or requires. In the page's scripts they are everybody's. */
function isModule(source: ts.SourceFile, unit: Unit): boolean {
  return (
    unit.scope.mentions('require') ||
    source.statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) ||
        ts.isExportDeclaration(statement) ||
        ts.isExportAssignment(statement) ||
        isExported(statement),
    )
  );
}

/** The call whose callee an expression is. */
function callOf(node: ts.Expression): ts.CallExpression | undefined {
  const outer = wrapped(node);
  return ts.isCallExpression(outer.parent) && outer.parent.expression === outer ? outer.parent : undefined;
}

/** A call that gives its arguments as they are. */
function directly(call: ts.CallExpression): Caller {
  return {
    call,
    given: (index, path) => {
      const before = call.arguments.slice(0, index + 1);
      const spread = before.find(ts.isSpreadElement);
      if (spread !== undefined) return { expression: spread, path };
      const expression = before[index];
      return expression === undefined ? undefined : { expression, path };
    },
  };
}

/** `this.save(…)`, `service.save(…)`, `Service.save(…)` of a class or an object with methods. */
function callsOfMethod(fn: ts.SignatureDeclaration, unit: Unit): Caller[] {
  const holder = ts.isMethodDeclaration(fn) ? fn : wrapped(fn as ts.Expression).parent;
  if (!ts.isMethodDeclaration(holder) && !ts.isPropertyDeclaration(holder) && !ts.isPropertyAssignment(holder))
    return [];
  const name = nameText(holder.name);
  const owner = holder.parent;
  if (name === undefined || !(ts.isClassLike(owner) || ts.isObjectLiteralExpression(owner))) return [];
  const found: Caller[] = [];
  walk(unit.source, (node) => {
    const access = ts.isCallExpression(node) ? accessOf(unwrap(node.expression)) : undefined;
    if (access?.name === name && ts.isCallExpression(node) && isMadeOf(unwrap(access.object), owner, unit))
      found.push(directly(node));
    return undefined;
  });
  return found;
}

/** Whether an expression is the object `owner`, the class `owner` or an instance of it. */
function isMadeOf(
  node: ts.Expression,
  owner: ts.ClassLikeDeclaration | ts.ObjectLiteralExpression,
  unit: Unit,
): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword)
    return ts.findAncestor(node, (around) => ts.isClassLike(around) || ts.isObjectLiteralExpression(around)) === owner;
  if (ts.isNewExpression(node)) return isMadeOf(unwrap(node.expression), owner, unit);
  const declaration = ts.isIdentifier(node) ? unit.scope.bindingOf(node)?.declaration : undefined;
  if (declaration === undefined || declaration === owner) return declaration !== undefined;
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return false;
  const { type, initializer } = declaration;
  if (type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
    return isMadeOf(type.typeName, owner, unit);
  const value = initializer === undefined ? undefined : unwrap(initializer);
  return value === owner || (value !== undefined && ts.isNewExpression(value) && isMadeOf(value, owner, unit));
}

/** A function that is given to something which gives back what calls it, in its arguments or among its options. */
function callsThroughHook(fn: ts.SignatureDeclaration, unit: Unit): Caller[] {
  const call = ts.findAncestor(
    fn.parent,
    (around): around is ts.CallExpression | ts.FunctionLikeDeclaration =>
      ts.isCallExpression(around) || ts.isFunctionLike(around),
  );
  if (call === undefined || !ts.isCallExpression(call)) return [];
  const callee = unwrap(call.expression);
  const hook = HOOKS.get(ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? ''));
  if (hook === undefined) return [];
  return namesOf(call, hook.by, unit, new Set())
    .flatMap((name) => callOf(name) ?? [])
    .map((at): Caller => {
      const { arrives } = hook;
      if (arrives === undefined) return directly(at);
      const isOnTheWay = (path: readonly string[]): boolean =>
        arrives.path.every((part, index) => path[index] === part);
      return {
        call: at,
        given: (index, path) =>
          index === arrives.index && isOnTheWay(path)
            ? directly(at).given(0, path.slice(arrives.path.length))
            : undefined,
      };
    });
}

/** The mentions of what calls the function, in a value that stands in the place of `node`. */
function namesOf(node: ts.Expression, by: Hook['by'], unit: Unit, seen: Set<ts.Node>): ts.Expression[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const outer = wrapped(node);
  const { parent } = outer;
  if (ts.isVariableDeclaration(parent) && parent.initializer === outer)
    return namesInPattern(parent.name, by, unit, seen);
  const access = accessOf(parent);
  if (access?.object === outer)
    return typeof by === 'object' && by.includes(access.name) ? namesOfTaken(parent as ts.Expression, unit) : [];
  if (by === 'itself' && callOf(node) !== undefined) return [node];
  // A hook of the file's own gives it to whoever calls that.
  const returned =
    ts.isReturnStatement(parent) || ts.isArrowFunction(parent) ? ts.findAncestor(parent, ts.isFunctionLike) : undefined;
  const binding = returned === undefined ? undefined : bindingOfFunction(returned, unit);
  return (binding?.references ?? [])
    .flatMap((reference) => callOf(reference) ?? [])
    .flatMap((call) => namesOf(call, by, unit, seen));
}

function namesInPattern(name: ts.BindingName, by: Hook['by'], unit: Unit, seen: Set<ts.Node>): ts.Expression[] {
  const mentions = (target: ts.BindingName): readonly ts.Identifier[] =>
    ts.isIdentifier(target) ? (unit.scope.bindingOf(target)?.references ?? []) : [];
  if (ts.isIdentifier(name))
    return mentions(name).flatMap((mention) => (by === 'itself' ? [mention] : namesOf(mention, by, unit, seen)));
  if (ts.isArrayBindingPattern(name)) {
    const element = typeof by === 'number' ? name.elements[by] : undefined;
    return element !== undefined && ts.isBindingElement(element) ? [...mentions(element.name)] : [];
  }
  if (typeof by !== 'object') return [];
  return name.elements
    .filter((element) => by.includes(nameText(element.propertyName ?? element.name) ?? ''))
    .flatMap((element) => mentions(element.name));
}

/** `mutation.mutate` where it is called, or under the name that it is kept by. */
function namesOfTaken(node: ts.Expression, unit: Unit): ts.Expression[] {
  const { parent } = wrapped(node);
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
    ? [...(unit.scope.bindingOf(parent.name)?.references ?? [])]
    : [node];
}
