import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startService, type Service } from '../../service/service.ts';
import { createStore, NEW } from '../../service/store.ts';
import { checkProgram, ENGINE, newTally, sayTally } from './check.ts';
import type { Situation } from './inputs.ts';
import { example, seedOfRun } from './property.ts';
import { openRealSdks, type RealSdks } from './real-world.ts';

const RUNS = 60;

/** What the objects of the SDK have beside the subject differs from version to version. */
const LISTS_MEMBERS = 'for (const name in await';

let service: Service;
let sdks: RealSdks;

beforeAll(async () => {
  // The later SDKs warn of the old form.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  service = await startService(NEW);
  service.begin({ store: createStore({ users: [{ id: 'u1', metadata: {}, general: {} }] }), signedIn: 'u1' });
  sdks = await openRealSdks(service);
});

afterAll(async () => {
  await service.close();
});

/** Failures of the service are the model's business: what the SDKs say of them differs from version to version. */
function undisturbed(situation: Situation): Situation {
  return { ...situation, circumstances: { ...situation.circumstances, failsFor: null, failsReading: null } };
}

it(`rewrites ${String(RUNS)} of them into what their verdicts say with the real SDKs, too`, async () => {
  const seed = seedOfRun();
  const tally = newTally();
  for (const { generated, situations } of fc.sample(example, { numRuns: RUNS, seed })) {
    if (generated.text.includes(LISTS_MEMBERS)) continue;
    await checkProgram(generated, situations.slice(0, 1).map(undisturbed), tally, ENGINE, sdks.open);
  }
  process.stdout.write(`generated programs on the real SDKs, seed ${String(seed)}: ${sayTally(tally)}\n`);
  expect(tally.stored).toBeGreaterThan(0);
});
