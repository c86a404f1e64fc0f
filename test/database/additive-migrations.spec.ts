// Migrations run while processes of the build before still serve, so they only add: docs/adr/0043-upgrades-and-read-only-mode.md.
import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS } from '../../src/data-source.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

/** Migrations that do more than add, and why processes of the build before go on all the same. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  LoginNames1700000050000: { 'makes values unique that were not': 'the column is new, and builds from before leave it empty' },
  ProjectResources1700000065000: { 'makes values unique that were not': 'the column is new, and builds from before leave it empty' },
};

/** What a process of the build before may stumble over, by the statement that does it. */
const HARM: Readonly<Record<string, RegExp>> = {
  'drops a table': /^DROP TABLE/i,
  'drops a column': /\bDROP COLUMN\b/i,
  'drops an index, which a query may force': /\bDROP (INDEX|KEY)\b/i,
  'renames something': /\bRENAME\b/i,
  'changes a column': /\b(MODIFY|CHANGE|ALTER) COLUMN\b|\b(MODIFY|CHANGE) `?\w+`? /i,
};
const ADDED = /\bADD COLUMN (?:(?!\bADD COLUMN\b).)*/gis;
const DELETE = /^DELETE FROM `?"?(\w+)/i;
const UNIQUE = /^CREATE UNIQUE INDEX (?:IF NOT EXISTS )?`?"?\w+"?`? ON `?"?(\w+)/i;
const CREATE = /^CREATE TABLE (?:IF NOT EXISTS )?`?"?(\w+)/i;

let opened: OpenDatabase;
/** Migration → the statements it sent to the engine, which is what counts, however it came to them. */
const sent = new Map<string, string[]>();

beforeAll(async () => {
  opened = await openDatabase();
  const { writer } = opened.storage;
  for (const _ of MIGRATIONS) await writer.undoLastMigration();
  const create = writer.createQueryRunner.bind(writer);
  let current: string[] = [];
  for (const migration of writer.migrations) {
    const up = migration.up.bind(migration);
    migration.up = (runner: QueryRunner) => {
      sent.set(migration.constructor.name, (current = []));
      return up(runner);
    };
  }
  const spy = vi.spyOn(writer, 'createQueryRunner').mockImplementation((mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    vi.spyOn(runner, 'query').mockImplementation(((sql: string, ...rest: never[]) => {
      current.push(sql.trim());
      return query(sql, ...rest);
    }) as never);
    return runner;
  });
  await writer.runMigrations();
  spy.mockRestore();
});
afterAll(() => opened.close());

/** What a migration does to those who do not know it. */
function harmOf(statements: readonly string[]): string[] {
  const own = new Set(statements.map((sql) => CREATE.exec(sql)?.[1]));
  const found = Object.entries(HARM).filter(([, pattern]) => statements.some((sql) => pattern.test(sql)));
  const concernsOthers = (pattern: RegExp) =>
    statements.some((sql) => {
      const table = pattern.exec(sql)?.[1];
      return table !== undefined && !own.has(table);
    });
  const demanding = statements.some((sql) => (sql.match(ADDED) ?? []).some((added) => /NOT NULL/i.test(added) && !/DEFAULT/i.test(added)));
  return [
    ...found.map(([harm]) => harm),
    ...(concernsOthers(DELETE) ? ['deletes rows'] : []),
    ...(concernsOthers(UNIQUE) ? ['makes values unique that were not'] : []),
    ...(demanding ? ['adds a column that must have a value'] : []),
  ];
}

describe('a migration', () => {
  it('is seen with the statements that it sends', () => {
    expect(sent.size).toBe(MIGRATIONS.length);
    expect([...sent.values()].every((statements) => statements.length > 0)).toBe(true);
  });

  it.each(MIGRATIONS)('only adds, or says why what it does harms nobody: $name', ({ name }) => {
    expect(harmOf(sent.get(name) ?? []).toSorted()).toEqual(Object.keys(REASONS[name] ?? {}).toSorted());
  });

  it('that is given a reason is one that there is', () => {
    expect(Object.keys(REASONS).filter((name) => !sent.has(name))).toEqual([]);
  });
});

describe('the look at statements', () => {
  it.each([
    ['ALTER TABLE users ADD COLUMN a BIGINT NOT NULL', 'adds a column that must have a value'],
    ['ALTER TABLE users ADD COLUMN a INTEGER NOT NULL DEFAULT 0, ADD COLUMN b BIGINT NOT NULL', 'adds a column that must have a value'],
    ['ALTER TABLE users DROP COLUMN a', 'drops a column'],
    ['ALTER TABLE users MODIFY a BIGINT NULL', 'changes a column'],
    ['ALTER TABLE users CHANGE COLUMN a b BIGINT', 'changes a column'],
    ['ALTER TABLE users RENAME TO people', 'renames something'],
    ['DROP INDEX users_by_name ON users', 'drops an index, which a query may force'],
    ['DROP TABLE IF EXISTS users', 'drops a table'],
    ['DELETE FROM users', 'deletes rows'],
    ['CREATE UNIQUE INDEX u_users_email ON users (email)', 'makes values unique that were not'],
  ])('sees what %s does', (sql, harm) => {
    expect(harmOf([sql])).toEqual([harm]);
  });

  it.each([
    'ALTER TABLE users ADD COLUMN a BIGINT NULL',
    "ALTER TABLE users ADD COLUMN a VARCHAR(400) NOT NULL DEFAULT '', ADD COLUMN b BIGINT NULL",
    'CREATE TABLE IF NOT EXISTS things (no BIGINT NOT NULL, PRIMARY KEY (no))',
    'CREATE INDEX users_by_name ON users (name)',
    "UPDATE users SET a = 'changed'",
  ])('lets %s pass', (sql) => {
    expect(harmOf([sql])).toEqual([]);
  });
});
