import { getAuth } from '@clerk/hono';
import { Hono } from 'hono';

const app = new Hono();

app.post('/terms', async (c) => {
  const auth = getAuth(c);
  const clerk = c.get('clerk');
  await clerk.users.updateUser(auth.userId, { privateMetadata: { acceptedTerms: true } });
  return c.body(null, 204);
});

export default app;
