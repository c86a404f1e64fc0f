// Every kind of token and secret at every place that takes one: what is meant for one party or purpose is nothing anywhere else.
// A new kind is one row, a new place one column.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { API_SCOPE, authorize, clientToken, introspect, post, redeem, refresh, signIn, userinfo } from '../support/oauth.js';
import { addClient, type Credentials } from '../support/clients.js';
import { makeWorld, type World } from '../support/world.js';
import { usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: World;
let application: Required<Credentials>;
let serviceUser: Required<Credentials>;

/** What is presented, and to whom it belongs. */
interface Presented {
  value: string;
  owner: Required<Credentials>;
}

const BEARER_APIS = ['scim', 'admin', 'userinfo'] as const;

/** Whether a place takes what is presented. */
const PLACES: Readonly<Record<string, (presented: Presented) => Promise<boolean>>> = {
  scim: async ({ value }) =>
    accepted(await service.call('GET', `${usersPath(service, world.organization.id)}?count=1`, undefined, { token: value })),
  admin: async ({ value }) =>
    accepted(await service.call('GET', `/admin/v1/organizations/${world.organization.id}`, undefined, { token: value })),
  userinfo: async ({ value }) => accepted(await userinfo(service, value)),
  introspection: async ({ value, owner }) => (await introspect(service, owner, value)).body.active === true,
  'introspection by another': async ({ value, owner }) =>
    (await introspect(service, owner === application ? serviceUser : application, value)).body.active === true,
  'refresh grant': async ({ value, owner }) => accepted(await refresh(service, owner, value)),
  'code grant': async ({ value, owner }) => accepted(await redeem(service, owner, value)),
  'client secret': async ({ value, owner }) => accepted(await introspect(service, { ...owner, clientSecret: value }, 'x')),
  'id_token_hint of another flow': async ({ value }) => {
    const query = new URLSearchParams({
      client_id: application.clientId,
      redirect_uri: 'https://app.example/callback',
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
      id_token_hint: value,
    });
    const answer = await service.call('GET', `/oauth/v2/authorize?${query.toString()}`, undefined, { token: null });
    return String(answer.headers.get('location')).includes('code=');
  },
};

/** Success, or a refusal of the right kind; anything else is an error of the test. */
function accepted({ status }: { status: number }): boolean {
  if (status === 200) return true;
  expect([400, 401]).toContain(status);
  return false;
}

/** Kinds, how each is come by, and the places that take it. */
const KINDS: ReadonlyArray<[kind: string, make: () => Promise<Presented>, takenBy: readonly string[]]> = [
  ['token of a person', async () => mine((await tokens()).access_token), ['userinfo', 'introspection']],
  [
    'token of a person for our API',
    async () => mine((await tokens(`openid ${API_SCOPE}`)).access_token),
    [...BEARER_APIS, 'introspection'],
  ],
  ['token of a service user', async () => own(await clientToken(service, serviceUser)), [...BEARER_APIS, 'introspection']],
  ['personal access token', async () => own(service.credentials.serviceUser.personalAccessToken), [...BEARER_APIS, 'introspection']],
  ['ID token', async () => mine((await tokens()).id_token), []],
  ['refresh token', async () => mine((await tokens('openid offline_access')).refresh_token), ['refresh grant']],
  ['code', async () => mine((await authorize(service, world, application.clientId)).code), ['code grant']],
  ['session cookie', async () => mine(cookie((await signedIn()).browser.cookieHeader('/oauth/v2/authorize'))), []],
  ['cursor', async () => own(await service.get(Keyring).seal('cursor', content())), []],
  ['sealed mail', async () => own(await service.get(Keyring).seal('mail', content())), []],
  ['client secret of an application', async () => mine(application.clientSecret), ['client secret']],
  ['client secret of a service user', async () => own(serviceUser.clientSecret), ['client secret']],
  ['id of a live token', async () => own((await introspect(service, serviceUser, await clientToken(service, serviceUser))).body.jti), []],
];

const mine = (value: string): Presented => ({ value, owner: application });
const own = (value: string): Presented => ({ value, owner: serviceUser });
const signedIn = (scope = 'openid') => signIn(service, world, application, scope);
const tokens = async (scope?: string) => (await signedIn(scope)).tokens;
const cookie = (header: string) => /gatehouse_session=([^;]+)/.exec(header)?.[1] ?? '';
const content = () =>
  Buffer.from(
    JSON.stringify({
      jti: 'x',
      kind: 'service',
      userNo: 1,
      userId: 'x',
      clientId: serviceUser.clientId,
      scope: 'openid',
      audience: [],
      iat: 1,
      exp: 4_000_000_000,
    }),
  );

beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  const client = await addClient(world, { apiAccess: true });
  application = { clientId: client.clientId, clientSecret: client.clientSecret ?? '' };
  serviceUser = service.credentials.serviceUser;
  await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, { userId: world.person.id, role: 'ORG_OWNER' });
});
afterAll(() => service.close());

describe.each(KINDS)('a %s', (_, make, takenBy) => {
  it(`is taken by ${takenBy.join(', ') || 'nobody'} and nowhere else`, async () => {
    const presented = await make();
    expect(presented.value).toMatch(/.{10}/);
    const taken = [];
    for (const [place, takes] of Object.entries(PLACES)) if (await takes(presented)) taken.push(place);
    expect(taken).toEqual(takenBy);
  });
});

describe('revocation', () => {
  it.each(['session cookie', 'cursor', 'client secret of an application', 'id of a live token'])(
    'of a %s ends nothing and says nothing',
    async (kind) => {
      const live = await clientToken(service, serviceUser);
      const make = KINDS.find(([name]) => name === kind)?.[1];
      const { value, owner } = (await make?.()) ?? own('');
      const { status, text } = await post(service, '/oauth/v2/revoke', { token: value }, owner);
      expect([status, text]).toEqual([200, '']);
      expect((await userinfo(service, live)).status).toBe(200);
    },
  );
});

it('a bearer token in the address or the body opens neither SCIM nor the JSON API', async () => {
  const { personalAccessToken } = service.credentials.serviceUser;
  for (const path of [usersPath(service), '/admin/v1/features']) {
    expect((await service.call('GET', `${path}?access_token=${personalAccessToken}`, undefined, { token: null })).status).toBe(401);
  }
  const form = await service.call('POST', '/scim/v2/x/Users', { access_token: personalAccessToken }, { token: null });
  expect(form.status).toBe(401);
});
