import { createClerkClient } from '@clerk/backend';

/** For code outside of requests: webhooks, scripts, cron jobs. */
export const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY });
