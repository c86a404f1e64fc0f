// Commands on the host of the service: a first file of settings, what is wrong, and the way back in.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/host/doctor-checks.js';
import { SIGNING_ALGORITHMS } from '../../src/oidc/keys/jws.js';
import { Browser } from '../support/browser.js';
import { clockAhead } from '../support/clock-ahead.js';
import { commandLine, type CommandLine, type Ran } from '../support/command-line.js';
import { SERVER_URL } from '../support/database.js';
import { startMailServer } from '../support/mail-server.js';
import { Ground } from '../support/processes.js';
import { freePort } from '../support/service.js';
import { startHere, type StartedHere } from '../support/start-here.js';

/** An engine has no part in these; the long check runs them on all. */
const OF_NO_ENGINE = SERVER_URL === undefined || process.env['LONG'] !== undefined;

let cli: CommandLine;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

describe.runIf(OF_NO_ENGINE)('gatehouse setup', () => {
  const written = () => parseEnv(readFileSync(join(cli.folder, '.env'), 'utf8'));

  it('writes a file of settings for its owner only, with a new master key, which the service starts with', async () => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    expect(await cli.run('setup', '--yes', '--public-url', url, '--port', port, '--org-name', 'Example Ltd')).toMatchObject({ code: 0 });
    expect(statSync(join(cli.folder, '.env')).mode & 0o777).toBe(0o600);
    expect(written()).toMatchObject({
      PUBLIC_URL: url,
      PORT: port,
      BOOTSTRAP_ORG_NAME: 'Example Ltd',
      MASTER_KEY: expect.stringMatching(/^[\w+/]{43}=$/),
    });
    const { code, stdout } = await cli.run('doctor', '--env-file', '.env', '--json');
    expect([code, JSON.parse(stdout).findings.find(({ check }: Finding) => check === 'settings')]).toEqual([
      1,
      { check: 'settings', state: 'ok', says: 'All variables are valid.' },
    ]);
  });

  describe('where an embedded database has left its master key', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    beforeEach(() => {
      mkdirSync(join(cli.folder, 'data'));
      writeFileSync(join(cli.folder, 'data/master.key'), key);
    });

    it.each([[[]], [['--database-url', 'sqlite:other.db']]])('keeps it there for that database, and says so: %j', async (options) => {
      const { code, stderr } = await cli.run('setup', '--yes', ...options);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/The master key stays in data.master\.key: keep a copy/)]);
      expect(written()).not.toHaveProperty('MASTER_KEY');
    });

    it('makes a new one for a database server', async () => {
      const { code, stderr } = await cli.run('setup', '--yes', '--database-url', 'mariadb://gatehouse:secret@db/gatehouse');
      expect([code, stderr]).toEqual([0, expect.stringContaining('It holds the master key: keep a copy')]);
      expect(written()).toMatchObject({ MASTER_KEY: expect.stringMatching(/^[\w+/]{43}=$/) });
      expect(written()['MASTER_KEY']).not.toBe(key);
    });
  });

  it('never overwrites, and writes nothing that the service would refuse', async () => {
    const refused = await cli.run('setup', '--yes', '--database-url', 'postgres://db', '--public-url', 'id.example.com');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/PUBLIC_URL must be[^]*DATABASE_URL must start with/);
    expect(existsSync(join(cli.folder, '.env'))).toBe(false);
    writeFileSync(join(cli.folder, '.env'), 'PORT=1\n');
    expect(await cli.run('setup', '--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('.env exists') });
    expect(written()).toEqual({ PORT: '1' });
  });
});

it.runIf(OF_NO_ENGINE)(
  'gatehouse bootstrap admin reset-password does not wait for a mail server that is silent, whatever is due',
  async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const ground = await Ground.make({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@example.com' });
    try {
      const service = await ground.start();
      const { orgId, serviceUser } = ground.credentials;
      const people = `${service.url}/admin/v1/organizations/${orgId}/people`;
      const headers = { authorization: `Bearer ${serviceUser.personalAccessToken}`, 'content-type': 'application/json' };
      // A mail to each. The server may be silent for ten seconds with each mail: all of them take longer than this test may.
      for (let mails = 0; mails < 40; mails++) {
        const emails = [{ value: `p${mails}@example.com` }];
        const body = JSON.stringify({ userName: `p${mails}`, givenName: 'Ada', familyName: 'Room', emails });
        const { userId } = (await (await fetch(people, { method: 'POST', headers, body })).json()) as { userId: string };
        expect((await fetch(`${people}/${userId}/_send-verification`, { method: 'POST', headers })).status).toBe(204);
      }
      expect(await service.end('SIGTERM')).toBe(0);
      Object.assign(cli.env, ground.env, { PUBLIC_URL: service.url });
      const { code, stdout } = await cli.program('bootstrap', 'admin', 'reset-password', '--json');
      expect([code, JSON.parse(stdout).password]).toEqual([0, ground.credentials.admin.password]);
    } finally {
      await ground.clear();
      silent.close();
    }
  },
  120_000,
);

it.runIf(OF_NO_ENGINE)(
  'gatehouse doctor warns of keys that nobody has rotated, once a service has stood still for longer than they should sign',
  async () => {
    const ground = await Ground.make();
    try {
      const service = await ground.start(clockAhead(-100 * 86_400_000));
      await service.end('SIGTERM');
      Object.assign(cli.env, ground.env);
      const found = async (env: Record<string, string>) => {
        Object.assign(cli.env, env);
        const { findings } = JSON.parse((await cli.run('doctor', '--json')).stdout) as { findings: Finding[] };
        return findings.filter(({ check }) => check === 'signing keys').map(({ state, says }) => `${state}: ${says}`);
      };
      expect(await found({ SIGNING_KEY_DAYS: '90' })).toEqual(
        SIGNING_ALGORITHMS.map((alg) =>
          expect.stringMatching(`^warning: The key that signs by ${alg} has done so for 100 days; after 90 \\(SIGNING_KEY_DAYS\\)`),
        ),
      );
      expect(await found({ SIGNING_KEY_DAYS: '120' })).toEqual([expect.stringMatching(/^ok: /)]);
    } finally {
      await ground.clear();
    }
  },
);

it.runIf(OF_NO_ENGINE)('gatehouse doctor names the build to upgrade through where a database is too old for this one', async () => {
  const data = join(cli.folder, 'data');
  mkdirSync(data);
  const database = new Libsql(join(data, 'gatehouse.db'));
  database.exec(`CREATE TABLE migrations (name VARCHAR(100)); INSERT INTO migrations VALUES ('FirstTables1700000000000')`);
  database.close();
  const { findings } = JSON.parse((await cli.run('doctor', '--json')).stdout) as { findings: Finding[] };
  expect(findings.find(({ check }) => check === 'database')).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/ is too old for this version\.$/),
    todo: expect.stringMatching(/^Upgrade through v0\.1\.0-long-sequence\./),
  });
});

describe('on the host of a service', () => {
  let ground: Ground;
  let service: StartedHere;
  beforeAll(async () => {
    ground = await Ground.make();
    service = await startHere(ground.env);
  });
  afterAll(async () => {
    await service?.close();
    await ground?.clear();
  });
  beforeEach(() => {
    Object.assign(cli.env, ground.env, { PUBLIC_URL: service.url, PORT: new URL(service.url).port });
  });

  const states = ({ stdout }: Ran) =>
    (JSON.parse(stdout) as { findings: Finding[] }).findings.map(({ check, state }) => [check, state] as [string, string]);

  describe('gatehouse doctor', () => {
    it('finds a service well that is', async () => {
      const well = await cli.run('doctor', '--json');
      expect([well.code, well.stderr]).toEqual([0, '']);
      expect(states(well)).toEqual([
        ['settings', 'ok'],
        ['disk space', expect.any(String)],
        ['database', 'ok'],
        ['master key', 'ok'],
        ['signing keys', 'ok'],
        ['mail', 'warning'],
        ['public address', 'ok'],
        ['clock', 'ok'],
        ['keys', 'ok'],
      ]);
      expect((await cli.run('doctor')).stdout).toMatch(/^ok {7}settings: All variables are valid\.\n/);
    });

    it.runIf(SERVER_URL)('warns of a server that takes fewer connections than the processes of this machine may open', async () => {
      cli.env['WORKERS'] = '128';
      const { code, stdout } = await cli.run('doctor');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^warning {2}database: The database takes 300 connections.+ 3072: /m)]);
    });

    it('looks at the mail server that is set by the API, with the password that only the service knows', async () => {
      const { serviceUser } = ground.credentials;
      const headers = { authorization: `Bearer ${serviceUser.personalAccessToken}`, 'content-type': 'application/json' };
      const set = async (body: object) =>
        expect((await fetch(`${service.url}/admin/v1/mail`, { method: 'PATCH', headers, body: JSON.stringify(body) })).status).toBe(200);
      const mail = await startMailServer({ user: { name: 'gate', password: 'sesame' } });
      const found = async () => {
        const { findings } = JSON.parse((await cli.run('doctor', '--json')).stdout) as { findings: Finding[] };
        return findings.filter(({ check }) => check === 'mail').map(({ state, says }) => [state, says]);
      };
      try {
        const server = { host: '127.0.0.1', port: mail.port, tls: 'none', user: 'gate', fromAddress: 'gate@example.com' };
        await set({ ...server, password: 'sesame' });
        cli.env['SMTP_URL'] = 'smtp://127.0.0.1:9';
        cli.env['MAIL_FROM'] = 'no-reply@example.com';
        expect(await found()).toEqual([['ok', `127.0.0.1, port ${mail.port}, set by the API, answers and lets the service in.`]]);
        await set({ ...server, password: 'guess' });
        expect(await found()).toEqual([['fault', expect.stringMatching(/set by the API, does not take mail/)]]);
        await set({ host: null, fromAddress: null });
        expect(await found()).toEqual([['fault', expect.stringMatching(/^127\.0\.0\.1, port 9 does not take mail/)]]);
      } finally {
        await mail.close();
      }
    });

    it.runIf(OF_NO_ENGINE).each([
      ['warning', 0, 20],
      ['warning', 0, -20],
      ['fault', 1, 300],
    ])('tells a clock that is not that of the service: a %s, with exit code %i, for %i s', async (state, code, seconds) => {
      Object.assign(cli.env, clockAhead(seconds * 1_000));
      const off = await cli.run('doctor', '--json');
      const { findings } = JSON.parse(off.stdout) as { findings: Finding[] };
      expect([off.code, findings.find(({ check }) => check === 'clock')]).toEqual([
        code,
        {
          check: 'clock',
          state,
          says: expect.stringMatching(/^The clock here and that of the service are \d+ s apart\.$/),
          todo: expect.stringContaining('NTP'),
        },
      ]);
    });

    it.runIf(OF_NO_ENGINE).each<[string, Record<string, string>, string, RegExp]>([
      ['wrong settings', { LOG_LEVEL: 'loud' }, 'settings', /LOG_LEVEL must be one of/],
      [
        'another master key',
        { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
        'master key',
        /Set the key that the data was stored with/,
      ],
      ['a database server that is not there', { DATABASE_URL: 'mariadb://u:sesame@127.0.0.1:9/none' }, 'database', /ECONNREFUSED/],
      [
        'a mail server that is not there',
        { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' },
        'mail',
        /port 9 does not take mail/,
      ],
      ['a proxy that does not answer', { PUBLIC_URL: 'http://127.0.0.1:9' }, 'public address', /The service itself answers on port/],
    ])('names %s, and what to do', async (_, env, check, said) => {
      Object.assign(cli.env, env);
      const ill = await cli.run('doctor');
      expect([ill.code, ill.stdout]).toEqual([1, expect.stringMatching(said)]);
      expect(ill.stdout).toMatch(new RegExp(`^fault {4}${check}: .+\\n {9}→ .+`, 'm'));
      expect(ill.stdout).not.toContain('sesame');
    });
  });

  it('gatehouse doctor ends a line with a command as it is typed', async () => {
    Object.assign(cli.env, { DATABASE_URL: 'mariadb://u:sesame@127.0.0.1:9/none' });
    for (const name of ['MASTER_KEY', 'MASTER_KEY_FILE']) delete cli.env[name];
    expect((await cli.run('doctor')).stdout).toMatch(/^fault {4}settings: MASTER_KEY is required.+: openssl rand -base64 32$/m);
  });

  describe('gatehouse bootstrap admin reset-password', () => {
    const resetPassword = (...args: string[]) => cli.run('bootstrap', 'admin', 'reset-password', ...args);

    /** @returns whether the page after the form is no longer the form */
    async function signsIn(password: string): Promise<boolean> {
      const browser = new Browser(service.url);
      const page = await browser.submit(await browser.open(`${service.url}/account`), 'admin@gatehouse.localhost', password);
      return !/name="password"/.test(page.html ?? '');
    }

    it('lets the administrator in again, with the password that bootstrap.json tells then', async () => {
      const before = ground.credentials.admin.password;
      if (!SERVER_URL) {
        const inUse = await resetPassword();
        expect([inUse.code, inUse.stderr]).toEqual([1, expect.stringContaining('Stop the service, run this command again, and start it.')]);
        await service.close();
      }
      const { code, stdout, stderr } = await resetPassword('--json');
      expect([code, stderr]).toEqual([0, 'Sessions and tokens from before have ended.\n']);
      const { password, userId } = JSON.parse(stdout);
      expect(ground.credentials.admin).toEqual({ userId, userName: 'admin', password });
      if (!SERVER_URL) service = await startHere(ground.env);
      expect([await signsIn(before), await signsIn(password)]).toEqual([false, true]);
    });

    const type = (password: string, ...args: string[]) =>
      cli.type(`${password}\n`, 'bootstrap', 'admin', 'reset-password', '--password-stdin', ...args);

    it('takes a password from standard input under the rules for passwords only, and for somebody who exists', async () => {
      if (!SERVER_URL) await service.close();
      expect(await type('short')).toMatchObject({ code: 1, stderr: expect.stringContaining('The password must have') });
      expect(await type('Analytical-1843', '--user', 'nobody')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('has no user "nobody"'),
      });
      if (!SERVER_URL) service = await startHere(ground.env);
    });

    it('takes a password from standard input, and tells it nobody', async () => {
      if (!SERVER_URL) await service.close();
      expect(await type('Analytical-1843')).toMatchObject({ code: 0, stdout: 'admin has a new password.\n' });
      expect(ground.credentials.admin).not.toHaveProperty('password');
      if (!SERVER_URL) service = await startHere(ground.env);
      expect(await signsIn('Analytical-1843')).toBe(true);
    });
  });
});
