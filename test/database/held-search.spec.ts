// A search that a server holds up is the server's fault if it reads a few rows, as when a cluster waits for a node that it has lost.
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

describe.skipIf(!SERVER_URL)('a search that is held up', () => {
  let opened: OpenDatabase;
  let holder: Connection;
  beforeAll(async () => {
    let address = '';
    opened = await openDatabase((url) => (address = url));
    holder = await mysql.createConnection(address.replace(/^mariadb:/, 'mysql:'));
    await holder.query('LOCK TABLES features WRITE');
  });
  afterAll(async () => {
    await holder.end();
    await opened.close();
  });

  it.each([
    ['few', { kind: 'unavailable', code: 'database.unread' }],
    ['all', { kind: 'invalid', code: 'search.tooLong' }],
  ] as const)('and reads %s rows is refused with %o', async (reach, refusal) => {
    await expect(opened.database.search.rows('SELECT name FROM features', [], reach)).rejects.toMatchObject(refusal);
  });
});
