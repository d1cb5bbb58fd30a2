import { auth, clerkClient } from '@clerk/tanstack-react-start/server';
import { createServerFn } from '@tanstack/react-start';

export const saveTheme = createServerFn({ method: 'POST' }).handler(async ({ data }) => {
  const { userId } = await auth();
  await clerkClient().users.updateUser(userId, {
    publicMetadata: { theme: data.theme },
  });
});
