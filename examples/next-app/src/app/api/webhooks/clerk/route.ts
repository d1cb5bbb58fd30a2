import { verifyWebhook } from '@clerk/nextjs/webhooks';
import type { NextRequest } from 'next/server';

import { clerk } from '@/lib/clerk';
import { directory } from '@/services/directory';

export async function POST(req: NextRequest) {
  const event = await verifyWebhook(req);

  if (event.type === 'user.created') {
    const row = await directory.users.createUser(event.data.id);
    await clerk.users.updateUser(event.data.id, { externalId: row.id, privateMetadata: { importedFrom: 'clerk' } });
  }

  if (event.type === 'user.updated') {
    // our own table, not the SDK
    await directory.users.updateUser(event.data.id, { publicMetadata: event.data.public_metadata });
  }

  return new Response('ok');
}
