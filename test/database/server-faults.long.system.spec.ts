// A database server that cannot do its work: callers hear of it with a 503 and when to try again, balancers by /readyz, and nothing waits for ever.
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { LIMIT_MS } from '../../src/health/database-check.service.js';
import { clientToken, introspect } from '../support/oauth.js';
import { ERROR_URN, freshName, scimUser, usersPath } from '../support/people.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { startService, type TestService } from '../support/service.js';

const DISCOVERY = '/.well-known/openid-configuration';
/** For a machine that does other things. */
const MARGIN_MS = 1_000;
const { waitMs, silenceMs } = DATABASE_LIMITS;

let server: PrivateServer;
let service: TestService;
beforeAll(async () => {
  server = await startPrivateServer();
  service = await startService({ DATABASE_URL: server.url, DATABASE_CONNECTIONS: '4' });
  // Made when somebody asks for it.
  await fetch(service.url + DISCOVERY);
});
afterAll(async () => {
  await service?.close();
  server?.stop();
});

const ready = async () => (await fetch(`${service.url}/readyz`)).status;
const until = async (status: number) => {
  while ((await ready()) !== status) await new Promise((resolve) => setTimeout(resolve, 100));
};
const create = (name = freshName('org')) => service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.example` });
const createPerson = (name: string) => service.call('POST', usersPath(service), scimUser(name));
/** What is asked, and how long the answer took. */
const timed = async <T>(ask: Promise<T>): Promise<[T, number]> => {
  const startedMs = performance.now();
  return [await ask, performance.now() - startedMs];
};
const list = () => service.call('GET', '/admin/v1/organizations');
/** What a person sees whose request needs the database. */
const page = async () => {
  const answer = await fetch(service.url, { headers: { accept: 'text/html' } });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
};
/** The documents are up to a second old anyway: these are asked for when they must be looked at again. */
const documents = async () => {
  service.get(Clock).advance(2_000);
  return Promise.all([DISCOVERY, '/oauth/v2/keys'].map(async (path) => (await fetch(service.url + path)).status));
};

it('a read-only server: reads are answered, writes are 503 with Retry-After and undone, /readyz is 503 until it writes again', async () => {
  await server.run('SET GLOBAL read_only=1');
  try {
    await until(503);
    const refused = await create();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'database.unavailable', '2']);
    expect(refused.text).not.toMatch(/read.only|1290/);
    expect((await list()).status).toBe(200);
  } finally {
    await server.run('SET GLOBAL read_only=0');
  }
  await until(200);
  expect((await create()).status).toBe(201);
});

it('a server that freezes: /readyz and the documents are answered meanwhile, everything else in the end, and all is well when it goes on', async () => {
  const token = await clientToken(service, service.credentials.serviceUser);
  await until(200);
  await server.freeze();
  try {
    const expectUnready = async () => {
      const [status, ms] = await timed(ready());
      expect(status).toBe(503);
      expect(ms).toBeLessThan(LIMIT_MS + MARGIN_MS);
    };
    // The database took writes a moment ago, but the keys must be looked at again.
    service.get(Clock).advance(2_000);
    await expectUnready();
    await until(503);
    for (let time = 0; time < 2; time++) await expectUnready();
    // Twice: the second look for keys begins while the first one still waits.
    for (let time = 0; time < 2; time++) expect(await documents()).toEqual([200, 200]);
    const answers = await Promise.all([...Array.from({ length: 8 }, list), ...Array.from({ length: 8 }, create)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const name = freshName();
    const [refused, ms] = await timed(createPerson(name));
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
      503,
      '2',
      { schemas: expect.arrayContaining([ERROR_URN]) as unknown, status: '503' },
    ]);
    // Its own query, and at most one that it joins the next of.
    expect(ms).toBeLessThan(2 * (waitMs + silenceMs) + MARGIN_MS);
    expect((await introspect(service, service.credentials.serviceUser, token)).status).toBe(503);
  } finally {
    server.signal('SIGCONT');
  }
  await until(200);
  expect([(await list()).status, (await create()).status]).toEqual([200, 201]);
  // Refused for what it lacks, by the library that needs the keys.
  expect((await fetch(`${service.url}/oauth/v2/authorize`)).status).toBe(400);
});

it('a server that freezes in the middle of changes: what was acknowledged is there once, what was refused as undone is not', async () => {
  const told = new Map<string, { status: number; code?: string }>();
  let isOver = false;
  const creating = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const name = freshName('org');
      const { status, body } = await create(name);
      told.set(name, { status, code: body.code as string });
    }
  });
  await expect.poll(() => told.size).toBeGreaterThan(20);
  await server.freeze();
  try {
    await until(503);
    isOver = true;
    await Promise.all(creating);
  } finally {
    server.signal('SIGCONT');
  }
  await until(200);
  const timesOf = async () => {
    const rows = await service.get(Database).query.rows<{ name: string }>('SELECT name FROM organizations');
    return (wanted: string) => rows.filter(({ name }) => name === wanted).length;
  };
  const times = await timesOf();
  const of = (test: (answer: { status: number; code?: string }) => boolean) =>
    [...told].filter(([, answer]) => test(answer)).map(([name]) => name);
  const refused = of(({ status }) => status === 503);
  expect(refused.length + of(({ status }) => status === 201).length).toBe(told.size);
  expect(of(({ status }) => status === 201).map(times)).toEqual(of(({ status }) => status === 201).map(() => 1));
  expect(of(({ code }) => code === 'database.unavailable').filter((name) => times(name) > 0)).toEqual([]);
  // Whoever repeats what was refused ends with one of each.
  for (const name of refused) expect((await create(name)).status).toBe(times(name) > 0 ? 409 : 201);
  const after = await timesOf();
  expect([...told.keys()].filter((name) => after(name) !== 1)).toEqual([]);
});

it('a server that is gone and comes back: the same without a restart of the service', async () => {
  server.signal('SIGKILL');
  await until(503);
  expect(await documents()).toEqual([200, 200]);
  expect([(await list()).status, (await create()).status]).toEqual([503, 503]);
  expect(await page()).toMatchObject({ status: 503, retryAfter: '2', text: expect.stringMatching(/^<!doctype html>/i) as string });
  server.start();
  await until(200);
  expect([(await list()).status, (await create()).status]).toEqual([200, 201]);
});

it('a server that lets nobody in any more: 503, and everything as before once it does', async () => {
  await server.run("ALTER USER app@'%' ACCOUNT LOCK");
  try {
    // Whoever is in stays in: all of them are sent away.
    await server.run("KILL USER app@'%'");
    await until(503);
    expect([(await list()).status, (await create()).status]).toEqual([503, 503]);
  } finally {
    await server.run("ALTER USER app@'%' ACCOUNT UNLOCK");
  }
  await until(200);
  expect([(await list()).status, (await create()).status]).toEqual([200, 201]);
});

it('a row that another holds locked: the change is refused when the wait is too long, and goes through afterwards', async () => {
  const holder = await mysql.createConnection(server.url.replace('mariadb:', 'mysql:'));
  await holder.query('START TRANSACTION');
  await holder.query('SELECT * FROM config_version WHERE id = 1 FOR UPDATE');
  const refused = await create();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  await holder.query('ROLLBACK');
  await holder.end();
  expect((await create()).status).toBe(201);
});
