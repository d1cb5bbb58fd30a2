import { ts } from 'ts-morph';
import { SURFACES, type Surface } from '../../api-change.ts';
import { declaredBy, takenFrom } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, isCallee, nameText, unwrap, type Access, valueOfMember } from '../../syntax.ts';
import { foundIn, walk } from '../../tree.ts';
import { SURFACES_BY_METHOD } from '../calls/method-calls.ts';
import { contentOf, returnsOf } from './contents.ts';
import { isDatabaseModel } from './database-models.ts';
import { expectationAt, type Expectation } from './expectations.ts';
import { configuredMock, isMockMaker, isTestCode, mockedMethod } from '../frameworks/mocks.ts';
import { placeDoubles, type Mocked } from './mock-resolution.ts';
import type { SdkValue } from '../sdk/value.ts';
import type { Unit } from '../../language/unit.ts';
import { evaluate } from '../evaluator/evaluator.ts';
import { exportsAnything } from '../../language/modules.ts';

/** A place in a test that has to do with a double of a general update method. */
export type DoubleSite =
  /** The double itself, in a literal that stands for one of the SDK's objects. */
  | {
      readonly kind: 'definition';
      readonly surface: Surface;
      readonly node: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>;
      readonly literal: ts.ObjectLiteralExpression;
      /** Expectations on the mock function under another name than the method's. */
      readonly expectations: readonly Expectation[];
    }
  /** `vi.spyOn(client.users, 'updateUser')`. */
  | {
      readonly kind: 'spy';
      readonly surface: Surface;
      readonly node: ts.CallExpression;
      readonly nameNode: ts.StringLiteralLike;
      readonly isMadeElsewhere: boolean;
      readonly expectations: readonly Expectation[];
    }
  /** The double, read off an object by the method's name. */
  | {
      readonly kind: 'mention';
      readonly surface: Surface;
      readonly node: ts.Node;
      readonly nameNode: ts.Node;
      /** What the double is a member of, where that is in sight. */
      readonly literal: ts.ObjectLiteralExpression | undefined;
      /** Whether another file makes the double, or what it belongs to. */
      readonly isMadeElsewhere: boolean;
      readonly expectation: Expectation | undefined;
    };

export type Definition = Extract<DoubleSite, { kind: 'definition' }>;

/** A metadata field expected of something that is named like a general update, where whose it is can't be proved. */
export interface UnprovenExpectation {
  readonly surface: Surface;
  readonly node: ts.Expression;
  readonly expectation: Expectation;
}

/** A mock of a general update that another file gets, so that it may stand for the SDK's there, or that a class has. */
export interface HandedOut {
  readonly surface: Surface;
  readonly node: ts.ObjectLiteralElementLike | ts.ClassElement;
}

export interface Doubles {
  readonly sites: readonly DoubleSite[];
  readonly handedOut: readonly HandedOut[];
  /** The surfaces of mocks of which nothing says what they stand for. */
  readonly unplaced: ReadonlySet<Surface>;
  readonly unproven: readonly UnprovenExpectation[];
}

const NONE: Doubles = { sites: [], handedOut: [], unplaced: new Set(), unproven: [] };

/** Every double of a general update in a test file, in source order, and what is expected of them. */
export function findDoubles(unit: Unit, dependsOnSdk: () => boolean): Doubles {
  if (!isTestCode(unit.source) && !unit.fileName.includes('/__mocks__/')) return NONE;
  const mocked = placeDoubles(unit);
  const sites: DoubleSite[] = [...mocked.literals].flatMap(([literal, owner]) => definitionsIn(literal, owner, mocked));
  walk(unit.source, (node) => {
    const spy = ts.isCallExpression(node) ? spyAt(node, mocked) : undefined;
    if (spy !== undefined) sites.push(spy);
    const mention = mentionAt(node, mocked, unit);
    if (mention !== undefined) sites.push(mention);
    return undefined;
  });
  const expected = expectationsIn(unit);
  const mentioned = new Set<ts.Node>(sites.map(({ node }) => node));
  const others = expected.filter(({ mention }) => !mentioned.has(mention));
  const withExpectations = sites.map((site) =>
    site.kind === 'mention' ? site : { ...site, expectations: expectationsOn(mockOf(site, unit), others, unit) },
  );
  const claimed = new Set(
    withExpectations.flatMap((site) =>
      site.kind === 'mention' ? [site.expectation?.node] : site.expectations.map(({ node }) => node),
    ),
  );
  const open = expected.filter(({ expectation }) => !claimed.has(expectation.node));
  const unproven = findUnproven(open, mocked, unit);
  const byPlace = (a: { readonly node: ts.Node }, b: { readonly node: ts.Node }): number => a.node.pos - b.node.pos;
  const unplaced = findUnplaced(mocked, unit);
  const handedOut = exportsAnything(unit.source) ? unplaced.filter(({ node }) => !isInStatementOfCalls(node)) : [];
  const isOfSdk = handedOut.length + unproven.length > 0 && dependsOnSdk();
  return {
    sites: withExpectations.sort(byPlace),
    handedOut: [...classMembersIn(mocked), ...(isOfSdk ? handedOut : [])],
    unplaced: new Set(unplaced.map(({ surface }) => surface)),
    unproven: isOfSdk ? unproven : [],
  };
}

function definitionsIn(literal: ts.ObjectLiteralExpression, owner: SdkValue, mocked: Mocked): Definition[] {
  return literal.properties.flatMap((node) => {
    if (ts.isSpreadAssignment(node)) return [];
    const surface = mocked.surfaceOf(owner, nameText(node.name) ?? '', node);
    return surface === undefined ? [] : [{ kind: 'definition', surface, node, literal, expectations: [] }];
  });
}

function spyAt(node: ts.CallExpression, mocked: Mocked): DoubleSite | undefined {
  const { object, nameNode } = mockedMethod(node) ?? {};
  if (object === undefined || nameNode === undefined || !SURFACES_BY_METHOD.has(nameNode.text)) return undefined;
  const value = mocked.valueOf(object);
  const surface = mocked.surfaceOf(value, nameNode.text, node);
  const isMadeElsewhere = mocked.isMadeElsewhere(value);
  return surface && { kind: 'spy', surface, node, nameNode, isMadeElsewhere, expectations: [] };
}

/**
 * An access or a pattern's element that reads the method off a double, or off an object of the SDK without calling it.
 */
function mentionAt(node: ts.Node, mocked: Mocked, unit: Unit): DoubleSite | undefined {
  const { object, name, nameNode } = (ts.isBindingElement(node) ? takenOff(node) : accessOf(node)) ?? {};
  if (object === undefined || name === undefined || nameNode === undefined || !SURFACES_BY_METHOD.has(name))
    return undefined;
  const content = contentOf(object, unit);
  const literal = ts.isObjectLiteralExpression(content) && mocked.literals.has(content) ? content : undefined;
  // A call that is proved to be one of the SDK is seen to as a call.
  const isOther =
    ts.isExpression(node) && isCallee(node) && (literal === undefined || evaluate(object, unit).kind === 'sdk');
  if (isOther) return undefined;
  const value = mocked.valueOf(object);
  const surface = mocked.surfaceOf(value, name, node);
  const isMadeElsewhere = literal === undefined && mocked.isMadeElsewhere(value);
  const expectation = ts.isExpression(node) ? expectationAt(node, unit) : undefined;
  return surface && { kind: 'mention', surface, node, nameNode, literal, isMadeElsewhere, expectation };
}

/** The object that a site other than a definition reads the method off. */
export function objectRead({ node }: Exclude<DoubleSite, { kind: 'definition' }>): ts.Expression | undefined {
  if (ts.isBindingElement(node)) return takenOff(node)?.object;
  return ts.isCallExpression(node) ? mockedMethod(node)?.object : accessOf(node)?.object;
}

/** `const { updateUser } = client.users`. */
function takenOff(node: ts.BindingElement): Pick<Access, 'object' | 'name' | 'nameNode'> | undefined {
  const taken = takenFrom(declaredBy(node));
  return taken !== undefined && ts.isIdentifier(node.name)
    ? { object: taken.object, name: taken.name, nameNode: node.propertyName ?? node.name }
    : undefined;
}

/** What makes the mock function behind a double, so that it is known under other names, too. */
function mockOf(site: Exclude<DoubleSite, { kind: 'mention' }>, unit: Unit): ts.Node {
  if (site.kind === 'spy') return outermostMaker(site.node);
  const { node } = site;
  const value = valueOfMember(node);
  const content = value === undefined ? node : contentOf(value, unit);
  // `updateUser: (...args) => mockUpdateUser(...args)`.
  const [result, ...others] = returnsOf(content);
  const passedOn = result === undefined ? undefined : unwrap(result);
  return passedOn !== undefined && others.length === 0 && ts.isCallExpression(passedOn)
    ? contentOf(passedOn.expression, unit)
    : content;
}

/** `vi.spyOn(…).mockResolvedValue(…)` as a whole. */
function outermostMaker(node: ts.CallExpression): ts.Node {
  const use = useOf(node);
  if (use.kind !== 'method') return node;
  const isMaking = accessOf(use.access)?.name.startsWith('mock') === true || configuredMock(use.call) !== undefined;
  return isMaking ? outermostMaker(use.call) : node;
}

/** A mention of what may be a mock, and what is expected of it. */
interface Expected {
  readonly mention: ts.Expression;
  readonly expectation: Expectation;
}

function expectationsIn(unit: Unit): Expected[] {
  return foundIn(unit.source, (node) => {
    if (!ts.isIdentifier(node) && accessOf(node) === undefined) return undefined;
    const mention = node as ts.Expression;
    const isName = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    const expectation = isName ? undefined : expectationAt(mention, unit);
    return expectation && { mention, expectation };
  });
}

/** The expectations on what `mock` makes, under whatever name. */
function expectationsOn(mock: ts.Node, expected: readonly Expected[], unit: Unit): Expectation[] {
  const own = expected.filter(({ mention }) => contentOf(mention, unit) === mock);
  return [...new Map(own.map(({ expectation }) => [expectation.node, expectation])).values()];
}

/**
 * Expectations of metadata on `something.users.updateUser`, or on the variable that some literal has there, of which
 * nothing is known.
 */
function findUnproven(expected: readonly Expected[], mocked: Mocked, unit: Unit): UnprovenExpectation[] {
  const found = new Map<ts.Node, UnprovenExpectation>();
  const inLiterals = methodsInLiterals(unit);
  for (const { mention, expectation } of expected) {
    const { node, topFields } = expectation;
    const surface = topFields.length === 0 ? undefined : namedSurface(mention, inLiterals, unit);
    const fields: readonly string[] = surface === undefined ? [] : SURFACES[surface].fields;
    if (surface === undefined || !topFields.every((field) => fields.includes(field))) continue;
    const value = mocked.valueOf(mention);
    const access = accessOf(mention);
    const owner = access === undefined ? value : evaluate(access.object, unit);
    // A function of the repository's own is no method of the SDK.
    const isOwn = value.kind === 'function' && value.unit !== unit;
    if (value.kind !== 'foreign' && owner.kind !== 'foreign' && !isOwn)
      found.set(node, { surface, node: mention, expectation });
  }
  return [...found.values()];
}

/**
 * The surface whose method an expression is named like: `x.users.updateUser`, `user.update`, or what a literal holds
 * there.
 */
function namedSurface(
  expression: ts.Expression,
  inLiterals: ReadonlyMap<ts.Expression, Surface>,
  unit: Unit,
): Surface | undefined {
  const access = accessOf(expression);
  if (access !== undefined) {
    const surface = SURFACES_BY_METHOD.get(access.name);
    const object = unwrap(access.object);
    const owner = ts.isIdentifier(object) ? object.text : accessOf(object)?.name;
    return surface !== undefined && isOwnerName(owner, surface) ? surface : undefined;
  }
  if (inLiterals.size === 0) return undefined;
  const content = contentOf(expression, unit);
  return content === expression ? undefined : inLiterals.get(content);
}

function classMembersIn({ classMembers }: Mocked): HandedOut[] {
  return [...classMembers].map(([node, surface]) => ({ surface, node }));
}

/** The mocks of which nothing says what they stand for. */
function findUnplaced(mocked: Mocked, unit: Unit): HandedOut[] {
  return methodsNamed(unit).filter(({ node }) => {
    const value = valueOfMember(node);
    return (
      value !== undefined &&
      isMockMaker(contentOf(value, unit)) &&
      !(ts.isObjectLiteralExpression(node.parent) && mocked.literals.has(node.parent))
    );
  });
}

/** What a call is given, the call says: `vi.mock('./store', () => ({ users: … }))`. */
function isInStatementOfCalls(node: ts.Node): boolean {
  const statement = ts.findAncestor(node, ({ parent }) => ts.isSourceFile(parent));
  return statement !== undefined && ts.isExpressionStatement(statement);
}

/** What literals hold under the name of a general update, if they are named like its owner, or have metadata, too. */
function methodsInLiterals(unit: Unit): ReadonlyMap<ts.Expression, Surface> {
  return new Map(
    methodsWhere(unit, (node, surface) => isMemberOfOwner(node, surface) || isBesideMetadata(node, surface)).flatMap(
      ({ node, surface }): [ts.Expression, Surface][] => {
        const value = valueOfMember(node);
        return value === undefined ? [] : [[contentOf(value, unit), surface]];
      },
    ),
  );
}

/**
 * The members of literals that are named like a general update: `users: { updateUser: mock }`. Those of a database
 * aren't the SDK's.
 */
function methodsNamed(unit: Unit): NamedMember[] {
  return methodsWhere(unit, isMemberOfOwner);
}

type NamedMember = HandedOut & { readonly node: ts.ObjectLiteralElementLike };

function methodsWhere(
  unit: Unit,
  isMeant: (node: ts.ObjectLiteralElementLike, surface: Surface) => boolean,
): NamedMember[] {
  return foundIn(unit.source, (node) => {
    if (!ts.isObjectLiteralElementLike(node)) return undefined;
    const surface = SURFACES_BY_METHOD.get(nameText(node.name) ?? '');
    return surface !== undefined && isMeant(node, surface) ? { surface, node } : undefined;
  });
}

function isMemberOfOwner({ parent: literal }: ts.ObjectLiteralElementLike, surface: Surface): boolean {
  const owner = literal.parent;
  return (
    (ts.isPropertyAssignment(owner) || ts.isPropertyDeclaration(owner)) &&
    isOwnerName(nameText(owner.name), surface) &&
    !(ts.isObjectLiteralExpression(literal) && isDatabaseModel(literal))
  );
}

/** `{ id: 'user_1', unsafeMetadata: { … }, update }`: a user of the browser's. */
function isBesideMetadata({ parent: literal }: ts.ObjectLiteralElementLike, surface: Surface): boolean {
  const fields: readonly string[] = SURFACES[surface].fields;
  return (
    ts.isObjectLiteralExpression(literal) &&
    literal.properties.some(({ name }) => fields.includes(nameText(name) ?? ''))
  );
}

function isOwnerName(name: string | undefined, surface: Surface): boolean {
  return name !== undefined && (surface === 'frontend' ? /user$/i.test(name) : name === surface);
}
