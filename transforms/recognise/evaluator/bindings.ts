import { ts } from 'ts-morph';
import { OUTSIDE } from '../../components/frames.ts';
import { declaredBy, type Declared, type Whole } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { LIST_METHODS, methodsThat } from '../../knowledge/builtins.ts';
import {
  accessOf,
  hasWrittenType,
  isEmptyObject,
  isNameOrMember,
  nameText,
  parametersOf,
  unwrap,
  isCastToAny,
  assignmentTo,
  givenAt,
  declarationAround,
} from '../../syntax.ts';
import { contextualType } from '../../language/contextual-type.ts';
import type { Binding } from '../../language/scope.ts';
import { sdkGlobal } from '../sdk/sdk-values.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { isInTemplate } from '../../language/template.ts';
import { elementOf } from './array-elements.ts';
import { givenByFunction, heldByCaller } from './held-values.ts';
import { valueOfImport } from '../sdk/imported-values.ts';
import { valueInNanostore } from '../frameworks/nanostores.ts';
import { valueOfAutoImport } from '../frameworks/nuxt.ts';
import { storeAround } from '../frameworks/pinia.ts';
import { valueFromWrapper } from '../frameworks/react-props.ts';
import { unwrapRef, valueInStore, valueWatched } from '../frameworks/reactive-values.ts';
import { componentOptions, valueOfComponent } from '../frameworks/vue.ts';
import { stateInside } from '../frameworks/zustand.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { heldTo, join } from '../sdk/joined-values.ts';
import { isUnknown, NULLISH, UNKNOWN, type Value } from '../sdk/value.ts';

/** What an identifier, used as a variable, stands for. */
export function valueOfIdentifier(node: ts.Identifier, evaluation: Evaluation): Value {
  const binding = evaluation.unit.scope.bindingOf(node);
  if (binding !== undefined) {
    const value = valueOfBinding(binding, evaluation);
    // Markup reads refs without their `.value`.
    return evaluation.unit.component?.framework === 'vue' && isInTemplate(node, evaluation.unit)
      ? unwrapRef(value, node, evaluation)
      : value;
  }
  if (node.text === 'undefined') return NULLISH;
  return (
    valueInStore(node, evaluation) ??
    valueInMarkup(node, evaluation) ??
    valueOfAutoImport(node.text, node, evaluation) ??
    sdkGlobal(node, evaluation.unit)
  );
}

/** A name of a Vue component's markup that no script declares: what the component's options give it. */
function valueInMarkup(node: ts.Identifier, evaluation: Evaluation): Value | undefined {
  const options = isInTemplate(node, evaluation.unit) ? componentOptions(evaluation.unit) : undefined;
  return options === undefined ? undefined : valueOfComponent(options, node.text, evaluation);
}

/** What a variable is, whichever of its assignments was the last. */
export function valueOfBinding(binding: Binding, evaluation: Evaluation): Value {
  const { declaration } = binding;
  return declaration === undefined
    ? UNKNOWN
    : evaluation.once(declaration, 'variable', () => valueOfVariableAs(declaration, binding.writes, evaluation));
}

function valueOfVariableAs(declaration: ts.Declaration, writes: Binding['writes'], evaluation: Evaluation): Value {
  if (writes.length === 0) return valueOfDeclaration(declaration, evaluation);
  const declared = evaluation.soFar(() => valueOfDeclaration(declaration, evaluation));
  if (declared.kind === 'sdk' && isHeldToKnownType(declarationAround(declaration), evaluation)) return declared;
  const assigned = writesInSight(writes, evaluation.unit).map(({ target, value }) =>
    evaluation.soFar(() => (value === undefined ? valueTakenOff(target, evaluation) : evaluation.valueOf(value))),
  );
  const isUnset = ['ambient', 'unset'].includes(declaredBy(declaration).kind);
  return join([isUnset ? NULLISH : declared, ...assigned]);
}

/** Whether a written type says what may be assigned: `any`, and one that isn't in sight, don't. */
function isHeldToKnownType(declaration: ts.Declaration, evaluation: Evaluation): boolean {
  return hasWrittenType(declaration) && evaluation.valueOfType(declaration.type).kind !== 'unknown';
}

/** Other scripts of a page may assign the variables of one: under its name they put what the page keeps there. */
function writesInSight(writes: Binding['writes'], { component }: Unit): Binding['writes'] {
  if (component?.framework !== 'html') return writes;
  const seen = writes.filter(({ value }) => value?.getText() !== `${OUTSIDE}()`);
  return seen.length > 0 ? seen : writes;
}

/** What `({ name } = object)` gives a variable; unknown for every other way to assign without a value of its own. */
function valueTakenOff(target: ts.Identifier, evaluation: Evaluation): Value {
  const { parent: property } = target;
  const name =
    ts.isShorthandPropertyAssignment(property) && property.objectAssignmentInitializer === undefined
      ? target.text
      : ts.isPropertyAssignment(property)
        ? nameText(property.name)
        : undefined;
  if (name === undefined || !ts.isObjectLiteralExpression(property.parent)) return UNKNOWN;
  const assignment = assignmentTo(property.parent);
  return assignment === undefined ? UNKNOWN : evaluation.property(evaluation.valueOf(assignment.right), name, property);
}

/** What an exported declaration declares, later assignments included. */
export function valueOfExport(declaration: ts.Declaration, evaluation: Evaluation): Value {
  const name = ts.getNameOfDeclaration(declaration);
  const binding = evaluation.unit.scope.bindingOf(name);
  return binding === undefined
    ? evaluation.once(declaration, 'declared', () => valueOfDeclaration(declaration, evaluation))
    : valueOfBinding(binding, evaluation);
}

function valueOfDeclaration(node: ts.Declaration, evaluation: Evaluation): Value {
  const typed = ts.isVariableDeclaration(node) ? evaluation.valueOfType(node.type) : UNKNOWN;
  return typed.kind === 'unknown' ? heldTo(valueDeclared(node, evaluation), typed) : typed;
}

function valueDeclared(node: ts.Declaration, evaluation: Evaluation): Value {
  const declared = declaredBy(node);
  switch (declared.kind) {
    case 'value':
      return evaluation.valueOf(declared.of);
    case 'each':
      return elementOf(evaluation.valueOf(declared.of), undefined, node, evaluation);
    case 'given':
      return valueOfParameter(declared.parameter, evaluation);
    case 'function':
      return { kind: 'function', node: declared.fn, unit: evaluation.unit };
    case 'class':
      return { kind: 'class', node: declared.class, unit: evaluation.unit };
    case 'imported':
      return valueImported(declared, node, evaluation);
    case 'element':
    case 'end':
    case 'part':
    case 'rest':
      return valueInPattern(declared, node, evaluation);
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
  evaluation: Evaluation,
): Value {
  const given = specifier === '#imports' && name !== undefined ? valueOfAutoImport(name, node, evaluation) : undefined;
  return given ?? valueOfImport(specifier, name, node, evaluation);
}

function valueInPattern(
  declared: Extract<Declared, { kind: 'element' | 'end' | 'part' | 'rest' }>,
  node: ts.Declaration,
  evaluation: Evaluation,
): Value {
  const taken = (): Value => partInPattern(declared, node, evaluation);
  const initial = 'initial' in declared ? declared.initial : undefined;
  return initial === undefined || isEmptyObject(unwrap(initial))
    ? taken()
    : join([evaluation.soFar(taken), evaluation.soFar(() => evaluation.valueOf(initial))]);
}

/** What a pattern takes off what it is given, without its default. */
export function valueTakenBy(node: ts.BindingElement, evaluation: Evaluation): Value {
  const declared = declaredBy(node);
  return declared.kind === 'part' || declared.kind === 'element' ? partInPattern(declared, node, evaluation) : UNKNOWN;
}

/** What the pattern around `node` takes apart. */
export function valueTakenApart(node: ts.BindingElement, evaluation: Evaluation): Value {
  const declared = declaredBy(node);
  return declared.kind === 'part' ? wholeOf(declared.of, evaluation) : UNKNOWN;
}

function wholeOf(of: Whole, evaluation: Evaluation): Value {
  return evaluation.once(of, 'declared', () => valueOfDeclaration(of, evaluation));
}

function partInPattern(
  declared: Extract<Declared, { kind: 'element' | 'end' | 'part' | 'rest' }>,
  node: ts.Declaration,
  evaluation: Evaluation,
): Value {
  const { kind, of } = declared;
  const whole = wholeOf(of, evaluation);
  if (kind === 'rest') return whole;
  // The end of one of the SDK's lists has the same elements.
  if (kind === 'end') return whole.kind === 'sdk' ? whole : UNKNOWN;
  if (kind === 'part' && declared.name === undefined) return UNKNOWN;
  return kind === 'element'
    ? elementOf(whole, declared.index, node, evaluation)
    : evaluation.property(whole, declared.name ?? '', node);
}

/** What a parameter is given, as far as its type, its default or the function's only caller says. */
export function valueOfParameter(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  if (node.type === undefined) {
    const typed = valueExpected(node, evaluation);
    return isUnknown(typed) ? valueGiven(node, evaluation) : typed;
  }
  const typed = evaluation.valueOfType(node.type);
  // `(user: any) => …`
  return isUnknown(typed) ? heldByOthers(node, evaluation) : typed;
}

/** What the place of its function says that a parameter without a type is. */
function valueExpected(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  const { unit } = evaluation;
  const expected = contextualType(node, unit);
  if (expected === undefined) return UNKNOWN;
  const value = evaluation.in(expected.unit).valueOfType(expected.node);
  // Two functions of one type are given two objects.
  return value.kind === 'sdk' ? { ...value, origin: node, unit } : value;
}

/** What a parameter without a type is given. */
function valueGiven(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  // TypeScript holds callers to the default's type; JavaScript lets them pass anything.
  if (node.initializer !== undefined)
    return evaluation.unit.isTypeScript && !isCastToAny(node.initializer)
      ? evaluation.valueOf(node.initializer)
      : UNKNOWN;
  const value = globalUnderName(node, evaluation) ?? valueOfCallbackParameter(node, evaluation);
  return isUnknown(value) ? (givenByFunction(node, evaluation) ?? heldByOthers(node, evaluation)) : value;
}

function heldByOthers(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  const held = heldByCallback(node, evaluation);
  return isUnknown(held) ? evaluation.heldByCallers(node) : held;
}

function heldByCallback({ parent: fn }: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  return ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? heldByCaller(fn, evaluation) : UNKNOWN;
}

/** The browser's global object, to which scripts give a name of their own, or what they give in its place. */
function globalUnderName(node: ts.ParameterDeclaration, evaluation: Evaluation): Value | undefined {
  const given = givenAtOnce(node, evaluation.unit);
  const value = given === undefined ? UNKNOWN : evaluation.valueOf(given);
  return value.kind === 'object' || (value.kind === 'sdk' && value.type === 'browser-global') ? value : undefined;
}

/** `(function (root) { … })(window)`, `(function (root) { … }).call(this, window)`: nobody else calls it. */
function givenAtOnce(node: ts.ParameterDeclaration, { scope }: Unit): ts.Expression | undefined {
  const { parent: fn } = node;
  if (node.dotDotDotToken !== undefined || mentionsArguments(fn)) return undefined;
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return undefined;
  if (fn.name !== undefined && (scope.bindingOf(fn.name)?.references.length ?? 0) > 0) return undefined;
  const use = useOf(fn);
  const given =
    use.kind === 'called' && ts.isCallExpression(use.by)
      ? use.by.arguments
      : use.kind === 'method' && accessOf(use.access)?.name === 'call'
        ? use.call.arguments.slice(1)
        : [];
  const index = parametersOf(fn).indexOf(node);
  return givenAt(index, given);
}

/** Methods of arrays whose callback gets an element first. */
const ELEMENT_CALLBACKS = methodsThat(({ handsOut }) => handsOut[0] === 0, LIST_METHODS);

/**
 * The first parameter of a function given to `.then()` or to one of an array's iterating methods; another one of what
 * begins a store.
 */
function valueOfCallbackParameter(node: ts.ParameterDeclaration, evaluation: Evaluation): Value {
  const { parent: callback } = node;
  if (callback.parameters[0] !== node) return stateInside(node, evaluation) ?? UNKNOWN;
  const given = storeAround(callback, evaluation.unit, ['getters']) ?? valueFromWrapper(callback, evaluation);
  if (given !== undefined) return given;
  const use = ts.isArrowFunction(callback) || ts.isFunctionExpression(callback) ? useOf(callback) : undefined;
  if (use?.kind !== 'argument' || !ts.isCallExpression(use.call)) return UNKNOWN;
  if (use.index > 0) return use.index === 1 ? valueWatched(use.call, evaluation) : UNKNOWN;
  const { expression } = use.call;
  const access = accessOf(expression);
  const state = isNameOrMember(expression) ? evaluation.valueOf(expression) : UNKNOWN;
  if (state.kind === 'state-hook') return state.state;
  if (access === undefined) return UNKNOWN;
  if (access.name === 'then') return evaluation.valueOf(access.object);
  if (access.name === 'subscribe' || access.name === 'listen')
    return valueInNanostore(evaluation.valueOf(access.object), node, evaluation) ?? UNKNOWN;
  return ELEMENT_CALLBACKS.has(access.name)
    ? elementOf(evaluation.valueOf(access.object), undefined, node, evaluation)
    : UNKNOWN;
}
