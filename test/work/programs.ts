/** Programs whose definitions mention each other: for each question that the engine asks recursively, one way to write a shape down. */
import type { Shape } from './shapes.ts';

export interface Program {
  /** By absolute name; the first is analysed. */
  readonly files: readonly (readonly [string, string])[];
}

/** Writes a shape down as a program. */
export type Writer = (shape: Shape) => Program;

const MAKER = "import { createClerkClient, type ClerkClient } from '@clerk/backend';\n";

function program(text: string, extension = 'ts'): Program {
  return { files: [[`/app/a.${extension}`, text]] };
}

/** What each of the definitions is written as, in their order. */
function each(shape: Shape, write: (index: string, mentioned: readonly string[]) => string): string {
  return shape.map((mentioned, index) => write(String(index), mentioned.map(String))).join('\n');
}

/** `c ? a : c ? b : start`. */
function anyOf(names: readonly string[], start: string): string {
  return [...names.map((name) => `c ? ${name} :`), start].join(' ');
}

function last(shape: Shape): string {
  return String(shape.length - 1);
}

const CALL = "users.updateUser(id, { publicMetadata: { plan: 'p' } });\n";

export const WRITERS: Readonly<Record<string, Writer>> = {
  'clients in variables': (shape) =>
    program(`${MAKER}export async function save(id, c) {\n${each(shape, (index) => `let v${index};`)}\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `v${i}`), 'createClerkClient({})')};`)}\nawait v${last(shape)}.${CALL}}`),
  'clients in constants': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const v${index} = ${anyOf(all.map((i) => `v${i}`), 'createClerkClient({})')};`)}\nawait v${last(shape)}.${CALL}`),
  'clients from functions': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `function f${index}(c) { return ${anyOf(all.map((i) => `f${i}(c)`), 'createClerkClient({})')}; }`)}\nawait f${last(shape)}(c).${CALL}`),
  'clients from functions with many returns': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const f${index} = (c) => { ${all.map((i) => `if (c) return f${i}(c);`).join(' ')} return createClerkClient({}); };`)}\nawait f${last(shape)}(c).${CALL}`),
  'clients in properties of literals': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const o${index} = { client: ${anyOf(all.map((i) => `o${i}.client`), 'createClerkClient({})')} };`)}\nawait o${last(shape)}.client.${CALL}`),
  'clients in spread literals': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const o${index} = { ${all.map((i) => `...o${i}`).join(', ')} };`)}\nawait o${last(shape)}.client.${CALL}`),
  'clients in fields': (shape) =>
    program(`${MAKER}class A {\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `this.v${i}`), 'createClerkClient({})')};`)}\nasync save(id, c) { await this.v${last(shape)}.${CALL} }\n}`),
  'clients assigned to fields': (shape) =>
    program(`${MAKER}class A {\nconstructor(c) {\n${each(shape, (index, all) => `this.v${index} = ${anyOf(all.map((i) => `this.v${i}`), 'createClerkClient({})')};`)}\n}\nasync save(id, c) { await this.v${last(shape)}.${CALL} }\n}`),
  'clients in getters': (shape) =>
    program(`${MAKER}class A {\n${each(shape, (index, all) => `get v${index}() { return ${anyOf(all.map((i) => `this.v${i}`), 'createClerkClient({})')}; }`)}\nasync save(id, c) { await this.v${last(shape)}.${CALL} }\n}`),
  'classes that extend each other': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `class C${index} extends (${anyOf(all.map((i) => `C${i}`), 'Object')}) { a${index} = createClerkClient({}); }`)}\nclass D extends C${last(shape)} { async save(id) { await this.a0.${CALL} await super.a0.${CALL} } }`),
  'classes that extend one other': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `class C${index} ${all[0] === undefined ? '' : `extends C${all[0]}`} { a${index} = createClerkClient({}); }`)}\nawait new C${last(shape)}().a0.${CALL}await new C${last(shape)}().none.${CALL}`),
  'clients in lists': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const l${index} = [${[...all.map((i) => `l${i}[0]`), 'createClerkClient({})'].join(', ')}];`)}\nfor (const x of l${last(shape)}) await x.${CALL}`),
  'clients taken apart': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const { client: v${index} } = { client: ${anyOf(all.map((i) => `v${i}`), 'createClerkClient({})')} };`)}\nawait v${last(shape)}.${CALL}`),
  'clients in promises': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `const f${index} = (c) => load().then(() => ${anyOf(all.map((i) => `f${i}(c)`), 'createClerkClient({})')});`)}\nf${last(shape)}(c).then((x) => x.${CALL.trim().replace(';', '')});`),
  'refs of Vue': (shape) =>
    program(`import { computed } from 'vue';\nimport { useUser } from '@clerk/vue';\nconst { user } = useUser();\n${each(shape, (index, all) => `const r${index} = computed(() => ${anyOf(all.map((i) => `r${i}.value`), 'user.value')});`)}\nawait r${last(shape)}.value.update({ unsafeMetadata: { a: 1 } });`),
  'refs of refs': (shape) =>
    program(`import { computed } from 'vue';\nimport { useUser } from '@clerk/vue';\nconst { user } = useUser();\n${each(shape, (index, all) => `const r${index} = computed(() => ${anyOf(all.map((i) => `r${i}`), 'user')});`)}\nawait r${last(shape)}.value.update({ unsafeMetadata: { a: 1 } });`),
  'unions of types': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), 'ClerkClient'].join(' | ')};`)}\nexport async function save(x: T${last(shape)}, id: string) { await x.${CALL}}`),
  'generic types': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `type T${index}<X> = ${[...all.map((i, at) => (at === 0 ? `T${i}<X>` : `T${i}<{ a: X }>`)), 'X'].join(' | ')};`)}\nexport async function save(x: T${last(shape)}<ClerkClient>, id: string) { await x.${CALL}}`),
  'generic types with two parameters': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `type T${index}<X, Y> = ${[...all.map((i, at) => (at === 0 ? `T${i}<X, Y>` : `T${i}<Y, X>`)), 'X'].join(' | ')};`)}\nexport async function save(x: T${last(shape)}<ClerkClient, string>, id: string) { await x.${CALL}}`),
  'interfaces that extend': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `interface T${index} ${all.length === 0 ? '' : `extends ${all.map((i) => `T${i}`).join(', ')}`} { m${index}: ClerkClient }`)}\nexport async function save(x: T${last(shape)}, id: string) { await x.m0.${CALL}await x.none.${CALL}}`),
  'types of members': (shape) =>
    program(`${MAKER}${each(shape, (index, all) => `type T${index} = { c: ClerkClient; ${all.map((i, at) => `m${String(at)}: T${i}; n${String(at)}: T${i}['c']`).join('; ')} };`)}\nexport async function save(x: T${last(shape)}['m0']['c'], y: T${last(shape)}, id: string) { await x.${CALL}await y.n0.${CALL}}`),
  'modules that export everything of others': (shape) => ({
    files: [
      ['/app/a.ts', `import { client, helper } from './m${last(shape)}';\nimport type { Client } from './m${last(shape)}';\nawait client.${CALL}export async function save(x: Client, id: string) { await x.${CALL} await helper.${CALL} }`],
      ...shape.map((mentioned, index): readonly [string, string] => [`/app/m${String(index)}.ts`, [...mentioned.map((i) => `export * from './m${String(i)}';`), mentioned.length === 0 ? `${MAKER}export const client = createClerkClient({});\nexport type Client = ClerkClient;` : ''].join('\n')]),
    ],
  }),
  'modules that pass on names': (shape) => ({
    files: [
      ['/app/a.ts', `import { client } from './m${last(shape)}';\nawait client.${CALL}`],
      ...shape.map((mentioned, index): readonly [string, string] => [
        `/app/m${String(index)}.ts`,
        `${MAKER}${mentioned.map((i, at) => `import { client as c${String(at)} } from './m${String(i)}';`).join('\n')}\nexport const client = ${anyOf(mentioned.map((_, at) => `c${String(at)}`), 'createClerkClient({})')};`,
      ]),
    ],
  }),
};

/** Programs whose one expression, type or statement is nested in itself. */
export const NESTS: Readonly<Record<string, (depth: number) => Program>> = {
  conditions: (depth) => program(`${MAKER}const v = ${'c ? createClerkClient({}) : '.repeat(depth)} createClerkClient({});\nawait v.${CALL}`),
  alternatives: (depth) => program(`${MAKER}const v = ${Array.from({ length: depth }, () => 'createClerkClient({})').join(' || ')};\nawait v.${CALL}`),
  parentheses: (depth) => program(`${MAKER}const v = ${'('.repeat(depth)}createClerkClient({})${')'.repeat(depth)};\nawait v.${CALL}`),
  casts: (depth) => program(`${MAKER}const v = createClerkClient({})${' as any'.repeat(depth)};\nawait v.${CALL}`),
  'unions in types': (depth) => program(`${MAKER}export async function save(x: ${'('.repeat(depth)}ClerkClient${' | null)'.repeat(depth)}, id: string) { await x.${CALL}}`),
  'chains of properties': (depth) => program(`${MAKER}const o = { client: createClerkClient({}) };\nawait o${'.client'.repeat(depth)}.${CALL}`),
  'chains of promises': (depth) => program(`${MAKER}load()${'.then(() => createClerkClient({}))'.repeat(depth)}.then((x) => x.${CALL.trim().replace(';', '')});`),
};
