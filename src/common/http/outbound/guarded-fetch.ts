// Requests to URLs that a third party chose: limited in every way, and not into the local network.
import { abortAfter } from '../../concurrency/abort-after.js';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { assertAllowedLiteral, guardedLookup, NoAnswerError } from './guarded-lookup.js';

export interface OutboundRequest {
  /** Without: `GET`. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A response that was read to its end. */
export interface OutboundResponse {
  status: number;
  /** @param name in lower case @returns the values of a repeated header, joined */
  header(name: string): string | undefined;
  /** Empty if it was not read. */
  bytes: Uint8Array;
  /** `bytes` as UTF-8, without a byte order mark. */
  text(): string;
}

export interface OutboundLimits {
  /** Whether the target may be on this machine or in a private network. */
  allowPrivate: boolean;
  /** Total timeout for resolution, connection and response. */
  timeoutMs: number;
  /** A longer body is refused. 0: the body isn't read. */
  maxBytes: number;
  /** Ends the request early. */
  signal?: AbortSignal;
  /** Connections that stay open for the next request; absent: each request has its own. Callers with other `allowPrivate` have others. */
  connections?: Connections;
}

/** Connections by the protocol of the URL. */
export type Connections = Readonly<Record<'http:' | 'https:', HttpAgent>>;

/** Shorter than servers wait for the next request, of which most wait for 5 s. */
const IDLE_MS = 4_000;

/** Connections that stay open for a few seconds. Each leads to an address that was checked when it was opened. */
export function keptConnections(): Connections {
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS };
  return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
}

/** The cause of a {@link NoAnswerError} when the response is longer than its limit. */
export class BodyTooLongError extends Error {}

/**
 * Sends one request and reads the whole response; redirects are not followed. The name is resolved once and checked, and the connection
 * goes to that address, so DNS rebinding has no effect.
 * @throws NoAnswerError
 */
export async function guardedFetch(
  target: string,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  { allowPrivate, timeoutMs, maxBytes, signal, connections }: OutboundLimits,
): Promise<OutboundResponse> {
  const limit = abortAfter(timeoutMs, signal);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    signal: limit,
    lookup: guardedLookup(allowPrivate),
    headers: { ...headers, ...length, 'User-Agent': 'Gatehouse' },
  };
  try {
    const url = new URL(target);
    assertAllowedLiteral(url, allowPrivate);
    const agent = connections?.[url.protocol as keyof Connections] ?? false;
    const answer = await answerOf(url, { ...options, agent }, body);
    try {
      return responseOf(answer, await bodyOf(answer, maxBytes));
    } finally {
      answer.destroy();
    }
  } catch (error) {
    throw new NoAnswerError(limit.aborted && !signal?.aborted ? new Error(`no response within ${timeoutMs} ms`, { cause: error }) : error);
  }
}

function answerOf(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    let isAnswered = false;
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (answer) => {
      isAnswered = true;
      done(answer);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server has closed a kept connection before this request reached it. Each failure uses up one, so this ends.
      if (!isAnswered && request.reusedSocket && error.code === 'ECONNRESET') done(answerOf(url, options, body));
      else fail(error);
    });
    request.end(body);
  });
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (maxBytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLongError(`its response is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A `Response` of the platform costs more CPU than the request: its body is a stream. */
function responseOf({ statusCode = 0, headersDistinct }: IncomingMessage, bytes: Uint8Array): OutboundResponse {
  return {
    status: statusCode,
    header: (name) => headersDistinct[name]?.join(', '),
    bytes,
    text: () => new TextDecoder().decode(bytes),
  };
}
