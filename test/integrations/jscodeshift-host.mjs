/**
 * Runs jscodeshift once for each message, in one process, since most of a run is its start: `{ args, folder }` becomes
 * `{ status, stdout, stderr }`. Each run loads jscodeshift's own modules and the transform anew, as these keep what
 * they know of a run; what they import stays. It takes runs in the process itself only: `--run-in-band`.
 *
 * Its arguments are jscodeshift's own file to start it and the transform.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

// As Node knows them by: links followed.
const [START = '', TRANSFORM = ''] = process.argv.slice(2).map((file) => realpathSync(file));
const PACKAGE = join(dirname(START), '..');

const require = createRequire(import.meta.url);

class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`exit with ${String(status)}`);
    this.status = status;
  }
}

process.exit = (status) => {
  throw new Exit(Number(status ?? 0));
};

process.on('message', (message) => {
  const { args, folder } = /** @type {{ args: readonly string[]; folder: string }} */ (message);
  void run(args, folder).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.kill(process.pid));

/**
 * @param {readonly string[]} args
 * @param {string} folder
 */
async function run(args, folder) {
  for (const file of Object.keys(require.cache)) {
    const isOwn = file.startsWith(PACKAGE + sep) && !file.slice(PACKAGE.length).includes('node_modules');
    if (isOwn || file === TRANSFORM) Reflect.deleteProperty(require.cache, file);
  }
  // Each run's module waits for standard output anew.
  process.stdout.removeAllListeners('drain');
  process.chdir(folder);
  process.argv = [process.execPath, START, ...args];
  const stdout = take(process.stdout);
  const stderr = take(process.stderr);
  let status = 0;
  try {
    /** @type {unknown} */
    const loaded = require(join(PACKAGE, 'src/Runner.js'));
    const runner = /** @type {{ run: (...given: unknown[]) => unknown }} */ (loaded);
    const { run: start } = runner;
    /** @type {unknown} */
    let done;
    runner.run = (...given) => (done = start(...given));
    require(START);
    await done;
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    ({ status } = error);
  }
  return { status, stdout: stdout(), stderr: stderr() };
}

/**
 * Keeps what is written to a stream, until it is asked for.
 *
 * @param {NodeJS.WriteStream} stream
 */
function take(stream) {
  /** @type {string[]} */
  const written = [];
  const write = stream.write.bind(stream);
  stream.write = (/** @type {string | Uint8Array} */ chunk) => {
    written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return true;
  };
  return () => {
    stream.write = write;
    return written.join('');
  };
}
