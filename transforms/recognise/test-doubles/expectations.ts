import { ts } from 'ts-morph';
import { METADATA_FIELDS, type MetadataField } from '../../api-change.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { useOf } from '../../flow/uses.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { walk } from '../../tree.ts';

/** What a test expects a mock to have been called with. */
export interface Expectation {
  /** The whole expression: `expect(mock).toHaveBeenCalledWith(…)`. */
  readonly node: ts.Expression;
  /** The metadata fields that the expected arguments name, in source order. */
  readonly fields: readonly MetadataField[];
  /** Those of them that stand at the top of the expected params. */
  readonly topFields: readonly MetadataField[];
  /** Whether the expected params are a literal of metadata and nothing else. */
  readonly isMetadataOnly: boolean;
  /** Whether it says anything of the arguments, and not only how many calls there were. */
  readonly hasArguments: boolean;
}

/** Matchers' names, whichever library's: `toHaveBeenCalledWith`, `calledOnceWith`, `deepEqual`, `toEqual`. */
const MATCHER =
  /^(?:to[A-Z]\w*|\w*[cC]alled\w*|\w*[eE]quals?|neverCalledWith\w*|notCalled|match|include\w*|callCount)$/;

/**
 * The expectation that a mention of a mock is part of: the outermost call of the chain that starts with it, or that it
 * is an argument of.
 * Undefined where the mention is of another kind, such as the mock's set-up.
 */
export function expectationAt(mention: ts.Expression, unit: Unit): Expectation | undefined {
  const call = outermostCall(mention);
  if (call === undefined || !saysExpectation(call)) return undefined;
  const expected = expectedOf(call, mention).map((argument) => literalOf(argument, unit));
  const fields: MetadataField[] = [];
  for (const node of expected) fields.push(...fieldsNamedIn(node));
  return {
    node: call,
    fields: [...new Set(fields)],
    topFields: expected.flatMap(topFieldsOf),
    isMetadataOnly: expected.some(isMetadataLiteral),
    hasArguments: !expected.every(ts.isNumericLiteral),
  };
}

/**
 * From `mock` up through `expect(mock).not.toHaveBeenCalledWith(…)`, as long as it is one chain of accesses and calls.
 */
function outermostCall(mention: ts.Expression): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  for (let node = linkAround(mention); node !== undefined; node = linkAround(node))
    if (ts.isCallExpression(node)) found = node;
  return found;
}

/** What an expression is called on, read from, awaited by or given to. */
function linkAround(node: ts.Expression): ts.Expression | undefined {
  const use = useOf(node);
  switch (use.kind) {
    case 'part':
      return use.access;
    case 'method':
      return use.call;
    case 'awaited':
      return use.to;
    case 'called':
      return ts.isCallExpression(use.by) ? use.by : undefined;
    case 'argument':
      return ts.isCallExpression(use.call) ? use.call : undefined;
    default:
      return undefined;
  }
}

function saysExpectation(call: ts.CallExpression): boolean {
  const name = accessOf(unwrap(call.expression))?.name;
  return name !== undefined && MATCHER.test(name);
}

/** The arguments of the matcher; of `assert.calledWith(mock, …)` those behind the mock. */
function expectedOf(call: ts.CallExpression, mention: ts.Expression): readonly ts.Expression[] {
  return call.arguments.filter((argument) => !(argument.pos <= mention.pos && mention.end <= argument.end));
}

/** The literal that a variable is given where it is declared; otherwise the argument itself. */
function literalOf(argument: ts.Expression, unit: Unit): ts.Expression {
  const definition = definitionOf(argument, unit);
  const isLiteral = definition.kind === 'expression' && ts.isObjectLiteralExpression(definition.node);
  return isLiteral ? definition.node : argument;
}

function fieldsNamedIn(expected: ts.Expression): MetadataField[] {
  const fields: MetadataField[] = [];
  walk(expected, (node) => {
    const name = ts.isObjectLiteralElementLike(node) ? nameText(node.name) : undefined;
    const field = METADATA_FIELDS.find((candidate) => candidate === name);
    if (field !== undefined) fields.push(field);
    return field === undefined ? undefined : 'skip';
  });
  return fields;
}

/** The fields of `{ publicMetadata: … }`, which may be inside `expect.objectContaining(…)`. */
function topFieldsOf(expected: ts.Expression): MetadataField[] {
  const node = unwrap(expected);
  if (ts.isCallExpression(node)) return node.arguments.flatMap(topFieldsOf);
  if (!ts.isObjectLiteralExpression(node)) return [];
  const names = node.properties.map((property) => nameText(property.name));
  return METADATA_FIELDS.filter((field) => names.includes(field));
}

/** `{ publicMetadata: … }`; inside `expect.objectContaining(…)` it says nothing of what else there is. */
function isMetadataLiteral(expected: ts.Expression): boolean {
  const node = unwrap(expected);
  if (!ts.isObjectLiteralExpression(node)) return false;
  return (
    node.properties.length > 0 &&
    node.properties.every((property) => METADATA_FIELDS.some((field) => field === nameText(property.name)))
  );
}
