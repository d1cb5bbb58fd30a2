import { describe, expect, it } from 'vitest';
import { REASONS } from '../../transforms/reasons.ts';
import { makeFolder, runCommand } from './harness.ts';

/** Lines that aren't code, which is indented. */
function proseOf(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('    '));
}

describe('--explain', () => {
  it.each(Object.entries(REASONS))(
    'prints what %s means and what to do, and nothing of other reasons',
    async (code, { message, weight }) => {
      const { code: exitCode, stdout, stderr } = await runCommand(makeFolder(), ['--explain', code]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout.startsWith(`${code}\n\n${weight}: `)).toBe(true);
      expect(stdout.replaceAll('\n', ' ')).toContain(message);
      expect(stdout).toContain('\n\nWhat to do: ');
      expect(stdout).toContain('\n\nBefore:\n\n    ');
      expect(stdout).not.toMatch(/^(?:#|>|```)/m);
      expect(stdout).toMatch(/\S\n$/);
      expect(proseOf(stdout).filter((line) => line.length > 80)).toEqual([]);
      for (const other of Object.keys(REASONS)) if (other !== code) expect(stdout).not.toContain(`\n${other}\n`);
    },
  );

  it('lists the reasons without a name', async () => {
    const { code, stdout, stderr } = await runCommand(makeFolder(), ['--explain']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const [reason, { message }] of Object.entries(REASONS)) {
      expect(stdout).toContain(`\n  ${reason}\n`);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(message);
    }
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain('--explain <reason>');
  });

  it('names the reasons that there are', async () => {
    const { code, stdout, stderr } = await runCommand(makeFolder(), ['--explain', 'whatever']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`--explain can't be 'whatever'. It is one of: ${Object.keys(REASONS).join(', ')}\n`);
  });
});
