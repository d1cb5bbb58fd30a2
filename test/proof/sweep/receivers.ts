import { POSITIONS } from './forms/positions.ts';
import { fill } from './form.ts';
import type { Draft } from './sweep-program.ts';
import type { Role } from './roles.ts';
import { FRONTEND, USERS, type Surface } from './surfaces.ts';

/** What the update may be called on, and how a program gets at it. */
interface Source {
  readonly name: string;
  readonly surface: Surface;
  readonly imports: string;
  readonly module?: string;
  readonly start: string;
  /** What the update is called on, with the chain that follows it. */
  readonly receiver: string;
  /** The stored value, as a path. */
  readonly stored: string;
  /** A general value that reads from it. */
  readonly general: string;
  /** For programs whose body is a method: the class around it, and its call. */
  readonly inClass?: boolean;
}

const REACT = "import { useClerk, useSession, useUser } from '@clerk/react';";
const SERVER = "import { clerkClient, createClerkClient, type ClerkClient } from '@clerk/backend';";

function frontend(
  name: string,
  imports: string,
  start: string,
  path: string,
  link: '.' | '?.' | '!.',
  module = '',
): Source {
  return {
    name,
    surface: FRONTEND,
    imports,
    module,
    start,
    receiver: `${path}${link}`,
    stored: `${path}${link}unsafeMetadata`,
    general: `${path}${link}firstName ?? 'none'`,
  };
}

function backend(name: string, imports: string, module: string, start: string, users: string): Source {
  return {
    name,
    surface: USERS,
    imports,
    module,
    start: [start, `const user = await ${users}.getUser(id);`].filter((line) => line !== '').join('\n'),
    receiver: `${users}.`,
    stored: 'user.publicMetadata',
    general: "user.firstName ?? 'none'",
  };
}

const SOURCES: readonly Source[] = [
  frontend('user', REACT, 'const { user } = useUser();\nif (!user) return;', 'user', '.'),
  frontend('user?', REACT, 'const { user } = useUser();', 'user', '?.'),
  frontend('user!', REACT, 'const { user } = useUser();', 'user', '!.'),
  frontend('let user', REACT, 'let { user } = useUser();\nif (!user) return;', 'user!', '.'),
  frontend(
    'useUser().user',
    REACT,
    'const { isLoaded } = useUser();\nif (!isLoaded) return;\nconst me = useUser().user;',
    'me',
    '?.',
  ),
  frontend('clerk.user?', REACT, 'const clerk = useClerk();', 'clerk.user', '?.'),
  frontend('clerk.user!', REACT, 'const clerk = useClerk();', 'clerk.user', '!.'),
  frontend('clerk?.user?', REACT, 'const clerk = useClerk();', 'clerk?.user', '?.'),
  frontend('user of useClerk', REACT, 'const { user } = useClerk();', 'user', '?.'),
  frontend('session?.user', REACT, 'const { session } = useSession();', 'session?.user', '?.'),
  frontend('session!.user', REACT, 'const { session } = useSession();', 'session!.user', '!.'),
  frontend(
    'a function that gives clerk.user',
    REACT,
    'const clerk = useClerk();\nconst getUser = () => clerk.user;',
    'getUser()',
    '?.',
  ),
  frontend(
    'a getter that gives clerk.user',
    REACT,
    'const clerk = useClerk();\nconst auth = { get user() { return clerk.user; } };',
    'auth.user',
    '?.',
  ),
  frontend('window.Clerk.user', '', '', 'window.Clerk?.user', '?.'),
  frontend('user.value', "import { useUser } from '@clerk/vue';", 'const { user } = useUser();', 'user.value', '?.'),
  frontend(
    'user.value!',
    "import { useUser } from '@clerk/vue';",
    'const { user } = useUser();\nif (!user.value) return;',
    'user.value',
    '!.',
  ),
  frontend(
    'clerk.value.user',
    "import { useClerk } from '@clerk/vue';",
    'const clerk = useClerk();',
    'clerk.value?.user',
    '?.',
  ),
  frontend('$userStore.get()', "import { $userStore } from '@clerk/astro/client';", '', '$userStore.get()', '?.'),
  frontend(
    'ctx.user',
    "import { useClerkContext } from 'svelte-clerk';",
    'const ctx = useClerkContext();',
    'ctx.user',
    '?.',
  ),
  backend('client.users', SERVER, "const client = createClerkClient({ secretKey: 'sk_test_x' });", '', 'client.users'),
  backend('clerkClient.users', "import { clerkClient } from '@clerk/express';", '', '', 'clerkClient.users'),
  backend(
    '(await clerkClient()).users',
    "import { clerkClient } from '@clerk/nextjs/server';",
    '',
    '',
    '(await clerkClient()).users',
  ),
  backend(
    'client of clerkClient()',
    "import { clerkClient } from '@clerk/nextjs/server';",
    '',
    'const client = await clerkClient();',
    'client.users',
  ),
  backend(
    'users of clerkClient()',
    "import { clerkClient } from '@clerk/nextjs/server';",
    '',
    'const { users } = await clerkClient();',
    'users',
  ),
  backend(
    'let client',
    SERVER,
    "let client = createClerkClient({ secretKey: 'sk_test_x' });",
    "if (text === 'never') client = createClerkClient({ secretKey: 'sk_test_y' });",
    'client.users',
  ),
  backend(
    'a function that gives the client',
    SERVER,
    "const client = createClerkClient({ secretKey: 'sk_test_x' });\nconst getClient = () => client;",
    '',
    'getClient().users',
  ),
  backend(
    'a client in an object',
    SERVER,
    "const services = { clerk: createClerkClient({ secretKey: 'sk_test_x' }) };",
    '',
    'services.clerk.users',
  ),
  {
    ...backend(
      'this.clerk.users',
      SERVER,
      "const client = createClerkClient({ secretKey: 'sk_test_x' });",
      '',
      'this.clerk.users',
    ),
    inClass: true,
  },
];

/** What the update is given: `$S` is the stored value, `$G` a general value from the receiver, `$F` the field. */
const PARAMS: Readonly<Record<string, string>> = {
  metadata: "{ $F: { ...$S, mark: 'main' } }",
  'metadata with a general field': "{ firstName: 'main', $F: { ...$S, mark: 'main' } }",
  'metadata with general fields of its own': "{ lastName: 'main', firstName: $G, $F: { ...$S, mark: $G } }",
  'metadata with effects':
    "{ firstName: fx('general', 'main'), $F: { ...$S, mark: fx('metadata', 'main') }, lastName: fx('last', text) }",
  'metadata without the stored': "{ firstName: 'main', $F: { mark: 'main' } }",
  'metadata under a condition': "{ firstName: 'main', ...(count > 1 && { $F: { ...$S, mark: 'main' } }) }",
};

export const RECEIVER_ROLES: readonly Role[] = SOURCES.flatMap((source) =>
  Object.entries(PARAMS).map(([kind, params]): Role => ({
    name: `the update on ${source.name}, ${kind}`,
    forms: POSITIONS,
    places: ['itself'],
    draft: (form, _, surface) => (surface.name === source.surface.name ? draftOf(source, params, form) : undefined),
  })),
);

function draftOf(
  { surface, imports, module = '', start, receiver, stored, general, inClass }: Source,
  params: string,
  form: (typeof POSITIONS)[number],
): Draft | undefined {
  const isMethod = inClass === true;
  // `this` is another one there, and an `await` has no place in a function that isn't async.
  if (isMethod && /\bfunction\b|\bclass \w|\w\(\) \{|get \w/.test(form.setup)) return undefined;
  if (
    receiver.includes('await') &&
    /=> \$C|\(\) => \{ void|function\* |static \{|soon = \$C|soon: unknown = \$C|get saved|new Promise\(\(done\)/.test(
      form.setup,
    )
  )
    return undefined;
  const isLost =
    surface.name === 'frontend' &&
    /\bclass |\bfunction\b|get saved|save\(\)/.test(form.setup) &&
    !/[?!]\.$/.test(receiver) &&
    /^user\.$/.test(receiver);
  const [path, metadata] = isLost ? ['user!.', 'user!.unsafeMetadata'] : [receiver, stored];
  const given = fill(params, {
    $F: surface.field,
    $S: metadata,
    $G: isLost ? general.replace('user.', 'user!.') : general,
  });
  const call = surface.name === 'users' ? `${path}updateUser(id, ${given})` : `${path}update(${given})`;
  return {
    imports,
    module,
    start,
    fetch: '',
    isMethod,
    isTsx: form.isTsx,
    mayMerge: false,
    update: () => fill(form.setup, { $C: call }),
  };
}
