import { expect, it } from 'vitest';
import { SERVER_WORDS } from './sql-words.js';

it('asks about the members of a list person by person, however a server plans', () => {
  const { sql } = SERVER_WORDS.anyElement({ document: 'u.lists', name: 'roles' }, ({ text }) => ({
    sql: `${text('display')} < ?`,
    values: ['a'],
  }));
  const queries = sql.match(/EXISTS \(SELECT .{24}/g);
  expect(queries).toEqual(['EXISTS (SELECT /*+ NO_DECORRELATE() */ ']);
});
