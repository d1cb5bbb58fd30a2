import { ts } from 'ts-morph';
import {
  builtinFunction,
  LIST_METHODS,
  type Method,
  MUTATING_METHODS,
  READING_METHODS,
} from '../../knowledge/builtins.ts';
import { functionHeldBy, heldBy } from '../../flow/held.ts';
import { packageGiving } from '../../flow/giving-package.ts';
import { isDependency } from '../../flow/dependency.ts';
import { reactStateOf } from '../../flow/react-state.ts';
import { useOf, type Use } from '../../flow/uses.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { filesWriting, isNeverPut } from '../../language/files-writing.ts';
import { isFunctionInSight } from '../../language/functions.ts';
import { globalFunctionName, isGlobal, isObjectAssign } from '../../language/is-global.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { mentionsThis } from '../../language/mentions-this.ts';
import { isDependencyList, reactFunction } from '../../language/react.ts';
import { onlyReadsArguments, reactiveUse } from '../../recognise/frameworks/readers.ts';
import type { Unit } from '../../language/unit.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { type WrittenType, listedBy } from '../../language/written-type.ts';
import { accessOf, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { NULLISH, VALUE, within } from '../kinds/kinds.ts';
import { componentNamed } from './named-components.ts';
import { kindsOf } from '../kinds/possible-kinds.ts';
import { COPY_OF, isCopy, worst, type Following, type Share, type Through, type Usage } from './usage-domain.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';

/** What may be a list, whose methods are the language's. */
const LISTS: ReadonlySet<SdkType> = new Set([
  'organization-list',
  'organizations-of-list',
  'user-list',
  'users-of-list',
]);

/** Methods of events, which no metadata has. */
const EVENT_METHODS: ReadonlySet<string> = new Set(['preventDefault', 'stopPropagation', 'stopImmediatePropagation']);

/** What happens to an object by a method that is called on it. */
export function usageByMethod(
  access: ts.Expression,
  call: ts.CallExpression,
  share: Share,
  following: Following,
): Usage {
  const { unit } = following;
  const { object, name } = accessOf(access) ?? { object: undefined, name: '' };
  const owner = object === undefined ? undefined : evaluate(object, unit);
  // The SDK's own methods keep its objects in order.
  if (owner?.kind === 'sdk' && owner.type !== 'metadata' && !LISTS.has(owner.type)) return 'read';
  if (owner?.kind === 'object' && isLeftAloneBy(name, owner.node, owner.unit) && !isPutOn(name, [unit, owner.unit]))
    return 'read';
  if (MUTATING_METHODS.has(name) && !isCopy(share)) return 'mutation';
  if (READING_METHODS.has(name) || EVENT_METHODS.has(name)) return 'read';
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  return method === undefined
    ? 'escape'
    : usageByListMethod(call, method, handedOut(name, method, call, share), following);
}

/** Whether a function that a literal holds doesn't ask what it is called on. */
function isLeftAloneBy(name: string, literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  const member = literal.properties.findLast((property) => [name, undefined].includes(nameText(property.name)));
  if (member === undefined || nameText(member.name) !== name) return false;
  if (ts.isMethodDeclaration(member)) return !mentionsThis(member);
  const held = valueOfMember(member);
  if (held === undefined) return false;
  const made = heldBy(held, unit) ?? functionHeldBy(held, unit) ?? unwrap(held);
  const kept = ts.isCallExpression(made) && reactFunction(made, unit) === 'useCallback' ? made.arguments[0] : made;
  const fn = kept === undefined || !ts.isExpression(kept) ? kept : unwrap(kept);
  if (fn !== undefined && isFunctionInSight(fn)) return ts.isArrowFunction(fn) || !mentionsThis(fn);
  return evaluate(held, unit).kind === 'sdk' || packageGiving(held, unit) !== undefined;
}

/** Whether a file that may have an object of the given ones assigns something under a name. */
function isPutOn(name: string, units: readonly [Unit, Unit]): boolean {
  const found = filesWriting(name, units[0], isNeverPut);
  const all = [...units, ...(found?.units ?? [])];
  return found?.isIncomplete === true || all.some(({ scope }) => scope.propertyWrites(name).length > 0);
}

/** What happens to the elements of a list: what the callback does with them, and what becomes of the result. */
function usageByListMethod(
  call: ts.CallExpression,
  { gives }: Method,
  handsOut: readonly number[],
  following: Following,
): Usage {
  const [callback] = call.arguments;
  const inCallback = callback === undefined ? UNTOUCHED : throughCallback(callback, handsOut, gives, following);
  return worst([inCallback.usage, ...givenBy(gives, inCallback.returns).map((share) => following.result(call, share))]);
}

const UNTOUCHED: Through = { usage: 'read', returns: new Set() };

/** What a callback does with an element that each of some parameters gets, and what of that it returns. */
function throughCallback(
  callback: ts.Expression,
  handsOut: readonly number[],
  gives: Method['gives'],
  following: Following,
): Through {
  const builtin = builtinFunction(globalFunctionName(callback, following.unit));
  if (builtin?.isPure === true && !builtin.copies) return UNTOUCHED;
  const usages: Usage[] = [];
  const returns = new Set<Share>();
  const pass = (index: number, share: Share): void => {
    const through = throughFunction(callback, index, share, following);
    usages.push(through?.usage ?? 'escape');
    for (const returned of through?.returns ?? []) returns.add(returned);
  };
  for (const index of handsOut) pass(index, 'object');
  // What it returns, it gets for the next element. What is added on the way is gone through as well.
  if (gives === 'result') for (const share of returns) pass(0, share);
  return { usage: worst(usages), returns };
}

/** What the result of a method has of the elements. */
function givenBy(gives: Method['gives'], returned: ReadonlySet<Share>): readonly Share[] {
  switch (gives) {
    case 'nothing':
      return [];
    case 'element':
      return ['object'];
    case 'result':
      return [...returned];
    // Of what another callback returns it is only asked whether it is true.
    case 'results':
      return returned.size > 0 ? ['copy'] : [];
    case 'some':
    case 'more':
    case 'itself':
      return ['copy'];
  }
}

/** Which parameters of the callback get elements. */
function handedOut(name: string, { handsOut }: Method, call: ts.CallExpression, share: Share): readonly number[] {
  // Without a value to begin with, `reduce` begins with an element.
  if (handsOut.includes(3) && call.arguments.length === 1) return [0, ...handsOut];
  // A copy may be a set, which gives each element twice.
  return name === 'forEach' && isCopy(share) ? [0, 1, 2] : handsOut;
}

/** What happens to an object that is given to a call; `index` -1: a spread gives what is inside of it. */
export function usageAsArgument(
  call: ts.CallExpression | ts.NewExpression,
  index: number,
  share: Share,
  following: Following,
): Usage {
  const { unit } = following;
  if (ts.isNewExpression(call)) {
    const isCollection = isGlobal(call.expression, 'Set', unit) || isGlobal(call.expression, 'Map', unit);
    return index === 0 && isCollection ? following.result(call, 'copy') : 'escape';
  }
  if (isObjectAssign(call, unit)) return usageByAssign(call, index, share, following);
  const builtin = builtinFunction(globalFunctionName(call.expression, unit));
  if (builtin?.copies === true && index === 0 && call.arguments.length === 1) return following.result(call, 'copy');
  const hook = reactFunction(call, unit);
  if (hook === 'useState') return usageOfState(call, share, following);
  const state = stateSetBy(call, unit);
  if (state !== undefined && index === 0) return usageOfState(state, share, following, call);
  // What a context holds.
  if (hook === 'useContext' || hook === 'use') return following.result(call, share);
  if (isDependencyList(call.arguments[index], call, unit)) return 'read';
  const reactive = reactiveUse(call, unit);
  if (reactive !== undefined) return usageByReactive(call, reactive, index, share, following);
  // The SDK serialises what it is given.
  if (onlyReadsArguments(call, unit) || evaluate(unwrap(call.expression), unit).kind === 'sdk') return 'read';
  if (index === -1 || call.arguments.slice(0, index).some(ts.isSpreadElement)) return 'escape';
  const through = throughFunction(call.expression, index, share, following);
  return through === undefined
    ? 'escape'
    : worst([through.usage, ...[...through.returns].map((returned) => following.result(call, returned))]);
}

function usageByReactive(
  call: ts.CallExpression,
  use: 'gives' | 'hands' | 'looks',
  index: number,
  share: Share,
  following: Following,
): Usage {
  if (use === 'looks') return 'read';
  if (use === 'gives') {
    // A user or a client is followed by its own name; its metadata is anybody's object.
    const given = evaluate(call, following.unit);
    return given.kind === 'sdk' && given.type !== 'metadata' ? 'read' : following.result(call, share);
  }
  const [, callback] = call.arguments;
  if (index !== 0 || callback === undefined) return 'escape';
  // It gets what there is now, and what there was before.
  return worst([0, 1].map((at) => throughFunction(callback, at, share, following)?.usage ?? 'escape'));
}

/** `Object.assign({ … }, …, object, …)` copies, `Object.assign(object, …)` changes its first argument and gives it. */
function usageByAssign(call: ts.CallExpression, index: number, share: Share, following: Following): Usage {
  const [target] = call.arguments;
  if (index === 0) return isCopy(share) ? following.result(call, share) : 'mutation';
  return index > 0 && target !== undefined && ts.isObjectLiteralExpression(unwrap(target))
    ? following.result(call, COPY_OF[share])
    : 'escape';
}

/** What a function of the repository does that is named, or stands in the code; undefined for all others. */
function throughFunction(
  callee: ts.Expression,
  index: number,
  share: Share,
  { unit, given }: Following,
): Through | undefined {
  const node = unwrap(callee);
  if (!ts.isIdentifier(node) && !isFunctionInSight(node)) return undefined;
  const definition = definitionOf(node, unit);
  if ((definition.kind !== 'declaration' && definition.kind !== 'expression') || !definition.isSure) return undefined;
  const { node: fn, unit: home } = definition;
  return isFunctionInSight(fn) ? given({ fn, unit: home, index, share }) : undefined;
}

/** Whether an expression is known not to be a function. */
function isObjectOrValue(expression: ts.Expression, unit: Unit): boolean {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node) || within(kindsOf(node, unit), VALUE | NULLISH)) return true;
  const type = writtenTypeOf(node, unit);
  return evaluate(node, unit).kind === 'sdk' || (type !== undefined && isObjectType(type));
}

function isObjectType({ node, unit }: WrittenType): boolean {
  const listed = listedBy(node, unit);
  return listed?.isExtending === false && !listed.members.some(ts.isCallSignatureDeclaration);
}

/** The call that made the state which a call sets: `setName(name)`. */
function stateSetBy({ expression }: ts.CallExpression, unit: Unit): ts.CallExpression | undefined {
  const declaration = unit.scope.declarationOf(unwrap(expression));
  const state = declaration === undefined ? undefined : reactStateOf(declaration.parent, unit);
  return state?.hook === 'useState' && state.setter === declaration ? state.call : undefined;
}

/**
 * What happens to what a component keeps: under its name, and in functions that are given to what sets it.
 *
 * @param by the call that has set it to what is followed, which is no function
 */
function usageOfState(call: ts.CallExpression, share: Share, following: Following, by?: ts.CallExpression): Usage {
  const use = useOf(call);
  const state = use.kind === 'name' && ts.isArrayBindingPattern(use.name) ? use.name.elements[0] : undefined;
  const held = state === undefined || ts.isOmittedExpression(state) ? 'read' : following.named(state.name, share);
  return worst([held, usageBySetting(call, share, following, by)]);
}

/** What happens to what a component keeps in functions that are given to what sets it; see {@link usageOfState}. */
export function usageBySetting(
  call: ts.CallExpression,
  share: Share,
  following: Following,
  by?: ts.CallExpression,
): Usage {
  const use = useOf(call);
  if (use.kind !== 'name' || !ts.isArrayBindingPattern(use.name)) return 'escape';
  const [state, setter] = use.name.elements.map((element) => (ts.isBindingElement(element) ? element.name : undefined));
  const held = (as: Share): Usage => (state === undefined ? 'read' : following.named(state, as));
  const references = following.unit.scope.bindingOf(setter)?.references ?? [];
  return worst(
    references.map((reference): Usage => {
      const called = useOf(reference);
      if (called.kind !== 'called' || !ts.isCallExpression(called.by))
        return isOnlyForEvents(called, following.unit) ? 'read' : 'escape';
      const [given] = called.by.arguments;
      if (given === undefined || called.by === by) return 'read';
      const through = throughFunction(given, 0, share, following);
      // What a state is set to may be a function, which gets what it was.
      if (through === undefined) return isObjectOrValue(given, following.unit) ? 'read' : 'escape';
      return worst([through.usage, ...[...through.returns].map(held)]);
    }),
  );
}

/** Whether what sets a state is only compared, or given to the page or a package, whose events give it no function. */
function isOnlyForEvents(use: Use, unit: Unit): boolean {
  if (use.kind === 'asked' || isDependency(use, unit)) return true;
  const attribute = use.kind === 'markup' ? use.at.parent : undefined;
  return (
    attribute !== undefined &&
    ts.isJsxAttribute(attribute) &&
    typeof componentNamed(attribute.parent.parent.tagName, unit) === 'string'
  );
}
