export {};

export type Role = 'admin' | 'member';
export type Plan = 'free' | 'pro';

declare global {
  interface CustomJwtSessionClaims {
    metadata?: {
      onboardingComplete?: boolean;
      role?: Role;
    };
  }
}
