import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { reactStateOf } from '../../flow/react-state.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { mentionsInFiles } from '../../language/mentions-in-files.ts';
import { importOf } from '../../language/modules.ts';
import { importedDeclaration, type PlacedDeclaration } from '../../language/named-declarations.ts';
import type { Binding } from '../../language/scope.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { accessOf, isAccess, nameText, takenName, unwrap } from '../../syntax.ts';
import { containerOf, contains, someIn, walk } from '../../tree.ts';
import { propertiesNamed } from '../../language/properties.ts';
import type { SplitRequest } from '../decision/plan.ts';
import { useOf } from '../../flow/uses.ts';
import { isChangedAt, type Change, type LatePart, type Reading } from './change-at-mention.ts';
import { isForeignMethod } from './foreign-receiver.ts';
import { isKeptBetweenRuns, returnedFrom } from './kept-between-runs.ts';
import { givenTo } from '../stored/senders/given-to-parameter.ts';
import { usageOfBinding, usageOfSetting } from '../../values/usage/usage.ts';
import { NULLISH, PRIMITIVE, within } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import type { Unit } from '../../language/unit.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { Worklist } from '../../worklist.ts';
import { once } from '../../memoize.ts';

/**
 * Whether the metadata is, or holds, an object that the code goes on to change while the general request is under way:
 * the old call had sent it by then.
 */
export function isSentLate(request: SplitRequest, unit: Unit): boolean {
  const values = metadataOf(request);
  return values.some(readsWhenSent) || isChangedBehind('what is inside', values, request.site, unit);
}

/** Whether a property that `value` reads gets another value meanwhile, so that it must be read before. */
export function isSetMeanwhile(value: ts.Node, site: UpdateCall, unit: Unit): boolean {
  return isChangedBehind('a property', [value], site, unit);
}

function isChangedBehind(change: Change, values: readonly ts.Node[], site: UpdateCall, unit: Unit): boolean {
  const looks = new Worklist<Look>([], ({ value, names, site: { call } }) => [
    value,
    [call.pos, call.end, names === undefined].join(),
  ]);
  // A way that comes back to where it was gets longer each time: on from there any part is meant.
  const asked = new Map<string, string>();
  const look: LookAt = (next) => {
    const { value, site: from, unit: home } = next;
    const place = [home.fileName, value.pos, value.end, from.call.pos, from.call.end].join();
    const names = (next.names ?? []).join();
    const known = asked.get(place) ?? names;
    asked.set(place, known);
    looks.add([known === names ? next : { ...next, names: undefined }]);
  };
  for (const value of values) look({ change, value, names: [], site, unit, isGiven: false });
  for (const next of looks) if (isChangedMeanwhile(next, look)) return true;
  return false;
}

/** A value, and the call from which on it mustn't be changed. */
interface Look {
  readonly change: Change;
  readonly value: ts.Node;
  /** The names of the properties on the way to the part of it that is meant; undefined where that may be any. */
  readonly names: Reading['names'] | undefined;
  readonly site: UpdateCall;
  /** The file that both stand in. */
  readonly unit: Unit;
  /** Whether it is the argument of a caller, which may change the object where it stands. */
  readonly isGiven: boolean;
  /** The function that returns it, if that is another one than the one that sends it. */
  readonly maker?: ts.Node | undefined;
}

/** Looks at what a value is made of, too, each once. */
type LookAt = (next: Look) => void;

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

function isChangedMeanwhile(here: Look, look: LookAt): boolean {
  const { change, value, site, unit, isGiven } = here;
  const whole = assignedTo(value, unit);
  let found = false;
  walk(value, (node) => {
    if (found || ts.isFunctionLike(node) || ts.isTypeNode(node)) return 'skip';
    // What is made here has properties of its own.
    if (change === 'a property' && here.names?.length !== 0 && isLiteral(node)) return 'skip';
    if (ts.isCallExpression(node)) {
      const names = node === whole ? here.names : [];
      for (const { node: made, unit: home, fn } of returnedFrom(node, unit))
        look({ ...here, value: made, names, unit: home, isGiven: false, maker: fn });
      found = isChangedByOtherCalls(node, { change, names: names ?? [], isAny: names === undefined }, site, unit);
      if (found) return 'skip';
    }
    if (!ts.isIdentifier(node) && !isAccess(node) && node.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
    // Nothing is inside of a text or a number.
    const isPlain = change === 'what is inside' && within(kindsOf(node as ts.Expression, unit), PRIMITIVE | NULLISH);
    if (isPlain) return 'skip';
    const { root, names: read, beside } = readingOf(node as ts.Expression);
    const isWhole = node === whole;
    const further = isWhole ? here.names : change === 'a property' && here.names?.length !== 0 ? undefined : [];
    found = isObjectChanged(
      {
        change,
        root,
        names: [...read, ...(further ?? [])],
        isAny: further === undefined,
        isMethodGiving: isForeignMethod(node as ts.Expression, unit),
        isItself: (mention) => mention === root && !isGiven,
        maker: here.maker,
      },
      site,
      unit,
      look,
    );
    for (const inner of beside) look({ ...here, value: inner, names: [], isGiven: false });
    return 'skip';
  });
  return found;
}

/** The object that an expression gives: `Object.assign(object, …)` gives its first argument. */
function assignedTo(value: ts.Node, unit: Unit): ts.Node {
  let node = ts.isExpression(value) ? unwrap(value) : value;
  while (ts.isCallExpression(node) && isObjectAssign(node, unit)) {
    const [target] = node.arguments;
    if (target === undefined) break;
    node = unwrap(target);
  }
  return node;
}

function isLiteral(node: ts.Node): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}

/**
 * Whether what `root` and the names lead to is changed; that something else is put in the place of a variable doesn't
 * matter, since that is bound before.
 */
function isObjectChanged(asked: LatePart, site: UpdateCall, unit: Unit, look: LookAt): boolean {
  const { change, root, names, isAny, maker } = asked;
  // A variable alone gives what it holds.
  if (change === 'a property' && names.length === 0 && !isAny) return false;
  if (root.kind === ts.SyntaxKind.ThisKeyword) {
    const [first, ...further] = names;
    // All that the object has, or any part of it.
    if (first === undefined) return true;
    return (
      propertiesNamed(first, unit.source).accesses.some(
        (mention) =>
          mention.pos !== root.pos && isChangedAt(mention, { ...asked, names: further }, NOWHERE, site, unit),
      ) || isChangedUnderName(first, site, unit)
    );
  }
  if (isChangedByItsClass(asked, site, unit)) return true;
  if (!ts.isIdentifier(root)) {
    look({ change, value: root, names: isAny ? undefined : names, site, unit, isGiven: false, maker });
    return false;
  }
  const binding = unit.scope.bindingOf(root);
  if (binding === undefined) return false;
  const { declaration } = binding;
  const sources = sourcesOf(declaration);
  // Another run may change what is kept between runs wherever this one does. Params are taken apart before.
  const declaredHere = once(() => {
    const isKept =
      root !== unwrap(site.params) && sources.some((one) => !ts.isParameter(one) && isKeptBetweenRuns(one, unit));
    return isKept ? undefined : declaration;
  });
  if (
    binding.references.some(
      (mention) => !asked.isItself(mention) && isChangedAt(mention, asked, declaredHere, site, unit),
    ) ||
    isChangedByState(declaration, site, unit) ||
    isChangedElsewhere(binding, asked, site, unit)
  )
    return true;
  // What it was made from may share what is inside.
  for (const source of sources) {
    const taken = declaration === undefined || isAny ? undefined : namesTaken(declaration, source);
    const further = taken && [...taken, ...names];
    if (ts.isParameter(source)) {
      // What the function was given that made it stands in the call of that.
      if (maker !== undefined) continue;
      if (mentionsArguments(source.parent) && !isWaitedFor(site.call)) return true;
      for (const { node, call, unit: home } of givenTo(source, unit))
        look({ change, value: node, names: further, site: { ...site, call }, unit: home, isGiven: true });
    } else if (!contains(source, site.call)) {
      if (readsWhenSent(source)) return true;
      look({ change, value: source, names: further, site, unit, isGiven: false, maker });
    }
  }
  return false;
}

/** The names of the properties that a declaration takes from its source; undefined where it may take any. */
function namesTaken(
  declaration: ts.Declaration,
  source: ts.Expression | ts.ParameterDeclaration,
): readonly string[] | undefined {
  if (source === declaration)
    return ts.isParameter(declaration) && declaration.dotDotDotToken === undefined ? [] : undefined;
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer === source ? [] : undefined;
  if (!ts.isBindingElement(declaration) || declaration.initializer !== undefined) return undefined;
  if (declaration.dotDotDotToken !== undefined) return undefined;
  const name = takenName(declaration);
  const { parent: whole } = declaration.parent;
  const isSource = source === whole || (ts.isVariableDeclaration(whole) && whole.initializer === source);
  return name !== undefined && isSource ? [name] : undefined;
}

/** Whether the class of an object changes a part of it. */
function isChangedByItsClass(asked: LatePart, site: UpdateCall, unit: Unit): boolean {
  const [first, ...further] = asked.names;
  const object = evaluate(asked.root, unit);
  if (first === undefined || object.kind !== 'instance') return false;
  return propertiesNamed(first, object.unit.source).accesses.some(
    (mention) =>
      unwrap(mention.expression).kind === ts.SyntaxKind.ThisKeyword &&
      contains(object.node, mention) &&
      !ts.isConstructorDeclaration(containerOf(mention)) &&
      isChangedAt(mention, { ...asked, names: further, maker: undefined }, NOWHERE, site, object.unit),
  );
}

/** What is declared for all of a file, or an object, is there for others. */
const NOWHERE = (): undefined => undefined;

/** Whether functions that set a state of React's change what it was. */
function isChangedByState(declaration: ts.Declaration | undefined, site: UpdateCall, unit: Unit): boolean {
  const state = declaration === undefined ? undefined : reactStateOf(declaration.parent, unit);
  if (state === undefined || state.value !== declaration) return false;
  const usage = state.hook === 'useState' ? usageOfSetting(state.call, site.params, unit) : 'escape';
  return usage === 'mutation' || (usage === 'escape' && !isWaitedFor(site.call));
}

/** Whether what a function gives each time is changed where it is called once more. */
function isChangedByOtherCalls(
  call: ts.CallExpression,
  part: Pick<LatePart, 'change' | 'names' | 'isAny'>,
  site: UpdateCall,
  unit: Unit,
): boolean {
  const callee = unit.scope.bindingOf(unwrap(call.expression));
  if (callee === undefined || !isKeptBetweenRuns(call, unit)) return false;
  const from = importedDeclaration(callee.declaration, undefined, unit);
  const { binding, home } = (from && bindingIn(from)) ?? { binding: callee, home: unit };
  const asked = { ...part, root: call, isMethodGiving: false, isItself: (): boolean => false, maker: undefined };
  const { mentions, isIncomplete } = mentionsInFiles(binding, home);
  return (
    (isIncomplete && !isWaitedFor(site.call)) ||
    mentions.some((mention) => {
      const use = useOf(mention.node);
      if (use.kind === 'asked' || (use.kind === 'called' && use.by === call)) return false;
      const isCalled = use.kind === 'called' && ts.isCallExpression(use.by);
      return !isCalled || isChangedAt(use.by, asked, NOWHERE, site, mention.unit);
    })
  );
}

/** Whether another file changes what a variable holds that is exported, or imported. */
function isChangedElsewhere(binding: Binding, asked: LatePart, site: UpdateCall, unit: Unit): boolean {
  const from = importedDeclaration(binding.declaration, asked.names[0], unit);
  const own = from === undefined ? { binding, home: unit } : bindingIn(from);
  if (own?.binding.declaration === undefined || !ts.isVariableDeclaration(own.binding.declaration)) return false;
  const isTakenOff = from !== undefined && importOf(binding.declaration)?.name === undefined;
  const names = isTakenOff ? asked.names.slice(1) : asked.names;
  const { mentions, isIncomplete } = mentionsInFiles(own.binding, own.home);
  return (
    (isIncomplete && !isWaitedFor(site.call)) ||
    mentions.some(
      (mention) =>
        mention.unit.source !== unit.source &&
        isChangedAt(mention.node, { ...asked, names }, NOWHERE, site, mention.unit),
    )
  );
}

function bindingIn({
  node,
  unit: home,
}: PlacedDeclaration): { readonly binding: Binding; readonly home: Unit } | undefined {
  const binding = home.scope.bindingOf(ts.getNameOfDeclaration(node));
  return binding && { binding, home };
}

/** Whether what is destructured by that name is changed under the name that it gets. */
function isChangedUnderName(name: string, site: UpdateCall, unit: Unit): boolean {
  return propertiesNamed(name, unit.source).taken.some((element) => {
    const binding = unit.scope.bindingOf(element.name);
    return binding !== undefined && usageOfBinding(binding, site.params, unit) === 'mutation';
  });
}
