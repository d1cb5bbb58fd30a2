/** Files that aren't rewritten, and send metadata where none is taken any more: each is named once. */
import { describe, expect, it } from 'vitest';
import { lineOfApiCall, mayCallApi } from '../../cli/other-files.ts';
import { APPLICATION, makeRepository, runCommand, runForReport } from './harness.ts';

const BODY = `-d '{"public_metadata": {"admin": true}}'`;

describe('a request is seen in', () => {
  it.each([
    `curl -X PATCH https://api.clerk.com/v1/users/$1 ${BODY}`,
    `curl --request PATCH "https://api.clerk.com/v1/users/\${USER_ID}" ${BODY}`,
    `curl -X PATCH https://api.clerk.dev/v1/organizations/$(cat id) ${BODY}`,
    `run: curl -X PATCH "https://api.clerk.com/v1/users/\${{ inputs.user }}" ${BODY}`,
    '@host = https://api.clerk.com/v1\n\nPATCH {{host}}/users/{{id}}\n\n{ "private_metadata": {} }',
    'requests.patch(f"https://api.clerk.com/v1/users/{user_id}", json={"public_metadata": {}})',
    'requests.patch("https://api.clerk.com/v1/users/" + user_id, json={"public_metadata": {}})',
    'Net::HTTP::Patch.new("https://api.clerk.com/v1/users/#{id}"); { unsafe_metadata: {} }',
    'fmt.Sprintf("https://api.clerk.com/v1/users/%s", id); http.MethodPatch; "public_metadata"',
    '{ "method": "PATCH", "url": { "raw": "https://api.clerk.com/v1/users/:id" }, "body": "{ \\"public_metadata\\": {} }" }',
    `Invoke-RestMethod -Method Patch "https://api.clerk.com/v1/users/user_1" -Body '{ "public_metadata": {} }'`,
  ])('%s', (text) => {
    expect(lineOfApiCall(`\n${text}\n`)).toBe(
      2 + text.split('\n').findIndex((line) => line.includes('/users/') || line.includes('/organizations/')),
    );
  });
});

describe('nothing is seen in', () => {
  it.each([
    `curl -X PATCH https://api.clerk.com/v1/users/$1/metadata ${BODY}`,
    `curl -X PATCH "https://api.clerk.com/v1/users/\${USER_ID}/metadata" ${BODY}`,
    'requests.patch("https://api.clerk.com/v1/users/" + user_id + "/metadata", json={"public_metadata": {}})',
    `curl -X PATCH https://api.clerk.com/v1/users/$1 -d '{"first_name": "Ada"}'`,
    `curl -X PATCH https://api.acme.com/v1/users/$1 ${BODY}`,
    `curl -X POST https://api.clerk.com/v1/users ${BODY} # PATCH`,
    'curl https://api.clerk.com/v1/users/$1 | jq .public_metadata',
    `curl -X PATCH https://api.clerk.com/v1/organizations/$1/memberships/$2 ${BODY}`,
  ])('%s', (text) => {
    expect(lineOfApiCall(text)).toBeUndefined();
  });
});

it('is looked for in what sends requests, by its name', () => {
  const names = ['a.sh', '.github/workflows/a.yml', 'api.http', 'x.postman_collection.json', 'Makefile', 'seed.py'];
  expect(names.filter(mayCallApi)).toEqual(names);
  expect(['README.md', 'package.json', 'pnpm-lock.yaml', 'a.ts', 'a.css', 'a.png'].filter(mayCallApi)).toEqual([]);
});

const SENDS = `#!/bin/sh\ncurl -X PATCH https://api.clerk.com/v1/users/$1 ${BODY}\n`;
const WHY = 'may hold calls: line 2 names an endpoint that takes no metadata any more; send it to …/metadata';

it('a file is named in the report, as skipped, and no finding', async () => {
  const files = {
    'bin/promote': SENDS,
    'seed.sh': SENDS,
    'ignored.sh': SENDS,
    'left-out.sh': SENDS,
    'node_modules/p/a.sh': SENDS,
    'other.sh': 'echo\n',
    '.gitignore': 'ignored.sh\n',
  };
  const folder = makeRepository({ ...APPLICATION, 'a.ts': '', ...files });
  const args = ['--check', '--ignore', 'left-out.sh'];
  const { code, report } = await runForReport(folder, args);
  expect({ code, skipped: report.skipped }).toEqual({
    code: 0,
    skipped: ['bin/promote', 'seed.sh'].map((path) => ({ path, why: WHY })),
  });
  const { stdout } = await runCommand(folder, args);
  expect(stdout).toContain('2 parts may hold some: see\nSkipped.');
  expect((await runForReport(folder, [...args, '--only', 'users'])).report.skipped).toEqual([]);
  expect((await runForReport(folder, [...args, 'seed.sh'])).report.skipped).toEqual([{ path: 'seed.sh', why: WHY }]);
});
