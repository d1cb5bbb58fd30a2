import { clerkClient, getAuth } from '@clerk/express';
import express from 'express';

const app = express();

app.post('/plan', async (request, response) => {
  const { userId } = getAuth(request);
  await clerkClient.users.updateUser(userId, {
    privateMetadata: { plan: String(request.body.plan) },
  });
  response.sendStatus(204);
});
