// Guessing at the passwords of a directory whose people have several names, by a directory that a test plays.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { UpstreamError } from '../../src/oidc/upstream/upstream.js';
import { Upstreams } from '../../src/oidc/upstream/upstreams.service.js';
import { DirectoryPasswordChecks } from '../../src/users/accounts/federation/directory-password-checks.service.js';
import type { IdentityProvider } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import type { Organization } from '../../src/users/organizations/organizations.service.js';
import { BIND, bound, done, entry, SEARCH, startLdapServer, type LdapServer } from '../support/ldap-server.js';
import { startService, type TestService } from '../support/service.js';
import { ldapProvider, typed } from '../support/upstream-provider.js';
import { makeWorld } from '../support/world.js';

const PASSWORD = 'Password-of-the-person-1';
const DN = 'cn=Ada,dc=example,dc=com';
/** Of the policy `lockout`. Names are locked by then, so no test depends on shorter waits. */
const MAX_ATTEMPTS = 3;
/** Each name that contains `ada` is one of Ada's. */
const NAME = /ada/;
const LOCKED = [49, '80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data 775, v3839'] as const;

let server: LdapServer;
let service: TestService;
let organization: Organization;
let create: () => Promise<IdentityProvider>;
let provider: IdentityProvider;
/** What the directory answers to a bind of Ada. */
let answer: (password: string | undefined) => readonly [code: number, diagnostic?: string] | undefined;
/** The same for an entry that does not exist. */
let answerUnknown: ReturnType<typeof answer>;
let isDown = false;
const comparing: typeof answer = (password) => [password === PASSWORD ? 0 : 49];

beforeAll(async () => {
  server = await startLdapServer((request, socket) => {
    if (request.operation === SEARCH) {
      if (isDown) return void socket.destroy();
      const isKnown = NAME.test(JSON.stringify(request.filter));
      const found = isKnown ? [entry(request, DN, { entryUUID: ['uuid-1'], uid: ['ada'] })] : [];
      return Buffer.concat([...found, done(request)]);
    }
    if (request.operation !== BIND) return undefined;
    if (request.dn?.startsWith('cn=gatehouse')) return bound(request);
    const result = request.dn === DN ? answer(request.password) : answerUnknown;
    return result ? bound(request, ...result) : void socket.destroy();
  });
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  const world = await makeWorld(service);
  organization = world.organization;
  await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/lockout`, { maxAttempts: MAX_ATTEMPTS });
  const content = ldapProvider({ urls: [server.url], activeDirectory: true });
  create = () => service.get(ProviderChanges).create(world.organization, content, 'The-account-that-searches-7', 'test');
});
afterAll(async () => {
  await service?.close();
  await server?.close();
});
beforeEach(async () => {
  [answer, answerUnknown, isDown] = [comparing, [49], false];
  // One of its own for each test: the counters are those of a provider.
  provider = await create();
});

let networks = 0;
/** The outcome, or the fault. Each network is counted for itself. */
async function attempt(loginName: string, password: string, ip = `2001:db8:0:${(++networks).toString(16)}::1`): Promise<string> {
  const asking = () => service.get(Upstreams).authenticate(provider, { loginName, password, ip });
  const check = service.get(DirectoryPasswordChecks).check({ provider, loginName, ip }, asking);
  return check.then(
    ({ kind }) => kind,
    (error: unknown) => {
      if (error instanceof UpstreamError) return error.fault;
      throw error;
    },
  );
}

it('a right password does not count if the provider was disabled while the directory answered', async () => {
  const disable = (before: IdentityProvider) => ({ ...before, enabled: false });
  const asking = async () => {
    const identity = await service.get(Upstreams).authenticate(provider, typed('ada', PASSWORD));
    await service.get(ProviderChanges).change(organization, provider.id, disable, undefined, 'test');
    return identity;
  };
  const attempted = { provider, loginName: 'ada', ip: '2001:db8:1::1' };
  expect(await service.get(DirectoryPasswordChecks).check(attempted, asking)).toEqual({ kind: 'wrong' });
});

const compared = () => server.requests.filter(({ operation, dn }) => operation === BIND && dn === DN).length;

it('a person is not guessed at by several names: beyond the limit no password is compared, and the answer is that to a wrong one', async () => {
  for (let at = 0; at < MAX_ATTEMPTS; at++) expect(await attempt(`ada${at}`, 'wrong')).toBe('wrong');
  const before = compared();
  const { length } = server.requests;
  expect(await attempt('ada-by-another-name', PASSWORD)).toBe('wrong');
  expect(compared()).toBe(before);
  const refused = server.requests.slice(length).map(({ operation }) => operation);
  server.requests.splice(0);
  expect(await attempt('nobody', PASSWORD)).toBe('wrong');
  expect(server.requests.map(({ operation }) => operation)).toEqual(refused);
});

it('a right password ends the count of the person', async () => {
  for (let at = 1; at < MAX_ATTEMPTS; at++) expect(await attempt(`ada${at}`, 'wrong')).toBe('wrong');
  expect(await attempt('ada', PASSWORD)).toBe('right');
  expect(await attempt('ada0', 'wrong')).toBe('wrong');
  expect(await attempt('ada', PASSWORD)).toBe('right');
});

it('a directory that does not answer before it has a password costs the person no attempts', async () => {
  isDown = true;
  for (let at = 0; at <= MAX_ATTEMPTS; at++) expect(await attempt('ada', PASSWORD)).toBe('unreachable');
  isDown = false;
  expect(await attempt('ada', PASSWORD)).toBe('right');
});

it('a password that gets no answer counts, because a directory may delay its answer to a wrong one; for an unknown name too', async () => {
  answer = (password) => (password === PASSWORD ? [0] : undefined);
  for (let at = 0; at < MAX_ATTEMPTS; at++) expect(await attempt(`ada${at}`, 'wrong')).toBe('unreachable');
  expect(await attempt('ada', PASSWORD)).not.toBe('right');
  answerUnknown = undefined;
  for (let at = 0; at < MAX_ATTEMPTS; at++) expect(await attempt('nobody', 'wrong')).toBe('unreachable');
  expect(await attempt('nobody', 'wrong')).toBe('mustWait');
});

it('a lock in the directory is for people a wrong password, and administrators see it', async () => {
  answer = () => LOCKED;
  expect(await attempt('ada', 'wrong')).toBe('wrong');
  expect(await attempt('ada', PASSWORD)).toBe('wrong');
  const { lastFailure } = await service.get(IdentityProviders).healthOf(provider);
  expect(lastFailure).toBe('The account is locked.');
});

it('a lock in the directory counts against the network and the name, as for an unknown name', async () => {
  answer = () => LOCKED;
  const outcomes = async (name: string) => {
    const seen: string[] = [];
    for (let at = 0; at <= MAX_ATTEMPTS; at++) seen.push(await attempt(name, 'wrong'));
    return seen;
  };
  const known = await outcomes('ada');
  expect(known).toEqual(await outcomes('nobody'));
  expect(known.at(-1)).toBe('mustWait');
  const ip = '192.0.2.77';
  for (let at = 0; at < 100; at++) expect(await attempt(`ada${at}`, 'wrong', ip)).toBe('wrong');
  expect(await attempt('someone', 'wrong', ip)).toBe('mustWait');
});

it('a refusal after the right password is no wrong one, and is not taken back', async () => {
  answer = () => [49, '80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data 532, v3839'];
  const seen: string[] = [];
  for (let at = 0; at <= MAX_ATTEMPTS; at++) seen.push(await attempt('ada', PASSWORD, '192.0.2.78'));
  expect(seen).toEqual(['notAllowed', 'notAllowed', 'notAllowed', 'mustWait']);
  answer = comparing;
  for (let at = 0; at < 99; at++) await attempt(`nobody${at}`, 'wrong', '192.0.2.78');
  expect(await attempt('someone', 'wrong', '192.0.2.78')).toBe('wrong');
  expect(await attempt('someone else', 'wrong', '192.0.2.78')).toBe('mustWait');
});
