import type { ts } from 'ts-morph';
import type { TypeReader } from './type-reader.ts';

/**
 * The type of an expression, as what it is made of says it. For `await promise.then(callback)` the compiler takes what
 * is expected there for what the missing second callback gives: where params of the SDK are expected, it may be these.
 */
export function settledTypeOf(node: ts.Expression, reader: TypeReader): ts.Type {
  const { ts, checker } = reader;
  const callback = ts.isAwaitExpression(node) ? onlyCallback(node.expression, reader) : undefined;
  const [signature, ...others] = callback === undefined ? [] : checker.getTypeAtLocation(callback).getCallSignatures();
  const given =
    signature === undefined || others.length > 0 || signature.typeParameters !== undefined
      ? undefined
      : checker.getAwaitedType(signature.getReturnType());
  return given ?? checker.getTypeAtLocation(node);
}

/** The `callback` of `promise.then(callback)`, where `promise` is one of the language's own. */
function onlyCallback(expression: ts.Expression, reader: TypeReader): ts.Expression | undefined {
  const { ts, checker, accessOf, isDefaultLibrary } = reader;
  if (ts.isParenthesizedExpression(expression)) return onlyCallback(expression.expression, reader);
  if (!ts.isCallExpression(expression)) return undefined;
  const access = accessOf(expression.expression);
  const [callback, ...others] = expression.arguments;
  if (access?.name !== 'then' || callback === undefined || ts.isSpreadElement(callback) || others.length > 0)
    return undefined;
  const declarations = checker.getPropertyOfType(checker.getTypeAtLocation(access.object), 'then')?.declarations ?? [];
  return declarations.length > 0 && declarations.every((declaration) => isDefaultLibrary(declaration.getSourceFile()))
    ? callback
    : undefined;
}
