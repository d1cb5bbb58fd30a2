import { inModule, testRule } from './rule-tester.ts';

const BACKEND = (params: string): string =>
  inModule(`export async function f(id: string, on: boolean) {
  await clerkClient.users.updateUserMetadata(id, ${params});
}`);
const FRONTEND = (params: string): string =>
  inModule(`export function A() {
  const { user } = useUser();
  return () => user!.updateMetadata(${params});
}`);

testRule('prefer-null-removal', {
  valid: [
    { name: 'null', code: BACKEND('{ publicMetadata: { role: null } }') },
    { name: 'an empty object inside', code: BACKEND('{ publicMetadata: { prefs: {} } }') },
    { name: 'a field that is not sent', code: BACKEND('{ publicMetadata: undefined, privateMetadata: { a: 1 } }') },
    {
      name: 'the replacing method',
      code: inModule(
        "await clerkClient.users.replaceUserMetadata('a', { publicMetadata: { role: undefined }, privateMetadata: {} });",
      ),
    },
    {
      name: 'memberships have a method of their own',
      code: inModule(
        "await clerkClient.organizations.updateOrganizationMembershipMetadata({ organizationId: 'a', userId: 'b', publicMetadata: {} });",
      ),
    },
    {
      name: 'a stranger',
      code: "import { db } from 'other-sdk';\nawait db.users.updateUserMetadata('a', { publicMetadata: {} });\n",
    },
    { name: 'silenced', code: BACKEND('{ publicMetadata: {} /* clerk-metadata-ignore */ }') },
  ],
  invalid: [
    {
      name: 'undefined at a key',
      code: BACKEND('{ publicMetadata: { role: undefined } }'),
      errors: [
        {
          message: "`updateUserMetadata()` doesn't send undefined, so the stored key stays. Use null to remove it.",
          line: 4,
          column: 76,
          suggestions: [{ messageId: 'useNull', output: BACKEND('{ publicMetadata: { role: null } }') }],
        },
      ],
    },
    {
      name: 'void 0, deeper',
      code: BACKEND('{ publicMetadata: { prefs: { theme: void 0 } } }'),
      errors: [
        {
          messageId: 'undefinedValue',
          suggestions: [{ messageId: 'useNull', output: BACKEND('{ publicMetadata: { prefs: { theme: null } } }') }],
        },
      ],
    },
    {
      name: 'under a condition',
      code: BACKEND("{ publicMetadata: { role: on ? 'a' : undefined } }"),
      errors: [
        {
          messageId: 'undefinedValue',
          suggestions: [{ messageId: 'useNull', output: BACKEND("{ publicMetadata: { role: on ? 'a' : null } }") }],
        },
      ],
    },
    {
      name: 'in what is spread under a condition',
      code: BACKEND('{ publicMetadata: { ...(on && { role: undefined }) } }'),
      errors: [
        {
          messageId: 'undefinedValue',
          suggestions: [{ messageId: 'useNull', output: BACKEND('{ publicMetadata: { ...(on && { role: null }) } }') }],
        },
      ],
    },
    {
      name: 'an empty field, where there is a method that replaces',
      code: BACKEND('{ publicMetadata: {} }'),
      errors: [
        {
          message:
            '`updateUserMetadata()` merges, so an empty `publicMetadata` changes nothing. To clear it, use `replaceUserMetadata()`.',
        },
      ],
    },
    {
      name: 'an empty field, where there is none',
      code: FRONTEND('{ unsafeMetadata: {} }'),
      errors: [
        {
          message:
            '`updateMetadata()` merges, so an empty `unsafeMetadata` changes nothing. To clear it, set each key to null.',
        },
      ],
    },
  ],
});
