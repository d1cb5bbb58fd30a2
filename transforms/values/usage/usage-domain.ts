import { ts } from 'ts-morph';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { elementsOf, propertyTaken } from '../../syntax.ts';

/**
 * What a mention does with an object, from harmless to harmful:
 * it is only read; it goes where this file can't see what happens to it; or it (or something inside it) is changed.
 */
export type Usage = 'read' | 'escape' | 'mutation';

const HARM: readonly Usage[] = ['read', 'escape', 'mutation'];

export function worst(usages: readonly Usage[]): Usage {
  return HARM[Math.max(0, ...usages.map((usage) => HARM.indexOf(usage)))] ?? 'mutation';
}

/**
 * What is followed: something inside of the object, or a copy of that, which shares what is inside in turn; or the
 * whole object, or a copy of it, of which some keys don't matter.
 */
export type Share = 'object' | 'copy' | 'whole' | 'copy of the whole';

export const COPY_OF: Readonly<Record<Share, Share>> = {
  object: 'copy',
  copy: 'copy',
  whole: 'copy of the whole',
  'copy of the whole': 'copy of the whole',
};

export function isCopy(share: Share): boolean {
  return COPY_OF[share] === share;
}

/** Something for each of them. */
export function ofEachShare<T>(make: () => T): Readonly<Record<Share, T>> {
  return { object: make(), copy: make(), whole: make(), 'copy of the whole': make() };
}

/** What doesn't matter to the one who asks. */
export interface Irrelevant {
  /** Keys of the object: metadata is a tree, so what becomes of what is below them reaches nothing else. */
  readonly keys: ReadonlySet<string>;
  /** Whether a mention only runs when it is all the same what it does. */
  readonly isLate: (mention: ts.Expression, does: Usage) => boolean;
  /** Whether a read of a part is asked about by itself. */
  readonly isAskedApart?: ((read: ts.Expression) => boolean) | undefined;
  /** Whether other files that call a function have what it gives anyway: what becomes of it there is their own matter. */
  readonly givesWhatAllHave?: ((fn: ts.Node) => boolean) | undefined;
}

export const NOTHING_IRRELEVANT: Irrelevant = { keys: new Set(), isLate: () => false };

/** Whether it doesn't matter what becomes of a part of what is followed. */
export function isIrrelevant(key: string | undefined, share: Share, { keys }: Pick<Irrelevant, 'keys'>): boolean {
  return key !== undefined && (share === 'whole' || share === 'copy of the whole') && keys.has(key);
}

/** A name that a declaration gives to an object or its parts. */
export interface Naming {
  readonly binding: Binding | undefined;
  readonly share: Share;
}

/** The names in a declaration's pattern. */
export function namesIn(
  name: ts.BindingName,
  unit: Unit,
  share: Share = 'whole',
  keys: Irrelevant['keys'] = new Set(),
): Naming[] {
  if (ts.isIdentifier(name)) return [{ binding: unit.scope.bindingOf(name), share }];
  return elementsOf(name).flatMap((element) => {
    if (element.dotDotDotToken !== undefined) return namesIn(element.name, unit, COPY_OF[share], keys);
    const key = propertyTaken(element);
    return isIrrelevant(key, share, { keys }) ? [] : namesIn(element.name, unit, 'object');
  });
}

/** A parameter of a function in sight, and what of an object it is given. */
export interface Passage {
  readonly fn: ts.SignatureDeclaration;
  readonly unit: Unit;
  readonly index: number;
  readonly share: Share;
  /** The property of the parameter that has it, where that is only what holds it. */
  readonly property?: string;
}

/** What a function does with what it is given, and what of it it returns. */
export interface Through {
  readonly usage: Usage;
  readonly returns: ReadonlySet<Share>;
}

export type FunctionsGiven = (passage: Passage) => Through;

/** An object that is followed, by who does that. */
export interface Following {
  readonly unit: Unit;
  /** What happens to the value of an expression. */
  readonly of: (node: ts.Expression, share: Share) => Usage;
  /** The same for what a call gives, each time that it is asked again it is harmless. */
  readonly result: (call: ts.CallExpression | ts.NewExpression, share: Share) => Usage;
  /** The same for what a declaration gives names to. */
  readonly named: (name: ts.BindingName, share: Share) => Usage;
  /** What functions in sight do that are given it. */
  readonly given: FunctionsGiven;
}
