// On a server too: a row that another server has with the same version is written by SQL.
// People are cached by number and version. Another database server may lack the last changes, and give the same version to others.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PeopleRepository } from '../../src/users/directory/people/people.repository.js';
import { latch } from '../support/committed-reads.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let database: Database;
let people: PeopleRepository;
let person: { no: number; version: number };
beforeAll(async () => {
  service = await startService();
  [database, people] = [service.get(Database), service.get(PeopleRepository)];
  const [found] = await database.query.rows<typeof person>("SELECT no, version FROM users WHERE kind = 'person'");
  if (!found) throw new Error('There is nobody.');
  person = found;
});
afterAll(() => service.close());
beforeEach(() => setName('Before'));
afterEach(() => vi.restoreAllMocks());

/** Without a new version. */
const setName = (name: string) =>
  database.write('rename', (tx) => tx.run('UPDATE users SET family_name = ? WHERE no = ?', [name, person.no]));
const nameOf = async () => (await people.findByNo(person.no, person.version))?.familyName;
let moves = 0;
const move = () => vi.spyOn(database, 'moves', 'get').mockReturnValue(++moves);

it('a person is read once while the version stays the same', async () => {
  const before = await nameOf();
  await setName('After');
  expect(await nameOf()).toBe(before);
});

it('a person is read again after a move to another database server', async () => {
  await nameOf();
  await setName('After');
  move();
  expect(await nameOf()).toBe('After');
  await setName('Later');
  expect(await nameOf()).toBe('After');
});

it('a person who is read during a move is read again after it', async () => {
  move();
  const [isRead, mayGoOn] = [latch(), latch()];
  const rows = database.query.rows.bind(database.query);
  let holds = true;
  vi.spyOn(database.query, 'rows').mockImplementation(async (sql, values) => {
    const found = await rows(sql, values);
    if (holds && sql.includes('u.no IN')) {
      holds = false;
      isRead.open();
      await mayGoOn.opened;
    }
    return found as never;
  });
  const reading = nameOf();
  await isRead.opened;
  move();
  // The first look into the cache after the move.
  await people.findByNo(-1);
  mayGoOn.open();
  expect(await reading).toBe('Before');
  await setName('After');
  expect(await nameOf()).toBe('After');
});
