import { ts } from 'ts-morph';
import { isNeverReassigned, type Binding, type Write } from '../../recognise/source/scope.ts';
import { isInTemplate } from '../../recognise/source/template.ts';
import { writtenTypeOf } from '../../recognise/source/written-type.ts';
import { hasWrittenType, nameText, wrapped } from '../../syntax.ts';
import type { Asking } from './asking.ts';
import { ARRAY, NOTHING, NUMBER, OBJECT, UNDEFINED, UNKNOWN, without, type Kinds } from './kinds.ts';
import { kindsOfMember } from './member-kinds.ts';
import { kindsOfArithmetic } from './operator-kinds.ts';
import { kindsOfType, kindsOfWritten } from './written-types.ts';

/** What an identifier that stands for a value may be, conditions around it aside. */
export function kindsOfIdentifier(node: ts.Identifier, { unit, ask }: Asking): Kinds {
  const binding = unit.scope.bindingOf(node);
  if (binding !== undefined) return ask(binding);
  return node.text === 'NaN' || node.text === 'Infinity' ? NUMBER : UNKNOWN;
}

/** What a variable may be, whichever of its assignments was the last. */
export function kindsOfBinding(binding: Binding, asking: Asking): Kinds {
  const { declaration, writes } = binding;
  if (declaration === undefined) return UNKNOWN;
  // A written type holds for every assignment; else each assigned value counts.
  if (isNeverReassigned(binding) || hasWrittenType(declaration)) return kindsOfDeclaration(declaration, asking);
  return writes.reduce(
    (kinds, write) => kinds | kindsOfWrite(write, asking),
    initialKinds(declaration, asking) | (binding.isHoisted ? UNDEFINED : NOTHING),
  );
}

/** What a variable is before anything is assigned to it. */
function initialKinds(declaration: ts.Declaration, asking: Asking): Kinds {
  // A loop's head or a catch clause gives the variable something of its own.
  const isPlain =
    ts.isVariableDeclaration(declaration) &&
    ts.isVariableDeclarationList(declaration.parent) &&
    ts.isVariableStatement(declaration.parent.parent);
  return isPlain && declaration.initializer === undefined ? UNDEFINED : kindsOfDeclaration(declaration, asking);
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

function kindsOfDeclaration(node: ts.Declaration, asking: Asking): Kinds {
  const { unit, ask } = asking;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) return OBJECT;
  if (ts.isVariableDeclaration(node)) {
    if (node.type !== undefined) return kindsOfType(node.type, unit);
    return node.initializer === undefined ? UNKNOWN : ask(node.initializer);
  }
  if (ts.isParameter(node)) {
    if (node.type !== undefined)
      return kindsOfWritten({ node: node.type, optional: node.questionToken !== undefined }, unit);
    return node.dotDotDotToken === undefined ? UNKNOWN : ARRAY;
  }
  return ts.isBindingElement(node) ? kindsOfBindingElement(node, asking) : UNKNOWN;
}

function kindsOfBindingElement(node: ts.BindingElement, asking: Asking): Kinds {
  if (node.dotDotDotToken !== undefined) return ts.isArrayBindingPattern(node.parent) ? ARRAY : OBJECT;
  const written = ts.isIdentifier(node.name) ? writtenTypeOf(node.name, asking.unit) : undefined;
  const kinds = written === undefined ? kindsOfDestructured(node, asking) : kindsOfWritten(written, asking.unit);
  return node.initializer === undefined ? kinds : without(kinds, UNDEFINED) | asking.ask(node.initializer);
}

/** `const { key } = <literal in sight>`. */
function kindsOfDestructured(node: ts.BindingElement, asking: Asking): Kinds {
  const owner = node.parent.parent;
  const name = nameText(node.propertyName ?? node.name);
  if (
    !ts.isObjectBindingPattern(node.parent) ||
    !ts.isVariableDeclaration(owner) ||
    owner.initializer === undefined ||
    name === undefined
  )
    return UNKNOWN;
  return kindsOfMember(owner.initializer, name, asking);
}
