/** Whose call it is, and how the program gets at what is stored. */
import fc from 'fast-check';
import { choose } from './choose.ts';

// Whose call it is.

export interface Receiver {
  readonly module: string;
  readonly prelude: string;
  readonly receiver: string;
  /** What methods that read are called on; undefined: the same. */
  readonly reader?: string;
}

export const NEXT = "import { auth, clerkClient, currentUser } from '@clerk/nextjs/server';";
export const BACKEND =
  "import { createClerkClient } from '@clerk/backend';\nconst client = createClerkClient({ secretKey: 'sk_test_x' });";
export const backendReceiver: fc.Arbitrary<Receiver> = fc.constantFrom(
  { module: "import { clerkClient } from '@clerk/express';", prelude: '', receiver: 'clerkClient.$API' },
  { module: BACKEND, prelude: '', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
  { module: NEXT, prelude: '', receiver: '(await clerkClient()).$API' },
  { module: NEXT, prelude: 'const { $API } = await clerkClient();', receiver: '$API' },
  { module: NEXT, prelude: 'const { $API: api } = await clerkClient();', receiver: 'api' },
  {
    module: `${BACKEND}\nconst getClient = () => {\n  log('client');\n  return client;\n};`,
    prelude: '',
    receiver: 'getClient().$API',
    reader: 'client.$API',
  },
  { module: BACKEND, prelude: '', receiver: 'client?.$API', reader: 'client.$API' },
  { module: BACKEND, prelude: '', receiver: 'client.$API?', reader: 'client.$API' },
  { module: BACKEND, prelude: '', receiver: "client['$API']" },
  { module: BACKEND, prelude: 'let service = client.$API;', receiver: 'service' },
  {
    module: BACKEND,
    prelude: 'const perhaps = flag ? client : undefined;',
    receiver: 'perhaps?.$API',
    reader: 'client.$API',
  },
  {
    module: BACKEND,
    prelude: 'const connect = async () => {\n  log("connect");\n  return flag ? client : undefined;\n};',
    receiver: '(await connect())?.$API',
    reader: 'client.$API',
  },
  { module: "import type { ClerkClient } from '@clerk/backend';", prelude: '', receiver: 'client.$API' },
);
export const frontendReceiver: fc.Arbitrary<Receiver> = fc.constantFrom(
  { module: "import { useUser } from '@clerk/nextjs';", prelude: 'const { user } = useUser();', receiver: 'user' },
  { module: "import { useUser } from '@clerk/nextjs';", prelude: 'const { user } = useUser();', receiver: 'user!' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const { user } = useUser();', receiver: 'user?' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const { user: me } = useUser();', receiver: 'me' },
  { module: "import { useClerk } from '@clerk/react';", prelude: 'const clerk = useClerk();', receiver: 'clerk.user' },
  {
    module: "import { useClerk } from '@clerk/react';",
    prelude: 'const clerk = useClerk();',
    receiver: 'clerk?.user?',
    reader: 'clerk.user',
  },
  {
    module: "import { useSession } from '@clerk/react';",
    prelude: 'const { session } = useSession();',
    receiver: 'session.user',
  },
  { module: "import type { UserResource } from '@clerk/shared/types';", prelude: '', receiver: 'given_user' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const user = useUser().user;', receiver: 'user' },
  {
    module:
      "import { useUser } from '@clerk/react';\nconst getUser = (user: any) => {\n  log('user');\n  return user;\n};",
    prelude: 'const { user } = useUser();',
    receiver: 'user',
  },
);

/** How the program gets at the subject, and by which id the call names it. */
export interface Subject {
  readonly prelude: string;
  readonly variable: string;
  readonly id: string;
}
export const fetched = (expression: string, id = 'id', variable = 'user'): Subject => ({
  prelude: `const ${variable} = ${expression};`,
  variable,
  id,
});
function repeated<T>(times: number, entry: T): T[] {
  return Array.from({ length: times }, () => entry);
}
export const backendSubject: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(fetched('await $A.$GET(id)')) },
  {
    weight: 14,
    arbitrary: fc.constantFrom(
      fetched('await $A.$GET(id)', "fx('id$N', id) as string"),
      fetched('await $A.$GET(id)', 'user.id'),
      ...repeated(3, fetched('await $A.$GET(options.id)', 'options.id')),
      ...repeated(20, {
        prelude: 'const user = await $A.$GET(options.id);\noptions.id = other;',
        variable: 'user',
        id: 'options.id',
      }),
      ...repeated(16, fetched('await $A.$GET(other)', 'id')),
      fetched('await $A.$GET(other)', 'other'),
      fetched("await $A.$GET('$LITERAL')", "'$LITERAL'"),
      fetched('await $A.$GET(id)', 'same'),
      fetched('await $A.$GET(id)', '`${id}`'),
      fetched('await $A.$GET(ids[0])', 'ids[0]'),
      fetched('await $A.$GET(id)', 'ids[counter++]'),
      { prelude: 'let user = await $A.$GET(id);', variable: 'user', id: 'id' },
      { prelude: 'let user = await $A.$GET(id);\nuser = await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'let user = await $A.$GET(id);\nif (flag) user = await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'let user;\nuser = await $A.$GET(id);', variable: 'user', id: 'id' },
      {
        prelude: 'let user: any;\nif (flag) user = await $A.$GET(id);\nelse user = await $A.$GET(other);',
        variable: 'user',
        id: 'id',
      },
      {
        prelude: 'const [user, second] = await Promise.all([$A.$GET(id), $A.$GET(other)]);',
        variable: 'user',
        id: 'id',
      },
      {
        prelude: 'const [second, user] = await Promise.all([$A.$GET(id), $A.$GET(other)]);',
        variable: 'user',
        id: 'id',
      },
      { prelude: 'const load = async () => $A.$GET(id);\nconst user = await load();', variable: 'user', id: 'id' },
      {
        prelude: 'const load = async (which: string) => await $A.$GET(which);\nconst user = await load(id);',
        variable: 'user',
        id: 'id',
      },
      fetched("await $WRITE(id, { $F: { plan: 'before' } })"),
      fetched("await $OLD(id, { $G: 'Before' })"),
      { prelude: 'const found = (await $A.$GETList()).data;\nconst user = found[0];', variable: 'user', id: 'user.id' },
      { prelude: 'const found = (await $A.$GETList()).data;\nconst user = found[0];', variable: 'user', id: 'id' },
      {
        prelude: 'const found = (await $A.$GETList()).data;\nconst user = found.find((one) => one.id === id);',
        variable: 'user',
        id: 'id',
      },
      { prelude: '', variable: 'given_user', id: 'given_user.id' },
      { prelude: '', variable: '(await $A.$GET(id))', id: 'id' },
      { prelude: '', variable: '(await $A.$GET(other))', id: 'id' },
      { prelude: 'const user = flag ? await $A.$GET(id) : await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'const user = await $A.$GET(id);\nconst userId = user.id;', variable: 'user', id: 'userId' },
      { prelude: 'const { id: userId, ...user } = await $A.$GET(id);', variable: 'user', id: 'userId' },
    ),
  },
);
export const signedIn: fc.Arbitrary<Subject> = fc.constantFrom(
  { prelude: 'const { userId } = await auth();\nconst user = await currentUser();', variable: 'user!', id: 'userId!' },
  { prelude: 'const user = await currentUser();', variable: 'user', id: 'user.id' },
  { prelude: 'const { userId } = await auth();\nconst user = await $A.$GET(userId);', variable: 'user', id: 'userId' },
  { prelude: 'const user = await currentUser();', variable: 'user', id: 'id' },
  {
    prelude:
      'const { userId, sessionClaims } = await auth();\nconst user = { $F: sessionClaims.metadata, $F2: {}, $G: "claim" } as any;',
    variable: 'user',
    id: 'userId',
  },
);

/** How the program reads the stored value of a field; before `=>` what it does for it. */
export const storedForm = choose(
  '$U.$F',
  '$U?.$F',
  '$U!.$F',
  "$U['$F']",
  '($U.$F as any)',
  '$U.$F ?? {}',
  '$U.$F || {}',
  '($U.$F)',
  'const meta = $U.$F;\n=> meta',
  'const meta = $U.$F ?? {};\n=> meta',
  'const { $F } = $U;\n=> $F',
  'const { $F: meta } = $U;\n=> meta',
  'const { $F: meta = {} } = $U;\n=> meta',
  'const first = $U.$F;\nconst meta = first;\n=> meta',
  'let meta = $U.$F;\n=> meta',
  [10, "let meta: any = $U.$F;\nmeta = { role: 'reassigned' };\n=> meta"],
  [6, "let meta: any = $U.$F;\nif (flag) meta = { role: 'reassigned' };\n=> meta"],
  "const meta: any = $U.$F;\nif (meta) meta.role = 'mutated';\n=> meta",
  'const meta: any = $U.$F;\nif (meta) delete meta.role;\n=> meta',
  'const meta = $U.$F;\ntouch(meta);\n=> meta',
  'const meta = { ...$U.$F };\n=> meta',
  'const meta: any = { ...$U.$F };\nmeta.role = text;\n=> meta',
  'const meta = JSON.parse(JSON.stringify($U.$F ?? {}));\n=> meta',
  'const meta = structuredClone($U.$F);\n=> meta',
  [24, '$U.$F2'],
  [3, 'flag ? $U.$F : {}'],
  '(flag && $U.$F)',
  "(fx('s$N', $U.$F) as object)",
  "const $F = { role: 'local' };\n=> $F",
  'const meta = flag ? $U.$F : {};\n=> meta',
  'Object.assign({}, $U.$F)',
  '{ ...$U.$F }',
  'const meta: any = Object.assign({}, $U.$F);\n=> meta',
  'const meta: any = $U.$F;\nconst inside = meta?.prefs;\nif (inside) inside.theme = "inside";\n=> meta',
  'const store = new Map([["one", $U.$F]]);\n=> store.get("one")',
  'const bag = { meta: $U.$F };\n=> bag.meta',
  'const [meta] = [$U.$F];\n=> meta',
  '(log("reading$N"), $U.$F)',
  'given',
);
