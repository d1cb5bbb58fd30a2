import { ts } from 'ts-morph';
import { METADATA_FIELDS, type MetadataField } from '../../../api-change.ts';
import { declaredBy } from '../../../flow/declared.ts';
import { heldBy } from '../../../flow/held.ts';
import { createEvaluators } from '../../../flow/evaluate.ts';
import { originOf } from '../../../flow/origins.ts';
import { isObjectAssign } from '../../../language/is-global.ts';
import { isReactiveAssignment } from '../../../recognise/frameworks/reactive.ts';
import { isNeverReassigned, type Binding } from '../../../language/scope.ts';
import type { SdkValue } from '../../../recognise/sdk/value.ts';
import { writtenTypeOf } from '../../../language/type-written-for.ts';
import { accessOf, isEmptyObject, unwrap, isAccess } from '../../../syntax.ts';
import { fetchedBy } from './fetching-functions.ts';
import { OBJECT } from '../../../values/kinds/kinds.ts';
import { kindsOfType } from '../../../values/kinds/written-types.ts';
import { isSteadyKey, keyGivenBy, pathOf, samePath, type Key } from '../../../values/paths/property-paths.ts';
import { lastAssigned } from '../../../values/kinds/last-assigned.ts';
import { containerOf, contains, loopsAround } from '../../../tree.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Unit } from '../../../language/unit.ts';

/** A read of a metadata field, or of something inside it, from a subject that the SDK returned. */
export interface StoredRead {
  readonly field: MetadataField;
  /** What leads below the field. */
  readonly path: readonly Key[];
  readonly subject: SdkValue;
  /** Where the field itself is read: a property access, or an element of a destructuring. */
  readonly read: ts.Node;
  /** Variables that hold the field's object or a part of it. */
  readonly aliases: readonly Binding[];
  /** Variables that hold the subject. */
  readonly holders: readonly Binding[];
  /**
   * A variable that holds one subject or another, or nothing, as conditions or assignments decide: which that is, only
   * the variable itself can say.
   */
  readonly held: Binding | undefined;
  /** Whether a condition asks for the subject first: `user ? user.publicMetadata : {}`. */
  readonly isReadIfThere?: true;
}

/** What is read at an expression: null where it is nothing stored, undefined where it isn't known yet. */
type Known = StoredRead | null | undefined;

const evaluatorOf = createEvaluators<Known>({ none: undefined, unknown: null });

/**
 * Reads `expression` as (a part of) a subject's metadata, through aliases, destructuring, casts, `?.`, `?? {}` and `||
 * {}`.
 */
export function readStored(expression: ts.Expression, unit: Unit): StoredRead | undefined {
  const node = unwrap(expression);
  return evaluatorOf(unit.graph).once(node, 'stored', () => findStored(node, unit) ?? null) ?? undefined;
}

function findStored(node: ts.Expression, unit: Unit): StoredRead | undefined {
  const origin = originOf(node);
  switch (origin.kind) {
    case 'same':
      return readStored(origin.of, unit);
    case 'fallback':
      return isEmptyObject(unwrap(origin.other))
        ? (readGuarded(origin.first, unit) ?? readStored(origin.first, unit))
        : undefined;
    case 'choice': {
      const [there, other] = origin.of;
      const isOther = ts.isConditionalExpression(node) && isEmptyObject(unwrap(other));
      return isOther ? readIfThere(node.condition, there, unit) : undefined;
    }
    case 'name':
      return readAlias(origin.name, unit);
    case 'result':
      return readCopy(origin.call, unit);
    case 'awaited':
      return readFetched(origin.of, unit);
    case 'part': {
      const name = accessOf(node)?.name;
      if (name !== undefined) return readPart(node, origin.of, name, unit);
      return ts.isElementAccessExpression(node) ? readByKey(node, unit) : undefined;
    }
    default:
      return undefined;
  }
}

/** What is read in `user && user.publicMetadata`. */
function readGuarded(expression: ts.Expression, unit: Unit): StoredRead | undefined {
  const origin = originOf(unwrap(expression));
  return origin.kind === 'guarded' ? readIfThere(origin.condition, origin.then, unit) : undefined;
}

/** What is read if what it is read of is there, which a condition asks for. */
function readIfThere(condition: ts.Expression, read: ts.Expression, unit: Unit): StoredRead | undefined {
  const object = accessOf(unwrap(read))?.object;
  const [asked, of] = [condition, object].map((node) => (node === undefined ? undefined : pathOf(node, unit)));
  const stored = asked !== undefined && of !== undefined && samePath(asked, of) ? readStored(read, unit) : undefined;
  return stored && { ...stored, isReadIfThere: true };
}

/** The field of a subject, or what is inside of it. */
function readPart(node: ts.Expression, object: ts.Expression, name: string, unit: Unit): StoredRead | undefined {
  const field = METADATA_FIELDS.find((candidate) => candidate === name);
  const subject = field === undefined ? undefined : readSubject(object, unit);
  if (field !== undefined && subject !== undefined) return { field, path: [], ...subject, read: node, aliases: [] };
  const outer = readStored(object, unit);
  return outer === undefined ? undefined : readInside(outer, name, node, object, unit);
}

/** What is stored under a key that a variable holds, or a part of one. */
function readByKey(node: ts.ElementAccessExpression, unit: Unit): StoredRead | undefined {
  const key = keyGivenBy(node.argumentExpression, unit);
  const outer = key === undefined ? undefined : readStored(node.expression, unit);
  return key === undefined || outer === undefined ? undefined : readInside(outer, key, node, node.expression, unit);
}

/** What is under a key of something stored. */
function readInside(
  outer: StoredRead,
  key: Key,
  node: ts.Expression,
  object: ts.Expression,
  unit: Unit,
): StoredRead | undefined {
  // Where a part of an object says which it is, that may be another by the time that it is asked for what is inside.
  const isFound = outer.path.every(isSteadyKey) && !mayThrow(outer, node, object, unit);
  return isFound ? { ...outer, path: [...outer.path, key] } : undefined;
}

/**
 * Whether reading inside something that may not be there throws: without the read, nothing would. The field itself
 * always is.
 */
function mayThrow(outer: StoredRead, node: ts.Expression, object: ts.Expression, unit: Unit): boolean {
  if (outer.path.length === 0) return false;
  const isOptional = isAccess(node) && node.questionDotToken !== undefined;
  const type = writtenTypeOf(object, unit);
  // `?? {}`, or a variable that has it.
  const held = heldBy(object, unit) ?? unwrap(object);
  return (
    !isOptional &&
    !ts.isBinaryExpression(held) &&
    (type === undefined || type.optional || kindsOfType(type.node, type.unit) !== OBJECT)
  );
}

/** `Object.assign({}, <stored>)` is a copy. */
function readCopy(call: ts.CallExpression, unit: Unit): StoredRead | undefined {
  const [target, source, ...others] = call.arguments;
  if (!isObjectAssign(call, unit) || target === undefined || source === undefined || others.length > 0)
    return undefined;
  return isEmptyObject(unwrap(target)) ? readStored(source, unit) : undefined;
}

/** A field that a function in sight fetches. */
function readFetched(promise: ts.Expression, unit: Unit): StoredRead | undefined {
  const origin = originOf(promise);
  const fetched = origin.kind === 'result' ? fetchedBy(origin.call, unit) : undefined;
  const field = METADATA_FIELDS.find((candidate) => candidate === fetched?.part);
  if (origin.kind !== 'result' || fetched === undefined || field === undefined) return undefined;
  const subject: SdkValue = { kind: 'sdk', type: fetched.type, origin: origin.call, unit, from: undefined };
  return { field, path: [], subject, read: origin.call, aliases: [], holders: [], held: undefined };
}

function readAlias(node: ts.Identifier, unit: Unit): StoredRead | undefined {
  const binding = unit.scope.bindingOf(node);
  if (binding === undefined) return undefined;
  const declared = declaredBy(binding.declaration);
  const value = isNeverReassigned(binding)
    ? declared.kind === 'value' && declared.of
    : onlyAssigned(binding, node, unit);
  if (value !== undefined && value !== false) {
    const stored = readStored(value, unit);
    // What a variable names now, it may not have named when that was assigned.
    const isSame = stored?.path.every(isNeverReassigned(binding) ? isSteadyKey : (key) => typeof key === 'string');
    return stored !== undefined && isSame === true ? { ...stored, aliases: [...stored.aliases, binding] } : undefined;
  }
  if (!isNeverReassigned(binding)) return undefined;
  if (declared.kind !== 'part') return undefined;
  const { of: owner, name, initial } = declared;
  if (initial !== undefined && !isEmptyObject(unwrap(initial))) return undefined;
  if (name === undefined || !ts.isVariableDeclaration(owner)) return readPattern(node, name, binding, unit);
  if (owner.initializer === undefined) return undefined;
  const field = METADATA_FIELDS.find((candidate) => candidate === name);
  const subject = field === undefined ? undefined : readSubject(owner.initializer, unit);
  if (field !== undefined && subject !== undefined)
    return { field, path: [], ...subject, read: binding.declaration, aliases: [binding] };
  const outer = readStored(owner.initializer, unit);
  return outer?.path.every(isSteadyKey) === true
    ? { ...outer, path: [...outer.path, name], aliases: [...outer.aliases, binding] }
    : undefined;
}

/** A field destructured from a parameter, or from an inner pattern. */
function readPattern(
  node: ts.Identifier,
  name: string | undefined,
  binding: Binding,
  unit: Unit,
): StoredRead | undefined {
  const field = METADATA_FIELDS.find((candidate) => candidate === name);
  const value = evaluate(node, unit);
  if (
    field === undefined ||
    value.kind !== 'sdk' ||
    value.type !== 'metadata' ||
    value.from === undefined ||
    binding.declaration === undefined
  )
    return undefined;
  const { from: subject } = value;
  return { field, path: [], subject, read: binding.declaration, aliases: [binding], holders: [], held: undefined };
}

/** The variables that hold what an expression gives as a subject: whoever that was when they got it. */
export function holdersOf(expression: ts.Expression, unit: Unit): readonly Binding[] {
  return readSubject(expression, unit)?.holders ?? [];
}

/** Reads an expression as a subject which it is for certain, or as the variable that decides it. */
function readSubject(
  expression: ts.Expression,
  unit: Unit,
): Pick<StoredRead, 'subject' | 'holders' | 'held'> | undefined {
  const holders: Binding[] = [];
  let from = expression;
  let held: Binding | undefined;
  let isMissing = false;
  while (held === undefined) {
    const origin = originOf(from);
    if (origin.kind === 'awaited' || origin.kind === 'same') {
      from = origin.of;
      continue;
    }
    if (origin.kind === 'choice' || origin.kind === 'fallback' || origin.kind === 'guarded') {
      held = holders.at(-1);
      if (held === undefined) return undefined;
      break;
    }
    const binding = origin.kind === 'name' ? unit.scope.bindingOf(origin.name) : undefined;
    if (binding === undefined) break;
    // What leads back to itself holds nothing.
    if (holders.includes(binding)) return undefined;
    holders.push(binding);
    const definite = definiteSource(binding, unwrap(from), unit);
    if (definite === 'declaration') break;
    const source = definite ?? sourceUnlessNothing(binding, unit);
    isMissing ||= definite === undefined;
    if (source === undefined) held = binding;
    else from = source;
  }
  const whole = evaluate(expression, unit);
  if (whole.kind !== 'sdk') return undefined;
  // A variable that is assigned several times, or later, may hold something else elsewhere; here it doesn't.
  const assigned = held === undefined ? evaluate(from, unit) : whole;
  const subject = assigned.kind === 'sdk' ? (isMissing ? { ...assigned, mayBeMissing: true } : assigned) : whole;
  if (subject.type !== 'user' && subject.type !== 'organization' && subject.type !== 'frontend-user') return undefined;
  return { subject, holders, held };
}

/**
 * The one expression that a variable holds at `use`, or `declaration` where it is a parameter, an import or a part of a
 * pattern.
 */
function definiteSource(binding: Binding, use: ts.Node, unit: Unit): ts.Expression | 'declaration' | undefined {
  const declared = declaredBy(binding.declaration);
  if (declared.kind === 'unset' || declared.kind === 'ambient') return onlyAssigned(binding, use, unit);
  if (!isNeverReassigned(binding)) return declared.kind === 'value' ? onlyAssigned(binding, use, unit) : undefined;
  if (declared.kind === 'value') return declared.of;
  // A default is only one of the things that a caller may pass.
  return 'initial' in declared && declared.initial !== undefined ? undefined : 'declaration';
}

/** What the one assignment gives a variable of which it has what it holds at `use`. */
function onlyAssigned(binding: Binding, use: ts.Node, unit: Unit): ts.Expression | undefined {
  const { writes } = binding;
  const isAlone = writes.length === 1;
  // What a reactive statement of Svelte's assigns is kept up to date.
  const isReactive = isAlone && writes.some(({ target }) => isReactiveAssignment(target.parent.parent));
  const isKnown = ts.isIdentifier(use) && (isAlone || unit.component === undefined);
  const [only, ...others] = isReactive ? writes : isKnown ? lastAssigned(use, binding) : [];
  if (only?.value === undefined || others.length > 0) return undefined;
  // The browser's user is called on under the variable's name, which may hold several.
  if (!isAlone && isFrontendUser(only.value, unit)) return undefined;
  const { parent: assigning } = only.target;
  // What `??=` leaves as it is was there before.
  return ts.isBinaryExpression(assigning) && assigning.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? only.value
    : undefined;
}

/** What a variable holds wherever it holds anything: the one thing that is assigned to it, beside null and the like. */
function sourceUnlessNothing({ declaration, writes, isHoisted }: Binding, unit: Unit): ts.Expression | undefined {
  const declared = declaredBy(declaration);
  const initial = declared.kind === 'value' ? [declared.of] : [];
  // A `var` may have what the turn before gave it.
  if (declaration === undefined || isHoisted || unit.component !== undefined) return undefined;
  if (declared.kind !== 'unset' && initial.length === 0) return undefined;
  const isOfOneRun = writes.every(
    ({ target, value }) =>
      value !== undefined &&
      containerOf(target) === containerOf(declaration) &&
      loopsAround(target).every((loop) => contains(loop, declaration)),
  );
  const values = [...initial, ...writes.flatMap(({ value }) => value ?? [])];
  const [only, ...others] = values.filter((value) => originOf(unwrap(value)).kind !== 'nothing');
  return isOfOneRun && only !== undefined && others.length === 0 && !isFrontendUser(only, unit) ? only : undefined;
}

function isFrontendUser(expression: ts.Expression, unit: Unit): boolean {
  const value = evaluate(unwrap(expression), unit);
  return value.kind === 'sdk' && value.type === 'frontend-user';
}
