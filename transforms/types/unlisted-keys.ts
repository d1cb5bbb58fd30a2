import type { ts } from 'ts-morph';
import { mentionsTypeParameter } from './type-parameters.ts';
import type { TypeReader } from './type-reader.ts';

type Call = ts.CallExpression | ts.TaggedTemplateExpression | ts.NewExpression;

/**
 * Whether a call takes an object with any keys, and infers the type of all values from one that lists some: it may find
 * more of them, with values of other types. `Object.values(changes)`
 */
export function mayFindUnlistedKeys(argument: ts.Expression, call: Call, reader: TypeReader): boolean {
  const { ts, checker, presentParts } = reader;
  const given = ts.isTaggedTemplateExpression(call) ? undefined : call.arguments;
  const parameter = checker.getResolvedSignature(call)?.parameters[given?.indexOf(argument) ?? -1];
  const declaration = parameter?.valueDeclaration;
  const type = declaration !== undefined && ts.isParameter(declaration) ? declaration.type : undefined;
  return (
    parameter !== undefined &&
    type !== undefined &&
    mentionsTypeParameter(type, reader) &&
    presentParts(checker.getTypeOfSymbolAtLocation(parameter, call))?.some(hasAnyKey) === true &&
    presentParts(checker.getTypeAtLocation(argument))?.every(hasAnyKey) !== true &&
    !isMadeInSight(argument, reader)
  );
}

/** Whether a type has other keys than those that it lists: it is a record's, a list's. */
function hasAnyKey(type: ts.Type): boolean {
  return (type.getStringIndexType() ?? type.getNumberIndexType()) !== undefined;
}

/** Whether a value is a literal that says all keys, or an enum: no type is what says them. */
function isMadeInSight(node: ts.Expression, reader: TypeReader): boolean {
  const { ts } = reader;
  const isSeen = (part: ts.Expression): boolean => isMadeInSight(part, reader);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return isSeen(node.expression);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every((property) => !ts.isSpreadAssignment(property) || isSeen(property.expression));
  const declaration = ts.isIdentifier(node) ? reader.valueNamed(node)?.valueDeclaration : undefined;
  if (declaration === undefined) return false;
  if (!ts.isVariableDeclaration(declaration)) return ts.isEnumDeclaration(declaration);
  const { initializer, parent } = declaration;
  return initializer !== undefined && (parent.flags & ts.NodeFlags.Const) !== 0 && isSeen(initializer);
}
