import { ts } from 'ts-morph';
import { declarationAround } from '../flow/declared.ts';
import { isFunctionOfOthers, isHandedAround, runsListeners } from './functions-of-others.ts';
import { createReach } from '../flow/reach.ts';
import { isReactive } from '../recognise/evaluator/readers.ts';
import { accessorsOfFile, propertiesNamed } from '../language/properties.ts';
import { COMPUTED } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, containerOf, contains, nameText, unwrap, walk } from '../syntax.ts';
import { assigned } from './assigned.ts';
import type { Code, Place } from './place.ts';
import { isOfQuietGlobal } from './quiet-globals.ts';
import { isUsedAsData } from './used-as-data.ts';
import { ANYTHING, targetsOf, type Targets } from './targets.ts';
import { memoize, memoizeBy } from '../memoize.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { isValue } from './data.ts';
import { goneThroughBy } from './gone-through.ts';

/** What may run beside the code itself. */
export interface Run {
  /** The functions and classes of the repository that may run, those that these run included. */
  readonly code: readonly Code[];
  /** Where something runs that can't be seen, and may do anything. */
  readonly unknown: ts.Node | undefined;
}

/**
 * What may run when some nodes are evaluated: whatever function of the repository is mentioned there, called or not,
 * and whatever is mentioned in turn.
 *
 * @param nodes each for itself, without what is below it
 * @param home the function that the nodes stand in, whose parameters others fill
 */
export function whatRuns(nodes: Iterable<ts.Node>, home: ts.Node, unit: Unit): Run {
  const code = new Map<ts.Node, Code>();
  let unknown: ts.Node | undefined;
  const open: Code[] = [];
  const taken = new Set<ReadonlySet<Code>>();
  const add = (found: Code): void => {
    if (code.has(found.node)) return;
    code.set(found.node, found);
    open.push(found);
  };
  const take = (found: Mentions): void => {
    unknown ??= found.unknown();
    found.accessors.forEach(add);
    for (const targets of found.targets) {
      if (taken.has(targets)) continue;
      taken.add(targets);
      targets.forEach(add);
    }
  };
  implicitMembers(unit).forEach(add);
  for (const place of implicitValues(unit)) targetsOf(place).code.forEach(add);
  for (const node of nodes) {
    take(runAt({ node, unit }));
    if (ts.isYieldExpression(node) && containerOf(node) === home) unknown ??= node;
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) take(runIn(next));
  return { code: [...code.values()], unknown };
}

/**
 * Asks whether any of what may run when some nodes are evaluated is asked for. Each piece of code is asked about once,
 * whichever nodes lead to it.
 */
export function createRunQuestion(
  isAskedFor: (code: Code) => boolean,
): (nodes: readonly ts.Node[], unit: Unit) => boolean {
  const ofImplicit = new WeakMap<Unit, boolean>();
  const inside = (code: Code): Mentions => runIn(code);
  // A set of targets that many nodes have in common is gone through once, too.
  const reach = createReach<Mentions | ReadonlySet<Code>, boolean>(
    (from) => ('targets' in from ? [...from.targets, ...[...from.accessors].map(inside)] : [...from].map(inside)),
    (from, reached) =>
      reached.includes(true) || from.some((one) => 'targets' in one && one.of !== undefined && isAskedFor(one.of)),
  );
  // What is asked about while it is being found may be anything.
  const isLed = (from: Mentions | ReadonlySet<Code>): boolean => reach(from) ?? true;
  return (nodes, unit) => {
    const byItself =
      ofImplicit.get(unit) ??
      (implicitMembers(unit).some((code) => isLed(inside(code))) ||
        implicitValues(unit).some((place) => isLed(targetsOf(place).code)));
    ofImplicit.set(unit, byItself);
    return byItself || nodes.some((node) => isLed(runAt({ node, unit })));
  };
}

/** What may run because of a node, or of all that is inside of it. */
interface Mentions {
  /** The code that they are all inside of; undefined where they are a node's own. */
  readonly of: Code | undefined;
  /** What the values may be that may be called. */
  readonly targets: ReadonlySet<ReadonlySet<Code>>;
  readonly accessors: ReadonlySet<Code>;
  /** Where something runs that can't be seen. Most that ask what runs don't ask that, or know of another such place. */
  readonly unknown: () => ts.Node | undefined;
}

/** Whether a node runs nothing by itself. */
export function runsNothing(node: ts.Node, unit: Unit): boolean {
  const { targets, accessors, unknown } = runAt({ node, unit });
  return targets.size === 0 && accessors.size === 0 && !ts.isYieldExpression(node) && unknown() === undefined;
}

/** What a node runs by itself, in whichever run of the function around it. */
const runAt = memoizeBy(
  ({ node, unit }: Code) => [unit.graph, node],
  ({ node, unit }): Mentions => mentionsAt([{ node, unit, within: undefined }], undefined),
);

/**
 * What a function runs by itself, or another piece of code with all functions inside of it: each in a run of its own.
 */
const runIn = memoizeBy(({ node, unit }: Code) => [unit.graph, node], mentionsInside);

function mentionsInside(code: Code): Mentions {
  const { unit } = code;
  const sites: Site[] = [];
  let within: Code | undefined;
  walk(code.node, (node) => {
    if (within === undefined || !contains(within.node, node))
      within = ts.isFunctionLike(node) ? { node, unit } : undefined;
    sites.push({ node, unit, within });
    return undefined;
  });
  return mentionsAt(sites, code);
}

/** A node where it stands; `within`: the function around it, if only what happens in a run of that counts. */
type Site = Pick<Place, 'node' | 'unit' | 'within'>;

function mentionsAt(sites: readonly Site[], of: Code | undefined): Mentions {
  const targets = new Set<ReadonlySet<Code>>();
  const accessors = new Set<Code>();
  let anything: ts.Node | undefined;
  for (const site of sites) {
    for (const value of valuesAt(site)) {
      const found = targetsAt(value, site);
      if (found.code.size > 0) targets.add(found.code);
      if (found === ANYTHING) anything ??= site.node;
    }
    for (const accessor of accessorsAt(site.node, site.unit)) accessors.add(accessor);
  }
  let found: { readonly unknown: ts.Node | undefined } | undefined;
  const unknown = (): ts.Node | undefined => {
    found ??= { unknown: anything ?? firstUnknown(sites) };
    return found.unknown;
  };
  return { of, targets, accessors, unknown };
}

/** The values that may be called at a node, or hold what is. */
function valuesAt({ node, unit }: Site): ts.Node[] {
  return [
    ...holdersIn(node, unit),
    ...goneThroughBy(node, unit),
    ...callsAt(node).flatMap(({ callee, given }) => [callee, ...given]),
  ];
}

function targetsAt(value: ts.Node, { unit, within }: Site): Targets {
  return targetsOf({ node: value, unit, sight: 'open', within });
}

function firstUnknown(sites: readonly Site[]): ts.Node | undefined {
  for (const site of sites) {
    const unknown = unknownAt(site);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

/** Where a node calls what is out of sight, if it does. */
function unknownAt(site: Site): ts.Node | undefined {
  const { node, unit } = site;
  const mayBeUnknown = (value: ts.Node): boolean => targetsAt(value, site).hasUnknown;
  // Going through a value runs code of its own.
  for (const value of goneThroughBy(node, unit))
    if (mayBeUnknown(value) && !isPlain(value, unit) && evaluate(value, unit).kind !== 'sdk') return node;
  for (const { callee, given } of callsAt(node)) {
    const object = accessOf(unwrap(callee))?.object;
    const isOfLanguage = object !== undefined && isPlain(object, unit);
    // What is called is in sight, or may do anything. What is only mentioned may be out of sight.
    const isUnseen = (): boolean =>
      mayBeUnknown(callee) ||
      isFunctionOfOthers(callee, unit) ||
      runsListeners(callee, unit) ||
      isHandedAround(callee, unit);
    if (!isOfLanguage && isUnseen()) return node;
    const isReader = (): boolean =>
      isOfQuietGlobal(callee, unit) ||
      (ts.isCallExpression(node) && (isReactive(node, unit) || evaluate(callee, unit).kind === 'sdk'));
    const open = given.find((argument) => mayBeUnknown(argument) && mayBeCallable(argument, unit));
    if (open !== undefined && !isReader()) return open;
  }
  return undefined;
}

interface CallAt {
  readonly callee: ts.Expression;
  readonly given: readonly ts.Expression[];
}

/** What a node calls, if it is syntax that calls something. */
function callsAt(node: ts.Node): CallAt[] {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [{ callee: node, given: [] }];
  if (ts.isCallExpression(node)) return [{ callee: calleeOf(node.expression), given: node.arguments }];
  if (ts.isNewExpression(node)) return [{ callee: node.expression, given: node.arguments ?? [] }];
  if (ts.isTaggedTemplateExpression(node)) {
    const given = ts.isTemplateExpression(node.template)
      ? node.template.templateSpans.map(({ expression }) => expression)
      : [];
    return [{ callee: node.tag, given }];
  }
  return ts.isDecorator(node) ? [{ callee: node.expression, given: [] }] : [];
}

/** What is called, by way of `.call()`, `.apply()` and `.bind()`, too. */
function calleeOf(expression: ts.Expression): ts.Expression {
  const access = accessOf(unwrap(expression));
  return access !== undefined && /^(?:call|apply|bind)$/.test(access.name) ? access.object : expression;
}

/** Values whose functions a node may run without a call that is written: names, what is waited for, rendered. */
function holdersIn(node: ts.Node, unit: Unit): ts.Node[] {
  if (ts.isIdentifier(node)) return isFunctionName(node, unit) ? [node] : [];
  if (ts.isSpreadAssignment(node)) return [node.expression];
  if (ts.isAwaitExpression(node)) return keptIn(unwrap(node.expression), unit);
  if (ts.isYieldExpression(node)) return node.expression === undefined ? [] : [node.expression];
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
    return ts.isIdentifier(node.tagName) ? [node.tagName] : [];
  if (!mentionsProxy(unit)) return [];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) return [node.right];
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? [node.expression] : [];
}

/** What a promise was given that is kept outside of the function that waits for it: it may run by then. */
function keptIn(promise: ts.Expression, unit: Unit): ts.Node[] {
  const name = accessOf(promise)?.name;
  if (name !== undefined)
    return unit.scope
      .propertyWrites(name)
      .flatMap((write) => assigned(write, { node: write, unit, sight: 'open' }).map(({ node }) => node));
  const declaration = unit.scope.declarationOf(promise);
  return declaration !== undefined && containerOf(declaration) !== containerOf(promise) ? [promise] : [];
}

/** Whether an identifier is the name of a function or a class, where it is mentioned. */
function isFunctionName(node: ts.Identifier, unit: Unit): boolean {
  const declarations = unit.scope.bindingOf(node)?.symbol.declarations ?? [];
  if (declarations.some((declaration) => ts.getNameOfDeclaration(declaration) === node)) return false;
  return declarations.some((declaration) => {
    if (
      ts.isFunctionDeclaration(declaration) ||
      ts.isClassDeclaration(declaration) ||
      ts.isImportSpecifier(declaration) ||
      ts.isImportClause(declaration)
    )
      return true;
    const value =
      ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
        ? unwrap(declaration.initializer)
        : undefined;
    return value !== undefined && ts.isFunctionLike(value);
  });
}

const mentionsProxy = memoize(
  ({ text }: Unit) => text.includes('Proxy'),
  ({ source }) => source,
);

/** Whether a value is a text, a list, a date or the like, whose methods are the language's. */
function isPlain(value: ts.Expression, unit: Unit): boolean {
  if (isValue(value, unit)) return true;
  const binding = unit.isTypeScript ? undefined : unit.scope.bindingOf(unwrap(value));
  return binding !== undefined && isUsedAsData(binding, unit);
}

/**
 * Members that the language calls by itself: where a value becomes a string, is waited for, gone through or compared.
 */
function implicitMembers(unit: Unit): Code[] {
  return [...IMPLICIT, COMPUTED]
    .flatMap((name) => propertiesNamed(name, unit.source).members)
    .filter((node) => ts.isMethodDeclaration(node) || ts.isAccessor(node))
    .map((node) => ({ node, unit }));
}

const IMPLICIT = ['toString', 'valueOf', 'toJSON', 'then'];

/** The same for what is assigned, `Promise.prototype.then = …`, or is a property of an object: `{ toString: save }`. */
function implicitValues(unit: Unit): Place[] {
  return IMPLICIT.flatMap((name) => [
    ...propertiesNamed(name, unit.source)
      .members.filter((node) => !ts.isMethodDeclaration(node) && !ts.isAccessor(node) && !ts.isJsxAttribute(node))
      .map((node): Place => ({ node, unit, sight: 'closed' })),
    ...unit.scope.propertyWrites(name).flatMap((write) => assigned(write, { node: write, unit, sight: 'closed' })),
  ]);
}

/** The accessors of the file that reading or assigning a property of that name may run. */
function accessorsAt(node: ts.Node, unit: Unit): Code[] {
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  const name = isAccess
    ? (accessOf(node)?.name ?? COMPUTED)
    : ts.isBindingElement(node)
      ? nameText(node.propertyName ?? node.name)
      : undefined;
  if (name === undefined) return [];
  const accessors =
    isAccess && name === COMPUTED
      ? accessorsOfFile(unit.source)
      : [name, COMPUTED].flatMap((one) => propertiesNamed(one, unit.source).members.filter(ts.isAccessor));
  return accessors.map((accessor) => ({ node: accessor, unit }));
}

/**
 * Whether what is handed to a function that isn't in sight may be a function itself: a name of which nothing says that
 * it is data.
 */
function mayBeCallable(argument: ts.Expression, unit: Unit): boolean {
  const node = unwrap(argument);
  const recurse = (inner: ts.Expression): boolean => mayBeCallable(inner, unit);
  if (ts.isSpreadElement(node)) return recurse(node.expression);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.some((property) => {
      if (ts.isShorthandPropertyAssignment(property)) return recurse(property.name);
      return ts.isPropertyAssignment(property) && recurse(property.initializer);
    });
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(recurse);
  const binding = unit.scope.bindingOf(node);
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined) return false;
  const root = declarationAround(declaration);
  if (!ts.isParameter(root)) return false;
  if (root.type !== undefined) return holdsFunctionType(root.type, unit);
  return !unit.isTypeScript && !isUsedAsData(binding, unit);
}

function holdsFunctionType(type: ts.TypeNode, unit: Unit): boolean {
  let holds = false;
  const asked = new Set<ts.Node>();
  const ask = (node: ts.Node): void => {
    if (asked.has(node)) return;
    asked.add(node);
    walk(node, (inner) => {
      holds ||= ts.isFunctionTypeNode(inner) || ts.isMethodSignature(inner) || inner.kind === ts.SyntaxKind.AnyKeyword;
      const declaration = ts.isTypeReferenceNode(inner) ? unit.scope.declarationOf(inner.typeName) : undefined;
      if (
        declaration !== undefined &&
        (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration))
      )
        ask(declaration);
      return holds ? 'skip' : undefined;
    });
  };
  ask(type);
  return holds;
}
