/**
 * One run: a file of a fixture is loaded, one of its exports driven, against a service that starts from a given state.
 */
import type { Asked, Call } from '../../service/exchange.ts';
import { type Json, NEW, OLD, type Store } from '../../service/store.ts';
import { type Browser, type Era, openBackend, openBrowser } from '../../service/sdk.ts';
import type { Service } from '../../service/service.ts';
import { describeValue } from './values-as-json.ts';
import { driveExport } from './drive.ts';
import { describeStore, type Journal, openJournal } from './journal.ts';
import type { Mentions } from './mentioned-names.ts';
import { type Program, runModule, UnfitFixture } from './fixture-program.ts';
import { SIGNED_IN, type Sdk } from './sdk-modules.ts';
import type { State } from './states.ts';
import { surround } from './fixture-world.ts';
import type { Making } from './made-values.ts';

/** The service, and the real clients of both eras, shared by all runs. */
export interface Lab {
  readonly service: Service;
  sdk(era: Era): Sdk;
  /**
   * Rejections that nobody handled go to the run's journal instead of to the test runner, from now until {@link
   * Lab.close}.
   */
  watch(journal: Journal): void;
  close(): void;
}

export interface Outcome {
  readonly journal: Journal;
  /** What was stored as each request came in. */
  readonly history: readonly Json[];
  readonly stored: Json;
  /** Findings whose call was reached, by their index; only where the program was made to tell. */
  readonly reached: ReadonlySet<number>;
}

export interface Run {
  readonly era: Era;
  readonly program: Program;
  readonly mentions: Mentions;
  /** Whether the signed-in user of the frontend has a part in it. */
  readonly usesBrowser: boolean;
  readonly fileName: string;
  /** `undefined`: nothing but what the file does when it is loaded. */
  readonly exportName: string | undefined;
  /** Exports to call before. */
  readonly first: readonly string[];
  readonly state: State;
  readonly variant: number;
}

const VERSION_HEADER = 'clerk-api-version';
const AUTHORIZATION = 'Bearer sk_test_loopback';

function versionIn(era: Era): string {
  return era === 'before' ? OLD : NEW;
}

/** Opens the clients; someone must be signed in at the service. */
export async function openLab(service: Service): Promise<Lab> {
  const open = async (era: Era): Promise<Sdk> => ({
    client: openBackend(era, service),
    browser: await openBrowser(era, service),
    fetchApi: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', AUTHORIZATION);
      if (!headers.has(VERSION_HEADER) && !path.includes('__clerk_api_version'))
        headers.set(VERSION_HEADER, versionIn(era));
      return fetch(service.url + path, { ...init, headers });
    },
    address: (path) => ({
      url: service.url + path,
      headers: { authorization: AUTHORIZATION, [VERSION_HEADER]: versionIn(era) },
    }),
  });
  const sdks: Record<Era, Sdk> = { before: await open('before'), after: await open('after') };
  let current: Journal | undefined;
  const others = process.listeners('unhandledRejection');
  const listener = (reason: unknown): void => current?.reject(reason);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listener);
  return {
    service,
    sdk: (era) => sdks[era],
    watch: (journal) => {
      current = journal;
    },
    close: () => {
      process.off('unhandledRejection', listener);
      for (const other of others) process.on('unhandledRejection', other);
    },
  };
}

/** Runs it, and waits until everything it started is done. */
export async function run(
  lab: Lab,
  { era, program, mentions, usesBrowser, fileName, first, exportName, state, variant }: Run,
): Promise<Outcome> {
  const { service } = lab;
  const store = state.store();
  const journal = openJournal(() => service.store, service.isBusy);
  // How much is going on that is ours, and not the program's.
  let quiet = 1;
  service.begin({
    store,
    ...(state.signedOut === true ? {} : { signedIn: SIGNED_IN }),
    refuses: (asked, call) => isRefused(state, asked, call),
    onRequest: (asked) => {
      history.push(describeStore(store));
      // What is asked of someone who isn't there comes to nothing but an error, whichever request it is that fails.
      if (quiet === 0 && isThere(store, asked)) journal.request(asked);
    },
  });
  lab.watch(journal);
  const reached = new Set<number>();
  const history: Json[] = [];
  const sdk = usesBrowser ? await refresh(lab.sdk(era), state) : lab.sdk(era);
  const making: Making = {
    mentions,
    sdk,
    journal,
    variant,
    settle: () => service.settle(),
    quietly: (work) => {
      quiet += 1;
      return work().finally(() => {
        quiet -= 1;
      });
    },
  };
  const surroundings = await surround(program, making, sdk);
  quiet -= 1;
  try {
    const globals = {
      ...surroundings.globals,
      __reached: (index: number, value: unknown) => {
        reached.add(index);
        return value;
      },
    };
    const exports = await runModule(program, fileName, { ...surroundings, globals });
    for (const late of surroundings.listeners) await late();
    await service.settle();
    for (const name of first) await driveExport(name, readExport(exports, name), making);
    if (exportName !== undefined) await driveExport(exportName, readExport(exports, exportName), making);
  } catch (error) {
    if (error instanceof UnfitFixture) throw error;
    journal.result('(loading)', { threw: describeValue(error) });
  }
  await service.settle();
  return { journal, history, stored: describeStore(service.store), reached };
}

function isRefused({ refused }: State, { kind }: Asked, { body }: Call): boolean {
  if (refused === undefined || kind === 'read' || kind === 'list') return false;
  return refused === 'all' || (kind === 'general' && Object.keys(body).some((name) => !name.endsWith('_metadata')));
}

function isThere({ users, organizations }: Store, { door, id, kind }: Asked): boolean {
  return kind === 'list' || (door === 'organizations' ? organizations : users).has(id);
}

/** `module.exports = …` is the export named ''. */
function readExport(exports: unknown, name: string): unknown {
  return name === '' ? exports : (exports as Record<string, unknown>)[name];
}

/** The browser has the user as stored now; or nobody. */
async function refresh(sdk: Sdk, state: State): Promise<Sdk> {
  if (state.signedOut === true) return { ...sdk, browser: NOBODY };
  await sdk.browser?.user?.reload();
  return sdk;
}

const NOBODY: Browser = { version: '', user: null, session: null, load: () => Promise.resolve() };
