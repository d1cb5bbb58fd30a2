import { ts } from 'ts-morph';
import type { Edit } from '../finding.ts';
import { originOf } from '../flow/origins.ts';
import type { SdkValue } from '../recognise/sdk/value.ts';
import type { SdkType } from '../knowledge/sdk-types.ts';
import { isEmptyObject, unwrap } from '../syntax.ts';
import { hasComment } from './decision/comments.ts';
import { isUnderDirective } from './decision/directives.ts';
import { NULLISH, UNKNOWN } from '../values/kinds/kinds.ts';
import { kindsOf } from '../values/kinds/possible-kinds.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import type { Unit } from '../language/unit.ts';

/** The SDK's methods and functions that only read. */
const READS: ReadonlySet<SdkType> = new Set<SdkType>([
  'client-accessor',
  'current-user',
  'get-organization',
  'get-organization-list',
  'get-user',
  'get-user-list',
]);

/** What of the SDK is there wherever its methods are called, and what its reads give for certain. */
const THERE: ReadonlySet<SdkType> = new Set<SdkType>(['client', 'client-accessor', 'organizations', 'users']);
const GIVEN_BY_READS: ReadonlySet<SdkType> = new Set<SdkType>(['get-organization', 'get-user']);

/**
 * What can be deleted where nothing uses a declaration any more: the declaration, or the whole of a pattern of which it
 * was the last name. Undefined where something else would be lost by that, or where that isn't known.
 *
 * @param isUnused whether another declaration isn't used any more, either
 * @param edits those of the file, which it must not touch
 */
export function canRemove(
  declaration: ts.Declaration,
  isUnused: (declaration: ts.Declaration) => boolean,
  edits: readonly Edit[],
  unit: Unit,
): ts.Node | undefined {
  const statement = ts.findAncestor(declaration, ts.isStatement);
  if (statement === undefined || hasComment(statement) || isUnderDirective(statement) || isSpokenTo(statement))
    return undefined;
  const [start, end] = [statement.getStart(), statement.end];
  if (edits.some((edit) => edit.start < end && start < edit.end)) return undefined;
  if (ts.isVariableDeclaration(declaration)) return isRemovableVariable(declaration, unit) ? declaration : undefined;
  if (ts.isBindingElement(declaration)) return removableElement(declaration, isUnused, unit);
  const isPlain =
    ts.isImportSpecifier(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration);
  return isPlain ? declaration : undefined;
}

/** Whether a comment in front of a statement is for a tool: it would speak to the next one. */
function isSpokenTo(statement: ts.Statement): boolean {
  const before = statement.getSourceFile().text.slice(statement.pos, statement.getStart());
  return /[\w@]-?(?:ignore|disable|expect-error)|@ts-|istanbul|c8 |v8 /.test(before);
}

function isRemovableVariable({ initializer, parent }: ts.VariableDeclaration, unit: Unit): boolean {
  return (
    ts.isVariableDeclarationList(parent) &&
    ts.isVariableStatement(parent.parent) &&
    // What is `using` is disposed of.
    (parent.flags & ts.NodeFlags.Using) === 0 &&
    (initializer === undefined || isRemovable(initializer, unit))
  );
}

/** An element of a pattern, or the variable of which it was the last name. */
function removableElement(
  element: ts.BindingElement,
  isUnused: (declaration: ts.Declaration) => boolean,
  unit: Unit,
): ts.Node | undefined {
  const { parent: pattern } = element;
  const { parent: declaration } = pattern;
  if (!ts.isObjectBindingPattern(pattern) || !ts.isVariableDeclaration(declaration)) return undefined;
  if (!pattern.elements.every(isPlainElement)) return undefined;
  if (!pattern.elements.every((other) => isUnused(other))) return element;
  const { initializer } = declaration;
  return initializer !== undefined && isThere(initializer, unit) && isRemovableVariable(declaration, unit)
    ? declaration
    : undefined;
}

/** A rest depends on what is listed; a default or a computed name may do something. */
function isPlainElement({ name, propertyName, dotDotDotToken, initializer }: ts.BindingElement): boolean {
  return (
    ts.isIdentifier(name) &&
    dotDotDotToken === undefined &&
    initializer === undefined &&
    (propertyName === undefined || !ts.isComputedPropertyName(propertyName))
  );
}

/**
 * Whether nothing is lost where an expression isn't evaluated any more: it is only a read of the SDK, or it has no
 * effect and can't fail. Every form that isn't known to be so may do anything.
 */
function isRemovable(expression: ts.Expression, unit: Unit): boolean {
  const node = unwrap(expression);
  const origin = originOf(node);
  switch (origin.kind) {
    case 'awaited':
      return isReadOfSdk(unwrap(origin.of), unit);
    case 'result':
      return isReadOfSdk(node, unit);
    case 'fallback':
      return isRemovable(origin.first, unit) && isRemovable(origin.other, unit);
    case 'name':
      return unit.scope.declarationOf(node) !== undefined;
    case 'part':
      return (
        ts.isPropertyAccessExpression(node) &&
        isRemovable(origin.of, unit) &&
        (node.questionDotToken !== undefined || isThere(origin.of, unit))
      );
    default:
      return ts.isLiteralExpression(node) || isEmptyObject(node);
  }
}

/** A call of a method of the SDK that only reads, with arguments that are read only. */
function isReadOfSdk(node: ts.Expression, unit: Unit): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = evaluate(node.expression, unit);
  return (
    callee.kind === 'sdk' &&
    callee.isClaimed !== true &&
    READS.has(callee.type) &&
    isRemovable(node.expression, unit) &&
    node.arguments.every((argument) => isRemovable(argument, unit))
  );
}

/** Whether a value is neither null nor undefined, so that its properties can be read. */
function isThere(expression: ts.Expression, unit: Unit): boolean {
  const origin = originOf(expression);
  if (origin.kind === 'fallback') return isThere(origin.other, unit);
  const value = evaluate(unwrap(expression), unit);
  return value.kind === 'sdk' ? isCertain(value) : (kindsOf(expression, unit) & (NULLISH | UNKNOWN)) === 0;
}

function isCertain({ type, from, mayBeMissing, isClaimed }: SdkValue): boolean {
  if (mayBeMissing === true || isClaimed === true) return false;
  return THERE.has(type) || (from !== undefined && GIVEN_BY_READS.has(from.type));
}
