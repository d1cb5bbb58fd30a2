import { ts } from 'ts-morph';
import { SURFACES } from '../../api-change.ts';
import { useOf } from '../../flow/uses.ts';
import { accessOf, contains, hasWrittenType, nameText, unwrap, wrapped } from '../../syntax.ts';
import { isExported } from '../source/exported.ts';
import { isComponentClass } from '../source/react.ts';
import { onlyReadsArguments } from '../source/readers.ts';
import { COMPUTED } from '../source/scope.ts';
import { sdkExport, sdkProperty } from '../sdk/sdk-values.ts';
import { NAMED_AS_IN_API, SHAPES, type Shape } from '../sdk/shapes.ts';
import { madeAt, resultOf } from './call-values.ts';
import { valueOfBinding, valueOfParameter } from './bindings.ts';
import { exportedValue } from './imported-values.ts';
import { memberOfStore } from './pinia.ts';
import { valueFromWrapper } from './react-props.ts';
import { valueOfMember } from './vue.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from '../source/unit.ts';
import { firstOf, join, NONE, STRANGER, UNKNOWN, type Value } from '../sdk/value.ts';

/** What `name` of the value is. */
export function propertyOf(value: Value, name: string, at: ts.Node, unit: Unit, tracing: Tracing): Value {
  switch (value.kind) {
    case 'sdk':
      if (value.isClaimed === true && !Object.hasOwn(SHAPES[value.shape].properties ?? {}, name)) return UNKNOWN;
      return (
        (value.shape === 'browser-global' ? valueOfGlobal(name, unit, tracing) : undefined) ??
        sdkProperty(value, name, at, unit)
      );
    case 'object':
      return tracing.once(value.node, `.${name}`, () => propertyOfLiteral(value.node, name, value.unit, tracing));
    case 'instance':
      return readAt(memberOfClass(value.node, name, value.unit, false, tracing), at, unit);
    case 'class':
      return memberOfClass(value.node, name, value.unit, true, tracing);
    case 'typed':
      return readAt(
        tracing.once(value.node, `.${name}`, () => memberOfType(value.node, name, value.unit, tracing)),
        at,
        unit,
      );
    case 'module':
      return exportedValue(value.unit, name, tracing);
    case 'sdk-module':
      // A default import of a CommonJS module has the named exports on it.
      return name === 'default' ? value : sdkExport(value.name, name, at, unit);
    case 'stranger':
      return propertyOfStranger(value, name);
    case 'ref':
      return name === 'value' ? value.value : STRANGER;
    case 'component':
      return tracing.once(value.node, `component.${name}`, () => valueOfMember(value.node, name, value.unit, tracing));
    case 'store':
      return memberOfStore(value, name, at, tracing);
    case 'state-hook':
      return name === 'getState' || name === 'getInitialState' ? value : UNKNOWN;
    case 'array':
    case 'function':
    case 'store-hook':
    case 'nullish':
      return STRANGER;
    case 'unknown':
    case 'none':
      return value;
  }
}

/**
 * What others put into a package's object: frameworks let theirs be extended (`request.clerk`), containers are made for
 * it (`subject.value`, `ref.current`).
 */
const GIVEN = /clerk|^(?:current|state|value)$/i;

/** What a name of a package's object holds: a package of one's own may well hand out the SDK's (`identity.users`). */
function propertyOfStranger(value: Extract<Value, { kind: 'stranger' }>, name: string): Value {
  if (value.ofSdk) return value;
  if (GIVEN.test(name)) return UNKNOWN;
  if (!NAMED_AS_IN_API.test(name)) return value;
  if (value.isMade !== true) return UNKNOWN;
  return value.package === undefined ? value : { kind: 'stranger', ofSdk: false, package: value.package };
}

/** What the file puts on the global object under a name; undefined where it puts nothing there. */
function valueOfGlobal(name: string, unit: Unit, tracing: Tracing): Value | undefined {
  const writes = unit.scope.propertyWrites(name).filter((write) => {
    const object = accessOf(write)?.object;
    return (
      object !== undefined &&
      ts.isIdentifier(unwrap(object)) &&
      isSdkShape(tracing.valueOf(object, unit), 'browser-global')
    );
  });
  if (writes.length === 0) return undefined;
  return join(
    writes.map(({ parent }) =>
      ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
        ? tracing.soFar(() => tracing.valueOf(parent.right, unit))
        : UNKNOWN,
    ),
  );
}

function isSdkShape(value: Value, shape: Shape): boolean {
  return value.kind === 'sdk' && value.shape === shape;
}

/** Two objects of one class or type have a member each: what tells those apart is where they are read. */
function readAt(value: Value, at: ts.Node, unit: Unit): Value {
  return value.kind === 'sdk' ? { ...value, origin: at, unit } : value;
}

function propertyOfLiteral(node: ts.ObjectLiteralExpression, name: string, unit: Unit, tracing: Tracing): Value {
  const writes = [...unit.scope.propertyWrites(name), ...unit.scope.propertyWrites(COMPUTED)];
  if (writes.some((write) => isWriteInto(write, node, unit, tracing))) return UNKNOWN;
  const value = valueInLiteral(node, name, unit, tracing);
  if (value !== undefined && value.kind !== 'nullish') return value;
  // What isn't there yet may come.
  return isOnlyRead(node, unit) ? (value ?? STRANGER) : UNKNOWN;
}

/** What a literal is written with as `name`; undefined where it has none. */
function valueInLiteral(
  node: ts.ObjectLiteralExpression,
  name: string,
  unit: Unit,
  tracing: Tracing,
): Value | undefined {
  for (const element of [...node.properties].reverse()) {
    if (ts.isSpreadAssignment(element)) {
      const spread = tracing.property(tracing.valueOf(element.expression, unit), name, element, unit);
      if (spread.kind !== 'stranger') return spread;
    } else if (nameText(element.name) === name) {
      return valueOfElement(element, unit, tracing);
    }
  }
  return undefined;
}

/**
 * Whether nobody can put anything on an object: it is in a variable of the file alone, whose every mention reads from
 * it.
 */
function isOnlyRead(literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  const { parent } = wrapped(literal);
  // A written type says what else may be there: `Record<string, ClerkClient>`.
  if (
    !ts.isVariableDeclaration(parent) ||
    !ts.isIdentifier(parent.name) ||
    isExported(parent) ||
    hasWrittenType(parent)
  )
    return false;
  return unit.scope.bindingOf(parent.name)?.references.every((mention) => isOnlyLookedAt(mention, unit)) ?? false;
}

/** Whether a mention of an object puts nothing on it, and gives it to nobody who could: a method has it as its `this`. */
function isOnlyLookedAt(mention: ts.Identifier, unit: Unit): boolean {
  const use = useOf(mention);
  switch (use.kind) {
    case 'asked':
      return true;
    case 'part':
      return accessOf(use.access) !== undefined;
    case 'name':
      return ts.isObjectBindingPattern(use.name);
    case 'spread':
      return ts.isObjectLiteralExpression(use.into);
    case 'argument':
      return ts.isCallExpression(use.call) && onlyReadsArguments(use.call, unit);
    default:
      return false;
  }
}

/**
 * Whether a property write goes into the object: under the name of the variable that was declared with it, or as `this`
 * of its methods.
 */
function isWriteInto(write: ts.Expression, literal: ts.ObjectLiteralExpression, unit: Unit, tracing: Tracing): boolean {
  if (!ts.isPropertyAccessExpression(write) && !ts.isElementAccessExpression(write)) return false;
  const object = unwrap(write.expression);
  if (object.kind === ts.SyntaxKind.ThisKeyword) {
    const self = tracing.valueOf(object, unit);
    return self.kind === 'object' && self.node === literal;
  }
  const declaration = ts.isIdentifier(object) ? unit.scope.bindingOf(object)?.declaration : undefined;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    unwrap(declaration.initializer) === literal
  );
}

function valueOfElement(
  element: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  unit: Unit,
  tracing: Tracing,
): Value {
  if (ts.isPropertyAssignment(element)) return tracing.valueOf(element.initializer, unit);
  if (ts.isMethodDeclaration(element)) return { kind: 'function', node: element, unit };
  if (!ts.isShorthandPropertyAssignment(element))
    return madeAt(resultOf(element, unit, tracing), element, element.parent, unit);
  const binding = unit.scope.bindingOf(element.name);
  return binding === undefined ? UNKNOWN : valueOfBinding(binding, unit, tracing);
}

function memberOfClass(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  tracing: Tracing,
): Value {
  return tracing.once(node, `${isStatic ? 'static ' : ''}.${name}`, () =>
    findMemberOfClass(node, name, unit, isStatic, tracing),
  );
}

function findMemberOfClass(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  tracing: Tracing,
): Value {
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) {
      const parameter = member.parameters.find(
        (candidate) => ts.isParameterPropertyDeclaration(candidate, member) && nameText(candidate.name) === name,
      );
      if (parameter !== undefined) return valueOfParameter(parameter, unit, tracing);
      continue;
    }
    if (nameText(member.name) !== name || hasStatic(member) !== isStatic) continue;
    if (ts.isPropertyDeclaration(member)) return valueOfField(member, node, name, unit, tracing);
    if (ts.isMethodDeclaration(member)) return { kind: 'function', node: member, unit };
    if (ts.isGetAccessor(member)) return madeAt(resultOf(member, unit, tracing), member, member, unit);
    return UNKNOWN;
  }
  const props = name === 'props' && !isStatic ? propsOfClass(node, unit, tracing) : undefined;
  if (props !== undefined) return props;
  const assigned = assignedField(node, name, isStatic, unit, tracing);
  return assigned.length === 0 ? inheritedMember(node, name, unit, isStatic, tracing) : valueOfFilled(assigned);
}

/**
 * The `props` of a component that is a class: what wraps it gives them, or the type that is written for them.
 */
function propsOfClass(node: ts.ClassLikeDeclaration, unit: Unit, tracing: Tracing): Value | undefined {
  const given = valueFromWrapper(node, unit, tracing);
  if (given !== undefined) return given;
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const type = base !== undefined && isComponentClass(base.expression, unit) ? base.typeArguments?.[0] : undefined;
  const value = type === undefined ? UNKNOWN : tracing.valueOfType(type, unit);
  return value.kind === 'sdk' || value.kind === 'typed' ? value : undefined;
}

export function hasStatic(member: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(member) &&
    (ts.getModifiers(member)?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false)
  );
}

function valueOfField(
  member: ts.PropertyDeclaration,
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  tracing: Tracing,
): Value {
  const typed = tracing.valueOfType(member.type, unit);
  if (typed.kind !== 'unknown') return typed;
  const { initializer } = member;
  const initial = initializer === undefined ? [] : [tracing.soFar(() => tracing.valueOf(initializer, unit))];
  return valueOfFilled([...initial, ...assignedField(node, name, hasStatic(member), unit, tracing)]);
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
  tracing: Tracing,
): readonly Value[] {
  return unit.scope.propertyWrites(name).flatMap((write) => {
    const target = accessOf(write);
    if (target === undefined || !isOfClass(target.object, write, node, isStatic, unit, tracing)) return [];
    const { parent } = write;
    return [
      ts.isBinaryExpression(parent) && parent.left === write
        ? tracing.soFar(() => tracing.valueOf(parent.right, unit))
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
  tracing: Tracing,
): boolean {
  const value = tracing.soFar(() => tracing.valueOf(object, unit));
  if (value.kind === 'instance' || value.kind === 'class')
    return value.node === node && (value.kind === 'class') === isStatic;
  return object.kind === ts.SyntaxKind.ThisKeyword && contains(node, write);
}

function inheritedMember(
  node: ts.ClassLikeDeclaration,
  name: string,
  unit: Unit,
  isStatic: boolean,
  tracing: Tracing,
): Value {
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  // Somebody puts it there: `Object.assign(this, services)`, a decorator, an interface of the same name.
  if (base === undefined) return UNKNOWN;
  const parent = tracing.valueOf(base.expression, unit);
  if (parent.kind === 'class') return memberOfClass(parent.node, name, parent.unit, isStatic, tracing);
  // What a package's class holds may be ours (`this.props.user`); a method of its own isn't (`row.update(…)`).
  return parent.kind === 'stranger' && GENERAL_UPDATES.has(name) ? STRANGER : UNKNOWN;
}

const GENERAL_UPDATES: ReadonlySet<string> = new Set(Object.values(SURFACES).map(({ method }) => method));

function memberOfType(
  node: ts.TypeLiteralNode | ts.InterfaceDeclaration,
  name: string,
  unit: Unit,
  tracing: Tracing,
): Value {
  const members = node.members.filter((candidate) => nameText(candidate.name) === name);
  if (members.length > 0) {
    const types = members.map((member) => (ts.isPropertySignature(member) ? member.type : undefined));
    const signatures = members.map((member, index) => {
      const type = types[index];
      return type !== undefined && ts.isFunctionTypeNode(type)
        ? type
        : ts.isMethodSignature(member)
          ? member
          : undefined;
    });
    return signatures.every((signature) => signature !== undefined && givesNoSubject(signature.type, unit))
      ? STRANGER
      : tracing.valueOfType(types[0], unit);
  }
  if (ts.isTypeLiteralNode(node)) return STRANGER;
  const bases = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  const inherited = bases.map((base) =>
    tracing.soFar(() => tracing.property(tracing.valueOfType(base, unit), name, base, unit)),
  );
  return firstOf(inherited, ({ kind }) => kind !== 'stranger') ?? STRANGER;
}

/**
 * Whether what a function promises is no user and no Organization, by its written type: `Promise<void>`. The SDK's
 * methods can't stand in for it.
 */
function givesNoSubject(type: ts.TypeNode | undefined, unit: Unit): boolean {
  if (
    type === undefined ||
    !ts.isTypeReferenceNode(type) ||
    !ts.isIdentifier(type.typeName) ||
    type.typeName.text !== 'Promise' ||
    unit.scope.bindingOf(type.typeName) !== undefined
  )
    return false;
  const [promised] = type.typeArguments ?? [];
  return promised !== undefined && (NO_SUBJECTS.has(promised.kind) || ts.isArrayTypeNode(promised));
}

const NO_SUBJECTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BooleanKeyword,
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.VoidKeyword,
]);
