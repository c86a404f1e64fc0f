import { readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { Leases } from '../../src/common/work/leases.service.js';
import { EventRetention } from '../../src/users/events/event-retention.service.js';
import { ended, human } from '../support/imports.js';
import { createOrganization, createPerson, eventsOf, freshName, patchOf, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startService({ EVENT_RETENTION_DAYS: '90', EVENT_PERSONAL_DAYS: '30' });
});
afterAll(() => service.close());

const upkeep = () => service.get(EventRetention).applyRetention();
const count = async (table: string) =>
  (await service.get(Database).query.row<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))?.count;
const folder = () => join(service.settings.dataDir, 'event-archive');
const files = () => readdirSync(folder()).sort();
const archived = () =>
  files().flatMap((file) =>
    gunzipSync(readFileSync(join(folder(), file)))
      .toString()
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { type: string; aggregate: { id: string }; place: [number, number]; payload: Record<string, unknown> },
      ),
  );
const remove = (id: string) => service.call('DELETE', `${usersPath(service)}/${id}`);

describe('personal data in events', () => {
  it('is blanked some time after a person was removed, and nothing else is', async () => {
    const [gone, kept] = [await createPerson(service, { displayName: 'Gone' }), await createPerson(service, { displayName: 'Kept' })];
    await service.call('PATCH', `${usersPath(service)}/${gone.id}`, patchOf({ op: 'replace', path: 'nickName', value: 'Goner' }));
    await remove(gone.id);
    const before = await eventsOf(service, gone.id);
    await upkeep();
    expect(await eventsOf(service, gone.id)).toEqual(before);
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    const after = await eventsOf(service, gone.id);
    expect(after.map(({ type, sequence }) => [type, sequence])).toEqual(before.map(({ type, sequence }) => [type, sequence]));
    expect(after[0]?.payload).toMatchObject({ userName: null, displayName: null, email: null });
    expect(JSON.stringify(after)).not.toMatch(/Goner?"|example\.com/);
    expect((await eventsOf(service, kept.id))[0]?.payload).toMatchObject({ displayName: 'Kept' });
  });

  it.each([0, 30])('of a removed person goes with the rows that were written after the removal (kept for %i days)', async (days) => {
    const path = `/admin/v1/organizations/${service.credentials.orgId}/policies/removedPeople`;
    expect((await service.call('PUT', path, { days })).status).toBe(200);
    const people = [await createPerson(service), await createPerson(service)];
    const database = service.get(Database);
    const ids = people.map(({ id }) => id);
    const numbers = (await database.query.rows<{ no: number }>('SELECT no FROM users WHERE id IN (?, ?) ORDER BY no', ids)).map(
      ({ no }) => no,
    );
    await remove(ids[0] as string);
    // By requests that were let in before.
    const rows = numbers.map((no) => [no, 'late', 'x']);
    await database.write('late', (tx) => insertRows(tx, 'user_metadata', ['user_no', 'meta_key', 'value'], rows));
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    const left = await database.query.rows<{ user_no: number }>(
      "SELECT user_no FROM user_metadata WHERE meta_key = 'late' AND user_no IN (?, ?)",
      numbers,
    );
    expect(left.map(({ user_no }) => user_no)).toEqual(numbers.slice(1));
    await service.call('DELETE', path);
  });

  it('of somebody who has the id afterwards stays', async () => {
    const { id } = await createPerson(service);
    await remove(id);
    await service.get(Database).write('same id', async (tx) => {
      await tx.run('DELETE FROM user_tombstones WHERE id = ?', [id]);
    });
    const orgs = [
      {
        orgId: service.credentials.orgId,
        humanUsers: [
          {
            userId: id,
            user: { userName: `again-${id}`, profile: { firstName: 'A', lastName: 'B' }, email: { email: 'again@example.com' } },
          },
        ],
      },
    ];
    expect((await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } })).body.success.orgs[0].humanUserIds).toEqual([id]);
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    const added = (await eventsOf(service, id)).filter(({ type }) => type === 'user.human.added');
    expect(added.map(({ payload }) => payload['email'])).toEqual([null, 'again@example.com']);
  });

  it('of the people of a removed organization is blanked too, in the table and in the archive', async () => {
    const orgId = await createOrganization(service);
    const { name } = (await service.call('GET', `/admin/v1/organizations/${orgId}`)).body;
    const ids = [freshName(), freshName()];
    const imported = async (id: string) =>
      (await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers: [human(id)] }] } })).status;
    const [early, late] = ids as [string, string];
    expect(await imported(early)).toBe(200);
    service.get(Clock).advance(92 * DAY_MS);
    await upkeep();
    expect(await imported(late)).toBe(200);
    const known = async () => JSON.stringify([archived(), await Promise.all(ids.map((id) => eventsOf(service, id)))]);
    for (const id of ids) expect(await known()).toContain(`${id}@example.com`);
    expect((await service.call('DELETE', `/admin/v1/organizations/${orgId}?confirmName=${name}`)).status).toBe(200);
    await service.get(Removals).deleteRelatedRows();
    await upkeep();
    for (const id of ids) expect(await known()).toContain(`${id}@example.com`);
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    for (const id of ids) expect(await known()).not.toContain(`${id}@example.com`);
    expect(archived().find(({ aggregate }) => aggregate.id === early)?.payload).toMatchObject({ userName: null, email: null });
    expect((await eventsOf(service, late))[0]?.payload).toMatchObject({ userName: null, email: null });
  });

  it('of somebody who was brought back stays, until somebody removes the person again', async () => {
    const path = `/admin/v1/organizations/${service.credentials.orgId}`;
    expect((await service.call('PUT', `${path}/policies/removedPeople`, { days: 30 })).status).toBe(200);
    const { id } = await createPerson(service, { displayName: 'Returned' });
    const added = async () => (await eventsOf(service, id))[0]?.payload;
    await remove(id);
    expect((await service.call('POST', `${path}/people/${id}/_restore`)).status).toBe(200);
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    expect(await added()).toMatchObject({ displayName: 'Returned' });
    await remove(id);
    await upkeep();
    expect(await added()).toMatchObject({ displayName: 'Returned' });
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    expect(await added()).toMatchObject({ displayName: null });
    await service.call('DELETE', `${path}/policies/removedPeople`);
  });

  it('of somebody whom a build before the list of blankings removed is blanked too', async () => {
    const { id } = await createPerson(service, { displayName: 'Elsewhere' });
    await remove(id);
    await service.get(Database).write('as before', (tx) => tx.run('DELETE FROM event_blankings WHERE id = ?', [id]));
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    expect((await eventsOf(service, id))[0]?.payload).toMatchObject({ displayName: null });
  });

  it('is blanked at once if it may not be kept, also when a removal arrives after a later one', async () => {
    const { settings } = service;
    const { personalDays } = settings.events;
    settings.events.personalDays = 0;
    const [early, late] = [await createPerson(service, { displayName: 'Early' }), await createPerson(service, { displayName: 'Late' })];
    const removedAt = async (id: string) => {
      const [row] = await service
        .get(Database)
        .query.rows<{ removed_us: number }>('SELECT removed_us FROM user_tombstones WHERE id = ?', [id]);
      return row?.removed_us ?? 0;
    };
    await remove(early.id);
    // As if it had not been committed yet.
    const taken = await service
      .get(Database)
      .query.rows<{ user_no: number; id: string; removed_us: number }>('SELECT user_no, id, removed_us FROM event_blankings WHERE id = ?', [
        early.id,
      ]);
    await service.get(Database).write('not yet', (tx) => tx.run('DELETE FROM event_blankings WHERE id = ?', [early.id]));
    await service.get(Database).write('not yet', (tx) => tx.run('DELETE FROM user_tombstones WHERE id = ?', [early.id]));
    service.get(Clock).advance(1);
    await remove(late.id);
    service.get(Clock).advance(1);
    await upkeep();
    expect((await eventsOf(service, late.id))[0]?.payload).toMatchObject({ displayName: null });
    expect((await eventsOf(service, early.id))[0]?.payload).toMatchObject({ displayName: 'Early' });
    await service
      .get(Database)
      .write('now', (tx) =>
        tx.run('INSERT INTO event_blankings (user_no, id, removed_us) VALUES (?, ?, ?)', Object.values(taken[0] ?? {})),
      );
    expect(taken[0]?.removed_us).toBeLessThan(await removedAt(late.id));
    await upkeep();
    expect((await eventsOf(service, early.id))[0]?.payload).toMatchObject({ displayName: null });
    settings.events.personalDays = personalDays;
  });

  it('is looked for where it was left, once', async () => {
    const { id } = await createPerson(service);
    await remove(id);
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    const readMark = () => service.get(Database).query.rows('SELECT blanked_us FROM event_upkeep');
    const mark = await readMark();
    await upkeep();
    expect(await readMark()).toEqual(mark);
    expect(mark).toHaveLength(1);
    expect(await service.get(Database).query.rows('SELECT * FROM event_blankings')).toEqual([]);
  });
});

describe('events that are too old', () => {
  it('go as well when they count no version: of members and of imports, however many they are', async () => {
    const orgId = await createOrganization(service);
    const { id } = await createPerson(service);
    for (const path of [`/admin/v1/organizations/${orgId}/members`, '/admin/v1/members']) {
      const role = path === '/admin/v1/members' ? 'IAM_OWNER_VIEWER' : 'ORG_ADMIN_IMPERSONATOR';
      expect((await service.call('POST', path, { userId: id, role })).status).toBeLessThan(300);
      expect((await service.call('DELETE', `${path}/${id}/${role}`)).status).toBeLessThan(300);
    }
    const { body: job } = await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [{ orgId, humanUsers: [] }] } });
    await ended(service, job.id);
    const left = async (...ids: string[]) => (await Promise.all(ids.map((one) => eventsOf(service, one)))).flat().map(({ type }) => type);
    expect(await left(orgId, 'instance', job.id)).toEqual(
      expect.arrayContaining(['org.member.removed', 'instance.member.removed', 'instance.import.started', 'instance.import.ended']),
    );
    service.get(Clock).advance(100 * DAY_MS);
    await upkeep();
    expect(await left(orgId, job.id)).toEqual(['org.added']);
    expect((await left('instance')).filter((type) => type.startsWith('instance.member.'))).toEqual([]);
  });

  it('move into files, and only the newest of what counts its versions by events stays', async () => {
    service.get(Clock).advance(1_000 * DAY_MS);
    await upkeep();
    const orgId = await createOrganization(service);
    const { id } = await createPerson(service);
    for (const action of ['_deactivate', '_reactivate']) await service.call('POST', `/admin/v1/organizations/${orgId}/${action}`, {});
    const events = await service.get(Database).query.rows<{ tx_no: number; ord: number }>('SELECT tx_no, ord FROM events');
    const others = async () => {
      const { body } = await service.call('POST', '/admin/v1/events/_search', {});
      return body.events.filter(({ aggregate }: { aggregate: { id: string } }) => aggregate.id !== 'event-archive');
    };
    const young = await others();
    service.get(Clock).advance(89 * DAY_MS);
    await upkeep();
    expect(await others()).toEqual(young);

    service.get(Clock).advance(2 * DAY_MS);
    const before = files().length;
    await upkeep();
    expect(files().length).toBeGreaterThan(before);
    expect(await eventsOf(service, id)).toEqual([]);
    const left = await service.get(Database).query.rows<{ tx_no: number; ord: number }>('SELECT tx_no, ord FROM events');
    const place = ({ tx_no, ord }: { tx_no: number; ord: number }) => `${tx_no} ${ord}`;
    const kept = new Set([...left.map(place), ...archived().map(({ place: [tx_no, ord] }) => place({ tx_no, ord }))]);
    for (const event of events) expect(kept).toContain(place(event));
    const newest = (await eventsOf(service, orgId)).at(-1);
    expect(newest).toBeDefined();
    await service.call('POST', `/admin/v1/organizations/${orgId}/_deactivate`, {});
    const numbers = (await eventsOf(service, orgId)).map(({ sequence }) => Number(sequence));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBeGreaterThan(Number(newest?.sequence));
    // Commit rows go with their events.
    expect(await count('event_commits')).toBe((await service.get(Database).query.rows('SELECT DISTINCT tx_no FROM events')).length);
    expect(statSync(join(folder(), files()[0] ?? '')).mode & 0o077).toBe(0);
    expect(
      (await service.call('POST', '/admin/v1/events/_search', { eventTypes: ['instance.events.archived'] })).body.events[0].payload,
    ).toMatchObject({ file: files().at(-1) });
  });

  it('are deleted only when the file is there, and by nobody who has lost the lease', async () => {
    await createPerson(service);
    service.get(Clock).advance(91 * DAY_MS);
    const before = await count('events');
    const { dataDir } = service.settings;
    service.settings.dataDir = join(dataDir, 'a-file');
    writeFileSync(service.settings.dataDir, '');
    await upkeep();
    expect(await count('events')).toBe(before);
    service.settings.dataDir = dataDir;
    service.get(Clock).advance(3_600_000);

    const lease = await service.get(Leases).acquireLease('event upkeep', 60_000);
    await upkeep();
    expect(await count('events')).toBe(before);
    if (lease) await service.get(Leases).endRun(lease, { startedUs: 0, endedUs: 0 });
    await upkeep();
    expect(await count('events')).toBeLessThan(before ?? 0);
    expect(files().every((file) => file.endsWith('.ndjson.gz'))).toBe(true);
  });
});

describe('the archive', () => {
  it('forgets somebody who is removed after the events were archived, and nobody else, nor who has the id afterwards', async () => {
    const [gone, kept] = [
      await createPerson(service, { displayName: 'Vanished' }),
      await createPerson(service, { displayName: 'Present' }),
    ];
    service.get(Clock).advance(95 * DAY_MS);
    await upkeep();
    const eventsIn = (id: string) => archived().filter(({ aggregate }) => aggregate.id === id);
    const before = eventsIn(gone.id);
    expect(before[0]?.payload).toMatchObject({ displayName: 'Vanished' });
    await remove(gone.id);
    service.get(Clock).advance(31 * DAY_MS);
    const names = files();
    const inodes = names.map((name) => statSync(join(folder(), name)).ino);
    // A broken file stops nobody.
    writeFileSync(join(folder(), 'events-0-broken.ndjson.gz'), 'no gzip');
    await upkeep();
    rmSync(join(folder(), 'events-0-broken.ndjson.gz'));
    const after = eventsIn(gone.id);
    expect(after.map(({ type, place }) => [type, place])).toEqual(before.map(({ type, place }) => [type, place]));
    expect(after[0]?.payload).toMatchObject({ userName: null, displayName: null, email: null });
    expect(eventsIn(kept.id)[0]?.payload).toMatchObject({ displayName: 'Present' });
    // Only the file that knew of somebody was written anew, and nothing unfinished is left.
    expect(names.filter((name, at) => statSync(join(folder(), name)).ino !== inodes[at])).toHaveLength(1);
    expect(files().every((file) => file.endsWith('.ndjson.gz'))).toBe(true);
  });

  /** As root every file can be read: what fails as a disk does is a link that leads to itself, or no folder where one is expected. */
  const breakages: ReadonlyArray<[string, () => () => void]> = [
    [
      'its folder',
      () => {
        renameSync(folder(), `${folder()}-away`);
        writeFileSync(folder(), '');
        return () => {
          rmSync(folder());
          renameSync(`${folder()}-away`, folder());
        };
      },
    ],
    [
      'one of its files',
      () => {
        const file = join(folder(), files().at(-1) ?? '');
        renameSync(file, `${file}.away`);
        symlinkSync(file, file);
        return () => renameSync(`${file}.away`, file);
      },
    ],
  ];

  const unreadable = breakages.flatMap(([what, breakIt]) => [90, 1].map((days) => [what, days, breakIt] as const));
  it.each(unreadable)(
    'forgets somebody later when %s cannot be read for a while, with events kept for %i days',
    async (_, days, breakIt) => {
      const { retentionDays } = service.settings.events;
      service.settings.events.retentionDays = days;
      const { id } = await createPerson(service, { displayName: 'Unreached' });
      service.get(Clock).advance(95 * DAY_MS);
      await upkeep();
      await remove(id);
      service.get(Clock).advance(31 * DAY_MS);
      const mend = breakIt();
      await upkeep();
      mend();
      // A job that failed waits.
      service.get(Clock).advance(3_600_000);
      const added = () => archived().find(({ aggregate }) => aggregate.id === id)?.payload;
      expect(added()).toMatchObject({ displayName: 'Unreached' });
      await upkeep();
      expect(added()).toMatchObject({ displayName: null });
      service.settings.events.retentionDays = retentionDays;
    },
  );

  it('keeps no removal from the job that blanks, however short events are kept', async () => {
    const { settings } = service;
    const { retentionDays } = settings.events;
    settings.events.retentionDays = 1;
    const { id } = await createPerson(service, { displayName: 'Shortly' });
    await remove(id);
    service.get(Clock).advance(3 * DAY_MS);
    await upkeep();
    expect(JSON.stringify(archived())).toContain('Shortly');
    service.get(Clock).advance(31 * DAY_MS);
    await upkeep();
    expect(JSON.stringify(archived())).not.toContain('Shortly');
    expect((await eventsOf(service, id)).map(({ type }) => type)).toEqual([]);
    settings.events.retentionDays = retentionDays;
  });
});

describe('a follower', () => {
  const follow = (cursor?: string) => service.call('POST', '/admin/v1/events/_search', { follow: true, ...(cursor ? { cursor } : {}) });

  it('that is slower than the retention is told that it missed something, and one that is not goes on', async () => {
    let slow = (await follow()).body.cursor as string;
    await createPerson(service);
    slow = (await follow(slow)).body.cursor;
    await createPerson(service);
    await createPerson(service);
    const quick = (await follow(slow)).body.cursor;
    service.get(Clock).advance(95 * DAY_MS);
    await upkeep();
    expect(await follow(slow)).toMatchObject({ status: 409, body: { code: 'event.archived', field: 'cursor' } });
    expect((await follow(quick)).status).toBe(200);
    // From the start again: what is left, over several pages, without complaint.
    let cursor: string | undefined;
    for (let more = true; more;) {
      const { status, body } = await service.call('POST', '/admin/v1/events/_search', {
        follow: true,
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      expect(status).toBe(200);
      ({ more, cursor } = body);
    }
  });

  it('is told so also when nobody had followed, and nothing had a place in the order, before it was archived', async () => {
    const { cursor } = (await follow()).body;
    await createPerson(service);
    service.get(Clock).advance(95 * DAY_MS);
    await upkeep();
    expect((await follow(cursor)).status).toBe(409);
  });
});
