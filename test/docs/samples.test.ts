/** Executes every command and sample of the pages. What is shown as output is compared byte for byte. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifests } from '../../project/manifests.ts';
import type { AnalyzeOptions } from '../../transforms/index.ts';
import { analyze, applyEdits, type Finding } from '../../transforms/index.ts';
import { ENGINE } from '../../cli/engine-calls.ts';
import { makeFolder, runCommand } from '../cli/harness.ts';
import { ROOT } from '../architecture/imports.ts';
import { type Fence, PAGES, readFences } from './pages.ts';
import { makeSandbox, type Place, type Run, type Sandbox } from './sandbox.ts';

const NEW_CALL = `import { clerkClient } from '@clerk/express';
export const promote = (id: string) => clerkClient.users.updateUser(id, { publicMetadata: { role: 'admin' } });
`;

/** The options that a word behind `after` stands for. */
const OPTIONS_OF: Readonly<Record<string, AnalyzeOptions>> = {
  exact: { exact: true },
  'null-keys': { frontendReplace: 'null-keys' },
  todo: { todo: true },
};

const PLACE_OF: Readonly<Record<string, Place>> = { 'in-clone': 'clone', 'in-monorepo': 'monorepo' };

describe.each(PAGES)('%s', (page) => {
  const fences = readFences(page);

  it('has samples', () => {
    expect(fences.length).toBeGreaterThan(5);
  });

  fences.forEach((fence, index) => {
    it(`${fence.at}: ${fence.language || 'synopsis'} ${fence.words.join(' ')}`, async () => {
      await execute(fence, fences.slice(0, index), fences[index + 1]);
    }, 300_000);
  });
});

/** @throws whatever is wrong with the sample, a kind of sample that nothing executes included */
async function execute(fence: Fence, earlier: readonly Fence[], next: Fence | undefined): Promise<void> {
  const [word] = fence.words;
  switch (`${fence.language} ${word ?? ''}`.trim()) {
    case '':
      expect(fence.text).toBe('npx clerk-metadata-codemod [options] [path …]\n');
      return;
    case 'yaml matrix':
    case 'yaml batch-spec':
    case 'sh each-clone':
    case 'sh each-repository':
    case 'sh multi-gitter':
      // test/docs/many-repositories.test.ts has more to say of these.
      expect(fence.text).toMatch(/clerk-metadata-codemod@\d/);
      return;
    case 'json with-lint-staged':
    case 'sh with-codemod':
    case 'sh husky':
    case 'yaml lefthook':
    case 'yaml pre-commit':
      // test/integrations runs these with their tools.
      expect(fence.text).toMatch(/npx (?:lint-staged|codemod)|clerk-metadata-codemod --check/);
      return;
    case 'sh hook':
      checkHook(fence);
      return;
    case 'json lint-staged':
      await checkLintStaged(fence);
      return;
    case 'json config':
      checkConfig(fence);
      return;
    case 'json finding':
      expect(await findingsReportedBy(earlier.at(-1))).toContainEqual(
        expect.objectContaining(JSON.parse(fence.text) as object),
      );
      return;
    case 'yaml gitlab':
      checkGitlabJob(fence);
      return;
    case 'yaml':
      await checkWorkflow(fence);
      return;
    case 'text':
      expect(['sh', 'js'], 'output comes right after what prints it').toContain(earlier.at(-1)?.language);
      return;
    case 'text excerpt':
      expect((await runCommands(earlier.at(-1), [], undefined)).stdout).toContain(fence.text);
      return;
    case 'js program':
      checkProgram(fence, next);
      return;
    case 'js eslint-config':
      checkEslintConfig(fence);
      return;
    case 'ts silenced':
      expect(findIn(fence).map(({ verdict }) => verdict)).toEqual(['ignored']);
      return;
    case 'ts before':
    case 'js before':
      expect(next?.words[0]).toBe('after');
      // What follows a call, such as its test doubles, comes with it.
      expect(findIn(fence).filter(({ kind }) => kind === 'call')).toHaveLength(1);
      return;
    case 'ts after':
    case 'js after':
      checkRewrite(
        fence,
        earlier.findLast(({ words }) => words[0] === 'before'),
      );
      return;
    default:
      if (fence.language !== 'sh')
        throw new Error(`nothing executes a sample of this kind: ${fence.language} ${fence.words.join(' ')}`);
      await runCommands(
        fence,
        earlier,
        next?.language === 'text' && !next.words.includes('excerpt') ? next.text : undefined,
      );
  }
}

/** The configuration file is taken as it stands. */
function checkConfig({ text }: Fence): void {
  const folder = makeFolder({ 'package.json': '{}', 'clerk-metadata.config.json': text });
  const problems: string[] = [];
  const config = createManifests(({ message }) => problems.push(message)).config(folder);
  expect([problems, Object.keys(config.packages)]).toEqual([
    [],
    Object.keys((JSON.parse(text) as { packages: object }).packages),
  ]);
}

/**
 * What became of each line of samples that have run, by the place and the lines: the same ones in the same place come
 * to the same.
 */
const ran = new Map<string, readonly Run[]>();

/** A line that runs the command and nothing else: its options, none in need of a shell but for quotes around them. */
const COMMAND_ALONE = /^npx (?:--yes )?clerk-metadata-codemod(?:@[\d.]+)?((?: (?:[-\w@=./]+|'[^']*'))*)(?: +#.*)?$/;

/** Runs a line in this process where it is the command alone, which starts sooner, and by the shell where it isn't. */
async function runLine({ folder, run }: Sandbox, line: string): Promise<Run> {
  const options = COMMAND_ALONE.exec(line)?.[1];
  if (options === undefined) return run(line);
  const args = [...options.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const { code, stdout, stderr } = await runCommand(folder, args, { engine: ENGINE });
  return { status: code, stdout, stderr };
}

/** Runs each line, in the place where those that it continues have run. */
async function runCommands(
  fence: Fence | undefined,
  earlier: readonly Fence[],
  output: string | undefined,
): Promise<Run> {
  if (fence?.language !== 'sh') throw new Error('output comes right after what prints it');
  const chain = [fence];
  for (const before of earlier.toReversed()) {
    if (!chain[0]?.words.includes('then')) break;
    if (before.language === 'sh') chain.unshift(before);
  }
  const place = placeOf(fence);
  const lines = chain.flatMap(({ text, words }) =>
    text
      .trim()
      .split('\n')
      .map((line) => ({ line, status: words.includes('exits-1') ? 1 : 0 })),
  );
  const key = JSON.stringify([place, lines]);
  const runs = ran.get(key) ?? (await runLines(makeSandbox(place), lines));
  ran.set(key, runs);
  const last = runs.at(-1) ?? { status: null, stdout: '', stderr: '' };
  if (output !== undefined) expect(last.stdout + last.stderr).toBe(output);
  return last;
}

async function runLines(
  sandbox: Sandbox,
  lines: readonly { readonly line: string; readonly status: number }[],
): Promise<Run[]> {
  const results: Run[] = [];
  if (lines.some(({ line }) => line.includes('node_modules/'))) sandbox.install();
  for (const { line, status } of lines) {
    const result = await runLine(sandbox, line);
    expect(result.status, `exit status of: ${line}\n${result.stdout}${result.stderr}`).toBe(status);
    results.push(result);
  }
  return results;
}

function placeOf(fence: Fence): Place {
  return fence.words.map((word) => PLACE_OF[word]).find((place) => place !== undefined) ?? 'project';
}

function findIn({ text, language }: Fence, options: AnalyzeOptions = {}): readonly Finding[] {
  const analysis = analyze(text, `/app/sample.${language}`, options);
  if (analysis.kind === 'syntax-error') throw new Error(`${analysis.problem.message} in the sample\n${text}`);
  return analysis.findings;
}

function checkRewrite(after: Fence, before: Fence | undefined): void {
  if (before === undefined) throw new Error('there is no sample "before"');
  const [, word] = after.words;
  const options = word === undefined ? {} : OPTIONS_OF[word];
  if (options === undefined) throw new Error(`"after ${word ?? ''}" is no option`);
  expect(
    applyEdits(
      before.text,
      findIn(before, options).flatMap(({ edits }) => edits),
    ),
  ).toBe(after.text);
}

async function findingsReportedBy(fence: Fence | undefined): Promise<readonly unknown[]> {
  const report = JSON.parse((await runCommands(fence, [], undefined)).stdout) as { files: { findings: unknown[] }[] };
  return report.files.flatMap(({ findings }) => findings);
}

/** A commit with a new call is refused, one without isn't, and neither is one of another kind of file. */
function checkHook({ text }: Fence): void {
  const { folder, run } = makeSandbox('project');
  const hook = join(folder, '.git/hooks/pre-commit');
  mkdirSync(join(folder, '.git/hooks'), { recursive: true });
  writeFileSync(hook, text);
  chmodSync(hook, 0o755);
  const commit = (path: string, content: string): Run => {
    mkdirSync(join(folder, 'src/a b'), { recursive: true });
    writeFileSync(join(folder, path), content);
    return run('git add -A && git commit -qm "A change"');
  };
  expect(commit('src/a b/fine.ts', 'export {};\n')).toMatchObject({ status: 0 });
  expect(commit('notes.md', '# Notes\n')).toMatchObject({ status: 0 });
  const refused = commit('src/a b/promote.ts', NEW_CALL);
  expect(refused.status).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('src/a b/promote.ts');
  expect(run('git log -1 --format=%s --name-only').stdout).toContain('notes.md');
}

/** lint-staged appends absolute paths. */
async function checkLintStaged({ text }: Fence): Promise<void> {
  const config = JSON.parse(text) as { 'lint-staged': Record<string, string> };
  const commands = Object.values(config['lint-staged']);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const sandbox = makeSandbox('project');
    const { folder } = sandbox;
    writeFileSync(join(folder, 'a b.ts'), NEW_CALL);
    writeFileSync(join(folder, 'fine.ts'), 'export {};\n');
    const line = `npx ${command} '${join(folder, 'a b.ts')}' '${join(folder, 'fine.ts')}'`;
    expect((await runLine(sandbox, line)).status).toBe(1);
    expect((await runLine(sandbox, `npx ${command} '${join(folder, 'fine.ts')}'`)).status).toBe(0);
  }
}

/** What a workflow runs fails while there is something to do, and passes when there isn't. */
async function checkWorkflow({ text }: Fence): Promise<void> {
  const commands = [...text.matchAll(/^ *- run: (.+)$/gm)].map((match) => match[1] ?? '');
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const sandbox = makeSandbox('project');
    expect((await runLine(sandbox, command)).status).toBe(1);
    sandbox.run('git rm -rq src scripts');
    writeFileSync(join(sandbox.folder, 'fine.ts'), 'export {};\n');
    expect((await runLine(sandbox, command)).status).toBe(0);
  }
}

/** The job fails where there is something to do, and leaves the report that it names. */
function checkGitlabJob({ text }: Fence): void {
  const command = /^ *- (npx .+)$/m.exec(text)?.[1] ?? '';
  const report = /codequality: (.+)$/m.exec(text)?.[1] ?? '';
  const { folder, run } = makeSandbox('project');
  expect(run(command).status).toBe(1);
  expect(JSON.parse(readFileSync(join(folder, report), 'utf8'))).not.toEqual([]);
}

/** ESLint with this config finds the call. */
function checkEslintConfig({ text }: Fence): void {
  const { folder, run, install } = makeSandbox('project');
  install();
  writeFileSync(join(folder, 'eslint.config.mjs'), text);
  writeFileSync(join(folder, 'promote.mjs'), NEW_CALL.replace('(id: string)', '(id)'));
  const { status, stdout, stderr } = run(
    `'${process.execPath}' '${join(ROOT, 'node_modules/eslint/bin/eslint.js')}' promote.mjs`,
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain('clerk-metadata/no-metadata-in-update');
}

function checkProgram({ text }: Fence, output: Fence | undefined): void {
  const { folder, run } = makeSandbox('clone');
  writeFileSync(join(folder, 'sample.mjs'), text);
  const { status, stdout, stderr } = run(`'${process.execPath}' sample.mjs`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(output?.text);
}
