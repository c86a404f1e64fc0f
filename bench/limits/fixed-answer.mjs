// One answer from memory, whatever is asked: as little as an HTTP server in Node can do.
import { createServer } from 'node:http';
import { answer } from '../harness/processes.mjs';

/** Node adds them by itself. */
const ADDED = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

answer({ start });

/** @param {{ headers: Array<[string, string]>, body: string }} job */
async function start({ headers, body }) {
  const bytes = Buffer.from(body);
  const all = Object.fromEntries([...headers.filter(([name]) => !ADDED.has(name)), ['content-length', String(bytes.length)]]);
  const server = createServer((_request, response) => response.writeHead(200, all).end(bytes));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}` };
}
