/**
 * The service held against the real SDKs: each of their methods is driven as it is, and what is stored then is what
 * facts.md says.
 */
/* eslint-disable @typescript-eslint/no-deprecated -- the deprecated form is what is driven here */
import type { ClerkClient } from '@clerk/backend';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Asked } from './exchange.ts';
import { BACKEND_VERSION, type Browser, BROWSER_VERSION, type Era, openBackend, openBrowser } from './sdk.ts';
import { type Service, startService } from './service.ts';
import {
  createStore,
  type JsonObject,
  mergeMetadata,
  NEW,
  OLD,
  replaceMetadata,
  type Store,
  type Subject,
  toJson,
  updateSubject,
} from './store.ts';

const STORED: JsonObject = { role: 'member', team: { id: 1, lead: { name: 'Ada' } }, tags: ['a'] };
const SENT = { role: null, team: { lead: { since: 3 }, id: undefined }, tags: [], snake_case: { camelCase: true } };

let service: Service;
let asked: Asked[] = [];

beforeAll(async () => {
  service = await startService(NEW);
});

afterAll(async () => {
  await service.close();
});

beforeEach(() => {
  // The new SDKs warn of the old form, as they should.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  asked = [];
  service.begin({ store: sampleStore(), signedIn: 'user_1', onRequest: (request) => asked.push(request) });
});

function sampleStore(): Store {
  const metadata = { publicMetadata: STORED, privateMetadata: STORED, unsafeMetadata: STORED };
  const subject = (id: string): Subject => ({ id, metadata, general: {} });
  return createStore({ users: [subject('user_1'), subject('user_2')], organizations: [subject('org_1')] });
}

/** The service's store against the model's, to which the same was done directly. */
function expectStored(change: (store: Store) => unknown): void {
  const expected = sampleStore();
  change(expected);
  expect(service.store).toEqual(expected);
}

const sent = { publicMetadata: toJson(SENT) ?? null };

describe('installed are the SDKs that the tests name', () => {
  it.each([
    ['clerk-backend-3.6.1', BACKEND_VERSION.before],
    ['@clerk/backend', BACKEND_VERSION.after],
    ['clerk-js-5.128.0', BROWSER_VERSION.before],
    ['@clerk/clerk-js', BROWSER_VERSION.after],
  ])('%s is %s', (folder, version) => {
    const manifest = readFileSync(
      fileURLToPath(new URL(`../../node_modules/${folder}/package.json`, import.meta.url)),
      'utf8',
    );
    expect((JSON.parse(manifest) as { version: string }).version).toBe(version);
  });
});

describe.each<Era>(['before', 'after'])('@clerk/backend from %s the change', (era) => {
  let client: ClerkClient;
  beforeAll(() => {
    client = openBackend(era, service);
  });

  it('getUser() reads what is stored', async () => {
    const user = await client.users.getUser('user_1');
    expect(user).toMatchObject({
      id: 'user_1',
      publicMetadata: STORED,
      privateMetadata: STORED,
      unsafeMetadata: STORED,
    });
  });

  it('getUserList() reads those that are asked for', async () => {
    const { data, totalCount } = await client.users.getUserList({ userId: ['user_2', 'nobody'] });
    expect([data.map((user) => user.id), totalCount]).toEqual([['user_2'], 1]);
  });

  it('getOrganization() reads by id', async () => {
    expect(await client.organizations.getOrganization({ organizationId: 'org_1' })).toMatchObject({
      id: 'org_1',
      privateMetadata: STORED,
    });
  });

  it('updateUser() replaces each metadata field it is given, and stores the others', async () => {
    const user = await client.users.updateUser('user_1', {
      firstName: 'Ada',
      publicMetadata: SENT,
      unsafeMetadata: {},
    });
    expectStored((store) =>
      updateSubject(store, OLD, 'users', 'user_1', { first_name: 'Ada', ...sent, unsafeMetadata: {} }),
    );
    expect(user).toMatchObject({
      firstName: 'Ada',
      publicMetadata: toJson(SENT),
      privateMetadata: STORED,
      unsafeMetadata: {},
    });
  });

  it('updateUser() stores a null in the place of a field, and leaves alone one that is undefined', async () => {
    // The types know no null, JavaScript does.
    await client.users.updateUser('user_1', {
      publicMetadata: null as unknown as UserPublicMetadata,
      privateMetadata: undefined,
    } as object);
    expectStored((store) => updateSubject(store, OLD, 'users', 'user_1', { publicMetadata: null }));
  });

  it('updateUserMetadata() merges', async () => {
    const user = await client.users.updateUserMetadata('user_1', { publicMetadata: SENT });
    expectStored((store) => mergeMetadata(store, 'users', 'user_1', sent));
    expect(user.publicMetadata).toEqual({
      team: { id: 1, lead: { name: 'Ada', since: 3 } },
      tags: [],
      snake_case: { camelCase: true },
    });
  });

  it('updateOrganization() replaces', async () => {
    await client.organizations.updateOrganization('org_1', { name: 'Acme', publicMetadata: SENT, privateMetadata: {} });
    expectStored((store) =>
      updateSubject(store, OLD, 'organizations', 'org_1', { name: 'Acme', ...sent, privateMetadata: {} }),
    );
  });

  it('updateOrganizationMetadata() merges', async () => {
    await client.organizations.updateOrganizationMetadata('org_1', { publicMetadata: SENT });
    expectStored((store) => mergeMetadata(store, 'organizations', 'org_1', sent));
  });

  it('someone who is not there is an error of the API', async () => {
    await expect(client.users.updateUser('nobody', { publicMetadata: {} })).rejects.toMatchObject({
      name: 'ClerkAPIResponseError',
      status: 404,
      errors: [{ code: 'resource_not_found' }],
    });
  });

  it('what the service refuses is an error, and stores nothing', async () => {
    service.begin({ store: sampleStore(), refuses: ({ kind }) => kind !== 'read' });
    await expect(client.users.updateUser('user_1', { publicMetadata: {} })).rejects.toMatchObject({ status: 403 });
    expectStored(() => undefined);
  });
});

describe('@clerk/backend: what changed', () => {
  it('the earlier one sends one request', async () => {
    await openBackend('before', service).users.updateUser('user_1', { firstName: 'Ada', publicMetadata: {} });
    expect(asked.map(({ kind }) => kind)).toEqual(['general']);
  });

  it('the later one sends two, since the service refuses metadata in a general update', async () => {
    await openBackend('after', service).users.updateUser('user_1', { firstName: 'Ada', publicMetadata: {} });
    expect(asked.map(({ kind }) => kind)).toEqual(['general', 'replace']);
  });

  it('replaceUserMetadata() and replaceOrganizationMetadata() replace, field by field', async () => {
    const client = openBackend('after', service);
    await client.users.replaceUserMetadata('user_1', { publicMetadata: SENT });
    await client.organizations.replaceOrganizationMetadata('org_1', { publicMetadata: SENT, privateMetadata: {} });
    expectStored((store) => {
      replaceMetadata(store, 'users', 'user_1', sent);
      replaceMetadata(store, 'organizations', 'org_1', { ...sent, privateMetadata: {} });
    });
  });

  it('the earlier one has neither', () => {
    const { users, organizations } = openBackend('before', service);
    expect(['replaceUserMetadata' in users, 'replaceOrganizationMetadata' in organizations]).toEqual([false, false]);
  });
});

describe.each<Era>(['before', 'after'])('clerk-js from %s the change', (era) => {
  let clerk: Browser;
  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    service.begin({ store: sampleStore(), signedIn: 'user_1' });
    clerk = await openBrowser(era, service);
  });
  beforeEach(async () => {
    await signedInUser(clerk).reload();
    asked = [];
  });

  it('is the version it is meant to be, with the signed-in user', () => {
    expect(clerk.version).toBe(BROWSER_VERSION[era]);
    expect(clerk.user).toMatchObject({ id: 'user_1', unsafeMetadata: STORED });
  });

  it('update() replaces the metadata it is given, and refreshes the user in place', async () => {
    const user = signedInUser(clerk);
    expect(await user.update({ firstName: 'Ada', unsafeMetadata: SENT })).toBe(user);
    // The later one sends a merge, computed so that it comes to a replacement, except that it stores no null and keeps
    // what is undefined.
    const replaced =
      era === 'before'
        ? toJson(SENT)
        : { ...(toJson(SENT) as JsonObject), role: undefined, team: { id: 1, lead: { since: 3 } } };
    expect(service.store.users.get('user_1')?.metadata.unsafeMetadata).toEqual(replaced);
    expect(user).toMatchObject({ firstName: 'Ada', unsafeMetadata: { snake_case: { camelCase: true } } });
  });

  it('update() with an empty object clears', async () => {
    await signedInUser(clerk).update({ unsafeMetadata: {} });
    expect(service.store.users.get('user_1')?.metadata).toEqual({
      publicMetadata: STORED,
      privateMetadata: STORED,
      unsafeMetadata: {},
    });
  });

  it('update() without metadata is one request', async () => {
    await signedInUser(clerk).update({ firstName: 'Ada' });
    expect(asked).toEqual([{ kind: 'general', door: 'me', id: 'user_1' }]);
  });

  it('what the service refuses is an error, and stores nothing', async () => {
    service.begin({ store: sampleStore(), signedIn: 'user_1', refuses: ({ kind }) => kind !== 'read' });
    await expect(signedInUser(clerk).update({ firstName: 'Ada' })).rejects.toMatchObject({ status: 403 });
    expectStored(() => undefined);
  });
});

describe('clerk-js: what changed', () => {
  it('updateMetadata() merges, and returns the user refreshed in place', async () => {
    const user = signedInUser(await openBrowser('after', service));
    expect(await user.updateMetadata({ unsafeMetadata: SENT })).toBe(user);
    expectStored((store) => mergeMetadata(store, 'me', 'user_1', { unsafeMetadata: toJson(SENT) ?? null }));
    expect(user.unsafeMetadata).toEqual(service.store.users.get('user_1')?.metadata.unsafeMetadata);
  });

  it('the earlier one has no such method', async () => {
    expect('updateMetadata' in signedInUser(await openBrowser('before', service))).toBe(false);
  });

  it('nobody is signed in where the service says so', async () => {
    service.begin({ store: sampleStore() });
    expect((await openBrowser('after', service)).user).toBeNull();
  });
});

describe('the service itself', () => {
  const patch = (path: string, version: string | undefined, body: object, query = ''): Promise<Response> =>
    fetch(`${service.url}/v1/${path}${query}`, {
      method: 'PATCH',
      headers: {
        authorization: 'Bearer sk_test',
        'content-type': 'application/json',
        ...(version && { 'clerk-api-version': version }),
      },
      body: JSON.stringify(body),
    });

  it.each([
    ['users/user_1', ['public_metadata', 'private_metadata', 'unsafe_metadata']],
    ['organizations/org_1', ['public_metadata', 'private_metadata']],
  ])(
    'a general update of %s refuses metadata from 2026-05-12 on, names each field, and stores nothing',
    async (path, fields) => {
      const response = await patch(path, NEW, {
        first_name: 'Ada',
        ...Object.fromEntries(fields.map((field) => [field, {}])),
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        errors: fields.map((field) => ({
          code: 'form_param_unknown',
          message: 'is unknown',
          meta: { param_name: field },
        })),
      });
      expectStored(() => undefined);
    },
  );

  it('an unpinned request has the version the service was started with', async () => {
    expect((await patch('users/user_1', undefined, { public_metadata: {} })).status).toBe(422);
  });

  it('pins by query parameter count, pins by both are refused, and so are pins that are no version', async () => {
    expect(
      (await patch('users/user_1', undefined, { public_metadata: {} }, `?__clerk_api_version=${OLD}`)).status,
    ).toBe(200);
    expect((await patch('users/user_1', OLD, {}, `?__clerk_api_version=${OLD}`)).status).toBe(400);
    expect((await patch('users/user_1', 'latest', {})).status).toBe(400);
  });

  it.each(['users/user_1', 'organizations/org_1'])(
    '%s: unsafe and unknown fields are refused by the metadata endpoint',
    async (path) => {
      expect((await patch(`${path}/metadata`, OLD, { first_name: 'Ada' })).status).toBe(422);
      expect((await patch(`${path}/metadata`, NEW, { unsafe_metadata: {} })).status).toBe(
        path.startsWith('users') ? 200 : 422,
      );
    },
  );

  it('the Frontend API has no replacing endpoint, and takes no public metadata', async () => {
    const ask = (path: string, method: string, body: string): Promise<Response> =>
      fetch(`${service.url}/v1/${path}?_method=${method}&_clerk_session_id=sess_user_1`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'clerk-api-version': OLD },
        body,
      });
    expect((await ask('me/metadata', 'PUT', 'unsafe_metadata={}')).status).toBe(404);
    expect((await ask('me', 'PATCH', 'public_metadata={}')).status).toBe(422);
    expect((await ask('me', 'PATCH', 'unsafe_metadata={}')).status).toBe(200);
  });

  it.each(['', '/metadata'])('without a key nothing is read or stored at users/user_1%s', async (rest) => {
    expect((await fetch(`${service.url}/v1/users/user_1${rest}`, { method: 'PATCH', body: '{}' })).status).toBe(401);
  });

  it('a body that is no object of JSON is refused', async () => {
    expect((await fetch(`${service.url}/v1/users/user_1`, { method: 'PATCH', body: '[' })).status).toBe(400);
  });
});

function signedInUser(clerk: Browser): NonNullable<Browser['user']> {
  if (!clerk.user) throw new Error('nobody is signed in');
  return clerk.user;
}
