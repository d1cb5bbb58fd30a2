import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { useOf, type Use } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { COMPUTED } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, hasWrittenType, nameText, unwrap, isAccess } from '../../syntax.ts';
import { join } from '../sdk/joined-values.ts';
import { alternativesOf, FOREIGN, isOpen, isPossibly, UNKNOWN, type Value } from '../sdk/value.ts';
import { makesContext } from '../frameworks/react-context.ts';
import { resultOf } from './call-values.ts';
import { madeAt } from './made-at.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** What `name` of an object literal is. */
export function propertyOfLiteral(node: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value {
  const value = valueWithWrites(node, name, evaluation);
  if (value.kind !== 'nullish') return value;
  // What isn't there yet may come.
  return !isOnlyRead(node, evaluation.unit) ? UNKNOWN : value === ABSENT ? FOREIGN : value;
}

/** What isn't there, told apart from a null that is written. */
const ABSENT: Value = { kind: 'nullish' };

/**
 * What `name` of a value is, or nothing, where a literal has nothing there and nobody is seen to fill it later: it stands
 * for what isn't there yet (`{ user: null, isLoading: true }`).
 */
export function propertyOrAbsent(value: Value, name: string, at: ts.Node, evaluation: Evaluation): Value {
  if (value.kind !== 'object' || value.holds !== undefined) return evaluation.property(value, name, at);
  const inside = evaluation.in(value.unit);
  const written = valueWithWrites(value.node, name, inside);
  return written.kind === 'nullish' && isOnlyPassedOn(value.node, inside.unit)
    ? written
    : evaluation.property(value, name, at);
}

/** Whether the file only reads a literal, copies it, or gives it back. */
function isOnlyPassedOn(literal: Literal, unit: Unit): boolean {
  const use = useOfWhole(literal);
  switch (use.kind) {
    case 'returned':
    case 'markup':
    case 'part':
    case 'spread':
      return true;
    case 'argument':
      return ts.isCallExpression(use.call) && makesContext(use.call, unit);
    case 'member':
      return isOnlyPassedOn(use.of, unit);
    case 'name':
      // What a pattern takes apart, nobody has.
      return ts.isIdentifier(use.name) ? isVariableOnly(use.by, unit, isOnlyLookedAtOrReturned) : true;
    case 'assigned':
      return isVariableOnly(unit.scope.declarationOf(use.target), unit, isOnlyLookedAtOrReturned);
    default:
      return false;
  }
}

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

function isOnlyLookedAtOrReturned(mention: ts.Identifier, unit: Unit): boolean {
  const { kind } = useOfWhole(mention);
  return kind === 'returned' || kind === 'markup' || kind === 'written' || isOnlyLookedAt(mention, unit);
}

/** Where a value goes, beside what else may be in its place. */
function useOfWhole(value: ts.Expression): Use {
  let use = useOf(value);
  while (use.kind === 'same') use = useOf(use.to);
  return use;
}

/** What a literal is written with as `name`, or may have been given later; `ABSENT` where it has none. */
function valueWithWrites(node: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value {
  return evaluation.once(node, `.${name}`, () => {
    const { scope } = evaluation.unit;
    const writes = [...scope.propertyWrites(name), ...scope.propertyWrites(COMPUTED)];
    if (writes.some((write) => isWriteInto(write, node, evaluation))) return UNKNOWN;
    return valueInLiteral(node, name, evaluation) ?? ABSENT;
  });
}

/** What a literal is written with as `name`; undefined where it has none. */
function valueInLiteral(node: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value | undefined {
  // What spreads may have under the name, and what they then hide.
  const found: Value[] = [];
  for (const element of [...node.properties].reverse()) {
    const isSpread = ts.isSpreadAssignment(element);
    if (!isSpread && nameText(element.name) !== name) continue;
    const values = isSpread
      ? valuesInSpread(element, name, evaluation)
      : [evaluation.soFar(() => valueOfElement(element, evaluation))];
    found.push(...values.filter((value) => value !== ABSENT));
    if (!isSpread || !values.some((value) => value === ABSENT || isOpen(value))) return join(found);
  }
  return found.length === 0 ? undefined : join([...found, ABSENT]);
}

/** What a spread gives under a name, and `ABSENT` where it may give nothing. */
function valuesInSpread(element: ts.SpreadAssignment, name: string, evaluation: Evaluation): readonly Value[] {
  const spread = evaluation.valueOf(element.expression);
  const values = alternativesOf(spread).map((one) =>
    evaluation.soFar(() => {
      const value = propertyOrAbsent(one, name, element, evaluation);
      return one.kind !== 'object' && value.kind === 'foreign' ? ABSENT : value;
    }),
  );
  return isPossibly(spread) ? [...values, ABSENT] : values;
}

/**
 * Whether nobody can put anything on an object: it is in a variable of the file alone, whose every mention reads from
 * it.
 */
export function isOnlyRead(literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  const use = useOfWhole(literal);
  return use.kind === 'name' && isVariableOnly(use.by, unit, isOnlyLookedAt);
}

/** Whether something is a variable of the file alone, and all its mentions are as asked. */
function isVariableOnly(
  declaration: ts.Declaration | undefined,
  unit: Unit,
  isAsAsked: (mention: ts.Identifier, unit: Unit) => boolean,
): boolean {
  // A written type says what else may be there: `Record<string, ClerkClient>`.
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  if (isExported(declaration) || hasWrittenType(declaration)) return false;
  return unit.scope.bindingOf(declaration.name)?.references.every((mention) => isAsAsked(mention, unit)) ?? false;
}

/**
 * Whether a mention of an object puts nothing on it, and gives it to nobody who could: a method has it as its `this`.
 */
function isOnlyLookedAt(mention: ts.Identifier, unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
      return true;
    case 'part':
      return accessOf(use.access) !== undefined;
    case 'name':
      return ts.isObjectBindingPattern(use.name);
    case 'spread':
      return ts.isObjectLiteralExpression(use.into);
    case 'argument':
      return ts.isCallExpression(use.call) && onlyReadsArguments(use.call, unit);
    default:
      return false;
  }
}

/**
 * Whether a property write goes into the object: under the name of the variable that was declared with it, or as `this`
 * of its methods.
 */
function isWriteInto(write: ts.Expression, literal: ts.ObjectLiteralExpression, evaluation: Evaluation): boolean {
  if (!isAccess(write)) return false;
  const object = unwrap(write.expression);
  if (object.kind === ts.SyntaxKind.ThisKeyword) {
    const self = evaluation.valueOf(object);
    return self.kind === 'object' && self.node === literal;
  }
  const use = useOfWhole(literal);
  const { scope } = evaluation.unit;
  const holder = use.kind === 'name' ? use.by : use.kind === 'assigned' ? scope.declarationOf(use.target) : undefined;
  return holder !== undefined && scope.declarationOf(object) === holder;
}

function valueOfElement(
  element: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  evaluation: Evaluation,
): Value {
  if (ts.isMethodDeclaration(element)) return { kind: 'function', node: element, unit: evaluation.unit };
  if (ts.isAccessor(element)) return madeAt(resultOf(element, evaluation), element, element.parent, evaluation.unit);
  const declared = declaredBy(element);
  return declared.kind === 'value' ? evaluation.valueOf(declared.of) : UNKNOWN;
}
