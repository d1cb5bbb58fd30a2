import { ts } from 'ts-morph';
import { GLOBAL_OBJECTS } from '../http-api.ts';
import { FORGETTING_METHODS, KNOWN_GLOBALS } from '../knowledge/globals.ts';
import { callersOf } from '../recognise/params/callers.ts';
import { mayChangeElsewhere } from '../recognise/source/exported.ts';
import { exportsNamed, importOf } from '../recognise/source/modules.ts';
import { COMPUTED, isNeverReassigned, isWriteTarget, type Binding } from '../recognise/source/scope.ts';
import type { Unit } from '../recognise/source/unit.ts';
import type { Tracer } from '../recognise/trace/trace.ts';
import { accessOf, contains, nameText, parametersOf, unwrap, walk, wrapped } from '../syntax.ts';
import { isForeignType, isPackage } from './foreign-types.ts';

/** A piece of code: a function, a class or a whole file. */
export interface Code {
  readonly node: ts.Node;
  readonly unit: Unit;
}

/** What may be called by way of a value. */
export interface Targets {
  /** The functions and classes of the repository that it may be, or hold. */
  readonly code: readonly Code[];
  /** Whether there may be others, which aren't in sight. */
  readonly isOpen: boolean;
}

/** Who knows what else there is to know of values. */
export interface Knowledge {
  readonly tracer: Tracer;
  /** Whether a value is a primitive or a date: nothing of it can be called but what the language gives it. */
  readonly isData: (expression: ts.Expression, unit: Unit) => boolean;
  /** Whether a value is a primitive, a list or a date, whose methods are the language's. */
  readonly isValue: (expression: ts.Expression, unit: Unit) => boolean;
  /** Whether the property that an access reads is declared by a package or by the language. */
  readonly isForeignMember: (access: ts.Expression, unit: Unit) => boolean;
}

/** A value that is followed back. `isClosed`: what it is made of is a package's own, so that only what is handed to it in sight can be called by way of it. */
interface Place {
  readonly node: ts.Node;
  readonly unit: Unit;
  readonly isClosed: boolean;
}

/** What a value is made of. */
interface Step {
  readonly from?: readonly Place[];
  readonly code?: readonly Code[];
  readonly isOpen?: boolean;
}

const NOTHING: Step = {};
const OPEN: Step = { isOpen: true };

/** The places that were followed before: a place is followed once, as what may hold anything, and once as what holds only what is handed to it in sight. */
export interface Followed {
  readonly open: Set<ts.Node>;
  readonly closed: Set<ts.Node>;
}

/**
 * Follows a value back to the functions that it may be, or hold. What isn't known to hold none may hold any.
 *
 * @param asked what was followed before: it isn't followed again, and its functions aren't given again
 * @param isRunning whether a function is one of those that run while the question is asked: what its parameters hold, the calls in sight have given it
 */
export function targetsOf(expression: ts.Node, unit: Unit, knowledge: Knowledge, asked: Followed, isRunning: (fn: ts.Node) => boolean): Targets {
  const code = new Map<ts.Node, Code>();
  let isOpen = false;
  const places: Place[] = [{ node: expression, unit, isClosed: false }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const node = ts.isExpression(place.node) ? unwrap(place.node) : place.node;
    const known = place.isClosed ? asked.closed : asked.open;
    if (known.has(node)) continue;
    known.add(node);
    const step = stepFrom({ ...place, node }, knowledge, isRunning);
    isOpen ||= step.isOpen === true && !place.isClosed;
    for (const found of step.code ?? []) code.set(found.node, found);
    places.push(...(step.from ?? []));
  }
  return { code: [...code.values()], isOpen };
}

type Rule = (place: Place, knowledge: Knowledge, isRunning: (fn: ts.Node) => boolean) => Step;

function stepFrom(place: Place, knowledge: Knowledge, isRunning: (fn: ts.Node) => boolean): Step {
  return (RULES.get(place.node.kind) ?? (() => OPEN))(place, knowledge, isRunning);
}

const { SyntaxKind } = ts;

/** One step back from each kind of syntax that can be, or give a name to, a value. What isn't here may be anything. */
const RULES: ReadonlyMap<ts.SyntaxKind, Rule> = new Map<ts.SyntaxKind, Rule>([
  ...[
    SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateExpression, SyntaxKind.NumericLiteral, SyntaxKind.BigIntLiteral, SyntaxKind.RegularExpressionLiteral,
    SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword, SyntaxKind.VoidExpression, SyntaxKind.TypeOfExpression, SyntaxKind.DeleteExpression,
    SyntaxKind.PrefixUnaryExpression, SyntaxKind.PostfixUnaryExpression, SyntaxKind.OmittedExpression, SyntaxKind.MetaProperty, SyntaxKind.EnumDeclaration, SyntaxKind.EnumMember, SyntaxKind.CatchClause,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, () => NOTHING]),
  ...[
    SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression, SyntaxKind.FunctionDeclaration, SyntaxKind.ClassExpression, SyntaxKind.ClassDeclaration, SyntaxKind.MethodDeclaration,
    SyntaxKind.GetAccessor, SyntaxKind.SetAccessor, SyntaxKind.ModuleDeclaration,
  ].map((kind): [ts.SyntaxKind, Rule] => [kind, ({ node, unit }) => ({ code: [{ node, unit }] })]),
  ...[SyntaxKind.AwaitExpression, SyntaxKind.SpreadElement, SyntaxKind.SpreadAssignment, SyntaxKind.AsExpression].map((kind): [ts.SyntaxKind, Rule] => [
    kind, (place) => from(place, (place.node as ts.AwaitExpression | ts.SpreadElement | ts.SpreadAssignment).expression),
  ]),
  [SyntaxKind.ObjectLiteralExpression, (place) => from(place, ...(place.node as ts.ObjectLiteralExpression).properties)],
  [SyntaxKind.ArrayLiteralExpression, (place) => from(place, ...(place.node as ts.ArrayLiteralExpression).elements)],
  [SyntaxKind.PropertyAssignment, (place) => from(place, (place.node as ts.PropertyAssignment).initializer)],
  [SyntaxKind.ShorthandPropertyAssignment, (place) => from(place, (place.node as ts.ShorthandPropertyAssignment).name)],
  [SyntaxKind.ConditionalExpression, (place) => from(place, (place.node as ts.ConditionalExpression).whenTrue, (place.node as ts.ConditionalExpression).whenFalse)],
  [SyntaxKind.BinaryExpression, stepFromOperator],
  [SyntaxKind.JsxElement, (place) => fromMarkup(place, (place.node as ts.JsxElement).openingElement, (place.node as ts.JsxElement).children)],
  [SyntaxKind.JsxSelfClosingElement, (place) => fromMarkup(place, place.node as ts.JsxSelfClosingElement, [])],
  [SyntaxKind.JsxFragment, (place) => fromMarkup(place, undefined, (place.node as ts.JsxFragment).children)],
  [SyntaxKind.Identifier, stepFromName],
  [SyntaxKind.ThisKeyword, (place, { tracer }) => wholeOf(tracer.valueOf(place.node as ts.Expression, place.unit))],
  [SyntaxKind.SuperKeyword, (place, { tracer }) => wholeOf(tracer.valueOf(place.node as ts.Expression, place.unit))],
  [SyntaxKind.PropertyAccessExpression, stepFromAccess],
  [SyntaxKind.ElementAccessExpression, stepFromAccess],
  [SyntaxKind.CallExpression, stepFromCall],
  [SyntaxKind.NewExpression, (place) => from(place, (place.node as ts.NewExpression).expression, ...((place.node as ts.NewExpression).arguments ?? []))],
  [SyntaxKind.TaggedTemplateExpression, (place) => from(place, (place.node as ts.TaggedTemplateExpression).tag)],
  [SyntaxKind.VariableDeclaration, stepFromVariable],
  [SyntaxKind.BindingElement, stepFromElement],
  [SyntaxKind.Parameter, stepFromParameter],
  [SyntaxKind.PropertyDeclaration, stepFromField],
  ...[SyntaxKind.ImportSpecifier, SyntaxKind.ImportClause, SyntaxKind.NamespaceImport, SyntaxKind.ImportEqualsDeclaration].map((kind): [ts.SyntaxKind, Rule] => [kind, stepFromImport]),
]);

/** The kinds of syntax that {@link targetsOf} has a rule for. */
export const FOLLOWED_KINDS: ReadonlySet<ts.SyntaxKind> = new Set(RULES.keys());

function from({ unit, isClosed }: Place, ...nodes: readonly ts.Node[]): Step {
  return { from: nodes.map((node) => ({ node, unit, isClosed })) };
}

/** An element keeps its properties, and what is inside of it. */
function fromMarkup(place: Place, opening: ts.JsxOpeningElement | ts.JsxSelfClosingElement | undefined, children: readonly ts.JsxChild[]): Step {
  const values = (opening?.attributes.properties ?? []).flatMap((attribute) => (ts.isJsxSpreadAttribute(attribute) ? [attribute.expression] : attribute.initializer ?? []));
  return from(place, ...[...values, ...children].flatMap((value) => (ts.isJsxExpression(value) ? (value.expression ?? []) : ts.isStringLiteral(value) || ts.isJsxText(value) ? [] : [value])));
}

function closed(place: Place): Place {
  return { ...place, isClosed: true };
}

function wholeOf(value: ReturnType<Tracer['valueOf']>): Step {
  if (value.kind === 'sdk') return NOTHING;
  if (value.kind === 'class' || value.kind === 'instance' || value.kind === 'object') return { code: [{ node: value.node, unit: value.unit }] };
  return OPEN;
}

/** Operators that give one of their operands; all others give something new. */
export const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken, SyntaxKind.CommaToken, SyntaxKind.EqualsToken, SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.BarBarEqualsToken, SyntaxKind.QuestionQuestionEqualsToken,
]);

function stepFromOperator(place: Place): Step {
  const { left, right, operatorToken } = place.node as ts.BinaryExpression;
  return CHOICES.has(operatorToken.kind) ? from(place, left, right) : NOTHING;
}

function stepFromName(place: Place, { tracer, isData }: Knowledge): Step {
  const { unit } = place;
  const node = place.node as ts.Identifier;
  const value = tracer.valueOf(node, unit);
  if (value.kind === 'sdk' || isData(node, unit)) return NOTHING;
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return KNOWN_GLOBALS.has(node.text) ? NOTHING : OPEN;
  const { declaration, symbol } = binding;
  const declarations = declaration === undefined ? (symbol.declarations ?? []) : [declaration];
  const isPlain = declarations.every((one) => ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) || importOf(one) !== undefined);
  if (isPlain && binding.writes.length === 0) return from(place, ...declarations);
  if (declaration === undefined) return OPEN;
  return joined([from(place, declaration), { from: binding.writes.flatMap((write) => assigned(write.target, place)) }, handedTo(binding, place, tracer)]);
}

function joined(steps: readonly Step[]): Step {
  return { from: steps.flatMap((step) => step.from ?? []), code: steps.flatMap((step) => step.code ?? []), isOpen: steps.some(({ isOpen }) => isOpen === true) };
}

/** What an assignment gives its target: of a pattern, all that it takes apart, and the defaults on the way. */
function assigned(target: ts.Node, place: Place): Place[] {
  const found: ts.Node[] = [];
  for (let node = target; ; node = node.parent) {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent) && parent.objectAssignmentInitializer !== undefined) found.push(parent.objectAssignmentInitializer);
    else if (ts.isBinaryExpression(parent) && parent.left === node) found.push(parent.right);
    else if (ts.isForOfStatement(parent)) found.push(parent.expression);
    if (ts.isStatement(parent) || ts.isFunctionLike(parent) || ts.isSourceFile(parent)) return found.map((value) => ({ ...place, node: value }));
  }
}

/**
 * What code in sight may put into the object that a variable holds: by assigning to a property, by a method, or by giving it to a function.
 *
 * @param asked the variables that have been asked about: once more, they add nothing
 */
function handedTo(binding: Binding, place: Place, tracer: Tracer, asked = new Set<Binding>()): Step {
  if (asked.has(binding)) return NOTHING;
  asked.add(binding);
  return joined(binding.references.map((reference): Step => {
    let outer: ts.Node = wrapped(reference);
    while (accessOf(outer.parent)?.object === outer || (ts.isElementAccessExpression(outer.parent) && outer.parent.expression === outer)) outer = wrapped(outer.parent as ts.Expression);
    const { parent } = outer;
    const isItself = outer === wrapped(reference);
    if (!isItself && isWriteTarget(outer as ts.Expression)) return { from: assigned(outer, place) };
    if (ts.isCallExpression(parent) && parent.expression === outer) return isItself || FORGETTING_METHODS.has(accessOf(outer)?.name ?? '') ? NOTHING : from(place, ...parent.arguments);
    if (!isItself) return NOTHING;
    if (ts.isCallExpression(parent)) return givenAway(parent, parent.arguments.indexOf(outer as ts.Expression), place, tracer, asked);
    return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? from(place, parent.name) : NOTHING;
  }));
}

/** What a function that an object is given to may put into it: what it is given beside the object, and what it does to it in sight. */
function givenAway(call: ts.CallExpression, index: number, place: Place, tracer: Tracer, asked: Set<Binding>): Step {
  const beside = from(closed(place), ...call.arguments.filter((_, other) => other !== index));
  const callee = tracer.valueOf(unwrap(call.expression), place.unit);
  const parameter = callee.kind === 'function' ? parametersOf(callee.node)[index] : undefined;
  const received = parameter !== undefined && ts.isIdentifier(parameter.name) && callee.kind === 'function' ? callee.unit.scope.bindingOf(parameter.name) : undefined;
  return received === undefined || callee.kind !== 'function' ? beside : joined([beside, handedTo(received, { ...place, unit: callee.unit }, tracer, asked)]);
}

function stepFromAccess(place: Place, knowledge: Knowledge, isRunning: (fn: ts.Node) => boolean): Step {
  const { unit } = place;
  const node = place.node as ts.PropertyAccessExpression | ts.ElementAccessExpression;
  const { tracer, isData, isForeignMember } = knowledge;
  const value = tracer.valueOf(node, unit);
  if (value.kind === 'sdk' || (value.kind === 'stranger' && value.ofSdk) || isData(node, unit)) return NOTHING;
  const name = accessOf(node)?.name;
  const object = unwrap(node.expression);
  if (name !== undefined && object.kind === SyntaxKind.ThisKeyword) return stepFromMember(name, place, knowledge);
  const at = isForeignMember(node, unit) ? closed(place) : place;
  if (ts.isIdentifier(object) && GLOBAL_OBJECTS.has(object.text) && unit.scope.bindingOf(object) === undefined) return name !== undefined && KNOWN_GLOBALS.has(name) ? NOTHING : OPEN;
  const own = name === undefined ? undefined : memberOfLiteral(object, name, unit);
  if (own !== undefined) return from(at, own);
  const written: Step = name === undefined ? NOTHING : { from: writesTo(name, unit).flatMap((target) => assigned(target, closed(place))) };
  if (value.kind === 'function') return joined([{ code: [value, ...overriding(name ?? '', unit)] }, written, heldBeside(object, at, knowledge, isRunning)]);
  return joined([from(at, object), written]);
}

function writesTo(name: string, { scope }: Unit): readonly ts.Expression[] {
  return [...scope.propertyWrites(name), ...scope.propertyWrites(COMPUTED)];
}

/** What else the object of a known method may hold, its own class or literal aside. */
function heldBeside(object: ts.Expression, place: Place, { tracer }: Knowledge, isRunning: (fn: ts.Node) => boolean): Step {
  const binding = ts.isIdentifier(object) ? place.unit.scope.bindingOf(object) : undefined;
  const value = tracer.valueOf(object, place.unit);
  if (binding === undefined || value.kind === 'class' || value.kind === 'module') return NOTHING;
  const owner = binding.declaration;
  const isOfRunning = owner !== undefined && ts.isParameter(owner) && isRunning(owner.parent);
  return isOfRunning ? NOTHING : handedTo(binding, closed(place), tracer);
}

/** The member of a literal that a `const` holds whose every mention reads a property by its name. */
function memberOfLiteral(object: ts.Expression, name: string, unit: Unit): ts.ObjectLiteralElementLike | undefined {
  const binding = ts.isIdentifier(object) ? unit.scope.bindingOf(object) : undefined;
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined || !isNeverReassigned(binding)) return undefined;
  const literal = unwrap(declaration.initializer);
  if (!ts.isObjectLiteralExpression(literal) || mayChangeElsewhere(declaration, unit) || literal.properties.some(({ name: key }) => nameText(key) === undefined)) return undefined;
  const isOnlyRead = binding.references.every((reference) => {
    const access = wrapped(reference).parent;
    return accessOf(access)?.object === wrapped(reference) && !isWriteTarget(access as ts.Expression);
  });
  return isOnlyRead ? literal.properties.find((property) => nameText(property.name) === name) : undefined;
}

/** Members of that name of the classes of the file that extend another one. */
function overriding(name: string, unit: Unit): Code[] {
  const found: Code[] = [];
  walk(unit.source, (node) => {
    if (ts.isClassElement(node) && nameText(node.name) === name && ts.isClassLike(node.parent) && node.parent.heritageClauses !== undefined) found.push({ node, unit });
    return undefined;
  });
  return found;
}

/** `this.name`: the member of the class, what is assigned to it, and what takes its place in a class that extends this one. */
function stepFromMember(name: string, place: Place, { tracer }: Knowledge): Step {
  const { unit } = place;
  const access = place.node as ts.PropertyAccessExpression;
  const value = tracer.valueOf(access, unit);
  const owner = tracer.valueOf(access.expression, unit);
  const written: Step = { from: writesTo(name, unit).flatMap((target) => assigned(target, place)) };
  const more: Step = { code: overriding(name, unit) };
  if (owner.kind === 'object') return joined([{ code: [{ node: owner.node, unit: owner.unit }] }, written]);
  if (owner.kind !== 'instance' && owner.kind !== 'class') return OPEN;
  const members = owner.node.members.flatMap((member): ts.Node[] => {
    if (ts.isConstructorDeclaration(member)) return member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member) && nameText(parameter.name) === name);
    return nameText(member.name) === name ? [member] : [];
  });
  if (members.length > 0) return joined([from({ ...place, unit: owner.unit }, ...members), written, more]);
  if (value.kind === 'function' || value.kind === 'class') return joined([{ code: [value] }, written, more]);
  if ((written.from?.length ?? 0) > 0) return joined([written, more]);
  return value.kind === 'stranger' ? more : OPEN;
}

function stepFromField(place: Place, { tracer }: Knowledge): Step {
  const { type, initializer } = place.node as ts.PropertyDeclaration;
  if (type !== undefined && isForeignType(type, place.unit, tracer.graph)) return initializer === undefined ? NOTHING : from(closed(place), initializer);
  const typed = type === undefined ? undefined : tracer.valueOfType(type, place.unit);
  if (typed?.kind === 'sdk') return NOTHING;
  if (typed?.kind === 'instance') return { code: [typed] };
  return initializer === undefined ? OPEN : from(place, initializer);
}

/** What a call gives may hold what was called, and what it was given. */
function stepFromCall(place: Place, { tracer, isData }: Knowledge): Step {
  const node = place.node as ts.CallExpression;
  if (tracer.valueOf(node, place.unit).kind === 'sdk' || isData(node, place.unit)) return NOTHING;
  if (node.expression.kind === SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    return specifier !== undefined && ts.isStringLiteralLike(specifier) ? moduleNamed(specifier.text, undefined, place, tracer) : OPEN;
  }
  const callee = tracer.valueOf(unwrap(node.expression), place.unit);
  const returned = callee.kind === 'function' ? from({ ...closed(place), unit: callee.unit }, ...returnedBy(callee.node)) : NOTHING;
  return joined([from(place, node.expression, ...node.arguments), returned]);
}

const knownReturns = new WeakMap<ts.Node, readonly ts.Expression[]>();

/** What a function returns or yields. */
function returnedBy(fn: ts.FunctionLikeDeclaration): readonly ts.Expression[] {
  const known = knownReturns.get(fn);
  if (known !== undefined) return known;
  const found: ts.Expression[] = [];
  if (fn.body !== undefined && !ts.isBlock(fn.body)) found.push(fn.body);
  else if (fn.body !== undefined) {
    walk(fn.body, (node) => {
      if ((ts.isReturnStatement(node) || ts.isYieldExpression(node)) && node.expression !== undefined) found.push(node.expression);
      return ts.isFunctionLike(node) ? 'skip' : undefined;
    });
  }
  knownReturns.set(fn, found);
  return found;
}

function stepFromImport(place: Place, { tracer }: Knowledge): Step {
  const imported = importOf(place.node as ts.Declaration);
  return imported === undefined ? OPEN : moduleNamed(imported.specifier, imported.name, place, tracer);
}

/** @param seen the modules that pass the name on: one that leads back to itself, or is asked again, adds nothing */
function moduleNamed(specifier: string, name: string | undefined, place: Place, { graph }: Pick<Tracer, 'graph'>, seen = new Set<string>()): Step {
  const location = graph.project.resolveModule(specifier, place.unit.fileName);
  if (location.kind !== 'file') return isPackage(specifier, place.unit, graph) ? NOTHING : OPEN;
  const unit = graph.load(location.fileName);
  if (unit === undefined) return OPEN;
  if (name === undefined) return { code: [{ node: unit.source, unit }] };
  const key = `${name} ${location.fileName}`;
  if (seen.has(key)) return NOTHING;
  seen.add(key);
  const inside: Place = { ...place, unit };
  const entries = exportsNamed(unit, name);
  if (entries.length === 0) return OPEN;
  return joined(entries.map((entry): Step => {
    if (entry.kind === 'forwarded') return moduleNamed(entry.specifier, entry.name, inside, { graph }, seen);
    if (entry.kind === 'expression') return from(inside, entry.node);
    const declared = ts.getNameOfDeclaration(entry.node);
    return from(inside, declared !== undefined && ts.isIdentifier(declared) ? declared : entry.node);
  }));
}

function stepFromVariable(place: Place, { tracer }: Knowledge): Step {
  const declaration = place.node as ts.VariableDeclaration;
  const { type, initializer, parent } = declaration;
  const isForeign = type !== undefined && isForeignType(type, place.unit, tracer.graph);
  const at = isForeign ? closed(place) : place;
  if (ts.isCatchClause(parent)) return from(closed(place), ...thrownIn(place.unit));
  if (ts.isForOfStatement(parent.parent)) return from(at, parent.parent.expression);
  if (ts.isForInStatement(parent.parent)) return NOTHING;
  const elsewhere: Step = mayBeFilledElsewhere(declaration, place.unit) ? OPEN : NOTHING;
  if (initializer !== undefined) return joined([from(at, initializer), isForeign ? NOTHING : elsewhere]);
  // Declared here, and made out of sight.
  const isAmbient = ts.isVariableStatement(parent.parent) && ts.getModifiers(parent.parent)?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword) === true;
  return isAmbient && !isForeign ? OPEN : NOTHING;
}

const knownThrows = new WeakMap<ts.SourceFile, readonly ts.Expression[]>();

/** All that a file throws. */
function thrownIn({ source }: Unit): readonly ts.Expression[] {
  const known = knownThrows.get(source);
  if (known !== undefined) return known;
  const found: ts.Expression[] = [];
  walk(source, (node) => {
    if (ts.isThrowStatement(node)) found.push(node.expression);
    return undefined;
  });
  knownThrows.set(source, found);
  return found;
}

/** Whether other files may put functions into what an exported variable holds: a list, a set, a literal without functions of its own. */
function mayBeFilledElsewhere(declaration: ts.VariableDeclaration, unit: Unit): boolean {
  if (!mayChangeElsewhere(declaration, unit)) return false;
  const value = declaration.initializer === undefined ? undefined : unwrap(declaration.initializer);
  if (value === undefined || ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value)) return true;
  return ts.isNewExpression(value) && ts.isIdentifier(value.expression) && unit.scope.bindingOf(value.expression) === undefined;
}

function stepFromElement(place: Place, { tracer }: Knowledge): Step {
  const element = place.node as ts.BindingElement;
  const own: Step = element.initializer === undefined ? NOTHING : from(place, element.initializer);
  const root = ts.walkUpBindingElementsAndPatterns(element);
  // What the whole is typed as holds for its parts.
  const isForeign = root.type !== undefined && isForeignType(root.type, place.unit, tracer.graph);
  return joined([own, from(isForeign ? closed(place) : place, root)]);
}

/** What a function is given: by what calls it in sight, or by what it is handed to. */
function stepFromParameter(place: Place, { tracer }: Knowledge, isRunning: (fn: ts.Node) => boolean): Step {
  const { unit } = place;
  const parameter = place.node as ts.ParameterDeclaration;
  const fn = parameter.parent;
  const own: Step = parameter.initializer === undefined ? NOTHING : from(place, parameter.initializer);
  if (isRunning(fn)) return own;
  if (parameter.type !== undefined) {
    if (isForeignType(parameter.type, unit, tracer.graph)) return NOTHING;
    const typed = tracer.valueOfType(parameter.type, unit);
    if (typed.kind === 'sdk') return NOTHING;
    if (typed.kind === 'instance') return { code: [typed] };
  }
  const { parent: call } = wrapped(fn as ts.Node as ts.Expression);
  if ((ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) && ts.isCallExpression(call)) {
    return contains(call.expression, fn) ? joined([own, from(place, ...call.arguments)]) : joined([own, from(place, call.expression, ...call.arguments.filter((argument) => !contains(argument, fn)))]);
  }
  if (ts.isJsxExpression(call)) return own;
  const { calls, isClosed } = callersOf(fn, unit);
  const index = parametersOf(fn).indexOf(parameter);
  const given = calls.flatMap(({ given: givenBy }) => givenBy(index, [])?.expression ?? []);
  return joined([own, from(place, ...given), isClosed ? NOTHING : OPEN]);
}
