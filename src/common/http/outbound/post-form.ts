// Posts a form to a URL that a third party registered: limited in every way, and not into the local network.
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertAllowedLiteral, guardedLookup, NoAnswerError } from './guarded-lookup.js';

export interface PostOptions {
  /** Whether the target may be on this machine or in a private network. */
  allowPrivate: boolean;
  /** Total timeout for resolution, connection and response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Posts a form and reads only the status of the response; redirects are not followed.
 * The name is resolved once and checked, and the connection goes to that address, so DNS rebinding has no effect.
 * @throws NoAnswerError
 */
export async function postForm(
  target: string,
  form: Record<string, string>,
  { allowPrivate, timeoutMs, signal }: PostOptions,
): Promise<number> {
  const url = new URL(target);
  const body = new URLSearchParams(form).toString();
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    lookup: guardedLookup(allowPrivate),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body),
      Accept: '*/*',
      'User-Agent': 'Gatehouse',
    },
  };
  try {
    assertAllowedLiteral(url, allowPrivate);
    return await send(url, options, body);
  } catch (error) {
    throw new NoAnswerError(error);
  }
}

function send(url: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      done(response.statusCode ?? 0);
      // The rest of the response is discarded.
      response.destroy();
    });
    request.on('error', fail);
    request.end(body);
  });
}
