import { ts } from 'ts-morph';
import { functionOf } from '../../language/functions.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { isMadeIn } from '../../language/mentions.ts';
import type { Unit } from '../../language/unit.ts';
import { promisedType } from '../../language/written-type.ts';
import { returnedBy } from '../../returned.ts';
import { runeOf, vueFunction } from '../frameworks/reactive-functions.ts';
import { unwrap } from '../../syntax.ts';
import { readMakingCall } from './making-calls.ts';
import { givenByAssign } from './object-changes.ts';
import { asCopy, at, deeper, valueOf, type Step, type View } from './question.ts';
import { GENERAL, MISSING, unseen } from './source.ts';
import { lookBehind } from './type-on-the-way.ts';

/** What a call may give. */
export function sourcesOfCall(call: ts.CallExpression, view: View): readonly Step[] {
  const { unit, path } = view;
  const [held] = call.arguments;
  if (isObjectAssign(call, unit))
    return held === undefined || ts.isSpreadElement(held)
      ? unseen(call)
      : [valueOf(held, view), ...givenByAssign(call, view)];
  if (held !== undefined && !ts.isSpreadElement(held)) {
    const ofRef = holdsWhatItIsGiven(call, unit) ? [valueOf(held, view)] : sourcesOfRef(call, held, view);
    if (ofRef !== undefined) return ofRef;
  }
  const made = readMakingCall(call, unit);
  if (made?.kind === 'same') return [valueOf(made.of, view)];
  if (path.length > 0) return unseen(call);
  if (made !== undefined) return [GENERAL, valueOf(made.of, asCopy(made.without, view))];
  const fn = functionOf(call.expression, unit);
  return fn === undefined || fn.asteriskToken !== undefined ? unseen(call) : [{ about: 'result', node: fn, view }];
}

/** What a function of the file returns. What isn't made anew for each call may be changed under another name. */
export function sourcesOfResult(fn: ts.SignatureDeclaration, view: View): readonly Step[] {
  const { unit } = view;
  const type = fn.type === undefined ? undefined : (promisedType(fn.type, unit) ?? fn.type);
  const { types, view: behind } = lookBehind(type, view);
  const { values, mayBeNothing } = returnedBy(fn);
  return [
    ...(mayBeNothing ? [MISSING] : []),
    ...values.flatMap((value) => [valueOf(value, behind), ...(isMadeIn(value, fn, unit) ? [] : unseen(value))]),
    ...types,
  ];
}

/** What a ref of Vue's holds, and what leads to it; undefined where the call makes no ref. */
function sourcesOfRef(call: ts.CallExpression, held: ts.Expression, view: View): readonly Step[] | undefined {
  const { unit, path } = view;
  const name = vueFunction(call.expression, unit);
  if (name === 'toRaw') return [valueOf(held, view)];
  if (name === 'unref' || name === 'toValue') {
    const inside = deeper(['value', ...path], call, view);
    return inside === undefined ? unseen(call) : [valueOf(held, inside)];
  }
  if (path[0] !== 'value') return undefined;
  const inside = at(path.slice(1), view);
  const type = call.typeArguments?.[0];
  if (name === 'ref' || name === 'shallowRef') {
    const { types, view: behind } = lookBehind(type, inside);
    return [valueOf(held, behind), ...types];
  }
  const getter = name === 'computed' ? unwrap(held) : undefined;
  if (getter === undefined || !ts.isArrowFunction(getter) || getter.type !== undefined || type !== undefined)
    return undefined;
  const { values, mayBeNothing } = returnedBy(getter);
  return [...(mayBeNothing ? [MISSING] : []), ...values.map((value) => valueOf(value, inside))];
}

/**
 * `reactive({ … })`, `$state({ … })`: an object whose properties are those that it is given, unless a type argument
 * leaves room for others.
 */
function holdsWhatItIsGiven({ expression, typeArguments }: ts.CallExpression, unit: Unit): boolean {
  if (typeArguments !== undefined) return false;
  return (
    /^(?:reactive|shallowReactive)$/.test(vueFunction(expression, unit) ?? '') ||
    /^\$state(?:\.raw)?$/.test(runeOf(expression, unit) ?? '')
  );
}
