// `node bench/shapes.mjs [--sizes 100,200,400,800]`: one file each of shapes that a recursive analysis may take too
// long for, ever larger. The time should grow no faster than the file. Prints Markdown; wants a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const CLI = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'cli.cjs');

/** @type {(count: number, line: (index: number) => string) => string} */
const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** @type {(between: string, params?: string) => string} */
const save = (between, params = 'id') => `export async function save(${params}) {
  const user = await clerkClient.users.getUser(id);
${between}
  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan: 'pro' } });
}`;

/**
 * What a file of each shape holds.
 *
 * @type {Readonly<Record<string, (size: number) => string>>}
 */
const SHAPES = {
  'a chain of variables': (size) =>
    save(`  const v0 = user.publicMetadata;\n${lines(size, (index) => `  const v${index + 1} = [v${index}];`)}`),
  'assignments to one variable': (size) =>
    save(`  let v = start;\n${lines(size, (index) => `  if (v.a${index}) v = f${index}(v);`)}`, 'id, start'),
  'calls of one user': (size) =>
    save(
      lines(
        size,
        (index) =>
          `  await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, k${index}: 1 } });`,
      ),
    ),
  'calls of users fetched each time': (size) =>
    `export async function save(id) {\n${lines(size, (index) => `  const u${index} = await clerkClient.users.getUser(id);\n  await clerkClient.users.updateUser(id, { publicMetadata: { ...u${index}.publicMetadata, k${index}: 1 } });`)}\n}`,
  'calls in branches': (size) =>
    save(
      `  switch (kind) {\n${lines(size, (index) => `    case ${index}: await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, k${index}: 1 } }); break;`)}\n  }`,
      'id, kind',
    ),
  'a call in each function': (size) =>
    lines(
      size,
      (index) =>
        `export async function save${index}(id) { const user = await clerkClient.users.getUser(id); await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, k${index}: 1 } }); }`,
    ),
  'handlers of a component': (size) =>
    `import { useUser } from '@clerk/react';\nexport function Profile() {\n  const { user } = useUser();\n${lines(size, (index) => `  const h${index} = async () => { await user.update({ unsafeMetadata: { ...user.unsafeMetadata, k${index}: 1 } }); };`)}\n  return <div>${lines(size, (index) => `<button onClick={h${index}} />`)}</div>;\n}`,
  'functions that call the next one': (size) =>
    `${lines(size, (index) => `async function f${index}(run) { await f${index + 1}(run); }`)}\nasync function f${size}(run) { await run(); }\n${save('  await f0(() => 1);')}`,
  'functions that call each other': (size) =>
    `${lines(size, (index) => `async function f${index}(run) { await f${(index * 7 + 1) % size}(run); await f${(index * 3 + 2) % size}(run); }`)}\n${save('  await f0(() => 1);')}`,
  'a function for each call': (size) =>
    `${lines(size, (index) => `async function f${index}(run) { run(${index}); }`)}\n${save(lines(size, (index) => `  f${index}(console.log);`))}`,
  'handlers in a list': (size) =>
    `const all = [];\n${lines(size, (index) => `all.push(async () => { await all[${index}](); });`)}\n${save('  for (const one of all) await one();')}`,
  'a large switch': (size) =>
    save(
      `  switch (kind) {\n${lines(size, (index) => `    case ${index}: log(user.publicMetadata.k${index}); break;`)}\n  }`,
      'id, kind, log',
    ),
};

const { values: options } = parseArgs({ options: { sizes: { type: 'string', default: '100,200,400,800' } } });
const sizes = options.sizes.split(',').map(Number);
const folder = mkdtempSync(join(tmpdir(), 'clerk-metadata-shapes-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
writeFileSync(
  join(folder, 'package.json'),
  '{ "dependencies": { "@clerk/express": "^2.0.0", "@clerk/react": "^6.0.0" } }\n',
);
const start = secondsFor('');
process.stdout.write(`Seconds beyond the ${start.toFixed(2)} that an empty file takes:\n\n`);
process.stdout.write(`| lines | ${sizes.join(' | ')} |\n|---|${sizes.map(() => '---:').join('|')}|\n`);
for (const [name, shape] of Object.entries(SHAPES)) {
  const seconds = sizes.map((size) => (secondsFor(shape(size)) - start).toFixed(2));
  process.stdout.write(`| ${name} | ${seconds.join(' | ')} |\n`);
}

/** @param {string} body */
function secondsFor(body) {
  writeFileSync(join(folder, 'shape.js'), `import { clerkClient } from '@clerk/express';\n${body}\n`);
  const began = performance.now();
  const args = [CLI, '--check', '--no-types', '--reporter', 'json', 'shape.js'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });
  const seconds = (performance.now() - began) / 1000;
  // A crash prints no report.
  JSON.parse(stdout);
  return seconds;
}
