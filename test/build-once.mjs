import { build } from 'tsdown';

/** Two projects of Vitest's ask for it. Each loads this file anew, in one process. */
const shared = /** @type {{ builtForTests?: Promise<unknown> | undefined }} */ (globalThis);

/**
 * Builds the package before the tests, since some of them run the built command; not its declarations, which take most
 * of the time, and which no test reads.
 * What is there is overwritten in place, so that whoever runs the command meanwhile still finds it.
 */
export async function setup() {
  shared.builtForTests ??= build({ clean: false, dts: false, logLevel: 'error' });
  await shared.builtForTests;
}
