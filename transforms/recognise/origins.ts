import { ts } from 'ts-morph';
import type { MetadataField } from '../api-change.ts';
import { accessOf, contains, isUndefinedLiteral, nameText, unwrap, walk } from '../syntax.ts';
import { callersOf } from './callers.ts';
import { mayChangeElsewhere } from './exported.ts';
import { onlyReadsArguments } from './readers.ts';
import { isWriteTarget, type Binding } from './scope.ts';
import type { Unit } from './unit.ts';

/** A place from which metadata comes, or may come, and which. */
export interface Origin {
  readonly node: ts.Node;
  readonly fields: readonly MetadataField[];
}

/** What is known of an object by following it back to where it is made. */
export interface Origins {
  readonly carried: readonly Origin[];
  /** Places behind which the file can't see: there any metadata may come in. */
  readonly unseen: readonly Origin[];
  readonly hasGeneral: boolean;
  /** Whether each object that it may be has one of the fields. */
  readonly isCertain: boolean;
  /** Whether it may be null or undefined. */
  readonly mayBeMissing: boolean;
}

type Source =
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression; readonly isPart: boolean }
  /** A property that is put on it later. */
  | { readonly kind: 'assigned'; readonly node: ts.Node; readonly name: string }
  /** What a pattern leaves over. */
  | { readonly kind: 'rest'; readonly taken: ReadonlySet<string>; readonly sources: readonly Source[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unseen'; readonly node: ts.Node };

/** Follows `node` back through variables, parameters and their callers, and functions of the file. Whatever can't be followed is `unseen`. */
export function originsOf(node: ts.Expression, fields: readonly MetadataField[], unit: Unit): Origins {
  // A component's markup, and code that names variables when it runs, may do anything to them.
  const isOpen = unit.component !== undefined || unit.scope.isOpen();
  const found = collect(createTrail(node, unit).sourcesOf(node, []), fields);
  return isOpen ? { ...found, unseen: [...found.unseen, { node, fields }], mayBeMissing: true } : found;
}

/** What sources say of `fields`. */
function collect(sources: readonly Source[], fields: readonly MetadataField[]): Origins {
  const carried: Origin[] = [];
  const unseen: Origin[] = [];
  let hasGeneral = false;
  let isCertain = sources.length > 0;
  const add = (name: string | undefined, at: ts.Node): boolean => {
    const field = fields.find((candidate) => candidate === name);
    if (name === undefined) unseen.push({ node: at, fields });
    else if (field === undefined) hasGeneral = true;
    else carried.push({ node: at, fields: [field] });
    return field !== undefined;
  };
  for (const source of sources) {
    switch (source.kind) {
      case 'literal': {
        const found = source.literal.properties.filter((property) => !ts.isSpreadAssignment(property)).map((property) => add(nameText(property.name), property));
        isCertain &&= source.isPart || found.includes(true);
        break;
      }
      case 'assigned':
        if (add(source.name, source.node)) isCertain = false;
        break;
      case 'rest': {
        const rest = collect(source.sources, fields.filter((field) => !source.taken.has(field)));
        carried.push(...rest.carried);
        unseen.push(...rest.unseen);
        hasGeneral = true;
        isCertain = false;
        break;
      }
      case 'missing':
        isCertain = false;
        break;
      case 'unseen':
        isCertain = false;
        if (fields.length > 0) unseen.push({ node: source.node, fields });
        break;
    }
  }
  return { carried, unseen, hasGeneral, isCertain, mayBeMissing: sources.some(({ kind }) => kind === 'missing' || kind === 'unseen') };
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
    return [...sourcesOfDeclaration(declaration, path), ...written, ...changes];
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

function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || isUndefinedLiteral(node);
}

/** Whether what a function returns is made by the very call: nobody else has it. */
function isMadeIn(returned: ts.Expression | undefined, fn: ts.Node, unit: Unit, seen: ReadonlySet<ts.Node> = new Set()): boolean {
  if (returned === undefined) return true;
  const node = unwrap(returned);
  const recurse = (part: ts.Expression): boolean => isMadeIn(part, fn, unit, seen);
  if (ts.isConditionalExpression(node)) return recurse(node.whenTrue) && recurse(node.whenFalse);
  if (ts.isObjectLiteralExpression(node) || isNothing(node)) return true;
  const binding = ts.isIdentifier(node) ? unit.scope.bindingOf(node) : undefined;
  const declaration = binding?.declaration;
  if (binding === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  if (seen.has(declaration)) return true;
  const own = new Set([...seen, declaration]);
  const values = [declaration.initializer, ...binding.writes.map(({ value }) => value)];
  return ts.findAncestor(declaration, ts.isFunctionLike) === fn && values.every((value) => isMadeIn(value, fn, unit, own));
}

/** Whether a mention of an object only asks for something: a spread, a condition, a comparison, a pattern that takes properties out, a call that only reads. */
function isOnlyLookedAt(reference: ts.Identifier, unit: Unit): boolean {
  const { parent } = reference;
  if (ts.isCallExpression(parent)) return onlyReadsArguments(parent, unit) && parent.expression !== reference;
  if (ts.isVariableDeclaration(parent)) return ts.isObjectBindingPattern(parent.name);
  if (ts.isConditionalExpression(parent)) return parent.condition === reference;
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  return ts.isIfStatement(parent) || ts.isSpreadAssignment(parent) || ts.isTypeQueryNode(parent) || ts.isTypeOfExpression(parent) || ts.isPrefixUnaryExpression(parent);
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword, ts.SyntaxKind.InstanceOfKeyword,
]);
