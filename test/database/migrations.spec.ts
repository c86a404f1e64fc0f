import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/data-source.js';
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
});
