// The order in which events are followed: what depends on something comes after it, whichever process wrote which.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { CommitRowsRepository } from '../../src/users/events/commit-rows.repository.js';
import { EventFollower, type FollowPage } from '../../src/users/events/event-follower.service.js';
import { EventSearchRepository } from '../../src/users/events/event-search.repository.js';
import { EventsRepository } from '../../src/users/events/events.repository.js';
import { EventLog, type NewEvent } from '../../src/users/events/events.service.js';
import { skipLostNumbers } from '../../src/users/organizations/lost-time.service.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

let opened: OpenDatabase;
let database: Database;
let follower: EventFollower;
let events: EventLog;
const commits = new CommitRowsRepository();
beforeAll(async () => {
  opened = await openDatabase();
  ({ database } = opened);
  follower = new EventFollower(database, new EventSearchRepository(database), commits);
  events = new EventLog(new EventsRepository(database), new Clock(), new ConfigVersion(database));
  await database.write('seed', (tx) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', ['shared', false]));
});
afterAll(() => opened.close());

let position: FollowPage['position'] | undefined;
beforeEach(async () => {
  ({ position } = await follower.followEvents(undefined, 1_000));
});

const leave = (tx: Transaction, id: string) =>
  events.append(tx, { type: 'instance.feature.set', orgNo: 0, aggregate: { id, sequence: 1 }, editor: 'somebody' });
const lockShared = (tx: Transaction) => tx.run("UPDATE features SET enabled = NOT enabled WHERE name = 'shared'");
const followed = async () => (await follower.followEvents(position, 1_000)).events.map(({ aggregate }) => aggregate.id);

it.runIf(SERVER_URL)('is that of commits, whichever process has the lower numbers', async () => {
  const [low, high] = [opened, opened].map(({ storage }) => new Database(storage.writer, storage.reader)) as [Database, Database];
  const numbers = [await low.write('lease', async (tx) => tx.no), await high.write('lease', async (tx) => tx.no)] as const;
  expect(numbers[0]).toBeLessThan(numbers[1]);
  await high.write('add', (tx) => leave(tx, 'added'));
  await low.write('remove', (tx) => leave(tx, 'removed'));
  expect(await followed()).toEqual(['added', 'removed']);
});

it.runIf(SERVER_URL)('is that of commits for a unit that had left an event before it waited for another one', async () => {
  let [hasLeft, mayGoOn] = [() => {}, () => {}];
  const left = new Promise<void>((resolve) => (hasLeft = resolve));
  const goOn = new Promise<void>((resolve) => (mayGoOn = resolve));
  const waits = database.write('waits', async (tx) => {
    await leave(tx, 'second');
    hasLeft();
    await goOn;
    await lockShared(tx);
  });
  await left;
  await database.write('goes first', async (tx) => {
    await lockShared(tx);
    await leave(tx, 'first');
    mayGoOn();
  });
  await waits;
  expect(await followed()).toEqual(['first', 'second']);
});

/** The database as it was in a backup that had been made when the last position was `head`. */
const restoreAt = (head: number) =>
  database.write('restore', async (tx) => {
    await tx.run('DELETE FROM events WHERE tx_no IN (SELECT tx_no FROM event_commits WHERE position > ?)', [head]);
    await tx.run('DELETE FROM event_commits WHERE position > ?', [head]);
    await tx.run('UPDATE event_head SET position = ?', [head]);
  });

it('goes on above every position of a lost time, so that a follower who had read lost events gets all new ones', async () => {
  const head = await new EventSearchRepository(database).headPosition();
  for (const id of ['lost', 'lost too', 'lost as well']) await database.write('lose', (tx) => leave(tx, id));
  ({ position } = await follower.followEvents(position, 1_000));
  await restoreAt(head);
  await skipLostNumbers(database, new Clock());
  for (const id of ['new', 'newer']) await database.write('go on', (tx) => leave(tx, id));
  expect(await followed()).toEqual(['new', 'newer']);
});

/** Rows as they are found: of older builds without a time, and of a COMMIT that was lost with a negative position. */
const plant = (rows: Array<[no: number, recordedUs: number | null, position?: number]>) =>
  database.write('plant', (tx) =>
    insertRows(
      tx,
      'event_commits',
      ['tx_no', 'recorded_us', 'position'],
      rows.map(([no, recordedUs, position = null]) => [no, recordedUs, position]),
    ),
  );
const numbered = async (from: number, to: number) =>
  (
    await database.query.rows<{ tx_no: number }>(
      'SELECT tx_no FROM event_commits WHERE position > 0 AND tx_no >= ? AND tx_no < ? ORDER BY position',
      [from, to],
    )
  ).map(({ tx_no }) => tx_no);

it('is by the clock of the database; what has no time of it comes first, by number, and what was never committed has no position', async () => {
  const from = 1_000_000_000;
  const row = (no: number) => from + no;
  await plant([
    [row(1), 700],
    [row(2), null],
    [row(3), 500],
    [row(4), 600, -row(4)],
    [row(5), null],
    [row(6), 700],
  ]);
  await follower.numberEvents();
  expect(await numbered(from, from + 10)).toEqual([2, 5, 3, 1, 6].map(row));
});

/** The plan of the first query of some work. */
const planOf = (work: (tx: Transaction) => Promise<unknown>) =>
  database.write('plan', async (tx) => {
    const asked: Array<[string, SqlValue[]?]> = [];
    const hears: Transaction = {
      ...tx,
      rows: <Row>(...query: [string, SqlValue[]?]) => (asked.push(query), tx.rows<Row>(...query)),
      row: <Row>(...query: [string, SqlValue[]?]) => (asked.push(query), tx.row<Row>(...query)),
    };
    await work(hears);
    const [[sql, values] = ['']] = asked;
    return JSON.stringify(await tx.rows(`${EXPLAIN} ${sql}`, values));
  });

it('of a long backlog is read off an index, batch by batch', async () => {
  const [from, count] = [2_000_000_000, 5_000];
  for (let at = 0; at < count; at += 500)
    await plant(Array.from({ length: 500 }, (_, index) => [from + at + index, 1_000_000 - at - index]));
  if (SERVER_URL) await database.write('analyze', async (tx) => void (await tx.manager.query('ANALYZE TABLE event_commits')));
  const plan = await planOf((tx) => commits.listUnnumbered(tx, 2_000));
  expect(plan).toContain('event_commits_by_time');
  expect(plan).not.toMatch(/filesort|TEMP B-TREE/);
  await follower.numberEvents();
  expect(await numbered(from, from + count)).toEqual(Array.from({ length: count }, (_, at) => from + count - 1 - at));
});

it('the next number of a thing with very many events is read off the newest of them', async () => {
  const repository = new EventsRepository(database);
  const event = (sequence: number): NewEvent => ({
    type: 'instance.feature.set',
    orgNo: 0,
    aggregate: { id: 'busy', sequence },
    editor: 'somebody',
  });
  for (let from = 1; from <= 3_000; from += 500)
    await database.write('many', (tx) =>
      events.appendAll(
        tx,
        Array.from({ length: 500 }, (_, at) => event(from + at)),
      ),
    );
  if (SERVER_URL) await database.write('analyze', async (tx) => void (await tx.manager.query('ANALYZE TABLE events')));
  expect(await database.write('read', (tx) => repository.lastSequence(tx, 'busy'))).toBe(3_000);
  const plan = await planOf((tx) => repository.lastSequence(tx, 'busy'));
  expect(plan).toContain('events_of_aggregate');
  expect(plan).not.toMatch(/filesort|TEMP B-TREE/);
});
