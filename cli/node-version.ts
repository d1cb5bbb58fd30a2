/** The oldest Node that the command runs on, as in package.json's `engines`. */
const OLDEST = '20.19';

/**
 * Why the command can't run on a version of Node, as a sentence; undefined where it can. It is asked before anything
 * else is loaded, so it is written in what an old Node understands, and imports nothing.
 *
 * @param version as `process.versions.node` has it
 */
export function problemOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `clerk-metadata-codemod needs Node ${OLDEST} or newer, and this is ${version}. Install a newer Node, or run it with one: npx -p node@22 -p clerk-metadata-codemod clerk-metadata-codemod`;
}
