/**
 * What GitHub does with the repository: the workflows do what .ci/run does, and a release waits for what is missing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { prepareRelease } from '../../.github/prepare-release.mjs';
import { pageLink } from '../../project/page-link.ts';
import { ROOT } from './imports.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly steps?: readonly Step[];
      }
    >
  >;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const workflow = load(read('.github/workflows/ci.yml')) as Workflow;

describe('the workflow of every push', () => {
  it('runs on the systems and the versions of Node that the package is for', () => {
    const matrix = workflow.jobs['test']?.strategy?.matrix;
    expect(matrix).toEqual({ os: ['ubuntu-latest', 'windows-latest', 'macos-latest'], node: ['20.19', '22', '24'] });
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(matrix?.['node']?.[0]).toBe(engines.node.replace('>=', ''));
  });

  it('has every step of .ci/run', () => {
    const steps = [...read('.ci/run').matchAll(/^step \S+ (npm .+|npx .+)$/gm)].map((match) => match[1] ?? '');
    const commands = Object.values(workflow.jobs)
      .flatMap(({ steps: own = [] }) => own)
      .flatMap(({ run = '' }) => run.split('\n'));
    expect(steps.length).toBeGreaterThan(7);
    // Installing builds too.
    expect(steps.filter((step) => !commands.includes(step))).toEqual(['npm run build']);
  });
});

describe('the site', () => {
  it('is published by what builds and tests it', () => {
    const site = load(read('.github/workflows/site.yml')) as Workflow;
    expect(site.jobs['build']?.steps?.map(({ run }) => run)).toContain('npm run site:test');
  });
});

describe('a release', () => {
  const manifest = {
    version: '1.2.3',
    repository: 'acme/tool',
    homepage: 'https://example.com',
    bugs: 'https://example.com/issues',
  };
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n- One thing.\n\n## [1.2.2]\n\n- Another.\n';

  it('has the notes of its version', () => {
    expect(prepareRelease('v1.2.3', manifest, changelog, 'See https://example.com.')).toEqual({
      problems: [],
      notes: '- One thing.\n',
    });
  });

  it('says all that is missing', () => {
    expect(prepareRelease('v1.2.4', { version: '1.2.3' }, '# Changelog\n', '').problems).toEqual([
      'the tag is v1.2.4, and package.json has version 1.2.3, whose tag is v1.2.3',
      'package.json has no "repository": fill it in before you publish, links are made from it',
      'package.json has no "homepage": fill it in before you publish, links are made from it',
      'package.json has no "bugs": fill it in before you publish, links are made from it',
      'CHANGELOG.md has no section ## [1.2.3], or nothing in it',
    ]);
  });

  it('leads to the site from the first page', () => {
    expect(prepareRelease('v1.2.3', manifest, changelog, 'See docs/.').problems).toEqual([
      "README.md doesn't lead to the site, https://example.com",
    ]);
  });
});

describe('links to the pages', () => {
  it.each([
    'acme/tool',
    'github:acme/tool',
    'https://github.com/acme/tool',
    'git+https://github.com/acme/tool.git',
    { type: 'git', url: 'git+https://github.com/acme/tool.git' },
  ])('are made from the repository %j', (repository) => {
    expect(pageLink({ version: '1.2.3', repository }, 'docs/reasons.md#any')).toBe(
      'https://github.com/acme/tool/blob/v1.2.3/docs/reasons.md#any',
    );
  });

  it.each([
    ['docs/reasons.md#any', 'https://acme.dev/tool/reasons#any'],
    ['docs/rules/no-metadata-in-update.md', 'https://acme.dev/tool/rules/no-metadata-in-update'],
    ['docs/rules/README.md', 'https://acme.dev/tool/rules/'],
  ])('lead to the site where package.json names it: %s', (page, address) => {
    expect(pageLink({ version: '1.2.3', homepage: 'https://acme.dev/tool', repository: 'acme/tool' }, page)).toBe(
      address,
    );
    expect(pageLink({ version: '1.2.3', homepage: 'https://acme.dev/tool/' }, page)).toBe(address);
  });

  it('lead to the repository for what the site does not have, or where there is no site yet', () => {
    const repository = 'acme/tool';
    expect(pageLink({ version: '1.2.3', homepage: 'https://acme.dev', repository }, 'LICENSE')).toBe(
      'https://github.com/acme/tool/blob/v1.2.3/LICENSE',
    );
    expect(pageLink({ version: '1.2.3', homepage: '', repository }, 'docs/guide.md')).toBe(
      'https://github.com/acme/tool/blob/v1.2.3/docs/guide.md',
    );
  });

  it('are none where there is none', () => {
    expect(pageLink({ version: '1.2.3' }, 'docs/reasons.md')).toBeUndefined();
    expect(pageLink({ version: '1.2.3', repository: { type: 'git' } }, 'docs/reasons.md')).toBeUndefined();
  });
});
