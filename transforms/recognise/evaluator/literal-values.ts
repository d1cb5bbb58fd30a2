import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { COMPUTED } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, hasWrittenType, nameText, unwrap, isAccess } from '../../syntax.ts';
import { FOREIGN, UNKNOWN, type Value } from '../sdk/value.ts';
import { resultOf } from './call-values.ts';
import { madeAt } from './made-at.ts';
import { onlyReadsArguments } from '../frameworks/readers.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** What `name` of an object literal is. */
export function propertyOfLiteral(node: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value {
  const writes = [...evaluation.unit.scope.propertyWrites(name), ...evaluation.unit.scope.propertyWrites(COMPUTED)];
  if (writes.some((write) => isWriteInto(write, node, evaluation))) return UNKNOWN;
  const value = valueInLiteral(node, name, evaluation);
  if (value !== undefined && value.kind !== 'nullish') return value;
  // What isn't there yet may come.
  return isOnlyRead(node, evaluation.unit) ? (value ?? FOREIGN) : UNKNOWN;
}

/** What a literal is written with as `name`; undefined where it has none. */
function valueInLiteral(node: ts.ObjectLiteralExpression, name: string, evaluation: Evaluation): Value | undefined {
  for (const element of [...node.properties].reverse()) {
    if (ts.isSpreadAssignment(element)) {
      const spread = evaluation.property(evaluation.valueOf(element.expression), name, element);
      if (spread.kind !== 'foreign') return spread;
    } else if (nameText(element.name) === name) {
      return valueOfElement(element, evaluation);
    }
  }
  return undefined;
}

/**
 * Whether nobody can put anything on an object: it is in a variable of the file alone, whose every mention reads from
 * it.
 */
export function isOnlyRead(literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  const use = useOf(literal);
  // A written type says what else may be there: `Record<string, ClerkClient>`.
  if (use.kind !== 'name' || !ts.isVariableDeclaration(use.by) || isExported(use.by) || hasWrittenType(use.by))
    return false;
  const binding = unit.scope.bindingOf(use.name);
  return binding?.references.every((mention) => isOnlyLookedAt(mention, unit)) ?? false;
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
  const declared = declaredBy(evaluation.unit.scope.declarationOf(object));
  return declared.kind === 'value' && unwrap(declared.of) === literal;
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
