import type { ts } from 'ts-morph';
import { METADATA_FIELDS, type Surface } from './api-change.ts';
import { findingsBesideCalls } from './non-call-findings.ts';
import { decideCalls } from './decide/decide-calls.ts';
import type { Decided } from './decide/decide.ts';
import { adviseMergingCall } from './decide/patch/merging-call.ts';
import { leftInTemplate } from './decide/in-template.ts';
import { verdictOf, type Decision } from './decide/decision/decision.ts';
import { keepsGeneral, type Plan } from './decide/decision/plan.ts';
import { describeDecision, IGNORED, placeOf, type Written } from './describe.ts';
import { editsOfChanges } from './edit/change-edits.ts';
import { createNaming, type NamedPlan } from './edit/naming.ts';
import { isTodo } from './edit/todo.ts';
import { writePlan } from './edit/write-plan.ts';
import { analyzeComponent, findComponentProblem, positionAt } from './analyze-component.ts';
import type { Edit, Finding, Position } from './finding.ts';
import { createFindingList, type FindingList } from './finding-list.ts';
import { isolatesReviews, type AnalyzeOptions } from './analyze-options.ts';
import { mayHaveMergingCalls, mayHaveNewMethods } from './prefilter.ts';
import { LONE_FILE, type ProjectSettings } from './project.ts';
import { addRequests } from './add-requests.ts';
import type { UpdateCall } from './recognise/calls/update-calls.ts';
import { mayHoldRequests, mayHoldUpdates } from './recognise/candidates.ts';
import { findMergingCalls } from './recognise/calls/merging-calls.ts';
import { createUnit, parsedBefore } from './language/modules.ts';
import { type IdleSilence, idleSilences, isSilenced } from './language/silence.ts';
import { isInTemplate } from './language/template.ts';
import { fileOf, parseSource, type ParsedFile, type Unit } from './language/unit.ts';
import { frameworkOf } from './components/script-blocks.ts';
import { newMethodFindings, withSdkNotes } from './sdk-note.ts';
import { withUnused } from './unused.ts';

/** Where and why a text could not be parsed. */
export interface SyntaxProblem extends Position {
  readonly message: string;
}

export type Analysis =
  /**
   * `unread`: why parts of the text weren't read, as sentences without a subject or a full stop. `idleSilences`:
   * comments that are meant to silence and don't; not said for components, nor where only some surfaces are wanted or
   * nothing could be found.
   */
  | {
      readonly kind: 'analyzed';
      readonly findings: readonly Finding[];
      readonly unread?: readonly string[];
      readonly idleSilences?: readonly IdleSilence[];
    }
  | { readonly kind: 'syntax-error'; readonly problem: SyntaxProblem };

/**
 * Finds the calls in `text` that API version 2026-05-12 concerns, and decides and plans the rewrite of each.
 *
 * @param text the file's decoded text, without a byte order mark
 * @param fileName absolute, with forward slashes; its extension says what language the text is in
 * @returns the findings in source order, or the first syntax error; it throws nothing
 */
export function analyze(text: string, fileName: string, given: AnalyzeOptions = {}): Analysis {
  const settings = given.project?.settings?.(fileName);
  if (settings?.isLeftOut === true) return { kind: 'analyzed', findings: [] };
  const options = settings === undefined ? given : withSettings(given, settings);
  const analysis = analyzeText(text, fileName, options);
  if (analysis.kind === 'syntax-error') return analysis;
  const outside = callsOutside(analysis.findings, text, fileName, options);
  return outside.length === 0 ? analysis : { ...analysis, unread: [...(analysis.unread ?? []), ...outside] };
}

function analyzeText(text: string, fileName: string, options: AnalyzeOptions): Analysis {
  const framework = frameworkOf(fileName);
  if (framework !== undefined) return analyzeComponent(text, fileName, framework, options, analyzeFile);
  const known = parsedBefore(fileName, text, options.project ?? LONE_FILE, options.packages);
  const parsed = known === undefined ? parseSource(fileName, text) : { kind: 'source' as const, source: known.source };
  if (parsed.kind === 'syntax-error')
    return { kind: 'syntax-error', problem: { message: parsed.message, ...positionAt(text, parsed.offset) } };
  const { source } = parsed;
  const isWorthIt = isWorthResolving(source, options);
  const findings = isWorthIt ? analyzeFile(known ?? fileOf(source, fileName), options) : [];
  const idle = isWorthIt && options.only === undefined ? idleSilences(source) : [];
  return { kind: 'analyzed', findings, ...(idle.length === 0 ? {} : { idleSilences: idle }) };
}

/**
 * What there would be to say of a file if its package depended on the SDK, as sentences: its calls that name metadata
 * on something unknown, which a package of one's own may have handed out.
 */
function callsOutside(
  findings: readonly Finding[],
  text: string,
  fileName: string,
  options: AnalyzeOptions,
): readonly string[] {
  const { project } = options;
  if (project === undefined || !METADATA_FIELDS.some((field) => text.includes(field))) return [];
  if (project.dependsOnSdk(fileName)) return [];
  const analysis = analyzeText(text, fileName, { ...options, project: { ...project, dependsOnSdk: () => true } });
  const others = analysis.kind === 'analyzed' ? analysis.findings : [];
  return others
    .filter(({ kind, fields, verdict }) => kind === 'call' && fields.length > 0 && verdict === 'manual')
    .filter(({ start }) => !findings.some((finding) => finding.start === start))
    .map(
      ({ from, fields, method }) =>
        `line ${String(from.line)} sends ${fields.join(', ')} by ${method}(), and no package here depends on Clerk; if one of yours hands out its objects, name that: --package`,
    );
}

/** What the project's configuration says, where the options don't. */
function withSettings(options: AnalyzeOptions, settings: ProjectSettings): AnalyzeOptions {
  const frontendReplace = options.frontendReplace ?? settings.frontendReplace;
  return {
    ...options,
    packages: { ...settings.packages, ...options.packages },
    ...(frontendReplace === undefined ? {} : { frontendReplace }),
  };
}

/**
 * Whether the names of a parsed file are worth resolving: it holds something that may be found, by its syntax alone.
 */
function isWorthResolving(source: ts.SourceFile, { mergingCalls, newMethods }: AnalyzeOptions): boolean {
  return (
    mayHoldUpdates(source) ||
    mayHoldRequests(source) ||
    (mergingCalls === true && mayHaveMergingCalls(source.text)) ||
    (newMethods === true && mayHaveNewMethods(source.text))
  );
}

function analyzeFile(file: ParsedFile, options: AnalyzeOptions): readonly Finding[] {
  const project = options.project ?? LONE_FILE;
  const unit = createUnit(file, project, options.packages);
  const isWanted = (surface: Surface): boolean => options.only === undefined || options.only.includes(surface);
  const nameOf = createNaming(unit.scope);
  const holdsUpdates = mayHoldUpdates(unit.source);
  const decisions = (holdsUpdates ? decideCalls({ unit, options, project, isWanted }) : []).map(
    ({ site, decided }) => ({ site, decided: withNames(leftInTemplate(site, decided, unit), nameOf) }),
  );
  const findings = createFindingList();
  // Written from the last to the first, so that a call inside of another comes before that one.
  for (const { site, decided } of decisions.reverse()) {
    if (decided !== undefined) addFinding(findings, site, decided, unit, options);
  }
  for (const { finding, asLeft } of holdsUpdates ? findingsBesideCalls(unit, options) : []) {
    if (isWanted(finding.surface)) findings.add(findings.overlapping(finding).length > 0 ? asLeft : finding);
  }
  if (options.mergingCalls === true) {
    for (const finding of mergingFindings(unit)) if (isWanted(finding.surface)) findings.add(finding);
  }
  if (options.newMethods === true) {
    for (const finding of newMethodFindings(unit, project)) if (isWanted(finding.surface)) findings.add(finding);
  }
  if ((options.only === undefined || options.only.includes('http')) && mayHoldRequests(unit.source))
    addRequests(findings, unit, options);
  const sorted = findings.sorted();
  const made = options.skipReview === true ? sorted.map(withoutReview) : sorted;
  return withSdkNotes(withUnused(made, unit, options), unit, project);
}

interface Named {
  readonly fields: Decided['fields'];
  readonly decision: Decision<NamedPlan>;
}

/** The same with names for the variables of its plan. */
function withNames(decided: Decided | undefined, nameOf: (plan: Plan) => NamedPlan): Named | undefined {
  if (decided === undefined) return undefined;
  const { fields, decision } = decided;
  return { fields, decision: decision.kind === 'rewrite' ? { ...decision, plan: nameOf(decision.plan) } : decision };
}

/** What needs a review stays as it is, for a later run. */
function withoutReview(finding: Finding): Finding {
  return finding.verdict === 'review' ? { ...finding, edits: finding.edits.filter(isTodo) } : finding;
}

/**
 * Adds a finding that is before those behind it in the file. A split call moves its text, and so takes over the edits
 * of the calls inside of it.
 */
function addFinding(
  findings: FindingList,
  site: UpdateCall,
  decided: Named,
  unit: Unit,
  options: AnalyzeOptions,
): void {
  const inside = findings.within(site.call.getStart(unit.source), site.call.end);
  const takesOver = (inner: Finding): boolean =>
    !isolatesReviews(options) || verdictOf(decided.decision) !== 'exact' || inner.verdict === 'exact';
  // What is inside of a call that was rewritten without it is part of that rewrite as it is.
  const isApart = (inner: Finding): boolean =>
    !findings
      .overlapping(inner)
      .some((other) => other !== inner && other.start <= inner.start && inner.end <= other.end && takesOver(other));
  const nested = inside
    .filter((inner) => takesOver(inner) && isApart(inner))
    .reverse()
    .flatMap(({ edits }) => edits.filter((edit) => !isTodo(edit)));
  let finding = findingOf(site, decided, nested, options);
  let others = findings.overlapping(finding);
  if (others.some((other) => !inside.includes(other))) {
    const decision: Named['decision'] = { kind: 'refusal', causes: [{ code: 'cannot-split', node: site.call }] };
    finding = findingOf(site, { ...decided, decision }, nested, options);
    others = findings.overlapping(finding);
  }
  const { verdict } = finding;
  findings.takeEdits(
    others.filter((other) => !isolatesReviews(options) || (verdict === 'exact' && other.verdict === 'exact')),
  );
  findings.add(finding);
}

/**
 * The first syntax error of a text; undefined where it parses.
 *
 * @param text the decoded text, without a byte order mark
 * @param fileName its extension says what language the text is in
 */
export function findSyntaxProblem(text: string, fileName: string): SyntaxProblem | undefined {
  const framework = frameworkOf(fileName);
  if (framework !== undefined) return findComponentProblem(text, fileName, framework);
  const parsed = parseSource(fileName, text);
  return parsed.kind === 'source' ? undefined : { message: parsed.message, ...positionAt(text, parsed.offset) };
}

function findingOf(
  site: UpdateCall,
  { fields, decision }: Named,
  nested: readonly Edit[],
  options: AnalyzeOptions,
): Finding {
  const write = (plan: NamedPlan): Written => ({
    target: plan.method,
    ...(keepsGeneral(plan) ? { requests: 2 } : {}),
    edits: writePlan(plan, nested),
  });
  return describeDecision(site.call, { kind: 'call', surface: site.surface, fields }, decision, write, options);
}

/** What there is to say of the calls of merging methods. */
function mergingFindings(unit: Unit): Finding[] {
  return findMergingCalls(unit)
    .filter((site) => !isInTemplate(site.call, unit))
    .flatMap((site) =>
      adviseMergingCall(site, unit).map(({ kind, node, field, verdict, changes }): Finding => {
        const place = placeOf(node, site.surface);
        const mark = { from: place.from, to: place.to };
        const base = { kind, ...place, mark, method: site.callee.name, fields: [field] };
        if (isSilenced(node)) return { ...base, ...IGNORED };
        const edits = editsOfChanges(changes, site.callee.object.getText());
        return { ...base, target: edits.length === 0 ? null : site.callee.name, verdict, reasons: [], edits };
      }),
    );
}
