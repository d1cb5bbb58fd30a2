import { ts } from 'ts-morph';
import { spanOf } from '../../recognise/sdk/by-type.ts';
import { isNeverReassigned, type Binding } from '../../recognise/source/scope.ts';
import { accessOf, containerOf, hasWrittenType, isUndefinedLiteral, nameText, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';
import {
  ARRAY, BIGINT, BOOLEAN, DATE, falsyPart, GLOBAL_FUNCTIONS, GLOBAL_MEMBERS, kindsNamed, METHODS, NOTHING, NULL, NULLISH, NUMBER, OBJECT, PROPERTIES, STRING,
  truthyPart, UNDEFINED, UNKNOWN, VALUE, within, without, type Kinds,
} from './kinds.ts';
import { literalInSight } from './literal-in-sight.ts';
import { narrow } from './narrowing.ts';
import { isUnassignedPath, pathOf } from './paths.ts';
import { elementType, kindsOfType, promisedType, writtenTypeOf, type WrittenType } from './written-types.ts';

const MAX_DEPTH = 40;

/** What `expression` can be, inferred from the file alone: literals, operators, known methods, written types, initialisers and enclosing conditions. */
export function kindsOf(expression: ts.Expression, context: Context, depth = 0): Kinds {
  return typedKinds(inferKinds(expression, context, depth), expression, context);
}

/** Where the file leaves open what an expression can be, its type decides; else, and where the type says nothing, the file does. */
function typedKinds(kinds: Kinds, expression: ts.Expression, context: Context): Kinds {
  const { unit } = context;
  if ((kinds & UNKNOWN) === 0 || unit.types === undefined || isAssignedUnknown(expression, context)) return kinds;
  return kindsNamed(unit.types.kindsAt(spanOf(expression, unit))) ?? kinds;
}

/**
 * Whether a variable without a written type, or a property of that name, is assigned something of which nothing is known: what is `any`
 * goes into everything, and the type that was inferred from the first value is nobody's word. So too a variable that another function assigns.
 */
function isAssignedUnknown(expression: ts.Expression, context: Context): boolean {
  const { scope } = context.unit;
  if (ts.isIdentifier(expression)) {
    const binding = scope.bindingOf(expression);
    if (binding === undefined || (binding.writes.length === 0 && !binding.isHoisted)) return false;
    return binding.declaration === undefined || !hasWrittenType(binding.declaration) || isAssignedElsewhere(expression, binding);
  }
  const name = accessOf(expression)?.name;
  if (name === undefined) return false;
  return scope.propertyWrites(name).some((target) => {
    const { parent } = target;
    if (ts.isDeleteExpression(parent)) return false;
    return !ts.isBinaryExpression(parent) || parent.left !== target || (kindsOf(parent.right, context, MAX_DEPTH / 2) & UNKNOWN) !== 0;
  });
}

/** Whether a variable may have what another function assigned to it, while the checker goes by what this one did. */
function isAssignedElsewhere(mention: ts.Identifier, { declaration, writes }: Binding): boolean {
  const own = containerOf(mention);
  const places = [...(declaration === undefined ? [] : [declaration]), ...writes.map(({ target }) => target)].map(containerOf);
  return places.includes(own) && places.some((place) => place !== own);
}

function inferKinds(expression: ts.Expression, context: Context, depth: number): Kinds {
  if (depth > MAX_DEPTH) return UNKNOWN;
  const recurse = (node: ts.Expression): Kinds => kindsOf(node, context, depth + 1);
  if (ts.isParenthesizedExpression(expression) || ts.isSatisfiesExpression(expression)) return recurse(expression.expression);
  if (ts.isNonNullExpression(expression)) return without(recurse(expression.expression), NULLISH);
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression)) return kindsOfCast(expression, context, recurse);
  if (isUndefinedLiteral(expression)) return UNDEFINED;
  if (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) {
    const path = pathOf(expression, context.unit);
    const kinds = ts.isIdentifier(expression) ? kindsOfIdentifier(expression, context, depth) : kindsOfAccess(expression, context, recurse, depth);
    // Nothing tells null and undefined apart where the checker is told not to; the conditions in the file do.
    return path === undefined || !isUnassignedPath(path, context.unit) ? kinds : narrow(typedKinds(kinds, expression, context), expression, path, context);
  }
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) return STRING;
  if (ts.isNumericLiteral(expression)) return NUMBER;
  if (ts.isBigIntLiteral(expression)) return BIGINT;
  if (ts.isArrayLiteralExpression(expression)) return ARRAY;
  if (ts.isObjectLiteralExpression(expression) || ts.isFunctionExpression(expression) || ts.isArrowFunction(expression)) return OBJECT;
  if (ts.isClassExpression(expression) || ts.isRegularExpressionLiteral(expression)) return OBJECT;
  if (ts.isPrefixUnaryExpression(expression)) return expression.operator === ts.SyntaxKind.ExclamationToken ? BOOLEAN : numeric(recurse(expression.operand));
  if (ts.isPostfixUnaryExpression(expression)) return numeric(recurse(expression.operand));
  if (ts.isTypeOfExpression(expression)) return STRING;
  if (ts.isDeleteExpression(expression)) return BOOLEAN;
  if (ts.isConditionalExpression(expression)) return recurse(expression.whenTrue) | recurse(expression.whenFalse);
  if (ts.isBinaryExpression(expression)) return kindsOfBinary(expression, recurse);
  if (ts.isNewExpression(expression)) return kindsOfNew(expression, context);
  if (ts.isCallExpression(expression)) return kindsOfCall(expression, context, recurse);
  if (ts.isAwaitExpression(expression)) return kindsOfAwaited(unwrap(expression.expression), context, recurse);
  switch (expression.kind) {
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
      return BOOLEAN;
    case ts.SyntaxKind.NullKeyword:
      return NULL;
    default:
      return UNKNOWN;
  }
}

/** Arithmetic on one operand: a number, or a bigint where it may be one. */
function numeric(operand: Kinds): Kinds {
  return (operand & (BIGINT | UNKNOWN)) === 0 ? NUMBER : NUMBER | BIGINT;
}

/** A cast is believed where it names something (types tell the truth); `as const`, `as any` and names from elsewhere say nothing. */
function kindsOfCast(expression: ts.AsExpression | ts.TypeAssertion, context: Context, recurse: (node: ts.Expression) => Kinds): Kinds {
  const inner = recurse(expression.expression);
  if (ts.isTypeReferenceNode(expression.type) && expression.type.getText() === 'const') return inner;
  const cast = kindsOfType(expression.type, context.unit);
  return (cast & UNKNOWN) === 0 ? cast : inner;
}

function kindsOfBinary(node: ts.BinaryExpression, recurse: (node: ts.Expression) => Kinds): Kinds {
  const right = (): Kinds => recurse(node.right);
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return falsyPart(recurse(node.left)) | right();
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.BarBarEqualsToken:
      return truthyPart(recurse(node.left)) | right();
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return without(recurse(node.left), NULLISH) | right();
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
      return falsyPart(recurse(node.left)) | right();
    case ts.SyntaxKind.CommaToken:
    case ts.SyntaxKind.EqualsToken:
      return right();
    case ts.SyntaxKind.PlusToken:
    case ts.SyntaxKind.PlusEqualsToken:
      return STRING | NUMBER | BIGINT;
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.LessThanToken:
    case ts.SyntaxKind.LessThanEqualsToken:
    case ts.SyntaxKind.GreaterThanToken:
    case ts.SyntaxKind.GreaterThanEqualsToken:
    case ts.SyntaxKind.InKeyword:
    case ts.SyntaxKind.InstanceOfKeyword:
      return BOOLEAN;
    default:
      return NUMBER | BIGINT;
  }
}

function kindsOfIdentifier(node: ts.Identifier, context: Context, depth: number): Kinds {
  const binding = context.unit.scope.bindingOf(node);
  if (binding === undefined) return node.text === 'NaN' || node.text === 'Infinity' ? NUMBER : UNKNOWN;
  return kindsOfBinding(binding, context, depth);
}

function kindsOfBinding(binding: Binding, context: Context, depth: number): Kinds {
  const { declaration } = binding;
  if (declaration === undefined) return UNKNOWN;
  const declared = kindsOfDeclaration(declaration, context, depth);
  if (isNeverReassigned(binding)) return declared;
  // A written type holds for every assignment; else each assigned value counts.
  if (hasWrittenType(declaration)) return declared;
  if (!ts.isVariableDeclaration(declaration)) return UNKNOWN;
  // A loop's head or a catch clause gives the variable something of its own.
  const isPlain = ts.isVariableDeclarationList(declaration.parent) && ts.isVariableStatement(declaration.parent.parent);
  const initial = declaration.initializer !== undefined ? declared | (binding.isHoisted ? UNDEFINED : NOTHING) : isPlain ? UNDEFINED : UNKNOWN;
  return binding.writes.reduce((kinds, { value }) => kinds | (value === undefined ? UNKNOWN : kindsOf(value, context, depth + 1)), initial);
}

function kindsOfDeclaration(node: ts.Declaration, context: Context, depth: number): Kinds {
  const { unit } = context;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) return OBJECT;
  if (ts.isVariableDeclaration(node)) {
    if (node.type !== undefined) return kindsOfType(node.type, unit);
    return node.initializer === undefined ? UNKNOWN : kindsOf(node.initializer, context, depth + 1);
  }
  if (ts.isParameter(node)) return node.type === undefined ? UNKNOWN : kindsOfWritten({ node: node.type, optional: node.questionToken !== undefined }, context);
  return ts.isBindingElement(node) ? kindsOfBindingElement(node, context, depth) : UNKNOWN;
}

function kindsOfBindingElement(node: ts.BindingElement, context: Context, depth: number): Kinds {
  if (node.dotDotDotToken !== undefined) return ts.isArrayBindingPattern(node.parent) ? ARRAY : OBJECT;
  const written = ts.isIdentifier(node.name) ? writtenTypeOf(node.name, context.unit) : undefined;
  const kinds = written === undefined ? kindsOfDestructured(node, context, depth) : kindsOfWritten(written, context);
  if (node.initializer === undefined) return kinds;
  return without(kinds, UNDEFINED) | kindsOf(node.initializer, context, depth + 1);
}

/** `const { key } = <literal in sight>`. */
function kindsOfDestructured(node: ts.BindingElement, context: Context, depth: number): Kinds {
  const owner = node.parent.parent;
  const name = nameText(node.propertyName ?? node.name);
  if (!ts.isVariableDeclaration(owner) || owner.initializer === undefined || name === undefined) return UNKNOWN;
  return kindsOfMember(owner.initializer, name, context, depth + 1);
}

function kindsOfAccess(node: ts.Expression, context: Context, recurse: (node: ts.Expression) => Kinds, depth: number): Kinds {
  const access = accessOf(node);
  if (access === undefined) {
    const element = writtenTypeOf(node, context.unit);
    return element === undefined ? UNKNOWN : kindsOfWritten(element, context);
  }
  const optional = ts.isOptionalChain(node) ? UNDEFINED : NOTHING;
  const written = writtenTypeOf(node, context.unit);
  if (written !== undefined) return kindsOfWritten(written, context);
  const object = unwrap(access.object);
  if (ts.isIdentifier(object)) {
    const binding = context.unit.scope.bindingOf(object);
    // A global's constants are in capitals; the rest are methods.
    if (binding === undefined) return /^[A-Z]/.test(access.name) ? (kindsOfGlobalMember(object, access.name) ?? UNKNOWN) : UNKNOWN;
    if (binding.declaration !== undefined && ts.isEnumDeclaration(binding.declaration)) return STRING | NUMBER;
  }
  if (isEnvironment(object, context)) return STRING | UNDEFINED;
  const sdk = context.tracer.valueOf(node, context.unit);
  if (sdk.kind === 'sdk' && (sdk.shape === 'user-id' || sdk.shape === 'organization-id')) return STRING | optional;
  const member = kindsOfMember(object, access.name, context, depth + 1);
  if (member !== UNKNOWN) return member | optional;
  return memberByKind(PROPERTIES, recurse(access.object), access.name, optional);
}

function kindsOfWritten({ node, optional }: WrittenType, context: Context): Kinds {
  return kindsOfType(node, context.unit) | (optional ? UNDEFINED : NOTHING);
}

/** What `name` of a global is, or what it returns; undefined where that isn't known. */
function kindsOfGlobalMember(global: ts.Identifier, name: string): Kinds | undefined {
  const members = Object.hasOwn(GLOBAL_MEMBERS, global.text) ? GLOBAL_MEMBERS[global.text] : undefined;
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** `process.env`. */
function isEnvironment(node: ts.Expression, context: Context): boolean {
  const access = accessOf(node);
  if (access?.name !== 'env') return false;
  const object = unwrap(access.object);
  return ts.isIdentifier(object) && object.text === 'process' && context.unit.scope.bindingOf(object) === undefined;
}

/** A property of an object literal in sight that nothing changes. */
function kindsOfMember(object: ts.Expression, name: string, context: Context, depth: number): Kinds {
  const literal = literalInSight(object, context);
  if (literal === undefined || literal.properties.some(ts.isSpreadAssignment)) return UNKNOWN;
  const element = literal.properties.findLast((candidate) => nameText(candidate.name) === name);
  if (element === undefined || literal.properties.some((candidate) => nameText(candidate.name) === undefined)) return UNKNOWN;
  if (ts.isPropertyAssignment(element)) return kindsOf(element.initializer, context, depth);
  return ts.isShorthandPropertyAssignment(element) ? kindsOfIdentifier(element.name, context, depth) : UNKNOWN;
}

function memberByKind(table: readonly (readonly [Kinds, Readonly<Record<string, Kinds>>])[], object: Kinds, name: string, optional: Kinds): Kinds {
  // Without a link of its own it would throw.
  const present = without(object, NULLISH);
  for (const [kinds, members] of table) {
    if (within(present, kinds) && Object.hasOwn(members, name)) return (members[name] ?? UNKNOWN) | optional;
  }
  return UNKNOWN;
}

function kindsOfNew(node: ts.NewExpression, context: Context): Kinds {
  const name = unwrap(node.expression);
  if (!ts.isIdentifier(name) || context.unit.scope.bindingOf(name) !== undefined) return OBJECT;
  if (name.text === 'Date') return DATE;
  return name.text === 'Array' ? ARRAY : OBJECT;
}

function kindsOfCall(node: ts.CallExpression, context: Context, recurse: (node: ts.Expression) => Kinds): Kinds {
  const callee = unwrap(node.expression);
  if (ts.isIdentifier(callee)) {
    const binding = context.unit.scope.bindingOf(callee);
    if (binding !== undefined) return returnKinds(binding, context, false);
    return Object.hasOwn(GLOBAL_FUNCTIONS, callee.text) ? (GLOBAL_FUNCTIONS[callee.text] ?? UNKNOWN) : UNKNOWN;
  }
  const access = accessOf(callee);
  if (access === undefined) return UNKNOWN;
  const object = unwrap(access.object);
  if (ts.isIdentifier(object) && context.unit.scope.bindingOf(object) === undefined) {
    if (object.text === 'JSON' && access.name === 'stringify') return kindsOfStringify(node, recurse);
    const kinds = kindsOfGlobalMember(object, access.name);
    if (kinds !== undefined) return kinds;
  }
  if (ELEMENT_METHODS.has(access.name)) {
    const element = elementType(writtenTypeOf(access.object, context.unit), context.unit);
    if (element !== undefined) return kindsOfWritten(element, context);
  }
  return memberByKind(METHODS, recurse(access.object), access.name, ts.isOptionalChain(callee) ? UNDEFINED : NOTHING);
}

/** Methods of arrays that return an element, or undefined. */
const ELEMENT_METHODS: ReadonlySet<string> = new Set(['at', 'find', 'findLast', 'pop', 'shift']);

/** `JSON.stringify(undefined)` is undefined, whatever its declared type says. */
function kindsOfStringify(node: ts.CallExpression, recurse: (node: ts.Expression) => Kinds): Kinds {
  const [first] = node.arguments;
  const literal = first === undefined ? undefined : unwrap(first);
  const plain = literal !== undefined && (ts.isObjectLiteralExpression(literal) || within(recurse(literal), VALUE | NULL));
  return plain ? STRING : STRING | UNDEFINED;
}

/** What a function of the file is declared to return, promised or not; `awaited`: what comes out of the promise. */
function returnKinds(binding: Binding, context: Context, awaited: boolean): Kinds {
  const { declaration } = binding;
  if (declaration === undefined || !isNeverReassigned(binding)) return UNKNOWN;
  const initializer = ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined ? unwrap(declaration.initializer) : undefined;
  const candidate = initializer ?? declaration;
  if (!ts.isFunctionDeclaration(candidate) && !ts.isArrowFunction(candidate) && !ts.isFunctionExpression(candidate)) return UNKNOWN;
  if (candidate.type === undefined) return UNKNOWN;
  return kindsOfType((awaited ? promisedType(candidate.type, context.unit) : undefined) ?? candidate.type, context.unit);
}

function kindsOfAwaited(operand: ts.Expression, context: Context, recurse: (node: ts.Expression) => Kinds): Kinds {
  if (ts.isCallExpression(operand)) {
    const callee = unwrap(operand.expression);
    const binding = ts.isIdentifier(callee) ? context.unit.scope.bindingOf(callee) : undefined;
    if (binding !== undefined) return returnKinds(binding, context, true);
  }
  const written = writtenTypeOf(operand, context.unit);
  const promised = written === undefined ? undefined : promisedType(written.node, context.unit);
  if (promised !== undefined) return kindsOfType(promised, context.unit);
  const kinds = recurse(operand);
  // An object may be a promise of anything.
  return (kinds & OBJECT) === 0 ? kinds : UNKNOWN;
}
