// Makes source trees to measure on: the same tree for the same arguments, on every machine.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files to a folder, and folders to a folder. */
const FILES_PER_FOLDER = 20;
const FOLDERS_PER_FOLDER = 12;

/** One in so many files is of that kind, beside those to change. */
const NEAR_MISS_EVERY = 200;

/**
 * How long files are, in characters: as those of the 67 public repositories that the rules were measured on (14,021
 * files; a quarter below 1.0 KB, half below 2.4, three quarters below 6.2, one in twenty above 22, the longest 373; 6.2
 * in the mean), which is a log-normal distribution nearly to the point.
 */
const LENGTHS = { median: 2434, spread: 1.363, longest: 372_529 };

/**
 * Writes a git repository of `files` JavaScript and TypeScript files below `folder`, all committed.
 *
 * @param {string} folder absolute; must not exist
 * @param {{ files: number, share: number }} options `share` of the files, 0 to 1, hold a call to change
 * @returns {{ changing: number, bytes: number }} how many files hold a call to change, and the size of all
 */
export function makeTree(folder, { files, share }) {
  const random = randomNumbers(files);
  const every = share === 0 ? Infinity : Math.round(1 / share);
  let changing = 0;
  let bytes = 0;
  /** @type {(path: string, text: string) => void} */
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    bytes += text.length;
  };
  write(
    'package.json',
    `${JSON.stringify({ name: 'tree', private: true, dependencies: { '@clerk/nextjs': '^7.9.4' } }, null, 2)}\n`,
  );
  write(
    'tsconfig.json',
    `${JSON.stringify({ compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, jsx: 'preserve' } }, null, 2)}\n`,
  );
  write('.gitignore', 'node_modules\n');
  for (let index = 0; index < files; index++) {
    const changes = index % every === every - 1;
    if (changes) changing++;
    const body = changes
      ? (CALLS[changing % CALLS.length] ?? nearMiss)(index)
      : share > 0 && index % NEAR_MISS_EVERY === 7
        ? nearMiss(index)
        : '';
    const start = `${imports(index, random)}${body}`;
    write(pathOf(index), `${start}${filler(index, lengthOf(random) - start.length, random)}`);
  }
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'tree');
  return { changing, bytes };
}

const EXTENSIONS = ['ts', 'tsx', 'ts', 'js', 'tsx', 'ts', 'jsx', 'mjs'];

/** @param {number} index */
function pathOf(index) {
  const folders = [];
  for (let rest = Math.floor(index / FILES_PER_FOLDER); rest > 0; rest = Math.floor(rest / FOLDERS_PER_FOLDER))
    folders.unshift(`part${rest % FOLDERS_PER_FOLDER}`);
  return join('src', ...folders, `module${index}.${EXTENSIONS[index % EXTENSIONS.length] ?? 'ts'}`);
}

/**
 * @param {number} index
 * @param {() => number} random
 */
function imports(index, random) {
  const lines = ["import { memo, useMemo } from 'react';", "import { z } from 'zod';"];
  for (let count = 2 + (random() % 5); count > 0; count--)
    lines.push(`import { value${random() % 500} } from './module${random() % Math.max(index, 1)}.js';`);
  return `${lines.join('\n')}\n\n`;
}

/** Of one of the functions below, about. */
const FUNCTION_LENGTH = 730;

/** @param {() => number} random */
function lengthOf(random) {
  const { median, spread, longest } = LENGTHS;
  const [radius, angle] = [Math.sqrt(-2 * Math.log(random() / MODULUS)), 2 * Math.PI * (random() / MODULUS)];
  return Math.min(longest, median * Math.exp(spread * radius * Math.cos(angle)));
}

/**
 * What most files are made of: functions that no filter stops at.
 *
 * @param {number} index
 * @param {number} length about so many characters
 * @param {() => number} random
 */
function filler(index, length, random) {
  let text = '';
  while (text.length < length - FUNCTION_LENGTH / 2) {
    const n = random() % 10_000;
    const at = n % 4 === 0 ? 'updatedAt' : 'changedAt';
    text += `
/** Computes the total of the entries that the caller has asked for. */
export function compute${n}(entries, limit = ${n % 97}) {
  const selected = entries.filter((entry) => entry.active && entry.amount > limit);
  if (selected.length === 0) return { total: 0, label: 'none of ${n}' };
  const total = selected.reduce((sum, entry) => sum + entry.amount * ${1 + (n % 7)}, 0);
  const label = total > 100 ? \`large: \${total}\` : \`small: \${total}\`;
  for (const entry of selected) {
    entry.${at} = Date.now();
    entry.history = [...(entry.history ?? []), { at: entry.${at}, total }];
  }
  return { total, label, owner: selected[0].owner?.name ?? 'nobody' };
}
`;
  }
  return `${text}\nexport const value${index} = ${index};\n`;
}

/**
 * The calls that real code makes.
 *
 * @type {readonly ((index: number) => string)[]}
 */
const CALLS = [
  (index) => `import { clerkClient } from '@clerk/nextjs/server';

export async function complete${index}(userId, role) {
  const client = await clerkClient();
  await client.users.updateUser(userId, { publicMetadata: { role, onboarded: true } });
}
`,
  (index) => `import { clerkClient, currentUser } from '@clerk/nextjs/server';

export async function promote${index}() {
  const user = await currentUser();
  if (!user) throw new Error('signed out');
  const client = await clerkClient();
  return client.users.updateUser(user.id, {
    firstName: 'A',
    publicMetadata: { ...user.publicMetadata, level: ${index} },
  });
}
`,
  (index) => `import { useUser } from '@clerk/nextjs';

export function useTheme${index}() {
  const { user } = useUser();
  return async (theme) => {
    await user?.update({ unsafeMetadata: { ...user.unsafeMetadata, theme: String(theme), seen: ${index} } });
  };
}
`,
  (index) => `import { createClerkClient } from '@clerk/backend';

const clerk = createClerkClient({ secretKey: process.env.CLERK_SECRET_KEY });

export const rename${index} = (organizationId, plan) =>
  clerk.organizations.updateOrganization(organizationId, { name: 'Org ${index}', privateMetadata: { plan } });
`,
];

/**
 * Passes a text filter, and is nobody's business.
 *
 * @param {number} index
 */
function nearMiss(index) {
  return `import { useUser } from '@clerk/nextjs';
import { createClient } from '@supabase/supabase-js';

const supabase = createClient(process.env.URL ?? '', process.env.KEY ?? '');

export function Profile${index}({ store }) {
  const { user } = useUser();
  store.update({ id: user?.id, seen: ${index} });
  return () => supabase.auth.updateUser({ data: { name: user?.fullName } });
}
`;
}

const MODULUS = 2_147_483_647;

/**
 * Park and Miller's generator: the same numbers everywhere.
 *
 * @param {number} seed
 */
function randomNumbers(seed) {
  let state = (seed % (MODULUS - 1)) + 1;
  return () => (state = (state * 48_271) % MODULUS);
}
