// Gets a small text from a URL that a third party chose: limited in every way, and not from the local network.
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertAllowedLiteral, guardedLookup, NoAnswerError } from './guarded-lookup.js';

export interface GetOptions {
  /** Whether the target may be on this machine or in a private network. */
  allowPrivate: boolean;
  /** Total timeout for resolution, connection and response. */
  timeoutMs: number;
  /** Larger responses are rejected. */
  maxBytes: number;
}

/** Redirects are not followed. @returns the body of a response with status 200, as text @throws NoAnswerError for anything else */
export async function getText(target: string, { allowPrivate, timeoutMs, maxBytes }: GetOptions): Promise<string> {
  const url = new URL(target);
  const options: RequestOptions = {
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    lookup: guardedLookup(allowPrivate),
    headers: { Accept: 'text/plain', 'User-Agent': 'Gatehouse' },
  };
  try {
    assertAllowedLiteral(url, allowPrivate);
    const response = await responseOf(url, options);
    try {
      return await bodyOf(response, maxBytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
    throw new NoAnswerError(error);
  }
}

function responseOf(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, done);
    request.on('error', fail);
    request.end();
  });
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  if (response.statusCode !== 200) throw new Error(`it responded with status ${response.statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`its response is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
