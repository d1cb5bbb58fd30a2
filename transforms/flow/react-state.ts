import { ts } from 'ts-morph';
import { reactFunction } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { unwrap } from '../syntax.ts';
import { isDependency } from './dependency.ts';
import { useOf } from './uses.ts';

const HOOKS: ReadonlySet<string> = new Set(['useActionState', 'useOptimistic', 'useReducer', 'useState']);

/** A state of React's that a pattern takes apart: `const [name, setName] = useState('')`. */
export interface ReactState {
  readonly hook: string | undefined;
  readonly call: ts.CallExpression;
  /** Whether the pattern has a type of its own. */
  readonly isTyped: boolean;
  readonly value: ts.BindingElement | undefined;
  /** What sets it; undefined where the pattern leaves that out. */
  readonly setter: ts.BindingElement | undefined;
  /** Whether the pattern takes more than these two. */
  readonly hasOthers: boolean;
}

/** The state that an array pattern takes apart; undefined for every other pattern. */
export function reactStateOf(pattern: ts.Node, unit: Unit): ReactState | undefined {
  if (!ts.isArrayBindingPattern(pattern) || !ts.isVariableDeclaration(pattern.parent)) return undefined;
  const { type, initializer } = pattern.parent;
  const call = initializer === undefined ? undefined : unwrap(initializer);
  if (call === undefined || !isReactState(call, unit)) return undefined;
  const [value, setter] = pattern.elements.map((element) => (ts.isOmittedExpression(element) ? undefined : element));
  const hasOthers = pattern.elements.length > 2 || [value, setter].some((one) => one?.dotDotDotToken !== undefined);
  return { hook: reactFunction(call, unit), call, isTyped: type !== undefined, value, setter, hasOthers };
}

/** Whether a node calls a hook that gives a state. */
export function isReactState(node: ts.Node, unit: Unit): node is ts.CallExpression {
  return ts.isCallExpression(node) && HOOKS.has(reactFunction(node, unit) ?? '');
}

/** The calls in sight that set a state, and whether others may set it, too, to anything. */
export function settingOf(
  { setter, hasOthers }: ReactState,
  unit: Unit,
): { readonly calls: readonly ts.CallExpression[]; readonly hasUnknown: boolean } {
  if (setter === undefined) return { calls: [], hasUnknown: hasOthers };
  const mentions = unit.scope.bindingOf(setter.name)?.references;
  const uses = (mentions ?? []).map(useOf);
  const calls = uses.flatMap((use) => (use.kind === 'called' && ts.isCallExpression(use.by) ? [use.by] : []));
  const harmless = uses.filter((use) => use.kind === 'asked' || isDependency(use, unit));
  const isHandedOn = calls.length + harmless.length < uses.length;
  return { calls, hasUnknown: hasOthers || mentions === undefined || isHandedOn };
}
