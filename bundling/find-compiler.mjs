import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The compiler that ts-morph brings along, in one file. For Node itself, too: the benchmark runs this as it stands.
 *
 * @param {NodeJS.Require} require Of whoever has ts-morph installed
 * @returns {string} Its path
 */
export function findCompiler(require) {
  const common = createRequire(require.resolve('ts-morph')).resolve('@ts-morph/common');
  return join(dirname(common), 'typescript.js');
}
