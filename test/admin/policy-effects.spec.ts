// What a dry run of a policy says about the people whom the change would concern.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PolicyEffects } from '../../src/admin/policies/policy-effects.service.js';
import { Database } from '../../src/common/database/database.js';
import type { FactorKind } from '../../src/users/authentication/assurance/checks.js';
import { FactorStatesRepository } from '../../src/users/authentication/assurance/factor-states.repository.js';
import { defaultPolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let base: string;

/** The world's person has a password alone; the others have these factors beside it. */
const FACTORS: Record<string, FactorKind[]> = { app: ['totp', 'recovery'], key: ['securityKey'], passkey: ['passkey'] };

beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
  for (const [userName, kinds] of Object.entries(FACTORS)) {
    const { no } = await world.addPerson({ userName });
    await service.get(Database).write('factors', (tx) => service.get(FactorStatesRepository).saveKinds(tx, no, kinds));
  }
  const gone = await world.addPerson({ userName: 'gone' });
  await service.call('POST', `${base}/people/${gone.id}/_deactivate`);
  await service.call('POST', `${base}/members`, { userId: world.person.id, role: 'ORG_OWNER' });
});
afterAll(() => service.close());

const effectsOf = async (change: object, method = 'PATCH') =>
  (await service.call(method, `${base}/policies/assurance?dryRun=true`, change)).body.effects;
const one = (effect: string, people: number) => [{ effect, people, atLeast: false }];

it.each([
  ['a second factor for everyone', { secondFactor: 'required' }, one('secondStepNeeded', 1)],
  ['what resists phishing for everyone', { passkeys: 'required' }, one('secondStepNeeded', 2)],
  ['a second factor for a role', { secondFactorRoles: ['ORG_*'] }, one('secondStepNeeded', 1)],
  ['a second factor, and fewer kinds of it', { secondFactor: 'required', factors: ['securityKey'] }, one('secondStepNeeded', 2)],
  ['no passwords any more', { passwordAllowed: false }, one('signInLost', 3)],
  ['nothing that concerns a person', { sessionSeconds: 3_600, graceDays: 5 }, []],
  ['nothing', {}, []],
])('%s', async (_, change, effects) => {
  expect(await effectsOf(change)).toEqual(effects);
  expect(await effectsOf(change, 'PUT')).toEqual(effects);
});

it('names those alone whom the change newly concerns, and a reset counts too', async () => {
  await service.call('PATCH', `${base}/policies/assurance`, { secondFactor: 'required' });
  expect(await effectsOf({ passkeys: 'required' })).toEqual(one('secondStepNeeded', 1));
  await service.call('PATCH', `${base}/policies/assurance`, { secondFactor: 'off' });
  expect(await effectsOf({ secondFactor: 'required' })).toEqual(one('secondStepNeeded', 1));
  await service.call('PATCH', `${base}/policies/assurance`, { passkeys: 'off', secondFactor: null });
  expect((await service.call('DELETE', `${base}/policies/assurance?dryRun=true`)).body.effects).toEqual([]);
  await service.call('DELETE', `${base}/policies/assurance`);
});

it('is not in the answer to a change that is made, of the service, or of another kind', async () => {
  expect((await service.call('PATCH', `${base}/policies/assurance`, { graceDays: 5 })).body).not.toHaveProperty('effects');
  expect((await service.call('PATCH', '/admin/v1/policies/assurance?dryRun=true', { graceDays: 5 })).body).not.toHaveProperty('effects');
  expect((await service.call('PATCH', `${base}/policies/lockout?dryRun=true`, { maxAttempts: 5 })).body).not.toHaveProperty('effects');
  await service.call('DELETE', `${base}/policies/assurance`);
});

it('is a lower bound where not everyone is read, also if nobody was found', async () => {
  const before = defaultPolicy('assurance');
  const effects = await service.get(PolicyEffects).ofAssurance(world.organization.no, before, { ...before, secondFactor: 'required' }, 0);
  expect(effects).toEqual(['secondStepNeeded', 'signInLost'].map((effect) => ({ effect, people: 0, atLeast: true })));
});
