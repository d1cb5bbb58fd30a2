'use server';

import { clerkClient } from '@clerk/nextjs/server';
import { revalidatePath } from 'next/cache';

import { checkRole } from '@/lib/roles';

export async function setRole(formData: FormData): Promise<void> {
  if (!(await checkRole('admin'))) throw new Error('Not authorised');

  const client = await clerkClient();
  await client.users.updateUser(formData.get('id') as string, {
    publicMetadata: { role: formData.get('role') },
  });
  revalidatePath('/admin');
}

export async function removeRole(formData: FormData): Promise<void> {
  if (!(await checkRole('admin'))) throw new Error('Not authorised');

  const client = await clerkClient();
  const user = await client.users.getUser(formData.get('id') as string);
  await client.users.updateUser(user.id, {
    publicMetadata: { ...user.publicMetadata, role: undefined },
  });
  revalidatePath('/admin');
}

export async function ban(formData: FormData): Promise<void> {
  if (!(await checkRole('admin'))) throw new Error('Not authorised');

  const { users } = await clerkClient();
  const id = formData.get('id') as string;
  await users.banUser(id);
  await users.updateUser(id, { publicMetadata: {}, privateMetadata: { bannedAt: Date.now() } });
  revalidatePath('/admin');
}
