// `gatehouse events follow`: prints events as they happen.
import { setTimeout } from 'node:timers/promises';
import { bodyFields } from './api/row-fields.js';
import { givenMembers, type Options } from './api/row-input.js';
import { withIds } from './api/run-row.js';
import { eventLine } from './api/event-line.js';
import { EVENT_FILTER } from './rows/events.js';
import { ServiceClient } from './service/service-client.js';
import { UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';

const PAGE = 1_000;
const LOOK_MS = 1_000;

interface EventPage {
  events: object[];
  cursor?: string;
  more: boolean;
}

/**
 * Writes events in the order in which they became durable, until it is interrupted. The cursor of the last page ensures that each event
 * comes exactly once.
 * @throws CommandError, UsageError
 */
export async function followEvents(options: Options, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const from = options['since'] === undefined ? new Date().toISOString() : instantOf(options['since'] as string);
  const client = new ServiceClient(options.url, env);
  const filter = await withIds(client, EVENT_FILTER.route, givenMembers(bodyFields(EVENT_FILTER), options), { orgId: client.access.orgId });
  const request = { ...filter, from, follow: true, limit: PAGE };
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  for (let cursor: string | undefined; !interrupt.signal.aborted;) {
    const body = JSON.stringify({ ...request, ...(cursor === undefined ? {} : { cursor }) });
    const headers = { 'content-type': 'application/json' };
    const page = (await client.json('/admin/v1/events/_search', { method: 'POST', repeatable: true, headers, body })) as EventPage;
    for (const event of page.events) process.stdout.write(`${options.json ? JSON.stringify(event) : eventLine(event)}\n`);
    cursor = page.cursor;
    if (!page.more) await setTimeout(LOOK_MS, undefined, { signal: interrupt.signal }).catch(() => undefined);
  }
  return EXIT.done;
}

function instantOf(time: string): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) throw new UsageError(`--since must be a time such as 2030-01-01T00:00:00Z; "${time}" is none.`);
  return new Date(ms).toISOString();
}
