import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Options, parseCommand } from '../../cli/options.ts';
import { REPORTER_NAMES } from '../../cli/reporters/reporter-table.ts';
import { makeFolder, readText, runCommand } from './harness.ts';
import { readPackageInfo } from '../../cli/package-info.ts';

function optionsOf(args: readonly string[], folder = makeFolder()): Options {
  const parsed = parseCommand(args, folder);
  if (parsed.kind !== 'run') throw new Error(`not a run: ${JSON.stringify(parsed)}`);
  return parsed.options;
}

function messageOf(args: readonly string[], folder = makeFolder()): string {
  const parsed = parseCommand(args, folder);
  return parsed.kind === 'error' ? parsed.message : `no error: ${parsed.kind}`;
}

describe('options', () => {
  it('has defaults for all of them', () => {
    expect(optionsOf([])).toEqual({
      paths: ['.'],
      merge: false,
      dryRun: false,
      check: false,
      exact: false,
      skipReview: false,
      removeUnused: false,
      frontendReplace: null,
      packages: {},
      todo: null,
      only: null,
      quiet: false,
      outputs: [{ reporter: 'pretty', file: null }],
      project: null,
      types: true,
      ignore: [],
      force: false,
      stdinFilepath: null,
      jobs: null,
    });
  });

  it('reads paths and long options as it reads short ones', () => {
    const long = ['a.ts', '--check', 'b.ts', '--no-types', '--check'];
    expect(optionsOf(long)).toEqual(optionsOf(['-c', '--no-types', 'a.ts', 'b.ts']));
    expect(optionsOf(['--check', '--', '--check']).paths).toEqual(['--check']);
    expect(optionsOf(['--check', '-']).paths).toEqual(['-']);
    expect(messageOf(['-xcheck', '--check'])).toBe('unknown option -x');
    expect(messageOf(['--check', '--constructor'])).toBe('unknown option --constructor');
  });

  it('reads each of them', () => {
    const folder = makeFolder({ 'tsconfig.json': '{}' });
    const args = [
      '-d',
      '-c',
      '--exact',
      '--skip-review',
      '--remove-unused',
      '--frontend-replace',
      'null-keys',
      '--todo',
      '--only',
      'users',
      '--only',
      'http',
      '--no-types',
      '--package',
      '@acme/auth=@clerk/backend',
      '--package',
      '@acme/hooks=@clerk/react',
    ];
    expect(
      optionsOf(
        [...args, '--ignore', 'a', '--ignore', 'b', '--force', '--jobs', '3', '-p', 'tsconfig.json', 'src', 'lib'],
        folder,
      ),
    ).toEqual({
      paths: ['src', 'lib'],
      merge: false,
      dryRun: true,
      check: true,
      exact: true,
      skipReview: true,
      removeUnused: true,
      frontendReplace: 'null-keys',
      packages: { '@acme/auth': '@clerk/backend', '@acme/hooks': '@clerk/react' },
      quiet: false,
      todo: 'manual',
      only: ['users', 'http'],
      outputs: [{ reporter: 'pretty', file: null }],
      project: join(folder, 'tsconfig.json'),
      types: false,
      ignore: ['a', 'b'],
      force: true,
      stdinFilepath: null,
      jobs: 3,
    });
  });

  it('takes a folder for the tsconfig in it', () => {
    const folder = makeFolder({ 'app/tsconfig.json': '{}' });
    expect(optionsOf(['--project', 'app'], folder).project).toBe(join(folder, 'app/tsconfig.json'));
  });

  it('pairs reporters and files', () => {
    const folder = makeFolder();
    const file = join(folder, 'report');
    expect(optionsOf(['-o', 'report'], folder).outputs).toEqual([{ reporter: 'pretty', file }]);
    expect(optionsOf(['--reporter', 'json', '-o', 'report'], folder).outputs).toEqual([{ reporter: 'json', file }]);
    expect(optionsOf(['-o', 'json=report'], folder).outputs).toEqual([
      { reporter: 'pretty', file: null },
      { reporter: 'json', file },
    ]);
    expect(optionsOf(['-o', 'json=report', '-o', './a=b'], folder).outputs).toEqual([
      { reporter: 'pretty', file: join(folder, 'a=b') },
      { reporter: 'json', file },
    ]);
  });

  it.each([
    [
      ['-o', 'a.json'],
      ['pretty', 'json=a.json'],
    ],
    [
      ['-o', 'a.html', '-o', 'b.SARIF', '-o', 'c.md'],
      ['pretty', 'html=a.html', 'sarif=b.SARIF', 'markdown=c.md'],
    ],
    [['-o', 'a.txt'], ['pretty=a.txt']],
    [
      ['--reporter', 'pretty', '-o', 'a.json'],
      ['pretty', 'json=a.json'],
    ],
    [['--reporter', 'json', '-o', 'a.json'], ['json=a.json']],
    [['--reporter', 'json', '-o', 'a.txt'], ['json=a.txt']],
    [['--reporter', 'gitlab', '-o', 'gl-code-quality-report.json'], ['gitlab=gl-code-quality-report.json']],
    [
      ['--reporter', 'gitlab,pretty', '-o', 'a.json'],
      ['gitlab=a.json', 'pretty'],
    ],
    [['--stdin-filepath', 'a.ts', '-o', 'a.json'], ['json=a.json']],
  ])('knows what goes to a file by its ending: %j', (args, expected) => {
    const folder = makeFolder();
    const said = optionsOf(args, folder).outputs.map(({ reporter, file }) =>
      file === null ? reporter : `${reporter}=${relative(folder, file)}`,
    );
    expect(said).toEqual(expected);
  });

  it('takes several surfaces with commas, a folder for its tsconfig, and --todo with a value or without', () => {
    const folder = makeFolder({ 'web/tsconfig.json': '{}', 'old/jsconfig.json': '{}' });
    expect(optionsOf(['--only', 'users,http', '--only', 'users'], folder).only).toEqual(['users', 'http']);
    expect(optionsOf(['-p', 'web'], folder).project).toBe(join(folder, 'web/tsconfig.json'));
    expect(optionsOf(['-p', 'old'], folder).project).toBe(join(folder, 'old/jsconfig.json'));
    expect(optionsOf(['--todo', 'src'], folder)).toMatchObject({ todo: 'manual', paths: ['src'] });
    expect(optionsOf(['--todo=review', '--', '--todo'], folder)).toMatchObject({ todo: 'review', paths: ['--todo'] });
  });

  it.each([
    [['--frobnicate'], 'unknown option --frobnicate'],
    [['--dryrun'], 'unknown option --dryrun (did you mean --dry-run?)'],
    [['--chekc'], 'unknown option --chekc (did you mean --check?)'],
    [['--out=x'], 'unknown option --out (did you mean --output-file?)'],
    [['--exclude', 'x'], 'unknown option --exclude (did you mean --ignore?)'],
    [['--json'], 'unknown option --json (did you mean --reporter json?)'],
    [['--fix'], 'unknown option --fix (it writes unless you say --dry-run or --check)'],
    [['-x'], 'unknown option -x'],
    [['-q'], 'unknown option -q (did you mean --quiet?)'],
    [['src', ''], 'a path is empty; leave it out for the current folder'],
    [['--ignore'], '--ignore needs a value: --ignore <glob>'],
    [
      ['--ignore', '--check'],
      '--ignore needs a value: --ignore <glob>; a value that starts with a dash is written --ignore=<glob>',
    ],
    [['--force=yes'], '--force takes no value: write --force alone'],
    [['--only', 'all'], "--only can't be 'all'. It is one of: users, organizations, frontend, http"],
    [
      ['--only', 'users,organisations'],
      "--only can't be 'organisations' (did you mean organizations?). It is one of: users, organizations, frontend, http",
    ],
    [['--todo=all'], "--todo can't be 'all'. It is one of: manual, review"],
    [
      ['--frontend-replace', 'nullkeys'],
      "--frontend-replace can't be 'nullkeys' (did you mean null-keys?). It is one of: merge, null-keys",
    ],
    [['--reporter', 'junit'], `--reporter can't be 'junit'. It is one of: ${REPORTER_NAMES.join(', ')}`],
    [
      ['-o', 'jsn=x'],
      `the reporter of --output-file can't be 'jsn' (did you mean json?). It is one of: ${REPORTER_NAMES.join(', ')}`,
    ],
    [['--explain', 'value-may-merg'], "--explain can't be 'value-may-merg' (did you mean value-may-merge?)"],
    [['-p', '.'], '--project .: there is no tsconfig.json in that folder'],
    [
      ['--reporter', 'json', '--reporter', 'sarif', '--reporter', 'pretty'],
      'only one of json and sarif can go to standard output: give the others a file, for example --output-file sarif=<file>',
    ],
    [['--jobs', '0'], "--jobs can't be '0': it is a whole number of 1 or more"],
    [['--jobs', '2.5'], "--jobs can't be '2.5': it is a whole number of 1 or more"],
    [['--jobs', 'many'], "--jobs can't be 'many': it is a whole number of 1 or more"],
    [['--project', 'nowhere.json'], '--project nowhere.json: no such tsconfig'],
    [['-o', 'nowhere/report'], '--output-file nowhere/report: there is no folder nowhere'],
    [['-o', '.'], "--output-file needs the name of a file, not '.'"],
    [
      ['--reporter', 'json', '--reporter', 'pretty', '-o', 'x'],
      '--output-file x: say which report goes there, for example --output-file json=x',
    ],
    [['-o', 'json=a', '-o', 'json=b'], '--output-file names two files for the reporter json'],
    [['--merge'], '--merge needs the reports to merge: --merge <report …>'],
    [['--merge', 'a.json', '--exact'], '--merge makes one report of many and scans nothing: leave out --exact'],
    [['--stdin-filepath', 'a.ts', 'b.ts'], '--stdin-filepath reads one source from standard input; leave out b.ts'],
    [
      ['--stdin-filepath', 'a.ts', '--reporter', 'json'],
      'with --stdin-filepath standard output is for the source: add --output-file json=<file>',
    ],
  ])('refuses %j', (args, message) => {
    expect(messageOf(args)).toBe(message);
  });

  it('refuses a name for standard input that says nothing about the language', () => {
    expect(messageOf(['--stdin-filepath', 'a.txt'])).toContain(
      '--stdin-filepath a.txt: not a JavaScript or TypeScript file name',
    );
  });
});

describe('the command', () => {
  it('prints a bad option to standard error, does nothing, and exits 2', async () => {
    const source = 'users.updateUser(id); // exact\n';
    const folder = makeFolder({ 'a.ts': source });
    const { code, stdout, stderr } = await runCommand(folder, ['--force', '--frobnicate']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('error: unknown option --frobnicate\nRun clerk-metadata-codemod --help for the options.\n');
    expect(readText(folder, 'a.ts')).toBe(source);
  });

  it('prints the help to standard output', async () => {
    const { code, stdout, stderr } = await runCommand(makeFolder(), ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of [
      'dry-run',
      'check',
      'exact',
      'todo',
      'only',
      'reporter',
      'output-file',
      'ignore',
      'skip-review',
      'quiet',
      'force',
      'stdin-filepath',
      'jobs',
    ]) {
      expect(stdout).toContain(`--${name}`);
    }
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('Docs:'))).toEqual([]);
    expect(stdout).toContain('README.md\n');
  });

  it('prints the version', async () => {
    expect(await runCommand(makeFolder(), ['-V'])).toMatchObject({ code: 0, stdout: `${readPackageInfo().version}\n` });
  });
});
