// One service for every spec of a worker that only needs one that runs. Each spec makes organizations of its own there.
import { SERVER_URL } from './database.js';
import { startService, type TestService } from './service.js';

let shared: Promise<TestService> | undefined;

/**
 * The running service of this worker, with the settings every test has. Not for specs that move the clock, change settings, features, keys or
 * policies of the whole service, fill the line of passwords, or count what the whole service did: those start one of their own.
 * Its `close` looks at the events like that of any other service, and leaves it running; it ends with the worker.
 * With SQLite each spec still gets a service of its own: when a service in the same process closes, libsql now and then closes the connections
 * of another one as well ("The database connection is not open").
 */
export async function sharedService(): Promise<TestService> {
  if (!SERVER_URL) return startService();
  shared ??= startService();
  const service = await shared;
  return { ...service, close: () => service.assertEventsHarmless() };
}
