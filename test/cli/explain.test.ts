import { describe, expect, it } from 'vitest';
import { REASONS } from '../../transforms/reasons.ts';
import { makeFolder, runCommand } from './harness.ts';

describe('--explain', () => {
  it.each(Object.entries(REASONS))(
    'prints what %s means and what to do, and nothing of other reasons',
    async (code, { message }) => {
      const { code: exitCode, stdout, stderr } = await runCommand(makeFolder(), ['--explain', code]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout.startsWith(`## ${code}\n\n> ${message}\n`)).toBe(true);
      expect(stdout).toContain('What to do: ');
      expect(stdout.match(/^## /gm)).toHaveLength(1);
      expect(stdout).toMatch(/\S\n$/);
    },
  );

  it('names the reasons that there are', async () => {
    const { code, stdout, stderr } = await runCommand(makeFolder(), ['--explain', 'whatever']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`--explain can't be 'whatever': it is one of ${Object.keys(REASONS).join(', ')}\n`);
  });
});
