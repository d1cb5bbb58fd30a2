/** For each question that the engine asks recursively, one way to write a shape down. */
import {
  anyOf,
  BACKEND,
  between,
  CALL,
  each,
  FRONTEND,
  last,
  lines,
  MAKER,
  moduleFile,
  patch,
  program,
  send,
  type Writer,
} from './programs.ts';

export const WRITERS: Readonly<Record<string, Writer>> = {
  'clients in variables': (shape) =>
    program(
      lines(
        `${MAKER}export async function save(id, c) {`,
        each(shape, (index) => `let v${index};`),
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              'createClerkClient({})',
            )};`,
        ),
        `await v${last(shape)}.${CALL}}`,
      ),
    ),
  'clients in constants': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `const v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              'createClerkClient({})',
            )};`,
        ),
        `await v${last(shape)}.${CALL}`,
      ),
    ),
  'clients from functions': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `function f${index}(c) { return ${anyOf(
              all.map((i) => `f${i}(c)`),
              'createClerkClient({})',
            )}; }`,
        ),
        `await f${last(shape)}(c).${CALL}`,
      ),
    ),
  'clients from functions with many returns': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `const f${index} = (c) => {`,
            `${all.map((i) => `if (c) return f${i}(c);`).join(' ')} return createClerkClient({}); };`,
          ),
        ),
        `await f${last(shape)}(c).${CALL}`,
      ),
    ),
  'clients in properties of literals': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `const o${index} = { client: ${anyOf(
              all.map((i) => `o${i}.client`),
              'createClerkClient({})',
            )} };`,
        ),
        `await o${last(shape)}.client.${CALL}`,
      ),
    ),
  'clients in spread literals': (shape) =>
    program(
      lines(
        `${MAKER}${each(shape, (index, all) => `const o${index} = { ${all.map((i) => `...o${i}`).join(', ')} };`)}`,
        `await o${last(shape)}.client.${CALL}`,
      ),
    ),
  'clients in fields': (shape) =>
    program(
      lines(
        `${MAKER}class A {`,
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `this.v${i}`),
              'createClerkClient({})',
            )};`,
        ),
        `async save(id, c) { await this.v${last(shape)}.${CALL} }`,
        '}',
      ),
    ),
  'clients assigned to fields': (shape) =>
    program(
      lines(
        `${MAKER}class A {`,
        'constructor(c) {',
        each(
          shape,
          (index, all) =>
            `this.v${index} = ${anyOf(
              all.map((i) => `this.v${i}`),
              'createClerkClient({})',
            )};`,
        ),
        '}',
        `async save(id, c) { await this.v${last(shape)}.${CALL} }`,
        '}',
      ),
    ),
  'clients in getters': (shape) =>
    program(
      lines(
        `${MAKER}class A {`,
        each(
          shape,
          (index, all) =>
            `get v${index}() { return ${anyOf(
              all.map((i) => `this.v${i}`),
              'createClerkClient({})',
            )}; }`,
        ),
        `async save(id, c) { await this.v${last(shape)}.${CALL} }`,
        '}',
      ),
    ),
  'classes that extend each other': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `class C${index} extends (${anyOf(
              all.map((i) => `C${i}`),
              'Object',
            )}) {`,
            `a${index} = createClerkClient({}); }`,
          ),
        ),
        `class D extends C${last(shape)} { async save(id) { await this.a0.${CALL} await super.a0.${CALL} } }`,
      ),
    ),
  'classes that extend one other': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `class C${index} ${all[0] === undefined ? '' : `extends C${all[0]}`} {`,
            `a${index} = createClerkClient({}); }`,
          ),
        ),
        `await new C${last(shape)}().a0.${CALL}await new C${last(shape)}().none.${CALL}`,
      ),
    ),
  'clients in lists': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) => `const l${index} = [${[...all.map((i) => `l${i}[0]`), 'createClerkClient({})'].join(', ')}];`,
        ),
        `for (const x of l${last(shape)}) await x.${CALL}`,
      ),
    ),
  'clients taken apart': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `const { client: v${index} } = { client: ${anyOf(
              all.map((i) => `v${i}`),
              'createClerkClient({})',
            )} };`,
        ),
        `await v${last(shape)}.${CALL}`,
      ),
    ),
  'clients in promises': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `const f${index} = (c) => load().then(() => ${anyOf(
              all.map((i) => `f${i}(c)`),
              'createClerkClient({})',
            )});`,
        ),
        `f${last(shape)}(c).then((x) => x.${CALL.trim().replace(';', '')});`,
      ),
    ),
  'refs of Vue': (shape) =>
    program(
      lines(
        "import { computed } from 'vue';",
        "import { useUser } from '@clerk/vue';",
        'const { user } = useUser();',
        each(
          shape,
          (index, all) =>
            `const r${index} = computed(() => ${anyOf(
              all.map((i) => `r${i}.value`),
              'user.value',
            )});`,
        ),
        `await r${last(shape)}.value.update({ unsafeMetadata: { a: 1 } });`,
      ),
    ),
  'refs of refs': (shape) =>
    program(
      lines(
        "import { computed } from 'vue';",
        "import { useUser } from '@clerk/vue';",
        'const { user } = useUser();',
        each(
          shape,
          (index, all) =>
            `const r${index} = computed(() => ${anyOf(
              all.map((i) => `r${i}`),
              'user',
            )});`,
        ),
        `await r${last(shape)}.value.update({ unsafeMetadata: { a: 1 } });`,
      ),
    ),
  'unions of types': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), 'ClerkClient'].join(' | ')};`),
        `export async function save(x: T${last(shape)}, id: string) { await x.${CALL}}`,
      ),
    ),
  'generic types': (shape) =>
    program(
      lines(
        MAKER,
        each(
          shape,
          (index, all) =>
            `type T${index}<X> = ${[...all.map((i, at) => (at === 0 ? `T${i}<X>` : `T${i}<{ a: X }>`)), 'X'].join(
              ' | ',
            )};`,
        ),
        `export async function save(x: T${last(shape)}<ClerkClient>, id: string) { await x.${CALL}}`,
      ),
    ),
  'generic types with two parameters': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `type T${index}<X,`,
            `Y> = ${[...all.map((i, at) => (at === 0 ? `T${i}<X, Y>` : `T${i}<Y, X>`)), 'X'].join(' | ')};`,
          ),
        ),
        `export async function save(x: T${last(shape)}<ClerkClient, string>, id: string) { await x.${CALL}}`,
      ),
    ),
  'interfaces that extend': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `interface T${index} ${all.length === 0 ? '' : `extends ${all.map((i) => `T${i}`).join(', ')}`} {`,
            `m${index}: ClerkClient }`,
          ),
        ),
        `export async function save(x: T${last(shape)}, id: string) { await x.m0.${CALL}await x.none.${CALL}}`,
      ),
    ),
  'types of members': (shape) =>
    program(
      lines(
        MAKER,
        each(shape, (index, all) =>
          lines(
            `type T${index} = { c: ClerkClient;`,
            `${all.map((i, at) => `m${String(at)}: T${i}; n${String(at)}: T${i}['c']`).join('; ')} };`,
          ),
        ),
        `export async function save(x: T${last(shape)}['m0']['c'], y: T${last(shape)}, id: string) {`,
        `await x.${CALL}await y.n0.${CALL}}`,
      ),
    ),
  'params by type': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), '{ firstName: string }'].join(' & ')};`,
        ),
        `export async function save(p: T${last(shape)}, id: string) { await clerkClient.users.updateUser(id, p); }`,
      ),
    ),
  'params in variables': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(shape, (index) => `let v${index};`),
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              '{ publicMetadata: { a: 1 } }',
            )};`,
        ),
        `await clerkClient.users.updateUser(id, v${last(shape)});`,
        '}',
      ),
    ),
  'params in members': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(
          shape,
          (index, all) =>
            `const v${index} = { data: ${anyOf(
              all.map((i) => `v${i}.data`),
              '{ firstName: input }',
            )} };`,
        ),
        `await clerkClient.users.updateUser(id, v${last(shape)}.data);`,
        '}',
      ),
    ),
  'params deeper each time': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(shape, (index) => `let v${index} = input;`),
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `v${i}.next`),
              '{ firstName: input }',
            )};`,
        ),
        `await clerkClient.users.updateUser(id, v${last(shape)});`,
        '}',
      ),
    ),
  'params from functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) =>
            `function f${index}(c) { return ${anyOf(
              all.map((i) => `f${i}(c)`),
              '{ publicMetadata: { a: 1 } }',
            )}; }`,
        ),
        `export async function save(id, c) { await clerkClient.users.updateUser(id, f${last(shape)}(c)); }`,
      ),
    ),
  'params from callers': (shape) =>
    program(
      lines(
        `${BACKEND}async function send(id, p) { await clerkClient.users.updateUser(id, p); }`,
        each(
          shape,
          (index, all) =>
            `function f${index}(id, p) { ${[...all.map((i) => `f${i}(id, p)`), `send(id, p)`].join('; ')}; }`,
        ),
        'f0(id, { firstName });',
      ),
    ),
  'params assembled': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        'const p = { firstName: input };',
        each(
          shape,
          (index, all) => `function f${index}(q) { ${all.map((i) => `f${i}(q);`).join(' ')} q.a${index} = input; }`,
        ),
        `f${last(shape)}(p);`,
        'await clerkClient.users.updateUser(id, p);',
        '}',
      ),
    ),
  'values in variables': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        each(shape, (index) => `let v${index};`),
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              "'p'",
            )};`,
        ),
        'const user = await clerkClient.users.getUser(id);',
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `plan: v${last(shape)} } });`,
        '}',
      ),
    ),
  'values in constants': (shape) =>
    program(
      lines(
        `${BACKEND}${each(
          shape,
          (index, all) =>
            `const v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              "'p'",
            )};`,
        )}`,
        patch(`v${last(shape)}`),
      ),
    ),
  'values in properties': (shape) =>
    program(
      lines(
        `${BACKEND}${each(
          shape,
          (index, all) =>
            `o.p${index} = ${anyOf(
              all.map((i) => `o.p${i}`),
              "'p'",
            )};`,
        )}`,
        patch(`o.p${last(shape)}`),
      ),
    ),
  'values in literals': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) =>
            `const o${index} = { p: ${anyOf(
              all.map((i) => `o${i}.p`),
              "'p'",
            )} };`,
        ),
        patch(`o${last(shape)}.p`),
      ),
    ),
  'values from functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) =>
            `function f${index}(c) { return ${anyOf(
              all.map((i) => `f${i}(c)`),
              "'p'",
            )}; }`,
        ),
        patch(`f${last(shape)}(c)`),
      ),
    ),
  'values from parameters': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) => `function f${index}(c, x) { ${all.map((i) => `f${i}(c, x);`).join(' ')} return x; }`,
        ),
        patch(`f${last(shape)}(c, 'p')`),
      ),
    ),
  'values by type': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) => `type T${index} = ${[...all.map((i) => `T${i}`), 'string'].join(' | ')};`),
        `export async function save(id: string, plan: T${last(shape)}) {`,
        'const user = await clerkClient.users.getUser(id);',
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan } });',
        '}',
      ),
    ),
  'values spread': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) => `const o${index} = { ${[...all.map((i) => `...o${i}`), `a${index}: 'p'`].join(', ')} };`,
        ),
        patch(`'p', ...o${last(shape)}`),
      ),
    ),
  'metadata in variables': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(shape, (index) => `let m${index};`),
        each(
          shape,
          (index, all) =>
            `m${index} = ${anyOf(
              all.map((i) => `m${i}`),
              'user.publicMetadata',
            )};`,
        ),
        `await clerkClient.users.updateUser(id, { publicMetadata: { ...m${last(shape)}, plan: 'p' } });`,
        '}',
      ),
    ),
  'metadata in constants': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(
          shape,
          (index, all) =>
            `const m${index} = ${anyOf(
              all.map((i) => `m${i}`),
              'user.publicMetadata',
            )};`,
        ),
        `await clerkClient.users.updateUser(id, { publicMetadata: { ...m${last(shape)}, plan: 'p' } });`,
        '}',
      ),
    ),
  'users in variables': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        each(shape, (index) => `let u${index};`),
        each(
          shape,
          (index, all) =>
            `u${index} = ${anyOf(
              all.map((i) => `u${i}`),
              'await clerkClient.users.getUser(id)',
            )};`,
        ),
        `await clerkClient.users.updateUser(id, { publicMetadata: { ...u${last(shape)}.publicMetadata,`,
        "plan: 'p' } });",
        '}',
      ),
    ),
  'users from functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) =>
          lines(
            `const f${index} = async (id,`,
            `c) => ${anyOf(
              all.map((i) => `f${i}(id, c)`),
              'clerkClient.users.getUser(id)',
            )};`,
          ),
        ),
        `export async function save(id, c) { const user = await f${last(shape)}(id, c);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } }); }",
      ),
    ),
  'ids in variables': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(shape, (index) => `let v${index};`),
        each(
          shape,
          (index, all) =>
            `v${index} = ${anyOf(
              all.map((i) => `v${i}`),
              'id',
            )};`,
        ),
        `await clerkClient.users.updateUser(v${last(shape)}, { publicMetadata: { ...user.publicMetadata,`,
        "plan: 'p' } });",
        '}',
      ),
    ),
  'ids in constants': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(shape, (index, all) => `const v${index} = ${all[0] === undefined ? 'id' : `v${all[0]}`};`),
        `await clerkClient.users.updateUser(v${last(shape)}, { publicMetadata: { ...user.publicMetadata,`,
        "plan: 'p' } });",
        '}',
      ),
    ),
  'functions that run in between': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) => `async function f${index}(id) { ${all.map((i) => `await f${i}(id);`).join(' ')} }`),
        'export async function save(id) {',
        'const user = await clerkClient.users.getUser(id);',
        `await f${last(shape)}(id);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
        '}',
      ),
    ),
  'functions mentioned in between': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) => `const f${index} = (id) => [${all.map((i) => `f${i}`).join(', ')}];`),
        'export async function save(id) {',
        'const user = await clerkClient.users.getUser(id);',
        `await runAll(f${last(shape)});`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
        '}',
      ),
    ),
  'functions given the user': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) => `function f${index}(u) { ${all.map((i) => `f${i}(u);`).join(' ')} return u.id; }`),
        'export async function save(id) {',
        'const user = await clerkClient.users.getUser(id);',
        `f${last(shape)}(user);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
        '}',
      ),
    ),
  'functions given the metadata': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (index, all) => `function f${index}(u) { ${all.map((i) => `f${i}(u);`).join(' ')} return u.id; }`),
        'export async function save(id) {',
        'const user = await clerkClient.users.getUser(id);',
        'const meta = user.publicMetadata;',
        `f${last(shape)}(meta);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...meta, plan: 'p' } });",
        '}',
      ),
    ),
  'aliases of the metadata': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        'const user = await clerkClient.users.getUser(id);',
        'const meta = user.publicMetadata;',
        each(
          shape,
          (index, all) =>
            `const a${index} = { ${[...all.map((i, at) => `m${String(at)}: a${i}`), 'meta'].join(', ')} };`,
        ),
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...meta, plan: 'p' } });",
        '}',
      ),
    ),
  'split values from callers': (shape) =>
    program(
      lines(
        `${BACKEND}async function send(id, p) { void clerkClient.users.updateUser(id, { firstName: 'x',`,
        'publicMetadata: p }); }',
        each(
          shape,
          (index, all) =>
            `function f${index}(id, p) { ${[...all.map((i) => `f${i}(id, p)`), `send(id, p)`].join('; ')}; }`,
        ),
        'f0(id, { a: 1 });',
      ),
    ),
  'addresses that may be others': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) =>
            `const u${index} = ${[...all.map((i) => `u${i}`), "'https://api.clerk.com/v1/users/'"].join(' || ')};`,
        ),
        `await fetch(u${last(shape)} + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: {`,
        'a: 1 } }) });',
      ),
    ),
  'addresses given to functions': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) =>
            `const f${index} = (x) => ${all[0] === undefined ? 'x' : `f${all[0]}(${all.map(() => 'x').join(' + ')})`};`,
        ),
        `await fetch(f${last(shape)}('https://api.clerk.com/v1/users/') + id, { method: 'PATCH',`,
        'body: JSON.stringify({ public_metadata: { a: 1 } }) });',
      ),
    ),
  'addresses on top of each other': (shape) =>
    program(
      lines(
        each(shape, (index, all) =>
          lines(
            `const u${index} = new URL('users/',`,
            `${all[0] === undefined ? "'https://api.clerk.com/v1/'" : `u${all[0]}`});`,
          ),
        ),
        `await fetch(u${last(shape)} + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: {`,
        'a: 1 } }) });',
      ),
    ),
  'bodies of requests': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) =>
            `const b${index} = { ${[...all.map((i) => `...b${i}`), 'public_metadata: { a: 1 }'].join(', ')} };`,
        ),
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH',",
        `body: JSON.stringify(b${last(shape)}) });`,
      ),
    ),
  'bodies that may be others': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) =>
            `const b${index} = ${anyOf(
              all.map((i) => `b${i}`),
              '{ public_metadata: { a: 1 } }',
            )};`,
        ),
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({",
        `...b${last(shape)} }) });`,
      ),
    ),
  'options of requests': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) => `const o${index} = { ${[...all.map((i) => `...o${i}`), `a${index}: 1`].join(', ')} };`,
        ),
        `await fetch('https://api.clerk.com/v1/users/' + id, { ...o${last(shape)}, method: 'PATCH',`,
        'body: JSON.stringify({ public_metadata: { a: 1 } }) });',
      ),
    ),
  'headers of requests': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) => `const h${index} = { ${[...all.map((i) => `...h${i}`), `a${index}: '1'`].join(', ')} };`,
        ),
        `await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', headers: { ...h${last(shape)} },`,
        'body: JSON.stringify({ public_metadata: { a: 1 } }) });',
      ),
    ),
  'headers made by functions': (shape) =>
    program(
      lines(
        each(
          shape,
          (index, all) =>
            `const h${index} = () => ({ ${[...all.map((i) => `...h${i}()`), `a${index}: '1'`].join(', ')} });`,
        ),
        `await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', headers: h${last(shape)}(),`,
        'body: JSON.stringify({ public_metadata: { a: 1 } }) });',
      ),
    ),
  'clients of HTTP': (shape) =>
    program(
      lines(
        "import axios from 'axios';",
        each(shape, (index, all) =>
          lines(
            `const a${index} = ${all[0] === undefined ? 'axios' : `a${all[0]}`}.create({`,
            `${all.map((i) => `b${i}: a${i}`).join(', ')} });`,
          ),
        ),
        `await a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`,
      ),
    ),
  'clients of HTTP by name': (shape) =>
    program(
      lines(
        "import axios from 'axios';",
        each(shape, (index, all) => `const a${index} = ${all[0] === undefined ? 'axios' : `a${all[0]}`};`),
        `await a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`,
      ),
    ),
  'clients of HTTP in fields': (shape) =>
    program(
      lines(
        "import axios from 'axios';",
        'class A {',
        each(shape, (index, all) => `a${index} = ${all[0] === undefined ? 'axios' : `this.a${all[0]}`};`),
        `async save(id) { await this.a${last(shape)}.patch('https://api.clerk.com/v1/users/' + id, {`,
        'public_metadata: { a: 1 } }); }',
        '}',
      ),
    ),
  'clients of HTTP in literals': (shape) =>
    program(
      lines(
        "import axios from 'axios';",
        each(shape, (index, all) => `const o${index} = { a: ${all[0] === undefined ? 'axios' : `o${all[0]}.a`} };`),
        `await o${last(shape)}.a.patch('https://api.clerk.com/v1/users/' + id, { public_metadata: { a: 1 } });`,
      ),
    ),
  'answers of requests': (shape) =>
    program(
      lines(
        'export async function save(id) {',
        "const r = await fetch('https://api.clerk.com/v1/users/' + id);",
        'if (!r.ok) throw new Error();',
        'const v = await r.json();',
        each(shape, (index, all) => `const v${index} = ${all[0] === undefined ? 'v' : `v${all[0]}`};`),
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({",
        `public_metadata: { ...v${last(shape)}.public_metadata, a: 1 } }) });`,
        '}',
      ),
    ),
  'descriptions of requests': (shape) =>
    program(
      lines(
        each(shape, (index, all) =>
          lines(
            `const d${index} = { url: 'https://api.clerk.com/v1/users/u',`,
            `data: [${all.map((i) => `d${i}`).join(', ')}] };`,
          ),
        ),
        `send({ method: 'PATCH', url: d${last(shape)}.url, public_metadata: d${last(shape)}.data });`,
      ),
    ),
  'functions that send': (shape) =>
    program(
      lines(
        each(shape, (index, all) =>
          lines(
            `function f${index}(m, path, body) {`,
            `${all.map((i) => `f${i}(m, path, body);`).join(' ')} return fetch('https://api.clerk.com/v1' + path, {`,
            'method: m, body }); }',
          ),
        ),
        `f${last(shape)}('PATCH', '/users/u', JSON.stringify({ public_metadata: { a: 1 } }));`,
      ),
    ),
  'contents of mocks by name': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        each(
          shape,
          (index, all) =>
            `const m${index} = ${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}`};`,
        ),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)} }));`,
      ),
      'test.ts',
    ),
  'mocks made by functions': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        each(shape, (index, all) =>
          lines(
            `function m${index}() {`,
            `return ${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}()`}; }`,
          ),
        ),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)}() }));`,
      ),
      'test.ts',
    ),
  'mocks placed one after the other': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        "import type { ClerkClient } from '@clerk/backend';",
        each(shape, (index) => `const m${index} = vi.fn();`),
        each(
          shape,
          (index, all) =>
            `m${index}.mockReturnValue(${all[0] === undefined ? '{ users: { updateUser: vi.fn() } }' : `m${all[0]}`});`,
        ),
        `const client = m${last(shape)} as unknown as () => ClerkClient;`,
      ),
      'test.ts',
    ),
  'modules that export everything of others': (shape) => ({
    files: [
      [
        '/app/a.ts',
        lines(
          `import { client, helper } from './m${last(shape)}';`,
          `import type { Client } from './m${last(shape)}';`,
          `await client.${CALL}export async function save(x: Client, id: string) {`,
          `await x.${CALL} await helper.${CALL} }`,
        ),
      ],
      ...shape.map((mentioned, index): readonly [string, string] => [
        `/app/m${String(index)}.ts`,
        [
          ...mentioned.map((i) => `export * from './m${String(i)}';`),
          mentioned.length === 0
            ? `${MAKER}export const client = createClerkClient({});\nexport type Client = ClerkClient;`
            : '',
        ].join('\n'),
      ]),
    ],
  }),
  'modules that pass on names': (shape) => ({
    files: [
      ['/app/a.ts', `import { client } from './m${last(shape)}';\nawait client.${CALL}`],
      ...shape.map((mentioned, index): readonly [string, string] => [
        `/app/m${String(index)}.ts`,
        lines(
          MAKER,
          mentioned.map((i, at) => `import { client as c${String(at)} } from './m${String(i)}';`).join('\n'),
          `export const client = ${anyOf(
            mentioned.map((_, at) => `c${String(at)}`),
            'createClerkClient({})',
          )};`,
        ),
      ]),
    ],
  }),
  'addresses in modules': (shape) => ({
    files: [
      [
        '/app/a.ts',
        lines(
          `import { base } from './m${last(shape)}';`,
          "await fetch(base + '/users/' + id, { method: 'PATCH', body: JSON.stringify({ public_metadata: {",
          'a: 1 } }) });',
        ),
      ],
      ...shape.map((mentioned, index): readonly [string, string] => [
        `/app/m${String(index)}.ts`,
        mentioned.length === 0
          ? "export const base = 'https://api.clerk.com/v1';"
          : mentioned.map((i) => `export * from './m${String(i)}';`).join('\n'),
      ]),
    ],
  }),
  'addresses in templates': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const u${i} = \`${a.length ? a.map((x) => `\${u${x}}`).join('') : 'https://api.clerk.com/v1/users/'}\`;`,
        ),
        send(`u${last(shape)} + id`),
      ),
    ),
  'addresses in sums': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) => `const u${i} = ${[...a.map((x) => `u${x}`), "'https://api.clerk.com/v1/users/'"].join(' + ')};`,
        ),
        send(`u${last(shape)} + id`),
      ),
    ),
  'addresses in constants': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const u${i} = ${
              a.length
                ? anyOf(
                    a.slice(1).map((x) => `u${x}`),
                    `u${a[0] ?? ''}`,
                  )
                : "'https://api.clerk.com/v1/users/'"
            };`,
        ),
        send(`u${last(shape)} + id`),
      ),
    ),
  'addresses from functions': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `function f${i}(c) { return ${anyOf(
              a.map((x) => `f${x}(c)`),
              "'https://api.clerk.com/v1/users/'",
            )}; }`,
        ),
        send(`f${last(shape)}(c) + id`),
      ),
    ),
  'addresses from functions with an id': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const f${i} = (x) => ${
              a.length ? a.map((y) => `f${y}(x)`).join(' || ') : '`https://api.clerk.com/v1/users/${x}`'
            };`,
        ),
        send(`f${last(shape)}(id)`),
      ),
    ),
  'addresses from functions given functions': (shape) =>
    program(
      lines(
        each(shape, (i, a) => `const f${i} = (x) => ${a.length ? a.reduce((acc, y) => `f${y}(${acc})`, 'x') : 'x'};`),
        send(`f${last(shape)}('https://api.clerk.com/v1/users/') + id`),
      ),
    ),
  'addresses joined': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const u${i} = [${
              a.length ? a.map((x) => `u${x}`).join(', ') : "'https://api.clerk.com/v1/users'"
            }].join('/');`,
        ),
        send(`u${last(shape)} + '/' + id`),
      ),
    ),
  'addresses with URL': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const u${i} = new URL(${
              a.length ? a.map((x) => `u${x}.href`).join(', ') : "'https://api.clerk.com/v1/users/'"
            });`,
        ),
        send(`u${last(shape)}.toString() + id`),
      ),
    ),
  'addresses in literals': (shape) =>
    program(
      lines(
        each(shape, (i, a) =>
          lines(
            `const u${i} = {`,
            `url: ${a.length ? a.map((x) => `u${x}.url`).join(' + ') : "'https://api.clerk.com/v1/users/'"} };`,
          ),
        ),
        send(`u${last(shape)}.url + id`),
      ),
    ),
  'addresses in fields': (shape) =>
    program(
      lines(
        'class A {',
        each(
          shape,
          (i, a) =>
            `u${i} = ${a.length ? a.map((x) => `this.u${x}`).join(' + ') : "'https://api.clerk.com/v1/users/'"};`,
        ),
        `async go(id) { ${send(`this.u${last(shape)} + id`)} }`,
        '}',
      ),
    ),
  'addresses replaced': (shape) =>
    program(
      lines(
        each(
          shape,
          (i, a) =>
            `const u${i} = ${
              a.length ? `u${a[0] ?? ''}.replace(':id', u${a.at(-1) ?? ''})` : "'https://api.clerk.com/v1/users/:id'"
            };`,
        ),
        send(`u${last(shape)}`),
      ),
    ),
  'addresses in let': (shape) =>
    program(
      lines(
        'export async function go(id, c) {',
        each(shape, (i) => `let u${i};`),
        each(
          shape,
          (i, a) =>
            `u${i} = ${anyOf(
              a.map((x) => `u${x}`),
              "'https://api.clerk.com/v1/users/'",
            )};`,
        ),
        send(`u${last(shape)} + id`),
        '}',
      ),
    ),
  'addresses added to': (shape) =>
    program(
      lines(
        'export async function go(id, c) {',
        each(shape, (i) => `let u${i} = 'https://api.clerk.com/v1/';`),
        each(
          shape,
          (i, a) =>
            `u${i} += ${anyOf(
              a.map((x) => `u${x}`),
              "'users/'",
            )};`,
        ),
        send(`u${last(shape)} + id`),
        '}',
      ),
    ),
  'methods of requests': (shape) =>
    program(
      lines(
        each(shape, (i, a) => `const m${i} = ${a.length ? `\`${a.map((x) => `\${m${x}}`).join('')}\`` : "'PATCH'"};`),
        `await fetch('https://api.clerk.com/v1/users/' + id, { method: m${last(shape)}, body: JSON.stringify({`,
        'public_metadata: { a: 1 } }) });',
      ),
    ),
  'answers in variables': (shape) =>
    program(
      lines(
        'export async function save(id) {',
        "const r = await fetch('https://api.clerk.com/v1/users/' + id);",
        'if (!r.ok) throw new Error();',
        each(shape, (i, a) => `const v${i} = ${a.length ? `v${a[0] ?? ''}.x` : 'await r.json()'};`),
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({",
        `public_metadata: { ...v${last(shape)}.public_metadata, a: 1 } }) });`,
        '}',
      ),
    ),
  'answers taken apart': (shape) =>
    program(
      lines(
        'export async function save(id) {',
        "const r = await fetch('https://api.clerk.com/v1/users/' + id);",
        'if (!r.ok) throw new Error();',
        each(shape, (i, a) => `const { v: v${i} = {} } = ${a.length ? `v${a[0] ?? ''}` : 'await r.json()'};`),
        "await fetch('https://api.clerk.com/v1/users/' + id, { method: 'PATCH', body: JSON.stringify({",
        `public_metadata: { ...v${last(shape)}.public_metadata, a: 1 } }) });`,
        '}',
      ),
    ),
  'split values changed': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        'const m = { a: 1 };',
        each(shape, (i, a) => `const v${i} = { m, ${a.map((x, at) => `k${String(at)}: v${x}`).join(', ')} };`),
        `await clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: v${last(shape)} });`,
        '}',
      ),
    ),
  'split values in aliases': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(
          shape,
          (i, a) =>
            `const v${i} = ${
              a.length
                ? anyOf(
                    a.slice(1).map((x) => `v${x}`),
                    `v${a[0] ?? ''}`,
                  )
                : 'input'
            };`,
        ),
        'log(v0);',
        `await clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: v${last(shape)} });`,
        '}',
      ),
    ),
  'split values through functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `function f${i}(m) { ${a.map((x) => `f${x}(m);`).join(' ')} m.a${i} = 1; }`),
        'export async function save(id, input) {',
        "void clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: input });",
        `f${last(shape)}(input);`,
        '}',
      ),
    ),
  'split params': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `const p${i} = { ${[...a.map((x) => `...p${x}`), `firstName: 'x'`].join(', ')} };`),
        'export async function save(id, m) {',
        `await clerkClient.users.updateUser(id, { ...p${last(shape)}, publicMetadata: m });`,
        '}',
      ),
    ),
  'params spread': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, input) {`,
        each(
          shape,
          (i, a) =>
            `const p${i} = { ${[...a.map((x) => `...p${x}`), a.length ? '' : 'publicMetadata: input'].join(', ')} };`,
        ),
        `await clerkClient.users.updateUser(id, p${last(shape)});`,
        '}',
      ),
    ),
  'params spread in each other': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(shape, (i, a) =>
          lines(
            `const p${i} = {`,
            `${[...a.map((x) => `...(c ? p${x} : {})`), a.length ? `a${i}: 1` : '...input'].join(', ')} };`,
          ),
        ),
        `await clerkClient.users.updateUser(id, { ...p${last(shape)} });`,
        '}',
      ),
    ),
  'params in objects in objects': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(shape, (i, a) =>
          lines(
            `const p${i} = {`,
            `inner: ${a.length ? `{ ${a.map((x) => `...p${x}.inner`).join(', ')} }` : '{ publicMetadata: input }'} };`,
          ),
        ),
        `await clerkClient.users.updateUser(id, p${last(shape)}.inner);`,
        '}',
      ),
    ),
  'params by Object.assign': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        each(
          shape,
          (i, a) =>
            `const p${i} = Object.assign({}, ${[...a.map((x) => `p${x}`), `{ firstName: input }`].join(', ')});`,
        ),
        `await clerkClient.users.updateUser(id, p${last(shape)});`,
        '}',
      ),
    ),
  'params of functions given each other': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (i, a) =>
            `function f${i}(p) { return ${a.length ? `{ ...p, ${a.map((x) => `...f${x}(p)`).join(', ')} }` : 'p'}; }`,
        ),
        `export async function save(id, input) { await clerkClient.users.updateUser(id, f${last(shape)}({`,
        'firstName: input })); }',
      ),
    ),
  'params written to': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c, input) {`,
        'let p = { firstName: input };',
        each(shape, (i, a) => `${a.map((x) => `if (c === ${x}) p = { ...p, a${x}: 1 };`).join(' ')} p.a${i} = 1;`),
        'await clerkClient.users.updateUser(id, p);',
        '}',
      ),
    ),
  'values written to one variable': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, c) {`,
        "let v = 'p';",
        each(shape, (i, a) => `${a.map((x) => `if (c === ${x}) v = v + '${x}';`).join(' ')} v = c ? v : '${i}';`),
        'const user = await clerkClient.users.getUser(id);',
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: v } });',
        '}',
      ),
    ),
  'values of methods': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `const v${i} = ${a.length ? a.map((x) => `v${x}.trim()`).join(' + ') : "'p'"};`),
        patch(`v${last(shape)}`),
      ),
    ),
  'values of lists': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `const v${i} = [${a.map((x) => `...v${x}`).join(', ')}].filter(Boolean);`),
        patch(`v${last(shape)}[0]`),
      ),
    ),
  'values awaited': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (i, a) =>
            `async function f${i}(c) { ${a.map((x) => `if (c) return await f${x}(c);`).join(' ')} return 'p'; }`,
        ),
        patch(`await f${last(shape)}(c)`),
      ),
    ),
  'values narrowed': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id: string, c: any) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(
          shape,
          (i, a) =>
            `let v${i}: string | undefined = c.v${i};${a.map((x) => ` if (v${x} === undefined) return;`).join('')}`,
        ),
        'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `plan: v${last(shape)} } });`,
        '}',
      ),
    ),
  'values of fields': (shape) =>
    program(
      lines(
        `${BACKEND}class A {`,
        each(
          shape,
          (i, a) =>
            `v${i} = ${anyOf(
              a.map((x) => `this.v${x}`),
              "'p'",
            )};`,
        ),
        'async save(id) {',
        ' const user = await clerkClient.users.getUser(id);',
        ' await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata,',
        `plan: this.v${last(shape)} } });`,
        '}}',
      ),
    ),
  'values of parameters with defaults': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `const f${i} = (x = ${a.length ? a.map((y) => `f${y}()`).join(' || ') : "'p'"}) => x;`),
        patch(`f${last(shape)}()`),
      ),
    ),
  'metadata taken apart': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        'const user = await clerkClient.users.getUser(id);',
        'const m = user.publicMetadata;',
        each(shape, (i, a) => `const { a${i}, ...r${i} } = ${a.length ? `r${a[0] ?? ''}` : 'm'};`),
        `await clerkClient.users.updateUser(id, { publicMetadata: { ...r${last(shape)}, plan: 'p' } });`,
        '}',
      ),
    ),
  'metadata spread': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(shape, (i, a) =>
          lines(
            `const m${i} = {`,
            `${[...(a.length ? a.map((x) => `...m${x}`) : ['...user.publicMetadata']), `a${i}: 1`].join(', ')} };`,
          ),
        ),
        `await clerkClient.users.updateUser(id, { publicMetadata: m${last(shape)} });`,
        '}',
      ),
    ),
  'users passed on': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) =>
          lines(
            `const f${i} = async (id) => {`,
            `const u = await ${a.length ? `f${a[0] ?? ''}(id)` : 'clerkClient.users.getUser(id)'};`,
            `${a
              .slice(1)
              .map((x) => `await f${x}(id);`)
              .join(' ')} return u; };`,
          ),
        ),
        `export async function save(id) { const user = await f${last(shape)}(id);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } }); }",
      ),
    ),
  'ids from functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) => `const f${i} = (x) => ${a.length ? a.map((y) => `f${y}(x)`).join(' || ') : 'x'};`),
        `export async function save(id) { const user = await clerkClient.users.getUser(f${last(shape)}(id));`,
        `await clerkClient.users.updateUser(f${last(shape)}(id), { publicMetadata: { ...user.publicMetadata,`,
        "plan: 'p' } }); }",
      ),
    ),
  'calls of one user': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        'const user = await clerkClient.users.getUser(id);',
        each(
          shape,
          (i) => `await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, a${i}: 1 } });`,
        ),
        '}',
      ),
    ),
  'calls of users fetched each time': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id) {`,
        each(shape, (i) =>
          lines(
            `const u${i} = await clerkClient.users.getUser(id);`,
            `await clerkClient.users.updateUser(id, { publicMetadata: { ...u${i}.publicMetadata, a${i}: 1 } });`,
          ),
        ),
        '}',
      ),
    ),
  'calls in functions': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) =>
          lines(
            `export async function save${i}(id) {`,
            'const u = await clerkClient.users.getUser(id);',
            a.map((x) => `await save${x}(id);`).join(' '),
            `await clerkClient.users.updateUser(id, { publicMetadata: { ...u.publicMetadata, a${i}: 1 } });`,
            '}',
          ),
        ),
      ),
    ),
  'calls in the frontend': (shape) =>
    program(
      lines(
        `${FRONTEND}export function A() {`,
        'const { user } = useUser();',
        each(shape, (i, a) =>
          lines(
            `async function save${i}() { ${a.map((x) => `await save${x}();`).join(' ')} await user.update({`,
            `unsafeMetadata: { ...user.unsafeMetadata, a${i}: 1 } }); }`,
          ),
        ),
        '}',
      ),
      'tsx',
    ),
  'components that are chosen': (shape) =>
    program(
      lines(
        `${FRONTEND}export function A({ c }) {`,
        'const { user } = useUser();',
        'const saved = user.unsafeMetadata;',
        'const save = async () => { await user.update({ unsafeMetadata: { ...saved, a: 1 } }); };',
        `return <V${last(shape)} onSave={save} />;`,
        '}',
        each(
          shape,
          (index, all) =>
            `const V${index} = ${anyOf(
              all.map((i) => `V${i}`),
              "'button'",
            )};`,
        ),
      ),
      'tsx',
    ),
  'objects handed on behind a call that splits': (shape) =>
    program(
      lines(
        `${BACKEND}import { log } from 'winston';`,
        'export function save(id, input) {',
        "const sent = clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: { a: input.a } });",
        each(shape, (index, all) => `const v${index} = [${['input', ...all.map((i) => `v${i}`)].join(', ')}];`),
        `log(v${last(shape)});`,
        'return sent;',
        '}',
      ),
    ),
  'functions that split and call each other with a part': (shape) =>
    program(
      lines(
        BACKEND,
        each(
          shape,
          (index, all) =>
            `export function f${index}(id, input) {
const sent = clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: { a: input.a } });
${all.map((i) => `f${i}(id, input.b${i});`).join('\n')}
return sent; }`,
        ),
      ),
    ),
  'calls that split': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, input) {`,
        each(
          shape,
          (i) => `await clerkClient.users.updateUser(id, { firstName: input.a${i}, publicMetadata: { a${i}: 1 } });`,
        ),
        '}',
      ),
    ),
  'calls with params of one variable': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(id, input) {`,
        'const p = { publicMetadata: input };',
        each(shape, () => `await clerkClient.users.updateUser(id, p);`),
        '}',
      ),
    ),
  'calls of wrappers': (shape) =>
    program(
      lines(
        BACKEND,
        each(shape, (i, a) =>
          lines(
            `async function w${i}(id, p) {`,
            `${
              a.length ? a.map((x) => `await w${x}(id, p);`).join(' ') : 'await clerkClient.users.updateUser(id, p);'
            } }`,
          ),
        ),
        `export async function save(id) { await w${last(shape)}(id, { publicMetadata: { a: 1 } }); }`,
      ),
    ),
  'writers in between': (shape) =>
    between(
      `await f${last(shape)}(id);`,
      each(shape, (i, a) =>
        lines(
          `async function f${i}(id) {`,
          `${
            a.length
              ? a.map((x) => `await f${x}(id);`).join(' ')
              : `await clerkClient.users.updateUserMetadata(id, { publicMetadata: { plan: 'q' } });`
          } }`,
        ),
      ),
    ),
  'functions handed on': (shape) =>
    between(
      `await f${last(shape)}(() => clerkClient.users.updateUserMetadata(id, { publicMetadata: { b: 1 } }));`,
      each(
        shape,
        (i, a) =>
          `async function f${i}(cb) { ${a.length ? a.map((x) => `await f${x}(cb);`).join(' ') : 'await cb();'} }`,
      ),
    ),
  'functions that return functions': (shape) =>
    between(
      `await f${last(shape)}()();`,
      each(shape, (i, a) => `const f${i} = () => ${a.length ? a.map((x) => `f${x}()`).join(' || ') : '() => 1'};`),
    ),
  'functions in literals': (shape) =>
    between(
      `await o${last(shape)}.run();`,
      each(shape, (i, a) => `const o${i} = { run() { ${a.map((x) => `o${x}.run();`).join(' ')} } };`),
    ),
  'methods of classes': (shape) =>
    program(
      lines(
        `${BACKEND}class A {`,
        each(shape, (i, a) => `async m${i}(id) { ${a.map((x) => `await this.m${x}(id);`).join(' ')} }`),
        'async save(id) {',
        'const user = await clerkClient.users.getUser(id);',
        `await this.m${last(shape)}(id);`,
        "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
        '}}',
      ),
    ),
  'lists of functions': (shape) =>
    between(
      `for (const f of l${last(shape)}) await f(id);`,
      each(shape, (i, a) => `const l${i} = [${a.map((x) => `...l${x}`).join(', ')}];`),
    ),
  'sets filled': (shape) =>
    between(
      `for (const f of l${last(shape)}) await f(id);`,
      each(shape, (i) => `const l${i} = new Set();`) +
        '\n' +
        each(shape, (i, a) => a.map((x) => `l${i}.add(l${x});`).join(' ')),
    ),
  'statements in between': (shape) =>
    between(
      each(shape, (i, a) => `const w${i} = ${a.length ? a.map((x) => `w${x}.k`).join(' + ') : 'xs'}; log(w${i});`),
    ),
  'ids assigned in between': (shape) =>
    program(
      lines(
        `${BACKEND}export async function save(o) {`,
        'const user = await clerkClient.users.getUser(o.id);',
        each(shape, (i, a) => `o.x${i} = ${a.length ? a.map((x) => `o.x${x}`).join(' + ') : '1'}; g${i}(o);`),
        "await clerkClient.users.updateUser(o.id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
        '}',
      ),
    ),
  'contents of mocks in literals': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        each(
          shape,
          (i, a) =>
            `const m${i} = { ${a.length ? a.map((x) => `...m${x}`).join(', ') : 'users: { updateUser: vi.fn() }'} };`,
        ),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)} }));`,
      ),
      'test.ts',
    ),
  'contents of mocks in members': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        each(shape, (i, a) =>
          lines(
            `const m${i} = {`,
            `in: ${
              a.length
                ? anyOf(
                    a.slice(1).map((x) => `m${x}.in`),
                    `m${a[0] ?? ''}.in`,
                  )
                : '{ users: { updateUser: vi.fn() } }'
            } };`,
          ),
        ),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)}.in }));`,
      ),
      'test.ts',
    ),
  'expectations of mocks': (shape) =>
    program(
      lines(
        "import { vi, expect, it } from 'vitest';",
        each(shape, (i, a) => `const u${i} = ${a.length ? `u${a[0] ?? ''}` : 'vi.fn()'};`),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: { users: { updateUser: u${last(shape)} } } }));`,
        `it('x', () => { expect(u${last(shape)}).toHaveBeenCalledWith('a', { publicMetadata: { a: 1 } }); });`,
      ),
      'test.ts',
    ),
  'mocks that implement': (shape) =>
    program(
      lines(
        "import { vi } from 'vitest';",
        each(
          shape,
          (i, a) =>
            `const m${i} = vi.fn(() => ${a.length ? `m${a[0] ?? ''}()` : '({ users: { updateUser: vi.fn() } })'});`,
        ),
        `vi.mock('@clerk/nextjs/server', () => ({ clerkClient: m${last(shape)} }));`,
      ),
      'test.ts',
    ),
  'modules that import each other': (shape) => ({
    files: [
      [
        '/app/a.ts',
        lines(
          `${BACKEND}import { f as g } from './m${last(shape)}';`,
          'export async function save(id) {',
          'const user = await clerkClient.users.getUser(id);',
          'await g(id);',
          "await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'p' } });",
          '}',
        ),
      ],
      ...shape.map((a, i) =>
        moduleFile(
          i,
          lines(
            a.map((x, at) => `import { f as f${String(at)} } from './m${String(x)}';`).join('\n'),
            `export async function f(id) { ${a.map((_, at) => `await f${String(at)}(id);`).join(' ')} }`,
          ),
        ),
      ),
    ],
  }),
  'values in modules': (shape) => ({
    files: [
      ['/app/a.ts', `${BACKEND}import { v } from './m${last(shape)}';\n${patch('v')}`],
      ...shape.map((a, i) =>
        moduleFile(
          i,
          lines(
            a.map((x, at) => `import { v as v${String(at)} } from './m${String(x)}';`).join('\n'),
            `export const v = ${anyOf(
              a.map((_, at) => `v${String(at)}`),
              "'p'",
            )};`,
          ),
        ),
      ),
    ],
  }),
  'types in modules': (shape) => ({
    files: [
      [
        '/app/a.ts',
        lines(
          `import type { T } from './m${last(shape)}';`,
          'export async function save(x: T, id: string) { await x.users.updateUser(id, { publicMetadata: {} });',
          '}',
        ),
      ],
      ...shape.map((a, i) =>
        moduleFile(
          i,
          lines(
            MAKER,
            a.map((x, at) => `import type { T as T${String(at)} } from './m${String(x)}';`).join('\n'),
            `export type T = ${[...a.map((_, at) => `T${String(at)}`), 'ClerkClient'].join(' | ')};`,
          ),
        ),
      ),
    ],
  }),
  'classes in modules': (shape) => ({
    files: [
      [
        '/app/a.ts',
        lines(
          `import { C } from './m${last(shape)}';`,
          'class D extends C { async save(id) { await this.client.users.updateUser(id, { publicMetadata: {} });',
          '} }',
        ),
      ],
      ...shape.map((a, i) =>
        moduleFile(
          i,
          lines(
            `${MAKER}${a.map((x, at) => `import { C as C${String(at)} } from './m${String(x)}';`).join('\n')}`,
            `export class C ${a.length ? `extends C0` : ''} {`,
            `${a.length ? '' : 'client = createClerkClient({});'} }`,
          ),
        ),
      ),
    ],
  }),
};
