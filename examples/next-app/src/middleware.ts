import { clerkMiddleware, createRouteMatcher } from '@clerk/nextjs/server';
import { NextResponse } from 'next/server';

const isPublic = createRouteMatcher(['/', '/sign-in(.*)', '/sign-up(.*)', '/api/webhooks(.*)']);
const isOnboarding = createRouteMatcher(['/onboarding']);

export default clerkMiddleware(async (auth, request) => {
  if (isPublic(request)) return;

  const { userId, sessionClaims, redirectToSignIn } = await auth();
  if (!userId) return redirectToSignIn({ returnBackUrl: request.url });

  if (!sessionClaims?.metadata?.onboardingComplete && !isOnboarding(request)) {
    return NextResponse.redirect(new URL('/onboarding', request.url));
  }
});

export const config = {
  matcher: ['/((?!_next|.*\\..*).*)', '/(api|trpc)(.*)'],
};
