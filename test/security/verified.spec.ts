// "Verified" is what this service found out, never what somebody says: it cannot be set from outside, and a changed value is unverified again.
import { beforeAll, expect, it } from 'vitest';
import { addClient } from '../support/clients.js';
import { signIn, userinfo } from '../support/oauth.js';
import { patchOf, usersPath } from '../support/people.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

let personId: string;
let token: string;
beforeAll(async () => {
  const { id } = await world.addPerson({
    userName: 'verified',
    emails: [{ value: 'first@example.com', primary: true, verifiedBy: 'code' }],
  });
  personId = id;
  const loginName = `verified@${world.organization.primaryDomain}`;
  token = (await signIn(service, { loginName }, await addClient(world, { type: 'userAgent' }), 'openid email')).tokens.access_token;
});

const claims = async () => (await userinfo(service, token)).body as { email: string; email_verified: boolean };
const patch = (value: unknown) =>
  service.call('PATCH', `${usersPath(service, world.organization.id)}/${personId}`, patchOf({ op: 'replace', path: 'emails', value }));

it('a mark stays with its value, is lost with it, and does not come back with a value that says so', async () => {
  expect(await claims()).toMatchObject({ email: 'first@example.com', email_verified: true });
  await patch([{ value: 'first@example.com', type: 'work', primary: true }]);
  expect(await claims()).toMatchObject({ email: 'first@example.com', email_verified: true });
  await patch([{ value: 'second@example.com', primary: true, verified: true }]);
  expect(await claims()).not.toMatchObject({ email: 'second@example.com', email_verified: true });
  await patch([{ value: 'third@example.com', primary: true }]);
  expect(await claims()).toMatchObject({ email: 'third@example.com', email_verified: false });
  await patch([{ value: 'first@example.com', primary: true }]);
  expect(await claims()).toMatchObject({ email: 'first@example.com', email_verified: false });
});
