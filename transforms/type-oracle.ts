/**
 * What the engine may ask a type checker about the text it analyses. No compiler node crosses this border: questions
 * are places in the text, answers are strings and small shapes, so that whichever compiler a door brings can answer.
 * The engine asks only where the file's own evidence leaves something open, and `undefined` is always a right answer:
 * the checker can't tell, or what it says proves nothing (`any`, `unknown`, what an unresolved import gives, an
 * unconstrained type parameter, a script that isn't type-checked).
 */
export interface TypeOracle {
  /**
   * Where the property or method is declared that the access expression at `at` (`x.update`, `client.users.updateUser`)
   * reads, or the pattern around the name at `at` (`{ update }`, `{ update: save }`) takes:
   * an entry for each type that the object may have, null and undefined aside.
   */
  readonly memberAt: (at: Span) => readonly DeclaredMember[] | undefined;
  /**
   * What the type of the expression at `at` is called: an entry for each type that its value may have, null and
   * undefined aside.
   * What a promise gives counts as the value itself.
   */
  readonly typeAt: (at: Span) => readonly NamedType[] | undefined;
  /**
   * What the value of the expression at `at` can be; never empty.
   *
   * `asDeclared`: of a variable or a property, whatever a condition before it has found out: that may be no longer so.
   */
  readonly kindsAt: (at: Span, asDeclared?: boolean) => readonly ValueKind[] | undefined;
  /**
   * What the object that the expression at `at` evaluates to can hold, null and undefined aside; `element`: what that
   * element of the list that it evaluates to can hold.
   */
  readonly propertiesAt: (at: Span, element?: number) => ObjectShape | undefined;
  /**
   * The texts that the expression at `at`, which names a property, can be: numbers and symbols aside. Undefined where it
   * can be any.
   */
  readonly textsAt: (at: Span) => readonly string[] | undefined;
}

/**
 * The expression that begins at `start` (the trivia before it left out) and ends at `end`: UTF-16 offsets in the
 * analysed text, 0-based.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An interface or class by its name, and the package that declares it; null: a file of the repository. */
export interface DeclaredName {
  readonly name: string;
  readonly package: string | null;
}

export interface DeclaredMember {
  /** What declares the member, with every part of a merged declaration; a nameless type literal has the name `''`. */
  readonly owners: readonly DeclaredName[];
}

export interface NamedType {
  /** The type's own name and those of what it extends or is an intersection of, the nearest first. */
  readonly names: readonly DeclaredName[];
}

/**
 * What a value can be. `date`: the built-in one. `object`: anything whose keys would merge, and functions and symbols.
 * Without `strictNullChecks` null and undefined are always among the answers, and so is undefined for what no
 * declaration claims to be there: what an index signature or an array gives, say, or what comes from it.
 */
export type ValueKind = 'string' | 'number' | 'boolean' | 'bigint' | 'array' | 'date' | 'object' | 'null' | 'undefined';

export interface ObjectShape {
  readonly properties: readonly ObjectProperty[];
  /**
   * Whether the type itself says that there may be others: an index signature, a type parameter, `object`, `{}`. Every
   * type may have others.
   */
  readonly mayHaveOthers: boolean;
  /**
   * Whether the compiler takes the object for one that may be undefined: the type says so, and `strictNullChecks` is
   * on.
   */
  readonly mayBeUndefined?: boolean;
}

export interface ObjectProperty {
  readonly name: string;
  /** Whether it may be missing. */
  readonly isOptional: boolean;
  /** Whether one of the types that the object may have doesn't know it at all. */
  readonly isPartial?: boolean;
  /** What it can be where it isn't missing; undefined where that can't be told. */
  readonly kinds: readonly ValueKind[] | undefined;
}
