/** Holds what the pages say of the command against the command, and their links against the files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpText } from '../../cli/help-text.ts';
import { FIRST_VERSIONS } from '../../transforms/api-change.ts';
import { ROOT } from '../architecture/imports.ts';
import { PAGES, readPage } from './pages.ts';

const ALL_PAGES = [
  ...PAGES,
  'docs/architecture.md',
  'docs/reasons.md',
  'docs/semantics.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];

it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names only files and folders that there are', (page) => {
  const paths = [
    ...readPage(page).matchAll(
      /`((?:\.github|cli|docs|eslint-plugin|fixtures|project|site|test|transforms)\/[^`\s<]*)`/g,
    ),
  ];
  const named = paths.map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('comments cite headings that there are', () => {
  const sources = ['transforms', 'cli', 'project', 'eslint-plugin', 'integrations', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
      .map((path) => join(ROOT, folder, path)),
  );
  const cited = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8')
      .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
      .matchAll(/(docs\/[\w-]+\.md), "([^"]+)"/g),
  ]);
  expect(cited.length).toBeGreaterThan(5);
  const missing = cited.filter(([, page = '', heading = '']) => !readPage(page).includes(`\n## ${heading}\n`));
  expect(missing.map(([citation]) => citation)).toEqual([]);
});

/** `-d, --dry-run` and `--only <a|b>`, as the help has them. */
const OPTIONS = [...helpText().matchAll(/^ {2}(?:(-\w), | {4})(--[\w-]+)(?: (<[^>]+>))?/gm)].map(
  ([, short, long = '', value]) => ({ short, long: value === undefined ? long : `${long} ${value}` }),
);

describe('README.md', () => {
  const readme = readPage('README.md');
  const cells = [...readme.matchAll(/^\| (`-.+?) \|/gm)].map((match) => (match[1] ?? '').replaceAll('\\|', '|'));
  const codes = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));

  it('has every option of the command in its table, and none besides', () => {
    expect(OPTIONS.length).toBeGreaterThan(10);
    expect([...codes].sort()).toEqual(
      OPTIONS.flatMap(({ short, long }) => (short === undefined ? [long] : [short, long])).sort(),
    );
  });

  it('installs and tests with the commands that .ci/run uses', () => {
    const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
    for (const command of ['npm ci', 'npm test']) {
      expect(readme).toContain(command);
      expect(ci).toMatch(new RegExp(`${command}$`, 'm'));
    }
  });

  it('asks for the version of Node that the package asks for', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
    expect(readme).toContain(`Node ${engines.node.replace('>=', '')} or newer`);
  });
});

describe.each(ALL_PAGES)('%s', (page) => {
  const text = readPage(page);
  const prose = text.replaceAll(/^( *)```.*?^\1```$/gms, '');

  it('mentions only options that there are', () => {
    const known = new Set(OPTIONS.map(({ long }) => long.split(' ')[0]));
    const mentioned = [...prose.matchAll(/`(--[\w-]+)[^`]*`/g)].map((match) => match[1]);
    expect(mentioned.filter((option) => !known.has(option))).toEqual([]);
  });

  it('links to files and headings that there are', () => {
    const links = [...prose.replaceAll(/`[^`\n]+`/g, '``').matchAll(/\]\(([^)]+)\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !/^https?:/.test(link));
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !headingsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names only packages that there are', () => {
    const names = [...prose.matchAll(/`(@clerk\/[\w-]+)/g)].map((match) => match[1] ?? '');
    expect(names.filter((name) => !Object.hasOwn(FIRST_VERSIONS, name))).toEqual([]);
  });
});

it('comments cite headings of docs/semantics.md that there are', () => {
  const sources = readdirSync(join(ROOT, 'transforms'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const cited = sources.flatMap((path) =>
    [...unwrapComments(readPage(join('transforms', path))).matchAll(/docs\/semantics\.md, "([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  const headings = [...readPage('docs/semantics.md').matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((heading) => !headings.includes(heading))).toEqual([]);
});

it('THIRD-PARTY-NOTICES.md has a section for whatever is built in', () => {
  const config = readPage('tsdown.config.ts');
  const builtIn = [...config.matchAll(/(?:onlyBundle|alwaysBundle): \[([^\]]+)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'((?:@[\w-]+\/)?[\w-]+)[^']*'/g)].map((match) => match[1] ?? ''),
  );
  const sections = [...readPage('THIRD-PARTY-NOTICES.md').matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  expect(builtIn.length).toBeGreaterThan(2);
  expect(builtIn.filter((name) => !sections.includes(name))).toEqual([]);
});

it('published pages link to nothing that is not published', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`);
  const links = [...pages, 'README.md', 'CHANGELOG.md'].flatMap((page) => {
    const prose = readPage(page)
      .replaceAll(/^( *)```.*?^\1```$/gms, '')
      .replaceAll(/`[^`\n]+`/g, '``');
    return [...prose.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !/^https?:/.test(link))
      .map((link) => join(dirname(page), link));
  });
  expect(links.length).toBeGreaterThan(10);
  expect(
    links.filter((link) => !/^(?:docs\/|README\.md|CHANGELOG\.md|LICENSE|THIRD-PARTY-NOTICES\.md)/.test(link)),
  ).toEqual([]);
});

/** As code hosts make anchors of headings. */
function headingsOf(page: string): Set<string> {
  const headings = [...readPage(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function unwrapComments(text: string): string {
  return text.replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');
}
