import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { functionHeldBy } from '../../flow/held.ts';
import { alternativesOf, stepInto } from '../../flow/origins.ts';
import { useOf } from '../../flow/uses.ts';
import { builtinFunction, LIST_METHODS, WAITING_FOR_ALL } from '../../knowledge/builtins.ts';
import { contextualType } from '../../language/contextual-type.ts';
import { globalFunctionName, isGlobal } from '../../language/is-global.ts';
import { writtenTypeOf } from '../../language/type-written-for.ts';
import { declarationNamed } from '../../language/named-declarations.ts';
import { elementType } from '../../language/written-type.ts';
import { returnedBy } from '../../returned.ts';
import { accessOf, hasWrittenType, nameDeclared, unwrap } from '../../syntax.ts';
import type { Unit } from '../../language/unit.ts';
import { Worklist } from '../../worklist.ts';

/**
 * Whether no type says what an expression is: in JavaScript everywhere, in TypeScript where it is `any` as far as the
 * file shows.
 */
export function isUntyped(expression: ts.Expression, unit: Unit): boolean {
  return !unit.isTypeScript || isAny(expression, unit);
}

/**
 * `x as any`, a variable or parameter of type `any`, what `JSON.parse(…)` and `response.json()` give, and what is read
 * from any of them, or may be one of them, or is returned by a function that says no type of what it returns.
 */
function isAny(expression: ts.Expression, from: Unit): boolean {
  const asked = new Worklist<At>([{ node: expression, unit: from }], ({ node }) => [node]);
  for (const { node, unit } of asked) {
    const written = ts.isTypeNode(node)
      ? node
      : ts.isExpression(node)
        ? writtenTypeOf(node, unit)?.node
        : writtenFor(node, unit);
    if (
      written?.kind === ts.SyntaxKind.AnyKeyword ||
      (written !== undefined &&
        ts.isTupleTypeNode(written) &&
        written.elements.some(({ kind }) => kind === ts.SyntaxKind.AnyKeyword)) ||
      (ts.isCallExpression(node) && givesAny(node, unit))
    )
      return true;
    if (written !== undefined) continue;
    asked.add(madeOf(node, unit).map((one) => ({ node: one, unit })));
    if (ts.isCallExpression(node)) asked.add(returnedTo(node, unit));
  }
  return false;
}

interface At {
  readonly node: ts.Node;
  readonly unit: Unit;
}

/** What a call gives by the function that it calls, in whichever file, or hands what is promised: `then(read)`. */
function returnedTo(call: ts.CallExpression, from: Unit): readonly At[] {
  const callee = unwrap(call.expression);
  const isThen = accessOf(callee)?.name === 'then';
  const called = isThen ? call.arguments[0] : callee;
  if (called === undefined) return [];
  const named = ts.isIdentifier(called) ? declarationNamed(called, 'value', from) : undefined;
  const unit = named?.unit ?? from;
  const fn = isInline(called) ? called : functionHeldBy(nameDeclared(named?.node) ?? called, unit);
  return fn === undefined || fn.type !== undefined ? [] : returnedBy(fn).values.map((node) => ({ node, unit }));
}

function isInline(node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function writtenFor(node: ts.Node, unit: Unit): ts.TypeNode | undefined {
  if (ts.isParameter(node) && node.type === undefined) return contextualType(node, unit)?.node;
  return hasWrittenType(node as ts.Declaration) ? (node as ts.VariableDeclaration).type : undefined;
}

/** What a value is taken from as it is, or read from; nothing where that isn't in sight. */
function madeOf(node: ts.Node, unit: Unit): readonly ts.Node[] {
  if (!ts.isExpression(node)) {
    const declared = declaredBy(node as ts.Declaration);
    if (declared.kind === 'given')
      return [
        ...listGoneThrough(declared.parameter).flatMap((list) => elementsIn(list, unit)),
        ...promiseBehind(declared.parameter),
      ];
    if (declared.kind === 'each') return elementsIn(declared.of, unit);
    if (declared.kind !== 'element') return 'of' in declared ? [declared.of] : [];
    const one = elementAwaited(declared.of, declared.index, unit);
    return [one ?? declared.of];
  }
  const origin = stepInto(node);
  switch (origin.kind) {
    case 'awaited':
    case 'part':
      return [origin.of];
    case 'result':
      return [unwrap(origin.call.expression), copiedBy(origin.call, unit) ?? []].flat();
    case 'name':
      return [unit.scope.declarationOf(origin.name) ?? []].flat();
    default:
      return alternativesOf(origin) ?? [];
  }
}

/** What one name of `const [user, body] = await Promise.all([getUser(), read()])` stands for. */
function elementAwaited(whole: ts.Node, index: number, unit: Unit): ts.Expression | undefined {
  const declared = ts.isVariableDeclaration(whole) ? declaredBy(whole) : undefined;
  const origin = declared?.kind === 'value' ? stepInto(unwrap(declared.of)) : undefined;
  const call = origin?.kind === 'awaited' ? unwrap(origin.of) : undefined;
  if (call === undefined || !ts.isCallExpression(call)) return undefined;
  const [first] = call.arguments;
  const list = first === undefined ? undefined : unwrap(first);
  const isAll = WAITING_FOR_ALL.has(globalFunctionName(call.expression, unit) ?? '');
  return isAll && list !== undefined && ts.isArrayLiteralExpression(list) ? list.elements[index] : undefined;
}

/** The promise whose value a parameter is given: `promise.then(fn)`. */
function promiseBehind(parameter: ts.ParameterDeclaration): readonly ts.Expression[] {
  const { parent: fn } = parameter;
  const use = ts.isExpression(fn) && isInline(fn) && fn.parameters[0] === parameter ? useOf(fn) : undefined;
  const access = use?.kind === 'argument' && use.index === 0 ? accessOf(unwrap(use.call.expression)) : undefined;
  return access?.name === 'then' ? [access.object] : [];
}

/** The list whose elements a parameter is given: `list.forEach(fn)`. */
export function listGoneThrough({ parent: fn }: ts.ParameterDeclaration): readonly ts.Expression[] {
  if (!ts.isArrowFunction(fn) && !ts.isFunctionExpression(fn)) return [];
  const use = useOf(fn);
  const access = use.kind === 'argument' && use.index === 0 ? accessOf(unwrap(use.call.expression)) : undefined;
  return access !== undefined && Object.hasOwn(LIST_METHODS, access.name) ? [access.object] : [];
}

/** The type of the elements of a list, or the list where no type is written for it. */
function elementsIn(list: ts.Expression, unit: Unit): readonly ts.Node[] {
  const written = writtenTypeOf(list, unit);
  return written === undefined ? [list] : [elementType(written)?.node ?? []].flat();
}

/** What a function of the language gives the values of: `Object.entries(object)`. */
function copiedBy({ expression, arguments: [first] }: ts.CallExpression, unit: Unit): ts.Expression | undefined {
  return builtinFunction(globalFunctionName(expression, unit))?.copies === true ? first : undefined;
}

function givesAny({ expression, arguments: given }: ts.CallExpression, unit: Unit): boolean {
  const access = accessOf(unwrap(expression));
  if (access?.name === 'json' && given.length === 0) return true;
  return access?.name === 'parse' && isGlobal(access.object, 'JSON', unit);
}
