import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Passwords } from '../../src/users/passwords/passwords.service.js';
import { createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { fillPasswordLine } from '../support/password-line.js';
import { startService, type TestService } from '../support/service.js';
import { SignInDirectory } from '../../src/users/people/sign-in-directory.service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ PASSWORD_HASH_COST: '10' });
});
afterAll(() => service.close());

const numberOf = async (userName: string) => (await service.get(SignInDirectory).findByLogin(userName))?.userNo;

describe('a password', () => {
  it('is the one that was set last', async () => {
    const { id, userName } = await createPerson(service, { password: 'First-pass1' });
    const check = async (password: string) => service.get(Passwords).check(await numberOf(userName), password);
    expect(await check('First-pass1')).toBe(true);
    await service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'password', value: 'Second-pass2' }));
    expect(await check('First-pass1')).toBe(false);
    expect(await check('Second-pass2')).toBe(true);
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

describe('more hashes than the cores can do', () => {
  it('wait in a bounded line; who comes too late is told to come back, and nothing is half written', async () => {
    const users = usersPath(service);
    const before = (await service.call('GET', `${users}?count=0`)).body.totalResults;
    const empty = fillPasswordLine(service);
    const create = () => service.call('POST', users, scimUser(freshName(), { password: 'Some-pass1' }));
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
