import { ts } from 'ts-morph';
import { accessOf, isWrapper, nameText, assignmentTo, isAccess } from '../syntax.ts';
import { contains, someIn, walk } from '../tree.ts';
import { isHoisted } from './hoisted.ts';
import { createNames } from './names.ts';
import { memoize, once } from '../memoize.ts';

/** A name declared in the file, and every place that mentions it. */
export interface Binding {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** The declaration, or undefined where several share the name (overloads, merged namespaces), or no node has it. */
  readonly declaration: ts.Declaration | undefined;
  /** Every mention but the declaring ones, in source order. */
  readonly references: readonly ts.Identifier[];
  /** The mentions that assign, beside the declaration's own initialiser. */
  readonly writes: readonly Write[];
  /** Whether it is a `var` that is mentioned where its declaration may not have run, or may run again. */
  readonly isHoisted: boolean;
}

export interface Write {
  readonly target: ts.Identifier;
  /** The value of `name = value`, `name ??= value` or `name ||= value`; undefined for every other way to assign. */
  readonly value: ts.Expression | undefined;
}

export interface Scope {
  /**
   * What a name, used as a variable or type, refers to; undefined for globals, for what only names a property, and for
   * what is no name.
   */
  readonly bindingOf: (node: ts.Node | undefined) => Binding | undefined;
  /** Where that is declared; undefined where several declarations share the name, too. */
  readonly declarationOf: (node: ts.Node | undefined) => ts.Declaration | undefined;
  /** The local binding that an `export { local as name }` exports. */
  readonly exportedBindingOf: (specifier: ts.ExportSpecifier) => Binding | undefined;
  /** What a variable called `name` would refer to at `node`. */
  readonly bindingSeenFrom: (node: ts.Node, name: string) => Binding | undefined;
  /** Whether every name in `node` refers to the same at `place`, too. */
  readonly keepsMeaningAt: (node: ts.Node, place: ts.Node) => boolean;
  /** Whether `name` occurs anywhere in the file, or in `node`, as a name of its own, not only as a property's. */
  readonly mentions: (name: string, node?: ts.Node) => boolean;
  /** Whether anything in the file declares `name`, wherever that is seen. */
  readonly declares: (name: string) => boolean;
  /** Whether what isn't in sight may change the file's own variables: `eval(…)`, `with (…)`, `arguments[…] = …`. */
  readonly hasHiddenWrites: () => boolean;
  /** Every assignment, `delete`, `++` and `--` whose target is a property with this name. */
  readonly propertyWrites: (name: string) => readonly ts.Expression[];
  /** Whether a function of the file runs where a property of that name is read. */
  readonly hasGetter: (name: string) => boolean;
}

/** @param source bound */
export function createScope(source: ts.SourceFile): Scope {
  const { symbolOf: findSymbol, symbolSeenFrom, refersToTheSameAt } = createNames(source);
  const symbols = new Map<ts.Identifier, ts.Symbol | undefined>();
  /** Each is looked up once, whether it is asked about itself or among all of its name. */
  const symbolOf = (identifier: ts.Identifier): ts.Symbol | undefined => {
    if (symbols.has(identifier)) return symbols.get(identifier);
    const symbol = findSymbol(identifier);
    symbols.set(identifier, symbol);
    return symbol;
  };
  let index: Index | undefined;
  const indexed = (): Index => (index ??= indexOf(source));
  const bindings = new Map<ts.Symbol, Binding>();
  const groups = new Map<string, ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>>();

  /** The references with that name, by what they refer to: a file may have thousands of variables of one name. */
  const referencesNamed = (name: string): ReadonlyMap<ts.Symbol, readonly ts.Identifier[]> => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    const group = new Map<ts.Symbol, ts.Identifier[]>();
    for (const identifier of indexed().identifiers.get(name) ?? []) {
      const symbol = isPropertyName(identifier) ? undefined : symbolOf(identifier);
      if (symbol !== undefined) add(group, symbol, identifier);
    }
    groups.set(name, group);
    return group;
  };

  const bindingOfSymbol = (symbol: ts.Symbol | undefined): Binding | undefined => {
    // `window.name = …` declares no `window`: the binder keeps what is put on it, that is all.
    if (
      symbol?.declarations === undefined ||
      symbol.declarations.every((declaration: ts.Node) => ts.isIdentifier(declaration))
    )
      return undefined;
    const known = bindings.get(symbol);
    if (known !== undefined) return known;
    const declaring = new Set(symbol.declarations.map((declaration) => ts.getNameOfDeclaration(declaration)));
    const name = nameInside(symbol, declaring);
    const [only, another] = symbol.declarations;
    // The binder has the whole file declare the `exports` of CommonJS.
    const declaration = another !== undefined || only === undefined || ts.isSourceFile(only) ? undefined : only;
    const references = once(() =>
      (referencesNamed(name).get(symbol) ?? []).filter((identifier) => !declaring.has(identifier)),
    );
    const writes = once(() => references().flatMap((target) => writeOf(target) ?? []));
    const isConst = declaration !== undefined && isConstant(declaration);
    // Most that ask about a name only ask what it is declared as.
    const binding: Binding = {
      name,
      symbol,
      declaration,
      get references() {
        return references();
      },
      get writes() {
        return isConst ? [] : writes();
      },
      get isHoisted() {
        return declaration !== undefined && isHoisted(declaration, references);
      },
    };
    bindings.set(symbol, binding);
    return binding;
  };

  const known = new Map<ts.Identifier, Binding | undefined>();
  const bindingOf = (node: ts.Node | undefined): Binding | undefined => {
    if (node === undefined || !ts.isIdentifier(node)) return undefined;
    if (known.has(node)) return known.get(node);
    const binding = isPropertyName(node) ? undefined : bindingOfSymbol(symbolOf(node));
    known.set(node, binding);
    return binding;
  };

  return {
    bindingOf,
    declarationOf: (node) => bindingOf(node)?.declaration,
    exportedBindingOf: ({ propertyName, name }) => {
      const local = propertyName ?? name;
      return ts.isIdentifier(local) ? bindingOfSymbol(symbolOf(local)) : undefined;
    },
    bindingSeenFrom: (node, name) => bindingOfSymbol(symbolSeenFrom(node, name)),
    keepsMeaningAt: (node, place) =>
      !someIn(node, (inner) => ts.isIdentifier(inner) && !refersToTheSameAt(inner, place)),
    mentions: (name, node = source) =>
      indexed()
        .identifiers.get(name)
        ?.some((identifier) => contains(node, identifier) && !isPropertyName(identifier)) ?? false,
    declares: (name) =>
      indexed()
        .identifiers.get(name)
        ?.some((identifier) => !isPropertyName(identifier) && symbolOf(identifier)?.declarations !== undefined) ??
      false,
    hasHiddenWrites: () => indexed().hasHiddenWrites,
    propertyWrites: (name) => indexed().propertyWrites.get(name) ?? [],
    hasGetter: (name) => indexed().getters.has(name) || indexed().getters.has(COMPUTED),
  };
}

/** What `export default function name` declares is called `default` outside. */
function nameInside(symbol: ts.Symbol, declaring: ReadonlySet<ts.DeclarationName | undefined>): string {
  const [name] = declaring;
  return symbol.escapedName === ts.InternalSymbolName.Default && name !== undefined && ts.isIdentifier(name)
    ? name.text
    : symbol.name;
}

/** Whether what assigns to a variable only ever throws. */
function isConstant(declaration: ts.Declaration): boolean {
  return (
    ts.isImportSpecifier(declaration) ||
    ts.isImportClause(declaration) ||
    ts.isNamespaceImport(declaration) ||
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  );
}

/** Whether a binding has the value that it was declared with, wherever it is mentioned. */
export function isNeverReassigned(
  binding: Binding | undefined,
): binding is Binding & { readonly declaration: ts.Declaration } {
  return binding?.declaration !== undefined && binding.writes.length === 0 && !binding.isHoisted;
}

/** Whether a node is one of a binding's references, rather than a name that declares it. */
export function isReferenceOf(node: ts.Node, binding: Binding): boolean {
  return referencesOf(binding).has(node);
}

const referencesOf = memoize(({ references }: Binding): ReadonlySet<ts.Node> => new Set(references));

interface Index {
  readonly identifiers: ReadonlyMap<string, readonly ts.Identifier[]>;
  readonly propertyWrites: ReadonlyMap<string, readonly ts.Expression[]>;
  readonly getters: ReadonlySet<string>;
  readonly hasHiddenWrites: boolean;
}

function indexOf(source: ts.SourceFile): Index {
  const identifiers = new Map<string, ts.Identifier[]>();
  const propertyWrites = new Map<string, ts.Expression[]>();
  const getters = new Set<string>();
  let hasHiddenWrites = false;
  walk(source, (node) => {
    if (ts.isIdentifier(node)) add(identifiers, node.text, node);
    else if (isAccess(node)) {
      if (!isWriteTarget(node)) return undefined;
      hasHiddenWrites ||= isElementOfParameters(node);
      add(propertyWrites, accessOf(node)?.name ?? COMPUTED, node);
    } else if (ts.isGetAccessor(node)) {
      getters.add(nameText(node.name) ?? COMPUTED);
    } else {
      hasHiddenWrites ||= ts.isWithStatement(node) || (ts.isCallExpression(node) && isNamed(node.expression, 'eval'));
    }
    return undefined;
  });
  return { identifiers, propertyWrites, getters, hasHiddenWrites };
}

/** `arguments[0] = …` assigns to a parameter. */
function isElementOfParameters(node: ts.Node): boolean {
  return ts.isElementAccessExpression(node) && isNamed(node.expression, 'arguments');
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** The key under which writes to properties without a fixed name, and getters without one, are filed. */
export const COMPUTED = '[computed]';

function add<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Whether an identifier only names a property: `object.name`, `{ name: … }`, a class's member. */
function isPropertyName(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === identifier;
  if (ts.isQualifiedName(parent)) return parent.right === identifier;
  if (ts.isBindingElement(parent)) return parent.propertyName === identifier;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertySignature(parent))
    return parent.name === identifier;
  return ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent) || ts.isJsxAttribute(parent);
}

/** `=`, and what assigns where nothing useful was there before. */
const PLAIN_ASSIGNMENTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

function writeOf(target: ts.Identifier): Write | undefined {
  if (!isWriteTarget(target)) return undefined;
  const { parent } = target;
  const plain =
    ts.isBinaryExpression(parent) &&
    parent.left === target &&
    PLAIN_ASSIGNMENTS.has(parent.operatorToken.kind) &&
    !isPattern(parent);
  return { target, value: plain ? parent.right : undefined };
}

/**
 * Whether `node` is assigned to, deleted, counted up or down, or bound by a loop's head or a destructuring assignment.
 */
export function isWriteTarget(node: ts.Expression): boolean {
  let current: ts.Node = node;
  for (;;) {
    const { parent } = current;
    if (isWrapper(parent)) {
      current = parent;
      continue;
    }
    if (ts.isBinaryExpression(parent))
      return parent.left === current && isAssignmentOperator(parent.operatorToken.kind);
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
      return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    }
    if (ts.isDeleteExpression(parent)) return true;
    if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === current;
    if (ts.isShorthandPropertyAssignment(parent) && parent.name === current) current = parent.parent;
    else if (ts.isPropertyAssignment(parent) && parent.initializer === current) current = parent.parent;
    else if (ts.isArrayLiteralExpression(parent)) current = parent;
    else if (ts.isSpreadAssignment(parent) || ts.isSpreadElement(parent)) current = parent.parent;
    else return false;
    return isPattern(current);
  }
}

/** `=`, `+=`, `??=` and the like. */
export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether an object or array literal (or a part of one) is the left side of a destructuring assignment. */
function isPattern(node: ts.Node): boolean {
  let current = node;
  for (;;) {
    const { parent } = current;
    if (ts.isBinaryExpression(parent)) return assignmentTo(current) !== undefined;
    if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === current;
    if (
      ts.isParenthesizedExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isSpreadAssignment(parent) ||
      ts.isSpreadElement(parent) ||
      ts.isObjectLiteralExpression(parent) ||
      ts.isArrayLiteralExpression(parent)
    ) {
      current = parent;
    } else {
      return false;
    }
  }
}
