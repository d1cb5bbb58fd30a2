import { ts } from 'ts-morph';
import { SURFACES, type Surface, type SurfaceChange } from '../../api-change.ts';
import { isolatesReviews, type AnalyzeOptions } from '../../analyze-options.ts';
import { mayHaveCalls } from '../../prefilter.ts';
import { frameworkOf } from '../../components/script-blocks.ts';
import { findMethodAliases, hasCalls } from '../../recognise/calls/method-aliases.ts';
import { findUpdateCalls, isNamedLikeUser } from '../../recognise/calls/update-calls.ts';
import { SURFACES_BY_METHOD } from '../../recognise/calls/method-calls.ts';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { isSilenced } from '../../language/silence.ts';
import { reachedIn } from '../../recognise/test-doubles/reached-code.ts';
import { findTestedFiles } from '../../recognise/test-doubles/tested-files.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { walk } from '../../tree.ts';
import { memoizeBy } from '../../memoize.ts';
import { decideAlias, type AliasPlan } from '../decide-aliases.ts';
import type { Context } from '../decision/context.ts';
import { decide } from '../decide.ts';
import { verdictOf, type Decision } from '../decision/decision.ts';
import { keepsGeneral, type Plan } from '../decision/plan.ts';
import { evaluate, evaluateProperty } from '../../recognise/evaluator/evaluator.ts';

/** What the code under test calls on one surface once its own calls are rewritten. */
export interface TestedCalls {
  /** The metadata methods, those that it called before included. */
  readonly targets: Set<string>;
  /** Whether the general update is still called. */
  isGeneralCalled: boolean;
  /** Whether a call sends less than before, since what it spread is stored anyway. */
  isStripped: boolean;
  /** Whether a call is left for a person, so that what it will become can't be told. */
  needsDecision: boolean;
  /** Whether a call may be rewritten only later, since it needs a review. */
  isPutOff: boolean;
}

export interface TestedCode {
  readonly on: Readonly<Record<Surface, TestedCalls>>;
  /** Whether all of the code was in sight. */
  readonly isComplete: boolean;
}

/** What the answers about one test depend on. */
export interface TestSurroundings extends Context {
  readonly options: AnalyzeOptions;
}

/**
 * Decides about the calls of the code that a test runs, the test's own included, as they are decided where they stand.
 */
export function readTestedCode(surroundings: TestSurroundings): TestedCode {
  const { unit: test } = surroundings;
  const { project, load } = test.graph;
  const { files, isComplete } = findTestedFiles(test);
  const reached = noCallsOn();
  const all = noCallsOn();
  let isReadable = true;
  for (const file of files) {
    const text = project.readModule(file.fileName);
    if (text === undefined || !mayHaveCalls(text)) continue;
    const unit = load(file.fileName);
    if (unit === undefined) isReadable = false;
    else {
      readCalls(unit, reached, surroundings, reachedIn(unit, file, test));
      readCalls(unit, all, surroundings);
    }
  }
  for (const on of [reached, all]) readCalls(test, on, surroundings);
  // A double that nothing reached calls follows the file that it is near to.
  const on = {
    users: orElse(reached.users, all.users),
    organizations: orElse(reached.organizations, all.organizations),
    frontend: orElse(reached.frontend, all.frontend),
  };
  return { on, isComplete: isComplete && isReadable };
}

/**
 * Whether nothing in the repository sends metadata by a surface's general update, or may. False where that can't be
 * told.
 */
export function sendsNoMetadata(surface: Surface, surroundings: TestSurroundings): boolean {
  const { graph, fileName } = surroundings.unit;
  const files = graph.project.filesNaming?.([SURFACES[surface].method, ...metadataMethodsOf(surface)], fileName);
  return files?.every((file) => fileSendsNone(file, surface, surroundings)) === true;
}

/** Asked for all tests of a repository; only of the test itself the answer is another one. */
const fileSendsNone = memoizeBy(
  (fileName: string, surface: Surface, { unit, options }: TestSurroundings) =>
    [unit.graph, fileName, surface, fileName === unit.fileName, options.exact, options.frontendReplace] as const,
  (fileName, surface, surroundings): boolean => {
    const { project, load } = surroundings.unit.graph;
    const text = project.readModule(fileName);
    if (text !== undefined && (!mayHaveCalls(text) || isPageOfOthers(text, fileName))) return true;
    // The scripts of components aren't looked into from outside.
    const unit = text === undefined || frameworkOf(fileName) !== undefined ? undefined : load(fileName);
    if (unit === undefined) return false;
    const on = noCallsOn();
    readCalls(unit, on, surroundings);
    return !on[surface].needsDecision && on[surface].targets.size === 0;
  },
);

/** Whether a page has nothing to do with the SDK: a report, say, with its scripts inside. */
function isPageOfOthers(text: string, fileName: string): boolean {
  return frameworkOf(fileName) === 'html' && !/clerk/i.test(text);
}

function noCallsOn(): Record<Surface, TestedCalls> {
  return { users: noCalls(), organizations: noCalls(), frontend: noCalls() };
}

function orElse(calls: TestedCalls, others: TestedCalls): TestedCalls {
  return calls.targets.size > 0 || calls.isGeneralCalled || calls.needsDecision ? calls : others;
}

function noCalls(): TestedCalls {
  return { targets: new Set(), isGeneralCalled: false, isStripped: false, needsDecision: false, isPutOff: false };
}

type IsRun = (node: ts.Node) => boolean;

/** Adds what the calls of a file come to, as far as they are run. */
function readCalls(unit: Unit, on: TestedCode['on'], surroundings: TestSurroundings, isRun: IsRun = () => true): void {
  const { unit: test } = surroundings;
  const context: TestSurroundings = { ...surroundings, unit };
  const dependsOnSdk = (): boolean => unit.graph.project.dependsOnSdk(unit.fileName);
  const sites = findUpdateCalls(unit, dependsOnSdk, { withoutMetadata: true });
  for (const site of sites)
    if (isRun(site.call)) readDecision(decide(site, context)?.decision, site.call, on[site.surface], context);
  // What a test takes off and doesn't call is a mention of a mock.
  const aliases = findMethodAliases(unit, dependsOnSdk).filter((alias) => unit !== test || hasCalls(alias));
  for (const alias of aliases)
    if (isRun(alias.node)) readDecision(decideAlias(alias, context)?.decision, alias.node, on[alias.surface], context);
  walk(unit.source, (node) => {
    const access = ts.isCallExpression(node) ? accessOf(unwrap(node.expression)) : undefined;
    if (access === undefined || !isRun(node)) return undefined;
    const object = evaluate(access.object, unit);
    const target = surfaceOfTarget(access.name);
    const method = target === undefined ? undefined : evaluateProperty(object, access.name, node, unit);
    if (target !== undefined && method?.kind === 'sdk' && WRITE_TYPES.has(method.type))
      on[target].targets.add(access.name);
    const general = SURFACES_BY_METHOD.get(access.name);
    if (
      general !== undefined &&
      object.kind === 'unknown' &&
      mayBeDouble(general, access.object, unit) &&
      !sites.some(({ call }) => call === node)
    )
      on[general].isGeneralCalled = true;
    return undefined;
  });
}

/**
 * Whether something unknown may be what a test has a double for. Whatever has an `update`, only a user of that name
 * does.
 */
function mayBeDouble(surface: Surface, object: ts.Expression, unit: Unit): boolean {
  return SURFACES[surface].takesId || isNamedLikeUser(object, unit);
}

const WRITE_TYPES: ReadonlySet<SdkType> = new Set(['write-user', 'write-organization', 'write-frontend']);

function surfaceOfTarget(name: string): Surface | undefined {
  return (Object.keys(SURFACES) as Surface[]).find((surface) => metadataMethodsOf(surface).includes(name));
}

/** The names of the methods that take a surface's metadata. */
export function metadataMethodsOf(surface: Surface): readonly string[] {
  const { merge, replace }: SurfaceChange = SURFACES[surface];
  return replace === null ? [merge] : [merge, replace];
}

/** Adds what is decided about something at `node`; undefined where it stays as it is, and carries no metadata. */
function readDecision(
  decision: Decision<Plan | AliasPlan> | undefined,
  node: ts.Node,
  calls: TestedCalls,
  context: TestSurroundings,
): void {
  if (decision === undefined) calls.isGeneralCalled = true;
  else if (decision.kind === 'refusal' || isSilenced(node)) calls.needsDecision = true;
  else {
    const { plan } = decision;
    if (isPutOff(decision, context)) calls.isPutOff = true;
    calls.targets.add(plan.method);
    if ('kind' in plan && keepsGeneral(plan)) calls.isGeneralCalled = true;
    if (plan.changes.length > 0) calls.isStripped = true;
  }
}

/** Whether a call that is rewritten may stay as it is for now: what follows it mustn't go ahead. */
function isPutOff(decision: Decision<unknown>, { options }: TestSurroundings): boolean {
  return isolatesReviews(options) && verdictOf(decision) === 'review';
}
