import { clerkClient } from '@clerk/nuxt/server';

export default defineEventHandler(async (event) => {
  const { userId } = event.context.auth();
  const { plan } = await readBody(event);
  await clerkClient(event).users.updateUser(userId, { publicMetadata: { plan } });
});
