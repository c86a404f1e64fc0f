// Connections to hosts that somebody else chose: the name is resolved once, checked, and that address connected to, so that nothing leads into
// our own network, DNS rebinding included.
import { lookup as resolve, type LookupAddress } from 'node:dns';
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

/** The connection goes to the result of this lookup, so the checked address is the one connected to. */
export function guardedLookup(allowPrivate: boolean): LookupFunction {
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

/** An IP address is connected to without a lookup, so it is checked before. @throws PrivateAddressError */
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
