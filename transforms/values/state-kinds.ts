import { ts } from 'ts-morph';
import { declaredBy } from '../flow/declared.ts';
import { originOf } from '../flow/origins.ts';
import { useOf } from '../flow/uses.ts';
import { isDependency } from '../flow/dependency.ts';
import { reactFunction } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { hasModifier, unwrap } from '../syntax.ts';
import type { Asking } from './asking.ts';
import { NOTHING, OBJECT, UNDEFINED, UNKNOWN, type Kinds } from './kinds.ts';

/** What gives a state of React's its value: `const [name, setName] = useState('')`. */
interface State {
  readonly first: ts.Expression | undefined;
  /** What calls of `setName` in sight are given; undefined where that is nothing. */
  readonly given: readonly (ts.Expression | undefined)[];
  /** Whether others get what sets it. */
  readonly isHandedOn: boolean;
}

/**
 * What a state of React's may be, whose type isn't written: its first value, and what it is set to. Where others get
 * what sets it, that is anything.
 */
export function kindsOfState(declaration: ts.BindingElement, asking: Asking): Kinds {
  const state = stateOf(declaration, asking.unit);
  if (state === undefined || state.isHandedOn) return UNKNOWN;
  return [state.first, ...state.given].reduce((kinds, value) => kinds | kindsGiven(value, asking), NOTHING);
}

/** Whether a call in sight sets a state to something of which nothing is known. */
export function isSetToUnknown(declaration: ts.Declaration | undefined, asking: Asking): boolean {
  if (declaration === undefined || !ts.isBindingElement(declaration)) return false;
  const given = stateOf(declaration, asking.unit)?.given ?? [];
  return given.some((value) => (kindsGiven(value, asking) & UNKNOWN) !== 0);
}

/** A function that is given works the value out. */
function kindsGiven(value: ts.Expression | undefined, { ask, returnedBy }: Asking): Kinds {
  if (value === undefined) return UNDEFINED;
  const origin = originOf(value);
  if (origin.kind !== 'function') return ask(value);
  const isPlain = origin.fn.asteriskToken === undefined && !hasModifier(origin.fn, ts.SyntaxKind.AsyncKeyword);
  return isPlain ? returnedBy(origin.fn) : OBJECT;
}

function stateOf(declaration: ts.BindingElement, unit: Unit): State | undefined {
  const declared = declaredBy(declaration);
  if (declared.kind !== 'element' || declared.index !== 0 || !ts.isVariableDeclaration(declared.of)) return undefined;
  const { name: pattern, type, initializer } = declared.of;
  const call = initializer === undefined ? undefined : unwrap(initializer);
  if (type !== undefined || call === undefined || !ts.isCallExpression(call) || !ts.isArrayBindingPattern(pattern))
    return undefined;
  if (reactFunction(call, unit) !== 'useState' || call.typeArguments !== undefined) return undefined;
  const [, setter, ...others] = pattern.elements;
  const [first] = call.arguments;
  if (setter === undefined || ts.isOmittedExpression(setter))
    return { first, given: [], isHandedOn: others.length > 0 };
  const mentions = unit.scope.bindingOf(setter.name)?.references;
  const uses = (mentions ?? []).map(useOf);
  const calls = uses.flatMap((use) => (use.kind === 'called' && ts.isCallExpression(use.by) ? [use.by] : []));
  const harmless = uses.filter((use) => use.kind === 'asked' || isDependency(use, unit));
  return {
    first,
    given: calls.map(({ arguments: [value] }) => value),
    isHandedOn:
      mentions === undefined ||
      setter.dotDotDotToken !== undefined ||
      others.length > 0 ||
      calls.length + harmless.length < uses.length,
  };
}
