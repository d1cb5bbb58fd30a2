/**
 * Where the rewritten calls of a fixture are reached from: which exports lead to them, and which run when the file is
 * loaded.
 */
import ts from 'typescript';

import type { ReasonCode } from '../../../transforms/index.ts';
import type { Case, CaseFile, ExpectedFinding } from '../../fixtures/cases.ts';
import { type Module, parseFixture, type Program, preparePrograms, type SourceText } from './fixture-program.ts';
import { gatherMentions, type Mentions } from './mentioned-names.ts';

/** A fixture, ready to be run before and after. */
export interface Subject {
  readonly before: Program;
  readonly after: Program;
  /** Of the input: both sides get the same arguments and states. */
  readonly mentions: Mentions;
  readonly entries: readonly Entry[];
  /**
   * The input has some of the new methods already, which only the later SDK knows; it takes the old form too, as two
   * requests.
   */
  readonly isHalfWay: boolean;
  /**
   * The rewrite takes away spreads that read what they spread, or the old form as the later clerk-js sends it, which
   * reads before it writes.
   */
  readonly dropsReads: boolean;
  /** The frontend's user has a part in it. */
  readonly usesBrowser: boolean;
  /** axios leaves keys called `__proto__` out of what it sends, whoever put them there. */
  readonly losesProto: boolean;
  /** There are general updates after the rewrite. */
  readonly hasGeneral: boolean;
  /** How many rewritten findings there are in all files. */
  readonly rewritten: number;
}

/** A way into a file. */
export interface Entry {
  readonly fileName: string;
  /** undefined: loading the file is enough; '' is `module.exports` itself. */
  readonly exportName: string | undefined;
  /** Other exports, in order, that no finding is behind: they may set something up. */
  readonly first: readonly string[];
  /** What may be met on the way, the file's load included. */
  readonly findings: readonly ExpectedFinding[];
}

/** The reasons for which a rewrite that is met on the way may behave differently. */
export function reasonsOf({ findings }: Entry): Set<ReasonCode> {
  return new Set(findings.filter(({ verdict }) => verdict === 'review').flatMap(({ reasons = [] }) => reasons));
}

/** Whether anything in it is. */
export function isRewritten(fixture: Case): boolean {
  return fixture.files.some(({ findings }) => findings.some(isRewrite));
}

/** Takes a fixture apart. */
export function prepareSubject(fixture: Case): Subject {
  const rewritten = fixture.files.flatMap(({ findings }) => findings.filter(isRewrite));
  let count = 0;
  const inputs = fixture.files.map((file): SourceText => {
    const found = file.findings.filter(isRewrite);
    const text = tellReached(file, found, count);
    count += found.length;
    return { fileName: file.fileName, text };
  });
  const outputs = fixture.files.map(({ fileName, output }): SourceText => ({ fileName, text: output }));
  const trees = fixture.files.map((file) => ({ file, tree: parseFixture(file.fileName, file.input) }));
  const isHalfWay = fixture.files.some(({ input }) =>
    /\b(?:replaceUserMetadata|replaceOrganizationMetadata|updateMetadata)\b/.test(input),
  );
  const usesBrowser = rewritten.some(({ method, surface }) => method === 'update' || surface === 'frontend');
  const [before, after] = preparePrograms([
    { files: inputs, project: fixture.project('input') },
    { files: outputs, project: fixture.project('output') },
  ]);
  if (before === undefined || after === undefined) throw new Error('a side has no program');
  return {
    before,
    after,
    mentions: gatherMentions(trees.map(({ tree }) => tree)),
    entries: trees.flatMap(({ file, tree }) => entriesOf(file, tree)),
    isHalfWay,
    dropsReads:
      (isHalfWay && usesBrowser) || fixture.files.some(({ input, output }) => countReads(output) < countReads(input)),
    usesBrowser,
    losesProto: fixture.files.some(({ input }) => input.includes("from 'axios'")),
    hasGeneral: fixture.files.some(({ output }) =>
      /\b(?:updateUser|updateOrganization|update)['`\]]*(?:\?\.)?\(/.test(output),
    ),
    rewritten: rewritten.length,
  };
}

function countReads(text: string): number {
  return text.match(/\b(?:getUser|getOrganization|currentUser)\(/g)?.length ?? 0;
}

function isRewrite({ verdict }: ExpectedFinding): boolean {
  return verdict === 'exact' || verdict === 'review';
}

/**
 * The first call of the variable that a method is taken off into: `const { update } = user`, `const save =
 * user.update`.
 */
function findCallOfAlias(tree: ts.SourceFile, start: number): ts.CallExpression | undefined {
  let name: string | undefined;
  let found: ts.CallExpression | undefined;
  const visit = (node: ts.Node): void => {
    const isTaken = ts.isBindingElement(node)
      ? node.getStart(tree) === start
      : ts.isVariableDeclaration(node) && node.initializer?.getStart(tree) === start;
    if (isTaken && (ts.isBindingElement(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name))
      name ??= node.name.text;
    if (
      found === undefined &&
      name !== undefined &&
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === name
    )
      found = node;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The text with each call handed through a function that tells, so that it is known which calls the runs have met. */
function tellReached(file: CaseFile, findings: readonly ExpectedFinding[], first: number): string {
  const tree = parseFixture(file.fileName, file.input);
  const inserts = findings.flatMap((finding, index) => {
    const call = wholeChain(findCall(tree, finding));
    return [
      { at: call.getStart(tree), text: `__reached(${String(first + index)}, ` },
      { at: call.end, text: ')' },
    ];
  });
  inserts.sort((a, b) => b.at - a.at);
  return inserts.reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), file.input);
}

function findCall(
  tree: ts.SourceFile,
  { line = 1, column = 1, method = '', kind = 'call' }: ExpectedFinding,
): ts.CallExpression | ts.NewExpression {
  const start = tree.getPositionOfLineAndCharacter(line - 1, column - 1);
  let found: ts.CallExpression | ts.NewExpression | undefined;
  const visit = (node: ts.Node): void => {
    const isCall = ts.isCallExpression(node) || (ts.isNewExpression(node) && kind === 'http');
    if (
      isCall &&
      node.getStart(tree) === start &&
      (kind !== 'call' || (ts.isCallExpression(node) && methodOf(node) === method))
    )
      found = node;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  found ??= kind === 'method-alias' ? findCallOfAlias(tree, start) : undefined;
  if (found === undefined)
    throw new Error(`${tree.fileName}:${String(line)}:${String(column)}: there is no call of ${method}`);
  return found;
}

/** `user?.update(…).then(…)` is one: what comes after the call isn't reached where `user` is missing. */
function wholeChain(call: ts.Expression): ts.Expression {
  const { parent } = call;
  return ts.isOptionalChain(parent) && parent.expression === call ? wholeChain(parent) : call;
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (!ts.isElementAccessExpression(expression)) return undefined;
  const { argumentExpression: name } = expression;
  return ts.isStringLiteralLike(name) ? name.text : undefined;
}

interface Statement {
  readonly names: readonly string[];
  readonly uses: ReadonlySet<string>;
  readonly exported: readonly string[];
  /** Findings inside, and those of them that loading the file is enough for. */
  readonly findings: readonly ExpectedFinding[];
  readonly immediate: readonly ExpectedFinding[];
}

function entriesOf(file: CaseFile, tree: ts.SourceFile): Entry[] {
  const statements = tree.statements.map((node) => readStatement(node, file, tree));
  const rewritten = (findings: readonly ExpectedFinding[]): boolean => findings.some(isRewrite);
  const immediate = statements.flatMap((statement) => statement.immediate);
  const entries: Entry[] = rewritten(immediate)
    ? [{ fileName: file.fileName, exportName: undefined, first: [], findings: immediate }]
    : [];
  const nothingExported = statements.every(({ exported }) => exported.length === 0);
  const first = statements
    .filter((statement) => reachable(statement, statements).length === 0)
    .flatMap(({ exported }) => exported);
  for (const statement of statements) {
    for (const exportName of nothingExported ? statement.names : statement.exported) {
      const findings = [...new Set([...immediate, ...reachable(statement, statements)])];
      if (rewritten(findings) && findings.length > immediate.length)
        entries.push({ fileName: file.fileName, exportName, first, findings });
    }
  }
  return entries;
}

function readStatement(node: ts.Statement, file: CaseFile, tree: ts.SourceFile): Statement {
  const uses = new Set<string>();
  const visit = (inner: ts.Node): void => {
    if (ts.isIdentifier(inner)) uses.add(inner.text);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  const names = namesDeclared(node);
  const from = node.getStart(tree);
  const inside = file.findings.filter(({ line = 1, column = 1 }) => {
    const at = tree.getPositionOfLineAndCharacter(line - 1, column - 1);
    return at >= from && at < node.end;
  });
  const exported = exportsOf(node, names);
  // A function that is only handed to something is called by that, as far as it is called: see `listeners`.
  const isHandedOver = ts.isExpressionStatement(node) && exported.length === 0;
  const immediate = inside.filter((finding) => isHandedOver || isImmediate(findCall(tree, finding), node));
  return { names, uses, exported, findings: inside, immediate };
}

function namesDeclared(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesBound(name));
  return (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined
    ? [node.name.text]
    : [];
}

function namesBound(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesBound(element.name) : []));
}

/** The names it is exported under. */
function exportsOf(node: ts.Statement, names: readonly string[]): string[] {
  if (ts.isExportAssignment(node)) return [node.isExportEquals === true ? '' : 'default'];
  if (ts.isExportDeclaration(node)) {
    const { exportClause: clause } = node;
    return clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
  }
  const kinds = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (kinds.includes(ts.SyntaxKind.ExportKeyword)) return [...names];
  // CommonJS: `exports.name = …`, `module.exports = …`.
  const assigned = /^(?:module\.)?exports(?:\.(\w+))?\s*=/.exec(node.getText());
  if (assigned === null) return [];
  return [assigned[1] ?? ''];
}

/** What can be met by calling what this statement declares: its own findings and those of what it names. */
function reachable(statement: Statement, statements: readonly Statement[]): ExpectedFinding[] {
  const reached = new Set([statement]);
  for (const from of reached)
    for (const other of statements) if (other.names.some((name) => from.uses.has(name))) reached.add(other);
  return [...reached].flatMap(({ findings }) => findings);
}

/** Not inside a function, so that it runs when the statement does. */
function isImmediate(call: ts.Node, statement: ts.Node): boolean {
  for (let node = call; node !== statement; node = node.parent) if (ts.isFunctionLike(node)) return false;
  return !ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement);
}

/** Of a program's module; for messages. */
export function whereIs(module: Pick<Module, 'fileName'>, exportName: string | undefined): string {
  return `${module.fileName}${exportName === undefined ? '' : ` ${exportName || 'module.exports'}`}`;
}
