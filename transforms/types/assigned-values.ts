import type { ts } from 'ts-morph';
import type { Put } from './doubts.ts';
import { namesIn, putIntoState, stateIn, type State } from './state-puts.ts';
import { holdsAny, isAnyType, type TypeReader } from './type-reader.ts';
import { isCall } from '../syntax.ts';

interface Puts {
  /**
   * By what declares the variable or property: a generic type has a symbol of its own for each thing that it is made
   * of.
   */
  readonly byDeclaration: ReadonlyMap<ts.Declaration, readonly Put[]>;
  /** `Object.assign(…)` */
  readonly merges: readonly ts.CallExpression[];
}

/** Finds what gets into a variable or property, in the files that declare it and in `source`. */
export function createAssignedValues(source: ts.SourceFile, reader: TypeReader): (symbol: ts.Symbol) => readonly Put[] {
  const files = new WeakMap<ts.SourceFile, Puts>();
  const inFile = (file: ts.SourceFile): Puts => {
    const known = files.get(file) ?? putsIn(file, reader);
    files.set(file, known);
    return known;
  };
  return (symbol) => {
    const declarations = symbol.declarations ?? [];
    const declaring = declarations
      .map((declaration) => declaration.getSourceFile())
      .filter(({ isDeclarationFile }) => !isDeclarationFile);
    return [...new Set([source, ...declaring])].flatMap((file) => {
      const { byDeclaration, merges } = inFile(file);
      return [
        ...declarations.flatMap((declaration) => byDeclaration.get(declaration) ?? []),
        ...merges.flatMap((call) => mergedInto(symbol, call, reader)),
      ];
    });
  };
}

/** What `Object.assign` puts into a property of its target. */
function mergedInto(
  symbol: ts.Symbol,
  { arguments: [target, ...sources] }: ts.CallExpression,
  { checker, presentParts }: TypeReader,
): Put[] {
  const parts = target === undefined ? undefined : presentParts(checker.getTypeAtLocation(target));
  const isTarget =
    parts?.some(
      (part) =>
        checker
          .getPropertyOfType(part, symbol.name)
          ?.declarations?.some((declaration) => symbol.declarations?.includes(declaration)) === true,
    ) === true;
  return isTarget ? sources.map((source) => ({ kind: 'source', source, name: symbol.name })) : [];
}

function putsIn(file: ts.SourceFile, reader: TypeReader): Puts {
  const { ts, accessOf, symbolOf } = reader;
  const byDeclaration = new Map<ts.Declaration, Put[]>();
  const merges: ts.CallExpression[] = [];
  const put = (target: ts.Node, value: Put): void => {
    if (ts.isIdentifier(target) || ts.isPropertyAccessExpression(target)) {
      for (const declaration of symbolOf(target)?.declarations ?? []) {
        const puts = byDeclaration.get(declaration) ?? [];
        byDeclaration.set(declaration, puts);
        puts.push(value);
      }
    } else if (ts.isElementAccessExpression(target)) {
      if (value.kind === 'value') put(target.expression, { kind: 'element', value: value.value });
    } else if (ts.isParenthesizedExpression(target) || ts.isNonNullExpression(target) || ts.isAsExpression(target)) {
      put(target.expression, value);
    } else if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)) {
      ts.forEachChild(target, putPart);
    }
  };
  const putPart = (part: ts.Node): void => {
    if (ts.isSpreadElement(part) || ts.isSpreadAssignment(part)) put(part.expression, { kind: 'unseen' });
    else if (ts.isPropertyAssignment(part)) putPart(part.initializer);
    else if (ts.isShorthandPropertyAssignment(part)) put(part.name, { kind: 'unseen' });
    else put(ts.isBinaryExpression(part) ? part.left : part, { kind: 'unseen' });
  };
  const putByCall = (call: ts.CallExpression | ts.NewExpression): void => {
    const container = containerCalled(call, reader);
    const parameters = parametersOf(call, named, reader);
    for (const [index, value] of call.arguments?.entries() ?? []) {
      if (container !== undefined && isAnyType(value, reader)) put(container, { kind: 'element', value });
      const parameter = parameters[index];
      const isInferred = parameter?.initializer !== undefined && parameter.type === undefined;
      if (!isInferred || !holdsAny(value, reader)) continue;
      for (const name of namesIn(parameter.name, reader))
        put(name, name === parameter.name ? { kind: 'value', value } : { kind: 'anything' });
    }
  };
  const calls: (ts.CallExpression | ts.NewExpression)[] = [];
  const states: State[] = [];
  const named = new Map<string, ts.Identifier[]>();
  // Without recursion: code may be nested more deeply than the stack is.
  const open: ts.Node[] = [file];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ts.isBinaryExpression(node) && ASSIGNMENTS.has(ts.tokenToString(node.operatorToken.kind) ?? ''))
      put(node.left, { kind: 'value', value: node.right });
    if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer))
      put(node.initializer, { kind: 'unseen' });
    // Of whichever object: a library's does the same.
    if (ts.isCallExpression(node) && accessOf(node.expression)?.name === 'assign') merges.push(node);
    if (isCall(node)) calls.push(node);
    if (ts.isVariableDeclaration(node)) states.push(...stateIn(node, reader));
    if (ts.isIdentifier(node)) {
      const mentions = named.get(node.text) ?? [];
      named.set(node.text, mentions);
      mentions.push(node);
    }
    ts.forEachChild(node, (child) => {
      open.push(child);
    });
  }
  calls.forEach(putByCall);
  for (const state of states) {
    const puts = putIntoState(state, named.get(state.setter.name.getText()) ?? [], reader);
    for (const name of state.names) for (const value of puts) put(name, state.isWhole ? value : { kind: 'anything' });
  }
  return { byDeclaration, merges };
}

/** The list, map or set without a written type that a method is called on, which may put there what it is given. */
function containerCalled(
  { expression }: ts.CallExpression | ts.NewExpression,
  { ts, symbolOf }: TypeReader,
): ts.Identifier | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const declaration = symbolOf(expression.expression)?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.type !== undefined)
    return undefined;
  const { initializer: made } = declaration;
  const isMade = made !== undefined && (ts.isArrayLiteralExpression(made) || ts.isNewExpression(made));
  return isMade && !(ts.isNewExpression(made) && made.typeArguments !== undefined) ? expression.expression : undefined;
}

/** The parameters of the function or class called, where that is a name, or a method or a property of the file's. */
function parametersOf(
  { expression }: ts.CallExpression | ts.NewExpression,
  named: ReadonlyMap<string, readonly ts.Identifier[]>,
  { ts, valueNamed }: TypeReader,
): readonly ts.ParameterDeclaration[] {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name)) return [];
  const isMember = ({ parent }: ts.Node): boolean =>
    ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent);
  // The type of what has a method takes long to find.
  if (name !== expression && named.get(name.text)?.some(isMember) !== true) return [];
  const declaration = valueNamed(name)?.valueDeclaration;
  const isHolder = declaration !== undefined && 'initializer' in declaration;
  const made = isHolder ? (declaration.initializer as ts.Expression | undefined) : declaration;
  const fn = made !== undefined && ts.isClassLike(made) ? made.members.find(ts.isConstructorDeclaration) : made;
  return fn !== undefined && ts.isFunctionLike(fn) ? fn.parameters.filter(ts.isParameter) : [];
}

/** The operators that put their right side into the left; arithmetic never gives undefined. */
const ASSIGNMENTS: ReadonlySet<string> = new Set(['=', '??=', '||=', '&&=']);
