// Answers that are written a portion at a time and fail on the way: the caller sees a broken connection, the operator a 500 and its cause.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { OrganizationExport } from '../../src/admin/exports/organization-export.service.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { REQUESTS, type ObservedRequest } from '../../src/common/observation/topics.js';
import { GroupBinding } from '../../src/scim/groups/group.binding.js';
import { freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const told: ObservedRequest[] = [];
const lines: string[] = [];
const end = REQUESTS.listen((request) => told.push(request));
let service: TestService;
let group: string;
beforeAll(async () => {
  service = await startService({}, {}, new JsonLog('error', { write: (line) => void lines.push(line) }));
  const groups = `/scim/v2/${service.credentials.orgId}/Groups`;
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
  group = `${groups}/${(await service.call('POST', groups, { schemas, displayName: freshName('Broken') })).body.id}`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  end();
  await service.close();
});

async function* failing<Part>(part: Part): AsyncGenerator<Part> {
  for (let sent = 0; sent < 3; sent++) yield part;
  throw new Error('the rest cannot be read');
}

const failMembers = () => {
  const reader = service.get(GroupBinding).elements.members;
  // As of a group with more members than are read at once.
  vi.spyOn(reader, 'readAll').mockResolvedValue(undefined);
  vi.spyOn(reader, 'readPortions').mockImplementation(() => failing([{ value: 'a', leadsTo: 'User' }]));
};
const failExport = () => void vi.spyOn(service.get(OrganizationExport), 'begin').mockResolvedValue(failing('x'.repeat(100_000)));
const exportPath = () => `/admin/v1/organizations/${service.credentials.orgId}/export`;

it.each([
  ['an ordinary request for a group', failMembers, () => group, {}, '/scim/v2/:orgId/Groups/:id'],
  ['any other request for a group', failMembers, () => group, { accept: '*/*;q=0.5' }, '/scim/v2/:orgId/Groups/:id'],
  ['an export', failExport, exportPath, {}, '/admin/v1/organizations/:orgId/export'],
] as const)(
  '%s that fails amid its answer ends the connection, is a 500, and leaves its cause in the log',
  async (what, fail, path, headers, route) => {
    fail();
    const id = what.replaceAll(' ', '-');
    await expect(service.call('GET', path(), undefined, { headers: { ...headers, 'x-request-id': id } })).rejects.toThrow();
    const outcome = () => told.find(({ requestId }) => requestId === id);
    await expect.poll(outcome).toMatchObject({ status: 500, failed: true, route });
    const failures = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ requestId }) => requestId === id);
    expect(failures).toMatchObject([
      { message: 'request failed', method: 'GET', path: route, err: { message: 'the rest cannot be read' } },
    ]);
  },
);

it('a caller who goes amid an answer leaves no failure in the log', async () => {
  const reader = service.get(GroupBinding).elements.members;
  vi.spyOn(reader, 'readAll').mockResolvedValue(undefined);
  vi.spyOn(reader, 'readPortions').mockImplementation(async function* () {
    for (;;) yield [{ value: 'a'.repeat(10_000), leadsTo: 'User' }];
  });
  const before = lines.length;
  const stop = new AbortController();
  const authorization = `Bearer ${service.credentials.serviceUser.personalAccessToken}`;
  const { body } = await fetch(service.url + group, { headers: { authorization, 'x-request-id': 'gone' }, signal: stop.signal });
  await body?.getReader().read();
  stop.abort();
  await expect.poll(() => told.find(({ requestId }) => requestId === 'gone')).toMatchObject({ status: 499, failed: false });
  expect(lines.slice(before)).toEqual([]);
});
