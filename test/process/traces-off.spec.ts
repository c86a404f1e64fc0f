// Without traces, OpenTelemetry costs nothing: it is not even loaded.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';

let ground: Ground | undefined;
afterEach(() => ground?.clear());

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

it.each<[string, Record<string, string>, boolean]>([
  ['by default', {}, false],
  ['with OTEL_SDK_DISABLED=true', { ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
  ['with OTEL_TRACES_EXPORTER=none', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  // So that the watch proves something.
  ['but not with an endpoint', endpoint, true],
])('nothing of OpenTelemetry is loaded: %s', async (_when, variables, loads) => {
  ground = await Ground.make();
  const watch = join(ground.dataDir, 'watch.mjs');
  writeFileSync(watch, WATCH);
  const process = await ground.start({ ...variables, NODE_OPTIONS: `--import=${pathToFileURL(watch).href}` });
  await process.end('SIGTERM');
  expect(process.output().includes('loads @opentelemetry/')).toBe(loads);
});
