import type { ts } from 'ts-morph';
import { decideAliases, type DecidedMethodAlias } from './decide/decide-aliases.ts';
import type { Context } from './decide/context.ts';
import { decideDoubles } from './decide/doubles/doubles.ts';
import type { Cause } from './decide/plan.ts';
import { readTestedCode } from './decide/doubles/tested-code.ts';
import { IGNORED, placeOf, reasonsOf, refused, verdictOfRewrite } from './describe.ts';
import { editsOfChanges } from './edit/changes.ts';
import { writeDouble } from './edit/doubles.ts';
import { renameKeyEdit } from './edit/rename.ts';
import type { Edit, Finding } from './finding.ts';
import type { AnalyzeOptions } from './options.ts';
import { LONE_FILE } from './project.ts';
import { findMethodDeclarations } from './recognise/declarations.ts';
import { findDoubles, type Doubles } from './recognise/doubles/doubles.ts';
import type { ModuleGraph } from './recognise/source/modules.ts';
import { isSilenced } from './recognise/source/silence.ts';

/** A finding that isn't a call, and what is said of it where another finding's edits are in its way. */
export interface BesideCall {
  readonly finding: Finding;
  readonly asLeft: Finding;
}

/** What has to do with the general updates without being a call of one: methods taken off their objects, test doubles, declarations. */
export function findingsBesideCalls(context: Context, graph: ModuleGraph, options: AnalyzeOptions): BesideCall[] {
  const { unit, tracer } = context;
  const project = options.project ?? LONE_FILE;
  const dependsOnSdk = (): boolean => project.dependsOnSdk(unit.fileName);
  const doubles = findDoubles(unit, graph, tracer, dependsOnSdk);
  const isDouble = new Set<ts.Node>(doubles.sites.map(({ node }) => node));
  return [
    ...decideAliases(context, options, project).filter(({ alias }) => !isDouble.has(alias.node)).flatMap((decided) => aliasFinding(decided, context, options)),
    ...doubleFindings(doubles, graph, context, options),
    ...declarationFindings(dependsOnSdk, context, options),
  ];
}

/** What is to be done with one of them. */
type Outcome =
  | { readonly kind: 'rewrite'; readonly target: string; readonly edits: readonly Edit[]; readonly causes: readonly Cause[] }
  | { readonly kind: 'refusal'; readonly causes: readonly Cause[] };

function describeBeside(base: Pick<Finding, 'kind' | 'surface' | 'fields'>, node: ts.Node, outcome: Outcome, inTheWay: Cause['code'], { unit }: Context, options: AnalyzeOptions): BesideCall {
  const { source } = unit;
  const place = { ...placeOf(node, base.surface, source), kind: base.kind, fields: base.fields };
  if (isSilenced(node, source)) return both({ ...place, ...IGNORED });
  if (outcome.kind === 'refusal') return both({ ...place, ...refused(node, outcome.causes, source, options) });
  const { target, edits, causes } = outcome;
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const finding: Finding = { ...place, target, verdict: verdictOfRewrite(causes), reasons: reasonsOf(causes, source), edits: sorted };
  return { finding, asLeft: { ...place, ...refused(node, [{ code: inTheWay, node }], source, {}) } };
}

function both(finding: Finding): BesideCall {
  return { finding, asLeft: finding };
}

function aliasFinding({ alias, decided }: DecidedMethodAlias, context: Context, options: AnalyzeOptions): BesideCall[] {
  if (decided === undefined) return [];
  const { fields, decision } = decided;
  const { text } = context.unit.source;
  const outcome: Outcome = decision.kind === 'refusal' ? decision : {
    kind: 'rewrite',
    target: decision.method,
    edits: [renameKeyEdit(decision.nameNode, decision.method), ...editsOfChanges(decision.changes, text, decision.receiver.getText(context.unit.source))],
    causes: decision.causes,
  };
  return [describeBeside({ kind: 'method-alias', surface: alias.surface, fields }, alias.node, outcome, 'method-taken-off', context, options)];
}

function doubleFindings(doubles: Doubles, graph: ModuleGraph, context: Context, options: AnalyzeOptions): BesideCall[] {
  if (doubles.sites.length === 0 && doubles.unproven.length === 0) return [];
  const { unit, tracer } = context;
  const decided = decideDoubles(doubles, readTestedCode(unit, graph, tracer, options), options.exact === true, unit);
  return decided.map(({ surface, node, fields, decision }) => {
    const outcome: Outcome = decision.kind === 'refusal' ? decision : { ...decision, edits: writeDouble(decision.plan, unit.source) };
    return describeBeside({ kind: 'test-double', surface, fields }, node, outcome, 'double-unresolved', context, options);
  });
}

function declarationFindings(dependsOnSdk: () => boolean, context: Context, options: AnalyzeOptions): BesideCall[] {
  const { unit, tracer } = context;
  return findMethodDeclarations(unit, tracer, dependsOnSdk).map(({ surface, node, fields }) =>
    describeBeside({ kind: 'declaration', surface, fields }, node, { kind: 'refusal', causes: [{ code: 'declared-with-metadata', node }] }, 'declared-with-metadata', context, options),
  );
}
