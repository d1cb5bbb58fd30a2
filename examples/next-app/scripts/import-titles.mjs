// node scripts/import-titles.mjs titles.json
import { readFile } from 'node:fs/promises';
import { createClerkClient } from '@clerk/backend';

async function importTitle(client, { id, title }) {
  await client.users.updateUser(id, { publicMetadata: { title } });
}

const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY });
const rows = JSON.parse(await readFile(process.argv[2], 'utf8'));

for (const row of rows) {
  await importTitle(clerk, row);
  await clerk.users.updateUser(row.id, { privateMetadata: { titleImported: new Date().toISOString() } });
}
console.log(`${rows.length} titles imported`);
