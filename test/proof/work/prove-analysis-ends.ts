/** What npm test shows of some ways in which definitions mention each other, of the others. */
import { describe, expect, it } from 'vitest';
import { MORE_KNOTS } from '../../work/definition-graphs.ts';
import { workOf } from '../../work/work-of.ts';
import { WRITERS } from '../../work/writers.ts';

describe.each(Object.entries(WRITERS))('an analysis of %s ends', (_what, write) => {
  it.each(Object.entries(MORE_KNOTS))('%s', (_name, shape) => {
    expect(workOf(write(shape))).toBeGreaterThan(0);
  });
});
