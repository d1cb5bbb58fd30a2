/**
 * The real SDKs, from before the change and from after it, pointed at the service.
 */
import { type ClerkClient, createClerkClient } from '@clerk/backend';
import type { UserResource } from '@clerk/shared/types';
import { createClerkClient as createEarlierClient } from 'clerk-backend-3.6.1';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { Service } from './service.ts';

/** `before`: the last SDKs that send metadata with the general update; `after`: those that have the new methods. */
export type Era = 'before' | 'after';

export const BACKEND_VERSION: Readonly<Record<Era, string>> = { before: '3.6.1', after: '3.20.1' };
export const BROWSER_VERSION: Readonly<Record<Era, string>> = { before: '5.128.0', after: '6.34.1' };

/** clerk-js as a native app runs it, since that needs no DOM. */
export interface Browser {
  readonly version: string;
  readonly user: UserResource | null | undefined;
  readonly session: { readonly user: UserResource | null } | null | undefined;
  load(options: object): Promise<void>;
}

type BeforeRequest = (request: { url: URL }) => void;

interface Hooks {
  /** Under its name in 6.x, and in 5.x. */
  readonly __internal_onBeforeRequest?: (callback: BeforeRequest) => void;
  readonly __unstable__onBeforeRequest?: (callback: BeforeRequest) => void;
}

type BrowserConstructor = new (publishableKey: string, options: object) => Browser & Hooks;

const BUNDLES: Readonly<Record<Era, string>> = {
  before: 'clerk-js-5.128.0/dist/clerk.headless.js',
  after: '@clerk/clerk-js/dist/clerk.native.js',
};

const PUBLISHABLE_KEY = `pk_test_${Buffer.from('clerk.example.com$').toString('base64')}`;

/** A client of the Backend API. That of `before` has no replacing methods, whatever the type says. */
export function openBackend(era: Era, service: Service): ClerkClient {
  const options = { secretKey: 'sk_test_loopback', apiUrl: service.url };
  return era === 'after' ? createClerkClient(options) : (createEarlierClient(options) as unknown as ClerkClient);
}

/**
 * clerk-js, loaded: whoever is signed in at the service by now is its user. Loading another of the same era makes this
 * one's objects speak for the other (the SDK keeps the last one in a static), so there is best one for each.
 */
export async function openBrowser(era: Era, service: Service): Promise<Browser> {
  const { Clerk } = loadBundle(era);
  const clerk = new Clerk(PUBLISHABLE_KEY, { proxyUrl: 'https://frontend-api.example.com' });
  const redirect: BeforeRequest = (request) => {
    request.url = new URL(request.url.pathname + request.url.search, service.url);
  };
  if (clerk.__internal_onBeforeRequest === undefined) clerk.__unstable__onBeforeRequest?.(redirect);
  else clerk.__internal_onBeforeRequest(redirect);
  await clerk.load({ standardBrowser: false, telemetry: false });
  return clerk;
}

/** By their place in the package, since its exports have these only for React Native. */
function loadBundle(era: Era): { Clerk: BrowserConstructor } {
  const require = createRequire(import.meta.url);
  return require(fileURLToPath(new URL(`../../node_modules/${BUNDLES[era]}`, import.meta.url))) as {
    Clerk: BrowserConstructor;
  };
}
