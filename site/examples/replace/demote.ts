import { clerkClient } from '@clerk/express';

// Merging would keep all other keys, so this call keeps replacing.
export async function resetPlan(userId: string) {
  await clerkClient.users.updateUser(userId, { publicMetadata: { plan: 'free' } });
}

// An undefined key is never sent. To remove it, a merge wants null.
export async function demote(userId: string) {
  const user = await clerkClient.users.getUser(userId);
  await clerkClient.users.updateUser(user.id, {
    publicMetadata: { ...user.publicMetadata, role: undefined },
  });
}
