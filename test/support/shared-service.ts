// One service for every spec of a worker that only needs one that runs. Each spec makes organizations of its own there.
import { Clock } from '../../src/common/primitives/clock.js';
import { startService, testLog, type TestService } from './service.js';

let shared: Promise<TestService> | undefined;

/**
 * The running service of this worker, with the settings every test has. Not for specs that move the clock, change settings, features, keys or
 * policies of the whole service, fill the line of passwords, count what the whole service did, or list the people of its first organization:
 * those start one of their own.
 * Its `close` looks at events and for secrets like that of any other service, and leaves it running; it ends with the worker.
 * @throws Error from `close` when the clock was moved: the files after this one would find what they just made to be old
 */
export async function sharedService(): Promise<TestService> {
  shared ??= startService({}, {}, testLog());
  const service = await shared;
  return {
    ...service,
    async close() {
      if (Math.abs(service.get(Clock).nowMs() - Date.now()) > 1_000)
        throw new Error('The clock of the shared service was moved; this file needs a service of its own.');
      await service.assertEventsHarmless();
      await service.assertNoSecret();
    },
  };
}
