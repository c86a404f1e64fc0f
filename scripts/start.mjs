// `npm start`: builds what is out of date, then becomes the service. It has no child then, so a signal to it ends the service.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** `product` is written last, so it is as old as its build. Dependencies bring types. */
const BUILDS = [
  {
    product: 'dist/src/main.js',
    sources: ['src', 'ormconfig.ts', 'package-lock.json', 'scripts/compile.mjs', 'tsconfig.json'],
    program: 'scripts/compile.mjs',
    args: [],
  },
  {
    product: 'console/dist/index.html',
    sources: [
      'console/src',
      'console/index.html',
      'console/renewed.html',
      'console/vite.config.ts',
      'page-proofs',
      'scripts/built-page.mjs',
      'docs/connect-an-app.md',
      'docs/apps',
      'package-lock.json',
    ],
    program: 'node_modules/vite/bin/vite.js',
    args: ['build', 'console'],
  },
  {
    product: 'explorer/dist/index.html',
    sources: [
      'explorer/src',
      'explorer/index.html',
      'explorer/renewed.html',
      'explorer/vite.config.ts',
      'page-proofs',
      'scripts/built-page.mjs',
      'package-lock.json',
    ],
    program: 'node_modules/vite/bin/vite.js',
    args: ['build', 'explorer'],
  },
];

const outdated = BUILDS.filter(({ product, sources }) => !isUpToDate(join(ROOT, product), sources));
if (outdated.length > 0) console.error('Compiling, once …');
for (const build of outdated) await run(build);
const main = join(ROOT, 'dist/src/main.js');
process.argv[1] = main;
await import(new URL('../dist/src/main.js', import.meta.url).href);

/** @param {string} product @param {readonly string[]} sources */
function isUpToDate(product, sources) {
  return existsSync(product) && sources.every((source) => lastChange(join(ROOT, source)) <= statSync(product).mtimeMs);
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

/** @param {typeof BUILDS[number]} build */
async function run({ product, program, args }) {
  const child = spawn(process.execPath, [join(ROOT, program), ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, stop);
  const [code, signal] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  for (const one of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.off(one, stop);
  if (code === 0) return;
  // Half a build must not pass for one.
  rmSync(join(ROOT, product), { force: true });
  process.exit(signal === null ? Number(code) : 1);
}
