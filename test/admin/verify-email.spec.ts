// An administrator of the service marks an address as verified: with an event, and within the rules that hold for all marks.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addClient } from '../support/clients.js';
import { signIn, userinfo } from '../support/oauth.js';
import { createPerson, eventsOf, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let base: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}/people`;
});

const verify = (id: string, body: object = {}, token?: string) =>
  service.call('POST', `${base}/${id}/_verify-email`, body, token === undefined ? {} : { token });
const provisioned = async (...addresses: string[]) =>
  (await createPerson(service, { emails: addresses.map((value) => ({ value })) }, world.organization.id)).id as string;
const elsewhere = () => `${freshName('mail')}@elsewhere.example`;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

it('is what applications are told from then on, and leaves an event with its reason', async () => {
  const { tokens } = await signIn(service, world, await addClient(world, { type: 'userAgent' }), 'openid email');
  const claims = async () => (await userinfo(service, tokens.access_token)).body;
  expect(await claims()).toMatchObject({ email: world.loginName, email_verified: false });
  const { status, body } = await verify(world.person.id);
  expect([status, body.emails]).toEqual([200, [{ value: world.loginName, primary: true, verified: true, verifiedBy: 'administrator' }]]);
  expect(await claims()).toMatchObject({ email: world.loginName, email_verified: true });
  const last = (await eventsOf(service, world.person.id)).at(-1);
  expect(last).toMatchObject({ type: 'user.human.email.verified', payload: { email: world.loginName, verifiedBy: 'administrator' } });
  // Once more changes nothing.
  expect((await verify(world.person.id)).status).toBe(200);
  expect((await eventsOf(service, world.person.id)).at(-1)).toEqual(last);
});

it('is for one of the addresses that the person has', async () => {
  const [first, second] = [elsewhere(), elsewhere()];
  const id = await provisioned(first, second);
  expect((await verify(id, { email: second })).body.emails).toEqual([
    { value: first },
    { value: second, verified: true, verifiedBy: 'administrator' },
  ]);
  expect(codeOf(await verify(id, { email: elsewhere() }))).toEqual([400, 'person.notTheirAddress']);
  expect(codeOf(await verify(id, { address: first }))).toEqual([400, 'body.invalid']);
  expect(codeOf(await verify('nobody'))).toEqual([404, 'person.notFound']);
});

it('is refused for an address that somebody else of the organization has, or in a domain of another organization', async () => {
  const shared = elsewhere();
  await provisioned(shared);
  expect(codeOf(await verify(await provisioned(shared.toUpperCase())))).toEqual([409, 'person.addressShared']);
  const other = await makeWorld(service);
  const foreign = `${freshName('x')}@${other.organization.primaryDomain}`;
  expect(codeOf(await verify(await provisioned(foreign)))).toEqual([409, 'person.addressForeign']);
});

it.each(['ORG_OWNER', 'ORG_USER_MANAGER', 'IAM_USER_MANAGER'] as const)(
  'is not for %s: the mark reaches every organization',
  async (role) => {
    const { token } = await createServiceUser(service, world.organization.id, role);
    expect((await verify(await provisioned(elsewhere()), {}, token)).status).toBe(403);
  },
);

it('is not for a stronger person', async () => {
  const { token } = await createServiceUser(service, world.organization.id, 'IAM_ORG_MANAGER');
  const id = await provisioned(elsewhere());
  expect((await verify(id, {}, token)).status).toBe(200);
  const stronger = await provisioned(elsewhere());
  await service.call('POST', '/admin/v1/members', { userId: stronger, role: 'IAM_OWNER' });
  expect(codeOf(await verify(stronger, {}, token))).toEqual([403, 'access.strongerUser']);
});
