// Starts the listeners that the settings and the OTEL_* variables enable; metrics start by themselves.
import { countRequestTime } from '../http/server-timing.js';
import { startTraces, wantsTraces } from '../observation/traces.js';
import type { Settings } from '../settings/settings.js';
import { logRequests, logSlowStatements } from './access-log.js';
import type { JsonLog } from './log.js';

/** @returns a function that ends them @throws TracesError */
export async function startObservers({ observation }: Settings, log: JsonLog): Promise<() => Promise<void>> {
  const ends: Array<() => void | Promise<void>> = [];
  const accessLog = log.writesDebug ? 'all' : observation.accessLog;
  if (accessLog !== 'off') ends.push(logRequests(accessLog, log));
  if (observation.slowStatementMs > 0) ends.push(logSlowStatements(observation.slowStatementMs, log));
  if (observation.serverTiming) ends.push(countRequestTime());
  if (wantsTraces(process.env)) ends.push(await startTraces());
  return async () => {
    for (const end of ends) await end();
  };
}
