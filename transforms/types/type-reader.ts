import type { ts } from 'ts-morph';

/** A program of some version of TypeScript, and the module that made it: the numbers of flags and kinds are its own. */
export interface CheckedSource {
  readonly ts: typeof ts;
  readonly program: ts.Program;
  /** The analysed text as the program has it: the same text, so that the same offsets. */
  readonly source: ts.SourceFile;
}

/** A property read with a fixed name. */
interface NamedAccess {
  readonly object: ts.Expression;
  readonly name: string;
}

/** A checker, and the few things that are asked of it all the time. */
export interface TypeReader {
  readonly ts: typeof ts;
  readonly checker: ts.TypeChecker;
  /** Whether null and undefined are told apart from other values. */
  readonly isStrict: boolean;
  readonly isDefaultLibrary: (file: ts.SourceFile) => boolean;
  readonly accessOf: (node: ts.Node) => NamedAccess | undefined;
  /** What a name stands for as a value: in `{ name }` that isn't the property. */
  readonly symbolOf: (name: ts.Node) => ts.Symbol | undefined;
  /** The same, behind an import. */
  readonly valueNamed: (name: ts.Identifier) => ts.Symbol | undefined;
  /**
   * What a value of the type may be, null and undefined aside, type parameters by their constraints; undefined where
   * one of them says nothing.
   */
  readonly presentParts: (type: ts.Type) => readonly ts.Type[] | undefined;
}

export function createTypeReader({ ts, program }: CheckedSource): TypeReader {
  const checker = program.getTypeChecker();
  const { Any, Unknown, Never, Null, Undefined, Void, TypeParameter, Conditional, IndexedAccess, Substitution } =
    ts.TypeFlags;
  const presentParts = (type: ts.Type): readonly ts.Type[] | undefined => {
    if ((type.flags & (Any | Unknown | Never | Void)) !== 0) return undefined;
    if ((type.flags & (Null | Undefined)) !== 0) return [];
    if (type.isUnion()) {
      const parts = type.types.map(presentParts);
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    if ((type.flags & (TypeParameter | Conditional | IndexedAccess | Substitution)) === 0) return [type];
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === undefined || constraint === type ? undefined : presentParts(constraint);
  };
  const symbolOf = (name: ts.Node): ts.Symbol | undefined =>
    ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
  return {
    ts,
    checker,
    symbolOf,
    valueNamed: (name) => {
      const symbol = symbolOf(name);
      return symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0
        ? symbol
        : checker.getAliasedSymbol(symbol);
    },
    isStrict: checksNull(ts, program.getCompilerOptions()),
    isDefaultLibrary: (file) => program.isSourceFileDefaultLibrary(file),
    accessOf: (node) => {
      if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text };
      return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
        ? { object: node.expression, name: node.argumentExpression.text }
        : undefined;
    },
    presentParts,
  };
}

/** Whether an expression is `any`: nothing holds it to the type of what it is put into. */
export function isAnyType(value: ts.Node, { ts, checker }: TypeReader): boolean {
  return (checker.getTypeAtLocation(value).flags & ts.TypeFlags.Any) !== 0;
}

/** Whether an expression is `any`, or a property or an element of it is. */
export function holdsAny(value: ts.Node, { ts, checker }: TypeReader): boolean {
  const type = checker.getTypeAtLocation(value);
  const parts = checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbolAtLocation(property, value));
  return [type, ...parts, type.getNumberIndexType()].some((part) => ((part?.flags ?? 0) & ts.TypeFlags.Any) !== 0);
}

/** `strict` is the default from TypeScript 6 on. */
function checksNull(
  { versionMajorMinor }: Pick<typeof ts, 'versionMajorMinor'>,
  { strictNullChecks, strict }: ts.CompilerOptions,
): boolean {
  return strictNullChecks ?? strict ?? Number(versionMajorMinor.split('.')[0]) >= 6;
}

/** Whether the compiler complains where a value doesn't have the type that is written for it. */
export function isTypeChecked({ program, source }: Omit<CheckedSource, 'ts'>): boolean {
  const head = source.text.slice(0, source.statements[0]?.getStart(source) ?? source.text.length);
  const directive = [...head.matchAll(/^\s*\/\/\/?\s*@ts-(no)?check\b/gm)].at(-1);
  if (directive !== undefined) return directive[1] === undefined;
  return !/\.[cm]?jsx?$/i.test(source.fileName) || program.getCompilerOptions().checkJs === true;
}
