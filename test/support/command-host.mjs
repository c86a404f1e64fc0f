// Runs commands one after the other in one process, which loads the command line once. For each, the process is made as a new one would be:
// folder, environment, arguments, standard streams. Its parent sends a command and receives what it wrote, with its exit code.
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';

const PROGRAM = resolve('dist/src/cli/gatehouse.js');
const { main } = await import(resolve('dist/src/cli/main.js'));

/** @typedef {{ args: string[], cwd: string, env: Record<string, string>, input: string }} Command */

const home = process.cwd();
const umask = process.umask();

process.on('message', (command) => void run(/** @type {Command} */ (command)).then((ran) => process.send?.(ran)));
process.on('disconnect', () => process.exit());

/** @param {Command} command */
async function run({ args, cwd, env, input }) {
  process.chdir(cwd);
  process.argv = [process.execPath, PROGRAM, ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [Buffer.from(input)]), configurable: true });
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const code = await ended(args).catch((error) => {
    process.stderr.write(`${inspect(error)}\n`);
    return 1;
  });
  process.chdir(home);
  process.umask(umask);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Fails too with an error that nothing awaits, which would end a process. @param {string[]} args @returns {Promise<number>} */
function ended(args) {
  return new Promise((resolve, reject) => {
    process.once('uncaughtException', reject);
    const over = () => process.removeListener('uncaughtException', reject);
    main(args).then(resolve, reject).finally(over);
  });
}

/** Collects what is written to a stream from now on. @param {NodeJS.WriteStream} stream @returns {() => string} */
function collect(stream) {
  /** @type {Buffer[]} */
  const chunks = [];
  /** @param {string | Uint8Array} chunk @param {any} [encoding] @param {any} [done] */
  const write = (chunk, encoding, done) => {
    chunks.push(Buffer.from(chunk));
    const written = typeof encoding === 'function' ? encoding : done;
    if (written) process.nextTick(written);
    return true;
  };
  stream.write = write;
  return () => Buffer.concat(chunks).toString();
}
