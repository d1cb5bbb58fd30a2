import { ts } from 'ts-morph';
import { branchesOf } from '../flow/branches.ts';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import type { MetadataValue, ParamElement } from '../recognise/params/elements.ts';
import { castOf, isUndefinedLiteral, unwrap } from '../syntax.ts';
import { contains } from '../tree.ts';
import type { Change } from './decision/change.ts';
import { hasComment } from './decision/comments.ts';
import { isMissingByTypeNode } from './fits-type.ts';
import { insteadOfUndefined } from './patch/instead-of-undefined.ts';
import type { Unit } from '../language/unit.ts';

/**
 * The type of the frontend's merge asks for the metadata, where the general update took undefined, and no metadata at
 * all: an object without keys merges nothing, too. In JavaScript nobody asks.
 *
 * @param values the metadata that the elements hold, and what is assigned later
 */
export function fillRequired(
  elements: readonly ParamElement[],
  values: readonly MetadataValue[],
  unit: Unit,
): Change[] {
  if (!unit.isTypeScript) return [];
  const spreads = elements.filter((element) => element.kind === 'metadata-spread');
  const [first] = spreads;
  const field = first?.elements[0]?.field;
  const isGiven =
    values.some(({ node }) => !spreads.some((spread) => contains(spread.node, node))) ||
    spreads.some(({ node }) => givesOne(node.expression));
  const missing: Change[] =
    first === undefined || field === undefined || isGiven ? [] : [{ kind: 'empty-before', node: first.node, field }];
  return [
    ...missing,
    ...values.flatMap(({ value }) =>
      value === undefined || isUndefinedLiteral(unwrap(value)) ? [] : insteadOfUndefined(value, '{}', unit),
    ),
  ];
}

/** Whether a spread gives a field in every case. */
function givesOne(expression: ts.Expression): boolean {
  return branchesOf(expression).every((branch) => ts.isObjectLiteralExpression(branch) && branch.properties.length > 0);
}

/**
 * A cast to the params of the general update, in which the metadata may be missing, goes: what the merge takes has it.
 *
 * @param literal the params, without what is around them
 */
export function dropCast({ params, change }: UpdateCall, literal: ts.ObjectLiteralExpression, unit: Unit): Change[] {
  const type = castOf(params);
  if (type === undefined || !contains(params, literal) || hasComment(params, literal)) return [];
  // On the backend nothing has to be there; but the params as a whole may be missing in what `updateUser()` takes.
  return change.replace === null || isMissingByTypeNode(type, unit)
    ? [{ kind: 'replace-by', node: params, by: literal }]
    : [];
}
