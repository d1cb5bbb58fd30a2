import { ts } from 'ts-morph';
import { accessOf, nameText, unwrap, valueOfMember } from '../../syntax.ts';

/**
 * What the mocking libraries' calls do, by their names: vitest, jest, bun, node:test, sinon. Whose objects they are
 * given is for others to prove.
 */

/** Names under which the libraries are at hand; `t.mock` of node:test ends in one of them, too. */
const LIBRARIES: ReadonlySet<string> = new Set(['vi', 'vitest', 'jest', 'mock', 'sinon', 'sandbox']);

const MODULE_MOCKS: ReadonlySet<string> = new Set(['mock', 'doMock', 'module', 'unstable_mockModule', 'setMock']);
const METHOD_MOCKS: ReadonlySet<string> = new Set(['spyOn', 'stub', 'spy', 'method', 'replace', 'replaceProperty']);
const MOCK_MAKERS: ReadonlySet<string> = new Set(['fn', 'fake', 'stub', 'spy']);
const RETURNED_BY: ReadonlySet<string> = new Set([
  'mockReturnValue',
  'mockReturnValueOnce',
  'mockResolvedValue',
  'mockResolvedValueOnce',
  'returns',
  'resolves',
]);
const IMPLEMENTED_BY: ReadonlySet<string> = new Set([
  'mockImplementation',
  'mockImplementationOnce',
  'callsFake',
  'withImplementation',
]);

/** The library call that `node` is: the name of the function, where it is one of a mocking library. */
function libraryCall(node: ts.CallExpression): string | undefined {
  const access = accessOf(unwrap(node.expression));
  if (access === undefined) return undefined;
  const object = unwrap(access.object);
  const name = ts.isIdentifier(object) ? object.text : accessOf(object)?.name;
  return name !== undefined && (LIBRARIES.has(name) || /sandbox$/i.test(name)) ? access.name : undefined;
}

/**
 * `vi.mock('module', factory)`: what is put in the place of which module; no contents where the library makes them up.
 */
export function mockedModule(
  node: ts.CallExpression,
): { readonly specifier: string; readonly contents: ts.Expression | undefined } | undefined {
  const name = libraryCall(node);
  const [first, second] = node.arguments;
  if (name === undefined || !MODULE_MOCKS.has(name) || first === undefined) return undefined;
  const specifier = specifierOf(first);
  return specifier === undefined
    ? undefined
    : { specifier, contents: second === undefined ? undefined : contentsOf(second) };
}

/** The module that the first argument names: a string, or `import('…')`. */
function specifierOf(node: ts.Expression): string | undefined {
  const expression = unwrap(node);
  if (ts.isStringLiteralLike(expression)) return expression.text;
  const isImport = ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [argument] = isImport ? expression.arguments : [];
  return argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : undefined;
}

/** A factory, or the `namedExports` of node:test; options of other kinds have no contents. */
function contentsOf(node: ts.Expression): ts.Expression | undefined {
  const expression = unwrap(node);
  if (!ts.isObjectLiteralExpression(expression)) return expression;
  const named = expression.properties.find(({ name }) => nameText(name) === 'namedExports');
  return named === undefined ? undefined : valueOfMember(named);
}

/** `vi.spyOn(object, 'method')`, `sinon.stub(object, 'method')`, `mock.method(object, 'method')`. */
export function mockedMethod(
  node: ts.CallExpression,
): { readonly object: ts.Expression; readonly nameNode: ts.StringLiteralLike } | undefined {
  const callee = unwrap(node.expression);
  const name = libraryCall(node) ?? (ts.isIdentifier(callee) ? callee.text : undefined);
  const [object, method] = node.arguments;
  if (name === undefined || !METHOD_MOCKS.has(name) || object === undefined || method === undefined) return undefined;
  const nameNode = unwrap(method);
  return ts.isStringLiteralLike(nameNode) ? { object, nameNode } : undefined;
}

/** What a mock is told to give back: the expression, or the function that makes it. */
export interface MockResult {
  readonly kind: 'value' | 'function';
  readonly node: ts.Expression;
}

/** `mock.mockReturnValue(value)`: the mock, and what it gives back from now on. */
export function configuredMock(
  node: ts.CallExpression,
): { readonly mock: ts.Expression; readonly result: MockResult } | undefined {
  const access = accessOf(unwrap(node.expression));
  const [first] = node.arguments;
  if (access === undefined || first === undefined) return undefined;
  if (RETURNED_BY.has(access.name)) return { mock: access.object, result: { kind: 'value', node: first } };
  return IMPLEMENTED_BY.has(access.name)
    ? { mock: access.object, result: { kind: 'function', node: first } }
    : undefined;
}

/**
 * Whether a call makes a mock function: `vi.fn()`, `jest.fn(implementation).mockReturnValue(value)`,
 * `sinon.stub().resolves(value)`.
 */
export function isMockMaker(node: ts.Expression): boolean {
  const expression = unwrap(node);
  if (!ts.isCallExpression(expression)) return false;
  const name = libraryCall(expression);
  if (name !== undefined && MOCK_MAKERS.has(name)) return mockedMethod(expression) === undefined;
  const configured = configuredMock(expression);
  if (configured !== undefined) return isMockMaker(configured.mock);
  const access = accessOf(unwrap(expression.expression));
  return (
    access !== undefined &&
    /^(?:mock|named$|resolves$|rejects$|throws$)/.test(access.name) &&
    isMockMaker(access.object)
  );
}

/** What a mock function gives back, as far as the expression that makes it says. */
export function resultsOfMaker(node: ts.Expression): MockResult[] {
  const expression = unwrap(node);
  if (!ts.isCallExpression(expression)) return [];
  const configured = configuredMock(expression);
  if (configured !== undefined) return [...resultsOfMaker(configured.mock), configured.result];
  const [first] = expression.arguments;
  return isMockMaker(expression) && first !== undefined ? [{ kind: 'function', node: first }] : [];
}

/** The mock that `vi.mocked(mock)` only gives a type to; the expression itself otherwise. */
export function underlyingMock(node: ts.Expression): ts.Expression {
  const expression = unwrap(node);
  if (!ts.isCallExpression(expression) || libraryCall(expression) !== 'mocked') return expression;
  const [first] = expression.arguments;
  return first === undefined ? expression : underlyingMock(first);
}

/** The function whose result `vi.hoisted(function)` is. */
export function hoistedFunction(node: ts.CallExpression): ts.Expression | undefined {
  return libraryCall(node) === 'hoisted' ? node.arguments[0] : undefined;
}

/** Whether a file runs tests or makes mocks, by what it calls. */
export function isTestCode(source: ts.SourceFile): boolean {
  return TEST_CODE.test(source.text);
}

const TEST_CODE =
  /(?<![.\w$])(?:(?:vi|jest|sinon)\.\w+\(|expect\(|(?:describe|it|test)(?:\.\w+)*\(\s*['"`])|['"](?:node:test|bun:test|sinon)['"]/;

/**
 * The call at the start of a chain that makes a mock, where it is given nothing: `vi.fn()` of
 * `vi.fn().mockResolvedValue(value)`.
 */
export function innermostMaker(node: ts.Expression): ts.CallExpression | undefined {
  const expression = unwrap(node);
  if (!ts.isCallExpression(expression) || !isMockMaker(expression)) return undefined;
  const access = accessOf(unwrap(expression.expression));
  const inner = access === undefined ? undefined : innermostMaker(access.object);
  return inner ?? (expression.arguments.length === 0 ? expression : undefined);
}
