// Each door of the service with each control that a request passes there, while its body is under way: the headers and half of the body arrive, the
// control changes, the rest arrives. The doors are those of src/common/admission/doors.ts: a door that isn't walked here fails, and so does a route behind none of them.
import { INTERCEPTORS_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, type ApplicationConfig } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DOORS as HOUSE_DOORS, guardedDoor, type DoorName } from '../../src/common/admission/doors.js';
import { ADMIN_INTERCEPTORS } from '../../src/admin/controller/admin-controller.js';
import { ImportService } from '../../src/admin/imports/import.service.js';
import { TokenVerifier } from '../../src/common/access/principal.js';
import { BODY_BYTES } from '../../src/common/admission/request-bounds.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { OidcEntry } from '../../src/oidc/provider/oidc-entry.js';
import { LIMITS } from '../../src/scim/protocol/wire/limits.js';
import { OrdinaryRequests } from '../../src/scim/resources/ordinary-requests.service.js';
import { RequestQuotas } from '../../src/users/organizations/limits/request-quotas.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { inOneMoment } from '../support/one-moment.js';
import { addClient, type Credentials } from '../support/clients.js';
import { signIn } from '../support/oauth.js';
import { freshName, scimUser } from '../support/people.js';
import { sendRaw, sendSlowly, type RawAnswer, type RawRequest } from '../support/raw-http.js';
import { routeMarks } from '../support/routes.js';
import { createServiceUser, type GivenRole } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

/** Said by a browser of an origin that nobody allowed: the short way leaves it to Express. */
const UNUSUAL = { origin: 'https://elsewhere.example' };
const IMPORT_BYTES = 2 ** 16;
/** Against what hangs; measures nothing. */
const PATIENCE = { timeout: 30_000 };
/** What people see. */
const PAGES = ['/sign-in/', '/account', '/password/', '/email/', '/invitation', '/enrolment', '/device'];

/** Who sends the request of a cell: a service user, or a person with a browser, of an organization of its own. */
interface Scene {
  world: World;
  /** The address of the organization, and of the sender. */
  org: string;
  sender: string;
  userId: string;
  token: string;
  client: Required<Credentials>;
  cookie: string;
  /** Nobody has this name unless the request was done. */
  name: string;
}

interface Door {
  /** The row of the table of the service. */
  door: DoorName;
  role: GivenRole;
  request(scene: Scene): RawRequest & { body: string };
  /** The status of an answer to a request that is done. */
  status: number;
  isDone(scene: Scene, answer: RawAnswer): Promise<boolean>;
  /** A body that is none, and one that is too large. */
  malformed: string;
  tooLarge: number;
}

/** How a caller of each kind is made. */
const SENDERS = { bearer: 'service user', client: 'client', session: 'person' } as const;
const senderOf = ({ door }: Door) => SENDERS[HOUSE_DOORS[door].caller];

/** A refusal is written as callers of a door read it. */
const REFUSALS: Record<(typeof HOUSE_DOORS)[DoorName]['errors'], (answer: RawAnswer) => void> = {
  scim: ({ status, headers, json }) => {
    expect(headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(json).toMatchObject({ status: String(status), schemas: expect.arrayContaining([expect.stringContaining(':Error')]) });
  },
  problem: ({ status, headers, json }) => {
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(json).toMatchObject({ status, requestId: headers['x-request-id'] });
  },
  oauth: ({ headers, json }) => {
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(json).toMatchObject({ error: expect.any(String) });
  },
  page: ({ headers }) => expect(headers['content-type'] ?? headers['location']).toMatch(/^text\/html|\/account/),
};
const assertRefusal = ({ door }: Door, answer: RawAnswer): void => REFUSALS[HOUSE_DOORS[door].errors](answer);

/** What may change while a body is under way. */
const CONTROLS = {
  token: ({ sender, cookie }: Scene) => (cookie === '' ? endToken(sender) : done('DELETE', `${sender}/sessions`)),
  role: async ({ org, userId }: Scene, { role }: Door) =>
    done('DELETE', `${role.startsWith('IAM') ? '/admin/v1' : org}/members/${userId}/${role}`),
  deactivated: ({ sender }: Scene) => done('POST', `${sender}/_deactivate`),
  deleted: ({ sender }: Scene) => done('DELETE', sender),
  organization: ({ org }: Scene) => done('POST', `${org}/_deactivate`),
  readOnly: () => done('POST', '/admin/v1/read-only-mode/_begin', {}),
} satisfies Record<string, (scene: Scene, door: Door) => Promise<unknown>>;

type Control = keyof typeof CONTROLS;

/** The status of the refusal, or why the request is done all the same. */
type Cell = number | string;

const ofScim = (door: DoorName, more: Record<string, string>): Door => ({
  door,
  role: 'ORG_USER_MANAGER',
  request: ({ world, token, name }) => ({
    method: 'POST',
    target: `/scim/v2/${world.organization.id}/Users`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...more },
    body: JSON.stringify(scimUser(name)),
  }),
  status: 201,
  isDone: isPerson,
  malformed: '{',
  tooLarge: LIMITS.bodyBytes + 1,
});

const ofAdmin = (role: GivenRole, target: (scene: Scene) => string, body: (scene: Scene) => object, more: Partial<Door>): Door => ({
  door: 'admin',
  role,
  request: (scene) => ({
    method: 'POST',
    target: target(scene),
    headers: { authorization: `Bearer ${scene.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body(scene)),
  }),
  status: 200,
  isDone: isPerson,
  malformed: '{',
  tooLarge: 2 ** 20 + 1,
  ...more,
});

const ofImport = (path: string, status: number, more: Partial<Door> = {}) =>
  ofAdmin(
    'IAM_OWNER',
    () => path,
    ({ world, name }) => ({ dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: [importedPerson(name)] }] } }),
    { door: 'import', status, tooLarge: IMPORT_BYTES + 1, ...more },
  );

const ofOAuth = (target: string): Door => ({
  door: 'oauth',
  role: 'ORG_USER_MANAGER',
  request: ({ client: { clientId, clientSecret }, token }) => ({
    method: 'POST',
    target,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ token }).toString(),
  }),
  status: 200,
  isDone: async (_, { json }) => json?.['active'] === true,
  malformed: '%',
  tooLarge: BODY_BYTES.oauthForm + 1,
});

const DOORS = {
  'SCIM, the short way': ofScim('scimShortWay', {}),
  'SCIM by Express': ofScim('scim', UNUSUAL),
  'the admin API': ofAdmin(
    'ORG_USER_MANAGER',
    ({ org }) => `${org}/people`,
    ({ name }) => ({ userName: name, givenName: 'Given', familyName: 'Family', emails: [{ value: `${name}@example.com`, primary: true }] }),
    { status: 201 },
  ),
  'an import that waits': ofImport('/admin/v1/import', 200),
  'an import in the background': ofImport('/admin/v1/imports', 202, {
    isDone: async (scene, { status }) =>
      status === 202 && vi.waitFor(async () => (expect(await isPerson(scene)).toBe(true), true), PATIENCE),
  }),
  'OAuth, the fast path': ofOAuth('/oauth/v2/introspect'),
  'OAuth by the library': ofOAuth('/oauth/v2/introspect?'),
  'a page': {
    door: 'page',
    role: 'ORG_USER_MANAGER',
    request: ({ cookie, name }) => ({
      method: 'POST',
      target: '/account/profile',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ givenName: name, familyName: 'Jensen' }).toString(),
    }),
    status: 200,
    isDone: async ({ world, name }) => (await service.get(People).requirePerson(world.organization, world.person.id)).givenName === name,
    malformed: '',
    tooLarge: BODY_BYTES.pageForm + 1,
  },
} satisfies Record<string, Door>;

const NO_ROLE = 'asks for no role';
const READS = 'writes nothing';

/** An organization hides itself from a caller without a role in it; the service has nothing to hide. */
function rowOf({ door, role }: Door): Record<Control, Cell> {
  const { needsRole, writes } = HOUSE_DOORS[door];
  const withoutRole = role.startsWith('IAM') ? 403 : 404;
  return {
    token: 401,
    role: needsRole ? withoutRole : NO_ROLE,
    deactivated: 401,
    deleted: 401,
    organization: 401,
    readOnly: writes ? 503 : READS,
  };
}

const CELLS = entries(DOORS).flatMap(([door, of]) => entries(rowOf(of)).map(([control, cell]) => ({ door, control, cell })));
const NAMES = entries(DOORS).map(([name]) => name);

let service: TestService;
const logged: Array<Record<string, unknown>> = [];
beforeAll(async () => {
  const log = new JsonLog('info', { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  service = await startService({ ACCESS_LOG: 'all', IMPORT_MAX_BYTES: String(IMPORT_BYTES) }, {}, log);
  service.get(ImportService).keepPauseMs = 1;
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

describe('while a body is under way', () => {
  it.each(CELLS)('$door: $control changes, and the answer is $cell', async ({ door: name, control, cell }) => {
    const door: Door = DOORS[name];
    const scene = await sceneOf(service, door);
    const { request, finish } = await begun(service, door, scene);
    await CONTROLS[control](scene, door);
    const answer = await finish();
    const isRefused = typeof cell === 'number';
    expect({ status: answer.status, isDone: await isDoneNow(door, scene, answer) }).toEqual({
      status: isRefused ? cell : door.status,
      isDone: !isRefused,
    });
    if (isRefused) assertRefusal(door, answer);
    expect(linesOf(answer)).toEqual([expect.objectContaining({ method: request.method, status: answer.status })]);
  });

  it.each(NAMES)('%s: nothing changes, and the request is done, counted and logged once', async (name) => {
    const door: Door = DOORS[name];
    const scene = await sceneOf(service, door);
    const left = async () => remaining(await sendRaw(service.url, door.request({ ...scene, name: freshName('door') })));
    // A window of the limits that begins between the two requests would count from its own beginning.
    const [before, answer] = await inOneMoment(service, async () => {
      const first = await left();
      const { finish } = await begun(service, door, scene);
      return [first, await finish()] as const;
    });
    expect({ status: answer.status, isDone: await door.isDone(scene, answer) }).toEqual({ status: door.status, isDone: true });
    expect(linesOf(answer)).toEqual([expect.objectContaining({ status: answer.status })]);
    if (HOUSE_DOORS[door.door].limits === 'caller') expect(remaining(answer)).toBe(Number(before) - 1);
  });

  it.each(NAMES)('%s: a body that turns out to be none, or too large, is refused', async (name) => {
    const door: Door = DOORS[name];
    const scene = await sceneOf(service, door);
    const cases = [...(door.malformed === '' ? [] : [door.malformed]), 'x'.repeat(door.tooLarge)];
    for (const body of cases) {
      const answer = await sendRaw(service.url, { ...door.request(scene), body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      assertRefusal(door, answer);
      expect(await isDoneNow(door, scene, answer)).toBe(false);
      expect(linesOf(answer)).toHaveLength(1);
    }
  });

  it('a service that is being stopped still does it at every door, and ends the connections', async () => {
    const stopped = await startService();
    try {
      const requests = new Map<keyof typeof DOORS, Awaited<ReturnType<typeof begun>>>();
      for (const name of NAMES) requests.set(name, await begun(stopped, DOORS[name], await sceneOf(stopped, DOORS[name])));
      stopped.service.leave();
      for (const [name, { finish }] of requests) {
        const { status, headers } = await finish();
        expect({ name, status, connection: headers['connection'] }).toEqual({
          name,
          status: DOORS[name].status,
          connection: 'close',
        });
      }
    } finally {
      await stopped.close();
    }
  });
});

it.each(NAMES.filter((name) => name.startsWith('SCIM') || /API|import/.test(name)))(
  '%s: an address in capitals is the same address',
  async (name) => {
    const door: Door = DOORS[name];
    const scene = await sceneOf(service, door);
    const request = door.request(scene);
    const answer = await sendRaw(service.url, {
      ...request,
      target: request.target.replace(/^\/\w+\/v\d\//, (prefix) => prefix.toUpperCase()),
    });
    expect({ status: answer.status, isDone: await door.isDone(scene, answer) }).toEqual({ status: door.status, isDone: true });
  },
);

describe('a caller is verified', () => {
  it.each(['SCIM, the short way', 'SCIM by Express'] as const)('once by %s if the body comes at once, twice if not', async (name) => {
    // On a server too: the second look reads rows anew.
    const door = DOORS[name];
    const scene = await sceneOf(service, door);
    const verify = vi.spyOn(service.get(TokenVerifier), 'verify');
    expect((await sendRaw(service.url, door.request({ ...scene, name: freshName('door') }))).status).toBe(201);
    expect(verify).toHaveBeenCalledTimes(1);
    const { body: _, ...bare } = door.request(scene);
    expect((await sendRaw(service.url, { ...bare, method: 'GET' })).status).toBe(200);
    expect(verify).toHaveBeenCalledTimes(2);
    const { finish } = await begun(service, door, scene);
    expect((await finish()).status).toBe(201);
    expect(verify).toHaveBeenCalledTimes(2);
  });
});

it('every door of the service is walked', () => {
  expect([...new Set(entries(DOORS).map(([, { door }]) => door))].toSorted()).toEqual(Object.keys(HOUSE_DOORS).toSorted());
});

it.each([
  ['/scim/v2/1/Users', 'scim'],
  ['/SCIM/v2/1/Users', 'scim'],
  ['/admin/v1/import', 'import'],
  ['/Admin/v1/imports/7', 'import'],
  ['/admin/v1/organizations', 'admin'],
] as const)('the guard admits %s at the door "%s"', (path, door) => expect(guardedDoor(path)).toBe(door));

it('every route with a body is behind a door of the table', () => {
  const withBody = Object.keys(routeMarks(service)).filter((route) => /^(POST|PUT|PATCH) /.test(route));
  const [isOfOAuth, isOfScim] = [service.get(OidcEntry), service.get(OrdinaryRequests)].map((door) => (path: string) => door.handles(path));
  const isBehind = (path: string) =>
    isOfOAuth?.(path) || isOfScim?.(path) || path.startsWith('/admin/v1/') || PAGES.some((page) => path.startsWith(page));
  expect(withBody.map((route) => route.split(' ')[1] ?? '').filter((path) => !isBehind(path))).toEqual([]);
});

it('the interceptors of the admin API run for its controllers only', () => {
  const { config } = service.service.app as unknown as { config: ApplicationConfig };
  expect(config.getGlobalInterceptors().map(({ constructor }) => constructor.name)).toEqual([]);
  const controllers = [...service.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  for (const { metatype } of controllers) {
    const isAdmin = String(Reflect.getMetadata(PATH_METADATA, metatype as object)).startsWith('admin/v1');
    const bound = (Reflect.getMetadata(INTERCEPTORS_METADATA, metatype as object) ?? []) as unknown[];
    const name = (metatype as { name: string }).name;
    expect({ name, bound: ADMIN_INTERCEPTORS.filter((one) => bound.includes(one)) }).toEqual({
      name,
      bound: isAdmin ? ADMIN_INTERCEPTORS : [],
    });
  }
});

/** Sends the headers and half of the body, and waits until the door has judged what it judges before the rest. */
async function begun({ url, get }: TestService, door: Door, scene: Scene) {
  const request = door.request(scene);
  const half = Math.floor(Buffer.byteLength(request.body) / 2);
  const body = Buffer.from(request.body);
  const [admit, verify] = [vi.spyOn(get(RequestQuotas), 'admit').mockClear(), vi.spyOn(get(TokenVerifier), 'verify').mockClear()];
  const slow = sendSlowly(url, { ...request, body: body.subarray(0, half) }, body.length);
  await vi.waitFor(() => expect(admit).toHaveBeenCalled(), PATIENCE);
  if (HOUSE_DOORS[door.door].order !== 'bodyFirst')
    await vi.waitFor(() => expect(verify.mock.settledResults[0]?.type).toBe('fulfilled'), PATIENCE);
  return {
    request,
    finish: () => {
      slow.finish(body.subarray(half));
      return slow.answer;
    },
  };
}

async function sceneOf(at: TestService, door: Door): Promise<Scene> {
  const { role } = door;
  const sender = senderOf(door);
  const world = await makeWorld(at);
  const org = `/admin/v1/organizations/${world.organization.id}`;
  const { userId, token, clientId } = await createServiceUser(at, world.organization.id, role);
  const scene = { world, org, userId, token, sender: `${org}/service-users/${userId}`, cookie: '', name: freshName('door') };
  if (sender === 'client') {
    const { body } = await at.call('POST', `${scene.sender}/secrets`, {});
    return { ...scene, client: { clientId, clientSecret: body.clientSecret } };
  }
  const client = { clientId, clientSecret: '' };
  if (sender === 'service user') return { ...scene, client };
  const { browser } = await signIn(at, world, await addClient(world));
  return { ...scene, client, cookie: browser.cookieHeader('/account/profile'), sender: `${org}/people/${world.person.id}` };
}

async function endToken(sender: string): Promise<void> {
  const { body } = await service.call('GET', `${sender}/personal-access-tokens`);
  await done('DELETE', `${sender}/personal-access-tokens/${body.personalAccessTokens[0].tokenId}`);
  const { body: found } = await service.call('GET', `${sender}/secrets`);
  for (const { secretId } of found.secrets) await done('DELETE', `${sender}/secrets/${secretId}`);
}

async function done(method: string, path: string, body?: unknown): Promise<void> {
  expect((await service.call(method, path, body)).status).toBeLessThan(300);
}

/** After what changed is as before, as far as it matters for looking. */
async function isDoneNow(door: Door, scene: Scene, answer: RawAnswer): Promise<boolean> {
  await done('POST', '/admin/v1/read-only-mode/_end');
  if (senderOf(door) === 'person' && !(await personIsThere(scene))) return false;
  return door.isDone(scene, answer);
}

const personIsThere = async ({ sender }: Scene) => (await service.call('GET', sender)).status === 200;

async function isPerson({ world, name }: Scene): Promise<boolean> {
  return (await service.get(People).findByNameOrEmail(world.organization, name)) !== undefined;
}

const remaining = ({ headers }: RawAnswer) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

const linesOf = ({ headers }: RawAnswer) =>
  logged.filter((line) => line['message'] === 'request' && line['requestId'] === headers['x-request-id']);

function importedPerson(userName: string): object {
  const email = { email: `${userName}@example.com`, isEmailVerified: false };
  return { userId: userName, user: { userName, profile: { firstName: 'Given', lastName: 'Family' }, email } };
}

function entries<T extends object>(table: T): Array<[keyof T & string, T[keyof T]]> {
  return Object.entries(table) as Array<[keyof T & string, T[keyof T]]>;
}
