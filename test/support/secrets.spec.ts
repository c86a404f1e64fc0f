// The search for secrets finds what it is there for: otherwise every test would pass it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addClient } from './clients.js';
import { authorize, post } from './oauth.js';
import { createServiceUser } from './service-users.js';
import { createPerson } from './people.js';
import { forgetSecrets, found, noteAnswered, noteFields, noteSecret, noteSecretsIn, releaseFiles, secretsInFiles } from './secrets.js';
import { startService, type TestService } from './service.js';
import { makeWorld, PASSWORD } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(forgetSecrets);

const PLANTED = 'Planted-Secret-1';

describe('a secret that lies in clear', () => {
  it('is found in a log, a table and a file', async () => {
    await service.assertNoSecret();
    noteSecret('password', PLANTED);
    await service.assertNoSecret();
    new Logger('test').debug({ message: 'planted', text: `in a line: ${PLANTED}` });
    await expect(service.assertNoSecret()).rejects.toThrow('a password in the log, after');
    // Each line once.
    await service.assertNoSecret();
    await createPerson(service, { displayName: `Its ${PLANTED}` });
    await expect(service.assertNoSecret()).rejects.toThrow(/a password in table events, after [^]*a password in table users, after/);
    forgetSecrets();
    noteSecret('password', `${PLANTED}-in-a-file`);
    const folder = join(service.settings.dataDir, 'some');
    mkdirSync(folder);
    writeFileSync(join(folder, 'file.txt'), `${PLANTED}-in-a-file`);
    await expect(service.assertNoSecret()).rejects.toThrow('a password in file some/file.txt, after ""');
    writeFileSync(join(folder, 'file.txt'), '');
  });

  it('is found wherever it begins, beside others that begin alike, and after signs of any script', () => {
    const secrets = [PLANTED, `${PLANTED}-longer`, '秘密のパスワード-😀-1234'];
    for (const secret of secrets) noteSecret('token', secret);
    for (const secret of secrets) {
      for (const text of [secret, `${secret} after`, `😀 before ${secret}`, `${'x'.repeat(100_000)}${secret}x`])
        expect(found('', text).length).toBe(secret === secrets[1] ? 2 : 1);
      expect(found('', `${secret.slice(0, -1)} ${secret.slice(1)}`).length).toBe(secret === secrets[1] ? 1 : 0);
    }
  });

  it('is named, and not repeated', () => {
    noteSecret('token', PLANTED);
    expect(found('a place', `before ${PLANTED} after`)).toEqual(['a token in a place, after "before "']);
  });

  it('is none where everybody may read what is there, and still one elsewhere', () => {
    noteSecret('token', PLANTED);
    const given = `{"codeChallenge":"${PLANTED}"}`;
    expect(found('', given)).toEqual([]);
    expect(found('a place', `${given} and ${PLANTED}`)).toHaveLength(1);
  });
});

describe('noted are', () => {
  const noted = (text: string) => found('', text).length > 0;

  it('secrets of bodies and answers, at any depth, and of changes by SCIM', () => {
    noteSecretsIn({ users: [{ password: 'first-password', password2: 'other-password' }, { password: { value: 'second-password' } }] });
    noteSecretsIn({ Operations: [{ op: 'replace', path: 'password', value: 'third-password' }] });
    noteSecretsIn({ clientSecret: 'some-client-secret', code: 'password.tooShort' });
    expect(['first-password', 'second-password', 'third-password', 'some-client-secret'].map(noted)).toEqual([true, true, true, true]);
    expect(['other-password', 'password.tooShort'].map(noted)).toEqual([false, false]);
  });

  it('secrets of forms and addresses, and cookies', () => {
    noteFields('grant_type=authorization_code&code=some-code-of-a-client&redirect_uri=https%3A%2F%2Fapp.example%2Fcb');
    noteAnswered(
      new Headers([
        ['location', 'https://app.example/cb#access_token=some-access-token'],
        ['set-cookie', 'a=some-cookie-value; Path=/'],
      ]),
    );
    expect(['some-code-of-a-client', 'some-access-token', 'some-cookie-value'].map(noted)).toEqual([true, true, true]);
    expect(['authorization_code', 'https://app.example/cb'].map(noted)).toEqual([false, false]);
  });

  it('nothing that stands anywhere by chance, and no id', () => {
    for (const value of ['123456', '268351204312072193', '1a20911a-7abc-74e2-8803-95a5b2000000', 'x'.repeat(200), 7, undefined])
      noteSecret('code', value);
    expect(found('', `123456 268351204312072193 1a20911a-7abc-74e2-8803-95a5b2000000 ${'x'.repeat(300)}`)).toEqual([]);
  });

  it('what requests of tests send and are answered', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId);
    expect(noted(token)).toBe(true);
    const { clientSecret } = service.credentials.serviceUser;
    const { body } = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, service.credentials.serviceUser);
    expect([clientSecret, body.access_token, service.credentials.serviceUser.personalAccessToken].map(noted)).toEqual([true, true, true]);
    const world = await makeWorld(service);
    const { code, browser } = await authorize(service, world, (await addClient(world)).clientId);
    const [, cookie = ''] = /gatehouse_browser=([^;]+)/.exec(browser.cookieHeader('/oauth/v2/authorize')) ?? [];
    expect([code, cookie, PASSWORD].map(noted)).toEqual([true, true, true]);
  });
});

it('a database that is searched stays locked: another process that is done with it leaves its log', () => {
  const folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-search-'));
  const file = join(folder, 'searched.db');
  const database = new Libsql(file);
  database.pragma('journal_mode=WAL');
  database.exec('CREATE TABLE notes (text TEXT)');
  secretsInFiles(folder);
  const other = `const D = require('libsql'); const d = new D(process.argv[1]); d.prepare('SELECT * FROM notes').all(); d.close()`;
  execFileSync(process.execPath, ['-e', other, file]);
  expect([`${file}-wal`, `${file}-shm`].map((one) => existsSync(one))).toEqual([true, true]);
  database.close();
  releaseFiles(folder);
  rmSync(folder, { recursive: true });
});
