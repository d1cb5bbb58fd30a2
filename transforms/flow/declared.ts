import { ts } from 'ts-morph';
import { importOf } from '../language/modules.ts';
import { isAmbient, takenName, valueOfMember, type Variable } from '../syntax.ts';

/** Where what is declared has its first value from, by syntax alone. */
export type Declared =
  /** `const name = value`, the field of a class, the property of a literal. */
  | { readonly kind: 'value'; readonly of: ts.Expression }
  /** `let name`: nothing, until something is assigned. */
  | { readonly kind: 'unset' }
  /** Something out of sight: `declare const name`. */
  | { readonly kind: 'ambient' }
  /** An element of what a loop goes through. */
  | { readonly kind: 'each'; readonly of: ts.Expression; readonly loop: ts.ForOfStatement }
  /** The name of a property: `for (const name in object)`. */
  | { readonly kind: 'key' }
  | { readonly kind: 'thrown'; readonly by: ts.CatchClause }
  /** A property, by its name where that is fixed, of what another declaration has. */
  | { readonly kind: 'part'; readonly of: Whole; readonly name: string | undefined; readonly initial: Initial }
  | { readonly kind: 'element'; readonly of: Whole; readonly index: number; readonly initial: Initial }
  /** What is left of it: without some properties (undefined is a name that isn't fixed), or the end of a list. */
  | { readonly kind: 'rest'; readonly of: Whole; readonly without: readonly (string | undefined)[] }
  | { readonly kind: 'end'; readonly of: Whole }
  | { readonly kind: 'given'; readonly parameter: ts.ParameterDeclaration; readonly initial: Initial }
  | { readonly kind: 'imported'; readonly specifier: string; readonly name: string | undefined }
  | { readonly kind: 'function'; readonly fn: ts.FunctionDeclaration }
  | { readonly kind: 'class'; readonly class: ts.ClassDeclaration }
  | { readonly kind: 'enum' }
  /** It may be anything. */
  | { readonly kind: 'unknown' };

/** What a pattern takes apart. */
export type Whole = Variable;

/** What it has where it is given nothing. */
type Initial = ts.Expression | undefined;

const UNKNOWN: Declared = { kind: 'unknown' };

/** Where what is declared has its first value from. What is assigned later, its binding says. */
export function declaredBy(node: ts.Declaration | undefined): Declared {
  if (node === undefined) return UNKNOWN;
  if (ts.isVariableDeclaration(node)) return byVariable(node);
  if (ts.isBindingElement(node)) return byPattern(node);
  if (ts.isParameter(node)) return { kind: 'given', parameter: node, initial: node.initializer };
  if (ts.isFunctionDeclaration(node)) return { kind: 'function', fn: node };
  if (ts.isClassDeclaration(node)) return { kind: 'class', class: node };
  if (ts.isEnumDeclaration(node)) return { kind: 'enum' };
  if (ts.isPropertyDeclaration(node))
    return node.initializer === undefined ? { kind: 'unset' } : { kind: 'value', of: node.initializer };
  const value = valueOfMember(node);
  if (value !== undefined) return { kind: 'value', of: value };
  const imported = importOf(node);
  return imported === undefined ? UNKNOWN : { kind: 'imported', ...imported };
}

function byVariable(node: ts.VariableDeclaration): Declared {
  const { initializer, parent } = node;
  if (ts.isCatchClause(parent)) return { kind: 'thrown', by: parent };
  const { parent: statement } = parent;
  if (ts.isForOfStatement(statement)) return { kind: 'each', of: statement.expression, loop: statement };
  if (ts.isForInStatement(statement)) return { kind: 'key' };
  if (initializer !== undefined) return { kind: 'value', of: initializer };
  return isAmbient(node) ? { kind: 'ambient' } : { kind: 'unset' };
}

function byPattern(element: ts.BindingElement): Declared {
  const { parent: pattern, initializer, dotDotDotToken } = element;
  const { parent: of } = pattern;
  const isRest = dotDotDotToken !== undefined;
  if (ts.isArrayBindingPattern(pattern))
    return isRest
      ? { kind: 'end', of }
      : { kind: 'element', of, index: pattern.elements.indexOf(element), initial: initializer };
  if (!isRest) return { kind: 'part', of, name: takenName(element), initial: initializer };
  const others = pattern.elements.filter((other) => other !== element);
  return { kind: 'rest', of, without: others.map(takenName) };
}

/** `const { name } = object`: what a name is taken out of; undefined where that isn't an expression, or no name is fixed. */
export function takenFrom(
  declared: Declared,
): { readonly object: ts.Expression; readonly name: string; readonly initial: Initial } | undefined {
  if (declared.kind !== 'part' || declared.name === undefined) return undefined;
  const whole = declaredBy(declared.of);
  return whole.kind === 'value' ? { object: whole.of, name: declared.name, initial: declared.initial } : undefined;
}

/** What a declared name first has its value, or a part of it, from: expressions, or the parameter that is given it. */
export function sourcesOf(
  declaration: ts.Declaration | undefined,
): readonly (ts.Expression | ts.ParameterDeclaration)[] {
  const declared = declaredBy(declaration);
  switch (declared.kind) {
    case 'value':
    case 'each':
      return [declared.of];
    case 'given':
      return [declared.parameter, declared.initial ?? []].flat();
    case 'part':
    case 'element':
      return [...sourcesOf(declared.of), declared.initial ?? []].flat();
    case 'rest':
    case 'end':
      return sourcesOf(declared.of);
    default:
      return [];
  }
}
