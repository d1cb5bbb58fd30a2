import { ts } from 'ts-morph';
import type { MetadataField } from '../../../api-change.ts';
import { sourcesOf } from '../../../flow/declared.ts';
import { createEvaluators } from '../../../flow/evaluate.ts';
import { alternativesOf, originOf } from '../../../flow/origins.ts';
import type { Binding } from '../../../language/scope.ts';
import { returnedBy } from '../../../returned.ts';
import { accessOf, unwrap, valueOfMember } from '../../../syntax.ts';
import { contains } from '../../../tree.ts';
import { usageWithin } from '../../../values/usage/usage.ts';
import type { Fetch } from '../fetch/provenance.ts';
import type { StoredRead } from '../fetch/stored-read.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';

const functions = createEvaluators<boolean | undefined>({ none: undefined, unknown: true });

/**
 * Whether what was read is of a subject that a function in sight gave, and that function changes its metadata, or hands
 * it on, beside giving it.
 */
export function isChangedByMaker({ subject, field }: StoredRead, { way }: Fetch, unit: Unit): boolean {
  const isChangedBy = (node: ts.Node, home: Unit): boolean =>
    ts.isCallExpression(node) && isChangedByFunction(node.expression, field, home);
  return isChangedBy(subject.origin, subject.unit) || [...way].some((node) => isChangedBy(node, unit));
}

function isChangedByFunction(callee: ts.Expression, field: MetadataField, unit: Unit): boolean {
  const value = evaluate(unwrap(callee), unit);
  if (value.kind !== 'function') return false;
  const { node: fn, unit: home } = value;
  return functions(home.graph).once(fn, field, () => isChangedInside(fn, field, home)) ?? false;
}

/** Goes back from what a function returns to the variables that it was in, and asks what else becomes of them. */
function isChangedInside(fn: ts.FunctionLikeDeclaration, field: MetadataField, unit: Unit): boolean {
  const bindings = new Set<Binding>();
  const way = new Set(returnedBy(fn).values.map(unwrap));
  const goOn = (...values: readonly ts.Expression[]): void => {
    for (const value of values) way.add(unwrap(value));
  };
  for (const node of way) {
    const origin = originOf(node);
    switch (origin.kind) {
      case 'awaited':
      case 'part':
        goOn(origin.of);
        break;
      case 'name': {
        const binding = unit.scope.bindingOf(origin.name);
        if (binding === undefined) break;
        // What is around the function may change what it gives as well.
        if (binding.declaration === undefined || !contains(fn, binding.declaration)) return true;
        bindings.add(binding);
        goOn(...sourcesOf(binding.declaration).filter((source): source is ts.Expression => !ts.isParameter(source)));
        goOn(...binding.writes.flatMap(({ value }) => value ?? []));
        break;
      }
      case 'result':
        // A promise gives on what its callback returns.
        if ([origin.call.expression, ...origin.call.arguments].some((fn) => isChangedByFunction(fn, field, unit)))
          return true;
        break;
      case 'object':
        goOn(...origin.literal.properties.flatMap((property) => valueOfMember(property) ?? []));
        break;
      case 'nothing':
      case 'data':
        break;
      default: {
        const alternatives = alternativesOf(origin);
        if (alternatives === undefined) return true;
        goOn(...alternatives);
      }
    }
  }
  return [...bindings].some(({ references, writes }) =>
    references.some(
      (mention) =>
        !way.has(mention) && !writes.some(({ target }) => target === mention) && isChangedAt(mention, fn, field, unit),
    ),
  );
}

/** Of a subject only the field matters. */
function isChangedAt(
  mention: ts.Identifier,
  fn: ts.FunctionLikeDeclaration,
  field: MetadataField,
  unit: Unit,
): boolean {
  const { parent } = mention;
  const access = accessOf(parent);
  const isOfSubject = access?.object === mention && isSubject(mention, unit);
  if (isOfSubject && access.name !== field) return false;
  return usageWithin(isOfSubject ? (parent as ts.Expression) : mention, fn, unit) !== 'read';
}

function isSubject(node: ts.Expression, unit: Unit): boolean {
  const value = evaluate(node, unit);
  return value.kind === 'sdk' && (value.type === 'user' || value.type === 'organization');
}
