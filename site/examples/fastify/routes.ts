import { clerkClient, getAuth } from '@clerk/fastify';
import type { FastifyInstance } from 'fastify';

export function routes(app: FastifyInstance) {
  app.put('/teams/:id/seats', async (request) => {
    const { orgId } = getAuth(request);
    const organization = await clerkClient.organizations.getOrganization({ organizationId: orgId });
    await clerkClient.organizations.updateOrganization(orgId, {
      publicMetadata: { ...organization.publicMetadata, seats: 10 },
    });
  });
}
