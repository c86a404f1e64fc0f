// Limits that a database server or its clients reach, made to happen: whoever is refused hears it in the words of its protocol, and when to try again.
import { inspect } from 'node:util';
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { connectionsOf } from '../../src/common/database/dialect.js';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { SAMPLE } from '../../src/common/database/servers/host-selection.js';
import { openStorage } from '../../src/storage.js';
import { clientToken, post } from '../support/oauth.js';
import { ERROR_URN, freshName, scimUser, usersPath } from '../support/people.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { startService, type Answer, type TestService } from '../support/service.js';

const { lockMs, statementMs, unitMs, waitMs } = DATABASE_LIMITS;
/** For a machine that does other things. */
const MARGIN_MS = 2_000;
const CONNECTIONS = 4;
/** Of a server that has too few. */
const SLOTS = 12;

let server: PrivateServer;
let service: TestService;
beforeAll(async () => {
  server = await startPrivateServer();
  service = await startService({ DATABASE_URL: server.url, DATABASE_CONNECTIONS: String(CONNECTIONS) });
});
afterAll(async () => {
  await service?.close();
  server?.stop();
});

/** A change by each protocol, the table whose rows it adds, and how a refusal reads. */
const CHANGES = {
  admin: {
    table: 'organizations',
    send: (name: string) => service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.example` }),
    done: 201,
    refused: { status: 503, code: expect.stringMatching(/^database\./) as string },
  },
  scim: {
    table: 'users',
    send: (name: string) => service.call('POST', usersPath(service), scimUser(name)),
    done: 201,
    refused: { status: '503', schemas: expect.arrayContaining([ERROR_URN]) as string[] },
  },
  oauth: {
    table: 'revoked_tokens',
    send: async (token: string) => post(service, '/oauth/v2/revoke', { token }, service.credentials.serviceUser),
    done: 200,
    refused: { error: 'temporarily_unavailable', error_description: expect.any(String) as string },
  },
} as const;
type Protocol = keyof typeof CHANGES;
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const PROTOCOLS = Object.keys(CHANGES) as Protocol[];
/** What a change is about: a name that nobody has, or a token that holds. */
const subject = async (protocol: Protocol): Promise<string> =>
  protocol === 'oauth' ? clientToken(service, service.credentials.serviceUser) : freshName('org');

const ready = async () => (await fetch(`${service.url}/readyz`)).status;
const until = async (status: number) => {
  while ((await ready()) !== status) await new Promise((resolve) => setTimeout(resolve, 100));
};
function expectRefusal(protocol: Protocol, { status, headers, body, text }: Answer): void {
  expect([status, headers.get('retry-after'), body]).toMatchObject([503, '2', CHANGES[protocol].refused]);
  // What the server said, to whom and where, is for the log. An id of a request may have four digits in its middle.
  expect(text.replaceAll(UUID, '')).not.toMatch(/app@|'app'|127\.0\.0\.1:\d|ER_|\b1\d{3}\b|denied|Too many connections|innodb/i);
}

/** Sends a change by each protocol at once, which is refused within a time, and each again afterwards. */
async function refusedWithin(limitMs: number, during: () => Promise<() => Promise<unknown>>): Promise<void> {
  const subjects = await Promise.all(PROTOCOLS.map(subject));
  const end = await during();
  const startedMs = performance.now();
  try {
    const answers = await Promise.all(PROTOCOLS.map((protocol, at) => CHANGES[protocol].send(subjects[at] ?? '')));
    const tookMs = performance.now() - startedMs;
    PROTOCOLS.forEach((protocol, at) => expectRefusal(protocol, answers[at] as Answer));
    expect(tookMs).toBeLessThan(limitMs + MARGIN_MS);
  } finally {
    await end();
  }
  for (const [at, protocol] of PROTOCOLS.entries())
    expect((await CHANGES[protocol].send(subjects[at] ?? '')).status).toBe(CHANGES[protocol].done);
}
/** Somebody else who works with the database. */
const somebody = (user = 'app') => mysql.createConnection({ ...urlOf(server.url), user, password: user, database: 'gatehouse' });
const urlOf = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });

describe('a change that meets a limit of time', () => {
  it('on its statements is refused', async () => {
    const tables = PROTOCOLS.map((protocol) => CHANGES[protocol].table);
    await refusedWithin(unitMs, async () => {
      // In slices: when the limit ends a SLEEP after 5 s, just as MariaDB looks whether its client is still there, all others may wait for it.
      const slices = (statementMs / 1000 + 3) * 10;
      const slowly = `BEGIN DECLARE n INT DEFAULT ${slices}; WHILE n > 0 DO DO SLEEP(0.1); SET n = n - 1; END WHILE; END`;
      await server.run(
        ...tables.map((table) => `CREATE TRIGGER gatehouse.slow_${table} BEFORE INSERT ON gatehouse.${table} FOR EACH ROW ${slowly}`),
      );
      return () => server.run(...tables.map((table) => `DROP TRIGGER gatehouse.slow_${table}`));
    });
  });

  it('on waits for rows that another has locked is refused', async () => {
    const holder = await somebody();
    await refusedWithin(unitMs + lockMs, async () => {
      await holder.query('START TRANSACTION');
      for (const protocol of PROTOCOLS) await holder.query(`SELECT * FROM ${CHANGES[protocol].table} FOR UPDATE`);
      return () => holder.query('ROLLBACK');
    });
    await holder.end();
  });

  it('on waits for a connection is refused', async () => {
    const { query } = service.get(Database);
    // As many as wait for each other: a look at the version of the caches may join the next one only.
    await refusedWithin(2 * waitMs, async () => {
      const slow = Array.from({ length: connectionsOf(service.settings.database) / 2 }, () =>
        query.row(`SELECT SLEEP(${statementMs / 1000 - 0.5})`),
      );
      await expect.poll(() => service.get(Database).load.pools.reader?.idle).toBe(0);
      return () => Promise.all(slow);
    });
  });
});

describe('connections', () => {
  const open = async () =>
    Number((await server.run("SELECT COUNT(*) AS n FROM information_schema.processlist WHERE user = 'app'"))[0]?.['n']);

  it('are never more than DATABASE_CONNECTIONS allows, however much is asked', async () => {
    const most = connectionsOf(service.settings.database);
    expect(most).toBe(2 * (CONNECTIONS + 2));
    let isOver = false;
    const counts: number[] = [];
    const counting = (async () => {
      while (!isOver) counts.push(await open());
    })();
    const asked = Array.from({ length: 120 }, (_, at) => CHANGES[at % 2 === 0 ? 'admin' : 'scim'].send(freshName('org')));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([201]));
    isOver = true;
    await counting;
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    expect(Math.max(...counts)).toBeGreaterThan(CONNECTIONS);
  });

  it('that the server has too few of are told when a process starts', async () => {
    const storage = await openStorage({ ...service.settings, workers: 50 });
    expect(storage.warnings).toEqual([
      expect.stringContaining(`takes 300 connections (max_connections), and the processes of this machine may open 600`),
    ]);
    for (const dataSource of [storage.writer, storage.reader]) await dataSource.destroy();
    expect((await open()) <= connectionsOf(service.settings.database) + SAMPLE).toBe(true);
  });

  it('that others have all taken (1040): 503, and everything as before once there is room', async () => {
    const others: Connection[] = [];
    await server.run(
      "CREATE USER others@'%' IDENTIFIED BY 'others'",
      "GRANT USAGE ON *.* TO others@'%'",
      "GRANT SELECT ON gatehouse.* TO others@'%'",
    );
    const subjects = await Promise.all(PROTOCOLS.map(subject));
    await server.run(`SET GLOBAL max_connections = ${SLOTS}`);
    const takeAll = async () => {
      for (;;) others.push(await somebody('others'));
    };
    try {
      // Until the service holds none: it may be faster to open one again.
      while (others.length < SLOTS) {
        await server.run("KILL USER app@'%'");
        await expect(takeAll()).rejects.toMatchObject({ errno: 1040 });
      }
      await until(503);
      for (const [at, protocol] of PROTOCOLS.entries()) expectRefusal(protocol, await CHANGES[protocol].send(subjects[at] ?? ''));
    } finally {
      await Promise.all(others.map((other) => other.end()));
      await server.run('SET GLOBAL max_connections = 300');
    }
    await until(200);
    for (const [at, protocol] of PROTOCOLS.entries())
      expect((await CHANGES[protocol].send(subjects[at] ?? '')).status).toBe(CHANGES[protocol].done);
  });

  it('go on with a password that was changed (1045), new ones are refused, and let in once it is right again', async () => {
    const subjects = await Promise.all(PROTOCOLS.map(subject));
    await server.run("ALTER USER app@'%' IDENTIFIED BY 'another'");
    try {
      // More at once than there are connections to share.
      const changes = await Promise.all(Array.from({ length: 6 }, () => CHANGES.admin.send(freshName('org'))));
      expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 201));
      await server.run("KILL USER app@'%'");
      await until(503);
      for (const [at, protocol] of PROTOCOLS.entries()) expectRefusal(protocol, await CHANGES[protocol].send(subjects[at] ?? ''));
    } finally {
      await server.run("ALTER USER app@'%' IDENTIFIED BY 'app'");
    }
    await until(200);
    for (const [at, protocol] of PROTOCOLS.entries())
      expect((await CHANGES[protocol].send(subjects[at] ?? '')).status).toBe(CHANGES[protocol].done);
  });
});

it('more kinds of statements than the server holds prepared at once are answered all the same', async () => {
  const { query } = service.get(Database);
  await server.run("KILL USER app@'%'", 'SET GLOBAL max_prepared_stmt_count = 40');
  try {
    await until(200);
    for (let kind = 0; kind < 100; kind++) expect(await query.row(`SELECT ? + ${kind} AS sum`, [1])).toEqual({ sum: 1 + kind });
    for (const protocol of PROTOCOLS) expect((await CHANGES[protocol].send(await subject(protocol))).status).toBe(CHANGES[protocol].done);
    // They are sent as text, with their values in it; an error, which is logged, tells the placeholders only.
    const failure = await query.row('SELECT ? FROM no_such_table', ['secret value']).catch((error: unknown) => error);
    expect(inspect(failure, { depth: 10 })).toContain('no_such_table');
    expect(inspect(failure, { depth: 10 })).not.toContain('secret value');
  } finally {
    await server.run('SET GLOBAL max_prepared_stmt_count = 100000');
  }
});
