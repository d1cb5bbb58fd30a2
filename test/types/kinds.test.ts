/** What values can be, as a checker knows it: each row a way in which a type says less, or more, than it seems to. */
import { describe, expect, it } from 'vitest';
import { ask, kindsOf } from './ask.ts';

type Row = readonly [title: string, text: string, kinds: readonly string[] | undefined];

const ROWS: readonly Row[] = [
  ['a primitive', 'declare const v: string; «v»;', ['string']],
  ['a union of literals', "declare const v: 'a' | 1 | true; «v»;", ['boolean', 'number', 'string']],
  ['a template literal type', 'declare const v: `plan_${string}`; «v»;', ['string']],
  ['an intrinsic string type', "declare const v: Uppercase<'a' | 'b'>; «v»;", ['string']],
  ['an enum', "enum E { A = 'a', B = 1 } declare const v: E; «v»;", ['number', 'string']],
  ['an enum with a computed member', 'enum E { A = "x".length } declare const v: E; «v»;', ['number', 'string']],
  ['an enum member', "enum E { A = 'a', B = 'b' } «E.A»;", ['string']],
  ['a branded string', "declare const v: string & { readonly __brand: 'id' }; «v»;", ['string']],
  ['a string of any kind, kept for completion', "declare const v: 'a' | (string & {}); «v»;", ['string']],
  ['a bigint', 'declare const v: bigint; «v»;', ['bigint']],
  ['an array', 'declare const v: readonly string[]; «v»;', ['array']],
  ['a tuple', 'declare const v: [string, { a: 1 }]; «v»;', ['array']],
  ['a date', 'declare const v: Date; «v»;', ['date']],
  ['a class called Date', 'export class Date { a = 1 } declare const v: Date; «v»;', ['object']],
  ['a union with an array', 'declare const v: string | string[]; «v»;', ['array', 'string']],
  ['a union with an object', 'declare const v: string | { a: 1 }; «v»;', ['object', 'string']],
  ['a union with null', 'declare const v: string | null; «v»;', ['null', 'string']],
  ['an optional parameter', 'export function f(v?: string) { «v»; }', ['string', 'undefined']],
  ['a parameter with a default', "export function f(v = 'a') { «v»; }", ['string']],
  ['an optional property', 'declare const o: { v?: string }; «o.v»;', ['string', 'undefined']],
  ['an optional chain', 'declare const o: { v: string } | undefined; «o?.v»;', ['string', 'undefined']],
  ['a class instance', 'class C { v = 1; toJSON() { return 1; } } declare const v: C; «v»;', ['object']],
  ['a function', 'declare const v: () => string; «v»;', ['object']],
  ['a symbol', 'declare const v: symbol; «v»;', ['object']],
  ['object', 'declare const v: object; «v»;', ['array', 'date', 'object']],
  ['{}', 'declare const v: {}; «v»;', ['array', 'bigint', 'boolean', 'date', 'number', 'object', 'string']],
  [
    'an interface that a string has all of',
    'declare const v: { length: number }; «v»;',
    ['array', 'bigint', 'boolean', 'date', 'number', 'object', 'string'],
  ],
  ['a boxed string', 'declare const v: String; «v»;', ['object']],
  ['any', 'declare const v: any; «v»;', undefined],
  ['unknown', 'declare const v: unknown; «v»;', undefined],
  ['any in a union', 'declare const v: any; declare const w: string; «v ?? w»;', undefined],
  ['an import that leads nowhere', "import { v } from './nowhere'; «v»;", undefined],
  ['a type that leads nowhere', "import type { V } from './nowhere'; declare const v: V; «v»;", undefined],
  ['a property of any', 'declare const o: any; «o.v»;', undefined],
  ['what JSON.parse gives', "«JSON.parse('1')»;", undefined],
  ['never', 'declare const v: never; «v»;', undefined],
  ['a contradiction', 'declare const v: string & number; «v»;', undefined],
  ['what is declared to return nothing', 'declare const f: () => void; «f()»;', undefined],
  ['nothing or a string', 'declare const f: () => void | string; «f()»;', undefined],
  ['a type parameter', 'export function f<T>(v: T) { «v»; }', undefined],
  ['a type parameter, present', 'export function f<T>(v: NonNullable<T>) { «v»; }', undefined],
  [
    'a type parameter with a primitive constraint',
    "export function f<T extends 'a' | 1>(v: T) { «v»; }",
    ['number', 'string'],
  ],
  ['a type parameter with an object as constraint', 'export function f<T extends { a: 1 }>(v: T) { «v»; }', undefined],
  ['a type parameter with a wide constraint', 'export function f<T extends {}>(v: T) { «v»; }', undefined],
  ['a branded type parameter', 'export function f<T>(v: T & { a: 1 }) { «v»; }', undefined],
  ['a generic indexed access', 'export function f<T, K extends keyof T>(o: T, k: K) { «o[k]»; }', undefined],
  ['a conditional type', 'export function f<T>(v: T extends string ? string : number) { «v»; }', undefined],
  ['a conditional type that is decided', "declare const v: 'a' extends string ? number : {}; «v»;", ['number']],
  ['what Awaited gives', 'declare const v: Awaited<Promise<string>>; «v»;', ['string']],
  ['an awaited promise', 'declare const v: Promise<string | null>; «await v»;', ['null', 'string']],
  ['satisfies', "const v = 'a' satisfies string; «v»;", ['string']],
  ['a cast, which is believed', 'declare const v: any; «(v as string)»;', ['string']],
  ['narrowed by typeof', "declare const v: string | { a: 1 }; if (typeof v === 'string') { «v»; }", ['string']],
  [
    'narrowed by a guard of the own',
    'declare function isS(v: unknown): v is string; declare const v: unknown; if (isS(v)) { «v»; }',
    ['string'],
  ],
  ['a shorthand property', 'export function f(plan: string | null) { return { «plan» }; }', ['null', 'string']],
  [
    'a shorthand property, narrowed',
    'export function f(plan: string | null) { if (plan !== null) return { «plan» }; return 0; }',
    ['string'],
  ],
  ['an overload', 'declare function f(v: 1): string; declare function f(v: 2): { a: 1 }; «f(2)»;', ['object']],
  ['a merged interface', 'interface I { v: string } interface I { w: number } declare const o: I; «o.w»;', ['number']],
  [
    'a method, whose parameters may be of any subtype',
    'interface I { m(v: string): void } declare const o: I; «o.m»;',
    ['object'],
  ],
];

const OVERWRITTEN: readonly Row[] = [
  ['a property before a spread', "declare const more: { b: string }; const o = { a: 'x', ...more }; «o.a»;", undefined],
  [
    'a property behind a spread',
    "declare const more: { b: string }; const o = { ...more, a: 'x' }; «o.a»;",
    ['string'],
  ],
  [
    'a property before a computed one',
    "declare const k: string; const o = { a: 'x', [k]: {} as any }; «o.a»;",
    undefined,
  ],
  [
    'a property before a spread, returned',
    "declare const more: { b: string }; function f() { return { a: 'x', ...more }; } «f().a»;",
    undefined,
  ],
];

const ASSIGNED: readonly Row[] = [
  ['a property that any is assigned to', "declare const any: any; const o = { v: 'x' }; o.v = any; «o.v»;", undefined],
  [
    'a property with a type that any is assigned to',
    'declare const any: any; declare const o: { v: string }; o.v = any; «o.v»;',
    undefined,
  ],
  [
    'a property of a generic type that any is assigned to',
    'declare const any: any; interface Box<T> { v: T } declare const o: Box<string>; o.v = any; «o.v»;',
    undefined,
  ],
  [
    'a property that something of its type is assigned to',
    "declare const s: string; const o = { v: 'x' }; o.v = s; «o.v»;",
    ['string'],
  ],
  ['what Object.assign sets to any', "const o = { v: 'x' }; Object.assign(o, JSON.parse('{}')); «o.v»;", undefined],
  [
    'what Object.assign sets to any, with a type',
    "declare const o: { v: string }; Object.assign(o, JSON.parse('{}')); «o.v»;",
    undefined,
  ],
  [
    'what Object.assign may set',
    "declare const more: { v: { w: string } }; const o = { v: 'x' }; Object.assign(o, more); «o.v»;",
    undefined,
  ],
  [
    'what Object.assign leaves',
    "declare const more: { w: string }; const o = { v: 'x' }; Object.assign(o, more); «o.v»;",
    ['string'],
  ],
  [
    'what Object.assign gives to another',
    "declare const p: { v: string }; const o = { v: 'x' }; Object.assign(p, JSON.parse('{}')); «o.v»;",
    ['string'],
  ],
  [
    'a property before a spread, destructured',
    "declare const more: { b: string }; const o = { a: 'x', ...more }; const { a } = o; «a»;",
    undefined,
  ],
  [
    'a property before a spread, by a key',
    "declare const more: { b: string }; const o = { a: 'x', ...more }; declare const k: 'a'; «o[k]»;",
    undefined,
  ],
  [
    'a property before a spread, in a generic function',
    "declare const more: { b: string }; declare function same<T>(v: T): T; const o = { a: 'x', ...more }; «same(o.a)»;",
    undefined,
  ],
];

const NARROWED: readonly Row[] = [
  [
    'a property that a condition has asked about',
    'declare const o: { v?: string }; if (o.v) { «o.v»; }',
    ['string', 'undefined'],
  ],
  [
    'a property of a property',
    'declare const o: { p: { v: string | null } }; if (o.p.v !== null) { «o.p.v»; }',
    ['null', 'string'],
  ],
  [
    'a property of a variable that is one of several types',
    "declare const o: { k: 'a'; v: string } | { k: 'b'; v: number }; if (o.k === 'a') { «o.v»; }",
    ['string'],
  ],
  [
    'a property of a property that is one of several types',
    "declare const o: { p: { k: 'a'; v: string } | { k: 'b'; v: number } }; if (o.p.k === 'a') { «o.p.v»; }",
    ['number', 'string'],
  ],
  ['a variable', 'let v: string | undefined; export function f() { if (v) { «v»; } }', ['string', 'undefined']],
  ['a key of a record', 'declare const r: Record<string, string>; if (r.a) { «r.a»; }', ['string', 'undefined']],
  ['behind ?.', 'declare const o: { p?: { v: string } }; if (o.p) { «o.p?.v»; }', ['string']],
];

const MISSING: readonly Row[] = [
  ['an element', 'declare const a: string[]; «a[0]»;', ['string', 'undefined']],
  ['an element of a tuple', 'declare const a: [string]; «a[0]»;', ['string']],
  [
    'an element of a tuple by a variable',
    'declare const a: [string]; declare const i: number; «a[i]»;',
    ['string', 'undefined'],
  ],
  ['an element that is said to be there', 'declare const a: string[]; «a[0]!»;', ['string']],
  ['a key of a record', 'declare const r: Record<string, string>; «r.a»;', ['string', 'undefined']],
  ['a key of a record with known keys', "declare const r: Record<'a' | 'b', string>; «r.a»;", ['string']],
  [
    'a declared key beside an index signature',
    'declare const r: { a: string; [key: string]: string }; «r.a»;',
    ['string'],
  ],
  ['a variable that holds an element', 'declare const a: string[]; const v = a[0]; «v»;', ['string', 'undefined']],
  [
    'a variable that holds an element, with a type',
    'declare const a: string[]; const v: string = a[0]; «v»;',
    ['string'],
  ],
  ['a destructured element', 'declare const a: string[]; const [v] = a; «v»;', ['string', 'undefined']],
  ['a destructured element of a tuple', 'declare const a: [string]; const [v] = a; «v»;', ['string']],
  ['a destructured element with a default', "declare const a: string[]; const [v = 'a'] = a; «v»;", ['string']],
  [
    'a destructured key of a record',
    'declare const r: Record<string, string>; const { v } = r; «v»;',
    ['string', 'undefined'],
  ],
  [
    'an element in a condition',
    "declare const a: string[]; declare const c: boolean; «c ? a[0] : 'x'»;",
    ['string', 'undefined'],
  ],
  ['an element with something else where it is missing', "declare const a: string[]; «a[0] ?? 'x'»;", ['string']],
  [
    'the last resort being an element',
    'declare const a: string[]; declare const s: string | null; «s ?? a[0]»;',
    ['string', 'undefined'],
  ],
  ['what ?. reads of an element', 'declare const a: { v: string }[]; «a[0]?.v»;', ['string', 'undefined']],
  ['what ?. reads further on', 'declare const a: { v: { w: string } }[]; «a[0]?.v.w»;', ['string', 'undefined']],
  ['what is read of an element that has to be there', 'declare const a: { v: string }[]; «a[0].v»;', ['string']],
  ['what ?. reads of what is declared', 'declare const o: { v: string }; «o?.v»;', ['string']],
  [
    'what ?. reads of a destructured element',
    'declare const a: { v: string }[]; const [row] = a; «row?.v»;',
    ['string', 'undefined'],
  ],
  [
    'what ?. reads of an element in a variable',
    'declare const a: { v: string }[]; const row = a.length > 0 ? a[0] : a[1]; «row?.v»;',
    ['string', 'undefined'],
  ],
  [
    'what ?. reads of a key of a record',
    'declare const r: Record<string, { v: string }>; declare const k: string; «r[k]?.v»;',
    ['string', 'undefined'],
  ],
  [
    'what ?. reads by a key that is known',
    "const r = { a: { v: 'x' }, b: { v: 'y' } }; declare const k: keyof typeof r; «r[k]?.v»;",
    ['string'],
  ],
  ['what ?. calls', 'declare const a: (() => string)[]; «a[0]?.()»;', ['string', 'undefined']],
  ['a method that ?. calls', 'declare const a: string[]; «a[0]?.trim()»;', ['string', 'undefined']],
  ['the left side of &&', "declare const a: string[]; «a[0] && 'x'»;", ['string', 'undefined']],
  [
    'what a function without a type returns',
    'declare const r: Record<string, string>; const f = (k: string) => r[k]; «f("a")»;',
    ['string', 'undefined'],
  ],
  [
    'what a function with a block returns',
    'declare const a: string[]; function f(n: number) { if (n > 1) return "x"; return a[n]; } «f(1)»;',
    ['string', 'undefined'],
  ],
  [
    'what a function with a type returns',
    'declare const r: Record<string, string>; const f = (k: string): string => r[k]; «f("a")»;',
    ['string'],
  ],
  [
    'what an async function returns',
    'declare const a: string[]; async function f() { return a[0]; } async () => «await f()»;',
    ['string', 'undefined'],
  ],
  [
    'what a promise goes on to',
    'declare const p: Promise<string[]>; async () => «await p.then((a) => a[0])»;',
    ['string', 'undefined'],
  ],
  [
    'what a promise goes on to that is there',
    'declare const p: Promise<string[]>; async () => «await p.then((a) => a.join())»;',
    ['string'],
  ],
  [
    'what a generic function gives back',
    'declare const a: string[]; declare function same<T>(v: T): T; «same(a[0])»;',
    ['string', 'undefined'],
  ],
  [
    'what a generic function gives back, declared',
    'declare const a: string; declare function same<T>(v: T): T; «same(a)»;',
    ['string'],
  ],
  [
    'what a generic function takes out of a list',
    'declare const a: string[]; declare function first<T>(v: T[]): T; «first([a[0]])»;',
    ['string', 'undefined'],
  ],
  [
    'what a callback returns',
    'declare const a: string[]; declare function run<T>(f: () => T): T; «run(() => a[0])»;',
    ['string', 'undefined'],
  ],
  [
    'what is taken from a generic box',
    'declare const a: string[]; interface Box<T> { v: T } declare function box<T>(v: T): Box<T>; const b = box(a[0]); «b.v»;',
    ['string', 'undefined'],
  ],
  [
    'what is taken from a generic box with a type',
    'interface Box<T> { v: T } declare const b: Box<string>; «b.v»;',
    ['string'],
  ],
  [
    'a property that is written with an element',
    'declare const a: string[]; const o = { v: a[0] }; «o.v»;',
    ['string', 'undefined'],
  ],
  [
    'a property of a type that is taken from such an object',
    'declare const a: string[]; const f = () => ({ v: a[0] }); declare const o: ReturnType<typeof f>; «o.v»;',
    ['string', 'undefined'],
  ],
  [
    'a shorthand property that holds an element',
    'declare const a: string[]; const v = a[0]; const o = { v }; «o.v»;',
    ['string', 'undefined'],
  ],
  [
    'a property that an element is assigned to',
    "declare const a: string[]; const o = { v: 'x' }; o.v = a[0]; «o.v»;",
    ['string', 'undefined'],
  ],
  [
    'a variable that an element is assigned to',
    "declare const a: string[]; let v = 'x'; v = a[0]; const o = { v }; «o.v»;",
    ['string', 'undefined'],
  ],
  [
    'a variable that a pattern assigns',
    "declare const a: string[]; let v = 'x'; [v] = a; const o = { v }; «o.v»;",
    ['string', 'undefined'],
  ],
  [
    'a field that holds an element',
    'declare const a: string[]; class C { v = a[0]; } declare const c: C; «c.v»;',
    ['string', 'undefined'],
  ],
  [
    'a field with a type',
    'declare const a: string[]; class C { v: string = a[0]; } declare const c: C; «c.v»;',
    ['string'],
  ],
  [
    'a getter that gives an element',
    'declare const a: string[]; class C { get v() { return a[0]; } } declare const c: C; «c.v»;',
    ['string', 'undefined'],
  ],
  [
    'what an optional property of a spread leaves',
    "declare const more: { v?: string }; const o = { ...{ v: 'x' }, ...more }; «o.v»;",
    ['string', 'undefined'],
  ],
  [
    'what a partial type of a spread leaves',
    "const all = { v: 'x' }; declare const more: Partial<typeof all>; «({ ...all, ...more }).v»;",
    ['string', 'undefined'],
  ],
  [
    'what a required property of a spread gives',
    'declare const all: { w: string }; declare const more: { v: string }; «({ ...all, ...more }).v»;',
    ['string'],
  ],
  ['a property that a type requires', 'declare const o: Required<{ v?: string }>; «o.v»;', ['string']],
  [
    'what a spread in a function leaves',
    "const all = { v: 'x' }; function f(more: { v?: string }) { return { ...all, ...more }; } «f({}).v»;",
    ['string', 'undefined'],
  ],
  [
    'an element of a list in a tuple',
    'declare const a: string[]; const pair = [a[0], 1] as const; «pair[0]»;',
    ['string', 'undefined'],
  ],
  ['what a loop goes through', 'declare const a: string[]; for (const v of a) «v»;', ['string']],
  [
    'what a loop goes through, put together',
    'declare const a: string[]; for (const v of [a[0]]) «v»;',
    ['string', 'undefined'],
  ],
  ['what a callback gets of a list', 'declare const a: string[]; a.map((v) => «v»);', ['string']],
  [
    'what a callback gets of a list that is put together',
    'declare const a: string[]; [a[0]].map((v) => «v»);',
    ['string', 'undefined'],
  ],
  [
    'what a template tag gives back',
    'declare const a: string[]; declare function tag<T>(s: TemplateStringsArray, v: T): T; «tag`${a[0]}`»;',
    ['string', 'undefined'],
  ],
  ['JSON as text', 'declare const v: unknown; const o = { v: JSON.stringify(v) }; «o.v»;', ['string', 'undefined']],
  ['what find gives', 'declare const a: string[]; «a.find((v) => v === "x")»;', ['string', 'undefined']],
  ['what a map gives', 'declare const m: Map<string, string>; «m.get("x")»;', ['string', 'undefined']],
  [
    'what yields',
    "declare function take(v: string): void; function* f(): Generator<string, void, string> { take(«yield 'x'»); }",
    ['string', 'undefined'],
  ],
  [
    'a variable that holds itself',
    'declare const a: string[]; let v = a.join(); v = v.trim(); const o = { v }; «o.v»;',
    ['string'],
  ],
  [
    'functions that call each other',
    "function f(n: number) { return n > 0 ? g(n - 1) : 'x'; } function g(n: number): string { return f(n); } «f(1)»;",
    ['string'],
  ],
  ['what a regular expression matched', 'declare const m: RegExpMatchArray; «m[1]»;', ['string', 'undefined']],
];

describe('kindsAt', () => {
  it.each(ROWS)('%s', (_title, text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it.each(OVERWRITTEN)('%s, which may be overwritten', (_title, text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it.each(MISSING)('%s, which may be missing', (_title, text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it.each(ASSIGNED)('%s, whatever its type', (_title, text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it.each(NARROWED)('%s, as it is declared', (_title, text, kinds) => {
    const { oracle, spans } = ask(text);
    expect(oracle.kindsAt(spans[0] ?? { start: 0, end: 0 }, true)?.toSorted()).toEqual(kinds);
  });

  it('a value of another file may be missing, too', () => {
    const others = {
      'rows.ts':
        'declare const rows: string[]; export const first = rows[0]; export default rows[1]; export const name: string = rows[2];',
    };
    const text =
      "import last, { first, name } from './rows'; import * as all from './rows'; «first»; «last»; «all.first»; «name»;";
    const { oracle, spans } = ask(text, {}, 'asked.ts', others);
    const missing = ['string', 'undefined'];
    expect(spans.map((span) => oracle.kindsAt(span)?.toSorted())).toEqual([missing, missing, missing, ['string']]);
  });

  it('null and undefined are everywhere where nothing checks for them', () => {
    expect(kindsOf('declare const v: string; «v»;', { strict: false })).toEqual(['null', 'string', 'undefined']);
    expect(kindsOf('declare const v: string; «v»;', { strictNullChecks: false })).toEqual([
      'null',
      'string',
      'undefined',
    ]);
    expect(kindsOf('declare const v: string; «v»;', { strict: false, strictNullChecks: true })).toEqual(['string']);
    expect(kindsOf('declare const v: { a?: string }; «v.a»;', { exactOptionalPropertyTypes: true })).toEqual([
      'string',
      'undefined',
    ]);
    const exact = ask('declare const v: { a?: string }; «v.a»;', { exactOptionalPropertyTypes: true });
    expect(exact.spans.map((span) => exact.oracle.kindsAt(span, true)?.toSorted())).toEqual([['string', 'undefined']]);
    expect(kindsOf('declare const v: string[]; «v[0]»;', { noUncheckedIndexedAccess: true })).toEqual([
      'string',
      'undefined',
    ]);
  });

  it('types tell no truth in a file that nothing checks', () => {
    const text = '/** @param {string} v */\nexport function f(v) { «v»; }\n';
    const options = { allowJs: true };
    expect(kindsOf(text, options, 'asked.js')).toBeUndefined();
    expect(kindsOf(text, { ...options, checkJs: true }, 'asked.js')).toEqual(['string']);
    expect(kindsOf(`// @ts-check\n${text}`, options, 'asked.js')).toEqual(['string']);
    expect(kindsOf(`// @ts-nocheck\n${text}`, { ...options, checkJs: true }, 'asked.js')).toBeUndefined();
    expect(kindsOf('// @ts-nocheck\ndeclare const v: string; «v»;')).toBeUndefined();
  });
});
