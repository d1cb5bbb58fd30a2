'use server';

import { auth, clerkClient } from '@clerk/nextjs/server';

export async function finishOnboarding(company: string) {
  const { userId } = await auth();
  if (userId === null) return;
  const client = await clerkClient();
  const user = await client.users.getUser(userId);
  await client.users.updateUser(userId, {
    publicMetadata: { ...user.publicMetadata, company, onboarded: true },
  });
}
