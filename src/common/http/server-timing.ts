// The header Server-Timing (W3C Server Timing): how a request's time was spent, for the network panel of a browser. It reveals load and
// whether accounts exist, so it is for development.
import type { ServerResponse } from 'node:http';
import { HASHES, keepRequestContext, requestContext, STATEMENTS } from '../observation/topics.js';

/** Starts counting. @returns a function that ends it */
export function countRequestTime(): () => void {
  const ends = [
    keepRequestContext((context) => (context.spent = new Map())),
    STATEMENTS.listen(({ ms }) => add('db', ms)),
    HASHES.listen(({ ms }) => add('password', ms)),
  ];
  return () => ends.forEach((end) => end());
}

function add(name: string, ms: number): void {
  const spent = requestContext()?.spent;
  if (!spent) return;
  const entry = spent.get(name) ?? { count: 0, ms: 0 };
  spent.set(name, { count: entry.count + 1, ms: entry.ms + ms });
}

/** Adds the header when the response's head is written. */
export function announceTiming(response: ServerResponse, startedMs: number): void {
  const spent = requestContext()?.spent;
  if (!spent) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    const parts = [...spent].map(([name, { count, ms }]) => `${name};dur=${ms.toFixed(1)};desc="${count}"`);
    if (!response.headersSent)
      response.setHeader('Server-Timing', [...parts, `total;dur=${(performance.now() - startedMs).toFixed(1)}`].join(', '));
    return writeHead(...args);
  };
}
