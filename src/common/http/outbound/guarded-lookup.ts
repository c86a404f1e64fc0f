// Connections to hosts that a third party chose. The name is resolved once and checked, and the connection goes to that address. So no
// connection leads into the local network, not even by DNS rebinding.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from './public-address.js';
import { addressesOf } from './resolve-name.js';

/** No response: an unknown host, a refused connection, a timeout, or an address that is not allowed. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || cause.name : 'no answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** The cause of a {@link NoAnswerError} when the address is internal: this machine, a private network, or a special address. */
export class PrivateAddressError extends Error {}

/** The connection goes to the result of this lookup, so it always uses the checked address. */
export function guardedLookup(allowPrivate: boolean): LookupFunction {
  const allowed = callbackify(async (hostname: string, family: unknown) => {
    const addresses = await addressesOf(hostname, family, allowPrivate);
    assertAllowed(addresses, allowPrivate);
    return addresses;
  });
  return (hostname, options, callback) => {
    allowed(hostname, options.family, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

/** An IP address needs no lookup, so it is checked here. @throws PrivateAddressError */
export function assertAllowedLiteral(url: URL, allowPrivate: boolean): void {
  assertAllowed(literalAddress(url), allowPrivate);
}

function literalAddress({ hostname }: URL): LookupAddress[] {
  const address = hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(address) ? [{ address, family: address.includes(':') ? 6 : 4 }] : [];
}

function assertAllowed(addresses: readonly LookupAddress[], allowPrivate: boolean): void {
  const inside = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
  if (inside) throw new PrivateAddressError(`the address ${inside.address} is not public`);
}
