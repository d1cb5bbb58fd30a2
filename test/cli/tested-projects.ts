/**
 * Small projects with tests that mock the SDK, each as its author's tool runs them: their tests pass, and have to pass
 * again once they are migrated.
 */

export interface TestedProject {
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  /** What the migrated tests say. */
  readonly says: readonly string[];
}

const PACKAGE =
  '{ "name": "app", "private": true, "type": "module", "dependencies": { "@clerk/backend": "^3.7.0", "@clerk/nextjs": "^7.5.2" } }\n';

const VITEST: TestedProject = {
  tool: 'vitest',
  says: [
    'users: { replaceUserMetadata: updateUser }',
    "expect(organizations.replaceOrganizationMetadata).toHaveBeenCalledWith('org_1', { publicMetadata: { seats: 7 } });",
    "vi.spyOn(clerk.users, 'replaceUserMetadata')",
    "user: { unsafeMetadata: { theme: 'light' }, updateMetadata: update }",
  ],
  files: {
    'package.json': PACKAGE,
    'src/plan.ts': `import { clerkClient } from '@clerk/nextjs/server';

export async function rename(userId: string, firstName: string) {
  const client = await clerkClient();
  await client.users.updateUser(userId, { firstName });
}

export async function setPlan(userId: string, plan: string) {
  const client = await clerkClient();
  await client.users.updateUser(userId, { publicMetadata: { plan } });
}
`,
    'src/plan.test.ts': `import { beforeEach, expect, it, vi } from 'vitest';
import { setPlan } from './plan';

const { updateUser } = vi.hoisted(() => ({ updateUser: vi.fn() }));

vi.mock('@clerk/nextjs/server', () => ({ clerkClient: vi.fn(async () => ({ users: { updateUser } })) }));

beforeEach(() => updateUser.mockReset());

it('sets the plan', async () => {
  await setPlan('user_1', 'pro');
  expect(updateUser).toHaveBeenCalledTimes(1);
  expect(updateUser.mock.calls[0]?.[1]).toEqual({ publicMetadata: { plan: 'pro' } });
});
`,
    'src/seats.ts': `import { createClerkClient, type ClerkClient } from '@clerk/backend';

const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY });

export async function setSeats(organizationId: string, seats: number) {
  const organization = await clerk.organizations.updateOrganization(organizationId, { publicMetadata: { seats } });
  return organization.id;
}

export class Moderator {
  private readonly client: ClerkClient;
  constructor(client: ClerkClient) {
    this.client = client;
  }

  async ban(userId: string, reason: string) {
    await this.client.users.updateUser(userId, { privateMetadata: { banned: true, reason } });
  }
}
`,
    'src/seats.test.ts': `import { createClerkClient } from '@clerk/backend';
import { expect, it, vi } from 'vitest';
import { setSeats } from './seats';

vi.mock('@clerk/backend', () => {
  const organizations = { updateOrganization: vi.fn() };
  return { createClerkClient: vi.fn(() => ({ organizations })) };
});

it('sets the seats', async () => {
  const { organizations } = createClerkClient({});
  vi.mocked(organizations.updateOrganization).mockResolvedValueOnce({ id: 'org_1' } as never);
  expect(await setSeats('org_1', 7)).toBe('org_1');
  expect(organizations.updateOrganization).toHaveBeenCalledWith('org_1', { publicMetadata: { seats: 7 } });
});
`,
    'src/moderator.test.ts': `import { createClerkClient } from '@clerk/backend';
import { expect, it, vi } from 'vitest';
import { Moderator } from './seats';

const clerk = createClerkClient({ secretKey: 'sk_test_x' });

it('bans', async () => {
  const spy = vi.spyOn(clerk.users, 'updateUser').mockResolvedValue({} as never);
  await new Moderator(clerk).ban('user_1', 'spam');
  expect(spy).toHaveBeenCalledExactlyOnceWith('user_1', { privateMetadata: { banned: true, reason: 'spam' } });
});
`,
    'src/theme.ts': `import { useUser } from '@clerk/nextjs';

export function useTheme() {
  const { user } = useUser();
  return (theme: string) => user?.update({ unsafeMetadata: { ...user.unsafeMetadata, theme } });
}
`,
    'src/theme.test.ts': `import { expect, it, vi } from 'vitest';
import { useTheme } from './theme';

const { update } = vi.hoisted(() => ({ update: vi.fn() }));
vi.mock('@clerk/nextjs', () => ({ useUser: () => ({ user: { unsafeMetadata: { theme: 'light' }, update } }) }));

it('saves the theme', async () => {
  await useTheme()('dark');
  expect(update).toHaveBeenCalledWith({ unsafeMetadata: { theme: 'dark' } });
});
`,
  },
};

const NODE: TestedProject = {
  tool: 'node:test',
  says: [
    "mock.method(clerk.users, 'replaceUserMetadata'",
    'clerk.organizations.replaceOrganizationMetadata.mock.calls[0].arguments[1]',
  ],
  files: {
    'package.json': PACKAGE,
    'src/accounts.js': `import { createClerkClient } from '@clerk/backend';

export const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY ?? 'sk_test_x' });

export async function ban(userId, reason) {
  await clerk.users.updateUser(userId, { privateMetadata: { banned: true, reason } });
}

export async function setSeats(organizationId, seats) {
  const organization = await clerk.organizations.updateOrganization(organizationId, { publicMetadata: { seats } });
  return organization.id;
}
`,
    'src/accounts.test.js': `import assert from 'node:assert/strict';
import { afterEach, it, mock } from 'node:test';
import { ban, clerk, setSeats } from './accounts.js';

afterEach(() => mock.restoreAll());

it('bans', async () => {
  const update = mock.method(clerk.users, 'updateUser', async () => ({}));
  await ban('user_1', 'spam');
  assert.equal(update.mock.callCount(), 1);
  assert.deepEqual(update.mock.calls[0].arguments, ['user_1', { privateMetadata: { banned: true, reason: 'spam' } }]);
});

it('sets the seats', async (t) => {
  t.mock.method(clerk.organizations, 'updateOrganization', async (id) => ({ id }));
  assert.equal(await setSeats('org_1', 5), 'org_1');
  assert.deepEqual(clerk.organizations.updateOrganization.mock.calls[0].arguments[1], { publicMetadata: { seats: 5 } });
});
`,
  },
};

export const TESTED_PROJECTS: readonly TestedProject[] = [VITEST, NODE];
