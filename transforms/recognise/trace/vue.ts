import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import type { Shape } from '../../knowledge/sdk-shapes.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';

/** Modules that give Vue's own functions; Nuxt and its kin also give them without any import. */
const VUE_MODULES: ReadonlySet<string> = new Set([
  'vue',
  '@vue/reactivity',
  '@vue/runtime-core',
  '@vue/composition-api',
  'vue-demi',
  '#imports',
  '#app',
  'nuxt/app',
]);

/** The name of the function of Vue's that an expression means; undefined for every other. */
export function vueFunction(callee: ts.Expression, unit: Unit): string | undefined {
  return functionOf(VUE_MODULES, callee, unit);
}

/** The name of what some modules give, with an import or without. */
export function functionOf(modules: ReadonlySet<string>, callee: ts.Expression, { scope }: Unit): string | undefined {
  const node = unwrap(callee);
  if (!ts.isIdentifier(node)) return undefined;
  const binding = scope.bindingOf(node);
  if (binding === undefined) return node.text;
  const source = importOf(binding.declaration);
  return source !== undefined && modules.has(source.specifier) ? source.name : undefined;
}

/** What `computed()`, `ref()`, `defineProps()` and their kin give; undefined where it is none of them. */
export function valueOfVueCall(node: ts.CallExpression, unit: Unit, evaluation: Evaluation): Value | undefined {
  const [first] = node.arguments;
  const [type] = node.typeArguments ?? [];
  const name = vueFunction(node.expression, unit);
  switch (name) {
    case 'computed':
    case 'ref':
    case 'shallowRef': {
      // What is put into a ref later is held to its type, if it has one.
      const typed = evaluation.valueOfType(type, unit);
      const value =
        typed.kind === 'unknown' && name === 'computed' && first !== undefined
          ? resultOfGetter(first, unit, evaluation)
          : typed;
      return { kind: 'ref', value };
    }
    case 'defineProps':
      return evaluation.valueOfType(type, unit);
    case 'withDefaults':
      return first === undefined ? UNKNOWN : evaluation.valueOf(first, unit);
    case 'unref':
    case 'toValue': {
      if (first === undefined) return UNKNOWN;
      const value = evaluation.valueOf(first, unit);
      return value.kind === 'function' && name === 'toValue'
        ? evaluation.resultOf(value.node, value.unit)
        : unwrapRef(value, node, unit, evaluation);
    }
    default:
      return undefined;
  }
}

/** What a getter gives: `() => …`, or the `get` of `{ get, set }`. */
function resultOfGetter(getter: ts.Expression, unit: Unit, evaluation: Evaluation): Value {
  const value = evaluation.valueOf(getter, unit);
  const get = value.kind === 'object' ? evaluation.property(value, 'get', getter, unit) : value;
  return get.kind === 'function' ? evaluation.resultOf(get.node, get.unit) : UNKNOWN;
}

const SDK_REFS: ReadonlySet<Shape> = new Set(['frontend-users-ref', 'session-ref', 'clerk-js-ref']);

/** What a ref holds; everything else as it is. */
export function unwrapRef(value: Value, at: ts.Node, unit: Unit, evaluation: Evaluation): Value {
  if (value.kind === 'ref') return value.value;
  return value.kind === 'sdk' && SDK_REFS.has(value.shape) ? evaluation.property(value, 'value', at, unit) : value;
}

const WATCHERS: ReadonlySet<string> = new Set(['watch', 'whenever']);

/** What the callback of `watch(source, (value) => …)` gets; undefined where the parameter isn't one of those. */
export function valueOfWatched(node: ts.ParameterDeclaration, unit: Unit, evaluation: Evaluation): Value | undefined {
  const call = node.parent.parent;
  if (
    !ts.isCallExpression(call) ||
    call.arguments[1] !== node.parent ||
    !WATCHERS.has(vueFunction(call.expression, unit) ?? '')
  )
    return undefined;
  const value = evaluation.valueOf(call.arguments[0] ?? call, unit);
  return value.kind === 'function'
    ? evaluation.resultOf(value.node, value.unit)
    : unwrapRef(value, node, unit, evaluation);
}

/**
 * The options of the component that a file defines: `export default { … }` or `export default defineComponent({ … })`.
 */
export function componentOptions({ source, component }: Unit): ts.ObjectLiteralExpression | undefined {
  if (component?.framework !== 'vue') return undefined;
  const exported = source.statements.find(
    (statement) => ts.isExportAssignment(statement) && statement.isExportEquals !== true,
  );
  const node = exported !== undefined && ts.isExportAssignment(exported) ? unwrap(exported.expression) : undefined;
  const options =
    node !== undefined && ts.isCallExpression(node) && node.arguments[0] !== undefined
      ? unwrap(node.arguments[0])
      : node;
  return options !== undefined && ts.isObjectLiteralExpression(options) ? options : undefined;
}

/** What `this.name` is in a component's options, and `name` in its markup. */
export function valueOfMember(
  options: ts.ObjectLiteralExpression,
  name: string,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const setup = memberOf(options, 'setup');
  const given = setup === undefined ? [] : returnedObjects(setup).flatMap((object) => memberOf(object, name) ?? []);
  const [only, ...others] = given;
  if (only !== undefined && others.length === 0)
    return unwrapRef(valueOfProperty(only, unit, evaluation), only, unit, evaluation);
  const computed = memberOf(options, 'computed');
  const object = computed !== undefined && ts.isPropertyAssignment(computed) ? unwrap(computed.initializer) : undefined;
  const getter = object !== undefined && ts.isObjectLiteralExpression(object) ? memberOf(object, name) : undefined;
  if (getter === undefined) return UNKNOWN;
  const value = valueOfProperty(getter, unit, evaluation);
  return value.kind === 'function' ? evaluation.resultOf(value.node, value.unit) : UNKNOWN;
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => nameText(property.name) === name);
}

function valueOfProperty(property: ts.ObjectLiteralElementLike, unit: Unit, evaluation: Evaluation): Value {
  if (ts.isPropertyAssignment(property)) return evaluation.valueOf(property.initializer, unit);
  if (ts.isShorthandPropertyAssignment(property)) return evaluation.valueOf(property.name, unit);
  return ts.isMethodDeclaration(property) ? { kind: 'function', node: property, unit } : UNKNOWN;
}

/** The literals that a function returns. */
function returnedObjects(member: ts.ObjectLiteralElementLike): ts.ObjectLiteralExpression[] {
  const node = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : member;
  return ts.isFunctionLike(node) ? returnedBy(node).values.map(unwrap).filter(ts.isObjectLiteralExpression) : [];
}

/**
 * Whether `this` at `node` is a component: in a function of its options, which sees what the component has, not the
 * object it is written in.
 */
export function isComponentThis(node: ts.Node, options: ts.ObjectLiteralExpression): boolean {
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (current === options) return true;
    if (ts.isClassLike(current) || ts.isFunctionDeclaration(current)) return false;
    if (ts.isFunctionExpression(current) && accessOf(current.parent) !== undefined) return false;
  }
  return false;
}
