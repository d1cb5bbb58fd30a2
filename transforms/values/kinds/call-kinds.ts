import { ts } from 'ts-morph';
import { functionHeldBy } from '../../flow/held.ts';
import { returnedBy } from '../../returned.ts';
import { GIVING_ELEMENT } from '../../knowledge/builtins.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { isMadeOfParameters, promisedType } from '../../language/written-type.ts';
import { accessOf, hasModifier, nameText, unwrap, nameDeclared, type Access } from '../../syntax.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import type { Asking } from './asking.ts';
import {
  ARRAY,
  DATE,
  GLOBAL_FUNCTIONS,
  memberByKind,
  METHODS,
  NOTHING,
  NULL,
  OBJECT,
  STRING,
  UNDEFINED,
  UNKNOWN,
  UNTYPED,
  VALUE,
  within,
  type Kinds,
} from './kinds.ts';
import { kindsOnJson } from './json-data.ts';
import { kindsOfElement, kindsOfGlobalMember } from './member-kinds.ts';
import { mayHoldAny } from './filled-lists.ts';
import { kindsOnPlatform } from './platform-kinds.ts';
import { isTypedThroughout } from './typed-receivers.ts';
import { kindsOfWritten } from './written-types.ts';
import { declarationNamed } from '../../language/named-declarations.ts';

/** What `new` makes. */
export function kindsOfNew(node: ts.NewExpression, { unit }: Asking): Kinds {
  if (isGlobal(node.expression, 'Date', unit)) return DATE;
  return isGlobal(node.expression, 'Array', unit) ? ARRAY : OBJECT;
}

/** What a call gives. */
export function kindsOfCall(node: ts.CallExpression, asking: Asking): Kinds {
  const { unit, ask } = asking;
  const callee = unwrap(node.expression);
  if (ts.isIdentifier(callee)) {
    if (unit.scope.bindingOf(callee) !== undefined) return kindsReturned(callee, false, asking);
    return Object.hasOwn(GLOBAL_FUNCTIONS, callee.text) ? (GLOBAL_FUNCTIONS[callee.text] ?? UNKNOWN) : UNKNOWN;
  }
  const access = accessOf(callee);
  if (access === undefined) return UNKNOWN;
  const object = globalFunctionName(access.object, unit);
  if (object === 'JSON' && access.name === 'stringify') return kindsOfStringify(node, asking);
  const kinds = object === undefined ? undefined : kindsOfGlobalMember(object, access.name);
  if (kinds !== undefined) return kinds;
  const optional = ts.isOptionalChain(node) ? UNDEFINED : NOTHING;
  const given = kindsGivenByMethod(node, access, asking);
  if (given !== UNKNOWN) return given | optional;
  const method = memberByKind(METHODS, ask(access.object), access.name, optional);
  if ((method & UNKNOWN) === 0) return method;
  const onJson = kindsOnJson(access.object, access.name, unit);
  return (onJson === UNKNOWN ? kindsReturned(callee, false, asking) : onJson) | optional;
}

/** What a method gives that is known by what it is called on: an element of a list, a member of the platform's. */
function kindsGivenByMethod(call: ts.CallExpression, { object, name }: Access, asking: Asking): Kinds {
  const { unit, ask } = asking;
  const written = writtenTypeOf(call, unit);
  if (written !== undefined) return mayHoldAny(call, unit) ? UNKNOWN | UNTYPED : kindsOfWritten(written, unit);
  if (GIVING_ELEMENT.has(name)) return kindsOfElement(object, asking);
  const [callback, initial] = call.arguments.map(unwrap);
  const isReducing = /^reduce(?:Right)?$/.test(name) && within(ask(object), ARRAY);
  if (isReducing && callback !== undefined && initial !== undefined && isPlainFunction(callback))
    return ask(initial) | asking.returnedBy(callback);
  return kindsOnPlatform(object, 'methods', name, unit);
}

/** Whether a function gives what it returns, and no promise of that. */
function isPlainFunction(node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression {
  return (
    (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
    node.asteriskToken === undefined &&
    !hasModifier(node, ts.SyntaxKind.AsyncKeyword)
  );
}

/** `JSON.stringify(undefined)` is undefined, whatever its declared type says. */
function kindsOfStringify(node: ts.CallExpression, { ask }: Asking): Kinds {
  const [first] = node.arguments;
  const literal = first === undefined ? undefined : unwrap(first);
  const plain = literal !== undefined && (ts.isObjectLiteralExpression(literal) || within(ask(literal), VALUE | NULL));
  return plain ? STRING : STRING | UNDEFINED;
}

/** What comes out of a promise, or the operand itself where it is none. */
export function kindsOfAwaited(operand: ts.Expression, asking: Asking): Kinds {
  const { unit, ask } = asking;
  const callee = ts.isCallExpression(operand) ? unwrap(operand.expression) : undefined;
  const awaited = callee === undefined ? UNKNOWN : kindsReturned(callee, true, asking);
  if ((awaited & UNKNOWN) === 0) return ts.isOptionalChain(operand) ? awaited | UNDEFINED : awaited;
  const written = writtenTypeOf(operand, unit);
  const promised = written === undefined ? undefined : promisedType(written.node, written.unit);
  if (written !== undefined && promised !== undefined) return kindsOfWritten({ ...written, node: promised }, unit);
  const kinds = ask(operand);
  // An object may be a promise of anything.
  return (kinds & OBJECT) === 0 ? kinds : UNKNOWN;
}

/** What a function of the repository returns, promised or not; `awaited`: what comes out of the promise. */
function kindsReturned(callee: ts.Expression, awaited: boolean, asking: Asking): Kinds {
  const called = ts.isIdentifier(callee) ? functionNamed(callee, asking.unit) : typedMethod(callee, asking.unit);
  if (called === undefined) return UNKNOWN;
  const { fn, unit } = called;
  // Nobody checks what JavaScript gives to a function: what it makes of that is of no type.
  if (unit.isTypeScript && !asking.unit.isTypeScript && fn.parameters.length > 0) return UNKNOWN;
  if (fn.type !== undefined && isMadeOfParameters(fn.type, fn, unit)) return UNKNOWN;
  if (fn.type !== undefined) {
    const node = (awaited ? promisedType(fn.type, unit) : undefined) ?? fn.type;
    return kindsOfWritten({ node, unit, optional: false }, asking.unit);
  }
  const isAsync = hasModifier(fn, ts.SyntaxKind.AsyncKeyword);
  if (isAsync && !awaited) return OBJECT;
  const kinds = unit === asking.unit ? asking.returnedBy(fn) : asking.elsewhere({ returnedBy: fn }, unit);
  if (awaited && (kinds & OBJECT) !== 0) return UNKNOWN;
  // It is given null where nobody checks that.
  return unit.checksNull && !asking.unit.checksNull && fn.parameters.length > 0 ? kinds | NULL | UNDEFINED : kinds;
}

interface Called {
  readonly fn: ts.FunctionLikeDeclaration;
  readonly unit: Unit;
}

/** The function that a name always holds, in whichever file. */
function functionNamed(callee: ts.Identifier, from: Unit): Called | undefined {
  const named = declarationNamed(callee, 'value', from);
  const { unit } = named ?? { unit: from };
  const fn = functionHeldBy(nameDeclared(named?.node) ?? callee, unit);
  return fn === undefined || fn.asteriskToken !== undefined ? undefined : { fn, unit };
}

/** A method with a written type: whatever is in its place is of that type, too. */
function typedMethod(callee: ts.Expression, from: Unit): Called | undefined {
  const object = accessOf(callee)?.object;
  const value = evaluate(callee, from);
  if (value.kind !== 'function' || object === undefined || !isTypedThroughout(object, from)) return undefined;
  const { node: fn, unit } = value;
  return fn.type === undefined || ts.isFunctionTypeNode(fn) || isOverloaded(fn) ? undefined : { fn, unit };
}

/** Whether a member is declared more than once, each time with a type of its own. */
function isOverloaded({ parent, name }: ts.SignatureDeclaration): boolean {
  const text = nameText(name);
  if (!ts.isClassLike(parent) && !ts.isInterfaceDeclaration(parent) && !ts.isTypeLiteralNode(parent)) return false;
  return parent.members.filter((member) => nameText(member.name) === text).length > 1;
}

/** What stands behind the `return`s of a function. */
export function kindsOfBody(fn: ts.FunctionLikeDeclaration, { ask }: Asking): Kinds {
  if (fn.body === undefined) return UNKNOWN;
  const { values, mayBeNothing } = returnedBy(fn);
  return values.reduce((kinds, value) => kinds | ask(value), mayBeNothing ? UNDEFINED : NOTHING);
}
