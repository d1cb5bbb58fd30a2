import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOfNode } from '../../cli/node-version.ts';
import { ROOT } from './imports.ts';

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.3.0', '24.0.0'])('%s is new enough', (version) => {
    expect(problemOfNode(version)).toBeUndefined();
  });

  it.each(['16.20.2', '18.20.8', '20.9.0', '20.18.3'])('%s gets a sentence', (version) => {
    expect(problemOfNode(version)).toContain(`needs Node 20.19 or newer, and this is ${version}. `);
  });

  it('is the one that the package asks for', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
    expect(problemOfNode('18.0.0')).toContain(`needs Node ${engines.node.replace('>=', '')} or newer`);
  });

  it('is asked for before anything is imported that an old one may not know', () => {
    const source = readFileSync(join(ROOT, 'cli/main.ts'), 'utf8');
    expect([...source.matchAll(/^import (?!type ).* from '(.+)';$/gm)].map(([, from]) => from)).toEqual([
      './node-version.ts',
    ]);
    expect(readFileSync(join(ROOT, 'cli/node-version.ts'), 'utf8')).not.toContain('import ');
  });
});
