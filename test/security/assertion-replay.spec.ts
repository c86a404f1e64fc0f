// An assertion counts once, over all processes (RFC 7523 section 3, rule 7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { addKey, ASSERTION_TYPE, assertionOf, JWT_PROFILE, type Signer } from '../support/clients.js';
import { addServiceUser } from '../support/service-users.js';
import { makeWorld } from '../support/world.js';
import { post } from '../support/oauth.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let user: ServiceUser;
let signer: Signer;
beforeAll(async () => {
  service = await startService();
  user = await addServiceUser(service, await makeWorld(service));
  signer = await addKey(service, user);
});
afterAll(() => service.close());

const asClient = (assertion: string) => ({
  grant_type: 'client_credentials',
  client_assertion: assertion,
  client_assertion_type: ASSERTION_TYPE,
});
const asProfile = (assertion: string) => ({ grant_type: JWT_PROFILE, assertion });
const use = (form: Record<string, string>) => post(service, '/oauth/v2/token', form);

describe.each([
  ['client authentication', asClient, 401],
  ['the JWT profile', asProfile, 400],
] as const)('in %s', (_, form, refused) => {
  it.each([true, false])('of fifty uses at once exactly one wins (jti: %s)', async (withJti) => {
    const assertion = await assertionOf(
      service,
      signer,
      user.clientId,
      withJti ? {} : { jti: undefined, nbf: Math.floor(Math.random() * 1e6) },
    );
    const statuses = (await Promise.all(Array.from({ length: 50 }, () => use(form(assertion))))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === refused)).toHaveLength(49);
  });

  it('a jti counts once, whatever else the assertion says', async () => {
    const jti = `once-${refused}`;
    expect((await use(form(await assertionOf(service, signer, user.clientId, { jti })))).status).toBe(200);
    expect((await use(form(await assertionOf(service, signer, user.clientId, { jti, scope: 'more' })))).status).toBe(refused);
  });
});

it('is used up for every way of use at once', async () => {
  const assertion = await assertionOf(service, signer, user.clientId);
  expect((await use(asClient(assertion))).status).toBe(200);
  expect((await use(asProfile(assertion))).status).toBe(400);
});

it('without jti is recognized although its signature was rewritten', async () => {
  // For each ECDSA signature (r, s) there is (r, n - s), which anybody can make and which is as valid.
  const assertion = await assertionOf(service, signer, user.clientId, { jti: undefined, nbf: 1 });
  expect((await use(asClient(assertion))).status).toBe(200);
  const [header, payload, signature = ''] = assertion.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const s = (order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0');
  const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s, 'hex')]).toString('base64url');
  expect((await use(asClient(`${header}.${payload}.${twin}`))).status).toBe(401);
});

it('does not stop others from using the same jti', async () => {
  const another = await addServiceUser(service, await makeWorld(service));
  const key = await addKey(service, another);
  for (const [owner, with_] of [
    [user, signer],
    [another, key],
  ] as const)
    expect((await use(asClient(await assertionOf(service, with_, owner.clientId, { jti: 'shared' })))).status).toBe(200);
});

it('gives its jti free when it has expired', async () => {
  expect((await use(asClient(await assertionOf(service, signer, user.clientId, { jti: 'again' })))).status).toBe(200);
  service.get(Clock).advance(300_000);
  expect((await use(asClient(await assertionOf(service, signer, user.clientId, { jti: 'again' })))).status).toBe(200);
});
