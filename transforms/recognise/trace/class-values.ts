import { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { isComponentClass } from '../../language/react.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, contains, hasModifier, nameText } from '../../syntax.ts';
import { join, NONE, STRANGER, UNKNOWN, type Value } from '../sdk/value.ts';
import { valueOfParameter } from './bindings.ts';
import { madeAt, resultOf } from './call-values.ts';
import { valueFromWrapper } from './react-props.ts';
import type { Evaluation } from './evaluation.ts';

/** What a class extends. */
export function baseOf(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
}

/** Whether a class extends another one, in turn. */
export function extendsClass(
  node: ts.ClassLikeDeclaration,
  above: ts.ClassLikeDeclaration,
  unit: Unit,
  evaluation: Evaluation,
): boolean {
  const seen = new Set<ts.Node>();
  for (let [at, where] = [node, unit]; !seen.has(at);) {
    seen.add(at);
    const base = baseOf(at);
    const value = base === undefined ? UNKNOWN : evaluation.soFar(() => evaluation.valueOf(base.expression, where));
    if (value.kind !== 'class') return false;
    if (value.node === above) return true;
    [at, where] = [value.node, value.unit];
  }
  return false;
}

/** What `name` of an instance of a class is, or of the class itself where it is static. */
export function memberOfClass(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  evaluation: Evaluation,
): Value {
  return evaluation.once(node, `${isStatic ? 'static ' : ''}.${name}`, () =>
    findMemberOfClass(node, name, unit, isStatic, evaluation),
  );
}

function findMemberOfClass(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  evaluation: Evaluation,
): Value {
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) {
      const parameter = member.parameters.find(
        (candidate) => ts.isParameterPropertyDeclaration(candidate, member) && nameText(candidate.name) === name,
      );
      if (parameter !== undefined) return valueOfParameter(parameter, unit, evaluation);
      continue;
    }
    if (nameText(member.name) !== name || hasStatic(member) !== isStatic) continue;
    if (ts.isPropertyDeclaration(member)) return valueOfField(member, node, name, unit, evaluation);
    if (ts.isMethodDeclaration(member)) return { kind: 'function', node: member, unit };
    if (ts.isGetAccessor(member)) return madeAt(resultOf(member, unit, evaluation), member, member, unit);
    return UNKNOWN;
  }
  const props = name === 'props' && !isStatic ? propsOfClass(node, unit, evaluation) : undefined;
  if (props !== undefined) return props;
  const assigned = assignedField(node, name, isStatic, unit, evaluation);
  return assigned.length === 0 ? inheritedMember(node, name, unit, isStatic, evaluation) : valueOfFilled(assigned);
}

/**
 * The `props` of a component that is a class: what wraps it gives them, or the type that is written for them.
 */
function propsOfClass(node: ts.ClassLikeDeclaration, unit: Unit, evaluation: Evaluation): Value | undefined {
  const given = valueFromWrapper(node, unit, evaluation);
  if (given !== undefined) return given;
  const base = baseOf(node);
  const type = base !== undefined && isComponentClass(base.expression, unit) ? base.typeArguments?.[0] : undefined;
  const value = type === undefined ? UNKNOWN : evaluation.valueOfType(type, unit);
  return value.kind === 'sdk' || value.kind === 'typed' ? value : undefined;
}

export function hasStatic(member: ts.ClassElement): boolean {
  return hasModifier(member, ts.SyntaxKind.StaticKeyword);
}

function valueOfField(
  member: ts.PropertyDeclaration,
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  evaluation: Evaluation,
): Value {
  const typed = evaluation.valueOfType(member.type, unit);
  if (typed.kind !== 'unknown') return typed;
  const { initializer } = member;
  const initial = initializer === undefined ? [] : [evaluation.soFar(() => evaluation.valueOf(initializer, unit))];
  return valueOfFilled([...initial, ...assignedField(node, name, hasStatic(member), unit, evaluation)]);
}

/**
 * A field that is empty for all the file shows is filled from outside of it: by another file, a framework, an object
 * that is copied onto the class's.
 */
function valueOfFilled(values: readonly Value[]): Value {
  const value = join(values);
  if (value.kind !== 'nullish') return value;
  return values.some(({ kind }) => kind === 'none') ? NONE : UNKNOWN;
}

/** What the file assigns to the class's field. */
function assignedField(
  node: ts.ClassLikeDeclaration,
  name: string,
  isStatic: boolean,
  unit: Unit,
  evaluation: Evaluation,
): readonly Value[] {
  return unit.scope.propertyWrites(name).flatMap((write) => {
    const target = accessOf(write);
    if (target === undefined || !isOfClass(target.object, write, node, isStatic, unit, evaluation)) return [];
    const { parent } = write;
    return [
      ts.isBinaryExpression(parent) && parent.left === write
        ? evaluation.soFar(() => evaluation.valueOf(parent.right, unit))
        : UNKNOWN,
    ];
  });
}

/** Whether a property is written on an instance of the class, or on the class itself, inside of it or from outside. */
function isOfClass(
  object: ts.Expression,
  write: ts.Node,
  node: ts.ClassLikeDeclaration,
  isStatic: boolean,
  unit: Unit,
  evaluation: Evaluation,
): boolean {
  const value = evaluation.soFar(() => evaluation.valueOf(object, unit));
  if (value.kind === 'instance' || value.kind === 'class')
    return value.node === node && (value.kind === 'class') === isStatic;
  return object.kind === ts.SyntaxKind.ThisKeyword && contains(node, write);
}

function inheritedMember(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  evaluation: Evaluation,
): Value {
  const base = baseOf(node);
  // Somebody puts it there: `Object.assign(this, services)`, a decorator, an interface of the same name.
  if (base === undefined) return UNKNOWN;
  const parent = evaluation.valueOf(base.expression, unit);
  if (parent.kind === 'class') return memberOfClass(parent.node, name, parent.unit, isStatic, evaluation);
  // What a package's class holds may be ours (`this.props.user`); a method of its own isn't (`row.update(…)`).
  return parent.kind === 'stranger' && GENERAL_UPDATES.has(name) ? STRANGER : UNKNOWN;
}

/** What puts one of the SDK's methods under such a name is found where it stands. */
export const GENERAL_UPDATES: ReadonlySet<string> = new Set(Object.values(SURFACES).map(({ method }) => method));
