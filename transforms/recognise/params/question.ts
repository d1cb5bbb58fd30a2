import type { ts } from 'ts-morph';
import type { Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { Extent, Place } from './source.ts';
import { membersOf } from './listed-members.ts';

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
  /** The call that led into a function, and from where: its parameters hold what that gives. */
  readonly entered: Entered | undefined;
}

interface Entered {
  readonly fn: ts.SignatureDeclaration;
  readonly call: ts.CallExpression;
  readonly view: View;
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
    put: undefined,
    seenFrom: undefined,
    entered: undefined,
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

/** An object whose properties are put on one that is there already. */
export function asPut(of: ts.Expression, view: View): View {
  return { ...asPart(view), put: { of, unit: view.unit } };
}

/** One of the values that what is put on an object may be: what its type says. */
export function asBranch(of: ts.Expression, view: View): View {
  return view.put?.of === undefined ? view : asPut(of, view);
}

/** What a parameter is given: its type says more than that of the parameter, where that says nothing. */
export function asGiven(of: ts.Expression, view: View): View {
  const { put } = view;
  return put?.of === undefined || membersOf(put.of, put.unit) !== undefined ? view : asPut(of, view);
}

/** An object inside a function that a call gives it to. */
export function inside(fn: ts.SignatureDeclaration, call: ts.CallExpression, view: View): View {
  return { ...view, entered: { fn, call, view } };
}

/** What is passed by the call that led into a function. */
export function outside({ view: before }: Entered, { path, isPart, isTyped, without, put }: View): View {
  return { ...before, path, isPart, isTyped, without, put };
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
  const { path, isPart, isTyped, without, seenFrom, put, entered } = view;
  const left = without === undefined ? '' : [...without].sort().join();
  const places = [seenFrom, put?.of, entered?.call].flatMap((node) => [node?.pos, node?.end]);
  return [about, path.join('\0'), isPart, isTyped, without === undefined, left, put === undefined, ...places].join(' ');
}
