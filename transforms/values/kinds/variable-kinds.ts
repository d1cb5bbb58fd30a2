import { ts } from 'ts-morph';
import { type Declared, declaredBy, takenFrom } from '../../flow/declared.ts';
import { useOf } from '../../flow/uses.ts';
import { bindingOfFunction } from '../../language/functions.ts';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { contextualType } from '../../language/contextual-type.ts';
import { isNeverReassigned, type Binding, type Write } from '../../language/scope.ts';
import { isInTemplate } from '../../language/template.ts';
import type { Unit } from '../../language/unit.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { hasWrittenType, parametersOf, wrapped, nameDeclared } from '../../syntax.ts';
import { containerOf } from '../../tree.ts';
import type { Asking } from './asking.ts';
import { kindsPastType, mayAssignAny } from './put-past-types.ts';
import { ARRAY, NOTHING, NUMBER, OBJECT, UNDEFINED, UNKNOWN, UNTYPED, without, type Kinds } from './kinds.ts';
import { mayTakeAny } from './filled-lists.ts';
import { lastAssigned } from './last-assigned.ts';
import { kindsOfElement, kindsOfMember } from './member-kinds.ts';
import { mayBeShort } from './open-lists.ts';
import { kindsOfArithmetic } from './operator-kinds.ts';
import { kindsOfState } from './state-kinds.ts';
import { kindsOfWritten } from './written-types.ts';
import { declarationNamed } from '../../language/named-declarations.ts';

/** What an identifier that stands for a value may be, conditions around it aside. */
export function kindsOfIdentifier(node: ts.Identifier, asking: Asking): Kinds {
  const { unit, ask, elsewhere } = asking;
  const named = declarationNamed(node, 'value', unit);
  if (named !== undefined && named.unit !== unit) {
    const name = nameDeclared(named.node);
    return name === undefined ? UNKNOWN : elsewhere(name, named.unit);
  }
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return node.text === 'NaN' || node.text === 'Infinity' ? NUMBER : UNKNOWN;
  // Markup and reactive statements run at any time.
  const last = isNeverReassigned(binding) || unit.component !== undefined ? [] : lastAssigned(node, binding);
  if (last.length === 0) return ask(binding);
  const kinds = last.reduce((given, write) => given | kindsOfWrite(write, asking), NOTHING);
  // A written type holds for what isn't known, too.
  const { declaration } = binding;
  return (kinds & UNKNOWN) !== 0 && declaration !== undefined && hasWrittenType(declaration) ? ask(binding) : kinds;
}

/** What a variable may be, whichever of its assignments was the last. */
export function kindsOfBinding(binding: Binding, asking: Asking): Kinds {
  const { declaration, writes } = binding;
  if (declaration === undefined) return UNKNOWN;
  // A written type holds for every assignment, but for that of any; else each assigned value counts.
  if (isNeverReassigned(binding) || hasWrittenType(declaration))
    return kindsDeclared(binding, declaration, asking) | (isAssignedAny(writes, asking) ? UNKNOWN | UNTYPED : NOTHING);
  return writes.reduce(
    (kinds, write) => kinds | kindsOfWrite(write, asking),
    initialKinds(declaration, asking) | (binding.isHoisted ? UNDEFINED : NOTHING),
  );
}

function isAssignedAny(writes: readonly Write[], asking: Asking): boolean {
  return writes.some(
    (write) => mayAssignAny(write.target, asking.unit) && (kindsOfWrite(write, asking) & UNKNOWN) !== 0,
  );
}

/** What a variable is before anything is assigned to it. */
function initialKinds(declaration: ts.Declaration, asking: Asking): Kinds {
  return declaredBy(declaration).kind === 'unset' ? UNDEFINED : kindsOfDeclaration(declaration, asking);
}

function kindsOfWrite({ target }: Write, { ask, unit }: Asking): Kinds {
  // There, counting stands for whatever a framework does with a variable.
  if (isInTemplate(target, unit)) return UNKNOWN;
  const node = wrapped(target);
  const { parent } = node;
  // An assignment gives what it assigns.
  if (ts.isBinaryExpression(parent) && parent.left === node) return ask(parent);
  return ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)
    ? kindsOfArithmetic([ask(target)])
    : UNKNOWN;
}

/** By its written type, or, where that says nothing of what is never assigned again, by its value. */
function kindsDeclared(binding: Binding, declaration: ts.Declaration, asking: Asking): Kinds {
  const kinds = kindsOfDeclaration(declaration, asking);
  if ((kinds & UNKNOWN) === 0 || !hasWrittenType(declaration) || !isNeverReassigned(binding)) return kinds;
  const declared = declaredBy(declaration);
  const value = declared.kind === 'value' ? asking.ask(declared.of) : UNKNOWN;
  return (value & UNKNOWN) === 0 ? value : kinds;
}

function kindsOfDeclaration(node: ts.Declaration, asking: Asking): Kinds {
  const { unit, ask } = asking;
  if (hasWrittenType(node))
    return kindsOfWritten(
      { node: node.type, unit, optional: ts.isParameter(node) && node.questionToken !== undefined },
      unit,
    );
  const declared = declaredBy(node);
  switch (declared.kind) {
    case 'value':
      return ask(declared.of);
    case 'function':
    case 'class':
    case 'enum':
    case 'rest':
      return OBJECT;
    case 'end':
      return ARRAY;
    case 'given':
      return declared.parameter.dotDotDotToken === undefined ? kindsGiven(declared.parameter, asking) : ARRAY;
    case 'part':
    case 'element': {
      const known = kindsOfPart(node as ts.BindingElement, declared, asking);
      const kinds =
        declared.kind === 'element' && (known & UNKNOWN) !== 0 && mayBeShort(declared.of, unit)
          ? known | UNDEFINED
          : known;
      return declared.initial === undefined ? kinds : without(kinds, UNDEFINED) | ask(declared.initial);
    }
    default:
      return UNKNOWN;
  }
}

/** What a parameter without a type may be: by what its function is expected to be, or by what that is given. */
function kindsGiven(parameter: ts.ParameterDeclaration, asking: Asking): Kinds {
  const expected = contextualType(parameter, asking.unit);
  return expected === undefined ? kindsPassed(parameter, asking) : kindsOfWritten(expected, asking.unit);
}

/** What a parameter is given by the calls of its function, where these are all in sight. */
function kindsPassed(parameter: ts.ParameterDeclaration, { unit, ask }: Asking): Kinds {
  const { parent: fn } = parameter;
  const index = parametersOf(fn).indexOf(parameter);
  const calls = parameter.initializer === undefined ? allCallsOf(fn, unit) : undefined;
  if (calls === undefined || calls.length === 0) return UNKNOWN;
  return calls.reduce((kinds, { arguments: given }) => {
    const passed = given[index];
    if (given.slice(0, index + 1).some(ts.isSpreadElement)) return UNKNOWN;
    return kinds | (passed === undefined ? UNDEFINED : ask(passed));
  }, NOTHING);
}

/** All calls of a function that has no other name, and which nobody else can call; undefined where others may. */
function allCallsOf(fn: ts.SignatureDeclaration, unit: Unit): readonly ts.CallExpression[] | undefined {
  // A script's own functions are there for the whole page, a component's for its markup.
  if (unit.component !== undefined || ts.isSourceFile(containerOf(fn)) || mentionsArguments(fn)) return undefined;
  // It calls itself by a name of its own.
  if (ts.isFunctionExpression(fn) && fn.name !== undefined) return undefined;
  const mentions = bindingOfFunction(fn, unit)?.references ?? [];
  const calls = mentions.flatMap((mention) => {
    const use = useOf(mention);
    return use.kind === 'called' && ts.isCallExpression(use.by) ? [use.by] : [];
  });
  return calls.length === mentions.length ? calls : undefined;
}

/** What a pattern takes out: by its written type, of a literal in sight, or a state of React's. */
function kindsOfPart(
  element: ts.BindingElement,
  declared: Extract<Declared, { kind: 'part' | 'element' }>,
  asking: Asking,
): Kinds {
  const { name } = element;
  const written = ts.isIdentifier(name) ? writtenTypeOf(name, asking.unit) : undefined;
  if (mayTakeAny(element, asking.unit)) return UNKNOWN | UNTYPED;
  if (written !== undefined) return kindsOfWritten(written, asking.unit) | kindsPastType(element, asking);
  const whole = declared.kind === 'element' ? declaredBy(declared.of) : undefined;
  const split = whole?.kind === 'value' ? kindsOfElement(whole.of, asking) : UNKNOWN;
  if (split !== UNKNOWN) return split;
  const taken = takenFrom(declared);
  return taken === undefined ? kindsOfState(element, asking) : kindsOfMember(taken.object, taken.name, asking);
}
