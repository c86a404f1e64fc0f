// People who were removed come back within the days that a policy keeps them: as they were, but without what others gave them.
// On a server too: what is kept and deleted later are statements that no other spec sends.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock, DAY_US } from '../../src/common/primitives/clock.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { newId } from '../../src/common/primitives/ids.js';
import { Consents } from '../../src/oidc/consents/consents.service.js';
import { FactorSources } from '../../src/users/authentication/assurance/factor-sources.js';
import { FactorStatesRepository } from '../../src/users/authentication/assurance/factor-states.repository.js';
import { RecoveryCodes } from '../../src/users/accounts/factors/recovery-codes.service.js';
import { SmsFactorsRepository } from '../../src/users/accounts/factors/sms-factors.repository.js';
import { Browser, fill, type Page } from '../support/browser.js';
import { addApp, addRecoveryCodes, ownerOf } from '../support/factors.js';
import { addClient, type Client } from '../support/clients.js';
import { addGroup } from '../support/groups.js';
import { authorizeUrl, refresh, signIn, userinfo } from '../support/oauth.js';
import { eventsOf, freshName, scimUser, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let client: Client;
let base: string;
let userId: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  client = await addClient(world, { type: 'userAgent' });
  base = `/admin/v1/organizations/${world.organization.id}`;
  userId = world.person.id;
  await keepFor(7);
});

const keepFor = (days: number) => service.call('PUT', `${base}/policies/removedPeople`, { days });
const call = (method: string, path: string, body?: unknown, token?: string) =>
  service.call(method, `${base}/people${path}`, body, token === undefined ? {} : { token });
const remove = async () => expect((await call('DELETE', `/${userId}`)).status).toBe(204);
const restore = () => call('POST', `/${userId}/_restore`);
const removed = async () => (await call('GET', '/_removed')).body.people;

/** As far as these fields lead. */
async function signInWith(fields: Record<string, string>): Promise<Page> {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
  const next = await browser.submit(page, world.loginName, PASSWORD);
  return 'code' in fields ? fill(browser, next, fields) : next;
}
const restoredOwner = () => ({ ...ownerOf(world.person), generation: world.person.tokenGeneration + 1 });

/** What a request writes that was let in before the removal. */
async function writeLate(): Promise<void> {
  await service.get(Database).write('late', async (tx) => {
    await insertRows(tx, 'consents', ['user_no', 'client_no', 'scope', 'given_us'], [[world.person.no, 1, 'openid', 1]]);
    await insertRows(tx, 'user_metadata', ['user_no', 'meta_key', 'value'], [[world.person.no, 'late', 'x']]);
  });
}
const lateRows = async () => [
  ...(await service.get(Database).query.rows('SELECT scope FROM consents WHERE user_no = ?', [world.person.no])),
  ...(await service.get(Database).query.rows("SELECT value FROM user_metadata WHERE user_no = ? AND meta_key = 'late'", [world.person.no])),
];

describe('a removed person', () => {
  it('comes back without what was written after the removal', async () => {
    await call('PUT', `/${userId}/metadata`, { metadata: [{ key: 'late', value: 'NDI=' }] });
    await remove();
    await writeLate();
    expect(await lateRows()).toHaveLength(2);
    expect((await restore()).status).toBe(200);
    expect(await lateRows()).toEqual([{ value: 'NDI=' }]);
  });

  it('gives no consent any more, which would be written for nobody', async () => {
    const give = () => service.get(Consents).giveConsent({ userNo: world.person.no, userId }, { no: 1, clientId: 'any' }, 'openid');
    expect(await give()).toBe(true);
    await remove();
    expect(await give()).toBe(false);
    expect(await lateRows()).toEqual([]);
  });

  it('is shown with the time that is left, and nobody else finds it', async () => {
    await remove();
    const [shown, ...others] = await removed();
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ userId, userName: 'bjensen', displayName: 'Barbara Jensen' });
    expect(Date.parse(shown.keptUntil) - Date.parse(shown.removedAt)).toBe((7 * DAY_US) / 1_000);
    expect((await call('GET', `/${userId}`)).status).toBe(404);
    expect((await call('GET', '?q=b&total=true')).body).toMatchObject({ people: [], total: 0 });
    expect((await service.call('GET', usersPath(service, world.organization.id))).body.totalResults).toBe(0);
  });

  it('comes back with profile, password, metadata and names in directories, under the same id', async () => {
    const before = (await call('PATCH', `/${userId}`, { title: 'Tour guide', externalId: 'E-1' })).body;
    await call('PUT', `/${userId}/metadata`, { metadata: [{ key: 'shoeSize', value: 'NDI=' }] });
    await remove();
    const answer = await restore();
    expect(answer.status).toBe(200);
    const { modifiedAt: _, ...rest } = before;
    expect(answer.body).toMatchObject(rest);
    expect((await call('GET', `/${userId}`)).body).toEqual(answer.body);
    expect((await call('GET', `/${userId}/metadata`)).body.metadata).toMatchObject([{ key: 'shoeSize', value: 'NDI=' }]);
    expect((await signIn(service, world, client)).tokens.access_token).toBeDefined();
    expect((await call('GET', '?total=true')).body.total).toBe(1);
    expect(await removed()).toEqual([]);
    const events = await eventsOf(service, userId);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.removed', 'user.restored']));
    const sequences = events.map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it('comes back with every factor, so that the password alone lets nobody in', async () => {
    const app = await addApp(service, world.person);
    const [first = '', second = ''] = await addRecoveryCodes(service, world.person);
    const phone = { userNo: world.person.no, id: newId(), phone: '+15550100', createdUs: 1, usedUs: 2 };
    await service.get(Database).write('add phone', async (tx) => {
      await service.get(SmsFactorsRepository).insert(tx, phone);
      await service.get(FactorSources).refresh(tx, world.person.no);
    });
    const used = app.code();
    await signInWith({ code: used });
    const factors = async () => (await call('GET', `/${userId}/factors`)).body.factors;
    const before = await factors();
    expect(before.map(({ kind }: { kind: string }) => kind)).toEqual(['totp', 'sms', 'recovery']);
    await remove();
    expect((await restore()).status).toBe(200);
    expect(await factors()).toEqual(before);
    expect((await signInWith({})).html).toContain('One more step');
    expect((await signInWith({ code: used })).page?.status).toBe(401);
    expect((await signInWith({ code: app.code(1) })).url).toContain('code=');
    expect((await service.get(RecoveryCodes).check(restoredOwner(), first, '203.0.113.1')).kind).toBe('right');
    // What is kept holds no secret: the tables are searched when the service closes.
    await remove();
    expect(second).not.toBe('');
  });

  it('comes back into the grace that had begun, not into a new one', async () => {
    await service.call('PUT', `${base}/policies/assurance`, { secondFactor: 'required', graceDays: 3 });
    await signInWith({});
    const asked = () => service.get(FactorStatesRepository).findState(world.person.no);
    const { askedUs } = await asked();
    expect(askedUs).toBeDefined();
    service.get(Clock).advance(DAY_US / 1_000);
    await remove();
    await restore();
    expect((await asked()).askedUs).toBe(askedUs);
  });

  it('comes back from what an older version kept, which had no factors', async () => {
    await addApp(service, world.person);
    await remove();
    await service.get(Database).write('keep as before', async (tx) => {
      const row = await tx.row<{ content: string }>('SELECT content FROM removed_people WHERE id = ?', [userId]);
      const { factors: _, ...older } = JSON.parse(row?.content ?? '{}');
      await tx.run('UPDATE removed_people SET content = ? WHERE id = ?', [JSON.stringify(older), userId]);
    });
    expect((await restore()).status).toBe(200);
    expect((await call('GET', `/${userId}/factors`)).body.factors).toEqual([]);
  });

  it('comes back without roles, memberships, sessions and tokens', async () => {
    const { tokens, browser } = await signIn(service, world, client, 'openid offline_access');
    await addGroup(service, world.organization.id, [userId]);
    await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    await remove();
    expect((await restore()).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).toContain('login_required');
    expect((await call('GET', `/${userId}/roles`)).body).toEqual({ memberRoles: [], projectRoles: [] });
    expect((await call('GET', `/${userId}/groups`)).body.groups).toEqual([]);
  });

  it('is brought back only by those who may do all that the person could', async () => {
    await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    const { token: weaker } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const { token: owner } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await call('POST', `/${userId}/_set-temporary-password`, { password: PASSWORD }, weaker)).status).toBe(403);
    expect((await call('DELETE', `/${userId}`, undefined, weaker)).status).toBe(403);
    expect((await call('DELETE', `/${userId}`, undefined, owner)).status).toBe(204);
    for (const [method, path] of [
      ['POST', `/${userId}/_restore`],
      ['DELETE', `/_removed/${userId}`],
    ] as const) {
      const refused = await call(method, path, undefined, weaker);
      expect([refused.status, refused.body.code]).toEqual([403, 'access.strongerUser']);
    }
    expect((await call('POST', `/${userId}/_restore`, undefined, owner)).status).toBe(200);
  });

  describe('who had roles', () => {
    let weaker: string;
    let owner: string;
    const added = (userName: string, address: string, token: string) =>
      call('POST', '', { userName, givenName: 'New', familyName: 'Comer', emails: [{ value: address }] }, token);
    const kept = async () =>
      (await service.get(Database).query.rows('SELECT value_key FROM removed_names WHERE user_no = ?', [world.person.no])).length;
    beforeEach(async () => {
      await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
      weaker = (await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER')).token;
      owner = (await createServiceUser(service, world.organization.id, 'ORG_OWNER')).token;
      await remove();
    });

    it('keeps the name, in any case and as an address, from those who may do less, so that the way back stays open', async () => {
      const address = `${freshName('a')}@elsewhere.example`;
      for (const name of ['bjensen', 'BJensen']) {
        const refused = await added(name, address, weaker);
        expect([refused.status, refused.body.code]).toEqual([409, 'person.nameKept']);
      }
      const { userId: other } = (await added(freshName(), address, weaker)).body;
      const renamed = await call('PATCH', `/${other}`, { userName: 'bjensen' }, weaker);
      expect([renamed.status, renamed.body.code]).toEqual([409, 'person.nameKept']);
      const scim = await service.call('POST', usersPath(service, world.organization.id), scimUser('bjensen'), { token: weaker });
      expect([scim.status, scim.body.scimType]).toEqual([409, 'uniqueness']);
      expect((await restore()).status).toBe(200);
    });

    it('is removed again after a restore by an older build, which leaves the kept names', async () => {
      const database = service.get(Database);
      const columns = ['user_no', 'value_key', 'org_no', 'expires_us'];
      const names = await database.query.rows<Record<string, number | string>>(
        `SELECT ${columns.join(', ')} FROM removed_names WHERE user_no = ?`,
        [world.person.no],
      );
      expect((await restore()).status).toBe(200);
      const left = names.map((row) => columns.map((column) => row[column] ?? null));
      await database.write('older build', (tx) => insertRows(tx, 'removed_names', columns, left));
      await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
      await remove();
      expect(await kept()).toBe(names.length);
      expect((await added('bjensen', `${freshName('a')}@elsewhere.example`, weaker)).body.code).toBe('person.nameKept');
      expect((await restore()).status).toBe(200);
      expect(await kept()).toBe(0);
    });

    it('leaves an address that is not marked as verified for those who may do less, now and later', async () => {
      const made = (await added(freshName(), world.loginName.toUpperCase(), weaker)).body;
      expect(made.emails).toEqual([{ value: world.loginName.toUpperCase() }]);
      const changed = await call('PATCH', `/${made.userId}`, { emails: [{ value: world.loginName }] }, weaker);
      expect(changed.body.emails).toEqual([{ value: world.loginName }]);
      const after = await call('PATCH', `/${made.userId}`, { emails: [{ value: world.loginName }] }, owner);
      expect(after.body.emails).toEqual([{ value: world.loginName, verified: true, verifiedBy: 'domain' }]);
    });

    it('leaves name and address to those who may do as much, and to everybody once erased or expired', async () => {
      expect((await added('bjensen', world.loginName, owner)).status).toBe(201);
      await call('DELETE', `/_removed/${userId}`, undefined, owner);
      expect(await kept()).toBe(0);
      const other = await world.addPerson({ userName: 'other', emails: [{ value: 'other@elsewhere.example' }] });
      await service.call('POST', `${base}/members`, { userId: other.id, role: 'ORG_OWNER_VIEWER' });
      await call('DELETE', `/${other.id}`);
      service.get(Clock).advance((7 * DAY_US) / 1_000 + 120_000);
      expect((await added('other', 'other@elsewhere.example', weaker)).status).toBe(201);
      await service.get(ExpiredRows).purgeNow();
      expect((await service.get(Database).query.rows('SELECT user_no FROM removed_names WHERE user_no = ?', [other.no])).length).toBe(0);
    });
  });

  it('comes back locked, if it was locked', async () => {
    await call('POST', `/${userId}/_lock`);
    await remove();
    expect((await restore()).body.locked).toBe(true);
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
    expect((await browser.submit(page, world.loginName, PASSWORD)).page?.status).toBe(401);
  });

  it('does not come back while somebody else has the userName', async () => {
    await remove();
    const other = await world.addPerson({ userName: 'BJENSEN' });
    const answer = await restore();
    expect([answer.status, answer.body.code]).toEqual([409, 'person.userNameTaken']);
    await keepFor(0);
    await call('DELETE', `/${other.id}`);
    expect((await restore()).status).toBe(200);
  });

  it('does not come back while a group has the id, which older versions gave it', async () => {
    await remove();
    const group = await addGroup(service, world.organization.id);
    const setId = (id: string) =>
      service.get(Database).write('test', (tx) => tx.run('UPDATE user_groups SET id = ? WHERE no = ?', [id, group.no]));
    await setId(userId);
    const answer = await restore();
    expect([answer.status, answer.body.code]).toEqual([409, 'person.idTaken']);
    await setId(group.id);
    expect((await restore()).status).toBe(200);
  });

  it('comes back with an address that somebody else has by now, but not as a verified one', async () => {
    const address = `barbara@${world.organization.primaryDomain}`;
    await call('PATCH', `/${userId}`, { emails: [{ value: address }] });
    await remove();
    await world.addPerson({ userName: 'other', emails: [{ value: address }] });
    expect((await restore()).body.emails).toEqual([{ value: address }]);
  });

  it('comes back once', async () => {
    await remove();
    const answers = await Promise.all([restore(), restore(), restore()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    await remove();
    expect((await restore()).status).toBe(200);
  });

  it('is gone when the days are over', async () => {
    await remove();
    service.get(Clock).advance((7 * DAY_US) / 1_000 + 120_000);
    expect(await removed()).toEqual([]);
    expect((await restore()).body.code).toBe('person.notRemoved');
    await service.get(ExpiredRows).purgeNow();
    expect(await service.get(Database).query.rows('SELECT id FROM removed_people WHERE id = ?', [userId])).toEqual([]);
  });

  it('is erased at once on request', async () => {
    await remove();
    expect((await call('DELETE', `/_removed/${userId}`)).status).toBe(204);
    expect((await call('DELETE', `/_removed/${userId}`)).status).toBe(404);
    expect((await restore()).status).toBe(404);
    expect((await eventsOf(service, userId)).at(-1)?.type).toBe('user.erased');
  });

  it('is erased only by those who could have removed the person', async () => {
    await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER_VIEWER' });
    await remove();
    const { token: weaker } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const refused = await call('DELETE', `/_removed/${userId}`, undefined, weaker);
    expect([refused.status, refused.body.code]).toEqual([403, 'access.strongerUser']);
    expect((await call('DELETE', `/_removed/${userId}`)).status).toBe(204);
  });

  it('comes back with an address whose domain is another organization’s by now, but not as a verified one', async () => {
    const domain = `${freshName()}.example`;
    const domains = `${base}/domains`;
    await service.call('POST', domains, { domain });
    await service.call('POST', `${domains}/${domain}/_verify`);
    await call('PATCH', `/${userId}`, { emails: [{ value: `barbara@${domain}` }] });
    expect((await call('GET', `/${userId}`)).body.emails).toEqual([{ value: `barbara@${domain}`, verified: true, verifiedBy: 'domain' }]);
    await remove();
    await service.call('DELETE', `${domains}/${domain}`);
    const { organization } = await makeWorld(service);
    const others = `/admin/v1/organizations/${organization.id}/domains`;
    await service.call('POST', others, { domain });
    await service.call('POST', `${others}/${domain}/_verify`);
    expect((await restore()).body.emails).toEqual([{ value: `barbara@${domain}` }]);
  });

  it('is not kept at all unless the organization says so', async () => {
    await keepFor(0);
    await remove();
    expect(await removed()).toEqual([]);
    expect((await restore()).status).toBe(404);
  });

  it('is nobody of another organization', async () => {
    await remove();
    const { organization } = await makeWorld(service);
    const { token } = await createServiceUser(service, organization.id, 'ORG_OWNER');
    const other = `/admin/v1/organizations/${organization.id}/people`;
    expect((await service.call('GET', `${other}/_removed`, undefined, { token })).body.people).toEqual([]);
    for (const [method, path] of [
      ['POST', `${other}/${userId}/_restore`],
      ['DELETE', `${other}/_removed/${userId}`],
    ] as const)
      expect((await service.call(method, path, undefined, { token })).body.code).toBe('person.notRemoved');
    expect(await removed()).toHaveLength(1);
  });
});
