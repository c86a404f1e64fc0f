// Without traces, OpenTelemetry costs nothing: it is not even loaded.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the names of the packages of OpenTelemetry that a process loads, by whichever loader. */
const WATCH = `
  import { register, Module } from 'node:module';
  import { writeSync } from 'node:fs';
  const hooks = \`
    import { writeSync } from 'node:fs';
    export async function resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) writeSync(2, 'loads ' + name + '\\\\n');
      return next(name, context);
    }\`;
  register('data:text/javascript,' + encodeURIComponent(hooks));
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...rest) {
    if (name.startsWith('@opentelemetry/')) writeSync(2, 'loads ' + name + '\\n');
    return resolve.call(this, name, ...rest);
  };`;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

function watched(): Record<string, string> {
  const watch = join(folder, 'watch.mjs');
  writeFileSync(watch, WATCH);
  return { NODE_OPTIONS: `--import=${pathToFileURL(watch).href}` };
}

it('nothing of OpenTelemetry is loaded by a service without these variables', async () => {
  const ground = await Ground.make();
  const process = await ground.start(watched());
  await process.end('SIGTERM');
  expect(process.output()).not.toContain('loads @opentelemetry/');
  await ground.clear();
});

/** The one part of a start that loads them, with nothing else to observe. */
const START = `
  import { startObservers } from ${JSON.stringify(pathToFileURL('dist/src/common/logging/observers.js').href)};
  await startObservers({ observation: { accessLog: 'off', slowStatementMs: 0, serverTiming: false } }, { writesDebug: false });`;

it.each<[string, Record<string, string>, boolean]>([
  ['with OTEL_SDK_DISABLED=true', { ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
  ['with OTEL_TRACES_EXPORTER=none', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  // So that the watch proves something.
  ['but not with an endpoint', endpoint, true],
])('nothing of OpenTelemetry is loaded: %s', async (_when, variables, loads) => {
  const env = { PATH: process.env['PATH'], ...variables, ...watched() };
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', START], { env });
  expect(stderr.includes('loads @opentelemetry/')).toBe(loads);
});
