/** What the build writes so that V8 compiles it early does what it did before. */
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { writeForEarlyCompiling } from '../../bundling/write-for-early-compiling.ts';

const SCRIPT = `#!/usr/bin/env node
/*! a licence */
'use strict';
const first = add(1, 2);
let kept = 0;
/** Adds. */
function add(a, b = 1) { return ((x) => x + b)(a); }
function keep() { keep = () => 'another'; return ++kept; }
async function wait({ ms } = {}) { return [ms].map((x) => ({ x })); }
function* count() { yield* [1, 2]; }
function Thing() { this.get = () => this.own; this.own = (() => arguments.length)(); }
const later = async x => (x, 3);
function around(inner) {
  'use strict';
  const before = inner();
  function inner() { return typeof this; }
  { function deep() { return 1; } }
  return before + inner();
}
keep();
said = [first, kept, keep(), [...count()], new Thing(1, 2).get(), add.name, add.length, wait, later, around(3)];
`;

function run(script: string): unknown {
  const context: { said?: unknown[] } = { said: [] };
  runInNewContext(script, context);
  return context.said?.map((each) => (typeof each === 'function' ? typeof each : each));
}

it('does the same', () => {
  const written = writeForEarlyCompiling(SCRIPT, () => true);
  expect(JSON.stringify(run(written))).toBe(JSON.stringify(run(SCRIPT)));
  expect(written).toMatch(/^#!\/usr\/bin\/env node\n\/\*! a licence \*\/\n'use strict';\nvar add = \(function \(/);
  expect(written).toContain('return ((function (x) { return x + b; }))(a)');
  expect(written).toContain('this.get = () => this.own');
  expect(written).toMatch(/'use strict';\nvar inner = \(function \(\)/);
});

it('leaves alone what is not called', () => {
  const written = writeForEarlyCompiling(SCRIPT, () => false);
  expect(written.replaceAll(/\s+/g, ' ').replace('/** Adds. */ ', '')).toBe(
    SCRIPT.replaceAll(/\s+/g, ' ').replace('/** Adds. */ ', ''),
  );
});

it('writes nothing but ASCII', () => {
  const script = "said = ['é\\u00fc', `😀${'…'}`, /^[^a😀]…$/u.test('ü…'), { größe: 1 }.größe];";
  const written = writeForEarlyCompiling(script, () => true);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(run(written)).toEqual(['éü', '😀…', true, 1]);
  expect(() => writeForEarlyCompiling('String.raw`…`', () => true)).toThrow('has to be ASCII');
});
