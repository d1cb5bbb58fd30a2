import { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { isComponentClass } from '../../language/react.ts';
import { accessOf, hasModifier, nameText, parameterProperty, baseOf } from '../../syntax.ts';
import { contains } from '../../tree.ts';
import { heldTo, join, leadingTo } from '../sdk/joined-values.ts';
import { isUnknown, NONE, FOREIGN, UNKNOWN, type Value } from '../sdk/value.ts';
import { valueOfParameter } from './bindings.ts';
import { resultOf } from './call-values.ts';
import { madeAt } from './made-at.ts';
import { heldByTypes } from './held-values.ts';
import { valueFromWrapper } from '../frameworks/react-props.ts';
import type { ClassValue } from './inheritance.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** What `name` of an instance of a class is, or of the class itself where it is static. */
export function memberOfClass(owner: ClassValue, name: string, evaluation: Evaluation): Value {
  const isStatic = owner.kind === 'class';
  return evaluation.once(owner.node, `${isStatic ? 'static ' : ''}.${name}`, () =>
    findMemberOfClass(owner, name, evaluation.in(owner.unit)),
  );
}

function findMemberOfClass(owner: ClassValue, name: string, evaluation: Evaluation): Value {
  const { node, unit } = owner;
  for (const member of node.members) {
    const parameter = parameterProperty(member, name);
    if (parameter !== undefined) return valueOfParameter(parameter, evaluation);
    if (nameText(member.name) !== name || hasStatic(member) !== (owner.kind === 'class')) continue;
    if (ts.isPropertyDeclaration(member)) return valueOfField(member, owner, name, evaluation);
    if (ts.isMethodDeclaration(member)) return { kind: 'function', node: member, unit };
    if (ts.isGetAccessor(member)) return madeAt(resultOf(member, evaluation), member, member, unit);
    return UNKNOWN;
  }
  const props = name === 'props' && owner.kind === 'instance' ? propsOfClass(node, evaluation) : undefined;
  if (props !== undefined) return props;
  const assigned = assignedField(owner, name, evaluation);
  return assigned.length === 0 ? inheritedMember(owner, name, evaluation) : valueOfFilled(assigned);
}

/**
 * The `props` of a component that is a class: what wraps it gives them, or the type that is written for them.
 */
function propsOfClass(node: ts.ClassLikeDeclaration, evaluation: Evaluation): Value | undefined {
  const given = valueFromWrapper(node, evaluation);
  if (given !== undefined) return given;
  const base = baseOf(node);
  const type =
    base !== undefined && isComponentClass(base.expression, evaluation.unit) ? base.typeArguments?.[0] : undefined;
  const value = type === undefined ? UNKNOWN : evaluation.valueOfType(type);
  return value.kind === 'sdk' || value.kind === 'typed' ? value : undefined;
}

export function hasStatic(member: ts.ClassElement): boolean {
  return hasModifier(member, ts.SyntaxKind.StaticKeyword);
}

function valueOfField(member: ts.PropertyDeclaration, owner: ClassValue, name: string, evaluation: Evaluation): Value {
  const typed = evaluation.valueOfType(member.type);
  if (typed.kind !== 'unknown') return typed;
  const { initializer } = member;
  const initial = initializer === undefined ? [] : [evaluation.soFar(() => evaluation.valueOf(initializer))];
  return heldTo(valueOfFilled([...initial, ...assignedField(owner, name, evaluation)]), typed);
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
function assignedField(owner: ClassValue, name: string, evaluation: Evaluation): readonly Value[] {
  return valuesWritten(name, evaluation, (object) => isOfClass(object, owner, evaluation));
}

/**
 * What the file puts under a name of some objects.
 *
 * @param left what may be there before, where `??=` leaves it
 */
export function valuesWritten(
  name: string,
  evaluation: Evaluation,
  isAsked: (object: ts.Expression) => boolean,
  left: readonly Value[] = [],
): readonly Value[] {
  return evaluation.unit.scope.propertyWrites(name).flatMap((write) => {
    const target = accessOf(write);
    if (target === undefined || !isAsked(target.object)) return [];
    const { parent } = write;
    if (!ts.isBinaryExpression(parent) || parent.left !== write) return [UNKNOWN];
    const written = evaluation.soFar(() => evaluation.valueOf(parent.right));
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? [written] : [...left, written];
  });
}

/** Whether an object is an instance of the class, or the class itself, inside of it or from outside. */
function isOfClass(object: ts.Expression, owner: ClassValue, evaluation: Evaluation): boolean {
  const value = evaluation.soFar(() => evaluation.valueOf(object));
  if (value.kind === 'instance' || value.kind === 'class')
    return value.node === owner.node && value.kind === owner.kind;
  return object.kind === ts.SyntaxKind.ThisKeyword && contains(owner.node, object);
}

function inheritedMember({ kind, node }: ClassValue, name: string, evaluation: Evaluation): Value {
  const base = baseOf(node);
  // Somebody puts it there: `Object.assign(this, services)`, a decorator, an interface of the same name.
  if (base === undefined) return UNKNOWN;
  const value = memberOfBase(base, kind, name, evaluation);
  // `class Users extends Repository<ClerkClient['users']>`
  return isUnknown(value) ? leadingTo([heldByTypes(base.typeArguments, evaluation)]) : value;
}

function memberOfBase(
  base: ts.ExpressionWithTypeArguments,
  kind: ClassValue['kind'],
  name: string,
  evaluation: Evaluation,
): Value {
  const parent = evaluation.valueOf(base.expression);
  if (parent.kind === 'class') return memberOfClass({ ...parent, kind }, name, evaluation);
  // What a model of a database has itself gives its rows.
  if (parent.kind === 'foreign' && parent.isThroughout === true && kind === 'class') return parent;
  // What a package's class holds may be ours (`this.props.user`); a method of its own isn't (`row.update(…)`).
  return parent.kind === 'foreign' && GENERAL_UPDATES.has(name) ? FOREIGN : UNKNOWN;
}

/** What puts one of the SDK's methods under such a name is found where it stands. */
export const GENERAL_UPDATES: ReadonlySet<string> = new Set(Object.values(SURFACES).map(({ method }) => method));
