// What the migration guides tell to type works on exports of the shapes that they are about, against the service as it is built.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAfterMigration } from '../support/after-migration.js';
import { requirePrograms } from '../support/programs.js';
import { freePort, send } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/main.js');
const DATA = join(ROOT, 'test/cli/data');
const START_MS = 20_000;
const run = promisify(execFile);

describe('the migration guides', () => {
  let service: ChildProcess;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let base: string;

  beforeAll(async () => {
    requirePrograms('sh', 'curl');
    if (!existsSync(MAIN)) throw new Error('The service is not built; run: npm run build');
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-migration-'));
    for (const file of readdirSync(DATA)) copyFileSync(join(DATA, file), join(folder, file));
    symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
    const port = await freePort();
    base = `http://localhost:${port}`;
    env = { PATH: process.env['PATH'], PORT: String(port), GATEHOUSE_URL: base, LOG_LEVEL: 'warn' };
    service = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: 'inherit' });
    const until = Date.now() + START_MS;
    while ((await fetch(`${base}/readyz`).catch(() => undefined))?.status !== 200) {
      if (Date.now() > until) throw new Error('The service did not start.');
      await new Promise((wait) => setTimeout(wait, 100));
    }
  }, START_MS * 2);

  afterAll(async () => {
    service?.kill();
    if (service?.exitCode === null) await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every command of a guide, in order. @returns what they printed, and the code of the last one */
  async function follow(guide: string, org = guide.replace(/\W/g, ''), cwd = folder): Promise<{ output: string; code: number }> {
    const text = readFileSync(join(ROOT, 'docs', guide), 'utf8').replaceAll('--org acme', `--org ${org}`);
    const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
    expect(commands.length).toBe(3);
    let output = '';
    let code = 0;
    for (const command of commands) {
      const done = await run('sh', ['-c', `{ ${command}; } 2>&1`], { cwd, env }).catch((error: { stdout: string; code: number }) => error);
      output += done.stdout;
      code = 'code' in done ? done.code : 0;
    }
    return { output, code };
  }

  it.each([
    ['migrate-from-keycloak.md', 6, 0],
    ['migrate-from-auth0.md', 4, 0],
    ['migrate-from-csv.md', 3, 0],
  ])('%s brings %d people here', async (guide, people, expected) => {
    const { output, code } = await follow(guide);
    expect(output).toMatch(/done: \d+ entries are valid, 0 are not; nothing was written/);
    expect(output).toContain(`done: ${people} added, 0 changed, 0 not imported`);
    expect(code, output).toBe(expected);
    const { serviceUser } = JSON.parse(readFileSync(join(folder, 'data/bootstrap.json'), 'utf8'));
    const answer = await send(`${base}/scim/v2/${guide.replace(/\W/g, '')}/Users?count=0`, 'GET', undefined, {
      authorization: `Bearer ${serviceUser.personalAccessToken}`,
    });
    expect(answer.body.totalResults).toBe(people);
  });

  it('migrate-from-keycloak.md brings a company whole: its people and its applications go on as before', async () => {
    const cwd = join(folder, 'whole');
    mkdirSync(cwd);
    for (const name of ['dist', 'data']) symlinkSync(join(folder, name), join(cwd, name));
    // People have their ids in the whole service.
    const text = readFileSync(join(DATA, 'keycloak-realm.json'), 'utf8').replaceAll('5e3a1f6c-', '6f4b2a7d-');
    const realm = JSON.parse(text) as { users: Array<{ id: string; username: string; groups?: string[] }> };
    const ada = realm.users.find(({ username }) => username === 'ada')!;
    ada.groups = ['/engineering/engines'];
    const secret = 'Xk29sLq0pVb81NzRtYw4';
    const whole = {
      ...realm,
      realm: 'whole',
      groups: [{ id: 'kc-engineering', name: 'engineering', path: '/engineering', subGroups: [{ id: 'kc-engines', name: 'engines' }] }],
      clients: [
        { id: 'kc-web', clientId: 'time-sheet', enabled: true, secret, redirectUris: ['https://app.example/callback'] },
        { id: 'kc-batch', clientId: 'export', enabled: true, secret, standardFlowEnabled: false, serviceAccountsEnabled: true },
      ],
      identityProviders: [
        { alias: 'google', providerId: 'google', config: { clientId: 'kc.apps.example', clientSecret: 'secret-of-google' } },
      ],
    };
    writeFileSync(join(cwd, 'keycloak-realm.json'), JSON.stringify(whole));
    const { output, code } = await follow('migrate-from-keycloak.md', 'whole', cwd);
    expect(code, output).toBe(0);
    expect(output).toContain('0 not imported');
    const client = { clientId: 'time-sheet', clientSecret: secret, redirectUri: 'https://app.example/callback' };
    const claims = await signInAfterMigration(base, client, 'ada', 'Correct-Horse-7');
    expect(claims).toMatchObject({ sub: ada.id, email: 'ada@example.com', email_verified: true, groups: ['engineering', 'engines'] });
    const robot = { authorization: `Basic ${btoa(`export:${secret}`)}` };
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' });
    expect((await fetch(`${base}/oauth/v2/token`, { method: 'POST', headers: robot, body: form })).status).toBe(200);
  });

  it.each([
    ['migrate-from-keycloak.md', 'federated', '1234567890'],
    ['migrate-from-auth0.md', 'katherine@example.com', '108204268033311374519'],
  ])('%s keeps the sign-in of people with an identity provider', async (guide, userName, subject) => {
    const { serviceUser } = JSON.parse(readFileSync(join(folder, 'data/bootstrap.json'), 'utf8'));
    const authorization = `Bearer ${serviceUser.personalAccessToken}`;
    const org = `linked-${guide.replace(/\W/g, '')}`;
    const call = async (method: string, path: string, body?: unknown) =>
      (await send(`${base}/admin/v1${path}`, method, body, { authorization })).body;
    const google = { template: 'google', name: 'Google', clientId: 'gatehouse', clientSecret: 'from-the-provider' };
    const { orgId } = await call('POST', '/organizations', { name: 'Linked', orgId: org });
    const { identityProviderId } = await call('POST', `/organizations/${orgId}/identity-providers`, google);
    const text = readFileSync(join(ROOT, 'docs', guide), 'utf8');
    const convert = /^\$ gatehouse (users convert .*)$/m.exec(text)?.[1]?.replace('--org acme', `--org ${orgId}`) ?? '';
    const typed = { cwd: folder, env: { ...env, IDP: identityProviderId } };
    await run('sh', ['-ec', `node dist/src/cli/gatehouse.js ${convert}`], typed);
    const commands = `sed -i 's/"userId":"[^"]*",//' people.ndjson; node dist/src/cli/gatehouse.js users import people.ndjson`;
    expect((await run('sh', ['-ec', commands], typed)).stdout).toContain('0 not imported');
    const { people } = await call('GET', `/organizations/${orgId}/people?userName=${encodeURIComponent(userName)}`);
    const { identityLinks } = await call('GET', `/organizations/${orgId}/people/${people[0].userId}/identity-links`);
    expect(identityLinks).toMatchObject([{ identityProviderId, subject }]);
  });

  it('give the organization of an import its own domain, which its login names end in', async () => {
    const { serviceUser } = JSON.parse(readFileSync(join(folder, 'data/bootstrap.json'), 'utf8'));
    const authorization = `Bearer ${serviceUser.personalAccessToken}`;
    const { body: made } = await send(`${base}/admin/v1/organizations`, 'POST', { name: 'Acme' }, { authorization });
    const script = /^```bash\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/migrate-from-keycloak.md'), 'utf8'))?.[1] ?? '';
    await run('sh', ['-ec', script], { env: { ...process.env, BASE: base, ORG: made.orgId, TOKEN: serviceUser.personalAccessToken } });
    const { body } = await send(`${base}/admin/v1/organizations/${made.orgId}/domains`, 'GET', undefined, { authorization });
    expect(body.domains).toContainEqual({ domain: 'acme.example', verified: true, primary: true });
  });

  it('say what is wrong in a sentence', async () => {
    const gatehouse = (...args: string[]) =>
      run(process.execPath, [join(ROOT, 'dist/src/cli/gatehouse.js'), ...args], { cwd: folder, env }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
      );
    expect(await gatehouse('users', 'import', '--help')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Usage: gatehouse users import'),
    });
    for (const [args, code, words] of [
      [['users'], 2, 'Usage: gatehouse users'],
      [['users', 'import', 'missing.ndjson'], 2, 'missing.ndjson'],
      [['users', 'import', 'people.csv', '--mode', 'merge'], 2, 'create or upsert'],
      [['users', 'import', 'people.xml'], 2, 'ndjson, csv or json'],
      [['users', 'import', 'people.csv', '--url', 'http://127.0.0.1:1'], 3, 'does not respond'],
      [['users', 'convert', 'ldap', 'x'], 2, 'keycloak, auth0, csv'],
      [['users', 'convert', 'csv', 'people.csv'], 2, '--org'],
      [['users', 'convert', 'auth0', 'people.csv', '--org', 'x'], 1, 'line 1, is not JSON'],
      [['users', 'convert', 'csv', 'missing.csv', '--org', 'x'], 2, 'missing.csv does not exist'],
      [['users', 'import', '--nonsense'], 2, 'nonsense'],
    ] as Array<[string[], number, string]>)
      expect(await gatehouse(...args), args.join(' ')).toMatchObject({ code, said: expect.stringContaining(words) });
  });
});
