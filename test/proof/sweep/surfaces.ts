import type { MetadataField } from '../../service/store.ts';

/** How a write in between is made, and whom it concerns. */
export type WriteKind = 'merge' | 'replace' | 'other field' | 'other user';

/** What programs of one surface are written with. */
export interface Surface {
  readonly name: 'users' | 'frontend';
  readonly field: MetadataField;
  /** Lines at the top of the module. */
  readonly imports: string;
  readonly module: string;
  /** The function's first statements. */
  readonly start: string;
  /** What makes `user`. */
  readonly fetch: (id: string) => string;
  /** The stored value of the field, as a name or a path that comes from the fetch, and its type. */
  readonly stored: string;
  readonly storedType: string;
  readonly userType: string;
  readonly paramsType: string;
  /** The general update, as a call. */
  readonly update: (id: string, params: string) => string;
  /** What somebody would write by hand where a merge does. */
  readonly merge: (id: string, params: string) => string;
  /** The statement of a function that writes in between, whose parameter `who` is the id. */
  readonly writes: Readonly<Partial<Record<WriteKind, string>>>;
  /** What a function of the module gets at the user by: its declaration, and what the program puts there. */
  readonly current: { readonly module: string; readonly start: string; readonly id: string };
  /** What the update is called on, its type, and the call with something in its place. */
  readonly receivers: readonly Receiver[];
}

export interface Receiver {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  readonly update: (receiver: string, id: string, params: string) => string;
}

export const USERS: Surface = {
  name: 'users',
  field: 'publicMetadata',
  imports: "import { createClerkClient, type ClerkClient, type User } from '@clerk/backend';",
  module: "const client = createClerkClient({ secretKey: 'sk_test_x' });",
  start: '',
  fetch: (id) => `const user = await client.users.getUser(${id});`,
  stored: 'user.publicMetadata',
  storedType: 'UserPublicMetadata',
  userType: 'User',
  paramsType: "Parameters<ClerkClient['users']['updateUser']>[1]",
  update: (id, params) => `client.users.updateUser(${id}, ${params})`,
  merge: (id, params) => `client.users.updateUserMetadata(${id}, ${params})`,
  writes: {
    merge: 'await client.users.updateUserMetadata(who, { publicMetadata: { role: null, wiped: true } });',
    replace: 'await client.users.updateUser(who, { publicMetadata: { wiped: true } });',
    'other field': 'await client.users.updateUserMetadata(who, { privateMetadata: { role: null, wiped: true } });',
    'other user': 'await client.users.updateUserMetadata(who, { publicMetadata: { role: null, wiped: true } });',
  },
  current: { module: "let current = '';", start: 'current = id;', id: 'current' },
  receivers: [
    {
      name: 'client',
      value: 'client',
      type: 'ClerkClient',
      update: (receiver, id, params) => `${receiver}.users.updateUser(${id}, ${params})`,
    },
    {
      name: 'users',
      value: 'client.users',
      type: "ClerkClient['users']",
      update: (receiver, id, params) => `${receiver}.updateUser(${id}, ${params})`,
    },
  ],
};

export const FRONTEND: Surface = {
  name: 'frontend',
  field: 'unsafeMetadata',
  imports:
    "import { useClerk, useUser } from '@clerk/react';\nimport type { UserResource } from '@clerk/shared/types';",
  module: '',
  start: 'const { user } = useUser();\nif (!user) return;',
  fetch: () => 'const meta = user.unsafeMetadata;',
  stored: 'meta',
  storedType: 'UserUnsafeMetadata',
  userType: 'UserResource',
  paramsType: "Parameters<UserResource['update']>[0]",
  update: (_, params) => `user.update(${params})`,
  merge: (_, params) => `user.updateMetadata(${params})`,
  writes: {
    merge: 'await user.updateMetadata({ unsafeMetadata: { role: null, wiped: true } });',
    'other field': "await user.update({ firstName: 'wiped' });",
  },
  current: { module: 'let current: UserResource | undefined;', start: 'current = user;', id: "''" },
  receivers: [
    {
      name: 'user',
      value: 'user',
      type: 'UserResource',
      update: (receiver, _, params) => `${receiver}.update(${params})`,
    },
    {
      name: 'clerk',
      value: 'useClerk()',
      type: 'ReturnType<typeof useClerk>',
      update: (receiver, _, params) => `${receiver}.user?.update(${params})`,
    },
  ],
};

export const SURFACES: readonly Surface[] = [USERS, FRONTEND];
