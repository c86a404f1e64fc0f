// Posts a form to a URL that somebody else registered: limited in every way, and not into our own network.
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** No response: an unknown host, a refused connection, a timeout, or an address that is not allowed. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || cause.name : 'no answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** The cause of a {@link NoAnswerError} when the address is inside: this machine, a private network, or a special address. */
export class PrivateAddressError extends Error {}

export interface PostOptions {
  /** Whether the target may be on this machine or in a private network. */
  allowPrivate: boolean;
  /** Timeout for everything together: resolution, connection, response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Posts a form and reads nothing but the status of the response; redirects are not followed.
 * The name is resolved once, checked, and that address connected to, so DNS rebinding leads nowhere else.
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
    assertAllowed(literalAddress(url), allowPrivate);
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

/** An IP address is connected to without a lookup. */
function literalAddress({ hostname }: URL): LookupAddress[] {
  const address = hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(address) ? [{ address, family: address.includes(':') ? 6 : 4 }] : [];
}

/** The connection goes to the result of this lookup, so the checked address is the one connected to. */
function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      try {
        assertAllowed(addresses, allowPrivate);
      } catch (refusal) {
        return callback(refusal as Error, '', 0);
      }
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

function assertAllowed(addresses: readonly LookupAddress[], allowPrivate: boolean): void {
  const inside = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
  if (inside) throw new PrivateAddressError(`the address ${inside.address} is not public`);
}
