import { ts } from 'ts-morph';
import { spreadBranchesOf } from '../../flow/branches.ts';
import { importOf } from '../../language/modules.ts';
import { isSdkModule } from '../../knowledge/sdk-types.ts';
import { hasWrittenType, isNothing, isWrapper, nameText, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { listedBy } from '../../language/written-type.ts';

const OPEN_KEYWORDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.ObjectKeyword,
]);

/** Types that Clerk's packages declare for everybody, and which their methods take. */
const OWN_GLOBALS = /^(?:User|Organization)(?:Public|Private|Unsafe)Metadata$/;

/** `Parameters<ClerkClient['users']['updateUser']>`, of which an element is what a method of the SDK's takes. */
const METHOD_OF_SDK = /^Parameters<.*\b(?:update|replace)(?:User|Organization)?(?:Metadata)?['"\]\s]*>$/s;

/**
 * Whether the code says of an object, by an annotation or `satisfies`, which type it has to have: without the keys that
 * were spread into it, or with a null, it may no longer compile. What is cast is believed.
 */
export function isHeldToType(object: ts.Expression, unit: Unit): boolean {
  return writtenTypes(object).some((type) => !allowsAnyKey(type, unit));
}

/**
 * Whether an object may not do without one of its properties, by the types that are written for it; `names`: those that
 * matter, all if undefined.
 */
export function isHeldToProperties(object: ts.Expression, names: readonly string[] | undefined, unit: Unit): boolean {
  return writtenTypes(object).some((type) => {
    const listed = listedBy(type, unit);
    if (listed?.isExtending !== false) return !allowsAnyKey(type, unit);
    return listed.members.some(
      (member) => member.questionToken === undefined && names?.includes(nameText(member.name) ?? '') !== false,
    );
  });
}

/** The types that are written for an object, or for one that it is part of. */
function writtenTypes(object: ts.Expression): ts.TypeNode[] {
  const types: ts.TypeNode[] = [];
  let node: ts.Node = object;
  for (;;) {
    const { parent }: ts.Node = node;
    if (ts.isSatisfiesExpression(parent)) {
      types.push(parent.type);
    } else if (ts.isVariableDeclaration(parent)) {
      return parent.type === undefined ? types : [...types, parent.type];
    } else if (
      !ts.isParenthesizedExpression(parent) &&
      !ts.isNonNullExpression(parent) &&
      !ts.isPropertyAssignment(parent) &&
      !ts.isObjectLiteralExpression(parent)
    ) {
      return types;
    }
    node = parent;
  }
}

/**
 * Whether a cast or `satisfies` around a node refuses a null there: even of what is cast TypeScript asks that it may be
 * of the type.
 */
export function refusesNull(node: ts.Node, unit: Unit): boolean {
  for (let around = node.parent; isInsideValue(around); around = around.parent) {
    if (ts.isSatisfiesExpression(around) && !allowsAnyKey(around.type, unit)) return true;
    if ((ts.isAsExpression(around) || ts.isTypeAssertionExpression(around)) && !ts.isConstTypeReference(around.type))
      return !allowsAnyKey(around.type, unit);
  }
  return false;
}

/**
 * The cast of a literal that TypeScript may refuse once what it spread is gone: of keys that aren't fixed, or that the
 * type doesn't list, it believes no type that demands others.
 *
 * @param rest what is left of the literal
 */
export function castOfRest(
  literal: ts.ObjectLiteralExpression,
  rest: readonly ts.ObjectLiteralElementLike[],
  unit: Unit,
): ts.AssertionExpression | undefined {
  let node: ts.Node = literal;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent: cast } = node;
  if (rest.length === 0 || !ts.isAssertionExpression(cast) || ts.isConstTypeReference(cast.type)) return undefined;
  const keys = keysOf(cast.type, unit);
  if (keys?.demanded.length === 0 || allowsAnyKey(cast.type, unit)) return undefined;
  return keys !== undefined && haveFixedKeys(rest, keys.names) ? undefined : cast;
}

/**
 * Whether what was spread into an object is more than its types can do without: they are said to have keys that only the
 * spread gave, or they aren't in sight.
 */
export function isHeldToSpread(object: ts.Expression, unit: Unit): boolean {
  if (!ts.isObjectLiteralExpression(object)) return isHeldToType(object, unit);
  const [, ...rest] = object.properties;
  const own = rest.flatMap((element) => nameText(element.name) ?? []);
  const any = [...own, ...rest.flatMap(keysSpread)];
  return writtenTypes(object).some((type) => {
    if (allowsAnyKey(type, unit)) return false;
    const keys = isWrittenFor(type, object) ? keysOf(type, unit) : undefined;
    // An object that has none of a type's keys isn't of it, though it demands none.
    const isLike =
      keys !== undefined &&
      any.some((name) => keys.names?.has(name) !== false) &&
      keys.demanded.every((name) => name !== undefined && own.includes(name));
    return !isLike || !haveFixedKeys(rest, undefined);
  });
}

/** Whether a type is written for an object itself, and not for one that it is part of. */
function isWrittenFor({ parent }: ts.TypeNode, object: ts.Expression): boolean {
  const whole = ts.isVariableDeclaration(parent) ? parent.initializer : parent;
  return whole !== undefined && ts.isExpression(whole) && unwrap(whole) === object;
}

interface Keys {
  /** Undefined: they may be any. */
  readonly names: ReadonlySet<string> | undefined;
  /** Those that an object of the type always has; undefined for one that isn't fixed. */
  readonly demanded: readonly (string | undefined)[];
}

/** The keys that a type lists; undefined where it isn't all in sight. */
function keysOf(type: ts.TypeNode, unit: Unit): Keys | undefined {
  const whole = partialOf(type);
  const listed = listedBy(whole ?? type, unit);
  if (listed?.isExtending !== false) return whole === undefined ? undefined : { names: undefined, demanded: [] };
  const named = listed.members.filter((member) => !ts.isIndexSignatureDeclaration(member));
  const demanded = whole === undefined ? named.filter(({ questionToken }) => questionToken === undefined) : [];
  const names = new Set(named.flatMap(({ name }) => nameText(name) ?? []));
  return {
    names: named.length < listed.members.length ? undefined : names,
    demanded: demanded.map(({ name }) => nameText(name)),
  };
}

/** `Flags` of `Partial<Flags>` */
function partialOf(type: ts.TypeNode): ts.TypeNode | undefined {
  const isPartial = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Partial';
  return isPartial ? type.typeArguments?.[0] : undefined;
}

/** The keys that `...(isSet && { key })` may put into an object. */
function keysSpread(element: ts.ObjectLiteralElementLike): readonly string[] {
  if (!ts.isSpreadAssignment(element)) return [];
  return spreadBranchesOf(element.expression).flatMap((branch) =>
    ts.isObjectLiteralExpression(branch) ? branch.properties.flatMap(({ name }) => nameText(name) ?? []) : [],
  );
}

/** Whether all keys of some elements are fixed, and, if those of a type are known, among them. */
function haveFixedKeys(elements: readonly ts.ObjectLiteralElementLike[], names: Keys['names']): boolean {
  return elements.every((element) => {
    if (ts.isSpreadAssignment(element))
      return spreadBranchesOf(element.expression).every(
        (branch) =>
          isNothing(branch) || (ts.isObjectLiteralExpression(branch) && haveFixedKeys(branch.properties, names)),
      );
    const name = nameText(element.name);
    return name !== undefined && names?.has(name) !== false;
  });
}

/**
 * Whether the type that is written for a variable, by an annotation or a cast of its value, refuses a null in one of its
 * keys.
 */
export function isDeclaredWithoutNull(declaration: ts.Declaration, unit: Unit): boolean {
  const type = typeSaidOf(declaration);
  return type !== undefined && !allowsAnyKey(type, unit);
}

/** The type that the code says a variable has, by an annotation or a cast of its value. */
export function typeSaidOf(declaration: ts.Declaration): ts.TypeNode | undefined {
  if (hasWrittenType(declaration)) return declaration.type;
  let value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  while (value !== undefined && isWrapper(value)) {
    if (ts.isAssertionExpression(value) && !ts.isConstTypeReference(value.type)) return value.type;
    value = value.expression;
  }
  return undefined;
}

/** Whether a node is part of a value that a statement or a call has. */
function isInsideValue(node: ts.Node): boolean {
  return ts.isObjectLiteralElement(node) || (ts.isExpression(node) && !ts.isCallLikeExpression(node));
}

/** Whether an object of the type may have any keys, or the type is the SDK's, which its new methods have, too. */
function allowsAnyKey(type: ts.TypeNode, unit: Unit): boolean {
  if (OPEN_KEYWORDS.has(type.kind)) return true;
  if (ts.isIndexedAccessTypeNode(type)) return METHOD_OF_SDK.test(type.objectType.getText());
  if (ts.isTypeLiteralNode(type))
    return type.members.every((member) => ts.isIndexSignatureDeclaration(member) && allowsAnyKey(member.type, unit));
  if (!ts.isTypeReferenceNode(type)) return false;
  const { typeName, typeArguments } = type;
  const binding = unit.scope.bindingOf(typeName);
  if (binding?.declaration !== undefined) return isSdkModule(importOf(binding.declaration)?.specifier ?? '');
  const [keys, values] = typeArguments ?? [];
  const isRecord =
    typeName.getText() === 'Record' &&
    keys?.kind === ts.SyntaxKind.StringKeyword &&
    values !== undefined &&
    allowsAnyKey(values, unit);
  return isRecord || OWN_GLOBALS.test(typeName.getText());
}
