import { expect, it } from 'vitest';
import { analyze } from '../../transforms/index.ts';

/** What the rewrite of a split call reads before both requests, for metadata of a user's main address. */
function readFirst(address: string): boolean {
  const text = `import { clerkClient } from '@clerk/express';
export async function save(id) {
  const user = await clerkClient.users.getUser(id);
  await clerkClient.users.updateUser(id, { firstName: 'Ada', publicMetadata: { address: ${address} } });
}`;
  const analysis = analyze(text, '/app/a.js');
  if (analysis.kind !== 'analyzed') throw new Error(analysis.kind);
  expect(analysis.findings.map(({ verdict }) => verdict)).toEqual(['exact']);
  return analysis.findings.some(({ edits }) =>
    edits.some(({ text: written }) => written.includes('const publicMetadata = ')),
  );
}

it('reads a property of an address before both requests, since a user may have none', () => {
  expect(readFirst('user.primaryEmailAddress.emailAddress')).toBe(true);
  expect(readFirst('user.primaryEmailAddress?.emailAddress')).toBe(false);
  expect(readFirst('user.externalId')).toBe(false);
});
