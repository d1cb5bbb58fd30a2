import { build } from 'tsdown';

/**
 * Builds the package before the tests, since some of them run the built command; not its declarations, which take most
 * of the time, and which no test reads.
 * What is there is overwritten in place, so that whoever runs the command meanwhile still finds it.
 */
export async function setup() {
  await build({ clean: false, dts: false, logLevel: 'error' });
}
