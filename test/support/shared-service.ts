// One service for every spec of a worker that only needs one that runs. Each spec makes organizations of its own there.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { startService, testLog, type TestService } from './service.js';

/** So many files share one before the next begins: its log, tables and files are searched for the secrets of each of them. */
const MOST_FILES = 10;
const files = new Set<string | undefined>();

let shared: Promise<{ service: TestService; features: unknown }> | undefined;

async function start() {
  const service = await startService({}, {}, testLog());
  return { service, features: await featuresOf(service) };
}

async function current(): ReturnType<typeof start> {
  const before = await shared;
  const { testPath } = expect.getState();
  const isUsedUp = !files.has(testPath) && files.size === MOST_FILES;
  if (isUsedUp) files.clear();
  files.add(testPath);
  if (before && !isUsedUp) return before;
  await before?.service.close();
  return start();
}

const featuresOf = async (service: TestService): Promise<unknown> => (await service.call('GET', '/admin/v1/features')).body;

/**
 * The running service of this worker, with the settings every test has. Not for specs that move the clock, change settings, features, keys or
 * policies of the whole service, fill the line of passwords, count what the whole service did, or list the people of its first organization:
 * those start one of their own.
 * Its `close` looks at events and for secrets like that of any other service, and leaves it running; it ends with the worker.
 * @throws Error from `close` when the clock was moved, since the files after this one would find what they just made to be old, or a feature switched
 */
export async function sharedService(): Promise<TestService> {
  const { service, features } = await (shared = current());
  return {
    ...service,
    async close() {
      if (Math.abs(service.get(Clock).nowMs() - Date.now()) > 1_000)
        throw new Error('The clock of the shared service was moved; this file needs a service of its own.');
      if (!isDeepStrictEqual(await featuresOf(service), features))
        throw new Error('Features of the shared service were changed; this file needs a service of its own.');
      await service.assertEventsHarmless();
      await service.assertNoSecret();
    },
  };
}
