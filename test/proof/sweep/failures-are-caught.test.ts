import { describe, expect, it } from 'vitest';
import { ENGINE, type Engine } from '../generated/check.ts';
import { analyzeProgram, examineProgram, type Category } from './examine-program.ts';
import type { SweepProgram } from './sweep-program.ts';

/** A sweep that calls everything right proves nothing: each kind of failure, made on purpose. */

const HEAD =
  "import { createClerkClient } from '@clerk/backend';\n" +
  "import { fx } from './effects.js';\n" +
  "const client = createClerkClient({ secretKey: 'sk_test_x' });\n" +
  'export async function run(id: string) {\n';

function program(body: string, more: Partial<SweepProgram> = {}): SweepProgram {
  return {
    name: 'a program',
    form: '',
    role: '',
    place: '',
    surface: 'users',
    text: `${HEAD}  ${body}\n}\n`,
    merged: undefined,
    isTsx: false,
    parameters: ['id'],
    carriesMetadata: true,
    mayFailUnseen: false,
    ...more,
  };
}

const UPDATE = program("await client.users.updateUser(id, { publicMetadata: { mark: 'main' } });");

async function categoriesOf(given: SweepProgram, engine: Engine): Promise<readonly Category[]> {
  const { failures } = await examineProgram(analyzeProgram(given, engine, undefined, ''), engine, undefined);
  return [...new Set(failures.map(({ category }) => category))];
}

/** An engine that does something else to what the real one finds. */
function withFindings(change: (findings: ReturnType<Engine['analyze']>) => ReturnType<Engine['analyze']>): Engine {
  return { ...ENGINE, analyze: (...args) => change(ENGINE.analyze(...args)) };
}

/** An engine that writes another text. */
function writing(text: (old: string) => string): Engine {
  return { ...ENGINE, applyEdits: (old, edits) => (edits.length === 0 ? old : text(ENGINE.applyEdits(old, edits))) };
}

const ENGINES: readonly (readonly [Category, Engine, SweepProgram])[] = [
  [
    'hang',
    {
      ...ENGINE,
      analyze: () => {
        for (;;);
      },
    },
    UPDATE,
  ],
  [
    'crash',
    {
      ...ENGINE,
      analyze: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    },
    UPDATE,
  ],
  [
    'silent loss',
    withFindings((analysis) => (analysis.kind === 'analyzed' ? { ...analysis, findings: [] } : analysis)),
    UPDATE,
  ],
  ['wrong exact', writing((text) => text.replace('replaceUserMetadata', 'updateUserMetadata')), UPDATE],
  [
    'wrong exact',
    writing((text) => text.replace(/fx\(["']mark["'], ["']main["']\)/, "'main'")),
    program("await client.users.updateUser(id, { publicMetadata: { mark: fx('mark', 'main') } });"),
  ],
  ["output doesn't parse", writing((text) => `${text})`), UPDATE],
  ['second run not silent', writing((text) => text.replace('replaceUserMetadata(', 'updateUser( ')), UPDATE],
  ['needless finding', ENGINE, { ...UPDATE, carriesMetadata: false }],
];

describe('each kind of failure is caught', () => {
  it.each(ENGINES)('%s', async (category, engine, given) => {
    expect(await categoriesOf(given, engine)).toContain(category);
  });

  it('the real engine has none of them', async () => {
    expect(await categoriesOf(UPDATE, ENGINE)).toEqual([]);
  });
});

describe('what could be more precise is seen', () => {
  it('where a merge would do', async () => {
    const given = program(
      'const user = await client.users.getUser(id);\n' +
        "  await client.users.updateUser(id, { publicMetadata: { ...fx('stored', user.publicMetadata), mark: " +
        "'main' } });",
      {
        merged:
          `${HEAD}  const user = await client.users.getUser(id);\n` +
          `  fx('stored', user.publicMetadata);\n` +
          `  await client.users.updateUserMetadata(id, { publicMetadata: { mark: 'main' } });\n` +
          '}\n',
      },
    );
    const { results } = await examineProgram(analyzeProgram(given, ENGINE, undefined, ''), ENGINE, undefined);
    expect(results.map(({ couldBe }) => couldBe)).toEqual(['a merge', 'a merge']);
  });
});
