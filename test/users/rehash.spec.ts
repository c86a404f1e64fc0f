import { createHash, pbkdf2Sync } from 'node:crypto';
import { hash } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { eventsOf } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService({ PASSWORD_HASH_COST: '10' });
});
afterAll(() => service.close());

const stored = async () =>
  (await service.get(Database).query.row<{ hash: string }>('SELECT hash FROM passwords WHERE user_no = ?', [world.person.no]))?.hash ?? '';
const store = (value: string) =>
  service.get(Database).write('store hash', (tx) => tx.run('UPDATE passwords SET hash = ? WHERE user_no = ?', [value, world.person.no]));
const generation = async () =>
  (await service.get(Database).query.row<{ token_gen: number }>('SELECT token_gen FROM users WHERE no = ?', [world.person.no]))?.token_gen;
const signIn = (password = PASSWORD) =>
  service.get(PasswordSignIn).checkCredentials({ loginName: world.loginName, password, clientOrgNo: undefined, address: '203.0.113.1' });
const renewals = async () =>
  (await eventsOf(service, world.person.id)).filter(({ type }) => type === 'user.human.password.hash.updated').length;

describe('the hash of a password', () => {
  it.each([
    ['a lower cost', () => hash(PASSWORD, 4)],
    ['a higher cost', () => hash(PASSWORD, 11)],
    ['another name of the algorithm', async () => (await hash(PASSWORD, 10)).replace('$2b$', '$2y$')],
    ['another algorithm', async () => `$pbkdf2-sha256$1000$c2FsdA$${pbkdf2Sync(PASSWORD, 'salt', 1_000, 32, 'sha256').toString('base64')}`],
    ['no work at all', async () => createHash('md5').update(PASSWORD).digest('hex')],
  ])('of %s is renewed by a sign-in, once, and ends nothing', async (_, make) => {
    world = await makeWorld(service);
    await store(await make());
    const before = await generation();
    expect(await signIn('Wrong-Horse-7')).toEqual({ kind: 'refused' });
    expect(await renewals()).toBe(0);
    expect(await signIn()).toMatchObject({ kind: 'ok' });
    expect(await stored()).toMatch(/^\$2b\$10\$/);
    expect(await signIn()).toMatchObject({ kind: 'ok' });
    expect(await renewals()).toBe(1);
    expect(await generation()).toBe(before);
  });

  it('of a password that bcrypt would cut is kept, and looks at all of it', async () => {
    world = await makeWorld(service);
    const long = `${PASSWORD}${'x'.repeat(80)}`;
    const old = createHash('md5').update(long).digest('hex');
    await store(old);
    expect(await signIn(long)).toMatchObject({ kind: 'ok' });
    expect(await stored()).toBe(old);
    expect(await signIn(long.slice(0, 72))).toEqual({ kind: 'refused' });
    expect(await renewals()).toBe(0);
  });

  it('is of the password in NFC, and the same one typed otherwise fits', async () => {
    world = await makeWorld(service);
    const composed = 'Crème-brûlée-7';
    const decomposed = composed.normalize('NFD');
    await store(await service.get(Passwords).hash(decomposed, { worth: 'administration' }));
    expect(await signIn(composed)).toMatchObject({ kind: 'ok' });
    expect(await signIn(decomposed)).toMatchObject({ kind: 'ok' });
    expect(await signIn('Creme-brulee-7')).toEqual({ kind: 'refused' });
    expect(await renewals()).toBe(0);
  });

  it('from before passwords were normalized fits as it was typed, and is renewed in NFC', async () => {
    world = await makeWorld(service);
    const decomposed = 'Crème-brûlée-7'.normalize('NFD');
    await store(await hash(decomposed, 10));
    expect(await signIn(decomposed)).toMatchObject({ kind: 'ok' });
    expect(await signIn('Crème-brûlée-7')).toMatchObject({ kind: 'ok' });
    expect(await renewals()).toBe(1);
  });

  it('from before, of a decomposed password, fits the composed one as well', async () => {
    world = await makeWorld(service);
    const composed = 'Crème-brûlée-7';
    await store(await hash(composed.normalize('NFD'), 10));
    expect(await signIn(composed)).toMatchObject({ kind: 'ok' });
    expect(await renewals()).toBe(1);
  });

  it('is left alone when the password was changed in between', async () => {
    world = await makeWorld(service);
    const old = await hash(PASSWORD, 4);
    const changed = await hash('Another-Horse-8', 4);
    await store(changed);
    await service.get(Passwords).renew(world.person.no, PASSWORD, { hash: old, form: PASSWORD });
    expect(await stored()).toBe(changed);
    expect(await renewals()).toBe(0);
  });
});
