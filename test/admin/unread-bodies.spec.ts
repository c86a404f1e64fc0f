// A body that a route does not read is refused like an unknown member of one that is read, on every route of the admin API.
import { expect, it } from 'vitest';
import { apiOperations, filled } from '../support/operations.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

/** Bodies below this address are not parsed before the handler: it reads files. */
const STREAMED = '/admin/v1/imports/';
const UNREAD = apiOperations().filter(
  ({ path, method, body }) => path.startsWith('/admin/v1/') && !path.startsWith(STREAMED) && method !== 'GET' && body === undefined,
);

it.each(UNREAD.map(({ method, path, words }) => [method, path, words] as const))('%s %s', async (method, path, words) => {
  const address = filled(path, (name) => words[name] ?? (name === 'orgId' ? world.organization.id : 'nowhere'));
  const { status, body } = await service.call(method, address, { returnTo: 'https://app.example/' });
  expect([status, body.code, body.errors?.map(({ code }: { code: string }) => code)]).toEqual([400, 'body.invalid', ['body.unknown']]);
});

it('an empty object is none', async () => {
  const person = await world.addPerson({ userName: 'locked' });
  const path = `/admin/v1/organizations/${world.organization.id}/people/${person.id}/_lock`;
  expect((await service.call('POST', path, {})).status).toBeLessThan(300);
});
