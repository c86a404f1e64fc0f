// No rule rests on a row that is not there: two units of work that must not both succeed meet on a unique key or on a row that exists.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { AdapterPayload } from 'oidc-provider';
import { secretDigest } from '../../src/common/crypto/digest.js';
import { newSecret } from '../../src/common/primitives/ids.js';
import { Consents } from '../../src/oidc/consents/consents.service.js';
import { SessionAdapter } from '../../src/oidc/provider/adapters/session.adapter.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import { inTurn, isWaiting, latch, LOOK_MS } from '../support/committed-reads.js';
import { SERVER_URL } from '../support/database.js';
import { human } from '../support/imports.js';
import { addClient } from '../support/clients.js';
import type { Page } from '../support/browser.js';
import { authorizeUrl, post, refresh, signIn, signInToNewClient } from '../support/oauth.js';
import { addExchanger, allowImpersonation, exchange } from '../support/token-exchange.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

// The embedded database runs one unit of work after the other.
describe.skipIf(!SERVER_URL)('where a locking read meets only what is committed', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startService();
    world = await makeWorld(service);
  });
  afterAll(() => service.close());

  let made = 0;
  const path = (kind: string) => `/admin/v1/organizations/${world.organization.id}/${kind}`;
  const makers = {
    person: (id: string) =>
      service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: [human(id)] }] } }),
    group: (id: string) => service.call('POST', path('groups'), { groupId: id, displayName: `g-${id}` }),
    'service user': (id: string) => service.call('POST', path('service-users'), { userId: id, userName: `s-${id}`, name: id }),
  };
  const holders = (id: string) =>
    service
      .get(Database)
      .query.rows<{ kind: string }>("SELECT kind FROM users WHERE id = ? UNION ALL SELECT 'group' FROM user_groups WHERE id = ?", [id, id]);

  it.each([
    ['person', 'group', 'import people', 409],
    ['group', 'person', 'create group', 200],
    ['service user', 'group', 'create service user', 409],
    ['group', 'service user', 'create group', 409],
  ] as const)('a %s keeps an id that a %s chooses at the same moment, and that one is refused', async (first, second, unit, refused) => {
    const id = `twice-${++made}`;
    const [, { status, text }] = await inTurn(
      service,
      unit,
      () => makers[first](id),
      () => makers[second](id),
    );
    expect(await holders(id)).toEqual([{ kind: first.replace(' user', '') }]);
    expect({ status, text }).toEqual({ status: refused, text: expect.stringContaining('id') });
  });

  it('ids that the service makes are not claimed: an import without ids sends no statement for them', async () => {
    const sent: string[] = [];
    const database = service.get(Database);
    const write = database.write.bind(database);
    const spy = vi.spyOn(database, 'write').mockImplementation((name, work) =>
      write(name, (tx) => {
        const run: typeof tx.run = (sql, values) => (sent.push(sql), tx.run(sql, values));
        return work(
          new Proxy(tx, { get: (target, member) => (member === 'run' ? run : (Reflect.get(target, member, target) as unknown)) }),
        );
      }),
    );
    const importOf = (people: object[]) =>
      service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: people }] } });
    const claims = () => sent.splice(0).filter((sql) => sql.includes('claimed_ids')).length;
    try {
      const [chosen, { user }] = [human(`made-${++made}`), human(`made-${++made}`)];
      await importOf([chosen]);
      expect(claims()).toBe(2);
      expect((await importOf([{ user }])).body.success.orgs[0].humanUserIds).toHaveLength(1);
      expect(claims()).toBe(0);
    } finally {
      spy.mockRestore();
    }
  });

  it('two first challenges of a domain at the same moment: the later one counts', async () => {
    const domain = 'beside.example';
    expect((await service.call('POST', path('domains'), { domain })).status).toBe(201);
    const challenge = () => service.call('POST', path(`domains/${domain}/_challenge`), { method: 'dns' });
    const answers = await inTurn(service, 'challenge domain', challenge, challenge);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { query } = service.get(Database);
    const kept = await query.rows<{ proof: string }>('SELECT proof FROM domain_challenges WHERE domain = ?', [domain]);
    expect(kept).toHaveLength(1);
    expect(answers[1].body.content).toBe(kept[0]?.proof);
  });

  const NAMED = { givenName: 'Ada', familyName: 'Lovelace' };
  /** Somebody's address in a domain that is not verified yet, and the ways to a userName that would be in front of it. */
  const claimed = async () => {
    const [local, domain] = [`ada-${++made}`, `claimed-${made}.example`];
    const { id } = await world.addPerson({ userName: `before-${made}`, emails: [{ value: `${local}@${domain}` }] });
    const other = await world.addPerson({ userName: `other-${made}` });
    expect((await service.call('POST', path('domains'), { domain })).status).toBe(201);
    const { user } = human(`named-${made}`);
    return {
      verify: () => service.call('POST', path(`domains/${domain}/_verify`)),
      'create people': () =>
        service.call('POST', path('people'), { ...NAMED, userName: local, emails: [{ value: `${local}@else.example` }] }),
      'update person': () => service.call('PATCH', path(`people/${other.id}`), { userName: local }),
      'import people': () =>
        service.call('POST', '/admin/v1/import', {
          dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: [{ user: { ...user, userName: local } }] }] },
        }),
      /** Whether the login name is somebody else's address now. */
      isTaken: async () => {
        const { query } = service.get(Database);
        const verified = await query.rows('SELECT 1 FROM organization_domains WHERE domain = ?', [domain]);
        const named = await query.rows('SELECT 1 FROM users WHERE user_name = ? AND id <> ?', [local, id]);
        return verified.length + named.length > 1;
      },
    };
  };
  const WRITERS = ['create people', 'update person', 'import people'] as const;

  it.each(WRITERS)('a domain is not verified beside a unit “%s” with a userName in front of somebody else’s address', async (unit) => {
    const { verify, isTaken, ...writers } = await claimed();
    const [written, verified] = await inTurn(service, unit, writers[unit], verify);
    expect([written.status < 300, verified.status, verified.body.code]).toEqual([true, 409, 'domain.loginNames']);
    expect(await isTaken()).toBe(false);
  });

  it.each(WRITERS)('a unit “%s” beside a verification that came first is refused', async (unit) => {
    const { verify, isTaken, ...writers } = await claimed();
    const [verified, refused] = await inTurn(service, 'change domain', verify, writers[unit]);
    expect([verified.status, refused.text]).toEqual([200, expect.stringMatching(/login name would be the e-mail address/)]);
    expect(await isTaken()).toBe(false);
  });

  it('a pair is played in turn although the unit of the pair before has just waited', async () => {
    const { no, id } = await world.addPerson({ userName: 'in-turn' });
    const domain = 'waited.example';
    await service.call('POST', path('domains'), { domain });
    const challenge = () => service.call('POST', path(`domains/${domain}/_challenge`), { method: 'dns' });
    await inTurn(service, 'challenge domain', challenge, challenge);
    let isOver = false;
    const give = () => service.get(Consents).giveConsent({ userNo: no, userId: id }, { no: 1, clientId: 'any' }, 'openid');
    const [, wasOver] = await inTurn(
      service,
      'give consent',
      () => give().then(() => (isOver = true)),
      async () => {
        for (let at = 0; at < 30; at++) await service.get(Database).query.rows('SELECT 1');
        return isOver;
      },
    );
    expect(wasOver).toBe(false);
  });

  /** In a session whose authorizations have gone: what is counted is what comes now. */
  const signedIn = async () => {
    const { browser, client } = await signInToNewClient(service, world, {});
    const database = service.get(Database);
    const ofClient = '(SELECT no FROM applications WHERE client_id = ?)';
    const [{ uid } = { uid: '' }] = await database.query.rows<{ uid: string }>(
      `SELECT session_uid AS uid FROM grants WHERE client_no = ${ofClient}`,
      [client.clientId],
    );
    await database.write('purge', (tx) => tx.run(`DELETE FROM grants WHERE client_no = ${ofClient}`, [client.clientId]));
    return {
      authorize: () => browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' })),
      signOut: () => service.get(SessionEnd).endSession(uid, 'signedOut'),
      /** Authorizations of a session that has ended. */
      left: () =>
        database.query.rows(`SELECT session_uid FROM grants WHERE session_uid IS NOT NULL AND client_no = ${ofClient}`, [client.clientId]),
      uid,
      rows: () => database.query.rows<{ id: string; payload: string }>(`SELECT id, payload ${OF_SESSION}`, [uid]),
      removeRow: () => database.write('remove session', (tx) => tx.run(`DELETE ${OF_SESSION}`, [uid])),
    };
  };

  const OF_SESSION = "FROM oidc_artifacts WHERE kind = 'Session' AND uid = ?";

  /** Somebody who has agreed to an application that asks, and whose session is there. */
  const agreed = async (consentRequired = true) => {
    const client = await addClient(world, { type: 'userAgent' });
    const { browser } = await signIn(service, world, client, 'openid');
    const { no, id, clientId } = client.application;
    const application = `${path('projects')}/${world.projectId}/applications/${id}`;
    expect((await service.call('PATCH', application, { consentRequired })).status).toBe(200);
    const person = { userNo: world.person.no, userId: world.person.id };
    await service.get(Consents).giveConsent(person, { no, clientId }, 'openid');
    const database = service.get(Database);
    await database.write('purge', (tx) => tx.run('DELETE FROM grants WHERE client_no = ?', [no]));
    return {
      authorize: () => browser.open(authorizeUrl(service.url, clientId, 'openid', { prompt: 'none' })),
      askAgain: () => browser.open(authorizeUrl(service.url, clientId, 'openid', { prompt: 'consent' })),
      allow: (page: Page) => browser.submitButton(page, 'Allow'),
      withdraw: () => service.get(Consents).withdrawConsent(person, clientId),
      left: () => database.query.rows('SELECT no FROM grants WHERE client_no = ? AND revoked_us IS NULL', [no]),
    };
  };

  it('the withdrawal of a consent ends the authorization that is written beside it', async () => {
    const { authorize, withdraw, left } = await agreed();
    expect(await inTurn(service, 'authorize', authorize, withdraw)).toMatchObject([{ url: expect.stringContaining('code=') }, true]);
    expect(await left()).toEqual([]);
  });

  it('the withdrawal of a consent that was asked for each time ends the authorization that is written beside it', async () => {
    const { askAgain, allow, withdraw, left } = await agreed(false);
    const page = await askAgain();
    expect(await inTurn(service, 'authorize', () => allow(page), withdraw)).toMatchObject([
      { url: expect.stringContaining('code=') },
      true,
    ]);
    expect(await left()).toEqual([]);
  });

  it('an authorization beside a withdrawal that came first is refused', async () => {
    const { authorize, withdraw, left } = await agreed();
    const refused = { url: expect.stringContaining('error=interaction_required') };
    expect(await inTurn(service, 'withdraw consent', withdraw, authorize)).toMatchObject([true, refused]);
    expect(await left()).toEqual([]);
  });

  /** A token, and an application that may exchange it for one that can be refreshed. */
  const exchangeable = async () => {
    await allowImpersonation(service, world);
    const [owner, exchanger] = [await addClient(world, { type: 'web' }), await addExchanger(world, { type: 'web' })];
    const { tokens } = await signIn(service, world, owner, 'openid offline_access');
    return {
      exchangeToken: () => exchange(service, exchanger, ['access_token', tokens.access_token]),
      revoke: () => post(service, '/oauth/v2/revoke', { token: tokens.access_token }, owner),
      refreshed: (token: string) => refresh(service, exchanger, token),
    };
  };

  it('an exchange that a revocation overtakes before its commit is refused', async () => {
    const { exchangeToken, revoke } = await exchangeable();
    const [exchanged, { status }] = await inTurn(service, 'exchange token', exchangeToken, revoke);
    expect([exchanged.status, exchanged.body.error, status]).toEqual([400, 'invalid_request', 200]);
  });

  it('a revocation ends what was exchanged before its commit', async () => {
    const { exchangeToken, revoke, refreshed } = await exchangeable();
    const [{ status }, exchanged] = await inTurn(service, 'revoke token', revoke, exchangeToken);
    expect([exchanged.status, status]).toEqual([200, 200]);
    expect((await refreshed(exchanged.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('a role that is given beside the removal of the user is not left without one', async () => {
    const { no, id } = await world.addPerson({ userName: 'promoted' });
    const give = () => service.call('POST', path('members'), { userId: id, role: 'ORG_OWNER_VIEWER' });
    const [, { status }] = await inTurn(service, 'add member', give, () => service.call('DELETE', path(`people/${id}`)));
    expect(status).toBe(204);
    expect(await service.get(Database).query.rows('SELECT role FROM memberships WHERE user_no = ?', [no])).toEqual([]);
  });

  /**
   * Runs a unit of this name until its first statement of this kind, then `second` until it is done or waits.
   * @returns the answers, and how often each unit ran
   */
  const pausedAfter = async <Answer>(unit: string, statement: RegExp, first: () => Promise<Answer>, second: () => Promise<Answer>) => {
    const database = service.get(Database);
    const write = database.write.bind(database);
    const [locked, goOn] = [latch(), latch()];
    const runs: Record<string, number> = {};
    const spy = vi.spyOn(database, 'write').mockImplementation((name, work) =>
      write(name, (tx) => {
        runs[name] = (runs[name] ?? 0) + 1;
        const pausing = async <Found>(sql: string, found: Promise<Found>) => {
          const done = await found;
          if (name === unit && statement.test(sql)) {
            locked.open();
            await goOn.opened;
          }
          return done;
        };
        const run: typeof tx.run = (sql, values) => pausing(sql, tx.run(sql, values));
        const row: typeof tx.row = (sql, values) => pausing(sql, tx.row(sql, values));
        const met = { run, row } as Record<string | symbol, unknown>;
        return work(new Proxy(tx, { get: (target, member) => met[member] ?? (Reflect.get(target, member, target) as unknown) }));
      }),
    );
    try {
      const one = first();
      await Promise.race([locked.opened, one]);
      let isDone = false;
      const other = second().finally(() => (isDone = true));
      while (!isDone && !(await isWaiting(service))) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      goOn.open();
      return { answers: await Promise.all([one, other]), runs };
    } finally {
      goOn.open();
      spy.mockRestore();
    }
  };

  it.each([
    ['remove service user', 404, (id: string) => service.call('DELETE', path(`service-users/${id}`))],
    ['change service user', 201, (id: string) => service.call('PATCH', path(`service-users/${id}`), { name: 'Changed' })],
    ['set service user state', 201, (id: string) => service.call('POST', path(`service-users/${id}/_deactivate`))],
    ['add client secret', 201, (id: string) => service.call('POST', path(`service-users/${id}/secrets`))],
  ] as const)('a role that is given beside the unit “%s” waits for it, and neither runs twice', async (unit, given, change) => {
    const userId = `beside-role-${++made}`;
    expect((await makers['service user'](userId)).status).toBe(201);
    const give = () => service.call('POST', path('members'), { userId, role: 'ORG_OWNER_VIEWER' });
    const { answers, runs } = await pausedAfter(unit, /^UPDATE config_version|FOR UPDATE/, () => change(userId), give);
    expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([200, 201, 204]), given]);
    expect(runs).toMatchObject({ [unit]: 1, 'add member': 1 });
  });

  it('a role that is taken beside a change of its service user waits for it, and neither runs twice', async () => {
    const userId = `beside-taken-${++made}`;
    for (const owner of [userId, `${userId}-other`]) {
      expect((await makers['service user'](owner)).status).toBe(201);
      expect((await service.call('POST', path('members'), { userId: owner, role: 'ORG_OWNER' })).status).toBe(201);
    }
    const add = () => service.call('POST', path(`service-users/${userId}/secrets`));
    const take = () => service.call('DELETE', path(`members/${userId}/ORG_OWNER`));
    const { answers, runs } = await pausedAfter('add client secret', /FOR UPDATE/, add, take);
    expect(answers.map(({ status }) => status)).toEqual([201, 204]);
    expect(runs).toMatchObject({ 'add client secret': 1, 'remove member': 1 });
  });

  it.each([
    ['person', 'group', 'import people', 'create group'],
    ['group', 'service user', 'create group', 'create service user'],
    ['service user', 'group', 'create service user', 'create group'],
  ] as const)('a %s and a %s that choose one id do not wait for each other, and neither runs twice', async (first, second, one, other) => {
    const id = `crossed-${++made}`;
    const { answers, runs } = await pausedAfter(
      one,
      /^INSERT INTO user/,
      () => makers[first](id),
      () => makers[second](id),
    );
    expect(answers[1].status).toBe(409);
    expect(runs).toMatchObject({ [one]: 1, [other]: 1 });
    expect(await holders(id)).toEqual([{ kind: first.replace(' user', '') }]);
  });

  it('a sign-out ends the authorization that is written beside it', async () => {
    const { authorize, signOut, left } = await signedIn();
    expect(await inTurn(service, 'authorize', authorize, signOut)).toMatchObject([{ url: expect.stringContaining('code=') }, true]);
    expect(await left()).toEqual([]);
  });

  it('an authorization beside a sign-out that came first is refused', async () => {
    const { authorize, signOut, left } = await signedIn();
    expect(await inTurn(service, 'end session', signOut, authorize)).toMatchObject([true, { url: expect.stringContaining('error=') }]);
    expect(await left()).toEqual([]);
  });

  it('a session that gets another id beside its sign-out does not outlive it, wherever its row comes in the index', async () => {
    const { uid, signOut, rows } = await signedIn();
    const [{ id: former } = { id: '' }] = await rows();
    const sessions = service.get(SessionAdapter);
    let id = newSecret();
    while (secretDigest(id) > former) id = newSecret();
    const { answers } = await pausedAfter('rename Session', /^DELETE FROM oidc_artifacts/, () => sessions.rename(uid, id), signOut);
    expect([answers, await rows()]).toEqual([[true, true], []]);
  });

  it('a session does not get another id beside a sign-out that came first', async () => {
    const { uid, signOut, rows } = await signedIn();
    const enter = () => service.get(SessionAdapter).rename(uid, newSecret());
    expect([await inTurn(service, 'end session', signOut, enter), await rows()]).toEqual([[true, false], []]);
  });

  it('a session that another request gave another id, and that is saved under the former one beside its sign-out, does not outlive it', async () => {
    const { signOut, rows } = await signedIn();
    const [{ id: other, payload } = { id: '', payload: '' }] = await rows();
    const { sessions } = service.get(SessionAdapter);
    let id = newSecret();
    while (secretDigest(id) > other) id = newSecret();
    const save = () => sessions.upsert(id, JSON.parse(payload) as AdapterPayload, 3_600);
    const play = pausedAfter<unknown>('save Session', /^UPDATE oidc_artifacts/, async () => save(), signOut);
    expect([(await play).answers[1], await rows()]).toEqual([true, []]);
  });

  it.each(['save Session', 'end session'])(
    'a session whose row is made anew beside its sign-out does not outlive it, where the unit “%s” is first',
    async (unit) => {
      const { signOut, rows, removeRow } = await signedIn();
      const [{ payload } = { payload: '' }] = await rows();
      await removeRow();
      const save = () => service.get(SessionAdapter).sessions.upsert(newSecret(), JSON.parse(payload) as AdapterPayload, 3_600);
      const [first, second] = unit === 'end session' ? [signOut, save] : [save, signOut];
      await inTurn<unknown, unknown>(service, unit, first, second);
      expect(await rows()).toEqual([]);
    },
  );

  it('a consent that is written beside the removal of the person does not come back with the person', async () => {
    const { no, id } = await world.addPerson({ userName: 'beside' });
    expect((await service.call('PUT', path('policies/removedPeople'), { days: 7 })).status).toBe(200);
    const give = () => service.get(Consents).giveConsent({ userNo: no, userId: id }, { no: 1, clientId: 'any' }, 'openid');
    const [, { status }] = await inTurn(service, 'give consent', give, () => service.call('DELETE', path(`people/${id}`)));
    expect(status).toBe(204);
    const consents = () => service.get(Database).query.rows('SELECT scope FROM consents WHERE user_no = ?', [no]);
    expect(await consents()).toEqual([{ scope: 'openid' }]);
    expect((await service.call('POST', path(`people/${id}/_restore`))).status).toBe(200);
    expect(await consents()).toEqual([]);
  });
});
