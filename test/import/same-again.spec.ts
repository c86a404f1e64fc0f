// The same file again with mode=upsert: what it brought before is nothing new, whatever became of the password since.
import { pbkdf2Sync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { refresh, signIn } from '../support/oauth.js';
import { eventsOf, freshName, patchOf, usersPath } from '../support/people.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { startService, type TestService } from '../support/service.js';
import { addClient, type Credentials } from '../support/clients.js';

const CHANGED_HERE = 'Newer-Stable-8';
const CHANGED_THERE = 'Other-Saddle-9';
const PASSWORD_CHANGED = 'user.human.password.changed';

let service: TestService;
let world: World;
let client: Credentials;
let id: string;
let account: { loginName: string };
beforeAll(async () => {
  service = await startService({ PASSWORD_HASH_COST: '10' });
  world = await makeWorld(service);
  client = await addClient(world, { grantTypes: ['authorization_code', 'refresh_token'] });
});
afterAll(() => service.close());
beforeEach(() => {
  id = freshName('again');
  account = { loginName: `${id}@${world.organization.primaryDomain}` };
});

const hashOf = (password: string) => `$pbkdf2-sha256$1000$c2FsdA$${pbkdf2Sync(password, 'salt', 1_000, 32, 'sha256').toString('base64')}`;
const hashed = (password: string) => ({ hashedPassword: { value: hashOf(password) } });
const clear = (password: string) => ({ hashedPassword: undefined, password });
const upsert = async (more: object, query = '') => {
  const body = { dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: [human(id, more)] }] } };
  const { body: job } = await service.call('POST', `/admin/v1/imports?mode=upsert${query}`, body);
  const end = await ended(service, job.id);
  const kinds = (await faultsOf(service, job.id)).map(({ kind }) => kind).filter((kind) => kind !== 'org.exists');
  return { added: end['added'], changed: end['changed'], kinds };
};
const UNCHANGED = { added: 0, changed: 0, kinds: [] };
const CHANGED = { added: 0, changed: 1, kinds: [] };
const changeHere = () =>
  service.call(
    'PATCH',
    `${usersPath(service, world.organization.id)}/${id}`,
    patchOf({ op: 'replace', path: 'password', value: CHANGED_HERE }),
    {
      type: 'application/scim+json',
    },
  );
const enter = async (password: string) =>
  (await service.get(PasswordSignIn).checkCredentials({ ...account, password, clientOrgNo: undefined, address: '203.0.113.1' })).kind;
const changes = async () => (await eventsOf(service, id)).filter(({ type }) => type === PASSWORD_CHANGED).length;
const stored = () =>
  service
    .get(Database)
    .query.row<{ hash: string; import_mark: string | null; change_required: number }>(
      'SELECT p.hash, p.import_mark, p.change_required FROM passwords p JOIN users u ON u.no = p.user_no WHERE u.id = ?',
      [id],
    );
/** As a build before the marks leaves it. */
const forgetMark = () =>
  service
    .get(Database)
    .write('forget mark', (tx) =>
      tx.run('UPDATE passwords SET import_mark = NULL WHERE user_no = (SELECT no FROM users WHERE id = ?)', [id]),
    );

describe.each([
  ['a hash', hashed],
  ['a password in clear', clear],
])('the same file again, with %s,', (_, brings) => {
  it('changes nobody who signed in since, whose refresh token goes on', async () => {
    expect(await upsert(brings(PASSWORD))).toMatchObject({ added: 1 });
    const { tokens } = await signIn(service, account, client, 'openid offline_access');
    expect((await stored())?.hash).toMatch(/^\$2b\$10\$/);
    const before = await eventsOf(service, id);
    expect(await upsert(brings(PASSWORD), '&dryRun=true')).toEqual(UNCHANGED);
    expect(await upsert(brings(PASSWORD))).toEqual(UNCHANGED);
    expect(await eventsOf(service, id)).toEqual(before);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  it('leaves a password that was changed here, and its sessions', async () => {
    await upsert({ ...brings(PASSWORD), passwordChangeRequired: true });
    expect((await changeHere()).status).toBe(204);
    expect(await upsert({ ...brings(PASSWORD), passwordChangeRequired: true })).toEqual(UNCHANGED);
    expect([await enter(CHANGED_HERE), await enter(PASSWORD), await changes()]).toEqual(['ok', 'refused', 1]);
    expect(Boolean((await stored())?.change_required)).toBe(false);
  });

  it('with another password is taken, also over one that was changed here, and is then what is known', async () => {
    await upsert(brings(PASSWORD));
    await changeHere();
    expect(await upsert({ ...brings(CHANGED_THERE), passwordChangeRequired: true })).toEqual(CHANGED);
    expect(Boolean((await stored())?.change_required)).toBe(true);
    expect([await enter(CHANGED_HERE), await changes()]).toEqual(['refused', 2]);
    expect(await service.get(Passwords).check(await numberOf(), CHANGED_THERE)).toBe(true);
    expect(await upsert(brings(CHANGED_THERE))).toEqual(UNCHANGED);
    expect(Boolean((await stored())?.change_required)).toBe(true);
  });

  it('leaves the password of somebody who was removed and came back', async () => {
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/removedPeople`, { days: 3 });
    await upsert(brings(PASSWORD));
    await changeHere();
    await service.call('DELETE', `${usersPath(service, world.organization.id)}/${id}`);
    expect((await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${id}/_restore`)).status).toBeLessThan(300);
    expect(await upsert(brings(PASSWORD))).toEqual(UNCHANGED);
    expect(await enter(CHANGED_HERE)).toBe('ok');
  });
});

describe('somebody without a mark of an import', () => {
  it('keeps a password that was set here, and each report says so', async () => {
    await upsert(hashed(PASSWORD));
    await changeHere();
    await forgetMark();
    const kept = { added: 0, changed: 0, kinds: ['password.kept'] };
    for (const query of ['&dryRun=true', '', '']) expect(await upsert(hashed(PASSWORD), query)).toEqual(kept);
    expect([await enter(CHANGED_HERE), await changes()]).toEqual(['ok', 1]);
  });

  it('is given the password once if nobody set one here: nobody knows what the hash was renewed from', async () => {
    await upsert(hashed(PASSWORD));
    expect(await enter(PASSWORD)).toBe('ok');
    await forgetMark();
    expect(await upsert(hashed(PASSWORD))).toEqual(CHANGED);
    expect(await enter(PASSWORD)).toBe('ok');
    expect(await upsert(hashed(PASSWORD))).toEqual(UNCHANGED);
  });

  it('gets it when an imported hash is renewed', async () => {
    await upsert(hashed(PASSWORD));
    const mark = (await stored())?.import_mark;
    await forgetMark();
    expect(await enter(PASSWORD)).toBe('ok');
    expect(await stored()).toMatchObject({ hash: expect.stringMatching(/^\$2b\$10\$/), import_mark: mark });
    expect(await upsert(hashed(PASSWORD))).toEqual(UNCHANGED);
  });

  it('keeps the password that was chosen when they were added', async () => {
    id = (await world.addPerson({ userName: id })).id;
    account = { loginName: `${id}@${world.organization.primaryDomain}` };
    expect(await upsert(hashed(CHANGED_THERE))).toMatchObject({ kinds: ['password.kept'] });
    expect([await enter(PASSWORD), await changes()]).toEqual(['ok', 0]);
  });

  it('gets a newer one when a build before the marks had brought theirs after they were added', async () => {
    await upsert({ hashedPassword: undefined });
    await upsert(hashed(PASSWORD));
    await forgetMark();
    expect(await upsert(hashed(CHANGED_THERE))).toEqual(CHANGED);
    expect(await enter(CHANGED_THERE)).toBe('ok');
  });

  it('gets it from an import that brings the very hash that is stored', async () => {
    await upsert(hashed(PASSWORD));
    const mark = (await stored())?.import_mark;
    await forgetMark();
    expect(await upsert(hashed(PASSWORD))).toEqual(UNCHANGED);
    expect(await stored()).toMatchObject({ import_mark: mark });
    await changeHere();
    expect(await upsert(hashed(CHANGED_THERE))).toEqual(CHANGED);
  });

  it('and without a password gets that of the file', async () => {
    await upsert({ hashedPassword: undefined });
    expect(await upsert(hashed(PASSWORD))).toEqual(CHANGED);
    expect(await enter(PASSWORD)).toBe('ok');
  });
});

it('two people with the same password in clear have nothing stored in common', async () => {
  await upsert(clear(PASSWORD));
  const first = await stored();
  id = freshName('again');
  await upsert(clear(PASSWORD));
  const second = await stored();
  expect(second?.hash.slice(0, 29)).not.toBe(first?.hash.slice(0, 29));
  expect(second?.import_mark).not.toBe(first?.import_mark);
});

async function numberOf(): Promise<number> {
  return Number((await service.get(Database).query.row<{ no: number }>('SELECT no FROM users WHERE id = ?', [id]))?.no);
}
