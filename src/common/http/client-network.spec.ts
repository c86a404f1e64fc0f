import { describe, expect, it } from 'vitest';
import { ClientAddresses, isNetwork, networkOf, shownNetwork, type TrustedProxies } from './client-network.js';
import type { IncomingMessage } from 'node:http';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['', '', 'unknown'],
  ])('of %j is %j, shown as %j', (text, network, shown) => {
    expect([networkOf(text), shownNetwork(text)]).toEqual([network, shown]);
  });
});

const addressOf = (trusted: TrustedProxies, remoteAddress: string, forwarded?: string) =>
  new ClientAddresses(trusted).of({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as Pick<IncomingMessage, 'socket' | 'headers'>);

const NETWORKS = ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'];

it.each<[string, TrustedProxies, string, string | undefined, string]>([
  ['no proxy', 0, '10.0.0.1', '198.51.100.1', '10.0.0.1'],
  ['one proxy, which says nothing', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ['one proxy', 1, '10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['two proxies', 2, '10.0.0.1', '203.0.113.9, 198.51.100.1', '203.0.113.9'],
  ['more proxies than there are', 5, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a network', NETWORKS, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a network, by whose proxies another came', NETWORKS, '10.1.2.3', '203.0.113.9, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  ['a network that the connection is not from', NETWORKS, '198.51.100.1', '10.0.0.1', '198.51.100.1'],
  ['an address beside a trusted one', NETWORKS, '192.0.2.8', '198.51.100.1', '192.0.2.8'],
  ['a network of IPv6', NETWORKS, '2001:db8::1', '2001:dead::1', '2001:dead::1'],
  ['an IPv4 network, by a socket of both', NETWORKS, '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['one proxy, which tells the port', 1, '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['one proxy, which tells the port of IPv6', 1, '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['one proxy, which writes IPv6 in brackets', 1, '10.0.0.1', '[2001:db8::9]', '2001:db8::9'],
  ['one proxy, which tells IPv6 without a port', 1, '10.0.0.1', '2001:db8::9', '2001:db8::9'],
  ['networks, whose proxies tell ports', NETWORKS, '10.1.2.3', '203.0.113.9:1, 198.51.100.1:2, 192.0.2.7:3', '198.51.100.1'],
  ['one proxy, which tells a name with a port', 1, '10.0.0.1', 'app.example:80', 'app.example:80'],
  ['a network, whose proxy tells nonsense', NETWORKS, '10.1.2.3', 'unknown, ', ''],
])('trusting %s: %j, %s, %s is %s', (_, trusted, remote, forwarded, expected) => {
  expect(addressOf(trusted, remote, forwarded)).toBe(expected);
});

it('a text of any length is cut', () => {
  expect(addressOf(1, '10.0.0.1', 'x'.repeat(10_000))).toHaveLength(64);
});

it.each([
  ['192.0.2.0/24', true],
  ['192.0.2.1', true],
  ['2001:db8::/32', true],
  ['::1/128', true],
  ['192.0.2.0/33', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/2/4', false],
  ['192.0.2', false],
  ['example.com', false],
  ['', false],
])('%j as a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});
