/** With typed linting the rules ask the parser's own program where the text leaves something open. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eslintPlugin, hostOf } from './hosts.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clerk-metadata-types-')));
const FILE = join(folder, 'set-plan.ts');
const TEXT = `import { clerkClient } from '@clerk/express';
import { planOf } from './plan';

export async function setPlan(id: string) {
  const user = await clerkClient.users.getUser(id);
  const plan = planOf(id);
  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan } });
}
`;

beforeAll(() => {
  mkdirSync(join(folder, '.git'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["*.ts"] }\n',
  );
  writeFileSync(
    join(folder, 'plan.ts'),
    "type Plan = 'free' | 'pro';\nconst plans = new Map<string, Plan>();\nexport const planOf = (id: string) => plans.get(id) ?? 'free';\n",
  );
  writeFileSync(FILE, TEXT);
});

afterAll(() => {
  parser.clearCaches();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([8, 9, 10] as const)('ESLint %i', (major) => {
  const { Linter } = hostOf(major);
  const linter = new Linter({ configType: 'flat', cwd: folder });

  function verify(parserOptions: Linter.ParserOptions) {
    const config: Linter.Config[] = [
      {
        files: ['**/*.ts'],
        languageOptions: { parser, parserOptions },
        plugins: { 'clerk-metadata': eslintPlugin },
        rules: { 'clerk-metadata/no-metadata-in-update': 'error' },
      },
    ];
    return linter
      .verify(TEXT, config, { filename: FILE })
      .map(({ messageId, message, fix }) => ({ id: messageId ?? message, isFixed: fix !== undefined }));
  }

  it('goes by what the file proves without a project', () => {
    expect(verify({})).toEqual([{ id: 'review', isFixed: false }]);
  });

  it('proves it with one', () => {
    expect(verify({ projectService: true, tsconfigRootDir: folder })).toEqual([{ id: 'exactNoted', isFixed: true }]);
  });
});
