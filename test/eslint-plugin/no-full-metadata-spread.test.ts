import { inModule, testRule } from './rule-tester.ts';

const BACKEND = (call: string, before = ''): string =>
  inModule(`export async function f(id: string, other: string, body: any) {
  const user = await clerkClient.users.getUser(id);${before}
  await clerkClient.users.${call};
}`);
const FRONTEND = (call: string, before = ''): string =>
  inModule(`export function A({ theme }: { theme: string }) {
  const { user } = useUser();
  return async () => {${before}
    await user!.${call};
  };
}`);
const DEMANDING = 'declare global { interface UserPublicMetadata { role: string; plan?: string } }\n';

testRule('no-full-metadata-spread', {
  valid: [
    { name: 'no spread', code: BACKEND("updateUserMetadata(id, { publicMetadata: { role: 'a' } })") },
    {
      name: 'the replacing method, which needs the spread',
      code: BACKEND("replaceUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: 'a' } })"),
    },
    {
      name: "a general update is the other rule's",
      code: BACKEND("updateUser(id, { publicMetadata: { ...user.publicMetadata, role: 'a' } })"),
    },
    {
      name: 'copied to another user',
      code: BACKEND('updateUserMetadata(other, { publicMetadata: { ...user.publicMetadata, copied: true } })'),
    },
    {
      name: 'copied to another field',
      code: BACKEND('updateUserMetadata(id, { privateMetadata: { ...user.publicMetadata, copied: true } })'),
    },
    {
      name: 'a spread of something else',
      code: BACKEND('updateUserMetadata(id, { publicMetadata: { ...body, role: 1 } })'),
    },
    {
      name: 'silenced',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: 'a' } }) // clerk-metadata-ignore\n",
      ),
    },
    {
      name: 'a stranger',
      code:
        "import { db } from 'other-sdk';\n" +
        "const user = await db.users.getUser('a');\n" +
        "await db.users.updateUserMetadata('a', { publicMetadata: { ...user.publicMetadata } });\n",
    },
  ],
  invalid: [
    {
      name: 'the stored value, backend',
      code: BACKEND("updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: 'a' } })"),
      output: BACKEND("updateUserMetadata(id, { publicMetadata: { role: 'a' } })"),
      errors: [{ messageId: 'spread', line: 5, column: 70 }],
    },
    {
      name: 'the stored value, with a default, frontend',
      code: FRONTEND('updateMetadata({ unsafeMetadata: { ...(user!.unsafeMetadata ?? {}), theme } })'),
      output: FRONTEND('updateMetadata({ unsafeMetadata: { theme } })'),
      errors: [
        {
          message:
            '`updateMetadata()` merges. Sending the stored `unsafeMetadata` can undo changes of others: send only what changes.',
        },
      ],
    },
    {
      name: 'what is behind it stays as it is: undefined does nothing with the spread either',
      code: BACKEND(
        'updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: undefined, prefs: { a: 1 } } })',
      ),
      output: BACKEND('updateUserMetadata(id, { publicMetadata: { role: undefined, prefs: { a: 1 } } })'),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'left to a person where the repository demands a key that only the spread gives',
      code: DEMANDING + BACKEND('updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, plan: "a" } })'),
      output: null,
      errors: [{ messageId: 'onlySpread' }],
    },
    {
      name: 'the key that the repository demands is there',
      code: DEMANDING + BACKEND('updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: "a" } })'),
      output: DEMANDING + BACKEND('updateUserMetadata(id, { publicMetadata: { role: "a" } })'),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'at a path, too',
      code: BACKEND('updateUserMetadata(id, { publicMetadata: { prefs: { ...user.publicMetadata.prefs, a: 1 } } })'),
      output: BACKEND('updateUserMetadata(id, { publicMetadata: { prefs: { a: 1 } } })'),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'both at once',
      code: BACKEND(
        'updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, prefs: { ...user.publicMetadata.prefs, a: 1 } } })',
      ),
      output: BACKEND('updateUserMetadata(id, { publicMetadata: { prefs: { a: 1 } } })'),
      errors: [{ messageId: 'spread' }, { messageId: 'spread' }],
    },
    {
      name: 'where something is written before it, the stored value is not the first thing in its branch',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: { role: 'member', ...(body && { ...user.publicMetadata, kept: true }) } })",
      ),
      errors: [
        {
          messageId: 'maybeSpread',
          suggestions: [
            {
              desc: 'Remove `...user.publicMetadata`.',
              output: BACKEND(
                "updateUserMetadata(id, { publicMetadata: { role: 'member', ...(body && { kept: true }) } })",
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'first in a branch before which nothing is written',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: { ...(body && { ...user.publicMetadata, kept: true }), role: 'member' } })",
      ),
      output: BACKEND("updateUserMetadata(id, { publicMetadata: { ...(body && { kept: true }), role: 'member' } })"),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'held to a type, it may have to have what is stored',
      code: BACKEND(
        'updateUserMetadata(id, { publicMetadata })',
        `
  const publicMetadata: { role: string; plan: string } = { ...(user.publicMetadata as any), role: 'admin' };`,
      ),
      errors: [{ messageId: 'onlySpread' }],
    },
    {
      name: 'held to a type by satisfies',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: { ...(user.publicMetadata as any), role: 'admin' } satisfies { role: string; plan: string } })",
      ),
      errors: [{ messageId: 'onlySpread' }],
    },
    {
      name: 'Object.assign with what may be null',
      code: BACKEND('updateUserMetadata(id, { publicMetadata: Object.assign({}, user.publicMetadata, body) })'),
      output: BACKEND('updateUserMetadata(id, { publicMetadata: Object.assign({}, body) })'),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'Object.assign',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: Object.assign({}, user.publicMetadata, { role: 'a' }) })",
      ),
      output: BACKEND("updateUserMetadata(id, { publicMetadata: { role: 'a' } })"),
      errors: [{ messageId: 'spread' }],
    },
    {
      name: 'not first: the stored value wins, so it is for a person to see',
      code: BACKEND("updateUserMetadata(id, { publicMetadata: { role: 'a', ...user.publicMetadata } })"),
      output: null,
      errors: [
        {
          messageId: 'maybeSpread',
          suggestions: [
            {
              desc: 'Remove `...user.publicMetadata`.',
              output: BACKEND("updateUserMetadata(id, { publicMetadata: { role: 'a' } })"),
            },
          ],
        },
      ],
    },
    {
      name: 'written since it was read',
      code: BACKEND(
        "updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata, role: 'a' } })",
        '\n  await clerkClient.users.updateUserMetadata(id, { publicMetadata: { seen: true } });',
      ),
      output: null,
      errors: [
        {
          messageId: 'maybeSpread',
          suggestions: [
            {
              desc: 'Remove `...user.publicMetadata`.',
              output: BACKEND(
                "updateUserMetadata(id, { publicMetadata: { role: 'a' } })",
                '\n  await clerkClient.users.updateUserMetadata(id, { publicMetadata: { seen: true } });',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'nothing but the stored value',
      code: BACKEND('updateUserMetadata(id, { publicMetadata: { ...user.publicMetadata } })'),
      output: null,
      errors: [{ messageId: 'onlySpread' }],
    },
    {
      name: 'a comment inside what would go',
      code: BACKEND("updateUserMetadata(id, { publicMetadata: { ...(/* all */ user.publicMetadata), role: 'a' } })"),
      output: null,
      errors: [{ messageId: 'onlySpread' }],
    },
    {
      name: 'a key left out of the stored object',
      code: FRONTEND(
        'updateMetadata({ unsafeMetadata: rest })',
        '\n    const { theme: _, ...rest } = user!.unsafeMetadata;',
      ),
      output: null,
      errors: [
        {
          messageId: 'leftOut',
          suggestions: [
            { messageId: 'setToNull', output: FRONTEND('updateMetadata({ unsafeMetadata: { theme: null } })') },
          ],
        },
      ],
    },
  ],
});
