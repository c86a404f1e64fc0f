import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource, MigrationInterface } from 'typeorm';
import { GroupLeftovers1700000033001 } from '../../src/common/database/migrations/1700000033001-group-leftovers.js';
import { AuthorizationLeftovers1700000040100 } from '../../src/common/database/migrations/1700000040100-authorization-leftovers.js';
import { ProjectLists1700000040450 } from '../../src/common/database/migrations/1700000040450-project-lists.js';
import { EventBlankings1700000043600 } from '../../src/common/database/migrations/1700000043600-event-blankings.js';
import { PasswordDefaults1700000043300 } from '../../src/common/database/migrations/1700000043300-password-defaults.js';
import { ApplicationsInAudience1700000045600 } from '../../src/common/database/migrations/1700000045600-applications-in-audience.js';
import { ServiceUserNames1700000044000 } from '../../src/common/database/migrations/1700000044000-service-user-names.js';
import { RemovedNames1700000045310 } from '../../src/common/database/migrations/1700000045310-removed-names.js';
import { runMigrations } from '../../src/common/database/run-migrations.js';
import { MIGRATIONS } from '../../src/data-source.js';
import { ENGINE, freshDatabase, onServer, SERVER_URL } from '../support/database.js';
import { migratedDatabase } from '../support/migrated-database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());

const difference = async () => (await opened.storage.writer.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);

describe('the migrations', () => {
  it('make exactly what the entities describe', async () => {
    expect(await difference()).toEqual([]);
  });

  it.runIf(SERVER_URL)('give every text the same collation, but for the tables that they need themselves', async () => {
    const tables = await opened.database.query.rows<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = DATABASE() AND collation_name <> 'utf8mb4_bin'`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(['migration_lock', 'migrations', 'schema_floors']);
  });

  it('have made what tests get a copy of', async () => {
    const { writer } = opened.storage;
    const copied = await openDatabase((url) => url, migratedDatabase);
    const versions = (of: DataSource) => of.query('SELECT name FROM migrations ORDER BY timestamp');
    expect((await copied.storage.writer.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
    expect(await versions(copied.storage.writer)).toEqual(await versions(writer));
    await copied.close();
  });

  it('can be undone and run again', async () => {
    for (const _ of MIGRATIONS) await opened.storage.writer.undoLastMigration();
    expect((await difference()).length).toBeGreaterThan(0);
    await opened.storage.writer.runMigrations();
    expect(await difference()).toEqual([]);
  });

  it('can be run over tables that a cut-off run left behind', async () => {
    const { writer } = opened.storage;
    await writer.query('DELETE FROM migrations');
    await writer.query('DROP TABLE signing_keys');
    await writer.runMigrations();
    expect(await difference()).toEqual([]);
    expect(await writer.query('SELECT name FROM sequences')).toHaveLength(1);
  });

  it('find the rows of members that removed groups left behind', async () => {
    const { writer } = opened.storage;
    await writer.query("INSERT INTO group_members (group_no, kind, member_no, org_no) VALUES (7, 'user', 8, 1), (7, 'user', 9, 1)");
    const runner = writer.createQueryRunner();
    for (const _ of ['found', 'found again']) await new GroupLeftovers1700000033001().up(runner);
    await runner.release();
    expect(
      (await writer.query("SELECT no FROM removals WHERE kind = 'group'")).map(({ no }: { no: number | string }) => Number(no)),
    ).toEqual([7]);
  });

  it('hand what removed roles left behind to the one list of removals, and back', async () => {
    const { writer } = opened.storage;
    const migration = new AuthorizationLeftovers1700000040100();
    const runner = writer.createQueryRunner();
    const noted = (table: string) => writer.query(`SELECT no, editor FROM ${table} WHERE editor = 'somebody'`) as Promise<unknown[]>;
    await writer.query("INSERT INTO authorization_removals (no, editor) VALUES (70, 'somebody'), (71, 'somebody')");
    await migration.up(runner);
    expect([(await noted('removals')).length, (await noted('authorization_removals')).length]).toEqual([2, 0]);
    await migration.down(runner);
    expect([(await noted('removals')).length, (await noted('authorization_removals')).length]).toEqual([0, 2]);
    await migration.up(runner);
    await runner.release();
  });

  it('fold the names of projects and applications that are there, and note the types of applications', async () => {
    const { writer } = opened.storage;
    const migration = new ProjectLists1700000040450();
    const runner = writer.createQueryRunner();
    await migration.down(runner);
    await writer.query("INSERT INTO projects (no, id, org_no, name, state, created_us) VALUES (80, 'p-80', 1, 'ÄRGER Ⅳ', 'active', 1)");
    await writer.query(
      `INSERT INTO applications (no, id, org_no, project_no, name, client_id, state, token_gen, config, created_us)
        VALUES (81, 'a-81', 1, 80, 'APP', 'c-81', 'active', 0, '{"type":"native"}', 1)`,
    );
    await migration.up(runner);
    await runner.release();
    expect(await writer.query('SELECT name_key FROM projects WHERE no = 80')).toEqual([{ name_key: 'ärger iv' }]);
    expect(await writer.query('SELECT name_key, type FROM applications WHERE no = 81')).toEqual([{ name_key: 'app', type: 'native' }]);
    expect(await difference()).toEqual([]);
  });

  it('fold the names of service users that are there', async () => {
    const { writer } = opened.storage;
    const migration = new ServiceUserNames1700000044000();
    const runner = writer.createQueryRunner();
    await migration.down(runner);
    await writer.query(
      "INSERT INTO service_users (user_no, org_no, client_id, name, access_token_type) VALUES (82, 1, 'c-82', 'ÄRGER Ⅳ', 'opaque')",
    );
    for (const _ of ['folded', 'folded again']) await migration.up(runner);
    await runner.release();
    expect(await writer.query('SELECT name_key FROM service_users WHERE user_no = 82')).toEqual([{ name_key: 'ärger iv' }]);
    expect(await difference()).toEqual([]);
  });

  it('keep the names of removed people who had roles, and those alone, once each', async () => {
    const { writer } = opened.storage;
    const migration = new RemovedNames1700000045310();
    const runner = writer.createQueryRunner();
    const person = { userName: 'ÄRGER', emails: [{ value: 'ärger' }, { value: 'A@b.example' }] };
    // More than one page, and a person from before roles were kept.
    const people = [{ person, roles: [{}] }, { person, roles: [] }, { person }, ...Array(20).fill({ person, roles: [{}] })];
    for (const [at, content] of people.entries())
      await writer.query(
        `INSERT INTO removed_people (user_no, id, org_no, user_name, user_name_key, display_name, display_name_key, removed_us, expires_us, content)
          VALUES (${910 + at}, 'r-${at}', 1, 'x', 'x', 'x', 'x', 1, 2, '${JSON.stringify(content)}')`,
      );
    const kept = async () =>
      (
        (await writer.query('SELECT user_no, value_key FROM removed_names ORDER BY user_no, value_key')) as Array<Record<string, unknown>>
      ).map((row) => [Number(row['user_no']), row['value_key']]);
    const wanted = people.flatMap(({ roles = [] }, at) => (roles.length > 0 ? ['a@b.example', 'ärger'].map((key) => [910 + at, key]) : []));
    for (const _ of ['kept', 'kept again']) {
      await migration.up(runner);
      expect(await kept()).toEqual(wanted);
    }
    await writer.query('DELETE FROM removed_people');
    await writer.query('DELETE FROM removed_names');
    await runner.release();
    expect(await difference()).toEqual([]);
  });

  it('let tokens go on naming the applications of a project that has several', async () => {
    const { writer } = opened.storage;
    const migration = new ApplicationsInAudience1700000045600();
    const runner = writer.createQueryRunner();
    await migration.down(runner);
    for (const no of [84, 85])
      await writer.query(`INSERT INTO projects (no, id, org_no, name, state, created_us) VALUES (${no}, 'p-${no}', 1, 'x', 'active', 1)`);
    for (const [no, project] of [
      [86, 84],
      [87, 85],
      [88, 85],
    ])
      await writer.query(
        `INSERT INTO applications (no, id, org_no, project_no, name, client_id, state, token_gen, config, created_us)
          VALUES (${no}, 'a-${no}', 1, ${project}, 'App', 'c-${no}', 'active', 0, '{"type":"native"}', 1)`,
      );
    await migration.up(runner);
    await runner.release();
    const rows = (await writer.query(
      'SELECT no, applications_in_audience AS named FROM projects WHERE no IN (84, 85) ORDER BY no',
    )) as Array<{ named: unknown }>;
    expect(rows.map(({ named }) => Boolean(named))).toEqual([false, true]);
    expect(await difference()).toEqual([]);
  });

  it('keep the rules for passwords of a service that is in use, and leave a new one alone', async () => {
    const { writer } = opened.storage;
    const runner = writer.createQueryRunner();
    const decided = async () =>
      ((await writer.query("SELECT body FROM policies WHERE org_no = 0 AND kind = 'password'")) as Array<{ body: string }>).map(
        ({ body }) => JSON.parse(body),
      );
    const before = { minLength: 8, minLengthWithSecondFactor: 8, lower: true, upper: true, digit: true, symbol: true, refuseCommon: false };
    await new PasswordDefaults1700000043300().up(runner);
    expect(await decided()).toEqual([]);
    await writer.query(
      "INSERT INTO organizations (no, id, name, primary_domain, state, token_gen, version, created_us, modified_us) VALUES (90, 'o-90', 'In use', 'in-use.test', 'active', 0, 1, 1, 1)",
    );
    for (const _ of ['pinned', 'pinned again']) await new PasswordDefaults1700000043300().up(runner);
    expect(await decided()).toEqual([before]);
    await writer.query(`UPDATE policies SET body = '{"minLength":14,"symbol":false}' WHERE org_no = 0 AND kind = 'password'`);
    await new PasswordDefaults1700000043300().up(runner);
    expect(await decided()).toEqual([{ ...before, minLength: 14, minLengthWithSecondFactor: 14, symbol: false }]);
    await runner.release();
  });

  it('note the events of those to be blanked whose organization is gone or going, and of nobody else', async () => {
    const { writer } = opened.storage;
    const runner = writer.createQueryRunner();
    await writer.query(
      `INSERT INTO organizations (no, id, name, primary_domain, state, token_gen, version, created_us, modified_us)
        VALUES (91, 'o-91', 'Going', 'going.test', 'removing', 0, 1, 1, 1), (92, 'o-92', 'Living', 'living.test', 'active', 0, 1, 1, 1)`,
    );
    await writer.query(
      "INSERT INTO user_tombstones (id, no, org_no, removed_us) VALUES ('u-1', 901, 91, 5), ('u-2', 902, 92, 6), ('u-3', 903, 93, 7)",
    );
    for (const _ of ['noted', 'noted again']) await new EventBlankings1700000043600().up(runner);
    await runner.release();
    const noted = (await writer.query('SELECT id, removed_us FROM event_blankings ORDER BY removed_us')) as Array<Record<string, unknown>>;
    expect(noted.map((row) => [row['id'], Number(row['removed_us'])])).toEqual([
      ['u-1', 5],
      ['u-3', 7],
    ]);
  });

  it('hold their lock for as long as they run', async () => {
    const { writer } = opened.storage;
    let renewed = 0;
    await withMigration('Long1800000000001', async () => {
      await writer.query('UPDATE migration_lock SET until_s = 1');
      while ((renewed = await lockedUntil()) <= 1) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect(renewed).toBeGreaterThan(Date.now() / 1000);
    expect(await lockedUntil()).toBe(0);
  });

  it('count the time of their lock by the clock of the server, whatever that of this machine says', async () => {
    const date = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => date() + 3_600_000);
    let until = 0;
    try {
      await withMigration('Ahead1800000000007', async () => void (until = await lockedUntil()));
    } finally {
      clock.mockRestore();
    }
    expect(until).toBeGreaterThan(date() / 1000 + 60);
    expect(until).toBeLessThan(date() / 1000 + 600);
  });

  it('say so when another process has taken their lock meanwhile', async () => {
    const { writer } = opened.storage;
    const errors = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await withMigration('Taken1800000000008', async () => {
      await writer.query("UPDATE migration_lock SET owner = 'another'");
      await expect.poll(() => errors.mock.calls.flat()).toContainEqual({ message: expect.stringMatching(/another process/) as string });
    });
    errors.mockRestore();
    await writer.query("UPDATE migration_lock SET owner = '', until_s = 0");
  });

  it('are repeated when the server chose them as the victim of a deadlock', async () => {
    const deadlock = Object.assign(new Error('Deadlock found when trying to get lock; try restarting transaction'), { errno: 1213 });
    let runs = 0;
    await withMigration('Victim1800000000002', () => (++runs === 1 ? Promise.reject(deadlock) : Promise.resolve()));
    expect(runs).toBe(2);
  });

  it('are repeated until their server is there again', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const awayMs = 2_000;
    const startedMs = performance.now();
    let runs = 0;
    const isAway = () => (runs++, performance.now() - startedMs < awayMs);
    await withMigration('Away1800000000005', () => (isAway() ? Promise.reject(refused) : Promise.resolve()));
    expect(runs).toBeLessThan(8);
    expect(await lockedUntil()).toBe(0);
  });

  it.runIf(SERVER_URL)('go on when every connection was lost, and give their lock back', async () => {
    const { database } = opened.storage.writer.driver;
    let runs = 0;
    await withMigration('CutOff1800000000006', async () => {
      if (++runs > 1) return;
      const connections = await onServer([`SELECT id AS name FROM information_schema.processlist WHERE db = '${String(database)}'`]);
      expect(connections.length).toBeGreaterThan(0);
      await onServer(connections.map(({ name }) => `KILL ${name}`));
    });
    expect(runs).toBe(2);
    expect(await lockedUntil()).toBe(0);
  });

  it('give their lock back when they fail', async () => {
    await expect(withMigration('Broken1800000000003', () => Promise.reject(new Error('no such thing')))).rejects.toThrow('no such thing');
    expect(await lockedUntil()).toBe(0);
  });

  it('stay unlocked when a renewal arrives after the lock was given back', async () => {
    const { writer } = opened.storage;
    const query = writer.query.bind(writer);
    const renewals: Array<() => Promise<unknown>> = [];
    const spy = vi.spyOn(writer, 'query').mockImplementation((sql, values) => {
      if (!/^UPDATE migration_lock SET until_s = .*[)] [+] [?] WHERE id = 1 AND owner = [?]$/.test(sql)) return query(sql, values) as never;
      renewals.push(() => query(sql, values));
      return Promise.resolve() as never;
    });
    try {
      await withMigration('Slow1800000000004', () => expect.poll(() => renewals.length).toBeGreaterThan(0));
    } finally {
      spy.mockRestore();
    }
    for (const renew of renewals) await renew();
    expect(await lockedUntil()).toBe(0);
  });
});

it.runIf(SERVER_URL)('migrations by hand have as much time as those of a start', async () => {
  const fresh = await freshDatabase('');
  vi.stubEnv('DATABASE_URL', fresh.url);
  const { default: dataSource } = await import('../../ormconfig.js');
  await dataSource.initialize();
  try {
    const ofStatements = ENGINE === 'mysql' ? 'max_execution_time' : 'max_statement_time';
    for (const limit of ['lock_wait_timeout', 'innodb_lock_wait_timeout', ofStatements]) {
      const query = `SELECT @@SESSION.${limit} AS own, @@GLOBAL.${limit} AS usual`;
      const [row] = (await dataSource.query(query)) as Array<{ own: unknown; usual: unknown }>;
      expect(row?.own, limit).toEqual(row?.usual);
    }
  } finally {
    await dataSource.destroy();
    await fresh.drop();
    vi.unstubAllEnvs();
  }
});

async function lockedUntil(): Promise<number> {
  const [row] = (await opened.storage.writer.query('SELECT until_s FROM migration_lock')) as Array<{ until_s: number | string }>;
  return Number(row?.until_s);
}

/** Runs one more migration, and forgets it. */
async function withMigration(name: string, up: () => Promise<void>): Promise<void> {
  const { writer } = opened.storage;
  const migration: MigrationInterface = { name, up, down: () => Promise.resolve() };
  writer.migrations.push(migration);
  try {
    await runMigrations(writer, 10);
  } finally {
    writer.migrations.splice(writer.migrations.indexOf(migration), 1);
    await writer.query(`DELETE FROM migrations WHERE name = '${name}'`);
  }
}
