import { ts } from 'ts-morph';
import { accessOf, contains, nameText, unwrap, walk } from '../../syntax.ts';
import { callersOf } from './callers.ts';
import { mayChangeElsewhere } from '../source/exported.ts';
import { isMadeIn, isNothing, isOnlyLookedAt } from '../source/mentions.ts';
import { isWriteTarget, type Binding } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';

/** Where an object may be made, and what is put on it. */
export type Source =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression; readonly isPart: boolean }
  /** A property that is put on it later. */
  | { readonly kind: 'assigned'; readonly node: ts.Node; readonly name: string }
  /** What a pattern leaves over. */
  | { readonly kind: 'rest'; readonly taken: ReadonlySet<string>; readonly sources: readonly Source[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unseen'; readonly node: ts.Node };

/** What `start` may be made of: a value that comes back to itself adds nothing. */
export function followSources(start: ts.Expression, unit: Unit): readonly Source[] {
  return createTrail(start, unit).sourcesOf(start, []);
}

interface Trail {
  /** Where what stands at `path` of the value of `node` may be made. */
  readonly sourcesOf: (node: ts.Expression, path: readonly string[]) => readonly Source[];
}

function createTrail(start: ts.Expression, unit: Unit): Trail {
  /** What is being followed already, by path: a way that comes back to itself adds nothing. */
  const followed = new Map<ts.Node, Set<string>>();
  const isNew = (node: ts.Node, path: readonly string[]): boolean => {
    const paths = followed.get(node) ?? new Set();
    followed.set(node, paths);
    const key = path.join('.');
    return !paths.has(key) && paths.add(key).size > 0;
  };
  const unseen = (node: ts.Node): Source[] => [{ kind: 'unseen', node }];

  const sourcesOf = (expression: ts.Expression, path: readonly string[]): readonly Source[] => {
    const node = unwrap(expression);
    if (ts.isObjectLiteralExpression(node)) return sourcesOfLiteral(node, path);
    if (isNothing(node) || ts.isLiteralExpression(node)) return [{ kind: 'missing' }];
    if (ts.isConditionalExpression(node)) return [...sourcesOf(node.whenTrue, path), ...sourcesOf(node.whenFalse, path)];
    if (ts.isAwaitExpression(node)) return sourcesOf(node.expression, path);
    if (ts.isBinaryExpression(node)) return sourcesOfBinary(node, path);
    if (ts.isIdentifier(node)) return sourcesOfName(node, path);
    const access = accessOf(node);
    if (access !== undefined) return followable(access.object) ? sourcesOf(access.object, [access.name, ...path]) : unseen(node);
    return ts.isCallExpression(node) ? sourcesOfResult(node, path) : unseen(node);
  };

  const sourcesOfLiteral = (literal: ts.ObjectLiteralExpression, path: readonly string[]): readonly Source[] => {
    const spreads = literal.properties.filter(ts.isSpreadAssignment);
    const [name, ...rest] = path;
    if (name === undefined) {
      const parts = spreads.flatMap(({ expression }) => sourcesOf(expression, [])).filter(({ kind }) => kind !== 'missing');
      return [{ kind: 'literal', literal, isPart: false }, ...parts.map((part): Source => (part.kind === 'literal' ? { ...part, isPart: true } : part))];
    }
    if (literal.properties.some((property) => !ts.isSpreadAssignment(property) && nameText(property.name) === undefined)) return unseen(literal);
    const property = literal.properties.findLast((candidate) => nameText(candidate.name) === name);
    const own = property === undefined ? [{ kind: 'missing' } as const] : sourcesOfProperty(property, rest);
    return [...own, ...spreads.flatMap(({ expression }) => sourcesOf(expression, path))];
  };

  const sourcesOfProperty = (property: ts.ObjectLiteralElementLike, path: readonly string[]): readonly Source[] => {
    if (ts.isPropertyAssignment(property)) return sourcesOf(property.initializer, path);
    return ts.isShorthandPropertyAssignment(property) ? sourcesOf(property.name, path) : unseen(property);
  };

  const sourcesOfBinary = (node: ts.BinaryExpression, path: readonly string[]): readonly Source[] => {
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return [{ kind: 'missing' }, ...sourcesOf(node.right, path)];
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        return [...sourcesOf(node.left, path), ...sourcesOf(node.right, path)];
      default:
        return unseen(node);
    }
  };

  const sourcesOfName = (node: ts.Identifier, path: readonly string[]): readonly Source[] => {
    const binding = unit.scope.bindingOf(node);
    const declaration = binding?.declaration;
    if (binding === undefined || declaration === undefined) return unseen(node);
    const changes = sourcesOfChanges(binding, node, path);
    if (!isNew(declaration, path)) return changes;
    const written = binding.writes.flatMap(({ target, value }) => (value === undefined ? unseen(target) : sourcesOf(value, path)));
    const notYet: readonly Source[] = binding.isHoisted ? [{ kind: 'missing' }] : [];
    return [...sourcesOfDeclaration(declaration, path), ...notYet, ...written, ...changes];
  };

  /** What is done to an object under one of its names, beside the mention that led here and what is asked about. */
  const sourcesOfChanges = (binding: Binding, use: ts.Identifier, path: readonly string[]): Source[] =>
    binding.references.filter((reference) => reference !== use && !contains(start, reference) && !isWriteTarget(reference)).flatMap((reference): Source[] => {
      const { parent } = reference;
      if (isOnlyLookedAt(reference, unit)) return [];
      if (!ts.isPropertyAccessExpression(parent) && !ts.isElementAccessExpression(parent)) return unseen(reference);
      if (!isWriteTarget(parent)) return path.length === 0 || accessOf(parent)?.name !== path[0] ? [] : unseen(reference);
      const name = accessOf(parent)?.name;
      if (name === undefined) return unseen(parent);
      if (path.length > 0) return path[0] === name ? unseen(parent) : [];
      return [{ kind: 'assigned', node: parent, name }];
    });

  const sourcesOfDeclaration = (declaration: ts.Declaration, path: readonly string[]): readonly Source[] => {
    if (ts.isVariableDeclaration(declaration)) {
      if (!ts.isVariableStatement(declaration.parent.parent)) return unseen(declaration);
      const elsewhere = mayChangeElsewhere(declaration, unit) ? unseen(declaration) : [];
      if (declaration.initializer !== undefined) return [...sourcesOf(declaration.initializer, path), ...elsewhere];
      return ts.getModifiers(declaration.parent.parent) === undefined ? [{ kind: 'missing' }] : unseen(declaration);
    }
    if (ts.isParameter(declaration)) return sourcesOfParameter(declaration, path);
    return ts.isBindingElement(declaration) ? sourcesOfElement(declaration, path) : unseen(declaration);
  };

  /** `const { data } = …`, `({ data }) => …`. */
  const sourcesOfElement = (element: ts.BindingElement, path: readonly string[]): readonly Source[] => {
    const name = nameText(element.propertyName ?? element.name);
    const owner = element.parent.parent;
    if (ts.isArrayBindingPattern(element.parent)) return unseen(element);
    const sourcesOfWhole = (inside: readonly string[]): readonly Source[] => (ts.isBindingElement(owner) ? sourcesOfElement(owner, inside) : sourcesOfDeclaration(owner, inside));
    if (element.dotDotDotToken !== undefined) {
      const taken = element.parent.elements.filter((other) => other !== element).map((other) => nameText(other.propertyName ?? other.name));
      return path.length > 0 ? unseen(element) : [{ kind: 'rest', taken: new Set(taken.filter((one) => one !== undefined)), sources: sourcesOfWhole([]) }];
    }
    if (name === undefined) return unseen(element);
    const initial = element.initializer === undefined ? [] : sourcesOf(element.initializer, path);
    return [...initial, ...sourcesOfWhole([name, ...path])];
  };

  const sourcesOfParameter = (parameter: ts.ParameterDeclaration, path: readonly string[]): readonly Source[] => {
    const fn = parameter.parent;
    if (parameter.dotDotDotToken !== undefined) return unseen(parameter);
    const { calls, isClosed } = callersOf(fn, unit);
    const index = fn.parameters.indexOf(parameter);
    const initial = parameter.initializer === undefined ? [] : sourcesOf(parameter.initializer, path);
    const given = calls.flatMap(({ given: givenBy }): readonly Source[] => {
      const argument = givenBy(index, path);
      if (argument === undefined) return [{ kind: 'missing' }];
      return ts.isSpreadElement(argument.expression) ? unseen(argument.expression) : sourcesOf(argument.expression, argument.path);
    });
    return [...(isClosed ? [] : unseen(parameter)), ...initial, ...given];
  };

  /** What a function of the file returns. What isn't made anew for each call may be changed under another name. */
  const sourcesOfResult = (call: ts.CallExpression, path: readonly string[]): readonly Source[] => {
    if (path.length > 0) return unseen(call);
    const callee = unwrap(call.expression);
    const binding = ts.isIdentifier(callee) ? unit.scope.bindingOf(callee) : undefined;
    const declaration = binding?.writes.length === 0 ? binding.declaration : undefined;
    const initializer = declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined ? unwrap(declaration.initializer) : declaration;
    if (initializer === undefined || !(ts.isFunctionDeclaration(initializer) || ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) return unseen(call);
    const { body } = initializer;
    if (body === undefined || initializer.asteriskToken !== undefined) return unseen(call);
    if (!isNew(initializer, path)) return [];
    const sourcesOfReturned = (returned: ts.Expression): readonly Source[] => [...sourcesOf(returned, path), ...(isMadeIn(returned, initializer, unit) ? [] : unseen(returned))];
    return ts.isBlock(body) ? sourcesOfBody(body, sourcesOfReturned) : sourcesOfReturned(body);
  };

  const sourcesOfBody = (body: ts.Block, sourcesOfReturned: (returned: ts.Expression) => readonly Source[]): readonly Source[] => {
    const last = body.statements.at(-1);
    const sources: Source[] = last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last)) ? [] : [{ kind: 'missing' }];
    walk(body, (node) => {
      if (ts.isFunctionLike(node)) return 'skip';
      if (ts.isReturnStatement(node)) sources.push(...(node.expression === undefined ? [{ kind: 'missing' } as const] : sourcesOfReturned(node.expression)));
      return undefined;
    });
    return sources;
  };

  const followable = (node: ts.Expression): boolean => ts.isIdentifier(unwrap(node)) || accessOf(unwrap(node)) !== undefined;

  return { sourcesOf };
}
