// Identifies the client, as far as an IP address does.
import { isIPv4, isIPv6 } from 'node:net';

/** The network that shares one limit: an IPv4 address, or the 64 bits of IPv6 that one customer gets; any other text unchanged. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The network as shown in events: 24 bits of IPv4, 48 of IPv6, so that it does not identify a single household. */
export function shownNetwork(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : 'unknown';
}

/** Converts an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) to IPv4, and removes the zone, which is not part of the address. */
function unmapped(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : bare.toLowerCase();
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groups(address: string): string[] {
  // The URL parser writes IPv6 in the canonical form of RFC 5952, also with an IPv4 address at its end.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  return tail === undefined ? left : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}
