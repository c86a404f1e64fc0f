// Passwords: what is stored, the rules for new ones, and the line of hashes.
// On SQLite alone: it is about the queue of passwords in this process, and what people choose.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { fillPasswordQueue } from '../support/password-queue.js';
import { startService, type TestService } from '../support/service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const numberOf = async (userName: string) => (await service.get(SignInDirectory).findByLogin(userName))?.userNo;

describe('a password', () => {
  it('is the one that was set last', async () => {
    const { id, userName } = await createPerson(service, { password: 'First-password-1' });
    const check = async (password: string) => service.get(Passwords).check(await numberOf(userName), password);
    expect(await check('First-password-1')).toBe(true);
    await service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'password', value: 'Second-password-2' }));
    expect(await check('First-password-1')).toBe(false);
    expect(await check('Second-password-2')).toBe(true);
  });

  it('of somebody without one is none, and nobody has none', async () => {
    const { userName } = await createPerson(service);
    for (const password of ['', 'decoy', 'Any-pass1']) {
      expect(await service.get(Passwords).check(await numberOf(userName), password)).toBe(false);
      expect(await service.get(Passwords).check(undefined, password)).toBe(false);
    }
  });

  it('longer than 72 bytes is refused, not cut', async () => {
    const users = usersPath(service);
    expect((await service.call('POST', users, scimUser(freshName(), { password: `Aa1-${'x'.repeat(68)}` }))).status).toBe(201);
    const answer = await service.call('POST', users, scimUser(freshName(), { password: `Aa1-${'x'.repeat(69)}` }));
    expect(answer).toMatchObject({ status: 400, body: { detail: 'The password must have at most 72 bytes.' } });
  });

  it('is nowhere in an event or an answer', async () => {
    const { id } = await createPerson(service, { password: 'Nowhere-to-be-seen1' });
    await service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'password', value: 'Nor-this-one2' }));
    const events = await service.call('POST', '/admin/v1/events/_search', {});
    expect(events.text).not.toMatch(/Nowhere-to-be-seen1|Nor-this-one2|\$2[aby]\$/);
  });
});

describe('the rules for passwords of a new installation', () => {
  const organization = () => service.credentials.orgId;
  const decide = (kind: 'password' | 'assurance', body: object) =>
    service.call('PATCH', `/admin/v1/organizations/${organization()}/policies/${kind}`, body);
  const statusOf = async (password: string) => (await service.call('POST', usersPath(service), scimUser(freshName(), { password }))).status;
  afterEach(async () => {
    for (const kind of ['password', 'assurance'])
      await service.call('DELETE', `/admin/v1/organizations/${organization()}/policies/${kind}`);
  });

  it('are 12 characters of any kind, and 8 where a second factor is required of everybody', async () => {
    expect([await statusOf('elf letters'), await statusOf('twelve signs')]).toEqual([400, 201]);
    for (const required of [{ secondFactor: 'required' }, { secondFactor: 'optional', passkeys: 'required' }]) {
      await decide('assurance', required);
      expect([await statusOf('seven c'), await statusOf('eight ch')]).toEqual([400, 201]);
    }
    await decide('assurance', { secondFactor: 'requiredForRoles', passkeys: 'optional' });
    expect(await statusOf('eight ch')).toBe(400);
  });

  it('are what the organization decides, with and without a second factor', async () => {
    await decide('password', { minLength: 16, symbol: true });
    await decide('assurance', { secondFactor: 'required' });
    expect((await service.call('GET', `/admin/v1/organizations/${organization()}/policies/password`)).body.effective).toMatchObject({
      minLength: 16,
      minLengthWithSecondFactor: 16,
    });
    expect([await statusOf('fifteen chars -'), await statusOf('sixteen letters!'), await statusOf('sixteen letters ')]).toEqual([
      400, 201, 400,
    ]);
    await decide('password', { minLengthWithSecondFactor: 9 });
    expect([await statusOf('eight c-'), await statusOf('nine ch -')]).toEqual([400, 201]);
    await decide('password', { minLength: 8 });
    expect([await statusOf('seven-c'), await statusOf('eight-ch')]).toEqual([400, 201]);
  });

  it('refuse the most common ones wherever one is chosen, unless the organization takes them', async () => {
    const { id } = await createPerson(service);
    const person = `/admin/v1/organizations/${organization()}/people/${id}`;
    const choose = () =>
      Promise.all([
        service.call('POST', usersPath(service), scimUser(freshName(), { password: 'Qwerty123456' })),
        service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'password', value: 'Qwerty123456' })),
        service.call('POST', `${person}/_set-temporary-password`, { password: 'Qwerty123456' }),
      ]);
    for (const { status, body } of await choose()) {
      expect(status).toBe(400);
      expect([body.scimType ?? 'invalidValue', body.detail]).toEqual([
        'invalidValue',
        'The password is one of the 100,000 most common ones.',
      ]);
    }
    await decide('password', { refuseCommon: false });
    expect((await choose()).map(({ status }) => status < 300)).toEqual([true, true, true]);
  });

  it('are not asked of passwords that are there', async () => {
    await decide('password', { minLength: 8, refuseCommon: false });
    const { userName } = await createPerson(service, { password: 'secretly' });
    await decide('password', { minLength: null, refuseCommon: null });
    expect(await service.get(Passwords).check(await numberOf(userName), 'secretly')).toBe(true);
  });
});

describe('more hashes than the cores can do', () => {
  it('wait in a bounded line; who comes too late is told to come back, and nothing is half written', async () => {
    const users = usersPath(service);
    const before = (await service.call('GET', `${users}?count=0`)).body.totalResults;
    const empty = fillPasswordQueue(service);
    const create = () => service.call('POST', users, scimUser(freshName(), { password: 'Some-password-1' }));
    const refused = await Promise.all(Array.from({ length: 40 }, create));
    for (const { status, headers, body } of refused) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(body).toMatchObject({ status: '503', detail: expect.stringContaining('Try again') });
    }
    await empty();
    const answers = await Promise.all(Array.from({ length: 40 }, create));
    const created = answers.filter(({ status }) => status === 201).length;
    expect(created).toBe(40);
    expect((await service.call('GET', `${users}?count=0`)).body.totalResults).toBe(before + created);
  });
});
