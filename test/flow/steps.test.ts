import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { branchesOf, spreadBranchesOf } from '../../transforms/flow/branches.ts';
import { packageGiving } from '../../transforms/flow/giving-package.ts';
import { functionHeldBy, heldBy } from '../../transforms/flow/held.ts';
import { memberOf } from '../../transforms/flow/members.ts';
import { createUnit } from '../../transforms/language/modules.ts';
import { parseFile, type Unit } from '../../transforms/language/unit.ts';
import { LONE_FILE } from '../../transforms/project.ts';
import { walk } from '../../transforms/tree.ts';

function unitOf(text: string): Unit {
  const parsed = parseFile('/app/file.ts', text);
  if (parsed.kind !== 'file') throw new Error(`not a program: ${text}`);
  return createUnit(parsed.file, LONE_FILE);
}

/** The argument of `ask(…)` in a text. */
function asked({ source }: Unit): ts.Expression {
  let found: ts.Expression | undefined;
  walk(source, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'ask') found = node.arguments[0];
    return undefined;
  });
  if (found === undefined) throw new Error('nothing is asked');
  return found;
}

describe('what a name holds wherever it is mentioned', () => {
  it.each([
    ['const a = (1 as number); ask(a)', '1'],
    ['let a = 1; ask((a!))', '1'],
    ['let a = 1; a = 2; ask(a)', undefined],
    ['let a = 1; function later() { a++; } ask(a)', undefined],
    ['ask(a); var a = 1;', undefined],
    ['const { a } = b; ask(a)', undefined],
    ['function save(a = 1) { ask(a); }', undefined],
    ['function a() {} ask(a)', undefined],
    ['ask(a)', undefined],
    ['ask(1)', undefined],
  ])('%s', (text, expected) => {
    const unit = unitOf(text);
    expect(heldBy(asked(unit), unit)?.getText(unit.source)).toBe(expected);
  });
});

describe('the function that a name holds', () => {
  it.each([
    ['function a() {} ask(a)', 'function a() {}'],
    ['const a = () => 1; ask(a)', '() => 1'],
    ['const a = (function () {}); ask(a)', 'function () {}'],
    ['let a = () => 1; a = b; ask(a)', undefined],
    ['const a = wrap(() => 1); ask(a)', undefined],
    ['class A {} ask(A)', undefined],
  ])('%s', (text, expected) => {
    const unit = unitOf(text);
    expect(functionHeldBy(asked(unit), unit)?.getText(unit.source)).toBe(expected);
  });
});

describe('what a literal has under the name a', () => {
  it.each([
    ['{ a: 1 }', 'value 1'],
    ["{ 'a': 1 }", 'value 1'],
    ["{ ['a']: 1 }", 'value 1'],
    ['{ a }', 'value a'],
    ['{ a: 1, a: 2 }', 'value 2'],
    ['{ ...b, a: 1 }', 'value 1'],
    ['{ a: 1, ...b }', 'unknown'],
    ['{ a: 1, [b]: 2 }', 'unknown'],
    ['{ a: 1, __proto__: b }', 'unknown'],
    ['{ a() {} }', 'unknown'],
    ['{ get a() { return 1; } }', 'unknown'],
    ['{ b: 1 }', 'none'],
    ['{}', 'none'],
  ])('%s', (literal, expected) => {
    const unit = unitOf(`ask(${literal})`);
    const member = memberOf(asked(unit) as ts.ObjectLiteralExpression, 'a');
    expect(member.kind === 'value' ? `value ${member.of.getText(unit.source)}` : member.kind).toBe(expected);
  });
});

describe('the values that conditions choose from', () => {
  it.each([
    ['a', 'a', 'a'],
    ['c ? a : b', 'a b', 'a b'],
    ['(c ? a : d ? (b as B) : e)', 'a b e', 'a b e'],
    ['c && a', 'c && a', 'a'],
    ['c ? d && a : {}', 'd && a {}', 'a {}'],
    ['a ?? b', 'a ?? b', 'a ?? b'],
  ])('%s', (expression, branches, ofSpread) => {
    const unit = unitOf(`ask(${expression})`);
    const textOf = (values: readonly ts.Expression[]): string =>
      values.map((value) => value.getText(unit.source)).join(' ');
    expect(textOf(branchesOf(asked(unit)))).toBe(branches);
    expect(textOf(spreadBranchesOf(asked(unit)))).toBe(ofSpread);
  });
});

describe('the package that something comes from', () => {
  it.each([
    ['const save = make(); ask(save)', 'some-package'],
    ['const { save } = make(); ask(save)', 'some-package'],
    ['let save = make(); save = own; ask(save)', undefined],
    ['const { save = own } = make(); ask(save)', undefined],
    ['const { of: { save } = own } = make(); ask(save)', undefined],
  ])('%s', (text, from) => {
    const unit = unitOf(`import { make } from 'some-package'; ${text}`);
    expect(packageGiving(asked(unit), unit)).toBe(from);
  });
});
