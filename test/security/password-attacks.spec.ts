// One attacker who makes the service hash as much as it can, beside people who sign in. The long form, with times, is `npm run load:passwords`.
// On SQLite alone: it is about the queue of passwords in this process.
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { PasswordResetRequest } from '../../src/users/accounts/password-reset-request.service.js';
import { RegistrationMails } from '../../src/users/accounts/registration/registration-mails.service.js';
import { Registration } from '../../src/users/accounts/registration/registration.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { freshName, scimUser, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const CONNECTIONS = 40;
const PEOPLE = Array.from({ length: 10 }, (_, i) => `colleague-${i}`);
const ATTACKER = '203.0.113.66';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  await service.get(Policies).set(world.organization.no, 'registration', { enabled: true }, 'test');
  for (const userName of [...PEOPLE, 'mallory']) await world.addPerson({ userName });
});
afterAll(async () => {
  await service.get(RegistrationMails).settled();
  await service.get(PasswordResetRequest).settled();
  await service.close();
});

const signIn = (loginName: string, password: string, address: string) =>
  service.get(PasswordSignIn).checkCredentials({ loginName, password, clientOrgNo: world.organization.no, address });
const register = (i: number) => {
  const applicant = { givenName: 'Mal', familyName: 'Lory', email: `mal-${i}@example.net`, password: PASSWORD, language: 'en' };
  return service.get(Registration).requestRegistration(world.organization.no, applicant, 'place', ATTACKER);
};
const ATTACKS: Array<[string, (i: number) => Promise<unknown>]> = [
  ['registers people', register],
  ['guesses passwords', (i) => signIn(`nobody-${i}`, 'Wrong-Horse-7', ATTACKER)],
  ['repeats its right password', () => signIn('mallory', PASSWORD, ATTACKER)],
  ['asks for resets', () => service.get(PasswordResetRequest).requestReset(PEOPLE[0] ?? '', ATTACKER, world.organization.no)],
  ['sets passwords as a manager', () => service.call('POST', usersPath(service), scimUser(freshName(), { password: PASSWORD }))],
];

describe('people who sign in while one attacker', () => {
  it.each(ATTACKS)(
    '%s over many connections are all let in',
    async (_, attack) => {
      const flood = Promise.allSettled(Array.from({ length: CONNECTIONS }, (_each, i) => attack(i)));
      const results = await Promise.all(PEOPLE.map((name, i) => signIn(name, PASSWORD, `198.51.100.${i}`)));
      expect(results.map(({ kind }) => kind)).toEqual(PEOPLE.map(() => 'ok'));
      await flood;
    },
    60_000,
  );

  it('sets passwords and registers people do not wait for the end of that', async () => {
    let over = false;
    const hash = () => service.get(Passwords).hash(PASSWORD, { worth: 'administration', account: 'mallory' });
    const hashOnAndOn = async () => {
      while (!over) await hash();
    };
    const flood = Array.from({ length: CONNECTIONS }, hashOnAndOn);
    const results = await Promise.all(PEOPLE.map((name, i) => signIn(name, PASSWORD, `198.51.100.${i}`)));
    over = true;
    expect(results.map(({ kind }) => kind)).toEqual(PEOPLE.map(() => 'ok'));
    await Promise.all(flood);
  });
});

describe('registrations over the limit of an address', () => {
  it('cost no hash, and are answered like the others', async () => {
    const passwords = service.get(Passwords);
    const { hash } = passwords;
    let hashes = 0;
    passwords.hash = (...args) => (hashes++, hash.apply(passwords, args));
    const states = await Promise.all(Array.from({ length: 40 }, (_, i) => register(1_000 + i)));
    passwords.hash = hash;
    expect(new Set(states).size).toBe(40);
    expect(hashes).toBeLessThanOrEqual(30);
  });
});
