import Stripe from 'stripe';

import { clerk } from '@/lib/clerk';

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!);

export async function POST(req: Request) {
  const signature = req.headers.get('stripe-signature')!;
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(await req.text(), signature, process.env.STRIPE_WEBHOOK_SECRET!);
  } catch {
    return new Response('Invalid signature', { status: 400 });
  }

  switch (event.type) {
    case 'checkout.session.completed': {
      const session = event.data.object;
      const userId = session.client_reference_id;
      if (!userId) break;

      const user = await clerk.users.getUser(userId);
      await clerk.users.updateUser(userId, {
        publicMetadata: { ...user.publicMetadata, plan: 'pro' },
        privateMetadata: { ...user.privateMetadata, stripeCustomerId: session.customer },
      });
      break;
    }
    case 'customer.subscription.deleted': {
      const { userId } = event.data.object.metadata;
      const user = await clerk.users.getUser(userId);
      await clerk.users.updateUser(userId, { publicMetadata: { ...user.publicMetadata, plan: 'free' } });
      break;
    }
  }

  return Response.json({ received: true });
}
