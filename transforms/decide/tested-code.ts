import { ts } from 'ts-morph';
import { SURFACES, type Surface, type SurfaceChange } from '../api-change.ts';
import type { AnalyzeOptions } from '../options.ts';
import { mayHaveFindings } from '../prefilter.ts';
import type { ProjectView } from '../project.ts';
import { findMethodAliases } from '../recognise/aliases.ts';
import { findUpdateCalls, type UpdateCall } from '../recognise/calls.ts';
import type { ModuleGraph } from '../recognise/modules.ts';
import type { Shape } from '../recognise/sdk-shapes.ts';
import { isSilenced } from '../recognise/silence.ts';
import { findTestedFiles } from '../recognise/tested-files.ts';
import type { Tracer } from '../recognise/trace.ts';
import type { Unit } from '../recognise/unit.ts';
import { accessOf, unwrap, walk } from '../syntax.ts';
import { decideAlias } from './aliases.ts';
import { createContext, type Context } from './context.ts';
import { decide } from './decide.ts';
import type { Plan } from './plan.ts';

/** What the code under test calls on one surface once its own calls are rewritten. */
export interface TestedCalls {
  /** The metadata methods, those that it called before included. */
  readonly targets: Set<string>;
  /** Whether the general update is still called. */
  isGeneralCalled: boolean;
  /** Whether a call sends less than before, since what it spread is stored anyway. */
  isStripped: boolean;
  /** Whether a call is left for a person, so that what it will become can't be told. */
  isOpen: boolean;
}

export interface TestedCode {
  readonly on: Readonly<Record<Surface, TestedCalls>>;
  /** Whether all of the code was in sight. */
  readonly isComplete: boolean;
}

/** Decides about the calls of the code that a test runs, the test's own included, as they are decided where they stand. */
export function readTestedCode(test: Unit, graph: ModuleGraph, tracer: Tracer, options: AnalyzeOptions): TestedCode {
  const { fileNames, isComplete } = findTestedFiles(test, graph);
  const on = { users: noCalls(), organizations: noCalls(), frontend: noCalls() };
  let isReadable = true;
  for (const fileName of fileNames) {
    const text = graph.project.readModule(fileName);
    if (text === undefined || !(mayHaveFindings(text) || /replace(?:User|Organization)Metadata/.test(text))) continue;
    const unit = graph.load(fileName);
    if (unit === undefined) isReadable = false;
    else readCalls(unit, test, on, graph.project, tracer, options);
  }
  readCalls(test, test, on, graph.project, tracer, options);
  return { on, isComplete: isComplete && isReadable };
}

function noCalls(): TestedCalls {
  return { targets: new Set(), isGeneralCalled: false, isStripped: false, isOpen: false };
}

function readCalls(unit: Unit, test: Unit, on: TestedCode['on'], project: ProjectView, tracer: Tracer, options: AnalyzeOptions): void {
  const context = createContext(unit, tracer, options);
  for (const site of findUpdateCalls(unit, tracer, () => project.dependsOnSdk(unit.fileName))) readCall(site, on[site.surface], context);
  for (const alias of unit === test ? [] : findMethodAliases(unit, tracer)) {
    const calls = on[alias.surface];
    const decision = decideAlias(alias, context)?.decision;
    if (decision === undefined) calls.isGeneralCalled = true;
    else if (decision.kind === 'refusal' || isSilenced(alias.node, unit.source)) calls.isOpen = true;
    else {
      calls.targets.add(decision.method);
      if (decision.changes.length > 0) calls.isStripped = true;
    }
  }
  walk(unit.source, (node) => {
    const access = ts.isCallExpression(node) ? accessOf(unwrap(node.expression)) : undefined;
    const surface = access === undefined ? undefined : surfaceOfTarget(access.name);
    if (access === undefined || surface === undefined) return undefined;
    const method = tracer.property(tracer.valueOf(access.object, unit), access.name, node, unit);
    if (method.kind === 'sdk' && WRITE_SHAPES.has(method.shape)) on[surface].targets.add(access.name);
    return undefined;
  });
}

const WRITE_SHAPES: ReadonlySet<Shape> = new Set(['write-user', 'write-organization', 'write-frontend']);

function surfaceOfTarget(name: string): Surface | undefined {
  return (Object.keys(SURFACES) as Surface[]).find((surface) => metadataMethodsOf(surface).includes(name));
}

/** The names of the methods that take a surface's metadata. */
export function metadataMethodsOf(surface: Surface): readonly string[] {
  const { merge, replace }: SurfaceChange = SURFACES[surface];
  return replace === null ? [merge] : [merge, replace];
}

function readCall(site: UpdateCall, calls: TestedCalls, context: Context): void {
  const decided = decide(site, context);
  if (decided === undefined) {
    calls.isGeneralCalled = true;
  } else if (decided.decision.kind === 'refusal' || isSilenced(site.call, context.unit.source)) {
    calls.isOpen = true;
  } else {
    const { plan } = decided.decision;
    calls.targets.add(plan.method);
    if (keepsGeneral(plan)) calls.isGeneralCalled = true;
    if (plan.changes.length > 0) calls.isStripped = true;
  }
}

function keepsGeneral(plan: Plan): boolean {
  if (plan.kind === 'rename') return false;
  return plan.params.kind !== 'literal' || plan.params.elements.some(({ kind }) => kind === 'general');
}
