import type { Surface } from './api-change.ts';
import type { ts } from 'ts-morph';
import { decideAliases, type AliasPlan, type DecidedMethodAlias } from './decide/decide-aliases.ts';
import type { Cause, Decision } from './decide/decision/decision.ts';
import { decideDoubles, type DoublePlan } from './decide/test-doubles/decide-doubles.ts';
import { readTestedCode, sendsNoMetadata, type TestSurroundings } from './decide/test-doubles/tested-code.ts';
import { describeDecision, describeRefusal, type FindingBase, type Written } from './describe.ts';
import { editsOfChanges } from './edit/change-edits.ts';
import { inOrder } from './edit/make-edits.ts';
import { writeDouble } from './edit/test-double.ts';
import { renameKeyEdit } from './edit/rename.ts';
import type { Finding } from './finding.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { LONE_FILE } from './project.ts';
import { hasCalls } from './recognise/calls/method-aliases.ts';
import { findMethodDeclarations } from './recognise/calls/method-declarations.ts';
import { findDoubles, type Doubles } from './recognise/test-doubles/double-sites.ts';
import type { Unit } from './language/unit.ts';

/** A finding that isn't a call, and what is said of it where another finding's edits are in its way. */
export interface BesideCall {
  readonly finding: Finding;
  readonly asLeft: Finding;
}

/**
 * What has to do with the general updates without being a call of one: methods taken off their objects, test doubles,
 * declarations.
 */
export function findingsBesideCalls(unit: Unit, options: AnalyzeOptions): BesideCall[] {
  const project = options.project ?? LONE_FILE;
  const dependsOnSdk = (): boolean => project.dependsOnSdk(unit.fileName);
  const aliases = decideAliases(unit, options, project);
  const doubles = besideAliases(findDoubles(unit, dependsOnSdk), aliases);
  const isDouble = new Set<ts.Node>(doubles.sites.map(({ node }) => node));
  return [
    ...aliases.filter(({ alias }) => !isDouble.has(alias.node)).flatMap((decided) => aliasFinding(decided, options)),
    ...doubleFindings(doubles, unit, options),
    ...declarationFindings(dependsOnSdk, unit, options),
  ];
}

/** A method that a test takes off and calls itself is no mention of a mock: it goes by what these calls send. */
function besideAliases({ sites, ...others }: Doubles, aliases: readonly DecidedMethodAlias[]): Doubles {
  const called = new Set<ts.Node>(
    aliases.flatMap(({ alias, decided }) => (decided !== undefined && hasCalls(alias) ? [alias.node] : [])),
  );
  return { ...others, sites: sites.filter(({ kind, node }) => kind !== 'mention' || !called.has(node)) };
}

/** What is decided about something that is no call. */
interface Beside<Plan> {
  readonly node: ts.Node;
  readonly base: FindingBase;
  readonly decision: Decision<Plan>;
  readonly write: (plan: Plan) => Written;
  /** The reason why it is left where another finding's edits are in its way. */
  readonly inTheWay: Cause['code'];
}

function describeBeside<Plan>(
  { node, base, decision, write, inTheWay }: Beside<Plan>,
  options: AnalyzeOptions,
): BesideCall {
  const finding = describeDecision(node, base, decision, write, options);
  return { finding, asLeft: finding.target === null ? finding : describeRefusal(node, base, inTheWay, {}) };
}

function aliasFinding({ alias, decided }: DecidedMethodAlias, options: AnalyzeOptions): BesideCall[] {
  if (decided === undefined) return [];
  const write = ({ method, nameNode, changes, receiver }: AliasPlan): Written => ({
    target: method,
    edits: inOrder([renameKeyEdit(nameNode, method), ...editsOfChanges(changes, receiver.getText())]),
  });
  const { fields, decision } = decided;
  const base: FindingBase = { kind: 'method-alias', surface: alias.surface, fields };
  return [describeBeside({ node: alias.node, base, decision, write, inTheWay: 'method-taken-off' }, options)];
}

function doubleFindings(doubles: Doubles, unit: Unit, options: AnalyzeOptions): BesideCall[] {
  if (doubles.sites.length + doubles.handedOut.length + doubles.unproven.length === 0) return [];
  const surroundings: TestSurroundings = { unit, options };
  const sendsNone = (surface: Surface): boolean => sendsNoMetadata(surface, surroundings);
  const decided = decideDoubles(doubles, readTestedCode(surroundings), sendsNone, options.exact === true, unit);
  const write = (plan: DoublePlan): Written => ({
    target: plan.kind === 'rename-double' ? plan.method : plan.methods[0],
    edits: inOrder(writeDouble(plan)),
  });
  return decided.map(({ surface, node, fields, decision }) =>
    describeBeside(
      { node, base: { kind: 'test-double', surface, fields }, decision, write, inTheWay: 'double-unresolved' },
      options,
    ),
  );
}

function declarationFindings(dependsOnSdk: () => boolean, unit: Unit, options: AnalyzeOptions): BesideCall[] {
  return findMethodDeclarations(unit, dependsOnSdk).map(({ surface, node, fields }) => {
    const finding = describeRefusal(node, { kind: 'declaration', surface, fields }, 'declared-with-metadata', options);
    return { finding, asLeft: finding };
  });
}
