import { build } from 'tsdown';

/**
 * Builds the package before the tests, since some of them run the built command.
 * What is there is overwritten in place, so that whoever runs the command meanwhile still finds it.
 */
export async function setup() {
  await build({ clean: false, logLevel: 'error' });
}
