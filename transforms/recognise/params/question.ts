import type { ts } from 'ts-morph';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Extent, Place } from './source.ts';

/** What is asked on the way back to where an object is made. */
export type Question = { readonly view: View } & (
  | { readonly about: 'value'; readonly node: ts.Expression }
  /** What a function of the file returns. */
  | { readonly about: 'result'; readonly node: ts.SignatureDeclaration }
  /** What a variable holds. */
  | { readonly about: 'variable'; readonly node: ts.Declaration; readonly binding: Binding }
  /** What it is declared with. */
  | { readonly about: 'declaration'; readonly node: ts.Declaration }
  /** What is done to an object where it is mentioned. */
  | { readonly about: 'mention'; readonly node: ts.Expression }
);

/** A step on the way: what is found, or what is to be asked next. */
export type Step = Place | Question;

/** From where an object is looked at, and how much of it. */
export interface View extends Extent {
  readonly unit: Unit;
  /** What it is used as; undefined where that is in another file. */
  readonly use: ts.Expression | undefined;
  /** The way to the property that is asked about. */
  readonly path: readonly string[];
  /** What made that way longer. A variable does so once: `node = node.next` has no end. */
  readonly readFrom: ReadonlySet<object>;
  /** Whether a type was written for it: those behind it no longer count. */
  readonly isTyped: boolean;
  /** The node of the first file that leads to where it is looked for; undefined in that file. */
  readonly seenFrom: ts.Node | undefined;
}

/** @param use what the object is used as */
export function firstView(use: ts.Expression, unit: Unit): View {
  return {
    unit,
    use,
    path: [],
    readFrom: new Set(),
    isTyped: false,
    isPart: false,
    without: undefined,
    seenFrom: undefined,
  };
}

/** What stands at the end of a shorter way, or of one that is no longer than it was. */
export function at(path: readonly string[], view: View): View {
  return { ...view, path, readFrom: path.length === 0 ? new Set() : view.readFrom };
}

/** What stands at the end of a way that `by` makes longer; undefined where it has done so before. */
export function deeper(path: readonly string[], by: object, view: View): View | undefined {
  if (path.length <= view.path.length) return at(path, view);
  return view.readFrom.has(by) ? undefined : { ...view, path, readFrom: new Set([...view.readFrom, by]) };
}

/** An object whose properties another one takes over. */
export function asPart(view: View): View {
  return { ...view, isPart: true };
}

/** An object of which another one takes over the properties but for those. */
export function asCopy(names: Iterable<string>, view: View): View {
  return { ...asPart(at([], view)), isTyped: true, without: new Set([...(view.without ?? []), ...names]) };
}

/** An object that another file has, which `node` leads to. */
export function elsewhere(node: ts.Node, unit: Unit, view: View): View {
  return unit === view.unit ? view : { ...view, unit, use: undefined, seenFrom: view.seenFrom ?? node };
}

/** What the value of an expression may be made of. */
export function valueOf(node: ts.Expression, view: View): Question {
  return { about: 'value', node, view };
}

/** What tells a question from the others about its node. */
export function keyOf({ about, view }: Question): string {
  const { path, isPart, isTyped, without, seenFrom } = view;
  const left = without === undefined ? '' : [...without].sort().join();
  return [about, path.join('\0'), isPart, isTyped, without === undefined, left, seenFrom?.pos, seenFrom?.end].join(' ');
}
