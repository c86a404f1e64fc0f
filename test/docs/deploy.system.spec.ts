// The unit of systemd as systemd reads it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requirePrograms } from '../support/programs.js';

/** What `systemd-analyze security` gives the unit; 10 would be no protection at all. */
const MOST_EXPOSED = 2;

let folder: string;
let unit: string;
beforeAll(() => {
  requirePrograms('systemd-analyze');
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
