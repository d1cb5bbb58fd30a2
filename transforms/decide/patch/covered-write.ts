import { ts } from 'ts-morph';
import type { MetadataField } from '../../api-change.ts';
import { createEvaluators } from '../../flow/evaluate.ts';
import { readMergingCall } from '../../recognise/calls/merging-calls.ts';
import { readMethodCall } from '../../recognise/calls/method-calls.ts';
import { METHOD_TYPES, type UpdateCall } from '../../recognise/calls/update-calls.ts';
import { nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { evaluate, evaluateProperty } from '../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../language/unit.ts';

/** What a call of the SDK's writes to a field. */
interface FieldWrite {
  readonly site: UpdateCall;
  readonly value: ts.Expression;
  /** The elements whose keys are new; undefined where some of them can't be told. */
  readonly keys: readonly string[] | undefined;
}

const evaluatorOf = createEvaluators<boolean | undefined>({ none: undefined, unknown: false });

/** What is written to a field afterwards. */
interface WrittenAfterwards {
  readonly field: MetadataField;
  readonly keys: ReadonlySet<string>;
  /** The call that does. Another run of it counts as a patch: if it is none, the answer doesn't matter. */
  readonly by: ts.Node;
  /** Whether the value that a call writes is what is stored by then, plus the value's own keys. */
  readonly isPatch: (value: ts.Expression, site: UpdateCall) => boolean;
}

/**
 * Whether a call that writes metadata leaves all of a field as it was but keys that are written afterwards: it merges
 * no others, or is itself a patch of what is stored.
 */
export function writesOnlyKeys(
  call: ts.CallExpression,
  { field, keys, by, isPatch }: WrittenAfterwards,
  unit: Unit,
): boolean {
  const merged = readMergingCall(call, unit);
  const write = readWrite(merged ?? readGeneralCall(call, unit), field, merged === undefined);
  if (write?.keys?.every((key) => keys.has(key)) !== true) return false;
  if (merged !== undefined || call === by) return true;
  return evaluatorOf(unit.graph).once(write.value, 'is a patch', () => isPatch(write.value, write.site)) ?? false;
}

/** A call that is provably one of the SDK's general updates. */
function readGeneralCall(call: ts.CallExpression, unit: Unit): UpdateCall | undefined {
  const named = readMethodCall(call);
  const receiver = named === undefined ? undefined : evaluate(named.callee.object, unit);
  if (named === undefined || receiver?.kind !== 'sdk') return undefined;
  const method = evaluateProperty(receiver, named.callee.name, call, unit);
  return method.kind === 'sdk' && METHOD_TYPES[method.type] === named.surface ? { ...named, receiver } : undefined;
}

/** @param isSpread whether the value starts with what is stored */
function readWrite(site: UpdateCall | undefined, field: MetadataField, isSpread: boolean): FieldWrite | undefined {
  const params = site === undefined ? undefined : unwrap(site.params);
  if (site === undefined || params === undefined || !ts.isObjectLiteralExpression(params)) return undefined;
  const named = params.properties.filter(({ name }) => nameText(name) === undefined || nameText(name) === field);
  const [property] = named;
  const written = property && valueOfMember(property);
  if (written === undefined || named.length > 1 || nameText(property?.name) !== field) return undefined;
  const value = unwrap(written);
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const own = isSpread ? value.properties.slice(1) : value.properties;
  const keys = own.map(({ name }) => nameText(name));
  return { site, value, keys: keys.every((key) => key !== undefined) ? keys : undefined };
}
