// The unit of systemd as systemd reads it, and the system calls of the service against those that it allows.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchThrough } from '../support/launch-through.js';
import { Ground } from '../support/processes.js';
import { requirePrograms } from '../support/programs.js';

/** What `systemd-analyze security` gives the unit; 10 would be no protection at all. */
const MOST_EXPOSED = 2;

let folder: string;
let unit: string;
beforeAll(() => {
  requirePrograms('systemd-analyze', 'strace');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-unit-'));
  unit = join(folder, 'gatehouse.service');
  // Node may be elsewhere here; systemd looks whether the program is there.
  writeFileSync(unit, readFileSync('deploy/systemd/gatehouse.service', 'utf8').replace('/usr/bin/node', process.execPath));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

it('has nothing that systemd does not know', () => {
  const { status, stdout, stderr } = analyze('verify', '--man=no', unit);
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it('is well protected', () => {
  const { status, stdout } = analyze('security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, unit);
  expect([status, /Overall exposure level .*: ([\d.]+)/.exec(stdout)?.[1]]).toEqual([0, expect.any(String)]);
});

/** The calls of a group, and of the groups in it. */
function callsOf(group: string): string[] {
  const { status, stdout } = analyze('syscall-filter', group);
  expect([group, status]).toEqual([group, 0]);
  // What follows a # is a remark; the first line is the group itself.
  const members = stdout.split('\n').flatMap((line) => /^ {4}(@?\w\S*)$/.exec(line)?.[1] ?? []);
  return members.flatMap((member) => (member.startsWith('@') ? callsOf(member) : [member]));
}

it('allows every system call of the service, from its start to its end', async () => {
  const [, filter = ''] = /^SystemCallFilter=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
  const allowed = new Set(filter.split(' ').flatMap(callsOf));
  expect(allowed.size).toBeGreaterThan(200);
  const trace = join(folder, 'calls');
  // The tracer is the grandchild, so that the service itself gets the signals.
  const launch = launchThrough(['strace', '-D', '-f', '-qq', '-o', trace]);
  const ground = await Ground.make();
  try {
    const service = await ground.start({}, launch);
    const { clientId, clientSecret } = ground.credentials.serviceUser;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
    expect((await fetch(`${service.url}/oauth/v2/token`, { method: 'POST', body })).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  } finally {
    await ground.clear();
  }
  const called = new Set([...readFileSync(trace, 'utf8').matchAll(/^\d+ +(\w+)\(/gm)].map(([, name = '']) => name));
  expect([...called]).toEqual(expect.arrayContaining(['execve', 'listen', 'exit_group']));
  expect([...called].filter((name) => !allowed.has(name))).toEqual([]);
});
