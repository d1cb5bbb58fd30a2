import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { originOf } from '../../flow/origins.ts';
import type { Unit } from '../../language/unit.ts';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { functionCalledBy } from '../../recognise/evaluator/function-called.ts';
import { nameText, unwrap } from '../../syntax.ts';
import type { PartType } from '../decision/plan.ts';
import { declaredKeys, nameOfDeclared, type DeclaredKeys } from '../patch/declared-metadata.ts';
import { isNameableInType } from './pattern-type.ts';
import type { Part } from './split-parts.ts';

/**
 * The type that a part has to get along with its name, since TypeScript took it from where the part stood: alone,
 * `{ plan: 'pro' }` has any text as its plan, and `read(key)` gives what nothing is known of.
 */
export function typeOfPart({ role, node, element }: Part, site: UpdateCall, unit: Unit): PartType | undefined {
  const name = nameText(element?.name);
  if (!unit.isTypeScript || name === undefined || (role !== 'metadata' && role !== 'general')) return undefined;
  const field = METADATA_FIELDS.find((one) => one === name);
  const isOfDeclared =
    field !== undefined && hasDeclaredKey(node, declaredKeys({ field, surface: site.surface }, unit));
  if (!isOfDeclared && !someWay(node, (way) => isOfOpenType(way, unit))) return undefined;
  const declared = field && nameOfDeclared({ field, surface: site.surface });
  if (declared !== undefined && unit.scope.bindingSeenFrom(node, declared) === undefined)
    return { kind: 'named', name: declared, mayBeUndefined: someWay(node, (way) => mayBeNothing(way, unit)) };
  return isNameableInType(site.callee.object) ? { kind: 'of-params', name } : undefined;
}

/** Whether one of the values that an expression may be is as asked for. */
function someWay(expression: ts.Expression, isAskedFor: (node: ts.Expression) => boolean): boolean {
  const node = unwrap(expression);
  const origin = originOf(node);
  const on = (one: ts.Expression): boolean => someWay(one, isAskedFor);
  switch (origin.kind) {
    case 'choice':
      return origin.of.some(on);
    case 'fallback':
      return on(origin.first) || on(origin.other);
    case 'awaited':
      return on(origin.of);
    default:
      return isAskedFor(node);
  }
}

/** Whether a value is nothing, or a function gives it whose type says that it may be. */
function mayBeNothing(node: ts.Expression, unit: Unit): boolean {
  return originOf(node).kind === 'nothing' || /\bundefined\b/.test(functionOfCall(node, unit)?.type?.getText() ?? '');
}

/** Whether a literal has a key of which the repository says more than that it is there. */
function hasDeclaredKey(value: ts.Expression, declared: DeclaredKeys): boolean {
  return someWay(
    value,
    (node) =>
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) => {
        if (declared === undefined) return true;
        const type = declared.get(nameText(property.name) ?? '')?.node;
        return type !== undefined && !PLAIN.has(type.kind);
      }),
  );
}

/** Types that a value has by itself. */
const PLAIN: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.BooleanKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.AnyKeyword,
]);

/** Whether a call gives what the type parameters of its function are, which nobody has written: `read<T>(key): T`. */
function isOfOpenType(node: ts.Expression, unit: Unit): boolean {
  const isWritten = ts.isCallExpression(node) && node.typeArguments !== undefined;
  return !isWritten && functionOfCall(node, unit)?.typeParameters !== undefined;
}

function functionOfCall(node: ts.Expression, unit: Unit): ts.SignatureDeclaration | undefined {
  const called = ts.isCallExpression(node) ? functionCalledBy(unwrap(node.expression), unit) : undefined;
  return typeof called === 'object' ? called.node : undefined;
}
