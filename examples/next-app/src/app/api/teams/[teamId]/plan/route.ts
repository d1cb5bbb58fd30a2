import { clerkClient } from '@clerk/nextjs/server';
import { NextResponse } from 'next/server';

import { checkRole } from '@/lib/roles';
import type { Plan } from '@/types/globals';

export async function PUT(req: Request, { params }: { params: Promise<{ teamId: string }> }) {
  if (!(await checkRole('admin'))) return new NextResponse('Forbidden', { status: 403 });

  const { teamId } = await params;
  const { plan, seats }: { plan: Plan; seats: number } = await req.json();
  const { organizations } = await clerkClient();

  const organization = await organizations.updateOrganization(teamId, {
    maxAllowedMemberships: seats,
    publicMetadata: { plan },
  });

  return NextResponse.json(organization.publicMetadata);
}
