import { createClerkClient } from '@clerk/backend';

/** For code that runs outside of a request: webhooks, scripts, cron jobs. */
export const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY });
