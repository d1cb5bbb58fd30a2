/**
 * A world like that of the model, with the real SDKs in it, which talk to the service on the loopback interface.
 */
import type { ClerkClient } from '@clerk/backend';
import { type Browser, type Era, openBackend, openBrowser } from '../../service/sdk.ts';
import type { Service } from '../../service/service.ts';
import { createStore, OLD, readSubject, type ApiVersion, type Json } from '../../service/store.ts';
import {
  canonical,
  makeEffects,
  sdkObject,
  type Circumstances,
  type Happening,
  type World,
  type Written,
} from './world.ts';

interface Sdk {
  readonly client: ClerkClient;
  readonly browser: Browser;
}

/** The real SDKs of both eras, and the service behind them. */
export interface RealSdks {
  readonly open: (version: ApiVersion, circumstances: Circumstances) => Promise<World>;
}

/** Opens the clients; someone must be signed in at the service. */
export async function openRealSdks(service: Service): Promise<RealSdks> {
  const openSdk = async (era: Era): Promise<Sdk> => ({
    client: openBackend(era, service),
    browser: await openBrowser(era, service),
  });
  const sdks: Record<Era, Sdk> = { before: await openSdk('before'), after: await openSdk('after') };
  return {
    open: (version, circumstances) => openWorld(service, sdks[version === OLD ? 'before' : 'after'], circumstances),
  };
}

async function openWorld(service: Service, { client, browser }: Sdk, circumstances: Circumstances): Promise<World> {
  const store = createStore(circumstances);
  const happenings: Happening[] = [];
  const history: Written[] = [];
  const written = new Set<string>();
  const remember = (id: string): void => {
    const subject = store.users.get(id) ?? store.organizations.get(id);
    history.push({ id, state: canonical((subject ?? null) as unknown as Json) });
  };
  service.begin({ store, signedIn: circumstances.me });
  await browser.user?.reload();
  service.begin({
    store,
    signedIn: circumstances.me,
    onRequest: ({ kind, id }) => {
      if (kind === 'read' || kind === 'list') return;
      written.add(id);
      remember(id);
    },
  });
  const { user } = browser;
  const hooks = {
    useUser: () => ({ user, isLoaded: true }),
    useClerk: () => ({ user, session: { user } }),
    useSession: () => ({ session: { user } }),
  };
  return {
    modules: {
      '@clerk/nextjs/server': {
        clerkClient: () => Promise.resolve(client),
        auth: () => Promise.resolve({ userId: circumstances.me, sessionClaims: { metadata: { role: 'claimed' } } }),
        currentUser: () => client.users.getUser(circumstances.me),
      },
      '@clerk/express': { clerkClient: client },
      '@clerk/backend': { createClerkClient: () => client },
      '@clerk/nextjs': hooks,
      '@clerk/react': hooks,
      // When a request comes in is not as certain as when it is sent: what comes before it is the model's business.
      './effects.js': makeEffects(happenings, circumstances.failsAt, () => false),
    },
    browser: { Clerk: { user, session: { user } } },
    store,
    happenings,
    history,
    subject: (door, id) => {
      if (door === 'me' && user !== null && user !== undefined) return user;
      const answer = readSubject(store, door, id);
      return answer.kind === 'ok' ? sdkObject(answer.subject) : {};
    },
    settled: async () => {
      await service.settle();
      for (const id of written) remember(id);
    },
    knowsAllUnderWay: false,
  };
}
