import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { declaredBy, type Declared } from '../../transforms/flow/declared.ts';
import { alternativesOf, originOf, stepInto, type Origin } from '../../transforms/flow/origins.ts';
import { kindsOfNodes, nameOf } from './kinds-of-nodes.ts';

/** Each kind of expression, and what its value is made of. */
const EXPRESSIONS: readonly (readonly [code: string, from: string])[] = [
  ['(a)', 'same a'],
  ['a satisfies Type', 'same a'],
  ['a<Type>', 'same a'],
  ['a as Type', 'cast a'],
  ['<Type>a', 'cast a'],
  ['a!', 'present a'],
  ['await a', 'awaited a'],
  ['a ? b : c', 'choice b c'],
  ['a ?? b', 'fallback a b'],
  ['a || b', 'fallback a b'],
  ['a ??= b', 'assigned b or a'],
  ['a ||= b', 'assigned b or a'],
  ['a && b', 'guarded a b'],
  ['a &&= b', 'assigned b or a'],
  ['a, b', 'same b'],
  ['a = b', 'assigned b'],
  ['a += b', 'data'],
  ['a + b', 'data'],
  ['a === b', 'data'],
  ['a in b', 'data'],
  ['a', 'name a'],
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['void a', 'undefined'],
  ['a.b', 'part b of a'],
  ["a['b']", 'part b of a'],
  ['a?.b', 'part b of a'],
  ['a[0]', 'part 0 of a'],
  ['a[b]', 'part of a'],
  ['a.#b', 'part #b of a'],
  ['a(b)', 'result a(b)'],
  ['import(a)', 'result import(a)'],
  ['new A(b)', 'instance new A(b)'],
  ['a`b`', 'tagged a`b`'],
  ['{ a }', 'object { a }'],
  ['[a]', 'list [a]'],
  ['() => a', 'function () => a'],
  ['function () {}', 'function function () {}'],
  ['class {}', 'class class {}'],
  ['<a />', 'markup <a />'],
  ['<a></a>', 'markup <a></a>'],
  ['<></>', 'markup <></>'],
  ['this', 'this'],
  ['super.a', 'part a of super'],
  ["'a'", 'data'],
  ['`a`', 'data'],
  ['`a${b}`', 'data'],
  ['1', 'data'],
  ['1n', 'data'],
  ['/a/', 'data'],
  ['true', 'data'],
  ['false', 'data'],
  ['typeof a', 'data'],
  ['delete a.b', 'data'],
  ['!a', 'data'],
  ['a++', 'data'],
  ['yield a', 'unknown'],
  ['new.target', 'unknown'],
];

/** What is an expression and no value of its own: parts of others, and what only the compiler makes. */
const NEVER: ReadonlySet<string> = new Set(
  `JsxAttributes JsxClosingElement JsxClosingFragment JsxExpression JsxNamespacedName JsxOpeningElement JsxOpeningFragment
  MissingDeclaration OmittedExpression SpreadElement SyntheticExpression TemplateSpan`.split(/\s+/),
);

/** Each way to declare `$`, and where it has its first value from. */
const DECLARATIONS: readonly (readonly [code: string, from: string])[] = [
  ['const $ = a;', 'value a'],
  ['let $;', 'unset'],
  ['declare const $: A;', 'ambient'],
  ['for (const $ of a) {}', 'each a'],
  ['for (const $ in a) {}', 'key'],
  ['for (let $ = a; ; ) {}', 'value a'],
  ['try {} catch ($) {}', 'thrown'],
  ['const { $ } = a;', 'part $ of { $ } = a'],
  ['const { b: $ = c } = a;', 'part b of { b: $ = c } = a or c'],
  ['const { [b]: $ } = a;', 'part of { [b]: $ } = a'],
  ["const { ['b']: $ } = a;", "part b of { ['b']: $ } = a"],
  ['const { b: { $ } } = a;', 'part $ of b: { $ }'],
  ['const { b, [c]: d, ...$ } = a;', 'rest of { b, [c]: d, ...$ } = a without b and more'],
  ['const [, $ = b] = a;', 'element 1 of [, $ = b] = a or b'],
  ['const [, ...$] = a;', 'end of [, ...$] = a'],
  ['function f($ = a) {}', 'given $ = a or a'],
  ['function f(...$) {}', 'given ...$'],
  ["import { a as $ } from 'b';", 'imported a of b'],
  ["import $ from 'b';", 'imported default of b'],
  ["import * as $ from 'b';", 'imported b'],
  ["import $ = require('b');", 'imported b'],
  ['import $ = A.b;', 'unknown'],
  ['function $() {}', 'function'],
  ['class $ {}', 'class'],
  ['enum $ {}', 'enum'],
  ['class A { $ = a; }', 'value a'],
  ['class A { $; }', 'unset'],
  ['use({ $: a });', 'value a'],
  ['use({ $ });', 'value $'],
  ['namespace $ {}', 'unknown'],
  ['class A { $() {} }', 'unknown'],
];

describe('what a value is made of', () => {
  it.each(EXPRESSIONS)('%s', (code, from) => {
    expect(describeOrigin(stepInto(expressionIn(code)))).toBe(from);
  });

  it('is asked from inside of what wraps it', () => {
    expect(describeOrigin(originOf(expressionIn('((await a)!) as Type')))).toBe('awaited a');
  });

  it.each([
    ['a!', 'a'],
    ['a ? b : c', 'b c'],
    ['a ?? b', 'a b'],
    ['a && b', 'a b'],
    ['a = b', 'b'],
    ['a ??= b', 'a b'],
    ['await a', 'none'],
    ['[a]', 'none'],
  ])('%s has the alternatives %s', (code, alternatives) => {
    const found = alternativesOf(stepInto(expressionIn(code)));
    expect(found?.map((one) => one.getText()).join(' ') ?? 'none').toBe(alternatives);
  });

  it('a name of the file is a name, whatever it is called', () => {
    expect(describeOrigin(stepInto(expressionIn('undefined', 'const undefined = 1;')))).toBe('name undefined');
  });

  it('each kind of expression is in a form', () => {
    const found = new Set([...EXPRESSIONS.map(([code]) => nameOf(expressionIn(code).kind)), 'SuperKeyword']);
    const isExpression = (name: string): boolean =>
      ts.isExpression({ kind: ts.SyntaxKind[name as keyof typeof ts.SyntaxKind] } as ts.Node);
    expect(kindsOfNodes().filter((name) => isExpression(name) && !found.has(name) && !NEVER.has(name))).toEqual([]);
  });
});

describe('where what is declared has its first value from', () => {
  it.each(DECLARATIONS)('%s', (code, from) => {
    expect(describeDeclared(declaredBy(declarationIn(code)))).toBe(from);
  });
});

function expressionIn(code: string, before = ''): ts.Expression {
  const isTypeAssertion = code.startsWith('<Type>');
  const source = ts.createSourceFile(
    isTypeAssertion ? 'a.ts' : 'a.tsx',
    `${before}function* f() { use(\n${code.includes(',') && !/[[{(]/.test(code) ? `(${code})` : code}\n); }`,
    ts.ScriptTarget.Latest,
    true,
  );
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found === undefined && ts.isCallExpression(node) && node.expression.getText() === 'use')
      [found] = node.arguments;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined) throw new Error(`no expression in ${code}`);
  return code.includes(',') && ts.isParenthesizedExpression(found) ? found.expression : found;
}

/** The declaration of `$`. */
function declarationIn(code: string): ts.Declaration {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true);
  let found: ts.Declaration | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === '$') found ??= node.parent as unknown as ts.Declaration;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined) throw new Error(`no declaration in ${code}`);
  return found;
}

function describeOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'same':
    case 'cast':
    case 'present':
    case 'awaited':
    case 'markup':
      return `${origin.kind} ${origin.of.getText()}`;
    case 'choice':
      return `choice ${origin.of.map((one) => one.getText()).join(' ')}`;
    case 'fallback':
      return `fallback ${origin.first.getText()} ${origin.other.getText()}`;
    case 'guarded':
      return `guarded ${origin.condition.getText()} ${origin.then.getText()}`;
    case 'assigned':
      return `assigned ${origin.of.getText()}${origin.kept === undefined ? '' : ` or ${origin.kept.getText()}`}`;
    case 'name':
      return `name ${origin.name.text}`;
    case 'part':
      return `part ${origin.name === undefined ? '' : `${origin.name} `}of ${origin.of.getText()}`;
    case 'result':
    case 'instance':
      return `${origin.kind} ${origin.call.getText()}`;
    case 'tagged':
      return `tagged ${origin.by.getText()}`;
    case 'object':
    case 'list':
      return `${origin.kind} ${origin.literal.getText()}`;
    case 'function':
      return `function ${origin.fn.getText()}`;
    case 'class':
      return `class ${origin.class.getText()}`;
    case 'this':
    case 'super':
    case 'data':
    case 'unknown':
      return origin.kind;
    case 'nothing':
      return origin.isNull ? 'null' : 'undefined';
  }
}

function describeDeclared(declared: Declared): string {
  const or = (initial: ts.Expression | undefined): string => (initial === undefined ? '' : ` or ${initial.getText()}`);
  switch (declared.kind) {
    case 'value':
    case 'each':
      return `${declared.kind} ${declared.of.getText()}`;
    case 'part':
      return `part ${declared.name === undefined ? '' : `${declared.name} `}of ${declared.of.getText()}${or(declared.initial)}`;
    case 'element':
      return `element ${String(declared.index)} of ${declared.of.getText()}${or(declared.initial)}`;
    case 'rest':
      return `rest of ${declared.of.getText()} without ${declared.without.map((name) => name ?? 'more').join(' and ')}`;
    case 'end':
      return `end of ${declared.of.getText()}`;
    case 'given':
      return `given ${declared.parameter.getText()}${or(declared.initial)}`;
    case 'imported':
      return `imported ${declared.name === undefined ? '' : `${declared.name} of `}${declared.specifier}`;
    case 'unset':
    case 'ambient':
    case 'key':
    case 'thrown':
    case 'function':
    case 'class':
    case 'enum':
    case 'unknown':
      return declared.kind;
  }
}
