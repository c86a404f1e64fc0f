// On SQLite alone: what a start refuses is about settings and files.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REQUESTS } from '../../src/common/observation/topics.js';
import { SERVER_URL } from '../support/database.js';
import { Ground, type Process } from '../support/processes.js';
import { refusedHere, startHere } from '../support/start-here.js';

let ground: Ground;
let first: Process;
beforeAll(async () => {
  ground = await Ground.make();
  first = await ground.start();
});
afterAll(() => ground.clear());

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'gatehouse-empty-'));

describe('the first start', () => {
  it('writes the credentials for the owner only, in the shape that is documented', () => {
    const file = join(ground.dataDir, 'bootstrap.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(ground.credentials).toEqual({
      baseUrl: first.url,
      orgId: expect.any(String),
      admin: { userId: expect.any(String), userName: 'admin', password: expect.stringMatching(/^.{20}$/) },
      serviceUser: {
        userId: expect.any(String),
        clientId: expect.any(String),
        clientSecret: expect.stringMatching(/^[\w-]{43}$/),
        personalAccessToken: expect.stringMatching(/^gpat_[\w-]{43}$/),
      },
    });
  });

  it('says where everything is, and no secret', () => {
    const { admin, serviceUser } = ground.credentials;
    const output = first.output();
    for (const part of [first.url, '/.well-known/openid-configuration', '/docs', 'bootstrap.json', 'curl ']) expect(output).toContain(part);
    for (const secret of [admin.password, serviceUser.clientSecret, serviceUser.personalAccessToken]) expect(output).not.toContain(secret);
  });

  it('is the only one that bootstraps', async () => {
    const before = JSON.stringify(ground.credentials);
    await first.end('SIGTERM');
    first = await ground.start();
    expect(JSON.stringify(ground.credentials)).toBe(before);
    expect(first.output()).toContain('  credentials   ');
    expect(first.output()).not.toContain('A first token');
    const answer = await fetch(`${first.url}/admin/v1/organizations`, {
      headers: { authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}` },
    });
    expect(((await answer.json()) as { organizations: unknown[] }).organizations).toHaveLength(1);
  });
});

describe('a process that cannot start ends with code 1, a sentence, and nothing written', () => {
  it('when the database server does not answer', async () => {
    const folder = emptyFolder();
    const { code, output } = await ground.run({ DATA_DIR: folder, DATABASE_URL: 'mariadb://u:sesame@127.0.0.1:9/none' });
    expect(code).toBe(1);
    expect(output).toContain('mariadb://127.0.0.1:9/none cannot be opened (ECONNREFUSED)');
    expect(output).not.toMatch(/sesame|^\s+at /m);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('when the first credentials cannot be written: nothing is bootstrapped without them', async () => {
    const folder = emptyFolder();
    const [dataDir, database] = [join(folder, 'a-file'), join(folder, 'elsewhere.db')];
    writeFileSync(dataDir, '');
    const place = { DATABASE_URL: `sqlite:${database}`, MASTER_KEY: Buffer.alloc(32, 5).toString('base64') };
    const { code, output } = await ground.run({ ...place, DATA_DIR: dataDir, PORT: '0' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The first credentials cannot be written to .*a-file\/bootstrap\.json\.draft \(EEXIST\)\. Check DATA_DIR, /m);
    expect(output).not.toMatch(/^\s+at /m);
    // The next start, with a folder, is the first one.
    rmSync(dataDir);
    const next = await startHere(ground.env, { ...place, DATA_DIR: dataDir });
    expect([next.bootstrapped, existsSync(join(dataDir, 'bootstrap.json'))]).toEqual([true, true]);
    await next.close();
    rmSync(folder, { recursive: true });
  });

  it('when the first password is refused, which later starts do not ask for again', async () => {
    const other = await Ground.make({ BOOTSTRAP_ADMIN_PASSWORD: 'Qwerty123456' });
    const { code, output } = await other.run({ PORT: '0' });
    expect(code).toBe(1);
    expect(output).toContain('  - BOOTSTRAP_ADMIN_PASSWORD is refused: The password is one of the 100,000 most common ones.');
    expect(output).not.toMatch(/^\s+at /m);
    expect(existsSync(join(other.dataDir, 'bootstrap.json'))).toBe(false);
    const service = await startHere(other.env, { BOOTSTRAP_ADMIN_PASSWORD: 'Twelve-signs' });
    await service.close();
    await (await startHere(other.env)).close();
    await other.clear();
  });
});

describe('a start that cannot work is refused with a sentence, and nothing is written', () => {
  it('when settings are wrong: all of them at once', async () => {
    const folder = emptyFolder();
    const sentence = await refusedHere(ground.env, { DATA_DIR: folder, DATABASE_URL: 'postgres://x/y', LOG_LEVEL: 'loud' });
    expect(sentence).toContain('DATABASE_URL must start with sqlite:, mysql:// or mariadb://');
    expect(sentence).toContain('LOG_LEVEL must be one of');
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'DATA_DIR is a file',
      '',
      '',
      /^The database .*\/data\/gatehouse\.db cannot be opened \(EEXIST\)\. Check DATA_DIR and DATABASE_URL, /m,
    ],
    [
      'another file is in the place of the database',
      'gatehouse.db',
      'no database '.repeat(500),
      /gatehouse\.db cannot be opened \(SQLITE_NOTADB\)\. /,
    ],
    [
      'another file is in the place of its lock',
      'gatehouse.db.lock',
      'no lock '.repeat(500),
      /gatehouse\.db cannot be opened \(SQLITE_NOTADB\)\. /,
    ],
    ['a folder is in the place of its lock', 'gatehouse.db.lock/x', '', /gatehouse\.db cannot be opened \(SQLITE_CANTOPEN\)\. /],
    [
      'the file of the master key holds none',
      'master.key',
      'x',
      /master\.key does not contain 32 bytes in base64\. Restore the file, or set MASTER_KEY\.$/m,
    ],
  ])('when %s', async (_what, name, content, sentence) => {
    const folder = emptyFolder();
    const file = join(folder, 'data', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    expect(await refusedHere(ground.env, { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', MASTER_KEY: '' })).toMatch(sentence);
    rmSync(folder, { recursive: true });
  });

  it('when the master key is not that of the data', async () => {
    const other = await Ground.make();
    await (await startHere(other.env)).close();
    const sentence = await refusedHere(other.env, { MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(sentence).toContain('MASTER_KEY is not the key that sealed the data');
    const again = await startHere(other.env);
    expect([again.bootstrapped, (await fetch(`${again.url}/readyz`)).status]).toEqual([false, 200]);
    await again.close();
    await other.clear();
  });

  it('when the first password is refused: what already counted and worked in the background ends', async () => {
    const other = await Ground.make();
    const wrong = { BOOTSTRAP_ADMIN_PASSWORD: 'Qwerty123456', METRICS_PORT: '9' };
    // Counted, because services of other specs may listen as well.
    let listening = 0;
    const reallyListen = REQUESTS.listen.bind(REQUESTS);
    const listen = vi.spyOn(REQUESTS, 'listen').mockImplementation((listener) => {
      const end = reallyListen(listener);
      listening++;
      return () => {
        listening--;
        end();
      };
    });
    expect(await refusedHere(other.env, wrong)).toContain('BOOTSTRAP_ADMIN_PASSWORD is refused');
    expect([listen.mock.calls.length > 0, listening]).toEqual([true, 0]);
    listen.mockRestore();
    await other.clear();
  });

  it('when the port is taken', async () => {
    const other = await Ground.make();
    expect(await refusedHere(other.env, { PORT: new URL(first.url).port })).toMatch(
      /^Another program listens on 127\.0\.0\.1, port \d+\. Stop it, or set PORT to another port\.$/m,
    );
    await other.clear();
  });
});

describe.skipIf(SERVER_URL)('the embedded database', () => {
  it('gets a master key of its own, for the owner only, and says so', async () => {
    const own = await Ground.make({ MASTER_KEY: '' });
    const logOf = async () => {
      const service = await startHere(own.env);
      await service.close();
      return service.output();
    };
    expect(await logOf()).toContain('A master key was made at');
    expect(statSync(join(own.dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(await logOf()).not.toContain('A master key was made');

    const key = readFileSync(join(own.dataDir, 'master.key'));
    rmSync(join(own.dataDir, 'master.key'));
    expect(await refusedHere(own.env)).toContain('The master key of this database is missing');
    expect(existsSync(join(own.dataDir, 'master.key'))).toBe(false);
    writeFileSync(join(own.dataDir, 'master.key'), key);
    await (await startHere(own.env)).close();
    await own.clear();
  });

  it('serves one process: a second is refused at once, also after kill -9 of the first', async () => {
    expect(await refusedHere(ground.env)).toContain('Another process uses the database');
    await first.end('SIGKILL');
    first = await ground.start();
    expect(await refusedHere(ground.env)).toContain('Another process uses the database');
  });
});
