import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, nameText, unwrap, wrapped } from '../../syntax.ts';
import { bindingOfFunction, mentionsInside, mentionsOfFunction } from '../../language/functions.ts';
import { isExported, isModule } from '../../language/modules.ts';
import { propertiesNamed } from '../../language/properties.ts';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../evaluator/evaluator.ts';

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
    const mentions = [...named.references, ...mentionsInside(fn, unit)];
    const calls = mentions.flatMap((mention) => callOf(mention) ?? []);
    const isClosed = calls.length === mentions.length && isOwn(named, fn, unit);
    return { calls: calls.map((call) => directly(call)), isClosed };
  }
  return { calls: [...callsOfMethod(fn, unit), ...callsThroughHook(fn, unit)], isClosed: false };
}

/** Whether nothing but this file can use a name: a component's markup, other scripts of a page and importers can't. */
function isOwn(binding: Binding, fn: ts.SignatureDeclaration, unit: Unit): boolean {
  if (unit.component !== undefined || unit.scope.hasHiddenWrites() || unit.scope.mentions('arguments')) return false;
  const statement =
    binding.declaration === undefined ? undefined : ts.findAncestor(binding.declaration, ts.isStatement);
  if (statement === undefined || isExported(statement)) return false;
  // The names of a page's scripts are everybody's.
  return !ts.isSourceFile(statement.parent) || unit.scope.mentions('require') || isModule(statement.parent);
}

/** The call that runs a function which is mentioned there. */
export function callerAt(mention: ts.Expression): Caller | undefined {
  const call = callOf(mention);
  return call && directly(call);
}

/** The call whose callee an expression is. */
function callOf(node: ts.Expression): ts.CallExpression | undefined {
  const outer = wrapped(node);
  return ts.isCallExpression(outer.parent) && outer.parent.expression === outer ? outer.parent : undefined;
}

/** A call that gives its arguments as they are. */
function directly(call: ts.CallExpression): Caller {
  return { call, given: (index, path) => givenDirectly(call, index, path) };
}

/** What the parameter `index` holds at `path` by a call that gives its arguments as they are. */
export function givenDirectly(call: ts.CallExpression, index: number, path: readonly string[]): Given | undefined {
  const before = call.arguments.slice(0, index + 1);
  const spread = before.find(ts.isSpreadElement);
  if (spread !== undefined) return { expression: spread, path };
  const expression = before[index];
  return expression === undefined ? undefined : { expression, path };
}

/** `this.save(…)`, `service.save(…)`, `Service.save(…)` of a class or an object with methods. */
function callsOfMethod(fn: ts.SignatureDeclaration, unit: Unit): Caller[] {
  const holder = ts.isMethodDeclaration(fn) ? fn : wrapped(fn as ts.Expression).parent;
  if (!ts.isMethodDeclaration(holder) && !ts.isPropertyDeclaration(holder) && !ts.isPropertyAssignment(holder))
    return [];
  const name = nameText(holder.name);
  const owner = holder.parent;
  if (name === undefined || !(ts.isClassLike(owner) || ts.isObjectLiteralExpression(owner))) return [];
  return propertiesNamed(name, unit.source).accesses.flatMap((access) => {
    const call = callOf(access);
    const value = call === undefined ? undefined : evaluate(access.expression, unit);
    return call !== undefined && value !== undefined && 'node' in value && value.node === owner ? [directly(call)] : [];
  });
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
  const use = useOf(node);
  switch (use.kind) {
    case 'name':
      return namesInPattern(use.name, by, unit, seen);
    case 'method':
      return isOneOf(by, accessOf(use.access)?.name) ? [use.access] : [];
    case 'called':
      return by === 'itself' ? [node] : [];
    // A hook of the file's own gives it to whoever calls that.
    case 'returned':
      return (mentionsOfFunction(use.from, unit) ?? [])
        .flatMap((reference) => callOf(reference) ?? [])
        .flatMap((call) => namesOf(call, by, unit, seen));
    default:
      return [];
  }
}

function isOneOf(by: Hook['by'], name: string | undefined): boolean {
  return typeof by === 'object' && name !== undefined && by.includes(name);
}

function namesInPattern(name: ts.BindingName, by: Hook['by'], unit: Unit, seen: Set<ts.Node>): ts.Expression[] {
  const mentions = (target: ts.BindingName): readonly ts.Identifier[] => unit.scope.bindingOf(target)?.references ?? [];
  if (ts.isIdentifier(name))
    return mentions(name).flatMap((mention) => (by === 'itself' ? [mention] : namesOf(mention, by, unit, seen)));
  return name.elements.flatMap((element) => {
    if (ts.isOmittedExpression(element)) return [];
    const declared = declaredBy(element);
    const isTaken =
      declared.kind === 'element' ? declared.index === by : declared.kind === 'part' && isOneOf(by, declared.name);
    return isTaken ? mentions(element.name) : [];
  });
}
