// `npm start`: compiles what is not compiled yet, then becomes the service. It has no child by then, so that whoever ends it ends the service.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist/src/main.js');
/** What the compiled code is made of; dependencies bring types. */
const SOURCES = ['src', 'ormconfig.ts', 'nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

if (!isCompiled()) await compile();
process.argv[1] = MAIN;
await import(new URL('../dist/src/main.js', import.meta.url).href);

function isCompiled() {
  return existsSync(MAIN) && SOURCES.every((source) => lastChange(join(ROOT, source)) <= statSync(MAIN).mtimeMs);
}

/**
 * When anything in a file or folder was last changed, added or removed.
 * @param {string} path
 * @returns {number}
 */
function lastChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => lastChange(join(path, name))));
}

async function compile() {
  console.error('Compiling, once …');
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, stop);
  const [code, signal] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  for (const one of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.off(one, stop);
  if (code === 0) return;
  // Half a build must not pass for one.
  rmSync(MAIN, { force: true });
  process.exit(signal === null ? Number(code) : 1);
}
