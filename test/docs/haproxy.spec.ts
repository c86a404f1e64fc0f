// The check in deploy/haproxy fits together: packets, the account and the function that they name. `CLUSTER_PROXIES=1 npm run test:cluster` runs it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CONFIGURATION = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8');
const CHECK = readFileSync('deploy/haproxy/check.sql', 'utf8');

/** All that a check sends, in order. */
function sent(): Buffer {
  const parts = [...CONFIGURATION.matchAll(/^ *tcp-check (send|send-binary) "?(.*?)"?$/gm)];
  return Buffer.concat(parts.map(([, as, what = '']) => Buffer.from(what, as === 'send' ? 'ascii' : 'hex')));
}

/** The packets of the protocol in these bytes: three bytes of length, one of number, the payload. */
function packets(bytes: Buffer): Array<{ no: number; payload: Buffer }> {
  if (bytes.length === 0) return [];
  const end = 4 + bytes.readUIntLE(0, 3);
  return [{ no: bytes[3] ?? -1, payload: bytes.subarray(4, end) }, ...packets(bytes.subarray(end))];
}

it('sends packets of the length that they announce: a sign-in, two statements and the end', () => {
  const [signIn, ...commands] = packets(sent());
  expect([signIn?.no, signIn?.payload.subarray(32).toString()]).toEqual([1, 'haproxy_check\0\0']);
  expect(commands.map(({ no, payload }) => [no, payload[0], payload.subarray(1).toString()])).toEqual([
    [0, 3, 'SET SESSION wsrep_sync_wait = 0'],
    [0, 3, 'SELECT haproxy_check.state()'],
    [0, 1, ''],
  ]);
});

it('asks a function that is made, as an account that may ask it, for an answer that it gives', () => {
  expect(CHECK).toContain('CREATE FUNCTION haproxy_check.state()');
  expect(CHECK).toMatch(/^CREATE USER haproxy_check@/m);
  expect(CHECK).toMatch(/^GRANT EXECUTE ON FUNCTION haproxy_check\.state TO haproxy_check@/m);
  const [, expected = ''] = /expect string (takes-\S+)/.exec(CONFIGURATION) ?? [];
  expect(CHECK).toContain(`'${expected}'`);
});

it('makes one node work at a time, and takes connections from a node that is down or no longer first', () => {
  const servers = [...CONFIGURATION.matchAll(/^ *server (\S+) \S+ (.*)$/gm)].map(([, name, options]) => [name, options]);
  expect(servers).toEqual([
    ['n1', 'on-marked-up shutdown-backup-sessions'],
    ['n2', 'backup'],
    ['n3', 'backup'],
  ]);
  expect(CONFIGURATION).toMatch(/^ *default-server check .* on-marked-down shutdown-sessions$/m);
});
