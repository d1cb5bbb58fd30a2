/** What values can be, as a checker knows it: each row a way in which a type says less, or more, than it seems to. */
import { describe, expect, it } from 'vitest';
import { kindsOf } from './ask.ts';

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
  ['an interface that a string has all of', 'declare const v: { length: number }; «v»;', ['array', 'bigint', 'boolean', 'date', 'number', 'object', 'string']],
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
  ['a type parameter with a primitive constraint', "export function f<T extends 'a' | 1>(v: T) { «v»; }", ['number', 'string']],
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
  ['narrowed by a guard of the own', 'declare function isS(v: unknown): v is string; declare const v: unknown; if (isS(v)) { «v»; }', ['string']],
  ['a shorthand property', 'export function f(plan: string | null) { return { «plan» }; }', ['null', 'string']],
  ['a shorthand property, narrowed', 'export function f(plan: string | null) { if (plan !== null) return { «plan» }; return 0; }', ['string']],
  ['an overload', 'declare function f(v: 1): string; declare function f(v: 2): { a: 1 }; «f(2)»;', ['object']],
  ['a merged interface', 'interface I { v: string } interface I { w: number } declare const o: I; «o.w»;', ['number']],
  ['a method, whose parameters may be of any subtype', 'interface I { m(v: string): void } declare const o: I; «o.m»;', ['object']],
];

const OVERWRITTEN: readonly Row[] = [
  ['a property before a spread', "declare const more: { b: string }; const o = { a: 'x', ...more }; «o.a»;", undefined],
  ['a property behind a spread', "declare const more: { b: string }; const o = { ...more, a: 'x' }; «o.a»;", ['string']],
  ['a property before a computed one', "declare const k: string; const o = { a: 'x', [k]: {} as any }; «o.a»;", undefined],
  ['a property before a spread, returned', "declare const more: { b: string }; function f() { return { a: 'x', ...more }; } «f().a»;", undefined],
];

const MISSING: readonly Row[] = [
  ['an element', 'declare const a: string[]; «a[0]»;', ['string', 'undefined']],
  ['an element of a tuple', 'declare const a: [string]; «a[0]»;', ['string']],
  ['an element of a tuple by a variable', 'declare const a: [string]; declare const i: number; «a[i]»;', ['string', 'undefined']],
  ['an element that is said to be there', 'declare const a: string[]; «a[0]!»;', ['string']],
  ['a key of a record', 'declare const r: Record<string, string>; «r.a»;', ['string', 'undefined']],
  ['a key of a record with known keys', "declare const r: Record<'a' | 'b', string>; «r.a»;", ['string']],
  ['a declared key beside an index signature', 'declare const r: { a: string; [key: string]: string }; «r.a»;', ['string']],
  ['a variable that holds an element', 'declare const a: string[]; const v = a[0]; «v»;', ['string', 'undefined']],
  ['a variable that holds an element, with a type', 'declare const a: string[]; const v: string = a[0]; «v»;', ['string']],
  ['a destructured element', 'declare const a: string[]; const [v] = a; «v»;', ['string', 'undefined']],
  ['a destructured element of a tuple', 'declare const a: [string]; const [v] = a; «v»;', ['string']],
  ['a destructured element with a default', "declare const a: string[]; const [v = 'a'] = a; «v»;", ['string']],
  ['a destructured key of a record', 'declare const r: Record<string, string>; const { v } = r; «v»;', ['string', 'undefined']],
  ['an element in a condition', "declare const a: string[]; declare const c: boolean; «c ? a[0] : 'x'»;", ['string', 'undefined']],
  ['an element with something else where it is missing', "declare const a: string[]; «a[0] ?? 'x'»;", ['string']],
  ['the last resort being an element', 'declare const a: string[]; declare const s: string | null; «s ?? a[0]»;', ['string', 'undefined']],
  ['what a regular expression matched', "declare const m: RegExpMatchArray; «m[1]»;", ['string', 'undefined']],
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

  it('null and undefined are everywhere where nothing checks for them', () => {
    expect(kindsOf('declare const v: string; «v»;', { strict: false })).toEqual(['null', 'string', 'undefined']);
    expect(kindsOf('declare const v: string; «v»;', { strictNullChecks: false })).toEqual(['null', 'string', 'undefined']);
    expect(kindsOf('declare const v: string; «v»;', { strict: false, strictNullChecks: true })).toEqual(['string']);
    expect(kindsOf('declare const v: { a?: string }; «v.a»;', { exactOptionalPropertyTypes: true })).toEqual(['string', 'undefined']);
    expect(kindsOf('declare const v: string[]; «v[0]»;', { noUncheckedIndexedAccess: true })).toEqual(['string', 'undefined']);
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
