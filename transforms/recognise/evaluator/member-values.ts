import { ts } from 'ts-morph';
import { NAMED_AS_IN_API, SDK_TYPES } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { mentionsOf } from '../../language/files-writing.ts';
import { unwrap } from '../../syntax.ts';
import { sdkExport, sdkProperty } from '../sdk/sdk-values.ts';
import { intersect, join, leadingTo } from '../sdk/joined-values.ts';
import { castAs, isUnknown, keptByHook, FOREIGN, UNKNOWN, UNKNOWN_OF_PACKAGE, type Value } from '../sdk/value.ts';
import { GENERAL_UPDATES, memberOfClass, valuesWritten } from './class-values.ts';
import { descentOf } from './inheritance.ts';
import { exportedValue } from '../sdk/imported-values.ts';
import { givenByElements } from './held-by-callers.ts';
import { propertyOfLiteral, propertyOrAbsent } from './literal-values.ts';
import { memberOfStore } from '../frameworks/pinia.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { memberOfType } from './type-member-values.ts';
import { valueOfComponent } from '../frameworks/vue.ts';

/** What `name` of the value is. */
export function propertyOf(value: Value, name: string, at: ts.Node, evaluation: Evaluation): Value {
  const member = ownPropertyOf(value, name, at, evaluation);
  const holds = isUnknown(member) && 'holds' in value ? value.holds : undefined;
  if (holds === undefined) return member;
  const held = evaluation.property(holds, name, at);
  if (!GENERAL_UPDATES.has(name)) return leadingTo([held, holds]);
  // `signal.update(…)` is the holder's own.
  const isHolder = value.kind !== 'unknown' || value.isHolder === true;
  return isHolder ? UNKNOWN : leadingTo([held]);
}

function ownPropertyOf(value: Value, name: string, at: ts.Node, evaluation: Evaluation): Value {
  switch (value.kind) {
    case 'sdk':
      if (value.isClaimed === true && !Object.hasOwn(SDK_TYPES[value.type].properties ?? {}, name)) return UNKNOWN;
      return castAs(
        (value.type === 'browser-global' ? valueOfGlobal(name, evaluation) : undefined) ??
          sdkProperty(value, name, at, evaluation.unit),
        value.castTo === undefined ? UNKNOWN : evaluation.property(value.castTo, name, at),
      );
    case 'object': {
      const member = propertyOfLiteral(value.node, name, evaluation.in(value.unit));
      return value.isKept === true ? keptByHook(member, at, evaluation.unit) : member;
    }
    case 'instance':
      return readAt(memberOrOverriding(value, name, evaluation), at, evaluation.unit);
    case 'class':
      return memberOrOverriding(value, name, evaluation);
    case 'typed': {
      const member = readAt(
        evaluation.once(value.node, `.${name}`, () => memberOfType(value.node, name, evaluation.in(value.unit))),
        at,
        evaluation.unit,
      );
      const begun = value.begins === undefined ? UNKNOWN : evaluation.property(value.begins, name, at);
      if (member.kind === 'unknown' && begun.kind === 'function') return begun;
      if (value.beside === undefined) return member;
      const other = evaluation.property(value.beside, name, at);
      // What a type has no member of is foreign.
      if (member.kind === 'foreign') return other;
      return other.kind === 'foreign' ? member : intersect([member, other]);
    }
    case 'module':
      return exportedValue(value.unit, name, evaluation);
    case 'sdk-module':
      // A default import of a CommonJS module has the named exports on it.
      return name === 'default' ? value : sdkExport(value.name, name, at, evaluation.unit);
    case 'foreign':
      return propertyOfForeign(value, name);
    case 'ref':
      return name === 'value' ? value.value : FOREIGN;
    case 'component':
      return evaluation.once(value.node, `component.${name}`, () =>
        valueOfComponent(value.node, name, evaluation.in(value.unit)),
      );
    case 'store':
      return memberOfStore(value, name, evaluation);
    case 'state-hook':
      return name === 'getState' || name === 'getInitialState' ? value : UNKNOWN;
    case 'array':
    case 'function':
    case 'store-hook':
    case 'nullish':
      return FOREIGN;
    case 'unknown':
      if (value.oneOf !== undefined) return propertyOfAny(value.oneOf, name, at, evaluation);
      if (value.elements !== undefined) return givenByElements(value.elements, name, evaluation);
      return value.isOfPackage === true ? UNKNOWN_OF_PACKAGE : UNKNOWN;
    case 'none':
      return value;
  }
}

/** What `name` of one of several values is, whichever it is. */
function propertyOfAny(values: readonly Value[], name: string, at: ts.Node, evaluation: Evaluation): Value {
  const part = join(values.map((value) => evaluation.soFar(() => propertyOrAbsent(value, name, at, evaluation))));
  // What none of them has may still come.
  return part.kind === 'nullish' ? UNKNOWN : part;
}

/** What a class has as `name`, or a class of its file that extends it. */
function memberOrOverriding(
  owner: Extract<Value, { kind: 'instance' | 'class' }>,
  name: string,
  evaluation: Evaluation,
): Value {
  const { kind, node, unit } = owner;
  const { members } = mentionsOf(name, unit);
  const below = (GENERAL_UPDATES.has(name) ? [] : members).flatMap(({ parent }) =>
    ts.isClassLike(parent) && parent !== node ? [{ kind, node: parent, unit }] : [],
  );
  const overriding = below.filter((one) => descentOf(one, node, evaluation) === 'proved');
  return join([owner, ...overriding].map((one) => evaluation.soFar(() => memberOfClass(one, name, evaluation))));
}

/**
 * What others put into a package's object: frameworks let theirs be extended (`request.clerk`), containers are made for
 * it (`subject.value`, `ref.current`).
 */
const GIVEN = /clerk|^(?:current|state|value)$/i;

/** What a name of a package's object holds: a package of one's own may well hand out the SDK's (`identity.users`). */
function propertyOfForeign(value: Extract<Value, { kind: 'foreign' }>, name: string): Value {
  if (value.ofSdk) return value;
  if (value.isThroughout === true) return /clerk/i.test(name) ? UNKNOWN : value;
  if (GIVEN.test(name)) return UNKNOWN;
  if (!NAMED_AS_IN_API.test(name)) return value;
  if (value.isMade !== true) return UNKNOWN;
  return value.package === undefined ? value : { kind: 'foreign', ofSdk: false, package: value.package };
}

/** What the file puts on the global object under a name; undefined where it puts nothing there. */
function valueOfGlobal(name: string, evaluation: Evaluation): Value | undefined {
  const isGlobalObject = (object: ts.Expression): boolean => {
    const value = ts.isIdentifier(unwrap(object)) ? evaluation.valueOf(object) : UNKNOWN;
    return value.kind === 'sdk' && value.type === 'browser-global';
  };
  const values = valuesWritten(name, evaluation, isGlobalObject, [UNKNOWN]);
  return values.length === 0 ? undefined : join(values);
}

/** Two objects of one class or type have a member each: what tells those apart is where they are read. */
function readAt(value: Value, at: ts.Node, unit: Unit): Value {
  return value.kind === 'sdk' ? { ...value, origin: at, unit } : value;
}
