import { ts } from 'ts-morph';
import { OUTSIDE } from '../../components/frames.ts';
import { declarationAround, declaredBy, type Declared } from '../../flow/declared.ts';
import { LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import { accessOf, hasWrittenType, isEmptyObject, nameText, unwrap, withoutParentheses } from '../../syntax.ts';
import type { Binding } from '../../language/scope.ts';
import { sdkGlobal } from '../sdk/sdk-values.ts';
import { isInTemplate } from '../../language/template.ts';
import { elementOf } from './array-elements.ts';
import { valueOfImport } from './imported-values.ts';
import { valueInNanostore } from './nanostores.ts';
import { valueOfAutoImport } from './nuxt.ts';
import { storeAround } from './pinia.ts';
import { valueFromWrapper } from './react-props.ts';
import { valueInStore } from './svelte.ts';
import { componentOptions, unwrapRef, valueOfMember, valueOfWatched } from './vue.ts';
import { stateSelected } from './zustand.ts';
import type { Evaluation } from './evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { join, NULLISH, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an identifier, used as a variable, stands for. */
export function valueOfIdentifier(node: ts.Identifier, unit: Unit, evaluation: Evaluation): Value {
  const binding = unit.scope.bindingOf(node);
  if (binding !== undefined) {
    const value = valueOfBinding(binding, unit, evaluation);
    // Markup reads refs without their `.value`.
    return unit.component?.framework === 'vue' && isInTemplate(node, unit)
      ? unwrapRef(value, node, unit, evaluation)
      : value;
  }
  if (node.text === 'undefined') return NULLISH;
  return (
    valueInStore(node, unit, evaluation) ??
    valueInMarkup(node, unit, evaluation) ??
    valueOfAutoImport(node.text, node, unit, evaluation) ??
    sdkGlobal(node, unit)
  );
}

/** A name of a Vue component's markup that no script declares: what the component's options give it. */
function valueInMarkup(node: ts.Identifier, unit: Unit, evaluation: Evaluation): Value | undefined {
  const options = isInTemplate(node, unit) ? componentOptions(unit) : undefined;
  return options === undefined ? undefined : valueOfMember(options, node.text, unit, evaluation);
}

/** What a variable is, whichever of its assignments was the last. */
export function valueOfBinding(binding: Binding, unit: Unit, evaluation: Evaluation): Value {
  const { declaration } = binding;
  return declaration === undefined
    ? UNKNOWN
    : evaluation.once(declaration, 'variable', () => valueOfVariableAs(declaration, binding.writes, unit, evaluation));
}

function valueOfVariableAs(
  declaration: ts.Declaration,
  writes: Binding['writes'],
  unit: Unit,
  evaluation: Evaluation,
): Value {
  if (writes.length === 0) return valueOfDeclaration(declaration, unit, evaluation);
  const declared = evaluation.soFar(() => valueOfDeclaration(declaration, unit, evaluation));
  if (declared.kind === 'sdk' && hasWrittenType(declarationAround(declaration))) return declared;
  const assigned = writesInSight(writes, unit).map(({ target, value }) =>
    evaluation.soFar(() =>
      value === undefined ? valueTakenOff(target, unit, evaluation) : evaluation.valueOf(value, unit),
    ),
  );
  const isUnset = ['ambient', 'unset'].includes(declaredBy(declaration).kind);
  return join([isUnset ? NULLISH : declared, ...assigned]);
}

/** Other scripts of a page may assign the variables of one: under its name they put what the page keeps there. */
function writesInSight(writes: Binding['writes'], { component }: Unit): Binding['writes'] {
  if (component?.framework !== 'html') return writes;
  const seen = writes.filter(({ value }) => value?.getText() !== `${OUTSIDE}()`);
  return seen.length > 0 ? seen : writes;
}

/** What `({ name } = object)` gives a variable; unknown for every other way to assign without a value of its own. */
function valueTakenOff(target: ts.Identifier, unit: Unit, evaluation: Evaluation): Value {
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
  return evaluation.property(evaluation.valueOf(assignment.right, unit), name, property, unit);
}

/** What an exported declaration declares, later assignments included. */
export function valueOfExport(declaration: ts.Declaration, unit: Unit, evaluation: Evaluation): Value {
  const name = ts.getNameOfDeclaration(declaration);
  const binding = unit.scope.bindingOf(name);
  return binding === undefined
    ? evaluation.once(declaration, 'declared', () => valueOfDeclaration(declaration, unit, evaluation))
    : valueOfBinding(binding, unit, evaluation);
}

function valueOfDeclaration(node: ts.Declaration, unit: Unit, evaluation: Evaluation): Value {
  const typed = ts.isVariableDeclaration(node) ? evaluation.valueOfType(node.type, unit) : UNKNOWN;
  if (typed.kind !== 'unknown') return typed;
  const declared = declaredBy(node);
  switch (declared.kind) {
    case 'value':
      return evaluation.valueOf(declared.of, unit);
    case 'each':
      return elementOf(evaluation.valueOf(declared.of, unit), undefined, node, unit, evaluation);
    case 'given':
      return valueOfParameter(declared.parameter, unit, evaluation);
    case 'function':
      return { kind: 'function', node: declared.fn, unit };
    case 'class':
      return { kind: 'class', node: declared.class, unit };
    case 'imported':
      return valueImported(declared, node, unit, evaluation);
    case 'element':
    case 'end':
    case 'part':
    case 'rest':
      return valueInPattern(declared, node, unit, evaluation);
    case 'ambient':
    case 'enum':
    case 'key':
    case 'thrown':
    case 'unknown':
    case 'unset':
      return UNKNOWN;
  }
}

function valueImported(
  { specifier, name }: Extract<Declared, { kind: 'imported' }>,
  node: ts.Declaration,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const given =
    specifier === '#imports' && name !== undefined ? valueOfAutoImport(name, node, unit, evaluation) : undefined;
  return given ?? valueOfImport(specifier, name, node, unit, evaluation);
}

function valueInPattern(
  declared: Extract<Declared, { kind: 'element' | 'end' | 'part' | 'rest' }>,
  node: ts.Declaration,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const taken = (): Value => partInPattern(declared, node, unit, evaluation);
  const initial = 'initial' in declared ? declared.initial : undefined;
  return initial === undefined || isEmptyObject(unwrap(initial))
    ? taken()
    : join([evaluation.soFar(taken), evaluation.soFar(() => evaluation.valueOf(initial, unit))]);
}

/** What a pattern takes off what it is given, without its default. */
export function valueTakenBy(node: ts.BindingElement, unit: Unit, evaluation: Evaluation): Value {
  const declared = declaredBy(node);
  return declared.kind === 'part' || declared.kind === 'element'
    ? partInPattern(declared, node, unit, evaluation)
    : UNKNOWN;
}

function partInPattern(
  declared: Extract<Declared, { kind: 'element' | 'end' | 'part' | 'rest' }>,
  node: ts.Declaration,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const { kind, of } = declared;
  const whole = evaluation.once(of, 'declared', () => valueOfDeclaration(of, unit, evaluation));
  if (kind === 'rest') return whole;
  // The end of one of the SDK's lists has the same elements.
  if (kind === 'end') return whole.kind === 'sdk' ? whole : UNKNOWN;
  if (kind === 'part' && declared.name === undefined) return UNKNOWN;
  return kind === 'element'
    ? elementOf(whole, declared.index, node, unit, evaluation)
    : evaluation.property(whole, declared.name ?? '', node, unit);
}

/** What a parameter is given, as far as its type, its default or the function's only caller says. */
export function valueOfParameter(node: ts.ParameterDeclaration, unit: Unit, evaluation: Evaluation): Value {
  if (node.type !== undefined) return evaluation.valueOfType(node.type, unit);
  // TypeScript holds callers to the default's type; JavaScript lets them pass anything.
  if (node.initializer !== undefined)
    return unit.isTypeScript && !isCastToAny(node.initializer) ? evaluation.valueOf(node.initializer, unit) : UNKNOWN;
  return valueOfCallbackParameter(node, unit, evaluation);
}

function isCastToAny(value: ts.Expression): boolean {
  const node = withoutParentheses(value);
  return (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.kind === ts.SyntaxKind.AnyKeyword;
}

/** Methods of arrays whose callback gets an element first. */
const ELEMENT_CALLBACKS = methodsThat(({ handsOut }) => handsOut[0] === 0, LIST_METHODS);

/** The first parameter of a function given to `.then()` or to one of an array's iterating methods. */
function valueOfCallbackParameter(node: ts.ParameterDeclaration, unit: Unit, evaluation: Evaluation): Value {
  const callback = node.parent;
  const store = callback.parameters[0] === node ? storeAround(callback, unit, ['getters']) : undefined;
  if (store !== undefined) return store;
  const wrapped = callback.parameters[0] === node ? valueFromWrapper(callback, unit, evaluation) : undefined;
  if (wrapped !== undefined) return wrapped;
  if (!(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)) || callback.parameters[0] !== node)
    return UNKNOWN;
  const given = valueOfWatched(node, unit, evaluation) ?? stateSelected(callback, unit, evaluation);
  if (given !== undefined) return given;
  const call = callback.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== callback) return UNKNOWN;
  const access = accessOf(call.expression);
  if (access === undefined) return UNKNOWN;
  if (access.name === 'then') return evaluation.valueOf(access.object, unit);
  if (access.name === 'subscribe' || access.name === 'listen')
    return valueInNanostore(evaluation.valueOf(access.object, unit), node, unit, evaluation) ?? UNKNOWN;
  return ELEMENT_CALLBACKS.has(access.name)
    ? elementOf(evaluation.valueOf(access.object, unit), undefined, node, unit, evaluation)
    : UNKNOWN;
}
