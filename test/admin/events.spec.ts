// On a server too: each search has a plan and an index of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { EVENT_TEXTS } from '../../src/admin/events/event-texts.js';
import { EVENT_TYPES } from '../../src/users/events/event-types.js';
import { EventLog } from '../../src/users/events/events.service.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, patchOf, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const PATH = '/admin/v1/events/_search';
interface Found {
  type: { type: string; localized: { localizedMessage: string } };
  aggregate: { id: string; resourceOwner: string };
  editor: { userId: string };
  sequence: string;
  creationDate: string;
}
const page = async (body: object): Promise<{ events: Found[]; cursor?: string; more: boolean }> => {
  const answer = await service.call('POST', PATH, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};
const search = async (body: object) => (await page(body)).events;
const idsOf = (events: Found[]) => events.map(({ aggregate }) => aggregate.id);

/** All pages of a search. */
async function everything(body: object): Promise<Found[]> {
  const found: Found[] = [];
  for (let cursor: string | undefined; ;) {
    const one = await page({ ...body, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...one.events);
    expect(one.more).toBe(one.cursor !== undefined);
    if (!one.more) return found;
    cursor = one.cursor;
  }
}

describe('the event search', () => {
  it('answers records of the documented shape, newest first', async () => {
    const person = await createPerson(service, { displayName: 'Shown' });
    const [event] = await search({ limit: 1, event_types: ['user.human.added'] });
    expect(event).toEqual({
      type: { type: 'user.human.added', localized: { key: 'EventTypes.user.human.added', localizedMessage: 'Person added' } },
      payload: expect.objectContaining({ displayName: 'Shown', email: person.emails[0].value, userName: person.userName }),
      aggregate: {
        id: person.id,
        type: { type: 'user', localized: { key: 'AggregateTypes.user', localizedMessage: 'User' } },
        resourceOwner: service.credentials.orgId,
        displayName: 'Shown',
      },
      names: {},
      editor: { userId: service.credentials.serviceUser.userId, displayName: 'Bootstrap service user', service: 'gatehouse' },
      sequence: '1',
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
  });

  it('can be turned round, limited, and asked for several types', async () => {
    const { id } = await createPerson(service);
    await service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    const types = ['user.human.added', 'user.deactivated'];
    const newest = await search({ limit: 2, event_types: types });
    expect(newest.map((event: { type: { type: string } }) => event.type.type)).toEqual(['user.deactivated', 'user.human.added']);
    const oldest = await search({ asc: true, event_types: types });
    expect(oldest.slice(-2)).toEqual([...newest].reverse());
    expect(await search({ limit: 3 })).toHaveLength(3);
  });

  it('finds nothing for a type that does not exist, and takes no odd request', async () => {
    expect(await search({ event_types: ['no.such.type', '__proto__', 'constructor'] })).toEqual([]);
    for (const body of [
      { limit: -1 },
      { limit: 1.5 },
      { asc: 'yes' },
      { event_types: 'user.human.added' },
      { offset: 3 },
      { from: 'yesterday' },
      { sequence: 3 },
      { sequence: '-1', aggregateId: 'a' },
      { range: { since: 7 } },
      { follow: true, asc: false },
      { cursor: 'made-up' },
      { resource_owner: '' },
      { aggregate_types: Array(11).fill('user') },
    ]) {
      expect((await service.call('POST', '/admin/v1/events/_search', body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('an event search', () => {
  it('takes either spelling, and a beginning of type names', async () => {
    const orgId = await createOrganization(service);
    const person = await createPerson(service, {}, orgId);
    await service.call('PATCH', `${usersPath(service, orgId)}/${person.id}`, patchOf({ op: 'replace', path: 'nickName', value: 'N' }));
    const types = (events: Found[]) => events.map(({ type }) => type.type);
    const all = ['user.human.profile.changed', 'user.human.added'];
    for (const filter of [
      { eventTypes: ['user.human.*'] },
      { event_types: ['user.human.*'] },
      { aggregateTypes: ['user'] },
      { aggregate_types: ['user'] },
      { eventTypes: ['user.*'] },
    ])
      for (const owner of [{ resourceOwner: orgId }, { resource_owner: orgId }])
        expect(types(await search({ ...filter, ...owner }))).toEqual(all);
    expect(types(await search({ aggregate_id: person.id }))).toEqual(all);
    expect(types(await search({ aggregateId: person.id, asc: true }))).toEqual(all.toReversed());
    expect(types(await search({ aggregateId: person.id, sequence: '1' }))).toEqual([all[0]]);
    expect(types(await search({ aggregateId: person.id, sequence: 2 }))).toEqual([]);
    expect(await search({ resourceOwner: orgId, eventTypes: ['user.human'] })).toEqual([]);
    expect(await search({ resourceOwner: orgId, eventTypes: ['user.*'], aggregateTypes: ['project'] })).toEqual([]);
    expect(idsOf(await search({ resourceOwner: orgId, editor_user_id: service.credentials.serviceUser.userId }))).toContain(person.id);
    expect(await search({ resourceOwner: orgId, editorUserId: person.id })).toEqual([]);
    expect(await search({ resourceOwner: 'no-such-organization' })).toEqual([]);
  });

  it('is bounded by times, which belong to neither side, in either direction', async () => {
    const people: string[] = [];
    for (let i = 0; i < 4; i++) people.push((await createPerson(service)).id as string);
    const at = await Promise.all(people.map(async (aggregateId) => (await search({ aggregateId }))[0]?.creationDate));
    const of = async (body: object) =>
      idsOf(await search({ event_types: ['user.human.added'], ...body })).filter((id) => people.includes(id));
    expect(await of({ from: at[2] })).toEqual([people[1], people[0]]);
    expect(await of({ creationDate: at[2] })).toEqual([people[1], people[0]]);
    expect(await of({ asc: true, from: at[2] })).toEqual([people[3]]);
    expect(await of({ range: { since: at[0], until: at[3] } })).toEqual([people[2], people[1]]);
    expect(await of({ asc: true, range: { since: at[0], until: at[3] }, from: at[3] })).toEqual([people[1], people[2]]);
    expect(await of({ range: { until: at[1] } })).toEqual([people[0]]);
    expect(await of({ aggregateId: people[2], range: { since: at[2] } })).toEqual([]);
  });

  it('goes on page by page without losing or repeating one, whichever index leads there', async () => {
    const orgId = await createOrganization(service);
    const { id } = await createPerson(service, {}, orgId);
    for (let i = 0; i < 25; i++)
      await service.call('PATCH', `${usersPath(service, orgId)}/${id}`, patchOf({ op: 'replace', path: 'nickName', value: `N${i}` }));
    const places = (events: Found[]) => events.map(({ aggregate, sequence, type }) => `${aggregate.id} ${sequence} ${type.type}`);
    for (const filter of [
      {},
      { aggregateId: id },
      { resourceOwner: orgId },
      { eventTypes: ['user.human.*'] },
      { eventTypes: ['user.*'] },
      { editorUserId: service.credentials.serviceUser.userId },
    ]) {
      const whole = await search(filter);
      expect(whole.length).toBeGreaterThan(25);
      expect(places(await everything({ ...filter, limit: 7 }))).toEqual(places(whole));
      expect(places(await everything({ ...filter, limit: 7, asc: true }))).toEqual(places(whole.toReversed()));
    }
  });

  it('goes on with its own request only', async () => {
    await createPerson(service);
    const { cursor } = await page({ limit: 1 });
    expect((await page({ limit: 5, cursor })).events).not.toHaveLength(0);
    for (const other of [{ asc: true }, { eventTypes: ['org.added'] }, { follow: true }])
      expect(await service.call('POST', PATH, { ...other, cursor }), JSON.stringify(other)).toMatchObject({
        status: 400,
        body: { code: 'event.cursor' },
      });
    const follow = (await page({ follow: true, limit: 1 })).cursor;
    expect((await service.call('POST', PATH, { cursor: follow })).status).toBe(400);
    expect((await service.call('POST', PATH, { cursor: `${cursor}x` })).status).toBe(400);
  });

  it('finds what it looks for behind very many others, in several pages', async () => {
    const { credentials } = service;
    const orgId = await createOrganization(service);
    const { id } = await createPerson(service, {}, orgId);
    const log = service.get(EventLog);
    const others = Array.from({ length: 1_500 }, (_, i) => ({
      type: 'project.added' as const,
      orgNo: 1,
      aggregate: { id: `p${i}`, sequence: 1 },
      editor: 'test',
    }));
    await service.get(Database).write('write events', (tx) => log.appendAll(tx, others));
    expect(idsOf(await everything({ resourceOwner: orgId, eventTypes: ['user.*'], limit: 3 }))).toEqual([id]);
    expect(idsOf(await everything({ editorUserId: credentials.serviceUser.userId, limit: 400 }))).toContain(id);
  });

  it('says what happened in the language of the caller', async () => {
    await createPerson(service);
    const inLanguage = async (language: string) => {
      const { headers, body } = await service.call(
        'POST',
        PATH,
        { limit: 1, eventTypes: ['user.human.added'] },
        { headers: { 'accept-language': language } },
      );
      return [
        headers.get('content-language'),
        body.events[0].type.localized.localizedMessage,
        body.events[0].aggregate.type.localized.localizedMessage,
      ];
    };
    expect(await inLanguage('de-CH, en;q=0.5')).toEqual(['de', 'Person angelegt', 'Benutzer']);
    expect(await inLanguage('pt, fr;q=0.5')).toEqual(['fr', 'Personne ajoutée', 'Utilisateur']);
    expect(await inLanguage('pt')).toEqual(['en', 'Person added', 'User']);
  });

  it('is for owners and viewers of the service only', async () => {
    const { orgId } = service.credentials;
    for (const [role, status] of [
      ['IAM_OWNER_VIEWER', 200],
      ['IAM_ORG_MANAGER', 403],
      ['ORG_OWNER', 403],
    ] as const) {
      const { token } = await createServiceUser(service, orgId, role);
      for (const path of [PATH, '/admin/v1/events/types/_search', '/admin/v1/events/aggregates/types/_search'])
        expect((await service.call('POST', path, {}, { token })).status, `${role} ${path}`).toBe(status);
    }
  });
});

describe('the events of an organization', () => {
  it('are found and followed by its administrators, and no other', async () => {
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    const own = await createPerson(service, { displayName: 'Own' }, orgId);
    await createPerson(service, {}, other);
    const path = `/admin/v1/organizations/${orgId}/events/_search`;
    for (const [role, status] of [
      ['ORG_OWNER', 200],
      ['ORG_OWNER_VIEWER', 200],
      ['ORG_USER_MANAGER', 403],
    ] as const)
      expect((await service.call('POST', path, {}, { token: (await createServiceUser(service, orgId, role)).token })).status, role).toBe(
        status,
      );
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const ask = async (body: object) => (await service.call('POST', path, body, { token })).body as { events: Found[]; cursor: string };
    const eventTypes = ['user.human.added'];
    expect(idsOf((await ask({ eventTypes })).events)).toEqual([own.id]);
    const from = (await ask({ asc: true, limit: 1 })).events[0]?.creationDate;
    expect(idsOf((await ask({ eventTypes, follow: true, from })).events)).toEqual([own.id]);
    const { events } = await ask({});
    expect(new Set(events.map(({ aggregate }) => aggregate.resourceOwner))).toEqual(new Set([orgId]));
    // The account that wrote them is of another organization, whose names its owner doesn't learn.
    expect(events.find(({ aggregate }) => aggregate.id === own.id)?.editor).not.toHaveProperty('displayName');
    const named = (await service.call('POST', path, { eventTypes })).body.events;
    expect(named[0].editor.displayName).toBe('Bootstrap service user');
    for (const resourceOwner of [other, orgId]) expect((await service.call('POST', path, { resourceOwner }, { token })).status).toBe(400);
    expect((await service.call('POST', path.replace(orgId, other), {}, { token })).status).toBe(404);
  });
});

describe('the types of events', () => {
  it('are listed in order, each with its words', async () => {
    const { body } = await service.call('POST', '/admin/v1/events/types/_search', {});
    const types = body.eventTypes.map(({ type }: { type: string }) => type);
    expect(types).toEqual(Object.keys(EVENT_TYPES).sort());
    const aggregates = await service.call('POST', '/admin/v1/aggregates/types/_search', {});
    expect(aggregates.body).toEqual((await service.call('POST', '/admin/v1/events/aggregates/types/_search', {})).body);
    expect(aggregates.body.aggregateTypes[0]).toEqual({
      type: 'application',
      localized: { key: 'AggregateTypes.application', localizedMessage: 'Application' },
    });
  });

  it.each(Object.keys(EVENT_TEXTS))('have words in %s for every type and aggregate', (language) => {
    const keys = Object.keys(EVENT_TEXTS['en'] ?? {});
    expect(keys.filter((key) => !EVENT_TEXTS[language]?.[key])).toEqual([]);
  });
});

describe('following the events', () => {
  it('from a time begins there, and reads nothing before it', async () => {
    for (let i = 0; i < 3; i++) await createPerson(service);
    const [last] = await search({ limit: 1 });
    const later = await createPerson(service);
    const from = last?.creationDate;
    const first = await page({ follow: true, limit: 1, from });
    expect(idsOf(first.events)).toEqual([later.id]);
    const none = await page({ follow: true, limit: 1, cursor: first.cursor });
    expect([none.events, none.more]).toEqual([[], false]);
    // A follower of what comes later begins at the end.
    const waiting = await page({ follow: true, limit: 1, from: (await search({ limit: 1 }))[0]?.creationDate });
    const next = await createPerson(service);
    expect(idsOf((await page({ follow: true, limit: 1, cursor: waiting.cursor })).events)).toEqual([next.id]);
  });

  it('misses nothing and repeats nothing beside eight writers, some of whom give up or are slow', async () => {
    const [database, log] = [service.get(Database), service.get(EventLog)];
    const written = new Set<string>();
    const seen: string[] = [];
    /** Everything that is new, in pages so small that they end within units of work. */
    const drain = async (from: string | undefined): Promise<string> => {
      for (let cursor = from; ;) {
        const one = await page({ follow: true, limit: 7, eventTypes: ['project.*'], ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...idsOf(one.events));
        expect(one.cursor).toBeDefined();
        if (!one.more) return one.cursor ?? '';
        cursor = one.cursor;
      }
    };
    let cursor = await drain(undefined);
    seen.length = 0;
    let writing = true;

    const writer = async (lane: number) => {
      for (let i = 0; i < 40; i++) {
        const ids = Array.from({ length: i % 9 === 0 ? 10 : 1 }, (_, part) => `${lane}-${i}-${part}`);
        const kept = await database
          .write('write event', async (tx) => {
            for (const id of ids) await log.append(tx, { type: 'project.added', orgNo: 1, aggregate: { id, sequence: 1 }, editor: 'test' });
            if (i % 5 === lane % 5) await new Promise((resolve) => setTimeout(resolve, 3));
            if (i % 7 === 3) throw new Error('given up');
          })
          .then(
            () => true,
            () => false,
          );
        if (kept) for (const id of ids) written.add(id);
      }
    };
    const following = (async () => {
      for (let last = false; !last;) {
        last = !writing;
        cursor = await drain(cursor);
      }
    })();
    await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
    writing = false;
    await following;
    expect(seen).toHaveLength(new Set(seen).size);
    expect(new Set(seen)).toEqual(written);
    for (let lane = 0; lane < 8; lane++) {
      const own = seen
        .filter((id) => id.startsWith(`${lane}-`))
        .map((id) =>
          id
            .split('-')
            .slice(1)
            .reduce((sum, part) => sum * 100 + Number(part), 0),
        );
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  });
});
