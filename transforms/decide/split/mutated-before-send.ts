import { ts } from 'ts-morph';
import { sourcesOf } from '../../flow/declared.ts';
import { reactStateOf } from '../../flow/react-state.ts';
import { useOf } from '../../flow/uses.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { callerAt, callersOf } from '../../recognise/params/callers.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { mentionsOfFunction } from '../../language/functions.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { mentionsInFiles } from '../../language/mentions-in-files.ts';
import { importOf } from '../../language/modules.ts';
import { importedDeclaration, type PlacedDeclaration } from '../../language/named-declarations.ts';
import { isWriteTarget, type Binding } from '../../language/scope.ts';
import { accessOf, nameText, parametersOf, unwrap, isAccess } from '../../syntax.ts';
import { containerOf, contains, loopsAround, someIn, walk } from '../../tree.ts';
import { propertiesNamed } from '../../language/properties.ts';
import type { SplitRequest } from '../decision/plan.ts';
import { isCollectedOn, isForeignMethod } from './foreign-receiver.ts';
import { isOnlyForOthers } from './handed-to-others.ts';
import { usageOf, usageOfBinding, usageOfSetting } from '../../values/usage/usage.ts';
import type { Unit } from '../../language/unit.ts';
import { isWaitedFor } from '../stored/before/waited-for.ts';
import { valuesElsewhere } from '../stored/senders/mentions-of-functions.ts';
import { memoizeBy } from '../../memoize.ts';
import { Worklist } from '../../worklist.ts';

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

/** What is looked for: that something inside of the object is changed, or that something is put in its place. */
type Change = 'what is inside' | 'a property';

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

function isChangedMeanwhile(here: Look, look: LookAt): boolean {
  const { change, value, site, unit, isGiven } = here;
  const whole = assignedTo(value, unit);
  let found = false;
  walk(value, (node) => {
    if (found || ts.isFunctionLike(node) || ts.isTypeNode(node)) return 'skip';
    // What is made here has properties of its own.
    if (change === 'a property' && here.names?.length !== 0 && isLiteral(node)) return 'skip';
    if (!ts.isIdentifier(node) && !isAccess(node) && node.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
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

/** What `root` and the names lead to. */
interface Asked extends Pick<Reading, 'root' | 'names'> {
  readonly change: Change;
  /** Whether any part of that is meant. */
  readonly isAny: boolean;
  /** Whether that is a foreign object's method, and what it gives is asked about. */
  readonly isMethodGiving: boolean;
  /** Whether a mention is the one that is asked about. */
  readonly isItself: (mention: ts.Node) => boolean;
}

/**
 * Whether what `root` and the names lead to is changed; that something else is put in the place of a variable doesn't
 * matter, since that is bound before.
 */
function isObjectChanged(asked: Asked, site: UpdateCall, unit: Unit, look: LookAt): boolean {
  const { change, root, names, isAny } = asked;
  // A variable alone gives what it holds.
  if (change === 'a property' && names.length === 0 && !isAny) return false;
  if (root.kind === ts.SyntaxKind.ThisKeyword) {
    const [first, ...further] = names;
    // All that the object has, or any part of it.
    if (first === undefined) return true;
    return (
      propertiesNamed(first, unit.source).accesses.some(
        (mention) => mention.pos !== root.pos && isChange(mention, { ...asked, names: further }, undefined, site, unit),
      ) || isChangedUnderName(first, site, unit)
    );
  }
  if (!ts.isIdentifier(root)) {
    look({ change, value: root, names: isAny ? undefined : names, site, unit, isGiven: false });
    return false;
  }
  const binding = unit.scope.bindingOf(root);
  if (binding === undefined) return false;
  const { declaration } = binding;
  if (
    binding.references.some(
      (mention) => !asked.isItself(mention) && isChange(mention, asked, declaration, site, unit),
    ) ||
    isChangedByState(declaration, site, unit) ||
    isChangedElsewhere(binding, asked, site, unit)
  )
    return true;
  // What it was made from may share what is inside.
  for (const source of sourcesOf(declaration)) {
    const isAll =
      declaration !== undefined &&
      (source === declaration
        ? ts.isParameter(declaration) && declaration.dotDotDotToken === undefined
        : ts.isVariableDeclaration(declaration) && declaration.initializer === source);
    const further = isAll && !isAny ? names : undefined;
    if (ts.isParameter(source)) {
      if (mentionsArguments(source.parent) && !isWaitedFor(site.call)) return true;
      for (const { node, call, unit: home } of givenTo(source, unit))
        look({ change, value: node, names: further, site: { ...site, call }, unit: home, isGiven: true });
    } else if (!contains(source, site.call)) {
      if (readsWhenSent(source)) return true;
      look({ change, value: source, names: further, site, unit, isGiven: false });
    }
  }
  return false;
}

/** Whether functions that set a state of React's change what it was. */
function isChangedByState(declaration: ts.Declaration | undefined, site: UpdateCall, unit: Unit): boolean {
  const state = declaration === undefined ? undefined : reactStateOf(declaration.parent, unit);
  if (state === undefined || state.value !== declaration) return false;
  const usage = state.hook === 'useState' ? usageOfSetting(state.call, site.params, unit) : 'escape';
  return usage === 'mutation' || (usage === 'escape' && !isWaitedFor(site.call));
}

/** Whether another file changes what a variable holds that is exported, or imported. */
function isChangedElsewhere(binding: Binding, asked: Asked, site: UpdateCall, unit: Unit): boolean {
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
        isChange(mention.node, { ...asked, names }, undefined, site, mention.unit),
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

/** What callers in sight give to a parameter. */
interface GivenBy {
  readonly node: ts.Expression;
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

const givenTo = memoizeBy((parameter: ts.ParameterDeclaration, { graph }: Unit) => [graph, parameter], findGivenTo);

function findGivenTo(parameter: ts.ParameterDeclaration, unit: Unit): readonly GivenBy[] {
  const { parent: fn, dotDotDotToken } = parameter;
  const index = parametersOf(fn).indexOf(parameter);
  const elsewhere = valuesElsewhere(fn, unit);
  const here = (mentionsOfFunction(fn, unit) ?? []).map((node) => ({ node, unit }));
  const callers = [
    ...callersOf(fn, unit).calls.map((caller) => ({ ...caller, home: unit })),
    ...elsewhere.flatMap(({ node, unit: home }) => {
      const caller = callerAt(node);
      return caller === undefined ? [] : { ...caller, home };
    }),
  ];
  return [
    ...callers.flatMap(({ call, given, home }) =>
      (dotDotDotToken === undefined ? [index] : [...call.arguments.keys()].slice(index))
        .flatMap((at) => given(at, [])?.expression ?? [])
        .map((node) => ({ node, call, unit: home })),
    ),
    // `save.call(null, …)`
    ...[...here, ...elsewhere].flatMap(({ node, unit: home }) => {
      const use = useOf(node);
      return use.kind === 'method'
        ? use.call.arguments.map((given) => ({ node: given, call: use.call, unit: home }))
        : [];
    }),
  ];
}

/** Whether what is destructured by that name is changed under the name that it gets. */
function isChangedUnderName(name: string, site: UpdateCall, unit: Unit): boolean {
  return propertiesNamed(name, unit.source).taken.some((element) => {
    const binding = unit.scope.bindingOf(element.name);
    return binding !== undefined && usageOfBinding(binding, site.params, unit) === 'mutation';
  });
}

/**
 * Whether a mention of the root changes the object between the call and the metadata's own request, or lets anybody do
 * so who isn't known to leave it alone.
 */
function isChange(
  mention: ts.Expression,
  { change, names, isAny, isMethodGiving }: Asked,
  declaration: ts.Declaration | undefined,
  site: UpdateCall,
  unit: Unit,
): boolean {
  const isOfProperty = change === 'a property' && !isAny;
  const { target, isAll } = followed(mention, names, isOfProperty ? undefined : unit);
  if (target === undefined || (isMethodGiving && isCollectedOn(target))) return false;
  const isSet = isWriteTarget(target) || (isOfProperty && useOf(target).kind === 'written');
  if (isSet || (isOfProperty && isAll))
    return isSet && change === 'a property' && isMeanwhile(mention, declaration, site);
  const usage = usageOf(isMethodGiving ? givenBy(target) : target, site.params, unit);
  if (usage === 'mutation') return isMeanwhile(mention, declaration, site);
  return usage === 'escape' && !isWaitedFor(site.call) && !isOnlyForOthers(target, site, unit);
}

/** The call of a method, whose result may be what it has given before; what is awaited is made anew. */
function givenBy(method: ts.Expression): ts.Expression {
  const use = useOf(method);
  return use.kind === 'called' && useOf(use.by).kind !== 'awaited' ? use.by : method;
}

/**
 * The expression at the end of the names (`isAll`), or as far as it goes; none where it goes elsewhere.
 *
 * @param past a file in which `Object.assign(object, …)` is gone past, which changes nothing inside of its properties
 */
function followed(
  mention: ts.Expression,
  names: Reading['names'],
  past: Unit | undefined,
): { readonly target: ts.Expression | undefined; readonly isAll: boolean } {
  let current = mention;
  for (const name of names) {
    let use = useOf(current);
    while (past !== undefined && use.kind === 'argument' && use.index === 0 && isAssigning(use.call, past)) {
      current = use.call;
      use = useOf(current);
    }
    if (use.kind !== 'part' && use.kind !== 'method') return { target: current, isAll: false };
    const read = accessOf(use.access)?.name;
    // A method may change what stands beside it.
    if (name !== undefined && read !== undefined && name !== read)
      return { target: use.kind === 'method' ? current : undefined, isAll: false };
    current = use.access;
  }
  return { target: current, isAll: true };
}

function isAssigning(call: ts.CallExpression | ts.NewExpression, unit: Unit): boolean {
  return ts.isCallExpression(call) && isObjectAssign(call, unit);
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
