// Whether a caller may change something is judged in the unit of work of the change: a target that becomes stronger after the request arrived, and
// before its unit begins, is safe.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { eventsOf, createOrganization, freshName } from '../support/people.js';
import { png } from '../support/pictures.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let orgId: string;
let tokens: Record<'ORG_OWNER' | 'IAM_ORG_MANAGER', string>;
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
  const [owner, manager] = [
    await createServiceUser(service, orgId, 'ORG_OWNER'),
    await createServiceUser(service, orgId, 'IAM_ORG_MANAGER'),
  ];
  tokens = { ORG_OWNER: owner.token, IAM_ORG_MANAGER: manager.token };
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

interface Target {
  /** Below it are the paths of the table. */
  path: string;
  ids?: Readonly<Record<string, string>>;
  /** Makes it too strong for the caller. */
  strengthen(): Promise<unknown>;
}
type Row = readonly [unit: string, method: string, path: string, body?: unknown];

/** Generated keys of specs come from a small supply, and a key is registered once. */
const newKey = () => ({
  publicKeyPem: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
});

const org = () => `/admin/v1/organizations/${orgId}`;

/** A request of an administrator of the whole service that must succeed. */
async function root<T = Record<string, string>>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await service.call(method, path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body as T;
}

async function serviceUserCredentials(path: string): Promise<Record<string, string>> {
  const { secretId = '' } = await root('POST', `${path}/secrets`, {});
  const { keyId = '' } = await root('POST', `${path}/keys`, newKey());
  const { tokenId = '' } = await root('POST', `${path}/personal-access-tokens`, {});
  return { secretId, keyId, tokenId };
}

async function serviceUser(): Promise<Target> {
  const { userId = '' } = await root('POST', `${org()}/service-users`, { userName: freshName() });
  const path = `${org()}/service-users/${userId}`;
  const strengthen = () => root('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' });
  return { path, ids: await serviceUserCredentials(path), strengthen };
}

/** The service user of a connection, or the connection. */
async function connection(of: 'service-users' | 'connections'): Promise<Target> {
  const { connectionId = '' } = await root('POST', `${org()}/connections`, { name: freshName() });
  const strengthen = () => root('PATCH', `${org()}/connections/${connectionId}`, { emailTrust: 'all' });
  return { path: `${org()}/${of}/${connectionId}`, strengthen };
}

async function strongerConnection(): Promise<Target> {
  const { connectionId = '' } = await root('POST', `${org()}/connections`, { name: freshName() });
  const strengthen = () => root('POST', '/admin/v1/members', { userId: connectionId, role: 'IAM_OWNER' });
  return { path: `${org()}/connections/${connectionId}`, strengthen };
}

const WEB = { type: 'web', redirectUris: ['https://app.example/callback'] };

async function application(): Promise<Target> {
  const { projectId = '' } = await root('POST', `${org()}/projects`, { name: freshName() });
  const path = await applicationOf(projectId);
  const strengthen = () => root('PATCH', path, { apiAccess: true });
  const { secretId = '' } = await root('POST', `${path}/secrets`, {});
  const { keyId = '' } = await root('POST', `${path}/keys`, newKey());
  return { path, ids: { secretId, keyId }, strengthen };
}

async function applicationOf(projectId: string): Promise<string> {
  const applications = `${org()}/projects/${projectId}/applications`;
  return `${applications}/${(await root('POST', applications, { name: freshName(), ...WEB })).applicationId}`;
}

async function project(): Promise<Target> {
  const { projectId = '' } = await root('POST', `${org()}/projects`, { name: freshName() });
  const path = `${org()}/projects/${projectId}`;
  const { tokenId = '' } = await root('POST', `${path}/registration-tokens`, { name: freshName() });
  const strengthen = async () => root('PATCH', await applicationOf(projectId), { apiAccess: true });
  return { path, ids: { tokenId }, strengthen };
}

async function organization(): Promise<Target> {
  const name = freshName();
  const { orgId: other = '' } = await root('POST', '/admin/v1/organizations', { name });
  const path = `/admin/v1/organizations/${other}`;
  const strengthen = async () => {
    const { projectId } = await root('POST', `${path}/projects`, { name: freshName() });
    await root('POST', `${path}/projects/${projectId}/applications`, { name: freshName(), ...WEB, apiAccess: true });
  };
  return { path, ids: { name }, strengthen };
}

const CREDENTIALS: readonly Row[] = [
  ['add client secret', 'POST', '/secrets', {}],
  ['add client key', 'POST', '/keys', newKey],
  ['add personal access token', 'POST', '/personal-access-tokens', {}],
];
const IN_AN_HOUR = { expiresAt: new Date(Date.now() + 3_600_000).toISOString() };

const TARGETS: ReadonlyArray<{
  what: string;
  caller?: keyof typeof tokens;
  target: () => Promise<Target>;
  refusal: string;
  rows: readonly Row[];
}> = [
  {
    what: 'a service user that gets a role',
    target: serviceUser,
    refusal: 'access.strongerUser',
    rows: [
      ...CREDENTIALS,
      ['set end of client secret', 'PUT', '/secrets/:secretId', IN_AN_HOUR],
      ['remove client secret', 'DELETE', '/secrets/:secretId'],
      ['remove client key', 'DELETE', '/keys/:keyId'],
      ['remove personal access token', 'DELETE', '/personal-access-tokens/:tokenId'],
      ['change service user', 'PATCH', '', { description: 'changed' }],
      ['set service user state', 'POST', '/_deactivate'],
      ['remove service user', 'DELETE', ''],
    ],
  },
  {
    what: 'the service user of a connection that may verify every address',
    target: () => connection('service-users'),
    refusal: 'connection.emailTrust',
    rows: CREDENTIALS,
  },
  {
    what: 'a connection that may verify every address',
    target: () => connection('connections'),
    refusal: 'connection.emailTrust',
    rows: [['rotate connection token', 'POST', '/tokens', {}]],
  },
  {
    what: 'a connection whose service user gets a role',
    target: strongerConnection,
    refusal: 'access.strongerUser',
    rows: [
      ['rotate connection token', 'POST', '/tokens', {}],
      ['change connection', 'PATCH', '', { preset: 'okta' }],
      ['remove connection', 'DELETE', ''],
    ],
  },
  {
    what: 'an application that gets apiAccess',
    target: application,
    refusal: 'application.apiAccess',
    rows: [
      ['update application', 'PUT', '', { ...WEB, name: 'replaced' }],
      ['update application', 'PATCH', '', { redirectUris: ['https://other.example/callback'] }],
      ['remove application', 'DELETE', ''],
      ['set application state', 'POST', '/_deactivate'],
      ['set application state', 'POST', '/_reactivate'],
      ['add application secret', 'POST', '/secrets', {}],
      ['set end of application secret', 'PUT', '/secrets/:secretId', IN_AN_HOUR],
      ['remove application secret', 'DELETE', '/secrets/:secretId'],
      ['add client key', 'POST', '/keys', newKey],
      ['remove client key', 'DELETE', '/keys/:keyId'],
      ['set application logo', 'PUT', '/logo', { content: png(16, 16).toString('base64') }],
      ['set application logo', 'DELETE', '/logo'],
    ],
  },
  {
    what: 'a project that gets an application with apiAccess',
    target: project,
    refusal: 'application.apiAccess',
    rows: [
      ['change project', 'PATCH', '', { name: 'changed' }],
      ['remove project', 'DELETE', ''],
      ['set project state', 'POST', '/_deactivate'],
      ['set project state', 'POST', '/_reactivate'],
      ['remove registered applications', 'POST', '/registration-tokens/:tokenId/_remove-applications'],
    ],
  },
  {
    what: 'an organization that gets an application with apiAccess',
    caller: 'IAM_ORG_MANAGER',
    target: organization,
    refusal: 'organization.apiAccess',
    rows: [
      ['set organization state', 'POST', '/_deactivate'],
      ['set organization state', 'POST', '/_reactivate'],
      ['remove organization', 'DELETE', '?confirmName=:name'],
    ],
  },
];

/** Runs `change` once, before the next unit of work with a name. @returns whether it has run */
function beforeUnit(unit: string, change: () => Promise<unknown>): () => boolean {
  const database = service.get(Database);
  const write = database.write.bind(database);
  let hasRun = false;
  vi.spyOn(database, 'write').mockImplementation(async (name, work) => {
    if (!hasRun && name === unit) {
      hasRun = true;
      await change();
    }
    return write(name, work);
  });
  return () => hasRun;
}

const pathOf = ({ path, ids = {} }: Target, below: string): string =>
  path + below.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name);
const countEvents = async () => (await service.get(Database).query.row<{ n: number }>('SELECT COUNT(*) AS n FROM events', []))?.n;

describe.each(TARGETS)('$what', ({ caller = 'ORG_OWNER', target: make, refusal, rows }) => {
  it.for(rows)('before "%s" is refused: %s %s', async ([unit, method, below, body]) => {
    const token = tokens[caller];
    const send = (target: Target) =>
      service.call(method, pathOf(target, below), typeof body === 'function' ? (body as () => unknown)() : body, { token });
    expect((await send(await make())).status).toBeLessThan(300);

    const target = await make();
    let events: number | undefined;
    const hasRun = beforeUnit(unit, async () => {
      await target.strengthen();
      events = await countEvents();
    });
    const { status, body: answer } = await send(target);
    expect([hasRun(), status, answer?.code]).toEqual([true, 403, refusal]);
    expect(await countEvents()).toBe(events);
  });
});

describe('a manager of users', () => {
  it('cannot end the tokens of a connection by another profile of its service user', async () => {
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const { path } = await connection('service-users');
    const { personalAccessTokens } = await root<{ personalAccessTokens: Array<{ tokenId: string }> }>(
      'GET',
      `${path}/personal-access-tokens`,
    );
    for (const { tokenId } of personalAccessTokens) await root('DELETE', `${path}/personal-access-tokens/${tokenId}`);
    const change = async (body: unknown) => {
      const { status, body: answer } = await service.call('PATCH', path, body, { token });
      return [status, answer.code];
    };
    expect(await change({ profile: 'fapi2' })).toEqual([403, 'connection.serviceUser']);
    expect(await change({ profile: 'none', description: 'for Entra' })).toEqual([200, undefined]);
    expect((await eventsOf(service, path.split('/').at(-1) ?? '')).map(({ type }) => type)).not.toContain('user.deactivated');
  });
});
