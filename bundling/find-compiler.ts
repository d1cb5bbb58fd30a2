import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The compiler that ts-morph brings along, in one file.
 *
 * @param require of whoever has ts-morph installed
 * @returns its path
 */
export function findCompiler(require: NodeJS.Require): string {
  const common = createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common');
  return join(dirname(common), 'typescript.js');
}
