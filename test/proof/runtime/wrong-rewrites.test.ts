/**
 * The runs can tell: outputs of fixtures, each made wrong in one way that a codemod could get wrong, and each found
 * out.
 */
import { expect, it } from 'vitest';

import { type Case, listCases, loadCase } from '../../fixtures/cases.ts';
import { prepareSubject } from './entries.ts';
import { examine } from './examine-fixture.ts';
import { NOT_RUN } from './not-run.ts';
import { useLab } from './suite.ts';

const lab = useLab();

const NULL_KEYS = 'Object.fromEntries(Object.keys(user.unsafeMetadata).map((key) => [key, null]))';
const MERGE = 'updateUserMetadata(userId, { publicMetadata: { ';

it.each<[how: string, name: string, right: string | RegExp, wrong: string]>([
  ['a literal is merged instead of replacing', 'backend/value/literal', 'replaceUserMetadata', 'updateUserMetadata'],
  ['another field is written', 'backend/value/literal', 'publicMetadata', 'privateMetadata'],
  [
    'a stale copy is stripped',
    'patch-form/intervening-writes/near-miss-stale-after-a-write',
    'replaceUserMetadata(userId, { publicMetadata: { ...user.publicMetadata, ',
    MERGE,
  ],
  ['undefined is kept', 'values/may-be-undefined/undefined', 'null', 'undefined'],
  ['what may be undefined is kept', 'values/may-be-undefined/maybe-undefined-optional-property', ' ?? null', ''],
  [
    'a nested object is stripped of its spread and replaces',
    'values/nested/nested-spread',
    'updateUserMetadata',
    'replaceUserMetadata',
  ],
  [
    'a conditional spread runs always',
    'values/spread/conditional-spread-and',
    '...(admin && { role',
    '...(true && { role',
  ],
  ['another key is removed', 'removal/rest/rest-destructuring', 'theme: null', 'colours: null'],
  ['the empty object is merged', 'frontend/emptied/empty-object', NULL_KEYS, '{}'],
  ['the stored keys are not set to null', 'frontend/null-keys/null-keys-literal', `...${NULL_KEYS}, `, ''],
  ['the general fields are lost', 'splitting/statements/statement-awaited', '{ firstName }', '{}'],
  ['the metadata is lost', 'splitting/statements/declaration', '{ renamed: true }', '{}'],
  [
    'the result is that of the general call',
    'splitting/statements/declaration',
    /await (.*\n) {2}const user =/,
    'const user = await $1 ',
  ],
  [
    'a value is evaluated after the first request',
    'splitting/effects-first/hoists-a-value-with-effects',
    /(const publicMetadata = .*\n)(.*\n)/,
    '$2$1',
  ],
  [
    'an id is evaluated twice',
    'splitting/effects-first/hoists-an-id-with-effects',
    'updateUser(userId',
    'updateUser(currentId()',
  ],
  [
    'the second is sent where there is no receiver',
    'splitting/optional-chaining/optional-chaining-in-an-expression',
    /(user\?\.update\(.*?\))\.then/,
    'Promise.resolve($1).then',
  ],
  [
    'the second request is sent though the first failed',
    'splitting/statements/statement-awaited',
    '{ firstName });',
    '{ firstName }).catch(() => undefined);',
  ],
  [
    'what was not waited for is',
    'splitting/statements/statement-not-awaited',
    'clerkClient.users.updateUser',
    'return clerkClient.users.updateUser',
  ],
  ['what was returned is not waited for', 'splitting/returns/return-await', 'await ', ''],
  [
    'a rejection moves into the catch',
    'splitting/returns/return-in-try',
    'return clerkClient',
    'return await clerkClient',
  ],
  [
    'the run-time split forgets a field',
    'params/run-time-split/run-time-split-of-a-parameter',
    '{ publicMetadata, privateMetadata })',
    '{ publicMetadata })',
  ],
  [
    'metadata is left in the general call',
    'params/run-time-split/run-time-split-of-a-parameter',
    'privateMetadata, ...rest',
    '...rest',
  ],
  ['a request keeps its method', 'http/address/fetch-template', "'PUT'", "'PATCH'"],
  ['a request keeps its path', 'http/address/fetch-concatenation', " + '/metadata'", ''],
  ['a request goes to another', 'http/address/url-object', '${userId}/metadata', 'user_2/metadata'],
  ['a stripped request replaces', 'http/patches/patch-form', "'PATCH'", "'PUT'"],
  ['a request merges instead of replacing', 'http/other-clients/ky', 'api.put', 'api.patch'],
  [
    'a stale copy is stripped in a request',
    'http/patches/near-miss-patch-form-after-a-write',
    /'PUT'(.*)\.\.\.user\.public_metadata, /,
    "'PATCH'$1",
  ],
])('%s: %s', async (_, name, right, wrong) => {
  const spoilt = await examine(lab(), prepareSubject(spoil(loadCase(name), right, wrong)), 'first');
  expect(spoilt.problems).not.toEqual([]);
});

it('almost every rewritten call is run', () => {
  const findings = listCases().flatMap((name) => loadCase(name).files.flatMap((file) => file.findings));
  const rewritten = findings.filter(({ verdict }) => verdict === 'exact' || verdict === 'review');
  const missed = Object.values(NOT_RUN).flatMap((gap) => gap.missed ?? []);
  expect(missed.length / rewritten.length).toBeLessThan(0.01);
});

it('what is not run is a fixture that exists', () => {
  expect(Object.keys(NOT_RUN).filter((name) => !listCases().includes(name))).toEqual([]);
});

function spoil(fixture: Case, right: string | RegExp, wrong: string): Case {
  const files = fixture.files.map((file) => ({ ...file, output: file.output.replace(right, wrong) }));
  if (files.every(({ output }, index) => output === fixture.files[index]?.output))
    throw new Error(`${fixture.name}: its output has no ${String(right)}`);
  return { ...fixture, files };
}
