import { inModule, testRule } from './rule-tester.ts';

const DEMOTE = (call: string): string =>
  inModule(`export async function f(id: string, body: any, client: any) {
  const user = await clerkClient.users.getUser(id);
  await ${call};
}`);
const COMPONENT = (call: string): string =>
  inModule(`export function A({ theme }: { theme: string }) {
  const { user } = useUser();
  return () => ${call};
}`);

testRule('no-metadata-in-update', {
  valid: [
    { name: 'no metadata', code: DEMOTE("clerkClient.users.updateUser(id, { firstName: 'A' })") },
    {
      name: 'the new methods',
      code: DEMOTE("clerkClient.users.replaceUserMetadata(id, { publicMetadata: { role: 'a' } })"),
    },
    {
      name: 'a stranger',
      code:
        'const db = { users: { updateUser: async (id: string, data: object) => ({ id, data }) } };\n' +
        "await db.users.updateUser('a', { publicMetadata: {} });\n",
    },
    { name: 'what is still valid', code: DEMOTE('clerkClient.users.createUser({ publicMetadata: {} })') },
    {
      name: 'silenced',
      code: DEMOTE(
        'clerkClient.users.updateUser(id, { publicMetadata: {} }) // clerk-metadata-ignore -- until March\n',
      ),
    },
    {
      name: 'unproven, where that is not wanted',
      code: DEMOTE('client.users.updateUser(id, { publicMetadata: {} })'),
      options: [{ reportUnproven: false }],
    },
    {
      name: 'params out of sight, where that is not wanted',
      code: DEMOTE('clerkClient.users.updateUser(id, body)'),
      options: [{ reportUnproven: false }],
    },
    {
      name: 'to be reviewed, where that is left for later',
      code: DEMOTE('clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, role: body.role } })'),
      options: [{ skipReview: true }],
    },
    { name: 'a file without a word of it', code: "export const a = 'b';\n" },
    {
      name: "modules of the user's own, not named in the options",
      code: "import { clerk } from '@acme/auth';\nawait clerk.users.update('a', { publicMetadata: {} });\n",
    },
  ],
  invalid: [
    {
      name: 'exact: a fix',
      code: DEMOTE("clerkClient.users.updateUser(id, { publicMetadata: { role: 'a' } })"),
      output: DEMOTE("clerkClient.users.replaceUserMetadata(id, { publicMetadata: { role: 'a' } })"),
      errors: [
        {
          message: '`updateUser()` no longer takes `publicMetadata`. Use `replaceUserMetadata()`.',
          line: 5,
          column: 27,
          endLine: 5,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'exact: two calls',
      code: DEMOTE(
        "clerkClient.users.updateUser(id, { firstName: 'A', publicMetadata: { ...user.publicMetadata, role: " +
          'undefined } })',
      ),
      output: DEMOTE(
        "clerkClient.users.updateUser(id, { firstName: 'A' });\n" +
          '  await clerkClient.users.updateUserMetadata(id, { publicMetadata: { role: null } })',
      ),
      errors: [
        {
          message: "Use `updateUserMetadata()`. `user` isn't used any more. Delete it.",
          suggestions: [
            {
              desc: 'Write `updateUser()` and `updateUserMetadata()`, and delete what is then unused.',
              output: inModule(
                [
                  'export async function f(id: string, body: any, client: any) {',
                  "  await clerkClient.users.updateUser(id, { firstName: 'A' });",
                  '  await clerkClient.users.updateUserMetadata(id, { publicMetadata: { role: null } });',
                  '}',
                ].join('\n'),
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'review: a suggestion, no fix',
      code: DEMOTE(
        'clerkClient.users.updateUser(user.id, { publicMetadata: { ...user.publicMetadata, role: body.role } })',
      ),
      output: null,
      errors: [
        {
          messageId: 'review',
          suggestions: [
            {
              desc: 'Write `updateUserMetadata()`, without the stored keys.',
              output: DEMOTE('clerkClient.users.updateUserMetadata(user.id, { publicMetadata: { role: body.role } })'),
            },
          ],
        },
      ],
    },
    {
      name: 'review, with exact: the other form, as a fix',
      code: DEMOTE(
        'clerkClient.users.updateUser(user.id, { publicMetadata: { ...user.publicMetadata, role: body.role } })',
      ),
      output: DEMOTE(
        'clerkClient.users.replaceUserMetadata(user.id, { publicMetadata: { ...user.publicMetadata, role: ' +
          'body.role } })',
      ),
      options: [{ exact: true }],
      errors: [{ messageId: 'exact' }],
    },
    {
      name: 'a full replacement in the browser: two suggestions',
      code: COMPONENT('user!.update({ unsafeMetadata: { theme } })'),
      output: null,
      errors: [
        {
          messageId: 'review',
          suggestions: [
            {
              desc: 'Write `updateMetadata()`.',
              output: COMPONENT('user!.updateMetadata({ unsafeMetadata: { theme } })'),
            },
            {
              desc: 'Write `updateMetadata()`, with null for every stored key: that replaces all of `unsafeMetadata`.',
              output: COMPONENT(
                'user!.updateMetadata({ unsafeMetadata: { ' +
                  '...Object.fromEntries(Object.keys(user!.unsafeMetadata).map((key) => [key, null])), theme } })',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'a full replacement in the browser, with exact: a report',
      code: COMPONENT('user!.update({ unsafeMetadata: theme as any })'),
      output: null,
      options: [{ exact: true }],
      errors: [{ messageId: 'review' }],
    },
    {
      name: 'manual: a report that says where metadata goes',
      code: DEMOTE('clerkClient.users.updateUser(id, body)'),
      output: null,
      errors: [
        {
          message:
            "`body` can't be traced and may contain metadata. Send metadata with `updateUserMetadata()`, the " +
            'rest with `updateUser()`.',
        },
      ],
    },
    {
      name: 'an unproven receiver',
      code: DEMOTE('client.users.updateUser(id, { publicMetadata: {} })'),
      output: null,
      errors: [{ messageId: 'manual' }],
    },
    {
      name: 'the method taken off, in the browser',
      code: COMPONENT('user!.update'),
      output: null,
      errors: [
        {
          message:
            "Calls of `user!.update` can't be traced. If they send metadata, pass on a function that calls " +
            '`updateMetadata()`.',
        },
      ],
    },
    {
      name: "a module of the user's own that passes the SDK on",
      code:
        "import { clerkClient } from '@acme/auth';\n" +
        "await clerkClient.users.updateUser('a', { publicMetadata: {} });\n",
      output:
        "import { clerkClient } from '@acme/auth';\n" +
        "await clerkClient.users.replaceUserMetadata('a', { publicMetadata: {} });\n",
      options: [{ packages: { '@acme/auth': '@clerk/express' } }],
      errors: [{ messageId: 'exact' }],
    },
    {
      name: 'a chain over lines: the mark is on the name of the method',
      code: DEMOTE('clerkClient\n    .users\n    .updateUser(id, { publicMetadata: {} })'),
      output: DEMOTE('clerkClient\n    .users\n    .replaceUserMetadata(id, { publicMetadata: {} })'),
      errors: [{ messageId: 'exact', line: 7, column: 6, endLine: 7, endColumn: 16 }],
    },
    {
      name: 'review, with two calls: the suggestion names both',
      code: DEMOTE(
        "clerkClient.users.updateUser(user.id, { firstName: 'A', publicMetadata: { ...user.publicMetadata, " +
          'role: body.role } })',
      ),
      output: null,
      errors: [
        {
          message:
            'Use `updateUserMetadata()`. If `body.role` is an object, its keys are now merged with the stored ' +
            'ones; null removes the key.',
          suggestions: [
            {
              desc: 'Write `updateUser()` and `updateUserMetadata()`, without the stored keys.',
              output: DEMOTE(
                "clerkClient.users.updateUser(user.id, { firstName: 'A' });\n" +
                  '  await clerkClient.users.updateUserMetadata(user.id, { publicMetadata })',
              ).replace(
                '  await clerkClient.users.updateUser(',
                '  const publicMetadata = { role: body.role };\n  await clerkClient.users.updateUser(',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'calls inside of each other: one pass',
      code: DEMOTE(
        'clerkClient.users.updateUser((await clerkClient.users.updateUser(id, { publicMetadata: {} })).id, { ' +
          "firstName: 'A', publicMetadata: {} })",
      ),
      output: DEMOTE(
        'clerkClient.users.updateUser((await clerkClient.users.updateUser(id, { publicMetadata: {} })).id, { ' +
          "firstName: 'A', publicMetadata: {} })",
      )
        .replace('  await clerkClient.users.updateUser((await', '  const userId = (await')
        .replace('updateUser(id', 'replaceUserMetadata(id')
        .replace(
          ").id, { firstName: 'A', publicMetadata: {} })",
          ').id;\n' +
            "  await clerkClient.users.updateUser(userId, { firstName: 'A' });\n" +
            '  await clerkClient.users.replaceUserMetadata(userId, { publicMetadata: {} })',
        ),
      errors: [{ messageId: 'exact' }, { messageId: 'exact' }],
    },
    {
      name: 'an exact call around one to review: the fix leaves that one alone',
      code: DEMOTE(
        'clerkClient.users.updateUser((await clerkClient.users.updateUser(user.id, { publicMetadata: { ' +
          "...user.publicMetadata, a: body.a } })).id, { firstName: 'A', privateMetadata: {} })",
      ),
      output: DEMOTE(
        'clerkClient.users.updateUser((await clerkClient.users.updateUser(user.id, { publicMetadata: { ' +
          "...user.publicMetadata, a: body.a } })).id, { firstName: 'A', privateMetadata: {} })",
      )
        .replace('  await clerkClient.users.updateUser((await', '  const userId = (await')
        .replace(
          ").id, { firstName: 'A', privateMetadata: {} })",
          ').id;\n' +
            "  await clerkClient.users.updateUser(userId, { firstName: 'A' });\n" +
            '  await clerkClient.users.replaceUserMetadata(userId, { privateMetadata: {} })',
        ),
      errors: [
        { messageId: 'exact' },
        {
          messageId: 'review',
          suggestions: [
            {
              desc: 'Write `updateUserMetadata()`, without the stored keys.',
              output: DEMOTE(
                'clerkClient.users.updateUser((await clerkClient.users.updateUserMetadata(user.id, { publicMetadata: ' +
                  "{ a: body.a } })).id, { firstName: 'A', privateMetadata: {} })",
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'CRLF, and characters outside the basic plane before the call',
      code:
        "import { clerkClient } from '@clerk/express';\r\n" +
        '// 🙂🙂\r\n' +
        "await clerkClient.users.updateUser('🙂', { publicMetadata: {} });\r\n",
      output:
        "import { clerkClient } from '@clerk/express';\r\n" +
        '// 🙂🙂\r\n' +
        "await clerkClient.users.replaceUserMetadata('🙂', { publicMetadata: {} });\r\n",
      errors: [{ messageId: 'exact', line: 3, column: 25 }],
    },
  ],
});
