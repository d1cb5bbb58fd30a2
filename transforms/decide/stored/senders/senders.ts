import { ts } from 'ts-morph';
import { isDependency } from '../../../flow/dependency.ts';
import { useOf, type Use } from '../../../flow/uses.ts';
import { functionOf } from '../../../language/functions.ts';
import { mentionsArguments } from '../../../language/mentions-arguments.ts';
import { isGivenByHook, isHandlerName } from '../../../language/react.ts';
import type { Mention } from '../../../language/mentions-in-files.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, nameText, parametersOf, unwrap, type Call } from '../../../syntax.ts';
import { containerOf, contains, loopsAround } from '../../../tree.ts';
import { evaluate } from '../../../recognise/evaluator/evaluator.ts';
import type { Sending } from '../before/happens-before.ts';
import type { Code } from '../../../effects/place.ts';
import { accessesByKey, besides, givenAlongWith, registeredWith } from './companions.ts';
import { classExtending, superCallsOf } from './made-of-classes.ts';
import {
  accessesTo,
  importsElsewhere,
  importsOf,
  mentionsOf,
  valuesElsewhere,
  valuesOf,
  valuesOfClass,
  type Runnable,
} from './mentions-of-functions.ts';
import { getsOutOfSight } from './out-of-sight.ts';
import { givenByHookFor } from './properties-read.ts';
import { isRunByLanguage, runsGiven } from './runs-given.ts';
import { foundAt, hasOneEach, hasOwn, rootsOf, type Found, type Roots } from './subject-roots.ts';
import { isWaitedFor } from '../before/waited-for.ts';

/** What sends a request: the request itself, or what runs the function around it, or may. */
export interface Sender {
  readonly action: ts.Expression;
  readonly unit: Unit;
  /** Whether it may go on several times at once for one subject. */
  readonly isRepeated: boolean;
  /** Whether it only makes a function that others call later, one call after the other. */
  readonly isKept: boolean;
}

/** A sender as it is found. */
interface Step extends Omit<Sender, 'isRepeated'> {
  /** What the subject of the request is found by. Many steps lead to the same action, and only one is gone on from. */
  readonly subject: () => Roots;
  /** Whether it runs the function for each of several things that have no subjects of their own. */
  readonly isForEach: boolean;
}

/** A function where it gets out of sight, or the call that gets it and may keep it. */
export interface Keeper {
  readonly at: ts.Expression;
  readonly call: Call | undefined;
}

/** An attribute, and the file that it is in. */
export interface PlacedAttribute {
  readonly node: ts.JsxAttribute;
  readonly unit: Unit;
}

/** What leads to a request. */
export interface Ways {
  /** What sends it: itself first, then what runs the function around it, and so on; one found in several ways, too. */
  readonly senders: readonly Sender[];
  /** What may keep one of these functions, to run it later, or several times. */
  readonly keepers: readonly Keeper[];
  /** The attributes that give one of them to an element. */
  readonly attributes: readonly PlacedAttribute[];
  /** What may be started along with one of them: the others of a list, what is registered for the same event. */
  readonly companions: readonly Code[];
  /** What may have been run by who isn't in sight, and is given one of them. */
  readonly before: readonly Code[];
}

/**
 * How the functions of other files are found that lead to a request: by all names that they may have it under, by what
 * they import, or not at all.
 */
type Across = 'by-name' | 'by-import' | 'no';

/** @param across of the browser's user: what that is rendered with in another file, that one says */
export function waysTo(
  site: Sending,
  unit: Unit,
  across: Across = site.surface === 'frontend' ? 'no' : 'by-name',
): Ways {
  const senders: Sender[] = [];
  const keepers: Keeper[] = [];
  const attributes: PlacedAttribute[] = [];
  const companions: Code[] = [];
  const before: Code[] = [];
  const open: Step[] = [];
  const added = new Map<ts.Node, Pick<Step, 'isKept' | 'isForEach'>>();
  const add = (step: Step): void => {
    const { isKept = true, isForEach = false } = added.get(step.action) ?? {};
    const joined = { isKept: isKept && step.isKept, isForEach: isForEach || step.isForEach };
    if (added.has(step.action) && joined.isKept === isKept && joined.isForEach === isForEach) return;
    added.set(step.action, joined);
    open.push(step);
  };
  add({ action: site.call, unit, isKept: false, isForEach: false, subject: () => rootsOf(subjectOf(site), unit) });
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { action, unit: home, isKept, isForEach } = step;
    const subject = step.subject();
    const goesOn = isKept || !isWaitedFor(action);
    const inLoop = goesOn && loopsAround(action).some((loop) => !hasOneEach(loop, subject, home));
    const fn = containerOf(action);
    const values = ts.isSourceFile(fn) ? [] : valuesBy(fn, across, home);
    senders.push({ action, unit: home, isRepeated: isForEach || inLoop || values === undefined, isKept });
    if (ts.isSourceFile(fn) || values === undefined) continue;
    const inside: Inside = {
      isKept,
      subject,
      fn,
      makers: [],
      across,
      asked: new Set(),
      keepers,
      attributes,
      companions,
      before,
    };
    if (ts.isMethodDeclaration(fn) && ts.isObjectLiteralExpression(fn.parent))
      stepsOfMember({ node: fn, of: fn.parent, name: nameText(fn.name) }, inside, home).forEach(add);
    for (const { node, unit: other } of values) stepsBy(node, inside, other).forEach(add);
  }
  return { senders, keepers, attributes, companions, before };
}

function subjectOf({ surface, call }: Sending): readonly Found[] {
  if (!ts.isCallExpression(call)) return [];
  const named = surface === 'frontend' ? accessOf(unwrap(call.expression))?.object : call.arguments[0];
  return foundAt(named, undefined);
}

/** A function that leads to a step, and what was asked about on the way from it. */
interface Inside {
  readonly isKept: boolean;
  readonly subject: Roots;
  readonly fn: Runnable;
  /** The functions that return it, each the one before; what is asked about is the last one, if there is one. */
  readonly makers: readonly ts.SignatureDeclaration[];
  readonly across: Across;
  readonly asked: Set<ts.Node>;
  /** What may keep the function. */
  readonly keepers: Keeper[];
  readonly attributes: PlacedAttribute[];
  readonly companions: Code[];
  readonly before: Code[];
}

/** What runs a function, or what is made of it, that is the value of an expression. */
function stepsBy(value: ts.Expression, inside: Inside, unit: Unit): readonly Step[] {
  if (inside.asked.has(value)) return [];
  inside.asked.add(value);
  const follow = (values: readonly ts.Expression[]): readonly Step[] =>
    values.flatMap((next) => stepsBy(next, inside, unit));
  const kept: Step = { action: value, unit, isKept: true, isForEach: false, subject: () => inside.subject };
  const use = useOf(value);
  if (getsOutOfSight(use, unit)) inside.keepers.push({ at: value, call: undefined });
  switch (use.kind) {
    case 'same':
    case 'awaited':
      return follow([use.to]);
    case 'name':
      return follow(mentionsOf(use.name, unit));
    case 'called':
      return stepsCalled(use.by, inside, unit);
    case 'method':
      return [stepTo(use.call, inside, unit), ...follow([use.call, ...handedBy(use.call, unit)])];
    case 'argument':
      return stepsGiven(value, use.call, inside, unit);
    case 'returned':
      return (valuesBy(use.from, inside.across, unit) ?? []).flatMap((maker) =>
        stepsBy(maker.node, { ...inside, makers: [...inside.makers, use.from] }, maker.unit),
      );
    case 'member':
      return isDependency(use, unit) ? [] : stepsOfMember({ ...use, node: value }, inside, unit);
    case 'assigned':
      return [kept, ...follow([...mentionsOf(use.target, unit), ...[use.to ?? []].flat()])];
    case 'written':
      return follow([use.kept ?? []].flat());
    case 'unknown': {
      const { parent } = value;
      const extending = classExtending(value);
      if (extending !== undefined) return stepsOfSubclass(extending, inside, unit);
      return [kept, ...follow(ts.isPropertyDeclaration(parent) ? accessesTo(nameText(parent.name), unit) : [])];
    }
    case 'markup':
      if (ts.isJsxAttribute(use.at.parent)) inside.attributes.push({ node: use.at.parent, unit });
      return [];
    case 'tag':
    case 'exported':
      // Handlers, and what other files call, run one after the other.
      return [];
    case 'asked':
    case 'each':
    case 'part':
    case 'spread':
      // None of these calls a function.
      return [];
  }
}

/** A function that a literal has, by its name in an object, where that is fixed. */
interface Member extends Omit<Extract<Use, { readonly kind: 'member' }>, 'kind'> {
  /** The function, or what has it as its value. */
  readonly node: ts.Expression | ts.MethodDeclaration;
}

/** What runs a function that a literal has, or may. */
function stepsOfMember(member: Member, inside: Inside, unit: Unit): readonly Step[] {
  const { node, of, name } = member;
  const step: Step = {
    action: ts.isExpression(node) ? node : of,
    unit,
    isKept: inside.isKept,
    isForEach: isRunByLanguage(of, unit),
    subject: () => inside.subject,
  };
  inside.before.push(...givenAlongWith(node).map((one) => ({ node: one, unit })));
  inside.companions.push(...besides(node, of, unit).map((one) => ({ node: one, unit })));
  // All that is in a list may be run at once.
  if (ts.isArrayLiteralExpression(of)) return [step];
  const here = [...accessesTo(name, unit), ...accessesByKey(of, unit), ...givenByHookFor(name, of, unit)];
  return [
    { ...step, isKept: true },
    ...here.flatMap((next) => stepsBy(next, inside, unit)),
    ...(inside.across === 'by-import' ? takenElsewhere(member, unit) : []).flatMap((taken) =>
      stepsBy(taken.node, inside, taken.unit),
    ),
  ];
}

/** What runs a constructor, or a field, of the class that another one extends. */
function stepsOfSubclass(extending: ts.ClassLikeDeclaration, inside: Inside, unit: Unit): readonly Step[] {
  const calls = superCallsOf(extending);
  if (calls !== undefined) return calls.flatMap((call) => stepsCalled(call, inside, unit));
  const values = valuesOfClass(extending, unit).map((node) => ({ node, unit }));
  const others = inside.across === 'no' ? [] : importsOf(extending, unit);
  return [...values, ...others].flatMap((value) => stepsBy(value.node, inside, value.unit));
}

/** What has a function as its value, in other files, too, where these matter; undefined where it isn't known. */
function valuesBy(fn: Runnable, across: Across, unit: Unit): readonly Mention[] | undefined {
  const own = valuesOf(fn, unit)?.map((node) => ({ node, unit }));
  if (own === undefined || across === 'no') return own;
  return [...own, ...(across === 'by-name' ? valuesElsewhere : importsElsewhere)(fn, unit)];
}

/** Where files that import a hook take what is in the object that it returns: `const { save } = useSettings()`. */
function takenElsewhere({ of, name }: Member, unit: Unit): readonly Mention[] {
  const use = useOf(of);
  const importing = use.kind === 'returned' ? importsElsewhere(use.from, unit) : [];
  const units = new Set(importing.map((mention) => mention.unit));
  return [...units].flatMap((other) => accessesTo(name, other).map((node) => ({ node, unit: other })));
}

/** `make().then((save) => …)`: the mentions of what a method hands the functions that it is given. */
function handedBy(call: Call, unit: Unit): readonly ts.Expression[] {
  const functions = (call.arguments ?? []).flatMap((argument) => {
    const node = unwrap(argument);
    return ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node : (functionOf(node, unit) ?? []);
  });
  const names = functions.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  return names.flatMap((name) => (ts.isIdentifier(name) ? mentionsOf(name, unit) : []));
}

/** What runs a function that is called: the call itself, or, where it only gives another one, what runs that. */
function stepsCalled(action: Action, inside: Inside, unit: Unit): readonly Step[] {
  const step = stepTo(
    action,
    inside,
    unit,
    ts.isTaggedTemplateExpression(action) ? undefined : (action.arguments ?? []),
  );
  if (inside.makers.length === 0) return [step];
  return stepsBy(action, { ...inside, subject: step.subject(), makers: inside.makers.slice(0, -1) }, unit);
}

/** What runs a function that a call gets: the call itself, what it does with it in sight, and what has its result. */
function stepsGiven(value: ts.Expression, call: Call, inside: Inside, unit: Unit): readonly Step[] {
  const made = stepsBy(call, inside, unit);
  const runs = runsGiven(value, call, unit);
  if (isGivenByHook(call) || runs === 'perhaps once') inside.keepers.push({ at: call, call });
  if (isGivenByHook(call)) return made;
  inside.companions.push(...registeredWith(call, unit).map((node) => ({ node, unit })));
  const turn = inside.makers.at(-1) ?? inside.fn;
  const isForEach = !hasOneEach(turn, inside.subject, unit);
  const called = functionCalled(call, unit);
  if (called !== undefined) {
    const position = call.arguments?.findIndex((argument) => contains(argument, value)) ?? 0;
    const mentions = mentionsOfGiven(parametersOf(called.node)[position], called);
    if (mentions !== undefined)
      return [...made, ...mentions.flatMap((mention) => stepsBy(mention, inside, called.unit))];
    return [...made, { ...stepTo(call, inside, unit), isForEach }];
  }
  inside.before.push(...givenAlongWith(value).map((node) => ({ node, unit })));
  // What is taken off is only compared.
  if (accessOf(unwrap(call.expression))?.name === 'removeEventListener') return made;
  if (isForEvents(call)) return [...made, { ...stepTo(call, inside, unit), isKept: true }];
  // Whoever isn't known keeps a function, to run it later for somebody else.
  if (runs === 'perhaps once' && (hasOwn(turn, inside.subject) || ts.isSourceFile(containerOf(call)))) return made;
  return [...made, { ...stepTo(call, inside, unit), isForEach: runs === 'for each' && isForEach }];
}

/**
 * Whether events call what a call gets, one after the other: `window.addEventListener('blur', save)`,
 * `onSubmit={handleSubmit(save)}`.
 */
function isForEvents(call: Call): boolean {
  const name = accessOf(unwrap(call.expression))?.name;
  if (name === 'addEventListener') return true;
  // What gets several functions may run them all.
  if (name !== 'handleSubmit' && call.arguments?.length !== 1) return false;
  const use = useOf(call);
  const attribute = use.kind === 'markup' ? use.at.parent : undefined;
  return attribute !== undefined && ts.isJsxAttribute(attribute) && isHandlerName(attribute.name.getText());
}

interface Called {
  readonly node: ts.SignatureDeclaration;
  readonly unit: Unit;
}

/** The function or constructor in sight that a call runs. */
function functionCalled(call: Call, unit: Unit): Called | undefined {
  const value = evaluate(unwrap(call.expression), unit);
  if (value.kind === 'function') return value;
  const node = value.kind === 'class' ? value.node.members.find(ts.isConstructorDeclaration) : undefined;
  return node === undefined || value.kind !== 'class' ? undefined : { node, unit: value.unit };
}

/** The mentions of a parameter, where its function has what it is given by no other name. */
function mentionsOfGiven(
  parameter: ts.ParameterDeclaration | undefined,
  { node, unit }: Called,
): readonly ts.Expression[] | undefined {
  if (parameter === undefined || !ts.isIdentifier(parameter.name) || parameter.dotDotDotToken !== undefined)
    return undefined;
  return unit.scope.mentions('arguments') && mentionsArguments(node) ? undefined : mentionsOf(parameter.name, unit);
}

/**
 * The step to a call that runs a function.
 *
 * @param passed what its parameters get, in order; undefined where they may get anything that the call has
 */
function stepTo(action: Action, inside: Inside, unit: Unit, passed?: readonly ts.Expression[]): Step {
  const { makers, subject } = inside;
  const fn = makers.at(-1) ?? inside.fn;
  const given = (): readonly Found[] =>
    (ts.isFunctionLike(fn) ? parametersOf(fn) : []).flatMap((parameter, index) => {
      const parts = [...(subject.get(parameter) ?? [])];
      if (parts.length > 0 && (passed === undefined || passed.slice(0, index + 1).some(ts.isSpreadElement)))
        return partsOf(action, fn).map((node) => ({ node }));
      return parts.flatMap((part) => {
        if (parameter.dotDotDotToken === undefined) return foundAt(passed?.[index], part);
        return part === undefined ? [] : foundAt(passed?.[index + Number(part)], undefined);
      });
    });
  return {
    action,
    unit,
    isKept: inside.isKept || makers.length > 0,
    isForEach: false,
    subject: () => new Map([...subject, ...rootsOf(given(), unit)]),
  };
}

type Action = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

/** What an action is made of, but for a function that it has. */
function partsOf(action: Action, fn: ts.Node): readonly ts.Node[] {
  const parts: ts.Node[] = [];
  ts.forEachChild(action, (child) => {
    if (!contains(child, fn)) parts.push(child);
  });
  return parts;
}
