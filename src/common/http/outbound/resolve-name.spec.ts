// Name servers that a test plays: one that answers, and one that never does.
import { createSocket, type Socket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressesOf } from './resolve-name.js';

const [A, AAAA] = [1, 28];
const started: Socket[] = [];
afterEach(() => {
  for (const socket of started.splice(0)) socket.close();
});

/** @param answer the addresses of a question; undefined: no answer @returns its address, and the questions */
async function startNameServer(answer: (name: string, type: number) => readonly string[] | undefined) {
  const socket = createSocket('udp4');
  started.push(socket);
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    const type = query.readUInt16BE(at + 1);
    const addresses = answer(name, type);
    if (addresses === undefined) return;
    const records = addresses.map((text) => Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, 4, ...text.split('.').map(Number)]));
    const header = Buffer.from(query.subarray(0, 12));
    // NXDOMAIN, if the name has no addresses (RFC 1035 section 4.1.1).
    header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...records]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return { servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`], asked };
}

describe('a name', () => {
  it('has the addresses that the DNS says', async () => {
    const { servers } = await startNameServer((name, type) => (type === A && name === 'idp.example' ? ['192.0.2.1', '192.0.2.2'] : []));
    const expected = ['192.0.2.1', '192.0.2.2'].map((address) => ({ address, family: 4 }));
    expect(await addressesOf('idp.example', 0, false, { servers })).toEqual(expected);
    expect(await addressesOf('idp.example', 4, false, { servers })).toEqual(expected);
    await expect(addressesOf('idp.example', 6, false, { servers })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('of this machine is known without a question', async () => {
    const { servers, asked } = await startNameServer(() => undefined);
    const own = [...(await addressesOf('localhost', 0, false, { servers })), ...(await addressesOf('LOCALHOST', 4, true, { servers }))];
    expect(own).toContainEqual({ address: '127.0.0.1', family: 4 });
    const [, name] = /^\s*127\.0\.0\.1\s+(\S+)/m.exec(await readFile('/etc/hosts', 'utf8')) ?? [];
    if (name !== undefined) expect(await addressesOf(name, 4, false, { servers })).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(asked).toEqual([]);
  });

  it('that nobody answers for is unknown after a time, and holds no thread of this process', async () => {
    const { servers, asked } = await startNameServer(() => undefined);
    const ended: string[] = [];
    const names = Array.from({ length: 16 }, (_, at) => `silent-${at}.example`);
    const pending = names.map((name) =>
      addressesOf(name, 0, true, { servers, timeoutMs: 300, tries: 1 }).then(
        () => ended.push('found'),
        ({ code }: NodeJS.ErrnoException) => ended.push(code ?? ''),
      ),
    );
    // Files need the threads that the look-up of the operating system would hold.
    await readFile('/etc/hosts');
    expect(ended).toEqual([]);
    await Promise.all(pending);
    expect(new Set(ended)).toEqual(new Set(['ETIMEOUT']));
    expect(new Set(asked)).toEqual(new Set(names));
  });

  it('without an answer is asked as often and waited for as long as is said', async () => {
    const { servers, asked } = await startNameServer(() => undefined);
    const ended: string[] = [];
    const ask = (name: string, timeoutMs: number) =>
      addressesOf(name, 4, false, { servers, timeoutMs, tries: 1 }).catch(() => ended.push(name));
    await Promise.all([ask('slow.example', 2_500), ask('quick.example', 100)]);
    expect(ended).toEqual(['quick.example', 'slow.example']);
    expect(asked.toSorted()).toEqual(['quick.example', 'slow.example']);
  });

  it('of IPv6 alone is asked for as such', async () => {
    const types: number[] = [];
    const { servers } = await startNameServer((_, type) => {
      types.push(type);
      return [];
    });
    await expect(addressesOf('idp.example', 6, false, { servers })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(types).toEqual([AAAA]);
  });
});
