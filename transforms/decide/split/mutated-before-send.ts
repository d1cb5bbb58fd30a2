import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { stepForward, useOf } from '../../flow/uses.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { callersOf } from '../../recognise/params/callers.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { importOf } from '../../language/modules.ts';
import { isWriteTarget } from '../../language/scope.ts';
import { accessOf, nameText, parametersOf, unwrap, isAccess } from '../../syntax.ts';
import { containerOf, contains, loopsAround, someIn, walk } from '../../tree.ts';
import { propertiesNamed } from '../../language/properties.ts';
import type { SplitRequest } from '../decision/plan.ts';
import { isCollectedOn, isForeignMethod } from './foreign-receiver.ts';
import { usageOf, usageOfBinding } from '../../values/usage/usage.ts';
import type { Unit } from '../../language/unit.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { Worklist } from '../../worklist.ts';

/**
 * Whether the metadata is, or holds, an object that the code goes on to change while the general request is under way:
 * the old call had sent it by then.
 */
export function isSentLate(request: SplitRequest, unit: Unit): boolean {
  const looks = new Worklist<Look>([], ({ value, site }) => [value, site.call]);
  const look: LookAt = (value, site) => {
    looks.add([{ value, site }]);
  };
  for (const value of metadataOf(request)) {
    if (readsWhenSent(value)) return true;
    look(value, request.site);
  }
  for (const next of looks) if (isChangedMeanwhile(next, unit, look)) return true;
  return false;
}

/** A value, and the call from which on it mustn't be changed. */
interface Look {
  readonly value: ts.Node;
  readonly site: UpdateCall;
}

/** Looks at what a value is made of, too, each once. */
type LookAt = (value: ts.Node, site: UpdateCall) => void;

/** Whether an object in sight says only when it is sent what it holds. */
function readsWhenSent(value: ts.Node): boolean {
  return someIn(
    value,
    (node) => ts.isGetAccessor(node) || (ts.isObjectLiteralElement(node) && nameText(node.name) === 'toJSON'),
    ts.isFunctionLike,
  );
}

function metadataOf({ site, params }: SplitRequest): ts.Node[] {
  switch (params.kind) {
    case 'run-time':
      return [site.params];
    case 'literal':
      return params.elements.flatMap(({ kind, node }) => (kind === 'general' ? [] : [node]));
    case 'extracted':
      return [
        ...params.elements.flatMap(({ kind, node }) => (kind === 'general' ? [] : [node])),
        ...params.assignments.map(({ value }) => value),
      ];
  }
}

/**
 * What an expression reads: a variable or `this`, and the names of the properties on the way; undefined for one that
 * isn't fixed.
 */
interface Reading {
  readonly root: ts.Expression;
  readonly names: readonly (string | undefined)[];
  /** What is evaluated beside it: computed names. */
  readonly beside: readonly ts.Expression[];
}

function readingOf(expression: ts.Expression): Reading {
  const names: (string | undefined)[] = [];
  const beside: ts.Expression[] = [];
  let root = unwrap(expression);
  while (isAccess(root)) {
    names.unshift(accessOf(root)?.name);
    if (ts.isElementAccessExpression(root)) beside.push(root.argumentExpression);
    root = unwrap(root.expression);
  }
  return { root, names, beside };
}

function isChangedMeanwhile({ value, site }: Look, unit: Unit, look: LookAt): boolean {
  let found = false;
  walk(value, (node) => {
    if (found || ts.isFunctionLike(node) || ts.isTypeNode(node)) return 'skip';
    if (!ts.isIdentifier(node) && !isAccess(node) && node.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
    const { root, names, beside } = readingOf(node as ts.Expression);
    const isGiven = isForeignMethod(node as ts.Expression, unit);
    found = isObjectChanged({ root, names, isGiven }, site, unit, look);
    for (const inner of beside) look(inner, site);
    return 'skip';
  });
  return found;
}

/**
 * What `root` and the names lead to. `isGiven`: that is a foreign object's method, and what it gives is asked about.
 */
interface Asked extends Pick<Reading, 'root' | 'names'> {
  readonly isGiven: boolean;
}

/**
 * Whether what `root` and the names lead to is changed; that something else is put in its place doesn't matter, since
 * that is bound before.
 */
function isObjectChanged({ root, names, isGiven }: Asked, site: UpdateCall, unit: Unit, look: LookAt): boolean {
  if (root.kind === ts.SyntaxKind.ThisKeyword) {
    const [first, ...further] = names;
    // All that the object has, or any part of it.
    if (first === undefined) return true;
    return (
      propertiesNamed(first, unit.source).accesses.some(
        (mention) => mention.pos !== root.pos && isChange(mention, { names: further, isGiven }, undefined, site, unit),
      ) || isChangedUnderName(first, site, unit)
    );
  }
  if (!ts.isIdentifier(root)) {
    look(root, site);
    return false;
  }
  const binding = unit.scope.bindingOf(root);
  if (binding === undefined) return false;
  const { declaration } = binding;
  if (
    binding.references.some(
      (reference) => reference !== root && isChange(reference, { names, isGiven }, declaration, site, unit),
    )
  )
    return true;
  // What it was made from may share what is inside.
  for (const source of sourcesOf(declaration)) {
    if (ts.isParameter(source)) {
      const index = parametersOf(source.parent).indexOf(source);
      for (const { call, given } of callersOf(source.parent, unit).calls) {
        const argument = given(index, [])?.expression;
        if (argument !== undefined) look(argument, { ...site, call });
      }
    } else if (!contains(source, site.call)) {
      if (readsWhenSent(source)) return true;
      look(source, site);
    }
  }
  return false;
}

/** Whether what is destructured by that name is changed under the name that it gets. */
function isChangedUnderName(name: string, site: UpdateCall, unit: Unit): boolean {
  return propertiesNamed(name, unit.source).taken.some((element) => {
    const binding = unit.scope.bindingOf(element.name);
    return binding !== undefined && usageOfBinding(binding, site.params, unit) === 'mutation';
  });
}

/**
 * Whether a mention of the root changes the object between the call and the metadata's own request, or lets something
 * of this file do so.
 */
function isChange(
  mention: ts.Expression,
  { names, isGiven }: Omit<Asked, 'root'>,
  declaration: ts.Declaration | undefined,
  site: UpdateCall,
  unit: Unit,
): boolean {
  const target = followed(mention, names);
  if (target === undefined || isWriteTarget(target) || (isGiven && isCollectedOn(target))) return false;
  const usage = usageOf(isGiven ? givenBy(target) : target, site.params, unit);
  if (usage === 'mutation') return isMeanwhile(mention, declaration, site);
  return usage === 'escape' && !isWaitedFor(site.call) && staysInFile(target, unit);
}

/** The call of a method, whose result may be what it has given before; what is awaited is made anew. */
function givenBy(method: ts.Expression): ts.Expression {
  const use = useOf(method);
  return use.kind === 'called' && useOf(use.by).kind !== 'awaited' ? use.by : method;
}

/**
 * Whether what gets the object, and isn't followed any further, is part of this file: nobody else changes it meanwhile.
 */
function staysInFile(target: ts.Expression, unit: Unit): boolean {
  const use = stepForward(target);
  switch (use.kind) {
    case 'member':
      return staysInFile(use.of, unit);
    case 'argument':
      return isOfFile(use.call.expression, unit);
    default:
      return true;
  }
}

/** Whether a callee is a function of the file, or a method of something that is made here, but not by the SDK. */
function isOfFile(callee: ts.Expression, unit: Unit): boolean {
  const object = accessOf(unwrap(callee))?.object;
  if (object !== undefined && evaluate(object, unit).kind === 'sdk') return false;
  const { root } = readingOf(callee);
  const declaration = unit.scope.declarationOf(root);
  return (
    root.kind === ts.SyntaxKind.ThisKeyword ||
    !(declaration === undefined || ts.isParameter(declaration) || importOf(declaration) !== undefined)
  );
}

/** The expression at the end of the names, or as far as it goes; undefined where it goes elsewhere. */
function followed(mention: ts.Expression, names: Reading['names']): ts.Expression | undefined {
  let current = mention;
  for (const name of names) {
    const use = useOf(current);
    if (use.kind !== 'part' && use.kind !== 'method') return current;
    const read = accessOf(use.access)?.name;
    // A method may change what stands beside it.
    if (name !== undefined && read !== undefined && name !== read) return use.kind === 'method' ? current : undefined;
    current = use.access;
  }
  return current;
}

/** Whether a change may be made between the call and the metadata's own request. */
function isMeanwhile(change: ts.Expression, declaration: ts.Declaration | undefined, site: UpdateCall): boolean {
  const container = containerOf(site.call);
  // Another function, or the same one called once more, may run at any time.
  if (declaration === undefined || containerOf(declaration) !== container || containerOf(change) !== container)
    return true;
  if (isWaitedFor(site.call)) return false;
  const comesAgain = loopsAround(site.call).some((loop) => contains(loop, change) && !contains(loop, declaration));
  return comesAgain || change.end > site.call.pos || !isDirect(change);
}

/** Whether something is assigned where a mention stands: what gets it otherwise may change it later. */
function isDirect(mention: ts.Expression): boolean {
  let use = useOf(mention);
  while (use.kind === 'part') use = useOf(use.access);
  return use.kind === 'written';
}
