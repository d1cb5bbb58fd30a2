/** Programs whose definitions mention each other: for each question that the engine asks recursively, one way to write a shape down. */
import type { Shape } from './shapes.ts';

export interface Program {
  /** By absolute name; the first is analysed. */
  readonly files: readonly (readonly [string, string])[];
}

/** Writes a shape down as a program. */
export type Writer = (shape: Shape) => Program;

const BACKEND = "import { clerkClient } from '@clerk/nextjs/server';\n";
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

function patch(value: string): string {
  return `export async function save(id, c) {\n  const user = await clerkClient.users.getUser(id);\n  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: ${value} } });\n}\n`;
}

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
  'params by type': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), '{ firstName: string }'].join(' & ')};`)}\nexport async function save(p: T${last(shape)}, id: string) { await clerkClient.users.updateUser(id, p); }`),
  'params in variables': (shape) =>
    program(`${BACKEND}export async function save(id, c, input) {\n${each(shape, (index) => `let v${index};`)}\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `v${i}`), '{ publicMetadata: { a: 1 } }')};`)}\nawait clerkClient.users.updateUser(id, v${last(shape)});\n}`),
  'params in members': (shape) =>
    program(`${BACKEND}export async function save(id, c, input) {\n${each(shape, (index, all) => `const v${index} = { data: ${anyOf(all.map((i) => `v${i}.data`), '{ firstName: input }')} };`)}\nawait clerkClient.users.updateUser(id, v${last(shape)}.data);\n}`),
  'params deeper each time': (shape) =>
    program(`${BACKEND}export async function save(id, c, input) {\n${each(shape, (index) => `let v${index} = input;`)}\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `v${i}.next`), '{ firstName: input }')};`)}\nawait clerkClient.users.updateUser(id, v${last(shape)});\n}`),
  'params from functions': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `function f${index}(c) { return ${anyOf(all.map((i) => `f${i}(c)`), '{ publicMetadata: { a: 1 } }')}; }`)}\nexport async function save(id, c) { await clerkClient.users.updateUser(id, f${last(shape)}(c)); }`),
  'params from callers': (shape) =>
    program(`${BACKEND}async function send(id, p) { await clerkClient.users.updateUser(id, p); }\n${each(shape, (index, all) => `function f${index}(id, p) { ${[...all.map((i) => `f${i}(id, p)`), `send(id, p)`].join('; ')}; }`)}\nf0(id, { firstName });`),
  'params assembled': (shape) =>
    program(`${BACKEND}export async function save(id, c, input) {\nconst p = { firstName: input };\n${each(shape, (index, all) => `function f${index}(q) { ${all.map((i) => `f${i}(q);`).join(' ')} q.a${index} = input; }`)}\nf${last(shape)}(p);\nawait clerkClient.users.updateUser(id, p);\n}`),
  'values in variables': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\n${each(shape, (index) => `let v${index};`)}\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `v${i}`), "'p'")};`)}\nconst user = await clerkClient.users.getUser(id);\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: v${last(shape)} } });\n}`),
  'values in constants': (shape) => program(`${BACKEND}${each(shape, (index, all) => `const v${index} = ${anyOf(all.map((i) => `v${i}`), "'p'")};`)}\n${patch(`v${last(shape)}`)}`),
  'values in properties': (shape) => program(`${BACKEND}${each(shape, (index, all) => `o.p${index} = ${anyOf(all.map((i) => `o.p${i}`), "'p'")};`)}\n${patch(`o.p${last(shape)}`)}`),
  'values in literals': (shape) => program(`${BACKEND}${each(shape, (index, all) => `const o${index} = { p: ${anyOf(all.map((i) => `o${i}.p`), "'p'")} };`)}\n${patch(`o${last(shape)}.p`)}`),
  'values from functions': (shape) => program(`${BACKEND}${each(shape, (index, all) => `function f${index}(c) { return ${anyOf(all.map((i) => `f${i}(c)`), "'p'")}; }`)}\n${patch(`f${last(shape)}(c)`)}`),
  'values from parameters': (shape) => program(`${BACKEND}${each(shape, (index, all) => `function f${index}(c, x) { ${all.map((i) => `f${i}(c, x);`).join(' ')} return x; }`)}\n${patch(`f${last(shape)}(c, 'p')`)}`),
  'values by type': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), 'string'].join(' | ')};`)}\nexport async function save(id: string, plan: T${last(shape)}) {\nconst user = await clerkClient.users.getUser(id);\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan } });\n}`),
  'values spread': (shape) => program(`${BACKEND}${each(shape, (index, all) => `const o${index} = { ${[...all.map((i) => `...o${i}`), `a${index}: 'p'`].join(', ')} };`)}\n${patch(`'p', ...o${last(shape)}`)}`),
  'metadata in variables': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\nconst user = await clerkClient.users.getUser(id);\n${each(shape, (index) => `let m${index};`)}\n${each(shape, (index, all) => `m${index} = ${anyOf(all.map((i) => `m${i}`), 'user.publicMetadata')};`)}\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...m${last(shape)}, plan: 'p' } });\n}`),
  'metadata in constants': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\nconst user = await clerkClient.users.getUser(id);\n${each(shape, (index, all) => `const m${index} = ${anyOf(all.map((i) => `m${i}`), 'user.publicMetadata')};`)}\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...m${last(shape)}, plan: 'p' } });\n}`),
  'users in variables': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\n${each(shape, (index) => `let u${index};`)}\n${each(shape, (index, all) => `u${index} = ${anyOf(all.map((i) => `u${i}`), 'await clerkClient.users.getUser(id)')};`)}\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...u${last(shape)}.publicMetadata, plan: 'p' } });\n}`),
  'users from functions': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `const f${index} = async (id, c) => ${anyOf(all.map((i) => `f${i}(id, c)`), 'clerkClient.users.getUser(id)')};`)}\nexport async function save(id, c) { const user = await f${last(shape)}(id, c); await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } }); }`),
  'ids in variables': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\nconst user = await clerkClient.users.getUser(id);\n${each(shape, (index) => `let v${index};`)}\n${each(shape, (index, all) => `v${index} = ${anyOf(all.map((i) => `v${i}`), 'id')};`)}\nawait clerkClient.users.updateUser(v${last(shape)}, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });\n}`),
  'ids in constants': (shape) =>
    program(`${BACKEND}export async function save(id, c) {\nconst user = await clerkClient.users.getUser(id);\n${each(shape, (index, all) => `const v${index} = ${all[0] === undefined ? 'id' : `v${all[0]}`};`)}\nawait clerkClient.users.updateUser(v${last(shape)}, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });\n}`),
  'functions that run in between': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `async function f${index}(id) { ${all.map((i) => `await f${i}(id);`).join(' ')} }`)}\nexport async function save(id) {\nconst user = await clerkClient.users.getUser(id);\nawait f${last(shape)}(id);\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });\n}`),
  'functions mentioned in between': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `const f${index} = (id) => [${all.map((i) => `f${i}`).join(', ')}];`)}\nexport async function save(id) {\nconst user = await clerkClient.users.getUser(id);\nawait runAll(f${last(shape)});\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });\n}`),
  'functions given the user': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `function f${index}(u) { ${all.map((i) => `f${i}(u);`).join(' ')} return u.id; }`)}\nexport async function save(id) {\nconst user = await clerkClient.users.getUser(id);\nf${last(shape)}(user);\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });\n}`),
  'functions given the metadata': (shape) =>
    program(`${BACKEND}${each(shape, (index, all) => `function f${index}(u) { ${all.map((i) => `f${i}(u);`).join(' ')} return u.id; }`)}\nexport async function save(id) {\nconst user = await clerkClient.users.getUser(id);\nconst meta = user.publicMetadata;\nf${last(shape)}(meta);\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...meta, plan: 'p' } });\n}`),
  'aliases of the metadata': (shape) =>
    program(`${BACKEND}export async function save(id) {\nconst user = await clerkClient.users.getUser(id);\nconst meta = user.publicMetadata;\n${each(shape, (index, all) => `const a${index} = { ${[...all.map((i, at) => `m${String(at)}: a${i}`), 'meta'].join(', ')} };`)}\nawait clerkClient.users.updateUser(id, { publicMetadata: { ...meta, plan: 'p' } });\n}`),
  'split values from callers': (shape) =>
    program(`${BACKEND}async function send(id, p) { void clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: p }); }\n${each(shape, (index, all) => `function f${index}(id, p) { ${[...all.map((i) => `f${i}(id, p)`), `send(id, p)`].join('; ')}; }`)}\nf0(id, { a: 1 });`),
  'addresses that may be others': (shape) =>
    program(`${each(shape, (index, all) => `const u${index} = ${[...all.map((i) => `u${i}`), "'https://api.clerk.com/v1/users/'"].join(' || ')};`)}\nawait fetch(u${last(shape)} + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'addresses given to functions': (shape) =>
    program(`${each(shape, (index, all) => `const f${index} = (x) => ${all[0] === undefined ? 'x' : `f${all[0]}(${all.map(() => 'x').join(' + ')})`};`)}\nawait fetch(f${last(shape)}('https://api.clerk.com/v1/users/') + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'addresses on top of each other': (shape) =>
    program(`${each(shape, (index, all) => `const u${index} = new URL('users/', ${all[0] === undefined ? "'https://api.clerk.com/v1/'" : `u${all[0]}`});`)}\nawait fetch(u${last(shape)} + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'bodies of requests': (shape) =>
    program(`${each(shape, (index, all) => `const b${index} = { ${[...all.map((i) => `...b${i}`), 'public_metadata: { a: 1 }'].join(', ')} };`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify(b${last(shape)}) });`),
  'bodies that may be others': (shape) =>
    program(`${each(shape, (index, all) => `const b${index} = ${anyOf(all.map((i) => `b${i}`), '{ public_metadata: { a: 1 } }')};`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({ ...b${last(shape)} }) });`),
  'options of requests': (shape) =>
    program(`${each(shape, (index, all) => `const o${index} = { ${[...all.map((i) => `...o${i}`), `a${index}: 1`].join(', ')} };`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { ...o${last(shape)}, method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'headers of requests': (shape) =>
    program(`${each(shape, (index, all) => `const h${index} = { ${[...all.map((i) => `...h${i}`), `a${index}: '1'`].join(', ')} };`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', headers: { ...h${last(shape)} }, body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'headers made by functions': (shape) =>
    program(`${each(shape, (index, all) => `const h${index} = () => ({ ${[...all.map((i) => `...h${i}()`), `a${index}: '1'`].join(', ')} });`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', headers: h${last(shape)}(), body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'clients of HTTP': (shape) =>
    program(`import axios from 'axios';\n${each(shape, (index, all) => `const a${index} = ${all[0] === undefined ? 'axios' : `a${all[0]}`}.create({ ${all.map((i) => `b${i}: a${i}`).join(', ')} });`)}\nawait a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`),
  'clients of HTTP by name': (shape) =>
    program(`import axios from 'axios';\n${each(shape, (index, all) => `const a${index} = ${all[0] === undefined ? 'axios' : `a${all[0]}`};`)}\nawait a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`),
  'clients of HTTP in fields': (shape) =>
    program(`import axios from 'axios';\nclass A {\n${each(shape, (index, all) => `a${index} = ${all[0] === undefined ? 'axios' : `this.a${all[0]}`};`)}\nasync save(id) { await this.a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } }); }\n}`),
  'clients of HTTP in literals': (shape) =>
    program(`import axios from 'axios';\n${each(shape, (index, all) => `const o${index} = { a: ${all[0] === undefined ? 'axios' : `o${all[0]}.a`} };`)}\nawait o${last(shape)}.a.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`),
  'answers of requests': (shape) =>
    program(`export async function save(id) {\nconst r = await fetch('https://api.clerk.com/v1/users/' + id);\nif (!r.ok) throw new Error();\nconst v = await r.json();\n${each(shape, (index, all) => `const v${index} = ${all[0] === undefined ? 'v' : `v${all[0]}`};`)}\nawait fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { ...v${last(shape)}.public_metadata, a: 1 } }) });\n}`),
  'descriptions of requests': (shape) =>
    program(`${each(shape, (index, all) => `const d${index} = { url: 'https://api.clerk.com/v1/users/u', data: [${all.map((i) => `d${i}`).join(', ')}] };`)}\nsend({ method: 'PATCH', url: d${last(shape)}.url, public_metadata: d${last(shape)}.data });`),
  'functions that send': (shape) =>
    program(`${each(shape, (index, all) => `function f${index}(m, path, body) { ${all.map((i) => `f${i}(m, path, body);`).join(' ')} return fetch('https://api.clerk.com/v1' + path, { method: m, body }); }`)}\nf${last(shape)}('PATCH', '/users/u', JSON.stringify({ public_metadata: { a: 1 } }));`),
  'contents of mocks by name': (shape) =>
    program(`import { vi } from 'vitest';\n${each(shape, (index, all) => `const m${index} = ${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}`};`)}\nvi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)} }));`, 'test.ts'),
  'mocks made by functions': (shape) =>
    program(`import { vi } from 'vitest';\n${each(shape, (index, all) => `function m${index}() { return ${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}()`}; }`)}\nvi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)}() }));`, 'test.ts'),
  'mocks placed one after the other': (shape) =>
    program(`import { vi } from 'vitest';\nimport type { ClerkClient } from '@clerk/backend';\n${each(shape, (index) => `const m${index} = vi.fn();`)}\n${each(shape, (index, all) => `m${index}.mockReturnValue(${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}`});`)}\nconst client = m${last(shape)} as unknown as () => ClerkClient;`, 'test.ts'),
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
  'addresses in modules': (shape) => ({
    files: [
      ['/app/a.ts', `import { base } from './m${last(shape)}';\nawait fetch(base + '/users/' + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`],
      ...shape.map((mentioned, index): readonly [string, string] => [`/app/m${String(index)}.ts`, mentioned.length === 0 ? "export const base = 'https://api.clerk.com/v1';" : mentioned.map((i) => `export * from './m${String(i)}';`).join('\n')]),
    ],
  }),
};

/** Programs whose one expression, type or statement is nested in itself. */
export const NESTS: Readonly<Record<string, (depth: number) => Program>> = {
  conditions: (depth) => program(`${MAKER}const v = ${'c ? createClerkClient({}) : '.repeat(depth)} createClerkClient({});\nawait v.${CALL}`),
  parentheses: (depth) => program(`${MAKER}const v = ${'('.repeat(depth)}createClerkClient({})${')'.repeat(depth)};\nawait v.${CALL}`),
  casts: (depth) => program(`${MAKER}const v = createClerkClient({})${' as any'.repeat(depth)};\nawait v.${CALL}`),
  'values in conditions': (depth) => program(`${BACKEND}${patch(`${"c ? 'p' : ".repeat(depth)} 'q'`)}`),
  'values in sums': (depth) => program(`${BACKEND}${patch(`${"'p' + ".repeat(depth)} 'q'`)}`),
  'values in lists': (depth) => program(`${BACKEND}${patch(`${'['.repeat(depth)} 'q' ${']'.repeat(depth)}`)}`),
  'params in conditions': (depth) => program(`${BACKEND}await clerkClient.users.updateUser(id, ${'c ? { firstName } : '.repeat(depth)} { publicMetadata: {} });`),
  'functions in functions': (depth) => program(`${BACKEND}${'const f = async () => {'.repeat(depth)} await clerkClient.${CALL} ${'};'.repeat(depth)}`),
  'calls in calls': (depth) => program(`${BACKEND}await clerkClient.users.updateUser(${'f('.repeat(depth)}id${')'.repeat(depth)}, { publicMetadata: { a: 1 } });`),
  'sums of addresses': (depth) => program(`await fetch(${"'https://api.clerk.com/v1/users/' + ".repeat(depth)} id, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`),
  'spreads in bodies': (depth) => program(`await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify(${'{ ...'.repeat(depth)} { public_metadata: { a: 1 } } ${'}'.repeat(depth)}) });`),
  'unions in types': (depth) => program(`${MAKER}export async function save(x: ${'('.repeat(depth)}ClerkClient${' | null)'.repeat(depth)}, id: string) { await x.${CALL}}`),
  'chains of properties': (depth) => program(`${MAKER}const o = { client: createClerkClient({}) };\nawait o${'.client'.repeat(depth)}.${CALL}`),
  'chains of promises': (depth) => program(`${MAKER}load()${'.then(() => createClerkClient({}))'.repeat(depth)}.then((x) => x.${CALL.trim().replace(';', '')});`),
};
