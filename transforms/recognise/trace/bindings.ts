import { ts } from 'ts-morph';
import { OUTSIDE } from '../../components/frames.ts';
import { LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { accessOf, hasWrittenType, isEmptyObject, nameText, unwrap } from '../../syntax.ts';
import { importOf } from '../source/modules.ts';
import type { Binding } from '../source/scope.ts';
import { sdkGlobal } from '../sdk/sdk-values.ts';
import { isInTemplate } from '../source/template.ts';
import { elementOf } from './array-elements.ts';
import { valueOfImport } from './imported-values.ts';
import { valueInNanostore } from './nanostores.ts';
import { valueOfAutoImport } from './nuxt.ts';
import { storeAround } from './pinia.ts';
import { valueFromWrapper } from './react-props.ts';
import { valueInStore } from './svelte.ts';
import { componentOptions, unwrapRef, valueOfMember, valueOfWatched } from './vue.ts';
import { stateSelected } from './zustand.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../source/unit.ts';
import { join, NULLISH, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an identifier, used as a variable, stands for. */
export function valueOfIdentifier(node: ts.Identifier, unit: Unit, tracing: Tracing): Value {
  const binding = unit.scope.bindingOf(node);
  if (binding !== undefined) {
    const value = valueOfBinding(binding, unit, tracing);
    // Markup reads refs without their `.value`.
    return unit.component?.framework === 'vue' && isInTemplate(node, unit)
      ? unwrapRef(value, node, unit, tracing)
      : value;
  }
  if (node.text === 'undefined') return NULLISH;
  return (
    valueInStore(node, unit, tracing) ??
    valueInMarkup(node, unit, tracing) ??
    valueOfAutoImport(node.text, node, unit, tracing) ??
    sdkGlobal(node, unit)
  );
}

/** A name of a Vue component's markup that no script declares: what the component's options give it. */
function valueInMarkup(node: ts.Identifier, unit: Unit, tracing: Tracing): Value | undefined {
  const options = isInTemplate(node, unit) ? componentOptions(unit) : undefined;
  return options === undefined ? undefined : valueOfMember(options, node.text, unit, tracing);
}

/** What a variable is, whichever of its assignments was the last. */
export function valueOfBinding(binding: Binding, unit: Unit, tracing: Tracing): Value {
  const { declaration } = binding;
  return declaration === undefined
    ? UNKNOWN
    : tracing.once(declaration, 'variable', () => valueOfVariableAs(declaration, binding.writes, unit, tracing));
}

function valueOfVariableAs(
  declaration: ts.Declaration,
  writes: Binding['writes'],
  unit: Unit,
  tracing: Tracing,
): Value {
  if (writes.length === 0) return valueOfDeclaration(declaration, unit, tracing);
  const declared = tracing.soFar(() => valueOfDeclaration(declaration, unit, tracing));
  if (declared.kind === 'sdk' && isOfWrittenType(declaration)) return declared;
  const assigned = writesInSight(writes, unit).map(({ target, value }) =>
    tracing.soFar(() => (value === undefined ? valueTakenOff(target, unit, tracing) : tracing.valueOf(value, unit))),
  );
  // A loop's head gives its variable something, too.
  const hasInitializer =
    !ts.isVariableDeclaration(declaration) ||
    declaration.initializer !== undefined ||
    !ts.isVariableStatement(declaration.parent.parent);
  return join([hasInitializer ? declared : NULLISH, ...assigned]);
}

/** Other scripts of a page may assign the variables of one: under its name they put what the page keeps there. */
function writesInSight(writes: Binding['writes'], { component }: Unit): Binding['writes'] {
  if (component?.framework !== 'html') return writes;
  const seen = writes.filter(({ value }) => value?.getText() !== `${OUTSIDE}()`);
  return seen.length > 0 ? seen : writes;
}

function isOfWrittenType(node: ts.Declaration): boolean {
  return ts.isBindingElement(node) ? isOfWrittenType(node.parent.parent) : hasWrittenType(node);
}

/** What `({ name } = object)` gives a variable; unknown for every other way to assign without a value of its own. */
function valueTakenOff(target: ts.Identifier, unit: Unit, tracing: Tracing): Value {
  const { parent: property } = target;
  const name =
    ts.isShorthandPropertyAssignment(property) && property.objectAssignmentInitializer === undefined
      ? target.text
      : ts.isPropertyAssignment(property)
        ? nameText(property.name)
        : undefined;
  if (name === undefined || !ts.isObjectLiteralExpression(property.parent)) return UNKNOWN;
  const { parent: assignment } = property.parent;
  if (
    !ts.isBinaryExpression(assignment) ||
    assignment.left !== property.parent ||
    assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken
  )
    return UNKNOWN;
  return tracing.property(tracing.valueOf(assignment.right, unit), name, property, unit);
}

/** What an exported declaration declares, later assignments included. */
export function valueOfExport(declaration: ts.Declaration, unit: Unit, tracing: Tracing): Value {
  const name = ts.getNameOfDeclaration(declaration);
  const binding = name !== undefined && ts.isIdentifier(name) ? unit.scope.bindingOf(name) : undefined;
  return binding === undefined
    ? tracing.once(declaration, 'declared', () => valueOfDeclaration(declaration, unit, tracing))
    : valueOfBinding(binding, unit, tracing);
}

function valueOfDeclaration(node: ts.Declaration, unit: Unit, tracing: Tracing): Value {
  if (ts.isVariableDeclaration(node)) return valueOfVariable(node, unit, tracing);
  if (ts.isBindingElement(node)) return valueOfBindingElement(node, unit, tracing);
  if (ts.isParameter(node)) return valueOfParameter(node, unit, tracing);
  if (ts.isFunctionDeclaration(node)) return { kind: 'function', node, unit };
  if (ts.isClassDeclaration(node)) return { kind: 'class', node, unit };
  const source = importOf(node);
  if (source === undefined) return UNKNOWN;
  const given =
    source.specifier === '#imports' && source.name !== undefined
      ? valueOfAutoImport(source.name, node, unit, tracing)
      : undefined;
  return given ?? valueOfImport(source.specifier, source.name, node, unit, tracing);
}

function valueOfVariable(node: ts.VariableDeclaration, unit: Unit, tracing: Tracing): Value {
  const typed = tracing.valueOfType(node.type, unit);
  if (typed.kind !== 'unknown') return typed;
  const { parent } = node.parent;
  if (ts.isForOfStatement(parent))
    return elementOf(tracing.valueOf(parent.expression, unit), undefined, node, unit, tracing);
  return node.initializer === undefined ? UNKNOWN : tracing.valueOf(node.initializer, unit);
}

function valueOfBindingElement(node: ts.BindingElement, unit: Unit, tracing: Tracing): Value {
  const owner = node.parent.parent;
  const whole = tracing.once(owner, 'declared', () => valueOfDeclaration(owner, unit, tracing));
  if (ts.isArrayBindingPattern(node.parent))
    return elementOf(whole, node.parent.elements.indexOf(node), node, unit, tracing);
  if (node.dotDotDotToken !== undefined) return whole;
  const name = nameText(node.propertyName ?? node.name);
  if (name === undefined) return UNKNOWN;
  const { initializer } = node;
  if (initializer === undefined || isEmptyObject(unwrap(initializer))) return tracing.property(whole, name, node, unit);
  return join([
    tracing.soFar(() => tracing.property(whole, name, node, unit)),
    tracing.soFar(() => tracing.valueOf(initializer, unit)),
  ]);
}

/** What a parameter is given, as far as its type, its default or the function's only caller says. */
export function valueOfParameter(node: ts.ParameterDeclaration, unit: Unit, tracing: Tracing): Value {
  if (node.type !== undefined) return tracing.valueOfType(node.type, unit);
  // TypeScript holds callers to the default's type; JavaScript lets them pass anything.
  if (node.initializer !== undefined) return unit.isTypeScript ? tracing.valueOf(node.initializer, unit) : UNKNOWN;
  return valueOfCallbackParameter(node, unit, tracing);
}

/** Methods of arrays whose callback gets an element first. */
const ELEMENT_CALLBACKS = methodsThat(({ handsOut }) => handsOut[0] === 0, LIST_METHODS);

/** The first parameter of a function given to `.then()` or to one of an array's iterating methods. */
function valueOfCallbackParameter(node: ts.ParameterDeclaration, unit: Unit, tracing: Tracing): Value {
  const callback = node.parent;
  const store = callback.parameters[0] === node ? storeAround(callback, unit, ['getters']) : undefined;
  if (store !== undefined) return store;
  const wrapped = callback.parameters[0] === node ? valueFromWrapper(callback, unit, tracing) : undefined;
  if (wrapped !== undefined) return wrapped;
  if (!(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)) || callback.parameters[0] !== node)
    return UNKNOWN;
  const given = valueOfWatched(node, unit, tracing) ?? stateSelected(callback, unit, tracing);
  if (given !== undefined) return given;
  const call = callback.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== callback) return UNKNOWN;
  const access = accessOf(call.expression);
  if (access === undefined) return UNKNOWN;
  if (access.name === 'then') return tracing.valueOf(access.object, unit);
  if (access.name === 'subscribe' || access.name === 'listen')
    return valueInNanostore(tracing.valueOf(access.object, unit), node, unit, tracing) ?? UNKNOWN;
  return ELEMENT_CALLBACKS.has(access.name)
    ? elementOf(tracing.valueOf(access.object, unit), undefined, node, unit, tracing)
    : UNKNOWN;
}
