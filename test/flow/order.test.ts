import { compileFunction } from 'node:vm';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { isEvaluatedBefore, mayPrecede } from '../../transforms/flow/order.ts';
import { rangesBefore } from '../../transforms/flow/ranges.ts';
import { contains, loopsAround } from '../../transforms/tree.ts';

/** A number below `limit`, another one each time, the same ones in each run of the test. */
type Draw = (limit: number) => number;

function drawFrom(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
}

/** What may be jumped to where a statement stands. */
interface Around {
  readonly isInLoop: boolean;
  readonly isInSwitch: boolean;
  readonly blocks: readonly string[];
  readonly loops: readonly string[];
}

/**
 * A program of calls of `m`, each with a number of its own, which throws at times. What its conditions give, `d` says.
 */
function writeProgram(draw: Draw): string {
  let count = 0;
  const m = (): string => `m(${String((count += 1))})`;
  const name = (): string => `n${String((count += 1))}`;
  const pick = (choices: readonly (() => string)[]): string => choices[draw(choices.length)]?.() ?? '';
  const expression = (depth: number): string => {
    const inner = (): string => (depth > 1 ? m() : expression(depth + 1));
    return pick([
      m,
      m,
      () => `(d() ? ${inner()} : ${inner()})`,
      () => `(d() && ${inner()})`,
      () => `(${inner()}, ${inner()})`,
      () => `[${inner()}, ${inner()}]`,
      () => `([a = ${inner()}] = [${inner()}])`,
      () => `({ a: b = ${inner()}, [${inner()}]: a } = { a: ${inner()} })`,
    ]);
  };
  const block = (around: Around, depth: number): string => {
    const statements = Array.from({ length: 1 + draw(3) }, () => statement(around, depth));
    return `{ ${statements.join(' ')} }`;
  };
  const loop = (around: Around, depth: number): string => {
    const label = draw(3) === 0 ? name() : undefined;
    const body = block(
      {
        ...around,
        isInLoop: true,
        isInSwitch: false,
        loops: label === undefined ? around.loops : [...around.loops, label],
      },
      depth,
    );
    const code = pick([
      () => `while (d(${m()})) ${body}`,
      () => `do ${body} while (d(${m()}));`,
      () => `for (${m()}; d(${m()}); ${m()}) ${body}`,
      () => `for (const [${name()} = ${m()}] of [[${m()}], []]) ${body}`,
    ]);
    return label === undefined ? code : `${label}: ${code}`;
  };
  const jump = (around: Around): string =>
    pick([
      () => 'return;',
      () => `return ${m()};`,
      () => `throw ${m()};`,
      ...(around.isInLoop ? [() => 'continue;', () => 'break;'] : []),
      ...(around.isInSwitch ? [() => 'break;'] : []),
      ...around.blocks.map((label) => () => `break ${label};`),
      ...around.loops.flatMap((label) => [() => `continue ${label};`, () => `break ${label};`]),
    ]);
  const tried = (around: Around, depth: number): string => {
    const [isCaught, isFollowed] = [draw(3) > 0, draw(2) > 0];
    return [
      `try ${block(around, depth)}`,
      ...(isCaught || !isFollowed ? [`catch ${block(around, depth)}`] : []),
      ...(isFollowed ? [`finally ${block(around, depth)}`] : []),
    ].join(' ');
  };
  const switched = (around: Around, depth: number): string => {
    const inside: Around = { ...around, isInSwitch: true };
    const clause = (head: string): string =>
      `${head} ${Array.from({ length: draw(3) }, () => statement(inside, depth)).join(' ')}`;
    const clauses = Array.from({ length: 1 + draw(3) }, () => clause(`case d(${m()}):`));
    clauses.splice(draw(clauses.length + 1), 0, ...(draw(3) > 0 ? [clause('default:')] : []));
    return `switch (d(${m()})) { ${clauses.join(' ')} }`;
  };
  const statement = (around: Around, depth: number): string => {
    const simple = [
      () => `${m()};`,
      () => `;${expression(0)};`,
      () => `var [${name()} = ${m()}] = [${m()}];`,
      () => `var { x: [${name()} = ${m()}] = [${m()}] } = {};`,
      () => jump(around),
    ];
    if (depth > 2) return pick(simple);
    return pick([
      ...simple,
      () => `if (d(${m()})) ${block(around, depth + 1)}`,
      () => `if (d()) ${block(around, depth + 1)} else ${block(around, depth + 1)}`,
      () => `if (d()) ${jump(around)}`,
      () => {
        const label = name();
        return `${label}: ${block({ ...around, blocks: [...around.blocks, label] }, depth + 1)}`;
      },
      () => loop(around, depth + 1),
      () => switched(around, depth + 1),
      () => tried(around, depth + 1),
      () => tried(around, depth + 1),
    ]);
  };
  const around: Around = { isInLoop: false, isInSwitch: false, blocks: [], loops: [] };
  return `function f(a, b) { ${Array.from({ length: 4 }, () => statement(around, 0)).join(' ')} }`;
}

/** The numbers of the calls that one run of a program makes, in order. */
function run(program: string, draw: Draw): number[] {
  const calls: number[] = [];
  const isEnding = (): boolean => calls.length > 60;
  const m = (number: number): undefined => {
    calls.push(number);
    if (!isEnding() && draw(6) === 0) throw new Error();
  };
  const d = (): boolean => !isEnding() && draw(2) === 0;
  try {
    (compileFunction(`${program} f();`, ['m', 'd']) as (...given: unknown[]) => void)(m, d);
  } catch {
    // Nobody catches it in the program.
  }
  return calls;
}

function callsOf(program: string): Map<number, ts.CallExpression> {
  const source = ts.createSourceFile('program.js', program, ts.ScriptTarget.Latest, true);
  const calls = new Map<number, ts.CallExpression>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'm')
      calls.set(Number(node.arguments[0]?.getText()), node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** Whether nobody comes to `then` but by way of `start`, as to what uses a `const` by way of its declaration. */
function isInScopeOf(start: ts.Node, then: ts.Node): boolean {
  const statement = start.parent;
  return ts.isExpressionStatement(statement) && ts.isBlock(statement.parent) && contains(statement.parent, then);
}

/** What the order says wrongly of a program that has been run: pairs of calls, and triples that start with another. */
function mistakesIn(program: string, runs: readonly (readonly number[])[]): string[] {
  const calls = callsOf(program);
  const mistakes = new Set<string>();
  const at = (number: number): ts.CallExpression => {
    const call = calls.get(number);
    if (call === undefined) throw new Error(`no call ${String(number)}`);
    return call;
  };
  for (const made of runs) {
    made.forEach((first, index) => {
      made.slice(index + 1).forEach((second, offset) => {
        const [one, other] = [at(first), at(second)];
        if (one === other || contains(one, other) || contains(other, one)) return;
        const pair = `${String(first)} before ${String(second)}`;
        const isAhead = one.pos < other.pos ? !isEvaluatedBefore(other, one) : isEvaluatedBefore(one, other);
        if (isAhead) {
          if (!mayPrecede(one, other)) mistakes.add(pair);
        } else if (!loopsAround(one).some((loop) => contains(loop, other))) mistakes.add(`${pair} (as it stands)`);
        const between = made.slice(index + 1, index + 1 + offset);
        for (const start of new Set(made.slice(0, index)))
          if (
            !between.includes(start) &&
            isAhead &&
            at(start).end <= Math.min(one.pos, other.pos) &&
            isInScopeOf(at(start), other) &&
            !mayPrecede(one, other, at(start))
          )
            mistakes.add(`${pair} from ${String(start)}`);
      });
    });
  }
  return [...mistakes];
}

describe('what may run before', () => {
  it('is all that ever does, in programs made at random', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const draw = drawFrom(seed);
      const program = writeProgram(draw);
      const runs = Array.from({ length: 40 }, () => run(program, draw));
      expect(mistakesIn(program, runs), program).toEqual([]);
    }
  });

  it('is in the ranges that are looked through for it', () => {
    let [left, all] = [0, 0];
    for (let seed = 1; seed <= 60; seed += 1) {
      const program = writeProgram(drawFrom(seed));
      const calls = [...callsOf(program).values()];
      for (const then of calls) {
        const ranges = rangesBefore(then, then.end);
        for (const first of calls.filter(({ end }) => end <= then.pos)) {
          const isIn = ranges.some(([from, to]) => from <= first.pos && first.pos < to);
          expect(isIn || !mayPrecede(first, then), `${first.getText()} before ${then.getText()}: ${program}`).toBe(
            true,
          );
          all += 1;
          if (!isIn) left += 1;
        }
      }
    }
    expect(left / all).toBeGreaterThan(0.05);
  });
});
