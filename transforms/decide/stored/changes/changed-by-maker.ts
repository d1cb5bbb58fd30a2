import { ts } from 'ts-morph';
import type { MetadataField } from '../../../api-change.ts';
import { declaredBy, sourcesOf } from '../../../flow/declared.ts';
import { createEvaluators } from '../../../flow/evaluate.ts';
import { alternativesOf, originOf } from '../../../flow/origins.ts';
import type { Binding } from '../../../language/scope.ts';
import { returnedBy } from '../../../returned.ts';
import { accessOf, unwrap, valueOfMember } from '../../../syntax.ts';
import { contains, someIn } from '../../../tree.ts';
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

/** Goes back from what a function gives to the variables that it was in, and asks what else becomes of them. */
function isChangedInside(fn: ts.FunctionLikeDeclaration, field: MetadataField, unit: Unit): boolean {
  const bindings = new Set<Binding>();
  const { values, yielded } = returnedBy(fn);
  const way = new Set([...values, ...yielded].map(unwrap));
  const wholes = new Set<ts.Expression>();
  const metadata = new Set<ts.Node>();
  const goOn = (...values: readonly ts.Expression[]): void => {
    for (const value of values) way.add(unwrap(value));
  };
  /** Whether it is known where that comes from. */
  const follow = (node: ts.Expression): boolean => {
    const origin = originOf(node);
    switch (origin.kind) {
      case 'part':
        wholes.add(unwrap(origin.of));
        if (mayBe(field, origin.name)) metadata.add(node);
        return true;
      case 'awaited':
        goOn(origin.of);
        return true;
      case 'name': {
        const binding = unit.scope.bindingOf(origin.name);
        if (binding === undefined) return true;
        const { declaration, writes } = binding;
        // What is around the function may change what it gives as well.
        if (declaration === undefined || !contains(fn, declaration)) return false;
        bindings.add(binding);
        if (takesField(field, declaration)) metadata.add(node);
        const sources = sourcesOf(declaration).filter((source): source is ts.Expression => !ts.isParameter(source));
        if (ts.isBindingElement(declaration)) for (const source of sources) wholes.add(unwrap(source));
        else goOn(...sources);
        goOn(...writes.flatMap(({ value }) => value ?? []));
        return true;
      }
      case 'result':
        if (someIn(origin.call, (inner) => accessOf(inner)?.name === field)) metadata.add(node);
        // A promise gives on what its callback returns.
        return ![origin.call.expression, ...origin.call.arguments].some((fn) => isChangedByFunction(fn, field, unit));
      case 'object': {
        const members = origin.literal.properties.map(valueOfMember).filter((member) => member !== undefined);
        for (const member of members) if (holdsSubjects(member, unit)) metadata.add(member);
        goOn(...members);
        return members.length === origin.literal.properties.length;
      }
      case 'nothing':
      case 'data':
        return true;
      default: {
        const alternatives = alternativesOf(origin);
        goOn(...(alternatives ?? []));
        return alternatives !== undefined;
      }
    }
  };
  for (const node of way) if (!follow(node)) return true;
  const isSubjectGiven = [...way].some((node) => isSubject(node, unit));
  for (const node of way) {
    if (!follow(node)) return true;
    goOn(...wholes);
  }
  // Whoever gets the metadata beside the subject may change it by that name.
  if (metadata.size > 0 && isSubjectGiven) return true;
  return [...bindings].some(({ references, writes }) =>
    references.some(
      (mention) =>
        !way.has(mention) && !writes.some(({ target }) => target === mention) && isChangedAt(mention, fn, field, unit),
    ),
  );
}

/** The answer to a request for many, or the list in it: whoever gets that may change each of them. */
function holdsSubjects(node: ts.Expression, unit: Unit): boolean {
  const value = evaluate(unwrap(node), unit);
  return value.kind === 'array' || (value.kind === 'sdk' && value.type.endsWith('-list'));
}

function mayBe(field: MetadataField, name: string | undefined): boolean {
  return name === undefined || name === field;
}

/** `const { publicMetadata } = user`, `const { id, ...others } = user` */
function takesField(field: MetadataField, declaration: ts.Declaration): boolean {
  const declared = declaredBy(declaration);
  if (declared.kind === 'rest') return !declared.without.includes(field);
  return declared.kind === 'part' && mayBe(field, declared.name);
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
