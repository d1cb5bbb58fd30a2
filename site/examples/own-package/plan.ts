import { clerkClient } from '@acme/auth';

// Found by the option "Packages of your own": @acme/auth=@clerk/backend.
export async function setPlan(userId: string) {
  await clerkClient.users.updateUser(userId, { publicMetadata: { plan: 'team' } });
}
