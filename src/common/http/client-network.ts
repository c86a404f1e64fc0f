// Identifies the client, as far as an IP address does: the address of a request is that of the connection, or the one reported by trusted proxies.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Express } from 'express';

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

/** The number of proxies in front of the service, or the networks that contain their addresses. */
export type TrustedProxies = number | readonly string[];

/** No address is longer, including its zone. The text from a proxy may be anything, so it is cut. */
const MAX_LENGTH = 64;

/** @returns whether a text is an address, or a network as in `192.0.2.0/24` */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

export class ClientAddresses {
  private readonly log = new Logger('http');
  private warned = false;
  /** @param hop the number of proxies passed before this address; 0 is the address of the connection */
  readonly trusts: (address: string, hop: number) => boolean;

  constructor(trusted: TrustedProxies) {
    this.trusts = trustOf(trusted);
    // An operator who trusts no proxy may not know that there is one, so that case warns once.
    this.warned = trusted !== 0;
  }

  /** The nearest address that isn't a trusted proxy. Any address beyond it is only that client's claim. */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const forwarded = headers['x-forwarded-for'];
    if (!this.warned && (forwarded !== undefined || headers.forwarded !== undefined)) this.warn();
    let address = socket.remoteAddress ?? '';
    const told = typeof forwarded === 'string' ? forwarded.split(',') : [];
    for (let hop = 0; told.length > 0 && this.trusts(address, hop); hop++) address = withoutPort(told.pop()?.trim() ?? '');
    return address.slice(0, MAX_LENGTH);
  }

  /** Makes Express return the same address for its requests; by itself it would keep the port. */
  speakFor({ request }: Express): void {
    const of = (one: IncomingMessage) => this.of(one);
    Object.defineProperty(request, 'ip', {
      configurable: true,
      get(this: IncomingMessage) {
        return of(this);
      },
    });
  }

  private warn(): void {
    this.warned = true;
    this.log.warn({
      message: 'requests come through a proxy, and TRUST_PROXY is 0: everybody behind it has its address and shares its limits',
    });
  }
}

/**
 * Some proxies add the port, as in `192.0.2.1:4711` and `[2001:db8::1]:4711`. With it, every connection would look like a different client.
 */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const bare = v6 ?? v4 ?? '';
  return isIP(bare) === 0 ? text : bare;
}

function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted;
  const networks = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    networks.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family);
  }
  return (address) => {
    // A zone isn't part of an address.
    const bare = address.split('%', 1)[0] ?? '';
    return isIP(bare) !== 0 && networks.check(bare, familyOf(bare));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
