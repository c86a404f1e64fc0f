// `gatehouse api`: sends a request exactly as typed.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ServiceClient } from '../service/service-client.js';
import { unreachable } from '../service/problem.js';
import { UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { readData, type Options } from './row-input.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @throws CommandError, UsageError */
export async function callApi(method: string, path: string, options: Options, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { data, url, ifMatch, include } = options;
  const verb = method.toUpperCase();
  if (!METHODS.includes(verb)) throw new UsageError(`The method must be one of ${METHODS.join(', ')}.`);
  if (!/^\/(?!\/)/.test(path)) throw new UsageError('The path must begin with one slash, such as /admin/v1/organizations.');
  const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/json';
  const sent = data === undefined ? {} : { body: JSON.stringify(await readData(data)) };
  const headers = { ...(data !== undefined && { 'content-type': type }), ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
  const client = new ServiceClient(url, env);
  const answer = await client.request(path, { method: verb, headers, ...sent });
  if (include) process.stdout.write(headOf(answer));
  await show(answer).catch((error: unknown) => {
    throw unreachable(client.access.base, error);
  });
  return EXIT.done;
}

/** The head of a response, in the form of `curl --include`. */
function headOf({ status, headers }: Response): string {
  return `${[`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n')}\n\n`;
}

/** Formats JSON for people. Any other body is passed on in pieces, because an export is as large as its organization. */
async function show(answer: Response): Promise<void> {
  const { stdout } = process;
  if (!/[/+]json\b/.test(answer.headers.get('content-type') ?? '')) {
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), stdout, { end: false });
    return;
  }
  const text = await answer.text();
  if (text !== '') stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
}
