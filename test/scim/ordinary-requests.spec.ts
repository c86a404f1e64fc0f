// Ordinary requests are answered before Express sees them; an unusual header leads the same request through Express. Nobody can tell which way it was.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OrdinaryRequests } from '../../src/scim/resources/ordinary-requests.service.js';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { Answer, CallOptions, TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let users: string;
let groups: string;
let id: string;
let viewer: string;
const ways: boolean[] = [];
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  users = usersPath(service, orgId);
  groups = users.replace(/Users$/, 'Groups');
  ({ id } = await createPerson(service, {}, orgId));
  viewer = (await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER')).token;
  const requests = service.get(OrdinaryRequests);
  const answerRequest = requests.answerRequest.bind(requests);
  vi.spyOn(requests, 'answerRequest').mockImplementation(async (...parts) => {
    const isAnswered = await answerRequest(...parts);
    ways.push(isAnswered);
    return isAnswered;
  });
});
afterAll(() => service.close());

/** Said by a browser of an origin that nobody allowed: CORS is Express's. */
const UNUSUAL = { origin: 'https://elsewhere.example' };

const rename = () => patchOf({ op: 'replace', path: 'displayName', value: 'Renamed' });

/** What each of both requests is; those that change something get a resource of their own. */
const ORDINARY: ReadonlyArray<[what: string, ask: (options: CallOptions) => Promise<Answer>, status: number]> = [
  ['a person', (options) => service.call('GET', `${users}/${id}`, undefined, options), 200],
  ['a person with some attributes', (options) => service.call('GET', `${users}/${id}?attributes=userName,name`, undefined, options), 200],
  ['a person in the version that is known', (options) => service.call('GET', `${users}/${id}`, undefined, known(options)), 304],
  ['a list', (options) => service.call('GET', users, undefined, options), 200],
  ['a page', (options) => service.call('GET', `${users}?startIndex=1&count=1&filter=userName%20pr`, undefined, options), 200],
  ['a create', (options) => service.call('POST', users, scimUser(freshName('o')), options), 201],
  ['a replacement', async (options) => service.call('PUT', await own(), scimUser(freshName('o')), options), 200],
  ['a patch', async (options) => service.call('PATCH', await own(), rename(), options), 204],
  ['a patch that shows', async (options) => service.call('PATCH', `${await own()}?attributes=displayName`, rename(), options), 200],
  ['a removal', async (options) => service.call('DELETE', await own(), undefined, options), 204],
  ['groups', (options) => service.call('GET', groups, undefined, options), 200],
  ['a new group', (options) => service.call('POST', groups, { schemas: [URN.group], displayName: freshName('g') }, options), 201],
];

it.each(ORDINARY)('%s', async (_, ask, status) => {
  const [direct, byExpress] = await bothWays(ask);
  expect([direct.isDirect, byExpress.isDirect]).toEqual([true, false]);
  expect([direct.status, byExpress.status]).toEqual([status, status]);
  expect(comparable(direct)).toEqual(comparable(byExpress));
});

/** Requests that are refused, by whatever is wrong with them. */
const REFUSED: ReadonlyArray<[what: string, ask: (options: CallOptions) => Promise<Answer>, status: number]> = [
  ['an id of nobody', (options) => service.call('GET', `${users}/nobody`, undefined, options), 404],
  ['another organization', (options) => service.call('GET', usersPath(service, 'none'), undefined, options), 404],
  ['no token', (options) => service.call('GET', users, undefined, { ...options, token: null }), 401],
  ['a token of nobody', (options) => service.call('GET', users, undefined, { ...options, token: 'nobody' }), 401],
  ['a filter that is none', (options) => service.call('GET', `${users}?filter=x`, undefined, options), 400],
  ['a name that is taken', async (options) => service.call('POST', users, await taken(), options), 409],
  ['a body that lacks something', (options) => service.call('POST', users, { schemas: [URN.user] }, options), 400],
  ['a body that is no object', (options) => service.call('POST', users, '"text"', raw(options)), 400],
  ['a body that is no JSON', (options) => service.call('POST', users, '{', raw(options)), 400],
  ['a body that is too deep', (options) => service.call('POST', users, `${'['.repeat(70)}${']'.repeat(70)}`, raw(options)), 400],
  ['a caller without the permission', (options) => service.call('DELETE', `${users}/${id}`, undefined, { ...options, token: viewer }), 403],
  ['an old version', (options) => service.call('DELETE', `${users}/${id}`, undefined, stale(options)), 412],
];

it.each(REFUSED)('%s is refused alike', async (_, ask, status) => {
  const [direct, byExpress] = await bothWays(ask);
  expect([direct.isDirect, byExpress.isDirect]).toEqual([false, false]);
  expect([direct.status, byExpress.status]).toEqual([status, status]);
  expect(comparable(withoutLimits(direct))).toEqual(comparable(withoutLimits(byExpress)));
});

it('what is refused counts once against the quotas, and stands in the log once', async () => {
  const left = async () => Number(/r=(\d+)/.exec((await service.call('GET', `${users}/${id}`)).headers.get('ratelimit') ?? '')?.[1]);
  const before = await left();
  const refused = await service.call('GET', `${users}/somebody-else`);
  expect(await left()).toBe(before - 2);
  const { body } = await service.call('POST', `/admin/v1/organizations/${orgId}/provisioning/_search`, { target: 'somebody-else' });
  expect(body.entries).toEqual([
    expect.objectContaining({ operation: 'read', status: 404, requestId: refused.headers.get('x-request-id') }),
  ]);
});

/** The same request, before Express and through it. */
async function bothWays(ask: (options: CallOptions) => Promise<Answer>): Promise<[OneWay, OneWay]> {
  const direct = await ask({});
  const isDirect = ways.at(-1);
  const byExpress = await ask({ headers: UNUSUAL });
  return [
    { ...direct, isDirect },
    { ...byExpress, isDirect: ways.at(-1) },
  ];
}

interface OneWay extends Answer {
  isDirect: boolean | undefined;
}

const own = async () => `${users}/${(await createPerson(service, {}, orgId)).id}`;

async function taken(): Promise<object> {
  const { userName } = (await service.call('GET', `${users}/${id}`)).body;
  return { ...scimUser(freshName('o')), userName };
}

const known = (options: CallOptions): CallOptions => ({ ...options, headers: { ...options.headers, 'if-none-match': 'W/"1"' } });
const stale = (options: CallOptions): CallOptions => ({ ...options, headers: { ...options.headers, 'if-match': 'W/"77"' } });
const raw = (options: CallOptions): CallOptions => ({ ...options, type: 'application/scim+json' });

/** Express reads a body before it counts the request. */
function withoutLimits({ headers, ...answer }: Answer): Answer {
  const others = new Headers(headers);
  for (const name of ['ratelimit', 'ratelimit-policy']) others.delete(name);
  return { ...answer, headers: others };
}

/** Without what differs from one request to the next, or is about origins. */
function comparable({ headers, text }: Answer): unknown {
  const { date: _, vary: _vary, 'x-request-id': id, ratelimit, ...same } = Object.fromEntries(headers);
  const own = [/[0-9a-f]{8}-[0-9a-f-]{27}/g, /\b(user|o|g)-\d+-\d+/g, /\d{4}-\d\d-\d\dT[\d:.]+Z/g];
  const plain = (value: string) => own.reduce((rest, part) => rest.replace(part, '…'), value);
  const fields = Object.entries(same).map(([name, value]) => [name, name === 'content-length' ? '…' : plain(value)]);
  return { fields, hasId: id !== undefined, hasLimits: ratelimit !== undefined, text: plain(text) };
}
