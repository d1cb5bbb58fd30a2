import { clerk } from './clerk';

export async function promote(userId: string) {
  const user = await clerk.users.getUser(userId);
  await clerk.users.updateUser(userId, {
    publicMetadata: { ...user.publicMetadata, role: 'admin' },
  });
}
