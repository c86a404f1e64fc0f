import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { LeaseLostError, Leases } from '../../src/common/work/leases.service.js';
import { LeasesRepository } from '../../src/common/work/leases.repository.js';
import { OutboxRepository, type OutboxRow } from '../../src/common/work/outbox.repository.js';
import { Outboxes } from '../../src/common/work/outboxes.service.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

let opened: OpenDatabase;
const clock = new Clock();
let one: Leases;
let other: Leases;
beforeAll(async () => {
  opened = await openDatabase();
  one = new Leases(new LeasesRepository(), opened.database, clock);
  other = new Leases(new LeasesRepository(), opened.database, clock);
});
afterAll(() => opened.close());

describe('a lease', () => {
  it('belongs to one owner at a time, also when all come at once', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).acquireLease('once', 60_000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('can be taken by somebody else when it has run out, and the old owner cannot write any more', async () => {
    const first = await one.acquireLease('job', 1_000);
    expect(await other.acquireLease('job', 1_000)).toBeUndefined();
    clock.advance(1_500);
    const second = await other.acquireLease('job', 1_000);
    expect(second?.fencingToken).toBe((first?.fencingToken ?? 0) + 1);
    const late = opened.database.write('late', async (tx) => {
      await tx.run("INSERT INTO features (name, enabled) VALUES ('late', ?)", [true]);
      if (first) await one.assertHeld(tx, first, 1_000);
    });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(await opened.database.query.rows("SELECT name FROM features WHERE name = 'late'")).toEqual([]);
  });

  it('is free again after it was given back', async () => {
    const lease = await one.acquireLease('short', 60_000);
    if (lease) await one.endRun(lease, { startedUs: 0, endedUs: 0 });
    expect(await other.acquireLease('short', 60_000)).toBeDefined();
  });

  it('is lost when the service stops; only work that soon ends by itself goes on', async () => {
    const stopping = new Leases(new LeasesRepository(), opened.database, clock);
    const lease = await stopping.acquireLease('stopping', 60_000);
    if (!lease) throw new Error('somebody else holds it');
    stopping.stop();
    await expect(opened.database.write('go on', (tx) => stopping.assertHeld(tx, lease, 60_000))).rejects.toThrow(LeaseLostError);
    await opened.database.write('end', (tx) => stopping.extendLease(tx, lease, 60_000));
    expect(await other.acquireLease('stopping', 60_000)).toBeUndefined();
    await stopping.releaseLease(lease);
    expect(await other.acquireLease('stopping', 60_000)).toBeDefined();
  });
});

it('a job ends with its unit of work when the service stops: its lease is free, and its run is not one that failed', async () => {
  const leases = new Leases(new LeasesRepository(), opened.database, clock);
  const jobs = new Jobs(leases, clock);
  let units = 0;
  const run = jobs.register({
    name: 'endless',
    everyMs: 3_600_000,
    leaseMs: 60_000,
    runUnderLease: async (lease) => {
      while (units < 20_000) {
        await opened.database.write('unit of an endless job', (tx) => leases.assertHeld(tx, lease, 60_000));
        units++;
      }
    },
  });
  const running = run();
  await expect.poll(() => units).toBeGreaterThan(2);
  expect(await jobs.listJobs()).toEqual([{ name: 'endless', everyMs: 3_600_000, heldUntilUs: expect.any(Number) }]);
  leases.stop();
  await running;
  expect(await jobs.listJobs()).toEqual([{ name: 'endless', everyMs: 3_600_000 }]);
  // None begins any more.
  const before = units;
  await run();
  expect(units).toBe(before);
});

it('a message that was claimed when the service stopped is left for the next start', async () => {
  const leases = new Leases(new LeasesRepository(), opened.database, clock);
  class StopsWithClaim extends OutboxRepository {
    override async claimMessage(...of: Parameters<OutboxRepository['claimMessage']>): Promise<boolean> {
      const claimed = await super.claimMessage(...of);
      leases.stop();
      return claimed;
    }
  }
  const sent: OutboxRow[] = [];
  const outboxes = new Outboxes(new StopsWithClaim(opened.database, clock), opened.database, leases, new Jobs(leases, clock));
  const outbox = outboxes.openOutbox({
    name: 'claimed',
    table: { name: 'mail_outbox', columns: ['sealed_message'] },
    atOnce: 1,
    leaseMs: 60_000,
    maxTries: 1,
    retryUs: 1,
    send: async (row) => void sent.push(row),
    isPermanent: () => true,
    describe: () => ({ message: 'not sent' }),
  });
  await opened.database.write('queue', (tx) => outbox.insertMessages(tx, [['x']]));
  await outbox.deliverDue();
  expect(sent).toEqual([]);
  expect(await opened.database.query.rows('SELECT tries FROM mail_outbox')).toEqual([{ tries: 1 }]);
});

it('a job lets others have a turn with each of its units of work', async () => {
  const leases = new Leases(new LeasesRepository(), opened.database, clock);
  const lease = await leases.acquireLease('long', 60_000);
  if (!lease) throw new Error('somebody else holds it');
  let [turns, waiting] = [0, true];
  const wait = (): void => void (waiting && setImmediate(() => (turns++, wait())));
  wait();
  for (let unit = 0; unit < 100; unit++) await opened.database.write('unit of a long job', (tx) => leases.assertHeld(tx, lease, 60_000));
  waiting = false;
  expect(turns).toBeGreaterThanOrEqual(100);
});
