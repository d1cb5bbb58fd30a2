/** Programs whose one expression, type or statement is nested in itself, or as long as one likes. */
import {
  BACKEND,
  between,
  CALL,
  FRONTEND,
  lines,
  MAKER,
  patch,
  program,
  send,
  times,
  type Program,
} from './programs.ts';

export const NESTS: Readonly<Record<string, (depth: number) => Program>> = {
  conditions: (depth) =>
    program(
      `${MAKER}const v = ${'c ? createClerkClient({}) : '.repeat(depth)} createClerkClient({});\nawait v.${CALL}`,
    ),
  parentheses: (depth) =>
    program(`${MAKER}const v = ${'('.repeat(depth)}createClerkClient({})${')'.repeat(depth)};\nawait v.${CALL}`),
  casts: (depth) => program(`${MAKER}const v = createClerkClient({})${' as any'.repeat(depth)};\nawait v.${CALL}`),
  'values in conditions': (depth) => program(`${BACKEND}${patch(`${"c ? 'p' : ".repeat(depth)} 'q'`)}`),
  'values in sums': (depth) => program(`${BACKEND}${patch(`${"'p' + ".repeat(depth)} 'q'`)}`),
  'values in lists': (depth) => program(`${BACKEND}${patch(`${'['.repeat(depth)} 'q' ${']'.repeat(depth)}`)}`),
  'params in conditions': (depth) =>
    program(
      lines(
        `${BACKEND}await clerkClient.users.updateUser(id, ${'c ? { firstName } : '.repeat(depth)} {`,
        'publicMetadata: {} });',
      ),
    ),
  'functions in functions': (depth) =>
    program(`${BACKEND}${'const f = async () => {'.repeat(depth)} await clerkClient.${CALL} ${'};'.repeat(depth)}`),
  'calls in calls': (depth) =>
    program(
      lines(
        `${BACKEND}await clerkClient.users.updateUser(${'f('.repeat(depth)}id${')'.repeat(depth)}, {`,
        'publicMetadata: { a: 1 } });',
      ),
    ),
  'sums of addresses': (depth) =>
    program(
      lines(
        `await fetch(${"'https://api.clerk.com/v1/users/' + ".repeat(depth)} id, { method: 'PATCH',`,
        'body: JSON.stringify({ public_metadata: { a: 1 } }) });',
      ),
    ),
  'spreads in bodies': (depth) =>
    program(
      lines(
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH',",
        `body: JSON.stringify(${'{ ...'.repeat(depth)} { public_metadata: { a: 1 } } ${'}'.repeat(depth)}) });`,
      ),
    ),
  'unions in types': (depth) =>
    program(
      lines(
        `${MAKER}export async function save(x: ${'('.repeat(depth)}ClerkClient${' | null)'.repeat(depth)},`,
        `id: string) { await x.${CALL}}`,
      ),
    ),
  'chains of properties': (depth) =>
    program(`${MAKER}const o = { client: createClerkClient({}) };\nawait o${'.client'.repeat(depth)}.${CALL}`),
  'chains of promises': (depth) =>
    program(
      lines(
        MAKER,
        `load()${'.then(() => createClerkClient({}))'.repeat(depth)}.then((x) => x.${CALL.trim().replace(';', '')});`,
      ),
    ),
  or: (depth) => program(`${BACKEND}${patch(`${'c.p || '.repeat(depth)} 'q'`)}`),
  'or of clients': (depth) =>
    program(
      lines(
        `${MAKER}const v = ${'a || '.repeat(depth)} createClerkClient({});`,
        'await v.users.updateUser(id, { publicMetadata: {} });',
      ),
    ),
  'or of params': (depth) =>
    program(`${BACKEND}await clerkClient.users.updateUser(id, ${'a || '.repeat(depth)} { publicMetadata: {} });`),
  'sums of variables': (depth) => program(`${BACKEND}${patch(`${'c + '.repeat(depth)} 'q'`)}`),
  'sums in split': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { await clerkClient.users.updateUser(id, {`,
        `firstName: ${'c + '.repeat(depth)} 'q', publicMetadata: { a: ${'c + '.repeat(depth)} 'q' } }); }`,
      ),
    ),
  'conditions in split': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { await clerkClient.users.updateUser(id, { firstName: 'x',`,
        `publicMetadata: ${'c ? { a: 1 } : '.repeat(depth)} undefined }); }`,
      ),
    ),
  'objects in values': (depth) => program(`${BACKEND}${patch(`${'{ a: '.repeat(depth)} 'q' ${'}'.repeat(depth)}`)}`),
  'objects in params': (depth) =>
    program(
      lines(
        `${BACKEND}await clerkClient.users.updateUser(id, {`,
        `publicMetadata: ${'{ a: '.repeat(depth)} 'q' ${'}'.repeat(depth)} });`,
      ),
    ),
  'objects with spreads at each path': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id) { const user = await clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, {',
        `publicMetadata: ${times(depth, (i) => `{ ...user.publicMetadata${'.a'.repeat(Number(i))}, a: `).join(
          '',
        )} 'q' ${'}'.repeat(depth)} });`,
        '}',
      ),
    ),
  'lists of lists in params': (depth) =>
    program(
      lines(
        `${BACKEND}await clerkClient.users.updateUser(id, { publicMetadata: {`,
        `a: ${'['.repeat(depth)} 'q' ${']'.repeat(depth)} } });`,
      ),
    ),
  'spreads of spreads': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { await clerkClient.users.updateUser(id,`,
        `${'{ ...'.repeat(depth)} c ${'}'.repeat(depth)}); }`,
      ),
    ),
  'spreads of spreads in patch': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `${'...{ '.repeat(depth)} a: 1 ${'}'.repeat(depth)} } }); }`,
      ),
    ),
  'spreads under conditions': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `${times(depth, (i) => `...(c.a${i} && { a${i}: 1 })`).join(', ')} } }); }`,
      ),
    ),
  then: (depth) =>
    program(
      lines(
        BACKEND,
        `clerkClient.users.getUser(id)${'.then((u) => u)'.repeat(depth)}.then((u) => clerkClient.users.updateUser(id,`,
        '{ publicMetadata: { ...u.publicMetadata, a: 1 } }));',
      ),
    ),
  'then behind': (depth) =>
    program(
      lines(
        `${BACKEND}clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: {`,
        `a: 1 } })${'.then((u) => u)'.repeat(depth)};`,
      ),
    ),
  'then in then': (depth) =>
    program(
      lines(
        `${BACKEND}export function save(id) {`,
        `return ${'load().then(() => '.repeat(depth)} clerkClient.users.updateUser(id, { publicMetadata: {`,
        `a: 1 } }) ${')'.repeat(depth)}; }`,
      ),
    ),
  'then of requests': (depth) =>
    program(
      lines(
        `fetch('https://api.clerk.com/v1/users/' + id)${'.then((r) => r)'.repeat(
          depth,
        )}.then((r) => r.json()).then((u) => fetch('https://api.clerk.com/v1/users/' + id,`,
        "{ method: 'PATCH', body: JSON.stringify({ public_metadata: { ...u.public_metadata, a: 1 } }) }));",
      ),
    ),
  'await of await': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        `const user = ${'await '.repeat(depth)} clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, a: 1 } }); }',
      ),
    ),
  'awaits of requests': (depth) =>
    program(
      lines(
        'export async function save(id) {',
        `const u = ${'await '.repeat(
          depth,
        )} (${'await '.repeat(depth)} fetch('https://api.clerk.com/v1/users/' + id)).json();`,
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({",
        'public_metadata: { ...u.public_metadata, a: 1 } }) }); }',
      ),
    ),
  'templates in templates': (depth) =>
    program(send(`${'`${'.repeat(depth)} 'https://api.clerk.com/v1/users/' ${'}`'.repeat(depth)} + id`)),
  'addresses in conditions': (depth) =>
    program(
      send(`(${"c ? 'https://api.clerk.com/v1/users/' : ".repeat(depth)} 'https://api.clerk.com/v1/users/') + id`),
    ),
  'addresses in calls': (depth) =>
    program(
      lines(
        'const f = (x) => x;',
        send(`${'f('.repeat(depth)} 'https://api.clerk.com/v1/users/' ${')'.repeat(depth)} + id`),
      ),
    ),
  'addresses in String': (depth) =>
    program(send(`${'String('.repeat(depth)} 'https://api.clerk.com/v1/users/' ${')'.repeat(depth)} + id`)),
  'addresses or': (depth) => program(send(`(${'a || '.repeat(depth)} 'https://api.clerk.com/v1/users/') + id`)),
  'URL of URL': (depth) =>
    program(send(`${'new URL('.repeat(depth)} 'https://api.clerk.com/v1/users/' ${')'.repeat(depth)} + id`)),
  switch: (depth) => between(`switch (c) { ${times(depth, (i) => `case ${i}: log(${i}); break;`).join(' ')} }`),
  'switch that writes': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        'switch (c) {',
        `${times(depth, (i) =>
          lines(
            `case ${i}: await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,`,
            `a: ${i} } }); break;`,
          ),
        ).join(' ')} } }`,
      ),
    ),
  'switch that assigns': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { let v; switch (c) {`,
        `${times(depth, (i) => `case ${i}: v = '${i}'; break;`).join(
          ' ',
        )} } const user = await clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, a: v } }); }',
      ),
    ),
  'switch that returns': (depth) =>
    program(
      lines(
        `${BACKEND}function f(c) { switch (c) {`,
        `${times(depth, (i) => `case ${i}: return '${i}';`).join(' ')} default: return 'x'; } }`,
        patch('f(c)'),
      ),
    ),
  'if else if': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { let v;`,
        `${times(depth, (i) => `if (c === ${i}) v = '${i}'; else `).join('')} v = 'x';`,
        'const user = await clerkClient.users.getUser(id); await clerkClient.users.updateUser(id, {',
        'publicMetadata: { ...user.publicMetadata, a: v } }); }',
      ),
    ),
  'if else if that write': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        `${times(depth, (i) =>
          lines(
            `if (c === ${i}) await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,`,
            `a: ${i} } }); else`,
          ),
        ).join(' ')} log();`,
        '}',
      ),
    ),
  'blocks in blocks': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        `${'if (c) { '.repeat(depth)} await clerkClient.users.updateUser(id, { publicMetadata: {`,
        `...user.publicMetadata, a: 1 } }); ${'}'.repeat(depth)} }`,
      ),
    ),
  'loops in loops': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        `${'for (const x of c) { '.repeat(depth)} await clerkClient.users.updateUser(id, { publicMetadata: {`,
        `...user.publicMetadata, a: 1 } }); ${'}'.repeat(depth)} }`,
      ),
    ),
  'try in try': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        `${'try { '.repeat(depth)} await clerkClient.users.updateUser(id, { firstName: 1, publicMetadata: {`,
        `...user.publicMetadata, a: 1 } }); ${'} catch (e) { log(e); }'.repeat(depth)} }`,
      ),
    ),
  'classes in classes': (depth) =>
    program(
      lines(
        `${BACKEND}${'class A { m() { '.repeat(depth)} clerkClient.users.updateUser(id, { publicMetadata: {} });`,
        '} }'.repeat(depth),
      ),
    ),
  'elements in elements': (depth) =>
    program(
      lines(
        `${FRONTEND}export function A() { const { user } = useUser();`,
        `return ${'<div>'.repeat(depth)}<button onClick={() => user.update({ unsafeMetadata: {`,
        `...user.unsafeMetadata, a: 1 } })} />${'</div>'.repeat(depth)}; }`,
      ),
      'tsx',
    ),
  'mocks in mocks': (depth) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: ${'vi.fn(() => '.repeat(depth)} ({ users: {`,
        `updateUser: vi.fn() } }) ${')'.repeat(depth)} }));`,
      ),
      'test.ts',
    ),
  'mocks in awaits': (depth) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: ${'{ a: '.repeat(depth)} { users: {`,
        `updateUser: vi.fn() } } ${'}'.repeat(depth)} }));`,
      ),
      'test.ts',
    ),
  'patterns in patterns': (depth) =>
    program(
      lines(
        MAKER,
        `const ${'{ a: '.repeat(
          depth,
        )} v ${'}'.repeat(depth)} = ${'{ a: '.repeat(depth)} createClerkClient({}) ${'}'.repeat(depth)};`,
        'await v.users.updateUser(id, { publicMetadata: {} });',
      ),
    ),
  'types in types': (depth) =>
    program(
      lines(
        `${MAKER}export async function save(x: ${'Promise<'.repeat(depth)} ClerkClient ${'>'.repeat(depth)},`,
        `p: ${'Partial<'.repeat(depth)} { firstName: string } ${'>'.repeat(depth)}, id: string) {`,
        'await (await x).users.updateUser(id, p); }',
      ),
    ),
  'generics of params': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(p: ${'Omit<'.repeat(depth)} { firstName: string;`,
        `publicMetadata: {} } ${", 'a'>".repeat(depth)}, id: string) { await clerkClient.users.updateUser(id, p); }`,
      ),
    ),
  intersections: (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(p: ${times(depth, (i) => `{ a${i}: string }`).join(' & ')},`,
        'id: string) { await clerkClient.users.updateUser(id, p); }',
      ),
    ),
  'unions of literals': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id: string, plan: ${times(depth, (i) => `'a${i}'`).join(' | ')}) {`,
        'const user = await clerkClient.users.getUser(id); await clerkClient.users.updateUser(id, {',
        'publicMetadata: { ...user.publicMetadata, plan } }); }',
      ),
    ),
  'keys of patches': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `${times(depth, (i) => `a${i}: c.a${i}`).join(', ')} } }); }`,
      ),
    ),
  'writes to keys': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const user = await clerkClient.users.getUser(id);`,
        'const m = { ...user.publicMetadata };',
        `${times(depth, (i) => `m.a${i} = ${i};`).join(' ')} await clerkClient.users.updateUser(id, {`,
        'publicMetadata: m }); }',
      ),
    ),
  'writes to params': (depth) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) { const p = {};`,
        `${times(depth, (i) => `p.a${i} = ${i};`).join(' ')} p.publicMetadata = { a: 1 };`,
        'await clerkClient.users.updateUser(id, p); }',
      ),
    ),
  headers: (depth) =>
    program(
      lines(
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', headers: {",
        `${times(depth, (i) => `a${i}: 'x'`).join(', ')} }, body: JSON.stringify({ public_metadata: { a: 1 } }) });`,
      ),
    ),
  overloads: (depth) =>
    program(
      lines(
        `${MAKER}${times(depth, (i) => `function f(a: ${i}): ClerkClient;`).join('\n')}`,
        'function f(a: any): any { return createClerkClient({}); }',
        'await f(1).users.updateUser(id, { publicMetadata: {} });',
      ),
    ),
  'members of interfaces': (depth) =>
    program(
      lines(
        `${MAKER}interface T { ${times(depth, (i) => `a${i}: ClerkClient;`).join(' ')} }`,
        'export async function save(x: T, id: string) {',
        `${times(depth, (i) => `await x.a${i}.users.updateUser(id, { publicMetadata: {} });`).join(' ')} }`,
      ),
    ),
  currying: (depth) =>
    program(
      lines(
        `${MAKER}const f = ${'() => '.repeat(depth)} createClerkClient({});`,
        `await f${'()'.repeat(depth)}.users.updateUser(id, { publicMetadata: {} });`,
      ),
    ),
  commas: (depth) =>
    program(
      lines(
        `${MAKER}const v = (${'log(), '.repeat(depth)} createClerkClient({}));`,
        'await v.users.updateUser(id, { publicMetadata: {} });',
      ),
    ),
  assignments: (depth) =>
    program(
      lines(
        `${MAKER}let v; ${times(depth, (i) => `v${i} = `).join('')} v = createClerkClient({});`,
        'await v.users.updateUser(id, { publicMetadata: {} });',
      ),
    ),
  not: (depth) => program(`${BACKEND}${patch(`${'!'.repeat(depth)} c`)}`),
  'bodies in strings': (depth) =>
    program(
      lines(
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH',",
        `body: ${'JSON.stringify('.repeat(depth)} { public_metadata: { a: 1 } } ${')'.repeat(depth)} });`,
      ),
    ),
  'bodies in conditions': (depth) =>
    program(
      lines(
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH',",
        `body: JSON.stringify(${'c ? { public_metadata: { a: 1 } } : '.repeat(depth)} {}) });`,
      ),
    ),
};
