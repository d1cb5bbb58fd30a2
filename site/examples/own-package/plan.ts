import { clerk } from '@acme/auth';

// With the option "Packages of your own", @acme/auth=@clerk/backend.
export async function setPlan(userId: string) {
  await clerk.users.updateUser(userId, { publicMetadata: { plan: 'team' } });
}
