import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { EventFollower } from '../../src/users/events/event-follower.js';
import { EventLog } from '../../src/users/events/events.service.js';
import { createPerson, patchOf, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const search = async (body: unknown) => (await service.call('POST', '/admin/v1/events/_search', body)).body.events;

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
      },
      editor: { userId: service.credentials.serviceUser.userId },
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
    for (const body of [{ limit: -1 }, { limit: 1.5 }, { asc: 'yes' }, { event_types: 'user.human.added' }, { offset: 3 }]) {
      expect((await service.call('POST', '/admin/v1/events/_search', body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('following the events', () => {
  it('misses nothing and repeats nothing beside eight writers, some of whom give up or are slow', async () => {
    const [database, log, follower] = [service.get(Database), service.get(EventLog), service.get(EventFollower)];
    const written = new Set<string>();
    const seen: string[] = [];
    let position = (await drain(follower, 0)).position;
    let writing = true;

    const writer = async (lane: number) => {
      for (let i = 0; i < 40; i++) {
        const id = `${lane}-${i}`;
        const kept = await database
          .write('write event', async (tx) => {
            await log.append(tx, { type: 'project.added', orgNo: 1, aggregate: { id, sequence: 1 }, editor: 'test' });
            if (i % 5 === lane % 5) await new Promise((resolve) => setTimeout(resolve, 3));
            if (i % 7 === 3) throw new Error('given up');
          })
          .then(
            () => true,
            () => false,
          );
        if (kept) written.add(id);
      }
    };
    const following = (async () => {
      for (let last = false; !last;) {
        last = !writing;
        const page = await drain(follower, position);
        position = page.position;
        seen.push(...page.ids);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
    writing = false;
    await following;
    expect(seen).toHaveLength(new Set(seen).size);
    expect(new Set(seen)).toEqual(written);
    for (let lane = 0; lane < 8; lane++) {
      const own = seen.filter((id) => id.startsWith(`${lane}-`)).map((id) => Number(id.split('-')[1]));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  });
});

async function drain(follower: EventFollower, from: number): Promise<{ ids: string[]; position: number }> {
  const ids: string[] = [];
  for (let position = from; ;) {
    const page = await follower.follow(position, 10);
    if (page.position === position) return { ids, position };
    ids.push(...page.events.filter(({ type }) => type === 'project.added').map(({ aggregate }) => aggregate.id));
    position = page.position;
  }
}
