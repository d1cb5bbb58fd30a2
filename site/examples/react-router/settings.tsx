import { clerkClient, getAuth } from '@clerk/react-router/server';
import type { Route } from './+types/settings';

export async function action(args: Route.ActionArgs) {
  const { userId } = await getAuth(args);
  const form = await args.request.formData();
  const language = String(form.get('language'));
  const user = await clerkClient(args).users.getUser(userId);
  await clerkClient(args).users.updateUser(userId, {
    publicMetadata: { ...user.publicMetadata, language },
  });
  return null;
}
