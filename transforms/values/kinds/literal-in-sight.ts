import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { useOf, type Use } from '../../flow/uses.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import { mayChangeElsewhere } from '../../language/exported.ts';
import type { Binding } from '../../language/scope.ts';
import { accessOf, unwrap, nameDeclared } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { evaluate } from '../../recognise/evaluator/evaluator.ts';
import { onlyReadsArguments } from '../../recognise/frameworks/readers.ts';
import { someIn } from '../../tree.ts';

/** The object literal that a never changed, never handed out variable of any file holds, or the literal itself. */
export function literalInSight(
  expression: ts.Expression,
  unit: Unit,
): { readonly node: ts.ObjectLiteralExpression; readonly unit: Unit } | undefined {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return { node, unit };
  const named = declarationNamed(node, 'value', unit);
  const name = nameDeclared(named?.node);
  if (named === undefined || name === undefined) return undefined;
  const declared = declaredBy(named.node);
  const literal = declared.kind === 'value' ? unwrap(declared.of) : undefined;
  const binding = named.unit.scope.bindingOf(name);
  const isOnlyRead = (one: Binding | undefined, of: Unit): boolean =>
    one?.references.every((mention) => isPlainRead(mention, of)) !== false;
  return literal !== undefined &&
    ts.isObjectLiteralExpression(literal) &&
    binding?.writes.length === 0 &&
    !binding.isHoisted &&
    !mayChangeElsewhere(named.node, named.unit) &&
    isOnlyRead(unit.scope.bindingOf(node), unit) &&
    isOnlyRead(binding, named.unit) &&
    // A method of its own may change it.
    !someIn(literal, (inner) => inner.kind === ts.SyntaxKind.ThisKeyword)
    ? { node: literal, unit: named.unit }
    : undefined;
}

/**
 * Whether all mentions of a table, in this file and in the one that declares it, only read what stands so many
 * properties down: nobody gets anything from which that could be changed.
 */
export function isReadDownTo(depth: number, table: ts.Identifier, unit: Unit): boolean {
  const named = declarationNamed(table, 'value', unit);
  const isReadIn = (binding: Binding | undefined, of: Unit): boolean =>
    binding?.references.every((mention) => readsDownTo(depth, mention, of)) !== false;
  return (
    named !== undefined &&
    isReadIn(unit.scope.bindingOf(table), unit) &&
    isReadIn(named.unit.scope.bindingOf(nameDeclared(named.node)), named.unit)
  );
}

function readsDownTo(depth: number, mention: ts.Identifier, unit: Unit): boolean {
  if (ts.isTypeQueryNode(mention.parent) || ts.isTypeReferenceNode(mention.parent)) return true;
  let node: ts.Expression = mention;
  for (let level = 1; level <= depth; level++) {
    const use = useOf(node);
    if (use.kind === 'asked' || isNamed(use, unit)) return true;
    if (use.kind !== 'part') return level === depth && (isTakenApart(use) || isCopied(use, unit));
    node = use.access;
  }
  return useOf(node).kind !== 'written';
}

/** `const { seats } = PLANS.pro`: whatever gets these has no way back. */
function isTakenApart(use: Use): boolean {
  return (
    use.kind === 'name' &&
    ts.isObjectBindingPattern(use.name) &&
    use.name.elements.every(({ name, dotDotDotToken }) => ts.isIdentifier(name) && dotDotDotToken === undefined)
  );
}

/** `Object.keys(PLANS)` */
function isNamed(use: Use, unit: Unit): boolean {
  return use.kind === 'argument' && globalFunctionName(use.call.expression, unit) === 'Object.keys';
}

function isCopied(use: Use, unit: Unit): boolean {
  return use.kind === 'spread' ? ts.isObjectLiteralExpression(use.into) : isOnlyLookedAt(use, unit);
}

/** Whether a mention neither puts something else into the object nor hands it to anybody. */
export function isPlainRead(mention: ts.Identifier, unit: Unit): boolean {
  if (ts.isTypeQueryNode(mention.parent) || ts.isTypeReferenceNode(mention.parent)) return true;
  const use = useOf(mention);
  if (use.kind === 'part') return isPlainPart(use.access);
  if (use.kind === 'spread') return ts.isObjectLiteralExpression(use.into);
  return use.kind === 'asked' || isOnlyLookedAt(use, unit);
}

/** Whether what something goes into is given to a function that only looks at it: the language's, or the SDK's. */
function isOnlyLookedAt(use: Use, unit: Unit): boolean {
  if (use.kind === 'member') return ts.isObjectLiteralExpression(use.of) && isOnlyLookedAt(useOf(use.of), unit);
  if (use.kind !== 'argument' || !ts.isCallExpression(use.call)) return false;
  return onlyReadsArguments(use.call, unit) || isRequest(use.call, unit);
}

/** Whether a call is one of the SDK's, which sends what it is given. */
function isRequest({ expression }: ts.CallExpression, unit: Unit): boolean {
  const callee = unwrap(expression);
  const owner = accessOf(callee)?.object;
  const of = owner === undefined ? undefined : evaluate(unwrap(owner), unit);
  return (
    evaluate(callee, unit).kind === 'sdk' ||
    (of?.kind === 'sdk' && (of.type === 'users' || of.type === 'organizations'))
  );
}

/** Whether what is read from an object is only read itself, never called, assigned or deleted. */
function isPlainPart(part: ts.Expression): boolean {
  const use = useOf(part);
  return use.kind === 'part' ? isPlainPart(use.access) : use.kind !== 'written' && use.kind !== 'method';
}
