import { clerkClient } from '@clerk/nextjs/server';
import { redirect } from 'next/navigation';

import { checkRole } from '@/lib/roles';

import { ban, removeRole, setRole } from './_actions';

export default async function AdminPage({ searchParams }: { searchParams: Promise<{ search?: string }> }) {
  if (!(await checkRole('admin'))) redirect('/');

  const query = (await searchParams).search;
  const client = await clerkClient();
  const users = query ? (await client.users.getUserList({ query })).data : [];

  return (
    <main>
      {users.map((user) => (
        <div key={user.id}>
          <p>
            {user.firstName} {user.lastName} ({user.publicMetadata.role as string})
          </p>
          <form action={setRole}>
            <input type="hidden" value={user.id} name="id" />
            <input type="hidden" value="admin" name="role" />
            <button type="submit">Make admin</button>
          </form>
          <form action={removeRole}>
            <input type="hidden" value={user.id} name="id" />
            <button type="submit">Remove role</button>
          </form>
          <form action={ban}>
            <input type="hidden" value={user.id} name="id" />
            <button type="submit">Ban</button>
          </form>
        </div>
      ))}
    </main>
  );
}
