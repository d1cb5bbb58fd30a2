import { ts } from 'ts-morph';
import { globalFunctionName } from '../language/is-global.ts';
import { exportsAnything, importOf } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import { memoizeBy } from '../memoize.ts';
import { nameText, unwrap, baseOf } from '../syntax.ts';
import { assigned } from './assigned.ts';
import { stepFromImport } from './imported.ts';
import { filesWriting, isOnlyRead, mentionsOf } from '../language/files-writing.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Place, type Step } from './place.ts';
import { isOfOthers, putIntoOwner, putIntoRoot, type Owner } from './put-elsewhere.ts';
import { evaluate } from '../recognise/evaluator/evaluator.ts';
import { Worklist } from '../worklist.ts';

/**
 * What any file of the repository may put in the place of a member: by assigning to a property of that name, in a class
 * that extends the owner, by copying, or by way of a decorator.
 *
 * @param isMade whether the object is known to be made of the owner. Where only a type says so, any class or literal
 *   that has such a member may stand in for it
 */
export const setInAnyFile = memoizeBy(
  (owner: Owner, name: string, isMade: boolean, unit: Unit) => [unit.graph, owner, name, isMade],
  (owner, name, isMade, unit): Step =>
    joined([
      byName(owner, name, isMade, unit),
      putIntoOwner(owner, unit),
      from({ node: owner, unit, sight: 'open' }, ...decoratorsOf(owner)),
    ]),
);

/** The same for all members that may be functions. */
export function setInAnyFileForAll(owner: Owner, isMade: boolean, unit: Unit): Step {
  if (ts.isObjectLiteralExpression(owner) && !isOfOthers(owner, unit)) return NOTHING;
  return joined(membersOf(owner).map((name) => setInAnyFile(owner, name, isMade, unit)));
}

function decoratorsOf(owner: Owner): readonly ts.Expression[] {
  return ts.isClassLike(owner) ? (ts.getDecorators(owner) ?? []).map(({ expression }) => expression) : [];
}

/** The names of all that an object has. */
function membersOf(owner: Owner): readonly string[] {
  if (ts.isSourceFile(owner)) return [];
  const members: readonly (ts.ClassElement | ts.ObjectLiteralElementLike)[] = ts.isClassLike(owner)
    ? owner.members
    : owner.properties;
  return members.flatMap(({ name }) => nameText(name) ?? []);
}

/** What files put anywhere under a name. */
function byName(owner: Owner, name: string, isMade: boolean, unit: Unit): Step {
  const naming = filesWriting(name, unit, isOnlyRead) ?? { units: [unit], isIncomplete: isOfOthers(owner, unit) };
  return joined([
    naming.isIncomplete ? UNKNOWN : NOTHING,
    ...naming.units.flatMap((other): Step[] => {
      const at: Place = { node: other.source, unit: other, sight: 'open' };
      const { writes, members, elements, given } = mentionsOf(name, other);
      return [
        ...writes.map((write): Step => ({ from: assigned(write, at) })),
        ...members.map((member) => {
          if (member.parent === owner) return NOTHING;
          if (isBelow(member.parent, owner, other)) return from(at, member);
          return isMade ? NOTHING : from(closed(at), member);
        }),
        ...elements.map((element) => (element.parent === owner ? NOTHING : fromElement(element, closed(at)))),
        ...given.map((call) =>
          from(
            isDefining(call, other) ? at : closed(at),
            ...(call.arguments ?? []).filter((one) => !ts.isStringLiteralLike(one)),
          ),
        ),
      ];
    }),
  ]);
}

function fromElement(element: ts.Node, at: Place): Step {
  if (ts.isJsxAttribute(element)) {
    const { initializer } = element;
    return initializer !== undefined && ts.isJsxExpression(initializer) && initializer.expression !== undefined
      ? from(at, initializer.expression)
      : NOTHING;
  }
  return from(at, element);
}

/** Whether a call sets a property of its first argument, by its name. */
function isDefining(call: ts.CallExpression | ts.NewExpression, unit: Unit): boolean {
  return /^(?:Object\.defineProperty|Reflect\.)/.test(globalFunctionName(call.expression, unit) ?? '');
}

/**
 * Whether members of a class may take the place of the owner's: it is that one, or extends it, or what isn't in sight.
 */
function isBelow(node: ts.Node, owner: Owner, unit: Unit): boolean {
  const seen = new Set<ts.Node>();
  for (let [at, where] = [node, unit]; ts.isClassLike(at) && !seen.has(at);) {
    if (at === owner) return true;
    seen.add(at);
    const base = baseOf(at);
    if (base === undefined) return false;
    const value = evaluate(base.expression, where);
    if (value.kind === 'foreign' || value.kind === 'sdk') return false;
    if (value.kind !== 'class') return true;
    [at, where] = [value.node, value.unit];
  }
  return false;
}

/** The same for a member of what an expression is, where that is the repository's own. */
export function setElsewhere(name: string, object: ts.Expression, unit: Unit): Step {
  const whole = evaluate(object, unit);
  switch (whole.kind) {
    case 'object':
    case 'class':
    case 'instance':
      return joined([setInAnyFile(whole.node, name, isMade(object, unit), whole.unit), putIntoRoot(object, unit)]);
    case 'module':
      // Nobody assigns to what another module exports, but for the whole of a module of CommonJS.
      return exportsAnything(whole.unit.source) ? NOTHING : setInAnyFile(whole.unit.source, name, true, whole.unit);
    default:
      return NOTHING;
  }
}

/** Whether an object is made in sight of what it is known as: no type says what it is. */
function isMade(object: ts.Expression, unit: Unit): boolean {
  const places = new Worklist<Place>([{ node: object, unit, sight: 'open' }], (place) => [place.node]);
  for (const place of places) {
    const node = ts.isExpression(place.node) ? unwrap(place.node) : place.node;
    if (MAKING.has(node.kind)) continue;
    const binding = place.unit.scope.bindingOf(node);
    if (binding?.declaration === undefined || binding.writes.length > 0) return false;
    const { declaration } = binding;
    if (importOf(declaration) !== undefined) places.add(stepFromImport({ ...place, node: declaration }).from ?? []);
    else if (
      ts.isVariableDeclaration(declaration) &&
      declaration.type === undefined &&
      declaration.initializer !== undefined
    )
      places.add([{ ...place, node: declaration.initializer }]);
    else if (!ts.isClassDeclaration(declaration)) return false;
  }
  return true;
}

const MAKING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.SuperKeyword,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.ClassDeclaration,
]);
