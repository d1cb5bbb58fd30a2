import { auth, clerkClient } from '@clerk/nextjs/server';
import { NextResponse } from 'next/server';

export async function PATCH(req: Request) {
  const { userId } = await auth();
  if (!userId) return new NextResponse('Unauthorized', { status: 401 });

  const changes = await req.json();
  const client = await clerkClient();
  const user = await client.users.updateUser(userId, changes);

  return NextResponse.json({ id: user.id });
}
