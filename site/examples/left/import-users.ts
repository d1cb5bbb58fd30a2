import { clerkClient } from '@clerk/express';

// What is passed can't be seen: it may hold metadata.
export async function applyChanges(userId: string, changes: object) {
  await clerkClient.users.updateUser(userId, changes);
}

// Whose client this is can't be traced.
export async function setRole(clients, userId: string, role: string) {
  await clients.users.updateUser(userId, { publicMetadata: { role } });
}
