import { auth } from '@clerk/nextjs/server';

import type { Role } from '@/types/globals';

export async function checkRole(role: Role) {
  const { sessionClaims } = await auth();
  return sessionClaims?.metadata?.role === role;
}
