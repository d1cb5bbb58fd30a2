import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { PUTTING_INTO_FIRST } from '../../knowledge/builtins.ts';
import { isInferred } from '../../language/exported.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mentionsInFiles, type Mention } from '../../language/mentions-in-files.ts';
import { propertiesNamed } from '../../language/properties.ts';
import { COMPUTED, isWriteTarget } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { memoize, memoizeBy } from '../../memoize.ts';
import { accessOf, hasWrittenType, isAccess, nameText, unwrap, wrapped } from '../../syntax.ts';
import { contains, nodesIn } from '../../tree.ts';
import { Worklist } from '../../worklist.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Value } from '../sdk/value.ts';
import { callsOf } from './as-written.ts';
import { descentOf, lineOf } from './inheritance.ts';

type Made = Extract<Value, { kind: 'object' | 'instance' | 'class' }>;

/** Whether something else may be under a name of an object, put there by what doesn't write the name. */
export function mayHoldAnother(whole: Value, name: string, evaluation: Evaluation): boolean {
  if (whole.kind !== 'object' && whole.kind !== 'instance' && whole.kind !== 'class') return false;
  return (
    (whole.kind === 'object' && isHandedOut(whole.node, name, whole.unit)) || isPutUnnamed(whole, name, evaluation)
  );
}

/** What puts something into an object. */
interface Put {
  readonly into: ts.Expression;
  /** What may have, or be, the name; nothing where any name may be meant. */
  readonly given: readonly ts.Expression[];
}

/** Whether the file puts something into an object by a key that isn't fixed, or from an object that isn't in sight. */
export function isPutUnnamed(whole: Made, name: string, evaluation: Evaluation): boolean {
  const units = whole.kind === 'object' ? [whole.unit] : Array.from(lineOf(whole, evaluation), ({ unit }) => unit);
  return units.some((unit) =>
    putsOf(unit).some(
      ({ into, given }) =>
        (given.length === 0 || given.some((one) => mayHave(one, name))) && isInto(into, whole, evaluation.in(unit)),
    ),
  );
}

const putsOf = memoize((unit: Unit): readonly Put[] => [
  ...unit.scope
    .propertyWrites(COMPUTED)
    .flatMap((write) => (isAccess(write) ? { into: write.expression, given: [] } : [])),
  ...nodesIn(unit.source, ts.isCallExpression).flatMap((call) => {
    const callee = globalFunctionName(call.expression, unit) ?? '';
    const [into, key, ...others] = call.arguments;
    if (into === undefined || key === undefined || !PUTTING_INTO_FIRST.has(callee)) return [];
    return { into, given: callee === 'Object.assign' ? [key, ...others] : [key] };
  }),
]);

/** Whether what is given may have a name, or be it, as far as it shows. */
function mayHave(given: ts.Expression, name: string): boolean {
  const node = unwrap(given);
  if (ts.isStringLiteralLike(node)) return node.text === name;
  if (!ts.isObjectLiteralExpression(node)) return true;
  return node.properties.some((property) => [undefined, name].includes(nameText(property.name)));
}

/** Whether an object is the one that is asked about, or one of its class. */
function isInto(object: ts.Expression, whole: Made, evaluation: Evaluation): boolean {
  const value = evaluation.soFar(() => evaluation.valueOf(object));
  switch (value.kind) {
    case 'object':
      return value.node === whole.node;
    case 'instance':
    case 'class':
      return (
        value.kind === whole.kind &&
        (descentOf(value, whole.node, evaluation) !== 'excluded' ||
          descentOf(whole, value.node, evaluation) !== 'excluded')
      );
    default:
      return unwrap(object).kind === ts.SyntaxKind.ThisKeyword && contains(whole.node, object);
  }
}

/**
 * Whether something is put under a name of an object, or the object gets to somebody who may do that. Where its type is what the literal says, nobody puts
 * anything else there.
 */
const isHandedOut = memoizeBy(
  (literal: ts.ObjectLiteralExpression, name: string, { graph }: Unit) => [graph, literal, name],
  (literal, name, home): boolean => {
    const held = placesOf(literal, home);
    if (held === undefined) return true;
    const places = new Worklist<Mention>(held, ({ node }) => [node]);
    for (const { node, unit } of places) {
      const next = goesTo(node, name, unit);
      if (next === undefined) return true;
      places.add(next);
    }
    return false;
  },
);

/**
 * The mentions of what holds a literal; none where nothing does, or its type is what the literal says; undefined where
 * there may be others.
 */
function placesOf(literal: ts.Expression, unit: Unit): readonly Mention[] | undefined {
  const use = useOf(literal);
  switch (use.kind) {
    case 'same':
      return placesOf(use.to, unit);
    case 'name':
      return isHeldToLiteral(use.by, unit) || !ts.isIdentifier(use.name) ? [] : mentionsOf(use.name, unit);
    case 'assigned':
      return ts.isIdentifier(use.target) ? mentionsOf(use.target, unit) : [];
    default: {
      const { parent } = wrapped(literal);
      const name =
        ts.isPropertyDeclaration(parent) && !isHeldToLiteral(parent, unit) ? nameText(parent.name) : undefined;
      return name === undefined ? [] : mentionsOfField(name, unit);
    }
  }
}

function isHeldToLiteral(
  declaration: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration | ts.PropertyDeclaration,
  { isTypeScript }: Unit,
): boolean {
  const { initializer } = declaration;
  return isTypeScript && initializer !== undefined && !hasWrittenType(declaration) && isInferred(initializer);
}

function mentionsOf(name: ts.Node, unit: Unit): readonly Mention[] | undefined {
  const binding = unit.scope.bindingOf(name);
  if (binding === undefined) return undefined;
  const { mentions, isIncomplete } = mentionsInFiles(binding, unit);
  return isIncomplete ? undefined : mentions;
}

/** The mentions of a field, whatever objects have it, and of the variables that it is taken out to. */
function mentionsOfField(name: string, unit: Unit): readonly Mention[] {
  const { accesses, taken } = propertiesNamed(name, unit.source);
  const variables = taken.flatMap((element) => unit.scope.bindingOf(element.name)?.references ?? []);
  return [...accesses, ...variables].map((node) => ({ node, unit }));
}

/** Where an object goes from one of its mentions on; undefined where something may be put under the name, or by who gets it. */
function goesTo(mention: ts.Expression, name: string, unit: Unit): readonly Mention[] | undefined {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
    case 'markup':
    case 'method':
    case 'spread':
    case 'written':
      return [];
    case 'part':
      return isWriteTarget(use.access) && [undefined, name].includes(accessOf(use.access)?.name) ? undefined : [];
    case 'same':
    case 'awaited':
      return [{ node: use.to, unit }];
    case 'name':
      return ts.isIdentifier(use.name) ? mentionsOf(use.name, unit) : [];
    case 'assigned':
      return ts.isIdentifier(use.target) ? mentionsOf(use.target, unit) : undefined;
    case 'returned':
      return callsOf(use.from, unit);
    case 'argument':
      return ts.isCallExpression(use.call) && isReadOrPut(use.call, unit) ? [] : undefined;
    default:
      return undefined;
  }
}

/** Whether a call only reads what it is given, or puts things into its first argument, which is asked about by itself. */
function isReadOrPut(call: ts.CallExpression, unit: Unit): boolean {
  return onlyReadsArguments(call, unit) || PUTTING_INTO_FIRST.has(globalFunctionName(call.expression, unit) ?? '');
}
