import { ts } from 'ts-morph';
import { mayChangeElsewhere } from '../language/exported.ts';
import { mentionsOfFunction } from '../language/functions.ts';
import { isDependencyList } from '../language/react.ts';
import { isWriteTarget, type Binding } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';
import { containerOf } from '../tree.ts';
import { assigned } from './assigned.ts';
import { isFillable } from './containers.ts';
import { holding, type Held } from './holding.ts';
import { closed, from, joined, NOTHING, UNKNOWN, type Holding, type Place, type Step } from './place.ts';
import { putByCallee, putByMethod, resultOf } from './put-by-call.ts';
import { underName, underNamesOf, underTarget } from './put-under-names.ts';
import { useOf, type Use } from '../flow/uses.ts';
import { memoize } from '../memoize.ts';
import { isCall } from '../syntax.ts';

/** Asks what is put into the object that a variable holds. */
export function putIntoVariable(node: ts.Identifier, binding: Binding, { unit, sight }: Place): Place {
  const { declaration } = binding;
  const fillable = declaration !== undefined && ts.isVariableDeclaration(declaration) && isFillable(declaration, unit);
  return { node, unit, sight, into: holding(binding, fillable ? 'surely' : 'of a package') };
}

/** Asks what is put into an object that an expression makes: a literal, `new Map()`. */
export function putIntoNew(node: ts.Expression, { unit, sight }: Place): Place {
  return { node, unit, sight, into: holding(node, 'surely') };
}

/**
 * What code in sight puts into an object: by assigning to a property, by a method, or by giving it to a function; and
 * what has it then. From where it can't be followed, anything may be put in.
 */
export function whatIsPutInto({ of, sureness }: Holding, place: Place): Step {
  const isVariable = 'references' in of;
  const held: Omit<Held, 'isLocal'> = { of, place: withoutHolding(place), sureness };
  const steps = isVariable
    ? [
        isVariableOfOthers(of, place.unit) ? UNKNOWN : NOTHING,
        ...of.references.map((mention) => putAt(mention, { ...held, isLocal: isForItsFunction(of) })),
      ]
    : [putAt(of, { ...held, isLocal: true })];
  const { from = [], code = [], hasUnknown = false } = joined(steps);
  if (sureness === 'surely') return { from, code, hasUnknown };
  // Nobody fills what a package makes.
  return sureness === 'of a package' ? { from, code } : { from: from.map(asPossible), code };
}

function asPossible(place: Place): Place {
  const { into } = place;
  return { ...closed(place), ...(into === undefined ? {} : { into: holding(into.of, 'possibly') }) };
}

function withoutHolding({ node, unit, sight }: Place): Place {
  return { node, unit, sight };
}

/** Whether other files may put functions into what an exported variable holds. */
function isVariableOfOthers({ declaration }: Binding, unit: Unit): boolean {
  return declaration !== undefined && mayChangeElsewhere(declaration, unit);
}

/** What is put into an object where it is mentioned, or into what holds it there. */
function putAt(mention: ts.Expression, held: Held): Step {
  const steps: Step[] = [];
  for (let node: ts.Expression | undefined = mention; node !== undefined;) {
    const use = useOf(node);
    node = heldIn(use);
    steps.push(putByUse(use, held));
  }
  return joined(steps);
}

/** The expression around that has the object, or holds it. */
function heldIn(use: Use): ts.Expression | undefined {
  switch (use.kind) {
    case 'part':
      return isWriteTarget(use.access) ? undefined : use.access;
    case 'same':
    case 'awaited':
    case 'assigned':
      return use.to;
    case 'member':
      return use.of;
    case 'spread':
      return isCall(use.into) ? undefined : use.into;
    case 'written':
      return use.kept;
    default:
      return undefined;
  }
}

/** What one use of an object puts into it, and what else has it then. */
function putByUse(use: Use, held: Held): Step {
  const { place } = held;
  switch (use.kind) {
    case 'part':
      return isWriteTarget(use.access) ? { from: assigned(use.access, place) } : NOTHING;
    case 'method':
      return putByMethod(use.call, held);
    case 'argument':
      return isDependencyList(use.call.arguments?.[use.index], use.call, place.unit)
        ? NOTHING
        : putByCallee(use.call, use.index, held);
    case 'called':
      // A part of the object, which may put in what it is given.
      return ts.isTaggedTemplateExpression(use.by)
        ? UNKNOWN
        : joined([from(closed(place), ...(use.by.arguments ?? [])), resultOf(use.by, held)]);
    case 'spread':
      return isCall(use.into) ? putByCallee(use.into, undefined, held) : NOTHING;
    case 'name':
      return underName(use.name, held);
    case 'assigned':
      return underTarget(use.target, held);
    case 'each':
      return ts.isVariableDeclarationList(use.head) ? underNamesOf(use.head.declarations, held) : UNKNOWN;
    case 'returned':
      return joined([
        held.isLocal ? NOTHING : UNKNOWN,
        ...callsOf(use.from, place.unit).map((call) => resultOf(call, held)),
      ]);
    case 'same':
    case 'awaited':
    case 'member':
    case 'written':
    case 'asked':
    case 'tag':
      return NOTHING;
    case 'markup':
      return isRefOfElement(use.at) ? NOTHING : UNKNOWN;
    case 'exported':
    case 'unknown':
      return UNKNOWN;
  }
}

/** `<input ref={input} />`: the browser's element is put there. */
function isRefOfElement(at: ts.Node): boolean {
  const attribute = ts.isJsxExpression(at) ? at.parent : at;
  return (
    ts.isJsxAttribute(attribute) &&
    ts.isIdentifier(attribute.name) &&
    attribute.name.text === 'ref' &&
    ts.isIdentifier(attribute.parent.parent.tagName) &&
    /^[a-z]/.test(attribute.parent.parent.tagName.text)
  );
}

/** The calls in sight of a function that is called by its name. */
function callsOf(fn: ts.SignatureDeclaration, unit: Unit): readonly ts.CallExpression[] {
  const references = mentionsOfFunction(fn, unit) ?? [];
  return references.map(({ parent }) => parent).filter(ts.isCallExpression);
}

/** Uses by which the object has no other name in its function. */
const UNNAMED: ReadonlySet<Use['kind']> = new Set(['asked', 'each', 'member', 'method', 'part', 'returned', 'spread']);

/**
 * Whether only the code of one function itself, and none of the functions inside of it, has the object: whoever gets
 * what it returns comes after all that it does.
 */
const isForItsFunction = memoize(
  ({ declaration, references }: Binding): boolean =>
    declaration !== undefined &&
    references.every(
      (mention) => containerOf(mention) === containerOf(declaration) && UNNAMED.has(useOf(mention).kind),
    ),
);
