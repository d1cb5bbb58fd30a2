import { ts } from 'ts-morph';
import type { UpdateCall } from '../../recognise/calls/update-calls.ts';
import { fieldsIn } from '../../recognise/params/elements.ts';
import { isExported } from '../../language/exported.ts';
import { nameOfGlobal } from '../../language/is-global.ts';
import { accessOf, hasModifier, unwrap, isAccess } from '../../syntax.ts';
import { containerOf, statementOf } from '../../tree.ts';
import { isOrEmpty, type Change } from '../decision/change.ts';
import { isUnderDirective } from '../decision/directives.ts';
import { leastStable, stabilityOf, suspends } from '../../values/stability.ts';
import { NOTHING, NULLISH, UNKNOWN } from '../../values/kinds/kinds.ts';
import { kindsOf } from '../../values/kinds/possible-kinds.ts';
import type { BoundPart, Presence, ReturnedShape, SplitPlan, SplitRequest, SplitShape } from '../decision/plan.ts';
import { isForgotten, isNarrowed } from './narrowing-in-closures.ts';
import { positionOf, type Position } from './position.ts';
import { isSentLate } from './mutated-before-send.ts';
import { typeOfPart } from './part-type.ts';
import { partsOf, partsToBind, type Part } from './split-parts.ts';
import { leftToFunction } from './steady.ts';
import type { Unit } from '../../language/unit.ts';

/**
 * Plans the two calls that take the place of one. Nothing runs twice or moves: what the metadata call needs after the
 * general request is evaluated before it unless it would give the same afterwards. docs/semantics.md, "Calls with
 * general fields too".
 *
 * @returns undefined where a part that has to be bound has no value of its own to bind (an accessor, a computed name
 *   with effects), and where a directive for the compiler would cover one of the two only
 */
export function planSplit(request: SplitRequest, unit: Unit): SplitPlan | undefined {
  if (isUnderDirective(statementOf(request.site.call) ?? request.site.call)) return undefined;
  return isSentLate(request, unit)
    ? planParts(asWhole(request, nameOfGlobal('JSON', unit), unit), unit)
    : planParts(request, unit);
}

function planParts(request: SplitRequest, unit: Unit): SplitPlan | undefined {
  const { site, changes, params } = request;
  const position = positionOf(site.call, unit);
  const isGuarded = params.kind === 'run-time' && params.isGuarded;
  const isChained = waitsByChain(position, isGuarded);
  const link = lastLink(site);
  // What is asked for on the way to the second request has to be there still, and to be known to be.
  const isLost = ({ role, node }: Part): boolean =>
    isChained &&
    ((role === 'receiver' && link !== undefined && isForgotten(link, unit)) || isNarrowed(node, site, unit));
  // Between two requests that stand one behind the other, the function itself does nothing else.
  const left = position.kind === 'statement' && !isChained ? leftToFunction(site.call, position.statement, unit) : NONE;
  const parts = partsOf(request, left, unit)?.map((part): Part =>
    isLost(part) ? { ...part, stability: leastStable([part.stability, 'moving']) } : part,
  );
  if (parts === undefined) return undefined;
  // An optional chain evaluates its arguments only where it doesn't end before.
  const bindsArguments = (bound: readonly Part[]): boolean =>
    link !== undefined && bound.some((part) => part.role !== 'receiver' && !isThere(part, request, unit));
  const needed = partsToBind(parts, () => false);
  const asks = link === undefined || !bindsArguments(needed) ? undefined : presenceOf(link, unit);
  if (asks !== undefined && position.kind === 'statement' && position.result === 'dropped') {
    const chosen = asks.kind === 'receiver' ? partsToBind(parts, ({ role }) => role === 'receiver') : needed;
    const { statement, awaited: isAwaited } = position;
    const shape: SplitShape = { kind: 'if', statement, present: asks, isAwaited };
    return { kind: 'split', ...request, bound: withTypes(chosen, site, unit), shape };
  }
  if (asks?.kind === 'receiver') return planOptionalCall(request, unit);
  const whole = asks === undefined ? undefined : shapeOfReturned(request, position, unit);
  if (asks !== undefined && whole !== undefined)
    return { kind: 'split', ...request, bound: withTypes(needed, site, unit), shape: { ...whole, present: asks } };
  const isInFunction = needed.length > 0 && (position.kind === 'expression' || asks !== undefined);
  // The body of a function called on the spot can't wait for what its surroundings wait for.
  const chosen = isInFunction ? partsToBind(parts, ({ node }) => suspends(node)) : needed;
  const [first, ...others] = chosen;
  // The arguments of a function called on the spot can't see each other's names.
  const isNested =
    first?.role === 'receiver' &&
    (asks !== undefined || position.kind === 'expression') &&
    others.length > 0 &&
    clearsKeys(changes);
  if (isNested && others.some(({ node }) => suspends(node))) return undefined;
  const shape: SplitShape =
    asks === undefined
      ? shapeOf(site, position, chosen.length > 0, isGuarded, isNested, unit)
      : { kind: 'call-chain', present: asks, goesOn: chainBehind(site.call), isNested };
  return { kind: 'split', ...request, bound: withTypes(chosen, site, unit), shape };
}

/** How the calls are put together where they are all that a function returns, if it gets that far. */
function shapeOfReturned({ site, params }: SplitRequest, position: Position, unit: Unit): ReturnedShape | undefined {
  if (position.kind !== 'arrow-body' && !(position.kind === 'statement' && position.result === 'returned'))
    return undefined;
  const isGuarded = params.kind === 'run-time' && params.isGuarded;
  const shape = shapeOf(site, position, true, isGuarded, false, unit);
  return shape.kind === 'before' || shape.kind === 'chain' || shape.kind === 'chosen' || shape.kind === 'arrow-body'
    ? shape
    : undefined;
}

function withTypes(parts: readonly Part[], site: UpdateCall, unit: Unit): readonly BoundPart[] {
  return parts.map((part) => ({ ...part, type: typeOfPart(part, site, unit) }));
}

/**
 * How it can be asked once more whether an optional chain goes on: TypeScript remembers the answer only of a variable
 * or a property path.
 */
function presenceOf(link: ts.Expression, unit: Unit): Presence {
  let node = unwrap(link);
  while (accessOf(node) !== undefined) node = unwrap(accessOf(node)?.object ?? node);
  const isPath = ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword;
  return isPath && stabilityOf(link, new Set(), unit) !== 'effect'
    ? { kind: 'path', path: link }
    : { kind: 'receiver' };
}

/**
 * Whether params can be taken apart before it is known whether the optional chain ends: a variable that is there for
 * certain, and nothing comes of it.
 */
function isThere({ role, node }: Part, { changes, site }: SplitRequest, unit: Unit): boolean {
  if (role !== 'params' || !ts.isIdentifier(unwrap(node))) return false;
  return isOrEmpty(changes, site.params) || (kindsOf(node, unit) & (NULLISH | UNKNOWN)) === NOTHING;
}

/**
 * Arguments behind an optional chain whose start can't be asked for twice: a function takes them, if there is one to
 * take them.
 */
function planOptionalCall(request: SplitRequest, unit: Unit): SplitPlan | undefined {
  const whole = asWhole(request, undefined, unit);
  const parts = partsOf(whole, NONE, unit);
  if (parts === undefined || clearsKeys(whole.changes)) return undefined;
  const isTyped = (unit.source.flags & ts.NodeFlags.JavaScriptFile) === 0;
  return { kind: 'split', ...whole, bound: parts, shape: { kind: 'optional-call', isTyped } };
}

/** The same with params that are taken apart when the program runs. */
function asWhole(request: SplitRequest, copiedBy: string | undefined, unit: Unit): SplitRequest {
  const { params } = request;
  if (params.kind === 'run-time')
    return {
      ...request,
      params: {
        ...params,
        copiedBy: params.copiedBy ?? copiedBy,
        isAnnotated: params.isAnnotated && copiedBy === undefined,
      },
    };
  const assigned = params.kind === 'extracted' ? params.assignments.map(({ field }) => field) : [];
  const fields = [...new Set([...(fieldsIn(params.elements) ?? []), ...assigned])];
  const leavesOut = tellsMissing(unit);
  return {
    ...request,
    params: { kind: 'run-time', fields, isGuarded: false, copiedBy, isAnnotated: false, leavesOut },
  };
}

/** Whether TypeScript tells a property that is missing apart from one that is undefined. */
export function tellsMissing({ isTypeScript, fileName, graph: { project } }: Unit): boolean {
  return isTypeScript && project.tellsMissing?.(fileName) === true;
}

function clearsKeys(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'clear-keys');
}

function shapeOf(
  { call }: UpdateCall,
  position: Position,
  binds: boolean,
  isGuarded: boolean,
  isNested: boolean,
  unit: Unit,
): SplitShape {
  switch (position.kind) {
    case 'expression':
      // A function called on the spot ends the optional chain.
      return { kind: 'call-chain', present: undefined, goesOn: binds ? chainBehind(call) : undefined, isNested };
    case 'head':
      return binds
        ? { kind: 'chain', statement: position.statement }
        : { kind: 'call-chain', present: undefined, goesOn: undefined, isNested: false };
    case 'arrow-body':
      if (binds)
        return {
          kind: 'arrow-body',
          arrow: position.arrow,
          hasSteps: position.awaited || !waitsByChain(position, isGuarded),
        };
      return { kind: 'call-chain', present: undefined, goesOn: undefined, isNested: false };
    case 'statement': {
      const { statement, result } = position;
      if (waitsByChain(position, isGuarded)) return { kind: 'chain', statement };
      if (result === 'dropped') return { kind: 'after', statement };
      if (!isGuarded) return { kind: 'before', statement };
      return {
        kind: 'chosen',
        statement,
        result: result === 'returned' ? 'returned' : isReassignable(statement, unit) ? 'declared' : 'kept',
      };
    }
  }
}

/** Whether the second of the two requests waits for the first by `.then()`. */
function waitsByChain(position: Position, isGuarded: boolean): boolean {
  switch (position.kind) {
    case 'statement':
      return !position.awaited && !(isGuarded && position.result === 'returned' && mayAwaitInstead(position.statement));
    case 'arrow-body':
      return !(isGuarded && isAsync(position.arrow));
    case 'head':
    case 'expression':
      return true;
  }
}

const NONE: ReadonlySet<ts.Node> = new Set();

/** What a return leaves without running more code of its own. */
const LEFT_AT_ONCE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.Block,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.CaseBlock,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.DefaultClause,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.ForInStatement,
]);

/**
 * Whether a function that returns a promise may wait for a part of it itself: nothing there catches what fails, or runs
 * behind the return.
 */
function mayAwaitInstead(statement: ts.Statement): boolean {
  const container = containerOf(statement);
  for (let node: ts.Node = statement; node !== container; node = node.parent) {
    if (!LEFT_AT_ONCE.has(node.kind)) return false;
    const beside = ts.isBlock(node.parent) || ts.isCaseOrDefaultClause(node.parent) ? node.parent.statements : [];
    if (beside.some((other) => ts.isVariableStatement(other) && isUsing(other.declarationList))) return false;
  }
  return isAsync(container);
}

/** `using x = …`, `await using x = …` */
function isUsing({ flags }: ts.VariableDeclarationList): boolean {
  // `const` and `using` together stand for `await using`.
  return (flags & ts.NodeFlags.Using) !== 0;
}

function isAsync(container: ts.Node): boolean {
  const isGenerator =
    (ts.isFunctionDeclaration(container) || ts.isFunctionExpression(container) || ts.isMethodDeclaration(container)) &&
    container.asteriskToken !== undefined;
  return !isGenerator && hasModifier(container, ts.SyntaxKind.AsyncKeyword);
}

/**
 * Whether what a statement declares may be assigned once more right behind it: it has one name, which no other function
 * and no other file sees.
 */
function isReassignable(statement: ts.Statement, unit: Unit): boolean {
  const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
  if (declaration === undefined || !ts.isIdentifier(declaration.name) || isExported(declaration)) return false;
  const container = containerOf(statement);
  if (unit.component !== undefined && ts.isSourceFile(container)) return false;
  return (
    unit.scope.bindingOf(declaration.name)?.references.every((reference) => containerOf(reference) === container) ===
    true
  );
}

/**
 * What the last `?.` before the call asks for: where it is there, so is all before it. The SDK's methods always are.
 */
function lastLink({ call }: UpdateCall): ts.Expression | undefined {
  if (!ts.isOptionalChain(call)) return undefined;
  for (let node: ts.Expression = call.expression; ts.isOptionalChain(node);) {
    if (!isAccess(node) && !ts.isCallExpression(node) && !ts.isNonNullExpression(node)) return undefined;
    if (!ts.isNonNullExpression(node) && node.questionDotToken !== undefined) return node.expression;
    node = node.expression;
  }
  return undefined;
}

/** What follows the call in the same optional chain, which its end would have ended, too. */
function chainBehind(call: ts.CallExpression): ts.Expression | undefined {
  let node: ts.Expression = call;
  while (ts.isNonNullExpression(node.parent)) node = node.parent;
  const { parent } = node;
  const isLink = isAccess(parent) || ts.isCallExpression(parent);
  return isLink && parent.expression === node && ts.isOptionalChain(parent) ? parent : undefined;
}
