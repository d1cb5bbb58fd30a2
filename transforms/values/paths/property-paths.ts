import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { isExported } from '../../language/exported.ts';
import { useOf } from '../../flow/uses.ts';
import { filesWriting, isOnlyRead } from '../../language/files-writing.ts';
import { mentionsInFiles } from '../../language/mentions-in-files.ts';
import { importOf } from '../../language/modules.ts';
import { importedDeclaration } from '../../language/named-declarations.ts';
import { COMPUTED, isNeverReassigned, isReferenceOf, isWriteTarget, type Binding } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, isCallee, isVariable, takenName, unwrap, nameDeclared, nameText } from '../../syntax.ts';
import { walk } from '../../tree.ts';
import { memoize, memoizeBy } from '../../memoize.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { isWriteElsewhere } from './computed-writes.ts';

/** A variable and a path of fixed property names on it: `a`, `a.b.c`, `a?.['b']`. `this` has no binding. */
export interface Path {
  readonly root: Binding | 'this';
  readonly names: readonly string[];
}

export function pathOf(expression: ts.Expression, unit: Unit): Path | undefined {
  const names: string[] = [];
  let node = unwrap(expression);
  for (;;) {
    const access = accessOf(node);
    if (access === undefined) break;
    names.unshift(access.name);
    node = unwrap(access.object);
  }
  if (node.kind === ts.SyntaxKind.ThisKeyword) return { root: 'this', names };
  const root = unit.scope.bindingOf(node);
  return root === undefined ? undefined : { root, names };
}

/** What a property is named by: its name, or a variable or a part of one that gives it, and stays the same. */
export type Key = string | Path;

/** What an element access or a computed name is named by; undefined where that may be another the next time. */
export function keyGivenBy(expression: ts.Expression, unit: Unit): Key | undefined {
  const path = pathOf(expression, unit);
  return path !== undefined && isUnassignedPath(path, unit) ? path : undefined;
}

/** What a property of a literal is named by; undefined where that can't be told. */
export function keyOf(name: ts.PropertyName | undefined, unit: Unit): Key | undefined {
  const fixed = nameText(name);
  if (fixed !== undefined || name === undefined || !ts.isComputedPropertyName(name)) return fixed;
  return keyGivenBy(name.expression, unit);
}

/** Tells lists of keys in one file apart. */
export function textOfKeys(keys: readonly Key[]): string {
  const texts = keys.map((key) => {
    if (typeof key === 'string') return key;
    return [key.root === 'this' ? 'this' : key.root.declaration?.pos, ...key.names];
  });
  return JSON.stringify(texts);
}

/** Whether a key is a name or a variable, and no part of an object. */
export function isSteadyKey(key: Key): boolean {
  return typeof key === 'string' || (key.root !== 'this' && key.names.length === 0);
}

export function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every((key, index) => isSameKey(key, b[index]));
}

function isSameKey(a: Key, b: Key | undefined): boolean {
  return typeof a === 'object' && typeof b === 'object' ? samePath(a, b) : a === b;
}

/** A mention of a path, as a whole, that is read. A method has the object that it is called on. */
export interface Mention {
  readonly node: ts.Expression;
  readonly path: Path;
}

/** All mentions of paths in a file, in source order. */
export const mentionsIn = memoize(findMentions, ({ source }) => source);

function findMentions(unit: Unit): readonly Mention[] {
  const found: Mention[] = [];
  walk(unit.source, (node) => {
    // A class extends what an expression gives.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return 'skip';
    const path = ts.isExpression(node) && !isCallee(node) ? pathOf(node, unit) : undefined;
    if (path === undefined) return undefined;
    const mention = node as ts.Expression;
    const isDeclared = path.root !== 'this' && ts.isIdentifier(node) && !isReferenceOf(node, path.root);
    if (!isDeclared && !isWriteTarget(mention)) found.push({ node: mention, path });
    return 'skip';
  });
  return found;
}

/** The mentions of what a variable holds, under this name or under one that it was taken from there by. */
export function mentionsFrom(root: Path['root'], unit: Unit): readonly Mention[] {
  return mentionsByOrigin(unit).get(root) ?? [];
}

const mentionsByOrigin = memoize(groupByOrigin, ({ source }) => source);

function groupByOrigin(unit: Unit): ReadonlyMap<Path['root'], readonly Mention[]> {
  const groups = new Map<Path['root'], Mention[]>();
  for (const { node, path } of mentionsIn(unit)) {
    const origin = originalPath(path, unit);
    const group = groups.get(origin.root) ?? [];
    groups.set(origin.root, group);
    group.push({ node, path: origin });
  }
  return groups;
}

export function samePath(a: Path, b: Path): boolean {
  return a.root === b.root && sameNames(a.names, b.names);
}

/** Whether two lists have the same names, in the same order. */
export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

/**
 * The same path, followed to where its variable was taken from: `body.id` is `request.body.id` behind `const { body } =
 * request`.
 */
export function originalPath(path: Path, unit: Unit): Path {
  const seen = new Set<Path['root']>();
  let current = path;
  // What is taken from itself is never there.
  while (current.root !== 'this' && isNeverReassigned(current.root) && !seen.has(current.root)) {
    seen.add(current.root);
    const taken = pathTaken(current.root.declaration, unit);
    if (taken === undefined) break;
    current = { root: taken.root, names: [...taken.names, ...current.names] };
  }
  return current;
}

/** Where a variable is taken from, by its declaration. */
export function pathTaken(declaration: ts.Declaration | undefined, unit: Unit): Path | undefined {
  const declared = declaredBy(declaration);
  if (declared.kind === 'value') return pathOf(declared.of, unit);
  if (declared.kind !== 'part' || declared.name === undefined) return undefined;
  const whole = pathTaken(declared.of, unit);
  return whole === undefined ? undefined : { root: whole.root, names: [...whole.names, declared.name] };
}

/** The file that has what a variable holds: its own, or the one that an import or `require()` leads to. */
export function homeOf({ declaration }: Binding, unit: Unit): Unit {
  const name = nameDeclared(declaration);
  if (name === undefined) return unit;
  return importOf(declaration) !== undefined || mayRequire(unit) ? definitionOf(name, unit).unit : unit;
}

const mayRequire = memoize(
  ({ text }: Unit) => text.includes('require('),
  ({ source }) => source,
);

/**
 * Whether a variable of another file is assigned there after it was exported, or one of the properties on the path is in
 * any file that may have the object, too: who imports it sees that.
 */
export function isAssignedOutside({ root, names }: Path, unit: Unit): boolean {
  if (root === 'this') return false;
  const home = homeOf(root, unit);
  if (home !== unit && names.some((name) => home.scope.propertyWrites(name).length > 0)) return true;
  const from = importedDeclaration(root.declaration, names[0], unit);
  const binding = from === undefined ? root : from.unit.scope.bindingOf(ts.getNameOfDeclaration(from.node));
  if (isOfOthers(root, unit)) {
    const inside = importOf(root.declaration)?.name === undefined && from !== undefined ? names.slice(1) : names;
    if (names.some((name) => isPutElsewhere(name, unit))) return true;
    if (binding !== undefined && inside.length > 0 && isOpenElsewhere(binding, from?.unit ?? unit, inside, unit))
      return true;
  }
  return from !== undefined && isVariable(from.node) && binding?.writes.length !== 0;
}

/** Whether another file than the one that asks does more with an object than to read what isn't on the path. */
function isOpenElsewhere(binding: Binding, home: Unit, names: readonly string[], asking: Unit): boolean {
  const { mentions, isIncomplete } = mentionsInFiles(binding, home);
  return (
    isIncomplete || mentions.some(({ node, unit }) => unit.source !== asking.source && !isOnlyReadAlong(node, names))
  );
}

/**
 * Whether what stands there is left as it is, as far as names lead into it: those of its parts, and of theirs. A method
 * of its own may change it.
 */
function isOnlyReadAlong(mention: ts.Expression, names: readonly string[]): boolean {
  let at = mention;
  for (const [index, name] of names.entries()) {
    const use = useOf(at);
    const isLast = index === names.length - 1;
    if (use.kind === 'asked' || ts.isTypeQueryNode(at.parent)) return true;
    if (use.kind === 'name') return ts.isObjectBindingPattern(use.name) && isLast && use.name.elements.every(isNamed);
    if (use.kind !== 'part') return false;
    const read = accessOf(use.access)?.name;
    if (read === undefined && !(isLast && !isWriteTarget(use.access))) return false;
    if (read !== name) return true;
    at = use.access;
  }
  return !isWriteTarget(at);
}

/** Whether a part of a pattern takes one property, by its name. */
function isNamed(element: ts.BindingElement): boolean {
  return element.dotDotDotToken === undefined && takenName(element) !== undefined;
}

/** Whether other files have the object in a variable, too, and it is none of the SDK's. */
function isOfOthers(root: Binding, unit: Unit): boolean {
  const { declaration, references } = root;
  const name = nameDeclared(declaration);
  if (declaration === undefined || name === undefined) return false;
  const isShared =
    importOf(declaration) !== undefined ||
    isExported(declaration) ||
    references.some(({ parent }) => ts.isExportSpecifier(parent) || ts.isExportAssignment(parent)) ||
    homeOf(root, unit) !== unit;
  return isShared && evaluate(name, unit).kind !== 'sdk';
}

/** Whether another file puts something under that name of an object, or has a getter of that name. */
const isPutElsewhere = memoizeBy(
  (name: string, unit: Unit) => [unit, name],
  (name, unit): boolean => {
    const found = filesWriting(name, unit, isOnlyRead);
    return (
      found?.isIncomplete === true ||
      found?.units.some((other) => other.source !== unit.source && mayPut(name, other)) === true
    );
  },
);

function mayPut(name: string, unit: Unit): boolean {
  return unit.scope.propertyWrites(name).length > 0 || unit.scope.hasGetter(name);
}

/**
 * Whether neither the file nor the one that the variable is from ever assigns to it or to a property that may have one
 * of the path's names, and has no getter of such a name.
 */
export function isUnassignedPath(path: Path, unit: Unit): boolean {
  if (path.root !== 'this' && !isNeverReassigned(path.root)) return false;
  if (isAssignedOutside(path, unit)) return false;
  if (path.names.length === 0) return true;
  const { root, names } = originalPath(path, unit);
  const isElsewhere = (write: ts.Expression): boolean => isWriteElsewhere(write, root, names, unit);
  return (
    unit.scope.propertyWrites(COMPUTED).every(isElsewhere) &&
    path.names.every(
      (name) =>
        !unit.scope.hasGetter(name) &&
        unit.scope.propertyWrites(name).every((write) => isOwnInitialisation(write) || isElsewhere(write)),
    )
  );
}

/**
 * Whether a path is a variable that only its file assigns, where it says so: markup and reactive statements of a
 * component run at any time.
 */
export function isOwnVariable(path: Path, unit: Unit): boolean {
  return (
    path.root !== 'this' && path.names.length === 0 && unit.component === undefined && !isAssignedOutside(path, unit)
  );
}

/** `this.name = …` in a constructor happens before anything reads it. */
function isOwnInitialisation(write: ts.Expression): boolean {
  const fn = ts.findAncestor(write, ts.isFunctionLike);
  return (
    accessOf(write)?.object.kind === ts.SyntaxKind.ThisKeyword && fn !== undefined && ts.isConstructorDeclaration(fn)
  );
}
