import { ts } from 'ts-morph';
import { importOf } from '../../recognise/source/modules.ts';
import { isSdkModule } from '../../recognise/sdk/shapes.ts';
import type { Context } from '../context.ts';

const OPEN_KEYWORDS: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AnyKeyword, ts.SyntaxKind.UnknownKeyword, ts.SyntaxKind.ObjectKeyword]);

/** Types that Clerk's packages declare for everybody, and which their methods take. */
const OWN_GLOBALS = /^(?:User|Organization)(?:Public|Private|Unsafe)Metadata$/;

/**
 * Whether the code says of an object, by an annotation or `satisfies`, which type it has to have: without the keys that were spread into it, or
 * with a null, it may no longer compile. What is cast is believed.
 */
export function isHeldToType(object: ts.Expression, context: Context): boolean {
  let node: ts.Node = object;
  for (;;) {
    const { parent }: ts.Node = node;
    if (ts.isSatisfiesExpression(parent)) {
      if (!isOpen(parent.type, context)) return true;
    } else if (ts.isVariableDeclaration(parent)) {
      return parent.type !== undefined && !isOpen(parent.type, context);
    } else if (!ts.isParenthesizedExpression(parent) && !ts.isNonNullExpression(parent) && !ts.isPropertyAssignment(parent) && !ts.isObjectLiteralExpression(parent)) {
      return false;
    }
    node = parent;
  }
}

/** Whether an object of the type may have any keys, or the type is the SDK's, which its new methods have, too. */
function isOpen(type: ts.TypeNode, context: Context): boolean {
  if (OPEN_KEYWORDS.has(type.kind)) return true;
  if (ts.isIndexedAccessTypeNode(type)) return ts.isTypeReferenceNode(type.objectType) && type.objectType.typeName.getText() === 'Parameters';
  if (ts.isTypeLiteralNode(type)) return type.members.every((member) => ts.isIndexSignatureDeclaration(member) && isOpen(member.type, context));
  if (!ts.isTypeReferenceNode(type)) return false;
  const { typeName, typeArguments } = type;
  const binding = ts.isIdentifier(typeName) ? context.unit.scope.bindingOf(typeName) : undefined;
  if (binding?.declaration !== undefined) return isSdkModule(importOf(binding.declaration)?.specifier ?? '');
  const [keys, values] = typeArguments ?? [];
  const isRecord = typeName.getText() === 'Record' && keys?.kind !== ts.SyntaxKind.LiteralType && values !== undefined && isOpen(values, context);
  return isRecord || OWN_GLOBALS.test(typeName.getText());
}
